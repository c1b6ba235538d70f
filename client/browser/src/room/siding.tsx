// Between two duels: cards change places with those of the Side Deck, each shown once with its count. A card is
// selected, to be read, and then moved: by tap, by a second tap, by a drag, or by S and M.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { Face } from "../board/card_face";
import { cardDescription, kindLine, statLine, textLines } from "../board/card_text";
import { type Part, PARTS, countCards, homeOf, moveCard } from "../decks/deck_changes";
import { followDeckDrags } from "../decks/deck_dragging";
import { addTileStyle } from "../decks/tiles";
import { type Deck, type DeckShelf, deckText, formatDeck, loadShelf } from "./deck_parsing";
import type { Game } from "../model/game";
import { factsBy } from "../model/view";
import { _, cardName } from "../words/language";

interface SelectedCard {
  readonly part: Part;
  readonly code: number;
}

export function SideDeckEditor({ game }: { game: Game }) {
  const { prompt, table, view } = game.model;
  const brought = deckText(game.deck || game.model.witness.lastDeck);
  const [shelf, setShelf] = useState<DeckShelf | null>(null);
  const [deck, setDeck] = useState<Deck | null>(brought);
  const [selected, setSelected] = useState<SelectedCard | null>(null);
  addTileStyle();
  useEffect(() => {
    loadShelf().then(setShelf, () => undefined);
  }, []);
  const extra = new Set(shelf?.extra ?? []);
  const nameOf = (code: number) => cardName(factsBy(view, code)?.name ?? shelf?.names[code] ?? String(code));
  const homeIn = (code: number): Part => (extra.has(code) ? "extra" : homeOf(factsBy(view, code)));
  const move = (code: number, from: Part | null, to: Part | null) => {
    if (!from || !to) return; // siding adds no card and takes none away
    const goal = to === "side" ? "side" : homeIn(code);
    setDeck((before) => before && moveCard(before, code, from, goal));
    setSelected(null);
  };
  useLayoutEffect(() => followDeckDrags({ drop: move }), [deck, shelf]);
  if (prompt?.kind !== "side") {
    return <section class="gathering"><p role="status">{_("The other player is siding.")}</p></section>;
  }
  const keep = prompt.options.findIndex((option) => option.verb === "keep");
  const titles = { main: _("Main Deck"), extra: _("Extra Deck"), side: _("Side Deck") };
  const uneven = deck && brought ? PARTS.filter((part) => deck[part].length !== brought[part].length) : [];
  const isChanged = deck && brought && PARTS.some((part) => [...deck[part]].sort().join() !== [...brought[part]].sort().join());
  const facts = selected ? factsBy(view, selected.code) : undefined;
  const handleKey = (event: KeyboardEvent, part: Part, code: number) => {
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey || event.altKey || !(key === "s" || key === "m")) return;
    event.preventDefault();
    event.stopPropagation();
    if ((key === "s") !== (part === "side")) move(code, part, key === "s" ? "side" : "main");
  };
  return (
    <section class="siding">
      <h2>{_("Between two duels: change cards with your Side Deck")}</h2>
      {table ? <p class="faint">{table.seats.map((seat) => `${seat.name} ${seat.wins}`).join(" · ")}</p> : null}
      {deck ? PARTS.filter((part) => deck[part].length || brought?.[part].length || part === "side").map((part) => (
        <fieldset key={part} class="deck-part" data-drop={part}>
          <legend>{titles[part]} {deck[part].length}/{brought?.[part].length}</legend>
          <div class="tiles">
            {countCards(deck[part]).map(([code, count]) => {
              const isSelected = selected?.part === part && selected.code === code;
              const shown = factsBy(view, code);
              const isNew = count > (brought?.[part].filter((one) => one === code).length ?? 0);
              return (
                <button key={code} class={isNew ? "tile is-new" : "tile"} data-card={code} data-part={part} aria-pressed={isSelected}
                  data-name={count > 1 ? `${nameOf(code)} ×${count}` : nameOf(code)} aria-description={cardDescription(shown)}
                  onKeyDown={(event) => handleKey(event, part, code)}
                  onClick={() => (isSelected ? move(code, part, part === "side" ? "main" : "side") : setSelected({ part, code }))}>
                  {shown ? <><span class="spoken">{nameOf(code)}</span><Face facts={shown} /></> : <span class="nameless">{nameOf(code)}</span>}{" "}
                  {count > 1 ? <b class="deck-copies">×{count}</b> : null}
                </button>
              );
            })}
          </div>
        </fieldset>
      )) : <p>{_("You play one of the server's ready decks, which has no Side Deck.")}</p>}
      <div class="buttons">
        {selected ? (
          <div class="reading" role="status">
            <p><b>{nameOf(selected.code)}</b>{" "}
              {facts ? [kindLine(facts), statLine(facts), ...textLines(facts)].filter(Boolean).join(" · ") : ""}</p>
            <button class="button" onClick={() => move(selected.code, selected.part, selected.part === "side" ? "main" : "side")}>
              {selected.part === "side" ? _("Into the deck") : _("Into the Side Deck")}</button>
          </div>
        ) : null}
        {uneven.length ? (
          <p class="uneven" role="status">{uneven.map((part) => _("{part}: {count} cards instead of {size}.",
            { part: titles[part], count: deck?.[part].length ?? 0, size: brought?.[part].length ?? 0 })).join(" ")}</p>
        ) : null}
        {isChanged ? (
          <>
            <button class="button quiet" onClick={() => setDeck(brought)}>{_("Put all back")}</button>
            <button class="button main" disabled={uneven.length > 0} onClick={() => game.send({ m: "deck", deck: formatDeck(deck) })}>
              {_("Play with these changes")}
            </button>
          </>
        ) : <button class="button main" onClick={() => game.answer([Math.max(0, keep)])}>{_("Keep the deck as it is")}</button>}
      </div>
    </section>
  );
}
