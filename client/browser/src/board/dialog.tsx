// A dialog beside the board, or below it. It folds away, so that the board and the hand can be used meanwhile.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import { LogAnnouncer } from "./log";
import type { Game } from "../model/game";
import { _ } from "../words/language";

/** Pixels of a dialog below the board that are always there, however large the board is. */
const MIN_SHEET_PX = 200;

/** What is focused first: not what closes the dialog. */
const FIRST_CONTROL = ".name-search input, .typed input, button.choice, .choice button, .answers button, .hand-rows button, .buttons button:enabled";

interface DialogProps {
  readonly game: Game;
  readonly title: string;
  readonly close?: (() => void) | undefined;
  /** What Escape does where the dialog has a button of its own for it. */
  readonly leave?: (() => void) | undefined;
  /** Whether it has only a few buttons: then it is no higher than they are. */
  readonly isBrief?: boolean;
  readonly children: ComponentChildren;
}

/** Escape closes it where it may be closed; nothing else does. The browser keeps the keys in it unless it is folded. */
export function Dialog({ game, title, close, leave = close, isBrief, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [isFolded, setFolded] = useState(false);
  const [isOnBoard, setOnBoard] = useState(false);
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    return () => before?.isConnected && before.focus();
  }, []);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    dialog.close();
    if (isFolded) return dialog.show();
    dialog.showModal();
    dialog.querySelector<HTMLElement>(FIRST_CONTROL)?.focus();
  }, [isFolded]);
  useLayoutEffect(() => {
    const board = document.querySelector(".board");
    if (!board) return;
    setOnBoard(true);
    const fit = () => { // below the board, where the screen is upright
      const room = Math.max(MIN_SHEET_PX, innerHeight - board.getBoundingClientRect().bottom - 2);
      ref.current?.style.setProperty("--sheet", `${room}px`);
    };
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(board);
    return () => watch.disconnect();
  }, []);
  return (
    <dialog ref={ref} class={[isFolded && "folded", isBrief && "brief"].filter(Boolean).join(" ")} aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.isComposing) return;
        event.preventDefault(); // a browser that gets a second Escape closes the dialog, whatever is open here
        leave?.();
      }}
      onCancel={(event) => {
        event.preventDefault();
        leave?.();
      }}
      onClose={(event) => {
        const dialog = event.currentTarget;
        if (!dialog.open && dialog.isConnected) dialog.showModal(); // a browser closed it that does not ask twice
      }}>
      <header>
        <h2>{title}</h2>
        {isOnBoard ? (
          <button class="button quiet fold" aria-expanded={!isFolded} aria-label={isFolded ? _("Back to the choice") : _("Show the board")}
            onClick={() => setFolded(!isFolded)}>{isFolded ? "▲" : "▼"}</button>
        ) : null}
        {close ? <button class="button quiet" aria-label={_("Close")} onClick={close}>✕</button> : null}
      </header>
      {children}
      {isFolded ? null : <LogAnnouncer game={game} isLate />}
    </dialog>
  );
}
