// Between two duels: cards change places with those of the Side Deck. A card is selected, to be read, and then moved.

import { useEffect, useState } from "preact/hooks";

import { cardDescription, kindLine, statLine, textLines } from "../board/card_text";
import { type Deck, type DeckShelf, deckText, formatDeck, loadShelf } from "./deck_parsing";
import type { Game } from "../model/game";
import { factsBy } from "../model/view";
import { _, cardName } from "../words/language";

const PARTS = ["main", "extra", "side"] as const;

interface SelectedCard {
  readonly part: keyof Deck;
  readonly code: number;
}

export function SideDeckEditor({ game }: { game: Game }) {
  const { prompt, table, view } = game.model;
  const brought = deckText(game.deck || game.model.witness.lastDeck);
  const [shelf, setShelf] = useState<DeckShelf | null>(null);
  const [deck, setDeck] = useState<Deck | null>(brought);
  const [selected, setSelected] = useState<SelectedCard | null>(null);
  useEffect(() => {
    loadShelf().then(setShelf, () => undefined);
  }, []);
  if (prompt?.kind !== "side") {
    return <section class="gathering"><p role="status">{_("The other player is siding.")}</p></section>;
  }
  const keep = prompt.options.findIndex((option) => option.verb === "keep");
  const extra = new Set(shelf?.extra ?? []);
  const nameOf = (code: number) => cardName(factsBy(view, code)?.name ?? shelf?.names[code] ?? String(code));
  const move = ({ part, code }: SelectedCard) => {
    if (!deck) return;
    const at = deck[part].indexOf(code);
    const goal: keyof Deck = part === "side" ? (extra.has(code) ? "extra" : "main") : "side";
    setDeck({ ...deck, [part]: deck[part].filter((_each, index) => index !== at), [goal]: [...deck[goal], code] });
    setSelected(null);
  };
  const isWell = deck && brought && PARTS.every((part) => deck[part].length === brought[part].length);
  const isChanged = deck && brought && JSON.stringify(deck) !== JSON.stringify(brought);
  const titles = { main: _("Main Deck"), extra: _("Extra Deck"), side: _("Side Deck") };
  const facts = selected ? factsBy(view, selected.code) : undefined;
  return (
    <section class="siding">
      <h2>{_("Between two duels: change cards with your Side Deck")}</h2>
      {table ? <p class="faint">{table.seats.map((seat) => `${seat.name} ${seat.wins}`).join(" · ")}</p> : null}
      {deck ? (
        <div class="parts">
          {PARTS.map((part) => (
            <fieldset key={part}>
              <legend>{titles[part]} {deck[part].length}/{brought?.[part].length}</legend>
              {[...new Set(deck[part])].map((code) => {
                const count = deck[part].filter((one) => one === code).length;
                const isSelected = selected?.part === part && selected.code === code;
                return (
                  <button key={code} class="button quiet" aria-pressed={isSelected}
                    aria-label={count > 1 ? `${nameOf(code)} ×${count}` : nameOf(code)} aria-description={cardDescription(factsBy(view, code))}
                    onClick={() => (isSelected ? move({ part, code }) : setSelected({ part, code }))}>
                    {nameOf(code)}{count > 1 ? ` ×${count}` : ""}</button>
                );
              })}
            </fieldset>
          ))}
        </div>
      ) : <p>{_("You play one of the server's ready decks, which has no Side Deck.")}</p>}
      <div class="buttons">
        {selected ? (
          <div class="reading" role="status">
            <p><b>{nameOf(selected.code)}</b>{" "}
              {facts ? [kindLine(facts), statLine(facts), ...textLines(facts)].filter(Boolean).join(" · ") : ""}</p>
            <button class="button" onClick={() => move(selected)}>{selected.part === "side" ? _("Into the deck") : _("Into the Side Deck")}</button>
          </div>
        ) : null}
        <button class={isChanged ? "button" : "button main"} onClick={() => game.answer([Math.max(0, keep)])}>{_("Keep the deck as it is")}</button>
        {deck ? (
          <button class={isChanged ? "button main" : "button"} disabled={!isWell} onClick={() => game.send({ m: "deck", deck: formatDeck(deck) })}>
            {_("Play with these changes")}
          </button>
        ) : null}
      </div>
    </section>
  );
}
