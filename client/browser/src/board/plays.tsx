// A player's action, shown large over the board for about a second, one's own shorter; a queue that is behind
// takes less time for each. It covers the board and takes no clicks: no player waits for it.

import { Face } from "./card_face";
import type { View, VisibleEvent } from "../generated/wire";
import { type Names, eventText } from "../words/phrases";
import { factsBy } from "../model/view";

const SHOW_TIME_MS = 1_000;
const OWN_PLAY_RATIO = 0.4;
/** The longest delay of a play, in ms; the oldest are dropped where each would have less than `MIN_SHOW_TIME_MS`. */
const MAX_LAG_MS = 3_000;
const MIN_SHOW_TIME_MS = 300;

const SUMMONS = new Set([
  "normal", "tribute", "special", "fusion", "ritual", "synchro", "xyz", "link", "pendulum", "flip_summon",
]);

/** What a player of Flesh and Blood does with a card. */
const PLAYED_BY_HAND = new Set(["play", "attack", "defend", "pitch"]);

interface Play {
  readonly code: number;
  readonly text: string;
  /** Whose it is: at the bottom of the board, or across from it. */
  readonly isNear: boolean;
  readonly isOwn: boolean;
  /** Life Points that were lost; 0 for a card's action. */
  readonly damage: number;
}

export class Plays {
  now: Play | null = null;
  private readonly queue: Play[] = [];
  private timer = 0;

  constructor(private readonly draw: () => void) {}

  addEvents(events: readonly VisibleEvent[], view: View, before: View, names: Names): void {
    const bottom = view.viewer === 1 ? 1 : 0;
    for (const event of events) {
      const damage = event.kind === "life" && event.amount < 0 ? -event.amount : 0;
      const code = damage ? 0 : codeOf(event, view, before);
      if (!damage && !(isPlay(event) && code)) continue;
      this.queue.push({
        code, damage, text: eventText(event, view, names, before), isNear: event.seat === bottom,
        isOwn: event.seat === view.viewer && !damage,
      });
    }
    this.queue.splice(0, Math.max(0, this.queue.length - MAX_LAG_MS / MIN_SHOW_TIME_MS));
    if (!this.timer) this.showNext();
  }

  /** Ends the display. */
  clear(): void {
    clearTimeout(this.timer);
    this.queue.length = this.timer = 0;
    this.now = null;
  }

  private showNext(): void {
    const share = Math.min(SHOW_TIME_MS, MAX_LAG_MS / Math.max(1, this.queue.length));
    this.now = this.queue.shift() ?? null;
    this.timer = this.now ? window.setTimeout(() => this.showNext(), share * (this.now.isOwn ? OWN_PLAY_RATIO : 1)) : 0;
    this.draw();
  }
}

function isPlay(event: VisibleEvent): boolean {
  const { kind, word } = event;
  const isMoved = kind === "move" || kind === "flip";
  return ["activate", "declare", "attack"].includes(kind) || (isMoved && (SUMMONS.has(word) || PLAYED_BY_HAND.has(word)));
}

function codeOf(event: VisibleEvent, view: View, before: View): number {
  return event.code || view.cards[event.card]?.code || before.cards[event.was || event.card]?.code || 0;
}

/** The play that is shown now. The log says the same for players who do not see it. */
export function ShownPlay({ plays, view }: { plays: Plays; view: View }) {
  const play = plays.now;
  if (!play) return null;
  return (
    <div class={`play ${play.isNear ? "near" : "far"}`} aria-hidden="true">
      {play.damage ? <b>−{play.damage}</b> : <><Face facts={factsBy(view, play.code)} /><p>{play.text}</p></>}
    </div>
  );
}
