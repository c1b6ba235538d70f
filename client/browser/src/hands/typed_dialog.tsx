// What is typed for a gesture: a number, Life Points, a counter's name, a Token.

import { useState } from "preact/hooks";

import { Dialog } from "../board/dialog";
import type { Game } from "../model/game";
import { _, gettextNoop } from "../words/language";
import { type Fields, type PendingRow, titleOf } from "./hand_play";

const HINTS: Readonly<Record<string, string>> = {
  amount: gettextNoop("How many?"),
  life: gettextNoop("-500 takes away, +1000 adds, =4000 sets, /2 halves."),
  counter: gettextNoop("The counter's name, and how many to add (or remove)."),
  zone: gettextNoop("arsenal +1 adds a zone, arsenal -1 takes one away: head, chest, arms, legs, weapon, arsenal."),
  inventory: gettextNoop("The name of a card you did not begin with, or a part of it: an effect equips it."),
  stats: gettextNoop("attack +500, defense =0, level 3: until the end of the turn."),
  token: gettextNoop("Its name and its numbers."),
};
const MAX_TEXT_LETTERS = 24;
const MAX_NUMBERS: Readonly<Record<string, number>> = { attack: 99_999, defense: 99_999, level: 13 };

export function TypedDialog({ game }: { game: Game }) {
  const typed = game.hands?.typed;
  return typed ? <TypedForm key={typed.row.title} game={game} typed={typed} /> : null;
}

function TypedForm({ game, typed }: { game: Game; typed: PendingRow }) {
  const [text, setText] = useState("");
  const [amount, setAmount] = useState(1);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({ name: "", level: "1" });
  const [need = ""] = typed.needs;
  const isCounted = typed.needs.includes("amount");
  const kind = need === "text" ? isCounted ? "counter" : String(typed.gesture["m"]) : need;
  const close = () => {
    game.hands?.cancel();
    game.refreshChoices();
  };
  const fields = (): Fields | null => {
    if (need === "amount") return { amount };
    if (need === "token") return values["name"]?.trim() ? { token: tokenOf(values) } : null;
    if (!text.trim()) return null;
    return isCounted ? { text: text.trim(), amount } : { text: text.trim() };
  };
  const hint = HINTS[kind];
  const made = fields();
  return (
    <Dialog game={game} isBrief title={titleOf(typed.row)} close={close}>
      <form class="typed" onSubmit={(event) => {
        event.preventDefault();
        if (made) game.hands?.type(made);
        game.draw();
      }}>
        {hint ? <p class="faint">{_(hint)}</p> : null}
        {need === "text" ? (
          <input aria-label={titleOf(typed.row)} maxLength={MAX_TEXT_LETTERS} value={text} autofocus
            onInput={(event) => setText(event.currentTarget.value)} />
        ) : null}
        {need === "token" ? [["name", _("Name")] as const, ...typed.row.fields].map(([field, title]) => (
          <label key={field}>{_(title)}{" "}
            <input maxLength={MAX_TEXT_LETTERS} value={values[field] ?? ""} inputMode={field in MAX_NUMBERS ? "numeric" : "text"}
              onInput={(event) => setValues({ ...values, [field]: event.currentTarget.value })} />
          </label>
        )) : null}
        {isCounted ? (
          <label>{_("How many?")}{" "}
            <input type="number" min={need === "text" ? -99 : 1} max={need === "text" ? 99 : 60} value={amount}
              onInput={(event) => setAmount(Math.trunc(Number(event.currentTarget.value)) || 1)} />
          </label>
        ) : null}
        <div class="buttons">
          <button class="button main" disabled={!made}>{_("OK")}</button>
          <button type="button" class="button" onClick={close}>{_("Cancel")}</button>
        </div>
      </form>
    </Dialog>
  );
}

/** A Token as it is sent: numbers within what is printed on one. */
function tokenOf(values: Readonly<Record<string, string>>): Fields {
  const token: Record<string, string | number> = {};
  for (const [field, value] of Object.entries(values)) {
    const most = MAX_NUMBERS[field];
    const text = field === "name" ? value.trim() : value.trim().toLowerCase();
    if (most !== undefined) token[field] = Math.max(0, Math.min(most, Math.trunc(Number(text)) || 0));
    else if (text) token[field] = text;
  }
  return token;
}
