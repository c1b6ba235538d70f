// Cards that lie open beside the board, above the log, below the board on a phone, and in the dialog of the prompt that
// follows. Loaded when the first card is shown.

import { useState } from "preact/hooks";

import { Face } from "./card_face";
import { cardDescription } from "./card_text";
import { Preview } from "./side_panel";
import type { View } from "../generated/wire";
import type { Game } from "../model/game";
import { factsBy } from "../model/view";
import { _ } from "../words/language";
import { nameOf } from "../words/phrases";
import style from "./open_cards.lazy.css";

let isStyled = false;

function addStyle(): void {
  if (isStyled) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

export function OpenCards({ game, view }: { game: Game; view: View }) {
  addStyle();
  const [read, setRead] = useState("");
  const { open, names } = game.model;
  const seats = new Set(open.map((one) => one.seat));
  const [seat = -1] = seats;
  const name = seats.size === 1 ? names[seat] : "";
  const title = name ? _("Shown by {name}", { name }) : _("Shown");
  const keyOf = ({ card, code }: { readonly card: number; readonly code: number }) => `${card} ${code}`;
  const isRead = read === keyOf({ card: game.previewed.handle, code: game.previewed.code });
  return (
    <section class="open-cards" aria-label={title}>
      <h3>{title}</h3>
      <div class="open-row">
        {open.map((one) => {
          const facts = factsBy(view, one.code);
          const show = () => game.previewCard(one.card, one.code);
          return (
            <button key={keyOf(one)} class="card" data-shown={one.code} aria-description={cardDescription(facts, undefined)}
              aria-pressed={isRead && read === keyOf(one)} onMouseEnter={show} onFocus={show} onClick={() => {
                show();
                setRead(isRead && read === keyOf(one) ? "" : keyOf(one));
              }}>
              <span class="spoken">{nameOf(one.code, view)}</span>
              <Face facts={facts} />
            </button>
          );
        })}
      </div>
      {isRead ? <div class="open-text"><Preview game={game} view={view} /></div> : null}
    </section>
  );
}
