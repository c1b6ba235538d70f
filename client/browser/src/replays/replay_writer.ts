// Makes a replay from Views as they arrive, record for record as `shared/facedown_shared/replay/writing.py` does (docs/reference/replay-files.md).

import { packValue, decodeRecords } from "../connection/codec";
import {
  MAX_CARD_NAME_LETTERS, MAX_CARD_TEXT_LETTERS, MAX_DEPTH, MAX_UNPACKED_BYTES, MAX_RECORD_BYTES, MAGIC, MAX_RECORDS, ROWS, type RowName,
  REPLAY_FORMAT_VERSION,
} from "../generated/rows";
import type { Facts, Pile, Place, VisibleCard, View, VisibleEvent, VisibleLink, Words } from "../generated/wire";
import { type Head, parseHead } from "./replay";
import { concatBytes } from "../fairness/throws";

type Values = Readonly<Record<string, unknown>>;
type Fields = Map<string, unknown>;
/** The head of a file, without the fields that the writer fills in. */
type HeadFacts = Omit<Head, "results" | "turns" | "frames" | "is_opened">;
type Numbers = ReadonlyMap<number, number>;

const MAP_FIELDS = ["tallies", "piles", "cards", "facts"] as const;

export class ReplayWriter {
  frames = 0;
  results: string[] = [];
  turns: number[] = [];
  private readonly pieces: Uint8Array[] = [];
  private size = 0;
  /** By passcode: what is printed as it was last sent, and the number of that row. */
  private readonly known = new Map<number, readonly [string, number]>();
  private rows = 0;
  private view: View | null = null;
  private numbers: Numbers = new Map();

  /** Goes on after records that were written before, with the state after them. */
  resume(records: Uint8Array, frames: number, results: readonly string[], turns: readonly number[]): void {
    this.pieces.push(records);
    this.size = records.length;
    for (const record of decodeRecords(records)) {
      const [kind, rows] = record as readonly unknown[];
      if (kind === "facts") this.rows += (rows as unknown[]).length;
    }
    [this.frames, this.results, this.turns] = [frames, [...results], [...turns]];
  }

  /** All records so far. */
  get records(): Uint8Array {
    return concatBytes(...this.pieces);
  }

  /** Whether it has as much as a file may hold; later frames are left out. */
  get isFull(): boolean {
    return this.size > MAX_UNPACKED_BYTES / 2 || this.frames > MAX_RECORDS / 3;
  }

  /** Begins a duel. */
  startDuel(number: number): void {
    if (number === this.results.length) return;
    this.view = null;
    this.results.push("");
    this.turns.push(0);
    this.add(["duel", number]);
  }

  /** Writes one frame. `isWhole`: earlier frames were missed. */
  addFrame(view: View, events: readonly VisibleEvent[], isWhole: boolean): void {
    if (this.isFull) return;
    if (!this.results.length) this.startDuel(1);
    this.frames += 1;
    const old = this.view;
    const isBoard = isWhole || !old || old.turn !== view.turn || old.table !== view.table;
    const numbers = this.writeFacts(view);
    const happened = events.map((event) => row("EventRow", {
      ...event, start: spot(event.start), goal: spot(event.goal),
    }));
    const record = isBoard ? board(view, numbers) : change(old, view, numbers);
    this.add([isBoard ? "view" : "step", view.viewer, record, happened]);
    this.view = view;
    this.results[this.results.length - 1] = view.result;
    this.turns[this.turns.length - 1] = Math.max(this.turns.at(-1) ?? 0, view.turn);
  }

  /** The file so far; `throws`: what the match's throws can be checked by. */
  async toFile(head: HeadFacts, throws: Values | null): Promise<Uint8Array<ArrayBuffer>> {
    const { results, turns, frames } = this;
    const headRecord = headBytes({ ...head, results, turns, frames, is_opened: false });
    const last = [...(throws ? [["throws", row("ThrowsRow", throws)]] : []), ["end"]];
    const raw = concatBytes(this.records, ...last.flatMap(packValue)) as Uint8Array<ArrayBuffer>;
    const stream = new Blob([raw]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const body = new Uint8Array(await new Response(stream).arrayBuffer());
    return concatBytes(headRecord, body) as Uint8Array<ArrayBuffer>;
  }

  private add(record: readonly unknown[]): void {
    const bytes = concatBytes(...packValue(record));
    if (bytes.length > MAX_RECORD_BYTES) throw new RangeError("more than a replay holds");
    this.pieces.push(bytes);
    this.size += bytes.length;
  }

  /** By passcode the numbers of what is printed on the cards of a View; new ones are written. */
  private writeFacts(view: View): Numbers {
    if (this.view?.facts === view.facts) return this.numbers;
    const fresh: Facts[] = [];
    const numbers = new Map<number, number>();
    for (const [key, facts] of Object.entries(view.facts).sort(([one], [other]) => byNumber(one, other))) {
      const [code, text] = [Number(key), JSON.stringify(facts)];
      let [was, number] = this.known.get(code) ?? ["", 0];
      if (was !== text) {
        fresh.push(facts);
        number = this.rows++;
        this.known.set(code, [text, number]);
      }
      numbers.set(code, number);
    }
    if (fresh.length) this.add(["facts", fresh.map((facts) => row("FactsRow", {
      ...facts, name: facts.name.slice(0, MAX_CARD_NAME_LETTERS),
      text: facts.text.slice(0, MAX_CARD_TEXT_LETTERS), pendulum_text: facts.pendulum_text.slice(0, MAX_CARD_TEXT_LETTERS),
    }))]);
    this.numbers = numbers;
    return numbers;
  }
}

/** The same file with this seat's side first, and with these names of decks. Throws. */
export function swapSides(seat: number, data: Uint8Array, decks: Head["decks"]): readonly [Head, Uint8Array<ArrayBuffer>] {
  const [parsedHead, begin] = parseHead(data);
  const sides = [...parsedHead.sides].sort((one, other) => Number(one !== seat) - Number(other !== seat));
  const head = { ...parsedHead, sides, decks };
  return [head, concatBytes(headBytes(head), data.subarray(begin)) as Uint8Array<ArrayBuffer>];
}

/** The beginning of a file. */
function headBytes(head: Head): Uint8Array {
  return concatBytes(MAGIC, ...packValue(row("Head", { version: REPLAY_FORMAT_VERSION, ...head })));
}

/** The fields of a row under their names in a file, without those that have their default. */
function row(name: RowName, values: Values): Fields {
  const fields: Fields = new Map();
  for (const field of ROWS[name]) {
    const [own, key, usual] = field;
    const value = values[own];
    if (value !== undefined && !(field.length > 2 && isLike(value, usual))) fields.set(key, value);
  }
  return fields;
}

function isLike(value: unknown, usual: unknown): boolean {
  if (value === usual) return true;
  if (typeof value !== "object" || typeof usual !== "object" || !value || !usual) return false;
  if (Array.isArray(usual)) {
    return Array.isArray(value) && value.length === usual.length && value.every((one, at) => one === usual[at]);
  }
  return value instanceof Map ? !value.size : !Object.keys(value).length;
}

function board(view: View, numbers: Numbers): Fields {
  return row("BoardRow", {
    ...view, chain: view.chain.map(link), waiting: view.waiting.map((one) => [one.seat, one.kind]),
    lasting: view.lasting.map((one) => row("LastingRow", { ...one })), tallies: byName(view.tallies),
    piles: byName(view.piles, heap), cards: cards(view.cards),
    facts: [...numbers.values()].sort((one, other) => one - other),
  });
}

/** What differs in the View after: single values whole, maps by entry, `gone` the removed keys. */
function change(old: View, now: View, numbers: Numbers): Fields {
  const isOther = (name: keyof View) => !isSame(old[name], now[name]);
  const single = (["turn", "turn_player", "phase", "attack", "result"] as const).filter(isOther);
  const gone = new Map(MAP_FIELDS.flatMap((name) => {
    const left = Object.keys(old[name]).filter((key) => !(key in now[name])).sort(byNumber);
    return left.length ? [[name, left.map((key) => (name === "cards" || name === "facts" ? Number(key) : key))]] : [];
  }));
  return row("ChangeRow", {
    ...Object.fromEntries(single.map((name) => [name, now[name]])),
    tallies: byName(changedRows(old.tallies, now.tallies)), piles: byName(changedRows(old.piles, now.piles), heap),
    cards: cards(changedRows(old.cards, now.cards)), gone,
    facts: Object.keys(changedRows(old.facts, now.facts)).sort(byNumber).map((code) => numbers.get(Number(code)) ?? 0),
    ...(isOther("chain") ? { chain: now.chain.map(link) } : {}),
    ...(isOther("waiting") ? { waiting: now.waiting.map((one) => [one.seat, one.kind]) } : {}),
    ...(isOther("lasting") ? { lasting: now.lasting.map((one) => row("LastingRow", { ...one })) } : {}),
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

type Rows<Value> = Readonly<Record<string, Value>>;

function changedRows<Value>(old: Rows<Value>, now: Rows<Value>): Rows<Value> {
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => !isSame(old[key], value)));
}

function byNumber(one: string, other: string): number {
  return Number(one) - Number(other) || (one < other ? -1 : 1);
}

function byName<Value>(values: Rows<Value>, made: (value: Value) => unknown = (value) => value): Fields {
  return new Map(Object.keys(values).sort().map((key) => [key, made(values[key] as Value)]));
}

function cards(seen: Rows<VisibleCard>): ReadonlyMap<number, unknown> {
  const sorted = Object.entries(seen).sort(([one], [other]) => byNumber(one, other));
  return new Map(sorted.map(([handle, card]) => [Number(handle), row("CardRow", { ...card })]));
}

function heap(pile: Pile): unknown {
  return [pile.count, pile.handles];
}

function spot(place: Place | null): unknown {
  return place && [place.seat, place.zone, place.slot];
}

function link(visibleLink: VisibleLink): Fields {
  return row("LinkRow", { ...visibleLink, words: sentence(visibleLink.words), place: spot(visibleLink.place) });
}

/** Words as a list: the id, then the values, lists where those are Words. */
function sentence(words: Words, depth = 0): unknown {
  if (!words.id || depth > MAX_DEPTH) return [];
  return [words.id, ...words.values.map((value) => (typeof value === "object" ? sentence(value, depth + 1) : value))];
}
