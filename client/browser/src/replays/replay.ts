// A replay: the bytes of an untrusted file, parsed within limits (docs/reference/replay-files.md), as Views to show.

import { measureValue, decodeRecords, decodeValue } from "../connection/codec";
import { gettextNoop } from "../words/language";
import {
  MAX_CARD_NAME_LETTERS, MAX_CARD_TEXT_LETTERS, MAX_DEPTH, type Field, MAX_FILE_BYTES, MAX_HEAD_BYTES, MAX_UNPACKED_BYTES, MAGIC, MAX_EVENTS, MAX_ROWS, MAX_WORK, ROWS, type RowName,
  REPLAY_FORMAT_VERSION,
} from "../generated/rows";
import type { Facts, Pile, Place, VisibleCard, View, VisibleEvent, VisibleLink, Words } from "../generated/wire";
import { concatBytes } from "../fairness/throws";

const MAX_TEXT_LETTERS = 120;
const MAX_DUELS = 16;

const NO_REPLAY_TEXT = gettextNoop("This is not a replay.");
const NEWER_VERSION_TEXT = gettextNoop("This replay was made by a newer version of facedown.");
const TOO_LARGE_TEXT = gettextNoop("This is larger than a replay can be.");
export const DAMAGED_TEXT = gettextNoop("This replay is damaged: it cannot be played.");

type Row = Readonly<Record<string, unknown>>;

/** What a list of replays shows of one. */
export interface Head {
  /** The side whose View is shown: a seat, or -1 for spectators. */
  readonly sides: readonly number[];
  readonly names: readonly [string, string];
  readonly decks: readonly [string, string];
  readonly format: string;
  readonly mode: string;
  readonly best_of: number;
  readonly made: string;
  readonly results: readonly string[];
  readonly turns: readonly number[];
  readonly frames: number;
  /** Whether both players agreed to open their Decks and hands in it. */
  readonly is_opened: boolean;
  /** Whether it was not seen from its beginning. */
  readonly is_late: boolean;
  /** The result of a match that a player conceded; "" if its duels decided it. */
  readonly match_result: string;
}

/** One moment: the whole View after it, and its events. */
export interface Frame {
  readonly duel: number;
  /** The number of acts of the match before it; counted by frames where the acts are not known. */
  readonly at: number;
  readonly view: View;
  readonly events: readonly VisibleEvent[];
}

export interface Replay {
  readonly head: Head;
  /** For each side of the head what was shown to it; the first is the one that is shown. */
  readonly courses: readonly (readonly Frame[])[];
  /** The line of each duel by its number, if the match was opened. */
  readonly lines: ReadonlyMap<number, string>;
}

/** Why a file cannot be played: a sentence that goes through `_`. */
export class ReplayError extends Error {}

export async function readReplay(data: Uint8Array<ArrayBuffer>): Promise<Replay> {
  if (data.length > MAX_FILE_BYTES) throw new ReplayError(TOO_LARGE_TEXT);
  return reportDamage(async () => {
    const [head, begin] = parseHead(data);
    const raw = await inflate(data.subarray(begin));
    const lines = new Map<number, string>();
    return { head, courses: head.sides.map((side) => framesOf(raw, side, lines)), lines };
  });
}

async function reportDamage<Value>(make: () => Promise<Value>): Promise<Value> {
  try {
    return await make();
  } catch (error) {
    throw error instanceof ReplayError ? error : new ReplayError(DAMAGED_TEXT);
  }
}

/** The head of a file, and the offset of its records. Throws. */
export function parseHead(data: Uint8Array): readonly [Head, number] {
  const magic = new TextDecoder("latin1").decode(data.subarray(0, MAGIC.length));
  if (magic !== MAGIC) throw new ReplayError(NO_REPLAY_TEXT);
  const rest = data.subarray(MAGIC.length, MAGIC.length + MAX_HEAD_BYTES);
  const [end] = measureValue(rest);
  const row = object(decodeValue(rest.subarray(0, end)));
  if (Number(row["version"] ?? REPLAY_FORMAT_VERSION) > REPLAY_FORMAT_VERSION) throw new ReplayError(NEWER_VERSION_TEXT);
  const head = parseRow("Head", row) as unknown as Head;
  const { sides, names, decks, results } = head;
  const texts = [...names, ...decks, ...results, head.format, head.mode, head.made];
  if (texts.some((text) => typeof text !== "string" || text.length > MAX_TEXT_LETTERS)) throw new TypeError("no name");
  if (names.length !== 2 || decks.length !== 2 || results.length > MAX_DUELS || head.turns.length > MAX_DUELS
    || ![1, 2, 3].includes(sides.length) || sides.some((side) => ![-1, 0, 1].includes(side))) {
    throw new RangeError("no head");
  }
  return [head, MAGIC.length + end];
}

/** The decompressed data, piece by piece, so that a small file cannot fill the memory. */
async function inflate(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > MAX_UNPACKED_BYTES) {
      void reader.cancel();
      throw new RangeError("too large");
    }
    pieces.push(next.value);
  }
  return concatBytes(...pieces);
}

function framesOf(raw: Uint8Array, side: number, lines: Map<number, string>): readonly Frame[] {
  const frames: Frame[] = [];
  const facts: Facts[] = [];
  let [duel, acts, work, happenings] = [0, 0, 0, 0];
  let isOver = false;
  for (const record of decodeRecords(raw)) {
    if (isOver || !Array.isArray(record)) throw new RangeError("no record");
    const [kind, first, row, events] = record as readonly unknown[];
    if (typeof kind !== "string") throw new TypeError("no record");
    if (kind === "duel") duel = Number(first);
    else if (kind === "act") acts = Number(first);
    else if (kind === "facts") facts.push(...list(first).map(parseFacts));
    else if (kind === "line") lines.set(Number(first), String(row));
    else if (kind === "end") isOver = true;
    else if ((kind === "view" || kind === "step") && first === side) {
      const before = kind === "view" ? emptyView(side) : frames.at(-1)?.view;
      if (!before) throw new RangeError("a change of nothing");
      const view = applyRow(before, object(row), kind === "view" ? ROWS.BoardRow : ROWS.ChangeRow, facts);
      for (const rows of [view.cards, view.piles, view.facts, view.tallies]) work += Object.keys(rows).length + 1;
      happenings += list(events).length;
      if (work > MAX_WORK || happenings > MAX_EVENTS) throw new ReplayError(TOO_LARGE_TEXT);
      frames.push({ duel, at: acts || frames.length, view, events: list(events).map(parseEvent) });
    }
  }
  if (!isOver || !frames.length) throw new RangeError("cut off");
  return frames;
}

function object(value: unknown): Row {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("no map");
  return value as Row;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new TypeError("no list");
  return value;
}

/** A list of plain values. */
function flat(value: unknown): readonly never[] {
  if (list(value).some((one) => typeof one === "object" && one !== null)) throw new TypeError("a list of lists");
  return value as never[];
}

/** The fields of a row by their names, each of the kind of its default; what is left out has its default. */
function parseRow(name: RowName, row: unknown): Record<string, unknown> {
  const values = object(row);
  return Object.fromEntries(ROWS[name].map((field) => {
    const [own, key, usual] = field;
    return [own, field.length < 3 ? scalar(values[key]) : like(usual, values[key])];
  }));
}

function like(usual: unknown, value: unknown): unknown {
  if (value === undefined) return usual;
  const isAlike = Array.isArray(usual) ? Array.isArray(value)
    : usual === null || (typeof value === typeof usual && !Array.isArray(value));
  if (!isAlike || (value === null && usual !== null)) throw new TypeError("no such value");
  return value;
}

function emptyView(viewer: number): View {
  return {
    viewer, table: "", turn: 0, turn_player: -1, phase: "", tallies: {}, piles: {}, cards: {}, chain: [], attack: null,
    waiting: [], facts: {}, result: "", lasting: [],
  };
}

/** The View after a row: single values whole, maps by entry. */
function applyRow(old: View, row: Row, fields: readonly Field[], facts: readonly Facts[]): View {
  const made: Record<string, unknown> = { ...old };
  const gone = object(row["g"] ?? {});
  for (const [field, key] of fields) {
    const value = row[key];
    const left = flat(gone[field] ?? []);
    if (field === "gone" || (value === undefined && !left.length)) continue;
    const build = MAP_PARSERS[field];
    if (!build) made[field] = (FIELD_PARSERS[field] ?? scalar)(value);
    else {
      const entries: Record<string, unknown> = { ...(old[field as keyof View] as object) };
      for (const each of left) delete entries[each];
      made[field] = Object.assign(entries, value === undefined ? {} : build(value, facts));
    }
  }
  return made as unknown as View;
}

function scalar(value: unknown): unknown {
  if (typeof value !== "number" && typeof value !== "string") throw new TypeError("no single value");
  return value;
}

function parseMap(value: unknown, build: (row: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(object(value)).map(([key, row]) => [key, build(row)]));
}

const MAP_PARSERS: Readonly<Record<string, (value: unknown, facts: readonly Facts[]) => object>> = {
  tallies: (value) => parseMap(value, scalar),
  piles: (value) => parseMap(value, parsePile),
  cards: (value) => parseMap(value, parseCard),
  facts: (value, facts) => Object.fromEntries(flat(value).map((number) => {
    const found = facts[number];
    if (!found) throw new RangeError("no such facts");
    return [found.code, found];
  })),
};

const FIELD_PARSERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  chain: (value) => list(value).map(parseLink),
  waiting: (value) => list(value).map((row) => {
    const [seat, kind] = flat(row);
    return { seat, kind };
  }),
  lasting: (value) => list(value).map((row) => requireFlat(parseRow("LastingRow", row))),
  attack: (value) => value && flat(value),
};

function parsePile(row: unknown): Pile {
  const [count, handles] = list(row);
  if (typeof count !== "number" || count > MAX_ROWS) throw new RangeError("no pile");
  return { count, handles: flat(handles) };
}

/** A row whose lists hold plain values alone, and whose texts are no longer than a card's. */
function requireFlat(row: Record<string, unknown>): Record<string, unknown> {
  for (const [field, value] of Object.entries(row)) {
    const limit = field === "name" ? MAX_CARD_NAME_LETTERS : MAX_CARD_TEXT_LETTERS;
    if (typeof value === "string" && value.length > limit) throw new RangeError("a long text");
    if (Array.isArray(value)) flat(value);
  }
  return row;
}

function parseCard(row: unknown): VisibleCard {
  return requireFlat(parseRow("CardRow", row)) as unknown as VisibleCard;
}

function parsePlace(spot: unknown): Place | null {
  if (spot === null || spot === undefined) return null;
  const [seat, zone, slot] = flat(spot);
  return { seat: seat ?? -1, zone: zone ?? "", slot: slot ?? -1 };
}

function parseWords(row: unknown, depth = 0): Words {
  if (!Array.isArray(row) || !row.length || depth > MAX_DEPTH) return { id: "", values: [] };
  const [id, ...values] = row as [string, ...unknown[]];
  if (typeof id !== "string") throw new TypeError("no sentence");
  return {
    id,
    values: values.map((value) => (Array.isArray(value) ? parseWords(value, depth + 1) : scalar(value) as string | number)),
  };
}

function parseLink(row: unknown): VisibleLink {
  const fields = parseRow("LinkRow", row);
  return {
    ...fields, words: parseWords(fields["words"]), targets: flat(fields["targets"]), place: parsePlace(fields["place"]),
  } as unknown as VisibleLink;
}

function parseEvent(row: unknown): VisibleEvent {
  const fields = parseRow("EventRow", row);
  const [start, goal] = [parsePlace(fields["start"]), parsePlace(fields["goal"])];
  return { ...fields, others: flat(fields["others"]), start, goal } as unknown as VisibleEvent;
}

function parseFacts(row: unknown): Facts {
  return requireFlat(parseRow("FactsRow", row)) as unknown as Facts;
}
