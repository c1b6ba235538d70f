// A replay: the bytes of a file that anybody may have made, read within bounds (docs/reference/replay-files.md), as Views to show.

import { extent, recordsIn, valueIn } from "../connection/codec";
import { later } from "../words/language";
import {
  MAX_DEPTH, type Field, MAX_FILE_BYTES, MAX_HEAD_BYTES, MAX_UNPACKED_BYTES, MAGIC, MAX_EVENTS, MAX_ROWS, MAX_WORK, ROWS, type RowName,
  REPLAY_FORMAT_VERSION,
} from "../generated/rows";
import type { Facts, Pile, Place, VisibleCard, View, VisibleEvent, VisibleLink, Words } from "../generated/wire";
import { joined } from "../fairness/throws";

const LONGEST_NAME = 120;
const MOST_DUELS = 16;

const NONE = later("This is not a replay.");
const NEWER = later("This replay was made by a newer version of facedown.");
const LARGER = later("This is larger than a replay can be.");
export const DAMAGED = later("This replay is damaged: it cannot be played.");

type Row = Readonly<Record<string, unknown>>;

/** What a list of replays shows of one. */
export interface Head {
  /** Whose eyes it is seen with: a seat, or -1 for spectators. */
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
}

/** One moment: the whole View after it, and what happened in it. */
export interface Frame {
  readonly duel: number;
  /** After how many acts of the match; counted by frames where the acts are not known. */
  readonly at: number;
  readonly view: View;
  readonly events: readonly VisibleEvent[];
}

export interface Replay {
  readonly head: Head;
  /** Of each side of the head what was shown to it; the first is the one it is seen from. */
  readonly courses: readonly (readonly Frame[])[];
}

/** Why a file cannot be played: a sentence to be said with `_`. */
export class NoReplay extends Error {}

export async function readReplay(data: Uint8Array<ArrayBuffer>): Promise<Replay> {
  if (data.length > MAX_FILE_BYTES) throw new NoReplay(LARGER);
  return orDamaged(async () => {
    const [head, begin] = headIn(data);
    const raw = await inflated(data.subarray(begin));
    return { head, courses: head.sides.map((side) => framesOf(raw, side)) };
  });
}

async function orDamaged<Value>(make: () => Promise<Value>): Promise<Value> {
  try {
    return await make();
  } catch (error) {
    throw error instanceof NoReplay ? error : new NoReplay(DAMAGED);
  }
}

/** What the beginning of a file says of it, and where its records begin. Throws. */
export function headIn(data: Uint8Array): readonly [Head, number] {
  const magic = new TextDecoder("latin1").decode(data.subarray(0, MAGIC.length));
  if (magic !== MAGIC) throw new NoReplay(NONE);
  const rest = data.subarray(MAGIC.length, MAGIC.length + MAX_HEAD_BYTES);
  const [end] = extent(rest);
  const row = object(valueIn(rest.subarray(0, end)));
  if (Number(row["version"] ?? REPLAY_FORMAT_VERSION) > REPLAY_FORMAT_VERSION) throw new NoReplay(NEWER);
  const head = full("Head", row) as unknown as Head;
  const { sides, names, decks, results } = head;
  const told = [...names, ...decks, ...results, head.format, head.mode, head.made];
  if (told.some((text) => typeof text !== "string" || text.length > LONGEST_NAME)) throw new TypeError("no name");
  if (names.length !== 2 || decks.length !== 2 || results.length > MOST_DUELS || head.turns.length > MOST_DUELS
    || ![1, 2, 3].includes(sides.length) || sides.some((side) => ![-1, 0, 1].includes(side))) {
    throw new RangeError("no head");
  }
  return [head, MAGIC.length + end];
}

/** What was compressed, piece by piece, so that a small file cannot fill the memory. */
async function inflated(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
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
  return joined(...pieces);
}

function framesOf(raw: Uint8Array, side: number): readonly Frame[] {
  const frames: Frame[] = [];
  const facts: Facts[] = [];
  let [duel, acts, work, happenings] = [0, 0, 0, 0];
  let isOver = false;
  for (const record of recordsIn(raw)) {
    if (isOver || !Array.isArray(record)) throw new RangeError("no record");
    const [kind, first, row, events] = record as readonly unknown[];
    if (typeof kind !== "string") throw new TypeError("no record");
    if (kind === "duel") duel = Number(first);
    else if (kind === "act") acts = Number(first);
    else if (kind === "facts") facts.push(...list(first).map(printed));
    else if (kind === "end") isOver = true;
    else if ((kind === "view" || kind === "step") && first === side) {
      const before = kind === "view" ? empty(side) : frames.at(-1)?.view;
      if (!before) throw new RangeError("a change of nothing");
      const view = after(before, object(row), kind === "view" ? ROWS.BoardRow : ROWS.ChangeRow, facts);
      for (const rows of [view.cards, view.piles, view.facts, view.tallies]) work += Object.keys(rows).length + 1;
      happenings += list(events).length;
      if (work > MAX_WORK || happenings > MAX_EVENTS) throw new NoReplay(LARGER);
      frames.push({ duel, at: acts || frames.length, view, events: list(events).map(happened) });
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

/** The fields of a row by their names, each of the kind of its usual value; what is left out is as usual. */
function full(name: RowName, row: unknown): Record<string, unknown> {
  const told = object(row);
  return Object.fromEntries(ROWS[name].map((field) => {
    const [own, key, usual] = field;
    return [own, field.length < 3 ? scalar(told[key]) : like(usual, told[key])];
  }));
}

function like(usual: unknown, value: unknown): unknown {
  if (value === undefined) return usual;
  const isAlike = Array.isArray(usual) ? Array.isArray(value)
    : usual === null || (typeof value === typeof usual && !Array.isArray(value));
  if (!isAlike || (value === null && usual !== null)) throw new TypeError("no such value");
  return value;
}

function empty(viewer: number): View {
  return {
    viewer, table: "", turn: 0, turn_player: -1, phase: "", tallies: {}, piles: {}, cards: {}, chain: [], attack: null,
    waiting: [], facts: {}, result: "", lasting: [],
  };
}

/** The View after a row: single values whole, maps by entry. */
function after(old: View, row: Row, fields: readonly Field[], facts: readonly Facts[]): View {
  const made: Record<string, unknown> = { ...old };
  const gone = object(row["g"] ?? {});
  for (const [field, key] of fields) {
    const value = row[key];
    const left = flat(gone[field] ?? []);
    if (field === "gone" || (value === undefined && !left.length)) continue;
    const build = BUILT[field];
    if (!build) made[field] = (SINGLE[field] ?? scalar)(value);
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

function mapped(value: unknown, build: (row: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(object(value)).map(([key, row]) => [key, build(row)]));
}

const BUILT: Readonly<Record<string, (value: unknown, facts: readonly Facts[]) => object>> = {
  tallies: (value) => mapped(value, scalar),
  piles: (value) => mapped(value, pile),
  cards: (value) => mapped(value, seen),
  facts: (value, facts) => Object.fromEntries(flat(value).map((number) => {
    const found = facts[number];
    if (!found) throw new RangeError("no such facts");
    return [found.code, found];
  })),
};

const SINGLE: Readonly<Record<string, (value: unknown) => unknown>> = {
  chain: (value) => list(value).map(link),
  waiting: (value) => list(value).map((row) => {
    const [seat, kind] = flat(row);
    return { seat, kind };
  }),
  lasting: (value) => list(value).map((row) => flattened(full("LastingRow", row))),
  attack: (value) => value && flat(value),
};

function pile(row: unknown): Pile {
  const [count, handles] = list(row);
  if (typeof count !== "number" || count > MAX_ROWS) throw new RangeError("no pile");
  return { count, handles: flat(handles) };
}

/** A row whose lists hold plain values alone. */
function flattened(row: Record<string, unknown>): Record<string, unknown> {
  for (const value of Object.values(row)) if (Array.isArray(value)) flat(value);
  return row;
}

function seen(row: unknown): VisibleCard {
  return flattened(full("CardRow", row)) as unknown as VisibleCard;
}

function place(spot: unknown): Place | null {
  if (spot === null || spot === undefined) return null;
  const [seat, zone, slot] = flat(spot);
  return { seat: seat ?? -1, zone: zone ?? "", slot: slot ?? -1 };
}

function words(row: unknown, depth = 0): Words {
  if (!Array.isArray(row) || !row.length || depth > MAX_DEPTH) return { id: "", values: [] };
  const [id, ...values] = row as [string, ...unknown[]];
  if (typeof id !== "string") throw new TypeError("no sentence");
  return {
    id,
    values: values.map((value) => (Array.isArray(value) ? words(value, depth + 1) : scalar(value) as string | number)),
  };
}

function link(row: unknown): VisibleLink {
  const told = full("LinkRow", row);
  return {
    ...told, words: words(told["words"]), targets: flat(told["targets"]), place: place(told["place"]),
  } as unknown as VisibleLink;
}

function happened(row: unknown): VisibleEvent {
  const told = full("EventRow", row);
  const [start, goal] = [place(told["start"]), place(told["goal"])];
  return { ...told, others: flat(told["others"]), start, goal } as unknown as VisibleEvent;
}

function printed(row: unknown): Facts {
  return flattened(full("FactsRow", row)) as unknown as Facts;
}
