// The choice of the opening hand at a solo table: cards of the deck on the side that the player looks from.

import { useState } from "preact/hooks";

import { Dialog } from "../board/dialog";
import { countCards } from "../decks/deck_changes";
import { DECK_FORMATS } from "../generated/search_terms";
import type { Game } from "../model/game";
import { factsBy } from "../model/view";
import { _, cardName } from "../words/language";
import type { SoloPlay } from "./solo_play";

const USUAL_HAND_CARDS = 5;

function nameOf(code: number): string {
  return cardName(factsBy(null, code)?.name ?? String(code));
}

export function OpeningHandDialog({ game, solo, close }: { game: Game; solo: SoloPlay; close: () => void }) {
  const [hand, setHand] = useState<readonly number[]>(solo.hand);
  const size = DECK_FORMATS[game.model.table?.format ?? ""]?.hand ?? USUAL_HAND_CARDS;
  const isFull = hand.length >= size;
  const copiesOf = (code: number) => hand.filter((one) => one === code).length;
  const begin = (wanted: readonly number[]) => {
    solo.restart(wanted);
    close();
  };
  return (
    <Dialog game={game} title={_("Opening hand")} close={close}>
      <p class="faint" role="status">{_("{count} of {size} cards: the rest is drawn.", { count: hand.length, size })}</p>
      <div class="answers steps-list">
        {countCards(solo.deck).map(([code, count]) => {
          const copies = copiesOf(code);
          return (
            <div key={code} class="buttons" data-code={code}>
              <button class="button" disabled={isFull || copies >= count}
                onClick={() => setHand([...hand, code])}>{nameOf(code)} <b>{copies} / {count}</b></button>
              {copies ? (
                <button class="button quiet" aria-label={_("Take {card} out", { card: nameOf(code) })}
                  onClick={() => setHand(hand.filter((_each, at) => at !== hand.lastIndexOf(code)))}>−</button>
              ) : null}
            </div>
          );
        })}
      </div>
      <div class="buttons">
        <button class="button main" disabled={!hand.length} onClick={() => begin(hand)}>{_("Begin with this hand")}</button>
        <button class="button" onClick={() => begin([])}>{_("Any hand")}</button>
      </div>
    </Dialog>
  );
}
