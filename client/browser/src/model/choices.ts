// The options of a prompt, sorted by their place on the page: on a card, in a zone, in a dialog, on a button.
// Every option is found in exactly one of these places (as in `client/facedown_client/board/choices.py`).

import { AT_ONCE, LEADING, LOOSE, ONE_BY_ONE, ORDERING } from "../generated/tables";
import type { CardsFound, Option, Prompt, View } from "../generated/wire";
import { whereIs, zonesOf } from "./view";

/** act, pick: cards in their places; zone: zones of the board; cards, order, position, ask: a dialog. */
export type Form = "none" | "act" | "pick" | "zone" | "cards" | "order" | "position" | "ask" | "hands";

export interface Choices {
  readonly prompt: Prompt | null;
  readonly form: Form;
  readonly byCard: ReadonlyMap<number, readonly number[]>;
  /** "seat:zone:slot" -> option. */
  readonly byPlace: ReadonlyMap<string, number>;
  readonly listed: readonly number[];
  readonly phases: ReadonlyMap<string, number>;
  readonly buttons: readonly number[];
  /** Whether picking and confirming are two steps: a card is read before it is taken, or several may be picked. */
  readonly isMany: boolean;
  /** Whether its options have no place on the board. */
  readonly isInDialog: boolean;
}

const NO_CHOICES: Choices = {
  prompt: null, form: "none", byCard: new Map(), byPlace: new Map(), listed: [], phases: new Map(), buttons: [],
  isMany: false, isInDialog: false,
};

const isAmong = (words: readonly string[], word: string): boolean => words.includes(word);

export function sortChoices(prompt: Prompt | null, view: View | null): Choices {
  if (!prompt) return NO_CHOICES;
  const form = view ? formOf(prompt, view) : "ask"; // who begins is asked before there is a View
  const byCard = new Map<number, number[]>();
  const byPlace = new Map<string, number>();
  const phases = new Map<string, number>();
  const listed: number[] = [];
  const buttons: number[] = [];
  for (const [at, option] of prompt.options.entries()) {
    if (form === "zone" && option.place) {
      byPlace.set(`${option.place.seat}:${option.place.zone}:${option.place.slot}`, at);
    } else if (option.verb === "phase") phases.set(option.text, at);
    else if (isAmong(LOOSE, option.verb) && form !== "ask") buttons.push(at);
    else if ((form === "act" || form === "pick") && option.card) {
      byCard.set(option.card, [...(byCard.get(option.card) ?? []), at]);
    } else if (form === "ask" || form === "position"
      || ((form === "cards" || form === "order") && (option.card || option.code))) listed.push(at);
    else buttons.push(at);
  }
  const lead = (at: number) => rankOfVerb(prompt.options[at]?.verb ?? "");
  for (const found of byCard.values()) found.sort((one, other) => lead(one) - lead(other));
  const isRead = prompt.declare || (form === "cards" && listed.length > 0) || (form === "pick" && byCard.size > 0);
  const isMany = !isOne(prompt) || isRead;
  const isInDialog = ["cards", "order", "position", "ask"].includes(form);
  return { prompt, form, byCard, byPlace, listed, phases, buttons, isMany, isInDialog };
}

/** Whether exactly one option is picked. */
export function isOne(prompt: Prompt): boolean {
  return prompt.most <= 1 && prompt.least > 0;
}

function rankOfVerb(verb: string): number {
  const at = (LEADING as readonly string[]).indexOf(verb);
  return at >= 0 ? 2 * at : 2 * LEADING.length - 3;
}

/** A prompt for the name of any card, with the cards found as its options; any other prompt as it is. */
export function withCardsFound(prompt: Prompt | null, found: CardsFound | null): Prompt | null {
  if (!prompt?.declare) return prompt;
  const cards = found?.ask === prompt.ask ? found.cards : [];
  const options = cards.map(({ code }) => ({
    verb: "choose", card: 0, code, place: null, amount: 0, text: "", words: { id: "", values: [] }, targets: [],
  }));
  return { ...prompt, options };
}

function formOf(prompt: Prompt, view: View): Form {
  const verbs = new Set(prompt.options.map((option) => option.verb));
  const cards = prompt.options.filter((option) => option.card || option.code);
  const isOpen = (option: Option) => isOnBoard(view, option.card);
  if (prompt.kind === "by_hand") return "hands";
  if (prompt.declare) return "cards";
  if (isQuestion(prompt)) return "ask";
  if (isOrdered(prompt) && cards.length > 1) return "order";
  if (prompt.kind === "trigger" && cards.length > 1) return "cards";
  if (["turn", "response", "trigger", "confirm"].includes(prompt.kind)) {
    return cards.every((option) => option.card) ? "act" : "cards";
  }
  if (verbs.size && prompt.options.every((option) => option.place)) return "zone";
  if (verbs.size === 1 && verbs.has("position")) return "position";
  if (verbs.has("direct") && cards.every(isOpen)) return "pick";
  const handles = cards.map((option) => option.card).filter(Boolean);
  if (!cards.length || new Set(handles).size < handles.length) return "ask";
  return cards.every(isOpen) ? "pick" : "cards";
}

/** Whether it asks for the next one in an order. */
export function isOrdered(prompt: Prompt): boolean {
  return isAmong(ONE_BY_ONE, prompt.words.id)
    || (prompt.options.length > 0 && ORDERING.some((verb) => prompt.options.every((one) => one.verb === verb)));
}

function isQuestion(prompt: Prompt): boolean {
  const verbs = prompt.options.map((option) => option.verb);
  if (verbs.length && verbs.every((verb) => verb === "yes" || verb === "no")) return true;
  const isSingle = prompt.kind === "trigger" || isAmong(AT_ONCE, prompt.words.id);
  return isSingle && verbs.length === 2 && verbs.filter((verb) => verb === "no" || verb === "pass").length === 1;
}

function isOnBoard(view: View, handle: number): boolean {
  const place = whereIs(view, handle);
  if (!place) return false;
  if (place.zone === "hand") return place.seat === view.viewer;
  const zone = zonesOf(view.table).find((one) => one.name === place.zone);
  return !!zone && zone.slots !== null;
}

/** The option that passes. */
export function passOption(prompt: Prompt): number {
  for (const verb of ["pass", "done", "no"]) {
    const at = prompt.options.findIndex((option) => option.verb === verb);
    if (at >= 0) return at;
  }
  return -1;
}
