// A public replay: the bytes of a file that anybody may have made, read within bounds (docs/replays.md), and played.

import { endOf, recordsIn, valueIn } from "./codec";
import { later } from "./language";
import type { Facts, Pile, Place, Seen, View, VisibleEvent, VisibleLink, Words } from "./made/wire";
import { plainRow } from "./view";

const MAGIC = "facedown replay\n";
const VERSION = 1;
const LARGEST = 4 * 1024 * 1024;
const LARGEST_RAW = 24 * 1024 * 1024;
const MOST_RECORDS = 100_000;
const DEEPEST = 6;

const NONE = later("This is not a replay.");
const NEWER = later("This replay was made by a newer version of facedown.");
const DAMAGED = later("This replay is damaged: it cannot be played.");

type Row = Readonly<Record<string, unknown>>;

export interface Head {
  readonly names: readonly [string, string];
  readonly format: string;
  readonly best_of: number;
}

/** One moment: the whole View after it, and what happened in it. */
export interface Frame {
  readonly duel: number;
  readonly view: View;
  readonly events: readonly VisibleEvent[];
}

export interface Replay {
  readonly head: Head;
  readonly frames: readonly Frame[];
}

/** Why a file cannot be played: a sentence to be said with `_`. */
export class NoReplay extends Error {}

export async function readReplay(data: Uint8Array<ArrayBuffer>): Promise<Replay> {
  const magic = new TextDecoder("latin1").decode(data.subarray(0, MAGIC.length));
  if (magic !== MAGIC) throw new NoReplay(NONE);
  try {
    if (data.length > LARGEST) throw new RangeError("too large");
    const rest = data.subarray(MAGIC.length);
    const begin = endOf(rest);
    const row = object(valueIn(rest.subarray(0, begin)));
    if (Number(row["version"] ?? VERSION) > VERSION) throw new NoReplay(NEWER);
    const names = (row["names"] ?? ["", ""]) as [string, string];
    const head = { names, format: String(row["format"] ?? "master"), best_of: Number(row["best_of"] ?? 1) };
    const [side = -1] = (row["sides"] ?? [-1]) as number[];
    return { head, frames: framesOf(await inflated(rest.subarray(begin)), side) };
  } catch (error) {
    throw error instanceof NoReplay ? error : new NoReplay(DAMAGED);
  }
}

/** What was compressed, piece by piece, so that a small file cannot fill the memory. */
async function inflated(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > LARGEST_RAW) {
      void reader.cancel();
      throw new RangeError("too large");
    }
    pieces.push(next.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function framesOf(raw: Uint8Array, side: number): readonly Frame[] {
  const frames: Frame[] = [];
  const facts: Facts[] = [];
  let duel = 0;
  let records = 0;
  let isOver = false;
  for (const record of recordsIn(raw)) {
    if (isOver || ++records > MOST_RECORDS) throw new RangeError("more than a replay holds");
    const [kind, first, row, events] = record as readonly unknown[];
    if (kind === "duel") duel = Number(first);
    else if (kind === "facts") facts.push(...(first as Row[]).map(printed));
    else if (kind === "end") isOver = true;
    else if ((kind === "view" || kind === "step") && first === side) {
      const before = kind === "view" ? empty(side) : frames.at(-1)?.view;
      if (!before) throw new RangeError("a change of nothing");
      const names = kind === "view" ? WHOLE : CHANGED;
      frames.push({ duel, view: after(before, object(row), names, facts), events: (events as Row[]).map(happened) });
    }
  }
  if (!isOver || !frames.length) throw new RangeError("cut off");
  return frames;
}

function object(value: unknown): Row {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("no map");
  return value as Row;
}

function empty(viewer: number): View {
  return {
    viewer, table: "", turn: 0, turn_player: -1, phase: "", tallies: {}, piles: {}, cards: {}, chain: [], attack: null,
    waiting: [], facts: {}, result: "", lasting: [],
  };
}

const FIELDS = [
  "turn", "turn_player", "phase", "tallies", "piles", "cards", "chain", "attack", "waiting", "facts", "result",
  "lasting",
] as const;
const WHOLE = Object.fromEntries(FIELDS.map((name) => [name, name]));
const CHANGED: Readonly<Record<string, string>> = {
  turn: "t", turn_player: "u", phase: "h", tallies: "n", piles: "z", cards: "c", chain: "l", attack: "a", waiting: "w",
  facts: "f", result: "r", lasting: "s",
};

/** The View after a row: single values whole, maps by entry. */
function after(old: View, row: Row, names: Readonly<Record<string, string>>, facts: readonly Facts[]): View {
  const made: Record<string, unknown> = { ...old };
  if (typeof row["table"] === "string") made["table"] = row["table"];
  const gone = (row["g"] ?? {}) as Readonly<Record<string, readonly (string | number)[]>>;
  for (const field of FIELDS) {
    const value = row[names[field] ?? ""];
    const left = gone[field] ?? [];
    if (value === undefined && !left.length) continue;
    const build = BUILT[field];
    if (!build) made[field] = LISTS[field] ? (value as never[]).map(LISTS[field]) : value;
    else {
      const entries: Record<string, unknown> = { ...(old[field] as object) };
      for (const key of left) delete entries[key];
      made[field] = Object.assign(entries, value === undefined ? {} : build(value, facts));
    }
  }
  return made as unknown as View;
}

function mapped(value: unknown, build: (row: never) => unknown): object {
  return Object.fromEntries(Object.entries(object(value)).map(([key, row]) => [key, build(row as never)]));
}

const BUILT: Readonly<Record<string, (value: unknown, facts: readonly Facts[]) => object>> = {
  tallies: (value) => object(value),
  piles: (value) => mapped(value, ([count, handles]: [number, number[]]): Pile => ({ count, handles })),
  cards: (value) => mapped(value, seen),
  facts: (value, facts) => Object.fromEntries((value as number[]).map((number) => {
    const found = facts[number];
    if (!found) throw new RangeError("no such facts");
    return [found.code, found];
  })),
};

const LISTS: Readonly<Record<string, (row: never) => unknown>> = {
  chain: link, waiting: ([seat, kind]: [number, string]) => ({ seat, kind }),
  lasting: (row: Row) => ({ code: 0, seats: [], cards: [], turn: 0, phase: "end", ...row }),
};

const CARD: Readonly<Record<string, keyof Seen>> = {
  o: "owner", p: "controller", c: "code", u: "face_up", d: "defense_position", a: "attack", f: "defense", l: "level",
  r: "rank", k: "link", s: "scale", t: "attribute", e: "race", n: "counters", m: "materials", q: "equipped_to",
  g: "targets", x: "negated", v: "revealed", b: "token", w: "name", y: "kinds",
};
const EVENT: Readonly<Record<string, keyof VisibleEvent>> = {
  k: "kind", s: "seat", c: "card", h: "was", i: "code", f: "start", t: "goal", n: "amount", w: "word", o: "others",
};

function named(row: Row, names: Readonly<Record<string, string>>): Row {
  return Object.fromEntries(Object.entries(object(row)).flatMap(([key, value]) => {
    const name = names[key];
    return name === undefined ? [] : [[name, value]];
  }));
}

function seen(row: Row): Seen {
  return { ...plainRow(0, 0), ...(named(row, CARD) as Partial<Seen>) };
}

function place(spot: unknown): Place | null {
  if (!Array.isArray(spot)) return null;
  const [seat, zone, slot] = spot as [number, string, number];
  return { seat, zone, slot };
}

function words(row: unknown, depth = 0): Words {
  if (!Array.isArray(row) || !row.length || depth > DEEPEST) return { id: "", values: [] };
  const [id, ...values] = row as [string, ...unknown[]];
  return { id, values: values.map((value) => (Array.isArray(value) ? words(value, depth + 1) : value as string | number)) };
}

function link(row: Row): VisibleLink {
  const told = { seat: -1, card: 0, code: 0, targets: [], negated: false, ...object(row) };
  return { ...told, words: words(row["words"]), place: place(row["place"]) };
}

function happened(row: Row): VisibleEvent {
  const told = named(row, EVENT);
  return {
    kind: "", seat: -1, card: 0, was: 0, code: 0, amount: 0, word: "", others: [], ...told, start: place(told["start"]),
    goal: place(told["goal"]),
  };
}

function printed(row: Row): Facts {
  return {
    code: 0, name: "", kinds: [], attribute: "", race: "", level: 0, rank: 0, link: 0, attack: null, defense: null,
    scales: null, arrows: [], archetypes: [], alias: 0, text: "", pendulum_text: "", extra: {}, ...object(row),
  };
}
