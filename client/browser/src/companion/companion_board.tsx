// The board of two people with their cards on paper: two Life totals with quick buttons and their history, a coin,
// dice, the turn, the time and notes of one's own.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { Dialog } from "../board/dialog";
import { Notes } from "../board/notes";
import { Prompter } from "../board/prompt_dialogs";
import { AbsenceNotice, Result, Turn, durationText, useSeconds } from "../board/side_panel";
import type { View } from "../generated/wire";
import type { Game } from "../model/game";
import { _ } from "../words/language";
import style from "./companion.lazy.css";

/** Until taps on the quick buttons are sent as one change: 500 and 100 are one step of 600 in the history. */
const SETTLE_MS = 900;
/** From this Life on, the quick buttons change it by hundreds. */
const MIN_LARGE_LIFE = 1_000;
const LARGE_STEPS = [1_000, 500, 100] as const;
const SMALL_STEPS = [10, 5, 1] as const;
const MAX_FORMULA_LETTERS = 24;
const MINUS = "\u2212";

let isStyled = false;

/** The style of this board, which no other table needs. */
function addStyle(): void {
  if (isStyled) return;
  isStyled = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

export function CompanionBoard({ game, view, children }: { game: Game; view: View; children?: ComponentChildren }) {
  addStyle();
  const { model } = game;
  const isAlone = !!model.table?.alone;
  const top = model.bottom ? 0 : 1;
  return (
    <section class={isAlone ? "paper board shared" : "paper board"} aria-label={_("Duel")}>
      <h2 class="spoken board-title" tabIndex={-1}>{_("Board")}</h2>
      <LifeTotal key={`${top} ${model.table?.duel}`} game={game} view={view} seat={top} />
      <div class="paper-middle">
        <div class="paper-facts"><Turn game={game} view={view} /><MatchTime game={game} /></div>
        <LatestThrow game={game} />
        <Controls game={game} view={view} />
        <Prompter game={game} />
        <Result game={game} view={view} />
        {isAlone && view.result ? (
          <div class="buttons"><button class="button main" onClick={() => game.send({ m: "restart" })}>{_("Play again")}</button></div>
        ) : null}
        {children}
      </div>
      <LifeTotal key={`${model.bottom} ${model.table?.duel}`} game={game} view={view} seat={model.bottom} isNear />
    </section>
  );
}

/** A number with its sign, in the letters of mathematics. */
function withSign(number: number): string {
  return number < 0 ? `${MINUS}${-number}` : `+${number}`;
}

function LifeTotal({ game, view, seat, isNear }: { game: Game; view: View; seat: 0 | 1; isNear?: boolean }) {
  const { model } = game;
  const [change, setChange] = useState(0);
  const [isAsking, setAsking] = useState<"" | "end" | "number">("");
  const life = view.tallies[`${seat}:life`] ?? 0;
  const name = model.names[seat];
  const isAlone = !!model.table?.alone;
  const mayChange = (isAlone || seat === model.seat) && !!game.hands?.isActive;
  const send = (text: string) => game.sendGesture({ m: "life", text, seat: isAlone ? seat : -1 });
  const settle = useRef(() => {});
  settle.current = () => {
    setChange(0);
    if (!change || !mayChange) return;
    if (life + change > 0) send(change < 0 ? String(change) : `+${change}`);
    else setAsking("end");
  };
  useEffect(() => {
    if (!change) return;
    const timer = setTimeout(() => settle.current(), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [change]);
  const steps = (model.table?.life ?? life) >= MIN_LARGE_LIFE ? LARGE_STEPS : SMALL_STEPS;
  const shown = Math.max(0, life + change);
  const info = model.table?.seats[seat];
  return (
    <section class={`total ${isNear ? "near-total" : "far-total"}${view.turn_player === seat ? " turn" : ""}`} aria-label={name}>
      <p class="who">
        <b>{name}</b>
        {info && !info.present && !isAlone ? <AbsenceNotice game={game} seat={seat} /> : null}
        {(model.table?.best_of ?? 1) > 1 ? <span role="img" aria-label={_("{count} won", { count: info?.wins ?? 0 })}>{"●".repeat(info?.wins ?? 0)}</span> : null}
      </p>
      <div class="number">
        <button style={{ "--digits": String(shown).length }} disabled={!mayChange} onClick={() => setAsking("number")}
          aria-label={_("Life of {name}: {life}", { name, life: shown })}>{shown}</button>
        {change ? <span class="change" aria-hidden="true">{withSign(change)}</span> : null}
      </div>
      <Scores game={game} seat={seat} />
      {mayChange ? (
        <div class="steps" role="group" aria-label={_("Change the Life of {name}", { name })}>
          {[...steps.map((step) => -step), ...[...steps].reverse()].map((step) => (
            <button key={step} class="button" onClick={() => setChange(change + step)}>{withSign(step)}</button>
          ))}
        </div>
      ) : null}
      {isAsking === "end" ? (
        <Dialog game={game} isBrief title={_("{name} has no Life left: is this duel over?", { name })} close={() => setAsking("")}>
          <div class="buttons">
            <button class="button main" onClick={() => {
              setAsking("");
              send("=0");
            }}>{_("Yes")}</button>
            <button class="button" onClick={() => setAsking("")}>{_("No")}</button>
          </div>
        </Dialog>
      ) : null}
      {isAsking === "number" ? <Formula game={game} name={name} close={() => setAsking("")} send={send} /> : null}
    </section>
  );
}

/** The totals of a player in this duel, as they are written on paper: the last one counts. */
function Scores({ game, seat }: { game: Game; seat: 0 | 1 }) {
  const { log, table } = game.model;
  if (!log.length) return <ol class="scores" />; // in a replay
  let life = table?.life ?? 0;
  const totals = [life];
  for (const line of log) {
    if (line.kind !== "life" || line.seat !== seat) continue;
    life = Math.max(0, life + line.amount);
    totals.push(life);
  }
  return (
    <ol class="scores" aria-label={_("History")} tabIndex={0}>
      {totals.map((total, at) => <li key={at}>{total}</li>).reverse()}
    </ol>
  );
}

/** Life as a number or a formula. */
function Formula({ game, name, close, send }: { game: Game; name: string; close: () => void; send: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <Dialog game={game} isBrief title={_("Change the Life of {name}", { name })} close={close}>
      <form class="typed" onSubmit={(event) => {
        event.preventDefault();
        close();
        send(text.trim());
      }}>
        <p class="faint">{_("-500 takes away, +1000 adds, =4000 sets, /2 halves.")}</p>
        <input aria-label={_("Change the Life of {name}", { name })} value={text} maxLength={MAX_FORMULA_LETTERS} autocomplete="off" autofocus
          onInput={(event) => setText(event.currentTarget.value)} />
        <div class="buttons">
          <button class="button main" disabled={!text.trim()}>{_("OK")}</button>
          <button type="button" class="button" onClick={close}>{_("Cancel")}</button>
        </div>
      </form>
    </Dialog>
  );
}

/** The time since the match began, the same for both. */
function MatchTime({ game }: { game: Game }) {
  const seconds = game.model.matchTime(useSeconds());
  if (seconds === null) return null;
  const text = durationText(Math.floor(seconds));
  return <span class="clock" role="timer" aria-label={_("{span} since the match began", { span: text })}>{text}</span>;
}

function LatestThrow({ game }: { game: Game }) {
  const thrown = game.model.log.filter((line) => line.kind === "coin" || line.kind === "die").at(-1);
  return <p class="throw">{thrown?.text ?? ""}</p>;
}

function Controls({ game, view }: { game: Game; view: View }) {
  const [isWriting, setWriting] = useState(false);
  const { model } = game;
  const step = model.table?.step ?? 0;
  const isAlone = !!model.table?.alone;
  const canAct = !!game.hands?.isActive;
  const canEndTurn = canAct && (isAlone || view.turn_player === model.seat);
  return (
    <div class="buttons">
      {model.isPlayer && model.table?.stage === "duel" ? (
        <>
          <button class="button" disabled={!canAct} onClick={() => game.sendGesture({ m: "coin" })}>{_("Coin")}</button>
          <button class="button" disabled={!canAct} onClick={() => game.sendGesture({ m: "die" })}>{_("Die")}</button>
          <button class="button" disabled={!step || (!canAct && !isAlone)} onClick={() => game.send({ m: "rewind", step: step - 1 })}>{_("Undo")}</button>
          <button class="button main" disabled={!canEndTurn} onClick={() => game.sendGesture({ m: "turn" })}>{_("End turn")}</button>
        </>
      ) : null}
      {model.isPlayer ? <button class="button quiet" aria-haspopup="dialog" onClick={() => setWriting(true)}>{_("Notes")}</button> : null}
      {isWriting ? <Notes game={game} close={() => setWriting(false)} /> : null}
    </div>
  );
}
