// What a deck becomes when a card is put in, taken out or moved, its text forms, and the odds of an opening hand.

import type { Facts } from "../generated/wire";
import { type Deck, formatDeck } from "../room/deck_parsing";

export type Part = keyof Deck;
export const PARTS = ["main", "extra", "side"] as const;

/** Kinds of cards that begin beside the deck. */
const EXTRA_KINDS = ["fusion", "synchro", "xyz", "link", "hero", "equipment", "weapon"];
const HEADINGS = { main: "Main Deck", extra: "Extra Deck", side: "Side Deck" };
const FAB_FORMAT = "fab";

/** The part in which a card belongs, other than the Side Deck. */
export function homeOf(facts: Facts | undefined): Part {
  return facts?.kinds.some((kind) => EXTRA_KINDS.includes(kind)) ? "extra" : "main";
}

/** The part to which a card goes that is dropped on another: the Side Deck takes all, else the one where it belongs. */
export function goalOf(facts: Facts | undefined, wanted: Part): Part {
  return wanted === "side" ? "side" : homeOf(facts);
}

/** The deck with a copy moved from one part to another; null stands for the search results, and for out of the deck. */
export function moveCard(deck: Deck, code: number, from: Part | null, to: Part | null): Deck {
  if (from === to || (from && !deck[from].includes(code))) return deck;
  const changed = { ...deck };
  if (from) {
    const at = deck[from].lastIndexOf(code);
    changed[from] = deck[from].filter((_one, index) => index !== at);
  }
  if (to) {
    const last = deck[to].lastIndexOf(code); // copies stand together
    changed[to] = last < 0 ? [...deck[to], code] : [...deck[to].slice(0, last), code, ...deck[to].slice(last)];
  }
  return changed;
}

/** Cards of a part, each once with its number of copies, in their order. */
export function countCards(codes: readonly number[]): readonly (readonly [code: number, count: number])[] {
  const counts = new Map<number, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts];
}

export function isSameDeck(one: Deck, other: Deck): boolean {
  return PARTS.every((part) => one[part].join() === other[part].join());
}

function rank(facts: Facts | undefined): number {
  const kind = ["monster", "spell", "trap"].findIndex((one) => facts?.kinds.includes(one));
  return 100 * (kind < 0 ? 3 : kind) - (kind ? 0 : facts?.level || facts?.rank || facts?.link || 0);
}

/** The deck with each part sorted: monsters by Level, then Spells, then Traps, each by name. */
export function sortDeck<Sorted extends Deck>(deck: Sorted, factsBy: (code: number) => Facts | undefined): Sorted {
  const order = (one: number, other: number) =>
    rank(factsBy(one)) - rank(factsBy(other)) || (factsBy(one)?.name ?? "").localeCompare(factsBy(other)?.name ?? "") || one - other;
  return { ...deck, ...Object.fromEntries(PARTS.map((part) => [part, [...deck[part]].sort(order)])) };
}

export type Names = (code: number) => string;

/** The deck as the text of a .ydk file. */
export function toYdk(deck: Deck): string {
  return `#created by facedown\n${formatDeck(deck)}`;
}

function packPart(codes: readonly number[]): string {
  const bytes = new Uint8Array(4 * codes.length);
  codes.forEach((code, at) => new DataView(bytes.buffer).setUint32(4 * at, code, true));
  return btoa(String.fromCharCode(...bytes));
}

export function toYdke(deck: Deck): string {
  return `ydke://${PARTS.map((part) => `${packPart(deck[part])}!`).join("")}`;
}

/** The deck as a list of names; a card without a name is a passcode. */
export function toList(deck: Deck, names: Names, isHeaded = true): string {
  return PARTS.filter((part) => deck[part].length).map((part) => [
    ...(isHeaded ? [HEADINGS[part]] : []), ...countCards(deck[part]).map(([code, count]) => `${count} ${names(code) || code}`), "",
  ].join("\n")).join("\n");
}

/** The text to send to a server: of Flesh and Blood a list of names where the server lacks cards, since names say more. */
export function toSentText(deck: Deck, format: string, names: Names, isKnown: boolean): string {
  const isListed = format === FAB_FORMAT && !isKnown && !deck.side.length;
  return isListed ? toList(deck, names, false) : toYdk(deck);
}

function chooseCount(from: number, taken: number): number {
  let found = 1;
  for (let at = 1; at <= taken; at++) found *= (from - taken + at) / at;
  return from < taken ? 0 : found;
}

/** The chance (0 to 1) to draw at least one of so many copies: one less the hands without any. */
export function chanceOfAny(size: number, copies: number, draws: number): number {
  const drawn = Math.min(draws, size);
  return size && copies ? 1 - chooseCount(size - copies, drawn) / chooseCount(size, drawn) : 0;
}

export function shuffle(codes: readonly number[]): number[] {
  const cards = [...codes];
  for (let at = cards.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [cards[at], cards[other]] = [cards[other] as number, cards[at] as number];
  }
  return cards;
}
