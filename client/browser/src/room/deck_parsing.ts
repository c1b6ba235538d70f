// Decks as text: .ydk and ydke://, parsed to show and to side with. The server decides whether one may be played,
// and which cards a list names. Compared with the server's parser by tests/shared/cards/deck_vectors.json.

import { cardText, fileAddress, pgettext } from "../words/language";
import { KIND_HEADING_ROWS, PART_HEADING_ROWS } from "../generated/headings";

export interface Deck {
  readonly main: readonly number[];
  readonly extra: readonly number[];
  readonly side: readonly number[];
}

export interface ReadyDeck {
  readonly name: string;
  readonly title: string;
  readonly formats: readonly string[];
  readonly about: string;
  readonly text: string;
  /** Whether only EDOPro's core knows its cards. */
  readonly core?: boolean;
}

/** The server's data for choosing a deck: ready ones, and names of the cards it comes with. */
export interface DeckShelf {
  readonly ready: readonly ReadyDeck[];
  readonly names: Readonly<Record<number, string>>;
  readonly extra: readonly number[];
}

let shelf: Promise<DeckShelf> | null = null;

/** The title of a ready deck in this page's language. Only a table's own decks have theirs in the first texts. */
export function deckTitle(deck: ReadyDeck): string {
  const title = pgettext("the title of a deck", deck.title);
  return title === deck.title ? cardText(title) : title;
}

/** The ready decks of a format; by EDOPro's core those of its cards too. */
export function readyDecks(shelf: DeckShelf | null, format: string, isCore: boolean): readonly ReadyDeck[] {
  return shelf?.ready.filter((deck) => deck.formats.includes(format) && (isCore || !deck.core)) ?? [];
}

/** One of the ready decks, picked by chance. */
export function surpriseDeck(ready: readonly ReadyDeck[]): ReadyDeck | undefined {
  return ready[Math.floor(Math.random() * ready.length)];
}

export function loadShelf(): Promise<DeckShelf> {
  shelf ??= fetch(fileAddress("decks.json")).then((answer) => answer.json() as Promise<DeckShelf>);
  return shelf;
}

/** A deck, and what was left out of its text. `hasNames`: some cards are given by name, for the server to look up. */
export interface ParsedDeck {
  readonly deck: Deck;
  readonly unread: readonly number[];
  readonly leftOut: readonly (readonly [number, string])[];
  readonly hasNames: boolean;
}

const MAX_DECK_CARDS = 200;
const MAX_PASSCODE = 4_294_967_295;
const MAX_LINE_LETTERS = 240;
const MAX_QUOTED_LETTERS = 40;

/** Headings of Main, Extra and Side Deck, by their letters. */
const PART_HEADINGS = new Map<string, number>(
  PART_HEADING_ROWS.flatMap((row, part) => row.map((heading): [string, number] => [heading, part])),
);
const KIND_HEADINGS = new Set<string>(KIND_HEADING_ROWS);

/** The deck a text holds; null where it holds none, which the server then explains. */
export function deckText(text: string): Deck | null {
  return parseDeck(text)?.deck ?? null;
}

/** Parse the text of a .ydk file, a ydke:// address or a list, as `shared/facedown_shared/decks/deck_parsing.py` does; null where no
 * card stands in it. */
export function parseDeck(text: string): ParsedDeck | null {
  const plainText = text.replaceAll("\ufeff", "");
  const address = findYdke(plainText);
  if (address !== null) {
    const parts = parseYdke(address);
    return parts ? toParsedDeck(parts, [], [], false) : null;
  }
  return parseLines(plainText);
}

function toParsedDeck(parts: number[][], unread: number[], leftOut: [number, string][], hasNames: boolean): ParsedDeck | null {
  const [main = [], extra = [], side = []] = parts;
  const size = main.length + extra.length + side.length;
  if (size > MAX_DECK_CARDS || (!size && !hasNames)) return null;
  return { deck: { main, extra, side }, unread, leftOut, hasNames };
}

function parseLines(text: string): ParsedDeck | null {
  const parts: number[][] = [[], [], []];
  const unread: number[] = [];
  const leftOut: [number, string][] = [];
  let part: number | null = 0;
  let [begun, hasNames, total] = [false, false, 0];
  let heading: [number, string] | null = null;
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const row = line.trim();
    const named = /^[0-9]/.test(row) ? undefined : PART_HEADINGS.get(lettersOf(row));
    const isOther = named === undefined && isOtherHeading(row, begun);
    if (named !== undefined || isOther) {
      [part, begun] = [named ?? null, begun || named !== undefined];
      heading = isOther ? [at + 1, row.slice(0, MAX_QUOTED_LETTERS)] : null;
      continue;
    }
    if (!row || isRemark(row) || KIND_HEADINGS.has(lettersOf(row))) continue;
    const found = row.length > MAX_LINE_LETTERS ? null : parsePasscode(withoutBullet(row));
    if (found && found[0] > 0 && found[1] > 0 && found[1] <= MAX_PASSCODE) {
      if (part !== null) {
        total += found[0];
        if (total > MAX_DECK_CARDS) return null;
        parts[part]?.push(...Array.from({ length: found[0] }, () => found[1]));
      } else if (heading) {
        leftOut.push(heading);
        heading = null;
      }
    } else if (part !== null) {
      if (!found && row.length <= MAX_LINE_LETTERS && /\p{L}{2}/u.test(row)) hasNames = true;
      unread.push(at + 1);
    }
  }
  return toParsedDeck(parts, unread, leftOut, hasNames);
}

function lettersOf(row: string): string {
  return row.slice(0, MAX_LINE_LETTERS).toLowerCase().replaceAll("cards", "").replace(/[^\p{L}]+/gu, "");
}

function isOtherHeading(row: string, begun: boolean): boolean {
  if (row.startsWith("!")) return !/^![0-9]/.test(row);
  const word = /^#[ \t]*([A-Za-z_]+)[ \t]*:?$/.exec(row)?.[1]?.toLowerCase();
  return begun && word !== undefined && !KIND_HEADINGS.has(word) && word !== "created";
}

function withoutBullet(row: string): string {
  return /^[-*•·](?:[ \t]|$)/.test(row) ? row.slice(1).trimStart() : row;
}

const TIMES_SIGNS = "xX*×";

/** What follows a number: whether there are blanks and a sign of multiplication, the next number, the rest. */
function parseQuantity(behind: string) {
  const row = behind.replace(/^[ \t]+/, "");
  const hasSign = row !== "" && TIMES_SIGNS.includes(row.charAt(0));
  const behindSign = hasSign ? row.slice(1).replace(/^[ \t]+/, "") : row;
  const number = /^[0-9]+/.exec(behindSign)?.[0] ?? "";
  return { isApart: row.length < behind.length, hasSign, number, rest: behindSign.slice(number.length) };
}

const isNumberOver = (rest: string) => !/^[0-9A-Za-z.]/.test(rest);
const isNameNext = (rest: string) => !rest.startsWith("--") && /^\p{L}/u.test(rest.replace(/^[ \t-]+/, ""));
const isRemark = (rest: string) => /^(?:#|\/\/|--)/.test(rest);

/** The count and the passcode of a line; null for a line without one. */
function parsePasscode(row: string): readonly [number, number] | null {
  if (TIMES_SIGNS.includes(row.charAt(0))) {
    const found = /^[0-9]+/.exec(row.slice(1))?.[0];
    return found ? parseCountFirst(found, row.slice(1 + found.length)) : null;
  }
  const opened = row.startsWith("(") ? 1 : 0;
  const first = /^[0-9]+/.exec(row.slice(opened))?.[0];
  if (!first || (opened && row.charAt(1 + first.length) !== ")")) return null;
  const behind = row.slice(first.length + 2 * opened);
  const counted = first.length <= 2 ? parseCountFirst(first, behind) : null;
  return counted ?? (opened || isCountedName(first, behind) ? null : parseCodeFirst(first, behind));
}

/** What follows the first digits of a number in a card's name: "10,000 Year Reunion". */
const GROUP = /^,[0-9]{3}(?![0-9])/;

function parseCountFirst(count: string, behind: string): readonly [number, number] | null {
  const { isApart, hasSign, number, rest } = parseQuantity(behind);
  const code = number.replace(/^0+/, "");
  const isCode = code.length > 2 || (hasSign && code !== "" && !isNameNext(rest));
  if (count.length > 2 || !(hasSign || isApart) || !isCode || !isNumberOver(rest)) return null;
  return GROUP.test(rest) ? null : [Number(count), passcode(code)];
}

/** Whether a short number counts copies of the name after it; a name may begin with a number. */
function isCountedName(first: string, behind: string): boolean {
  const { isApart, hasSign, number, rest } = parseQuantity(behind);
  return first.length <= 2 && (hasSign || isApart) && (GROUP.test(rest) || (number.length <= 2 && isNameNext(rest)));
}

function parseCodeFirst(first: string, behind: string): readonly [number, number] | null {
  if (first.length <= 3 && GROUP.test(behind)) return null;
  const { isApart, hasSign, number, rest } = parseQuantity(behind);
  const code = passcode(first.replace(/^0+/, ""));
  if (number && isNumberOver(rest)) {
    if (hasSign) return number.length <= 2 ? [Number(number), code] : null;
    if (isApart && number.length > 2) return null; // two passcodes, and no sign which is meant
    if (isApart && (!rest.trim() || isRemark(rest.trim()))) return [Number(number), code];
  }
  return isNumberOver(behind) ? [1, code] : null;
}

function passcode(digits: string): number {
  return digits && digits.length <= String(MAX_PASSCODE).length ? Number(digits) : 0;
}

/** What follows ydke:// in a text, however it is wrapped; null where there is none. */
function findYdke(text: string): string | null {
  const found = /ydke(?::|%3a)(?:\/|%2f){2}/i.exec(text);
  if (!found || text.split(/\r\n|\r|\n/).some((line) => line.trim().toLowerCase() === "#main")) return null;
  const address = text.slice(found.index).replace(/%([0-9a-f]{2})/gi, (_all, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)));
  return address.slice("ydke://".length);
}

function parseYdke(address: string): number[][] | null {
  const pieces = address.split("!");
  const [main, extra, side] = pieces;
  if (main === undefined || extra === undefined || side === undefined) return null;
  const isOpen = pieces.length === 3 || !BASE64_PATTERN.test(side);
  const last = isOpen ? /^[A-Za-z0-9+/=_\s-]*/.exec(side.split(" ")[0] ?? "")?.[0] ?? "" : side;
  const parts = [main, extra, last].map(unpackPasscodes);
  return parts.every((part) => part !== null) ? parts : null;
}

const BASE64_PATTERN = /^[A-Za-z0-9+/=_\s-]*$/;

function unpackPasscodes(part: string): number[] | null {
  try {
    const letters = part.replace(/\s+/g, "").replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
    const bytes = Uint8Array.from(atob(letters), (sign) => sign.charCodeAt(0));
    if (bytes.length % 4) return null;
    const view = new DataView(bytes.buffer);
    const codes = Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(4 * at, true));
    return codes.includes(0) ? null : codes;
  } catch {
    return null;
  }
}

/** The text of a deck file in UTF-8, UTF-16, GBK or Windows-1252; null for a file that is no text. */
export function decodeDeck(bytes: Uint8Array): string | null {
  const starts = (...mark: number[]) => mark.every((byte, at) => bytes[at] === byte);
  if (starts(0xef, 0xbb, 0xbf)) return new TextDecoder("utf-8").decode(bytes);
  if (starts(0xff, 0xfe)) return new TextDecoder("utf-16le").decode(bytes);
  if (starts(0xfe, 0xff)) return new TextDecoder("utf-16be").decode(bytes);
  const probed = bytes.subarray(0, 1_000);
  const zeros = [0, 1].map((odd) => probed.filter((byte, at) => at % 2 === odd && byte === 0).length);
  const many = Math.floor(probed.length / 8);
  const [even = 0, odd = 0] = zeros;
  if (odd > many && !even) return new TextDecoder("utf-16le").decode(bytes);
  if (even > many && !odd) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeLegacy(bytes);
  }
}

function decodeLegacy(bytes: Uint8Array): string {
  const runs: number[] = [];
  let run = 0;
  for (const byte of [...bytes, 0]) {
    if (byte >= 0x80) run += 1;
    else if (run) runs.push(run), (run = 0);
  }
  if (2 * runs.filter((length) => length % 2).length < runs.length) {
    try {
      return new TextDecoder("gbk", { fatal: true }).decode(bytes);
    } catch {
      // Windows-1252 then
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

export function formatDeck(deck: Deck): string {
  return ["#main", ...deck.main, "#extra", ...deck.extra, "!side", ...deck.side, ""].join("\n");
}

/** The text as it is sent: cards in the Main Deck that belong in the Extra Deck are moved there, as on the server. */
export function moveExtraDeckCards(text: string, extra: ReadonlySet<number>): string {
  const parsed = parseDeck(text);
  const deck = parsed?.deck;
  if (!deck || parsed.hasNames || parsed.unread.length || parsed.leftOut.length) return text; // the server reports it
  if (!deck.main.some((code) => extra.has(code))) return text;
  return formatDeck({
    main: deck.main.filter((code) => !extra.has(code)),
    extra: [...deck.extra, ...deck.main.filter((code) => extra.has(code))],
    side: deck.side,
  });
}
