// A card of the deck editor, dragged by mouse or finger to a part of the deck, or out of it.

import { swallowPointerClick } from "../model/input_guard";
import type { Part } from "./deck_changes";

/** Pixels before a press becomes a drag. */
const MIN_DRAG_PX = 10;
/** Until a finger that rests on a card drags it; one that moves before scrolls. */
const LONG_PRESS_MS = 350;

/** Where a card is moved from one part to another; null stands for outside of the deck. */
interface DropTarget {
  drop(code: number, from: Part | null, to: Part | null): void;
}

interface Drag {
  readonly code: number;
  readonly part: Part | null;
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly source: HTMLElement;
  readonly isFinger: boolean;
  ghost: HTMLElement | null;
}

/** Follows pointers until the function that is returned is called. */
export function followDeckDrags(deck: DropTarget): () => void {
  let drag: Drag | null = null;
  let resting = 0;
  const end = () => {
    clearTimeout(resting);
    drag?.ghost?.remove();
    document.body.classList.remove("dragging");
    for (const marked of document.querySelectorAll(".goal")) marked.classList.remove("goal");
    drag = null;
  };
  const lift = (x: number, y: number) => {
    if (!drag) return;
    clearTimeout(resting);
    const ghost = drag.source.cloneNode(true) as HTMLElement;
    ghost.classList.add("ghost");
    ghost.removeAttribute("data-card");
    document.getElementById("browser")?.append(ghost);
    drag.ghost = ghost;
    document.body.classList.add("dragging");
    follow(x, y);
  };
  const follow = (x: number, y: number) => {
    if (!drag?.ghost) return;
    drag.ghost.style.transform = `translate(${x}px, ${y}px) translate(-50%, -70%)`;
    for (const marked of document.querySelectorAll(".goal")) marked.classList.remove("goal");
    goalAt(x, y)?.classList.add("goal");
  };
  const down = (event: PointerEvent) => {
    end();
    const source = (event.target as HTMLElement).closest<HTMLElement>("[data-card]");
    if (!source || event.button) return;
    const isFinger = event.pointerType === "touch";
    drag = {
      code: Number(source.dataset["card"]), part: (source.dataset["part"] || null) as Part | null, pointer: event.pointerId,
      x: event.clientX, y: event.clientY, source, isFinger, ghost: null,
    };
    if (isFinger) resting = setTimeout(() => lift(event.clientX, event.clientY), LONG_PRESS_MS);
  };
  const move = (event: PointerEvent) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= MIN_DRAG_PX) {
      if (drag.isFinger) return end();
      lift(event.clientX, event.clientY);
    }
    if (drag?.ghost) follow(event.clientX, event.clientY);
  };
  const up = (event: PointerEvent) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { code, part, ghost } = drag;
    const goal = ghost && goalAt(event.clientX, event.clientY)?.dataset["drop"];
    end();
    if (!ghost) return;
    swallowPointerClick();
    if (goal === "out") deck.drop(code, part, null);
    else if (goal) deck.drop(code, part, goal as Part);
  };
  const stopScroll = (event: TouchEvent) => {
    if (drag?.ghost) event.preventDefault();
  };
  const stopMenu = (event: Event) => {
    if (drag) event.preventDefault();
  };
  addEventListener("pointerdown", down);
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", end);
  addEventListener("touchmove", stopScroll, { passive: false });
  addEventListener("contextmenu", stopMenu);
  return () => {
    end();
    removeEventListener("pointerdown", down);
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", end);
    removeEventListener("touchmove", stopScroll);
    removeEventListener("contextmenu", stopMenu);
  };
}

function goalAt(x: number, y: number): HTMLElement | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-drop]") ?? null;
}
