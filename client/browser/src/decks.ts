// Decks as text: .ydk and ydke://, read to show and to side with. Whether one may be played the server says.

import { served } from "./language";

export interface Deck {
  readonly main: readonly number[];
  readonly extra: readonly number[];
  readonly side: readonly number[];
}

export interface ReadyDeck {
  readonly name: string;
  readonly title: string;
  readonly format: string;
  readonly about: string;
  readonly text: string;
}

/** What the server tells of decks to whoever chooses one: ready ones, and names of the cards it comes with. */
export interface Shelf {
  readonly ready: readonly ReadyDeck[];
  readonly names: Readonly<Record<number, string>>;
  readonly extra: readonly number[];
}

let shelf: Promise<Shelf> | null = null;

export function shelved(): Promise<Shelf> {
  shelf ??= fetch(served("decks.json")).then((answer) => answer.json() as Promise<Shelf>);
  return shelf;
}

/** The deck a text holds; null where it holds none, which the server then explains. */
export function deckText(text: string): Deck | null {
  try {
    const parts = text.trim().startsWith("ydke://") ? fromYdke(text.trim()) : fromYdk(text);
    return { main: parts[0] ?? [], extra: parts[1] ?? [], side: parts[2] ?? [] };
  } catch {
    return null;
  }
}

function fromYdk(text: string): number[][] {
  const parts: number[][] = [[], [], []];
  const heads: Record<string, number> = { "#main": 0, "#extra": 1, "!side": 2, "#side": 2 };
  let part = 0;
  for (const line of text.split(/\r?\n/)) {
    const row = line.trim();
    const head = heads[row.toLowerCase()];
    if (head !== undefined) part = head;
    else if (row && !row.startsWith("#")) {
      const code = Number(row.split("#")[0]?.split("--")[0]?.trim());
      if (!Number.isSafeInteger(code) || code <= 0) throw new RangeError(row);
      parts[part]?.push(code);
    }
  }
  return parts;
}

function fromYdke(text: string): number[][] {
  return text.slice(7).split("!").slice(0, 3).map((part) => {
    const bytes = Uint8Array.from(atob(part), (sign) => sign.charCodeAt(0));
    const view = new DataView(bytes.buffer);
    return Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(4 * at, true));
  });
}

export function asText(deck: Deck): string {
  return ["#main", ...deck.main, "#extra", ...deck.extra, "!side", ...deck.side, ""].join("\n");
}

/** The text as it is sent: cards of the Main Deck that belong into the Extra Deck stand there, as on the server. */
export function settled(text: string, extra: ReadonlySet<number>): string {
  const deck = deckText(text);
  if (!deck?.main.some((code) => extra.has(code))) return text;
  return asText({
    main: deck.main.filter((code) => !extra.has(code)),
    extra: [...deck.extra, ...deck.main.filter((code) => extra.has(code))],
    side: deck.side,
  });
}
