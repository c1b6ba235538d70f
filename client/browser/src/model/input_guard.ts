// No accidental answers: a press or tap just after a prompt appears was meant for what was there before, and the
// click that a browser sends at the end of a drag or a long press was not meant as a click.

import type { Game } from "./game";

/** Milliseconds in which a new prompt takes no key and no tap. */
export const GUARD_MS = 500;

const ANSWER_SELECTOR = "[data-option], [data-handle], .place, .prompt, .menu, .phases, dialog .buttons";
const ANSWER_KEYS = /^(Enter| |Escape|[1-9])$/;

/** Blocks presses and taps that come too early; returns the function that ends that. */
export function guardInput(game: Game): () => void {
  const held = (event: Event): void => {
    const target = event.target as HTMLElement;
    if (!event.isTrusted || !game.isFresh || target.closest("input, textarea, select")) return;
    if (event instanceof KeyboardEvent ? !ANSWER_KEYS.test(event.key) : !target.closest(ANSWER_SELECTOR)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const kind of ["keydown", "click"]) document.addEventListener(kind, held, true);
  return () => {
    for (const kind of ["keydown", "click"]) document.removeEventListener(kind, held, true);
  };
}

/** Stops the click of a lifted pointer, which comes before the next press; clicks of keys and of assistive programs pass. */
export function swallowPointerClick(): void {
  addEventListener("click", swallowIfPointer, { capture: true });
  const stop = () => removeEventListener("click", swallowIfPointer, { capture: true });
  addEventListener("pointerdown", stop, { capture: true, once: true });
}

export function swallowClick(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}

function swallowIfPointer(event: MouseEvent): void {
  if (event.detail) swallowClick(event);
}
