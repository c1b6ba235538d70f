// Below the board of a solo table: back and forth through the steps, the other side, and the line.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { Dialog } from "../board/dialog";
import type { Game } from "../model/game";
import { _ } from "../words/language";
import { LessonPanel } from "../lessons/lesson_panel";
import { MAX_NAME_LETTERS } from "./line_storage";
import { OpeningHandDialog } from "./opening_hand";
import type { SoloPlay } from "./solo_play";

export function SoloBar({ game }: { game: Game }) {
  const [open, setOpen] = useState<"" | "line" | "steps" | "hand">("");
  const { solo } = game;
  const { table } = game.model;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (solo && handleKey(event, game, solo, () => setOpen("line"))) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [game, solo]);
  if (!solo || !table) return null;
  const { step, steps } = table;
  const close = () => setOpen("");
  return (
    <>
    <LessonPanel game={game} />
    <div class="strip solo-bar" role="group" aria-label={_("Steps")}>
      <button class="button" aria-label={_("Take back (Ctrl+Z)")} title={_("Take back (Ctrl+Z)")} disabled={!step}
        onClick={() => solo.goTo(step - 1)}>↶</button>
      <div class="time">
        <input type="range" min="0" max={steps} value={step} aria-label={_("Step")} aria-valuetext={`${step}: ${solo.textOf(step)}`}
          onChange={(event) => solo.goTo(Number(event.currentTarget.value))} />
      </div>
      <button class="button" aria-label={_("Redo (Ctrl+Y)")} title={_("Redo (Ctrl+Y)")} disabled={step >= steps}
        onClick={() => solo.goTo(step + 1)}>↷</button>
      <button class="button quiet count" aria-haspopup="dialog" aria-label={`${_("Steps")} ${step} / ${steps}`} onClick={() => setOpen("steps")}>{step} / {steps}</button>
      <button class="button" aria-label={_("To the other side (Ctrl+E)")} title={_("To the other side (Ctrl+E)")}
        onClick={() => solo.takeOtherSide()}>⇅</button>
      <button class="button" aria-haspopup="dialog" onClick={() => setOpen("line")}>{_("Line")}…</button>
      {open === "line" ? <LineDialog game={game} solo={solo} close={close} chooseHand={() => setOpen("hand")} /> : null}
      {open === "hand" ? <OpeningHandDialog game={game} solo={solo} close={close} /> : null}
      {open === "steps" ? <StepsDialog game={game} solo={solo} close={close} /> : null}
    </div>
    </>
  );
}

/** Returns whether the key was one of solo play. */
function handleKey(event: KeyboardEvent, game: Game, solo: SoloPlay, openLine: () => void): boolean {
  const { table } = game.model;
  if (!table || !(event.ctrlKey || event.metaKey) || event.altKey || (event.target as HTMLElement).closest("input, textarea")) return false;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) solo.goTo(table.step - 1);
  else if (key === "y" || (key === "z" && event.shiftKey)) solo.goTo(table.step + 1);
  else if (key === "e") solo.takeOtherSide();
  else if (key === "s") openLine();
  else return false;
  return true;
}

interface DialogProps {
  readonly game: Game;
  readonly solo: SoloPlay;
  readonly close: () => void;
}

function LineDialog({ game, solo, close, chooseHand }: DialogProps & { readonly chooseHand: () => void }) {
  const [name, setName] = useState(solo.name);
  useEffect(() => solo.loadDecks(), [solo]);
  const then = (act: () => void) => () => {
    act();
    close();
  };
  return (
    <Dialog game={game} title={solo.name || _("Line")} close={close}>
      <form class="typed" onSubmit={(event) => {
        event.preventDefault();
        then(() => solo.saveAs(name))();
      }}>
        <label>{_("Name")}<input value={name} maxLength={MAX_NAME_LETTERS} onInput={(event) => setName(event.currentTarget.value)} /></label>
        <div class="buttons">
          <button class="button main" disabled={!name.trim()}>{_("Save")}</button>
          <button type="button" class="button" disabled={!name.trim() || name.trim() === solo.name} onClick={then(() => solo.fork(name))}>
            {_("Fork under this name")}</button>
        </div>
      </form>
      <p class="faint">{solo.isStored ? _("Every step is stored in this browser.") : _("This browser stores nothing: save lines as files.")}</p>
      <div class="buttons">
        <button class="button" onClick={then(() => solo.restart(solo.hand))}>{_("The same hand again")}</button>
        <button class="button" onClick={then(() => solo.restart([], true))}>{_("A new hand")}</button>
        {solo.deck.length ? <button class="button" onClick={chooseHand}>{_("Choose the hand")}…</button> : null}
        <button class="button" onClick={then(() => solo.saveFile())}>{_("Save as a file")}</button>
        <button class="button quiet" onClick={() => solo.leave()}>{_("All lines")}</button>
      </div>
    </Dialog>
  );
}

/** The steps, the latest first. Those after the present one stay until another act is done here. */
function StepsDialog({ game, solo, close }: DialogProps) {
  const { table } = game.model;
  if (!table) return null;
  return (
    <Dialog game={game} title={_("Steps")} close={close}>
      <div class="answers steps-list">
        {Array.from({ length: table.steps + 1 }, (_each, step) => step).reverse().map((step) => (
          <button key={step} class="button" data-step={step} {...(step === table.step ? { "aria-current": "step" as const } : {})} onClick={() => {
            close();
            solo.goTo(step);
          }}><b>{step}</b> {step ? solo.textOf(step) : _("The beginning")}</button>
        ))}
      </div>
    </Dialog>
  );
}
