// Cards that were excavated, revealed or searched for, and lie open beside the board until the next act (as
// `client/facedown_client/board/open_cards.py`). The server sends the passcode of such a card only to viewers who may read it.

import type { VisibleEvent } from "../generated/wire";

/** Kinds of events that end the time of the cards shown before. */
const NEXT_ACTS = ["turn", "phase", "activate", "attack", "declare", "rewind"];
/** Words of a Summon that is an act of its own, not a part of an effect. */
const PLAYED = ["normal", "tribute", "flip_summon"];
/** Limit of the cards shown together, the latest ones. */
const MAX_OPEN_CARDS = 30;

/** A card that lies open, and the player who shows it. */
export interface OpenCard {
  readonly card: number;
  readonly code: number;
  readonly seat: number;
}

/** The cards that lie open after these events, in the order in which they were shown. */
export function openCards(before: readonly OpenCard[], events: readonly VisibleEvent[]): readonly OpenCard[] {
  let found = before;
  for (const { kind, word, card, code, seat, start, goal } of events) {
    const isShown = kind === "reveal" || (kind === "move" && start?.zone === "deck" && goal?.zone === "hand");
    if (NEXT_ACTS.includes(kind) || PLAYED.includes(word)) found = [];
    else if (code && isShown && !found.some((one) => one.card === card && one.code === code)) {
      found = [...found, { card, code, seat }].slice(-MAX_OPEN_CARDS);
    }
  }
  return found;
}
