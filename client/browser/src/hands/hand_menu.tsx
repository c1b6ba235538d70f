// The menu of a card, of a pile or of the table by hand: the server's rows, the common ones open, the others in
// groups. Every row has a key.

import { Fragment } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { textLines } from "../board/card_text";
import { Dialog } from "../board/dialog";
import type { Game } from "../model/game";
import type { MenuRow, View } from "../generated/wire";
import { factsBy } from "../model/view";
import { _, gettextNoop, ngettext } from "../words/language";
import { cardWords, pileTitle, promptWords, wordsIn } from "../words/phrases";
import { followDrags } from "./dragging";
import { type HandPlay, titleOf } from "./hand_play";

const GROUP_TITLES: Readonly<Record<string, string>> = {
  move: gettextNoop("Move to"), position: gettextNoop("Position"), show: gettextNoop("Show and mark"),
  phase: gettextNoop("Phases"), talk: gettextNoop("Say"), effect: gettextNoop("By an effect"),
};

/** The menu of a card or of the table, as a dialog: it is large enough for a finger, and Escape closes it. */
export function HandMenuDialog({ game, view }: { game: Game; view: View }) {
  const menu = game.hands?.menu;
  if (!menu || !game.hands?.isShown || game.pile) return null; // a pile has its rows in its own dialog
  const title = menu.chosen.length ? chosenTitle(menu.chosen) : menu.card ? cardWords(menu.card, view)
    : menu.zone ? pileTitle(menu.seat, menu.zone, view, game.model.names) : _("Table");
  return (
    <Dialog key={menu.chosen.length ? "chosen" : `${menu.card}:${menu.zone}`} game={game} isBrief title={title} close={() => game.hands?.close()}>
      <HandRows game={game} view={view} />
    </Dialog>
  );
}

function chosenTitle(chosen: readonly number[]): string {
  return ngettext("{count} chosen card", "{count} chosen cards", chosen.length);
}

/** The rows of the open menu; a letter picks the row with that key. */
export function HandRows({ game, view }: { game: Game; view: View }) {
  const ref = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState("");
  const menu = game.hands?.menu;
  const rows = menu?.rows;
  useLayoutEffect(() => {
    setOpened("");
    ref.current?.querySelector("button")?.focus();
  }, [rows]);
  if (!menu) return null;
  if (!rows) return <p role="status">{_("Wait, please")}…</p>;
  if (!rows.length) return <p class="faint">{_("Nothing can be done with it.")}</p>;
  const groups = Object.keys(GROUP_TITLES).filter((group) => rows.some((row) => row.group === group));
  const start = (row: MenuRow) => {
    game.pile = "";
    game.hands?.start(row);
  };
  return (
    <div class="hand-rows" data-menu={menu.card || menu.zone} ref={ref} role="group" aria-label={_("What you can do")} onKeyDown={(event) => {
      const row = rows.find((one) => one.key && one.key === keyOf(event));
      if (!row) return;
      event.preventDefault();
      event.stopPropagation();
      start(row);
    }}>
      {rows.filter((row) => row.group === "common").map((row) => <RowButton key={row.key + row.title} row={row} view={view} start={start} />)}
      {groups.map((group) => (
        <Fragment key={group}>
          <button class="button group" data-group={group} aria-expanded={opened === group} onClick={() => setOpened(opened === group ? "" : group)}>
            {_(GROUP_TITLES[group] ?? group)} <span aria-hidden="true">{opened === group ? "▾" : "▸"}</span>
          </button>
          {opened === group ? rows.filter((row) => row.group === group).map((row) => (
            <RowButton key={row.key + row.title} row={row} view={view} start={start} />
          )) : null}
        </Fragment>
      ))}
    </div>
  );
}

function RowButton({ row, view, start }: { row: MenuRow; view: View; start: (row: MenuRow) => void }) {
  const rule = row.rule.id ? wordsIn(row.rule, view) : "";
  return (
    <button class="button" data-row={row.title} data-key={row.key} {...(rule ? { "aria-description": rule } : {})}
      aria-keyshortcuts={row.key} onClick={() => start(row)}>
      {titleOf(row)}{row.title.endsWith("…") ? "…" : ""}
      {row.key ? <kbd aria-hidden="true">{row.key}</kbd> : null}
      {rule ? <small>{rule}</small> : null}
    </button>
  );
}

function keyOf(event: KeyboardEvent): string {
  if (event.ctrlKey || event.altKey || event.metaKey || event.key.length !== 1) return "";
  return `${event.shiftKey ? "Shift+" : ""}${event.key.toUpperCase()}`;
}

/** Below the board: what one does again and again, and the menu of the table. */
export function TableBar({ game }: { game: Game }) {
  const { hands, model, choices } = game;
  useLayoutEffect(() => followDrags(game), [game]);
  if (!hands?.isActive || choices.form !== "hands") return null;
  const isSearching = model.view?.waiting.some((row) => row.seat === model.seat && row.kind === "search");
  const { prompt } = choices;
  const isChoosing = hands.chosenCards.length > 0; // then only they have buttons, which must not scroll away
  const source = prompt?.words.id ? factsBy(model.view, Number(prompt.words.values[0])) : undefined; // the card that is named
  return (
    <>
      {prompt?.words.id ? <p class="question" role="status">{promptWords(prompt, model.view)}</p> : null}
      {source ? <details class="source"><summary>{_("What the card says")}</summary><p>{textLines(source).join(" ")}</p></details> : null}
      <div class="buttons table-bar">
        {isSearching ? <button class="button main" onClick={() => game.togglePile(`${model.seat}:deck`)}>{_("Your Deck is open")}</button> : null}
        {isChoosing ? <ChosenButtons hands={hands} /> : (
          <>
            <button class="button table-menu" aria-haspopup="dialog" onClick={() => hands.open()}>{_("Table")}…</button>
            <button class="button hand-menu" aria-haspopup="dialog" onClick={() => hands.open(0, "hand", model.seat)}>{_("Hand")}…</button>
            {model.table?.mode === "free" && !model.table.alone ? <StepButtons game={game} /> : null}
          </>
        )}
        {choices.buttons.map((at) => (
          <button key={at} class="button" data-option={at} onClick={() => game.answer([at])}>{game.wordsOf(at)}</button>
        ))}
      </div>
    </>
  );
}

/** The menu of the chosen cards, once there are any. */
function ChosenButtons({ hands }: { hands: HandPlay }) {
  const [first, ...others] = hands.chosenCards;
  if (first === undefined) return null;
  return (
    <>
      <button class="button main chosen-menu" aria-haspopup="dialog" onClick={() => hands.open(first)}>{chosenTitle([first, ...others])}…</button>
      <button class="button choose-none" aria-label={_("Choose none")} onClick={() => hands.choose()}>✕</button>
    </>
  );
}

/** Takes the last step back, or goes on to the next one that was taken back: the other player agrees first. */
function StepButtons({ game }: { game: Game }) {
  const { table } = game.model;
  if (!table || table.proposal) return null; // what is proposed has its own answer
  const goTo = (step: number) => game.send({ m: "rewind", step });
  return (
    <>
      <button class="button" disabled={!table.step} onClick={() => goTo(table.step - 1)}>{_("Take back")}</button>
      {table.step < table.steps ? <button class="button" onClick={() => goTo(table.step + 1)}>{_("Redo")}</button> : null}
    </>
  );
}
