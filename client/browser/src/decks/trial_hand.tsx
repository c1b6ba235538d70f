// A test hand: dealt, drawn on, and the odds of opening with at least one of the marked cards.

import { useState } from "preact/hooks";

import { Face } from "../board/card_face";
import { DECK_FORMATS } from "../generated/search_terms";
import { _ } from "../words/language";
import { chanceOfAny, countCards, shuffle } from "./deck_changes";
import type { DeckDraft } from "./deck_draft";
import { Sheet } from "./sheet";

export function TrialHand({ editing, close }: { editing: DeckDraft; close: () => void }) {
  const { main, format } = editing.deck;
  const { hand: opening, draws: isDrawing } = DECK_FORMATS[format] ?? { hand: 5, draws: false };
  const [isSecond, setSecond] = useState(false);
  const [cards, setCards] = useState(() => shuffle(main));
  const drawn = opening + (isSecond || isDrawing ? 1 : 0);
  const [more, setMore] = useState(0);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const deal = (second: boolean) => {
    setCards(shuffle(main));
    setSecond(second);
    setMore(0);
  };
  const toggle = (code: number) => {
    const next = new Set(marked);
    if (!next.delete(code)) next.add(code);
    setMarked(next);
  };
  const copies = main.filter((code) => marked.has(code)).length;
  const percent = (100 * chanceOfAny(main.length, copies, drawn)).toFixed(1);
  return (
    <Sheet title={_("Test hand")} close={close}>
      <div class="tiles hand-tiles">
        {cards.slice(0, drawn + more).map((code, at) => (
          <button key={at} class="tile" aria-pressed={marked.has(code)} onClick={() => toggle(code)}>
            {editing.factsOf(code) ? <><span class="spoken">{editing.nameOf(code)}</span><Face facts={editing.factsOf(code)} /></> : <span class="nameless">{editing.nameOf(code)}</span>}
          </button>
        ))}
      </div>
      <div class="buttons">
        <button class="button main" onClick={() => deal(false)}>{_("New hand, going first")}</button>
        <button class="button" onClick={() => deal(true)}>{_("New hand, going second")}</button>
        <button class="button" disabled={drawn + more >= main.length} onClick={() => setMore(more + 1)}>{_("Draw one")}</button>
      </div>
      <p role="status"><b>{marked.size
        ? _("At least one of {copies} marked cards in {draws} of {size}: {percent} %", { copies, draws: drawn, size: main.length, percent })
        : _("Mark cards to see how often you open with at least one of them.")}</b></p>
      <fieldset class="marks"><legend>{_("Marked cards")}</legend>
        {countCards(main).map(([code, count]) => (
          <label key={code} class="check"><input type="checkbox" checked={marked.has(code)} onChange={() => toggle(code)} /> {editing.nameOf(code)} ×{count}</label>
        ))}
      </fieldset>
    </Sheet>
  );
}
