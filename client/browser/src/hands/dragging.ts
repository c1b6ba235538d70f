// A card or the top of a pile, dragged by mouse or finger to where one of its rows leads; the server's rows say
// where that is. Each drag is also a row of the menu.

import type { MenuRow, Place, View } from "../generated/wire";
import type { Game } from "../model/game";
import { swallowClick, swallowPointerClick } from "../model/input_guard";
import { whereIs } from "../model/view";

/** Pixels before a press becomes a drag; a finger that moves sideways in the hand scrolls it, or upwards in a pile. */
const MIN_DRAG_PX = 10;
/** Until a finger or a button that rests on a card chooses it. */
const LONG_PRESS_MS = 500;

interface Drag {
  readonly card: number;
  readonly pile: string;
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly source: HTMLElement;
  /** The open pile from which it comes: closed meanwhile, since the board can be reached then. */
  readonly from: string;
  ghost: HTMLElement | null;
}

/** A place as zones are marked on the page: "0:monster:2", or "0:graveyard" of a pile. */
type Spot = string;

/** Follows pointers until the function that is returned is called. */
export function followDrags(game: Game): () => void {
  let drag: Drag | null = null;
  let resting = 0;
  const end = () => {
    clearTimeout(resting);
    drag?.ghost?.remove();
    for (const marked of document.querySelectorAll(".goal")) marked.classList.remove("goal");
    drag = null;
  };
  const down = (event: PointerEvent) => {
    end();
    const source = (event.target as HTMLElement).closest<HTMLElement>(".card[data-handle], .zone.pile");
    if (!source || event.button || game.choices.form !== "hands" || !game.hands?.isActive) return;
    const card = Number(source.dataset["handle"] ?? 0);
    const pile = card ? "" : source.dataset["zone"] ?? "";
    drag = { card, pile, pointer: event.pointerId, x: event.clientX, y: event.clientY, source, from: game.pile, ghost: null };
    if (card) resting = setTimeout(() => {
      end();
      swallowPointerClick(); // when it is lifted
      game.hands?.choose(card);
    }, LONG_PRESS_MS);
  };
  const move = (event: PointerEvent) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost) {
      if (Math.hypot(x, y) < MIN_DRAG_PX) return;
      clearTimeout(resting);
      drag.ghost = makeGhost(drag.source);
      const [owner = "-", zone = ""] = drag.pile.split(":");
      game.hands?.request(drag.card, zone, zone ? Number(owner) : -1);
      if (drag.from) game.pile = "";
      game.draw();
    }
    event.preventDefault();
    drag.ghost.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -60%)`;
    markGoals(game);
  };
  const up = (event: PointerEvent) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const isDragged = drag.ghost !== null;
    const { from } = drag;
    const spot = isDragged ? spotAt(event.clientX, event.clientY) : "";
    end();
    if (!isDragged) return;
    swallowPointerClick();
    if (spot) game.hands?.drop(spot);
    else if (from) game.togglePile(from);
    else game.hands?.close();
  };
  const choose = (event: MouseEvent | KeyboardEvent) => {
    const isModified = event.shiftKey || event.ctrlKey || event.metaKey;
    const card = Number((event.target as HTMLElement).closest<HTMLElement>(".card[data-handle]")?.dataset["handle"] ?? 0);
    if (!card || !isModified || ("key" in event && event.key !== "Enter")) return;
    if (game.choices.form !== "hands" || !game.hands?.isActive) return;
    swallowClick(event);
    game.hands.choose(card);
  };
  const keepMenuAway = (event: MouseEvent) => drag && event.preventDefault(); // of a browser, for a finger that rests
  const stopListening = game.addListener(() => drag?.ghost && markGoals(game)); // the rows come later than the drag
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", move, { passive: false });
  document.addEventListener("pointerup", up);
  document.addEventListener("pointercancel", end);
  document.addEventListener("click", choose, { capture: true });
  document.addEventListener("keydown", choose, { capture: true });
  document.addEventListener("contextmenu", keepMenuAway);
  return () => {
    end();
    stopListening();
    document.removeEventListener("pointerdown", down);
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", up);
    document.removeEventListener("pointercancel", end);
    document.removeEventListener("click", choose, { capture: true });
    document.removeEventListener("keydown", choose, { capture: true });
    document.removeEventListener("contextmenu", keepMenuAway);
  };
}

function makeGhost(source: HTMLElement): HTMLElement {
  const ghost = document.createElement("div");
  const face = source.querySelector("svg");
  ghost.className = "dragged";
  ghost.style.width = `${(face ?? source).getBoundingClientRect().width}px`;
  if (face) ghost.append(face.cloneNode(true));
  document.body.append(ghost);
  return ghost;
}

function spotAt(x: number, y: number): Spot {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-zone]")?.dataset["zone"] ?? "";
}

/** Marks where the dragged card may go, once the rows are there. */
function markGoals(game: Game): void {
  const { view } = game.model;
  const rows = game.hands?.menu?.rows;
  if (!rows || !view || document.querySelector(".goal")) return;
  for (const zone of document.querySelectorAll<HTMLElement>("[data-zone]")) {
    if (rowsAt(rows, zone.dataset["zone"] ?? "", view).length) zone.classList.add("goal");
  }
}

/** The rows that lead to a spot: by their places, or at its card. */
export function rowsAt(rows: readonly MenuRow[], spot: Spot, view: View): readonly MenuRow[] {
  return rows.filter((row) => !row.needs.includes("beneath")
    && (row.places.some((place) => isAt(place, spot)) || isAt(fixedPlace(row), spot) || aimedCard(row, spot, view) > 0));
}

/** Whether a spot is this place: the place of a row without a slot is the first free one. */
export function isAt(place: Place | null, spot: Spot): boolean {
  return place !== null && (spotOf(place) === spot || (place.slot < 0 && spot.startsWith(`${spotOf(place)}:`)));
}

/** The card at a spot that a row can be aimed at; 0 for none. */
export function aimedCard(row: MenuRow, spot: Spot, view: View): number {
  if (!row.needs.includes("target") && !row.needs.includes("bearer")) return 0;
  return row.cards.find((card) => {
    const place = whereIs(view, card);
    return place !== null && spotOf(place) === spot;
  }) ?? 0;
}

function fixedPlace(row: MenuRow): Place | null {
  const [place] = (row.gesture["places"] as readonly (readonly [number, string, number])[] | undefined) ?? [];
  return place ? { seat: place[0], zone: place[1], slot: place[2] } : null;
}

function spotOf({ seat, zone, slot }: Place): Spot {
  const pile = `${seat < 0 ? "-" : seat}:${zone}`;
  return slot < 0 ? pile : `${pile}:${slot}`;
}
