// The decks that are stored in this browser, for this server alone.

import { DECK_FORMATS } from "../generated/search_terms";
import type { Deck } from "../room/deck_parsing";
import { _, row } from "../words/language";
import { toSentText } from "./deck_changes";

export interface StoredDeck extends Deck {
  readonly id: string;
  readonly name: string;
  readonly format: string;
  readonly banlist: string;
  /** Names of its cards by passcode, in English or the language in which they were sent. */
  readonly names: Readonly<Record<number, string>>;
  /** When it was saved, by this computer's clock in ms. */
  readonly saved: number;
}

const KEY = "facedown decks";
const MAX_DECKS = 200;
export const MAX_NAME_LETTERS = 60;

function isCodes(value: unknown): value is number[] {
  return Array.isArray(value) && value.length <= 200 && value.every((code) => Number.isInteger(code) && code > 0);
}

function isDeck(value: unknown): value is StoredDeck {
  const one = value as Partial<StoredDeck> | null;
  return !!one && typeof one.id === "string" && typeof one.name === "string" && typeof one.format === "string"
    && isCodes(one.main) && isCodes(one.extra) && isCodes(one.side);
}

/** The stored decks, the latest first. Throws where the browser stores nothing. */
export function listDecks(): readonly StoredDeck[] {
  const rows: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
  const found = Array.isArray(rows) ? rows.filter(isDeck) : [];
  return found.map((one) => ({ ...one, banlist: one.banlist ?? "", names: one.names ?? {}, saved: one.saved ?? 0 }))
    .sort((one, other) => other.saved - one.saved);
}

function storeDecks(decks: readonly StoredDeck[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(decks.slice(0, MAX_DECKS)));
    return true;
  } catch {
    return false;
  }
}

/** The stored decks; none where the browser stores nothing. */
export function storedDecks(): readonly StoredDeck[] {
  try {
    return listDecks();
  } catch {
    return [];
  }
}

/** Stores a deck; returns whether the browser accepted it. */
export function saveDeck(deck: StoredDeck): boolean {
  const others = storedDecks().filter((one) => one.id !== deck.id);
  return others.length < MAX_DECKS && storeDecks([deck, ...others]);
}

export function deleteDeck(id: string): void {
  storeDecks(storedDecks().filter((one) => one.id !== id));
}

/** Whether this browser stores decks. */
export function canStore(): boolean {
  try {
    localStorage.setItem(`${KEY} test`, "1");
    localStorage.removeItem(`${KEY} test`);
    return true;
  } catch {
    return false;
  }
}

export function newDeck(name: string, format: string): StoredDeck {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { id, name: name.slice(0, MAX_NAME_LETTERS), format, banlist: "", main: [], extra: [], side: [], names: {}, saved: 0 };
}

/** The decks that can be played in a format: those of its game, with those of the format itself first. */
export function decksForFormat(decks: readonly StoredDeck[], format: string): readonly StoredDeck[] {
  const ofGame = decks.filter((deck) => DECK_FORMATS[deck.format]?.game === DECK_FORMATS[format]?.game);
  return [...ofGame.filter((deck) => deck.format === format), ...ofGame.filter((deck) => deck.format !== format)];
}

/** The name of a deck, with its own format where that is another. */
export function storedDeckTitle(deck: StoredDeck, format: string): string {
  const own = deck.banlist || (deck.format === format ? "" : _(row("FORMATS", deck.format) ?? deck.format));
  return own ? `${deck.name} (${own})` : deck.name;
}

export function textToSend(deck: StoredDeck): string {
  return toSentText(deck, deck.format, (code) => deck.names[code] ?? "", false);
}
