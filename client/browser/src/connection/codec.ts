// message <-> bytes: the only module that knows MessagePack. What is left out on the wire is put back here.

import { decode, encode as pack } from "@msgpack/msgpack";

import { MAX_RECORD_BYTES, MAX_RECORDS, MAX_ROWS } from "../generated/rows";
import { ZONES } from "../generated/tables";
import { type FromClient, type Named, SHAPES, type Shape, TAGS, type Update } from "../generated/wire";

/** Bytes of the largest message that is accepted from a server. */
export const MAX_MESSAGE_BYTES = 4_194_304;

export class MalformedMessageError extends Error {}

export type FromServer = Named | (Update & { readonly m: "update" });

export function encode(message: FromClient): Uint8Array<ArrayBuffer> {
  return pack(message, { ignoreUndefined: true }) as Uint8Array<ArrayBuffer>;
}

/** A server's message; null for one that only a newer client knows. Throws MalformedMessageError: every field has the
 * type and the limits that the protocol names. */
export function decodeMessage(bytes: Uint8Array): FromServer | null {
  if (bytes.length > MAX_MESSAGE_BYTES) throw new MalformedMessageError("too large");
  let raw: unknown;
  try {
    measureValue(bytes, 0, MAX_MESSAGE_DEPTH); // `decode` makes room for as many values as a few bytes promise
    raw = decode(bytes);
  } catch {
    throw new MalformedMessageError("no MessagePack");
  }
  if (Array.isArray(raw)) return { ...(decodeStruct("Update", raw, 0) as Update), m: "update" };
  const tag = (raw as { m?: unknown } | null)?.m;
  if (typeof tag !== "string") throw new MalformedMessageError("no message");
  if (!Object.hasOwn(TAGS, tag)) return null;
  const message = { ...(decodeStruct(TAGS[tag as keyof typeof TAGS], raw, 0) as object), m: tag } as unknown as Named;
  if (message.m === "prompt" && message.usual.some((at) => at < 0 || at >= message.options.length)) {
    throw new MalformedMessageError("a suggestion that is no option");
  }
  if (message.m === "whole" && !Object.hasOwn(ZONES, message.view.table)) {
    throw new MalformedMessageError("an unknown table");
  }
  return message;
}

/** A field of a struct, by its name. Throws MalformedMessageError. */
export function decodeField(struct: string, name: string, raw: unknown): unknown {
  const field = SHAPES[struct]?.[1].find(([own]) => own === name);
  if (!field) throw new MalformedMessageError(`${struct}.${name}`);
  return decodeShape(field[2], raw, 0);
}

/** Values of MessagePack one after the other, as in an untrusted file. Throws RangeError. */
export function* decodeRecords(bytes: Uint8Array): Generator<unknown> {
  let [at, values] = [0, 0];
  for (let records = 1; at < bytes.length; records++) {
    const [end, count] = measureValue(bytes, at);
    values += count;
    if (end - at > MAX_RECORD_BYTES || records > MAX_RECORDS || values > MAX_VALUES) throw new RangeError("too much");
    yield decodeValue(bytes.subarray(at, end));
    at = end;
  }
}

export function decodeValue(bytes: Uint8Array): unknown {
  return decode(bytes, DECODE_LIMITS);
}

/** Lists, maps, numbers and texts of a file in all; a long match has some 100,000. */
const MAX_VALUES = 3_000_000;
/** Lists within lists; no row of a file has ten. */
const MAX_LIST_DEPTH = 32;
const DECODE_LIMITS = {
  maxStrLength: MAX_RECORD_BYTES, maxBinLength: 4_096, maxArrayLength: MAX_ROWS, maxMapLength: MAX_ROWS, maxExtLength: 0,
};

/** The end of the value that begins here, and the number of values in it. Throws RangeError where it is incomplete. */
export function measureValue(bytes: Uint8Array, begin = 0, depth = MAX_LIST_DEPTH): readonly [end: number, values: number] {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const number = (at: number, width: number) =>
    width === 1 ? data.getUint8(at) : width === 2 ? data.getUint16(at) : data.getUint32(at);
  const left = [1];
  let [at, values] = [begin, 0];
  while (left.length) {
    const open = left.length - 1;
    if (!left[open]) {
      left.pop();
      continue;
    }
    left[open] = (left[open] ?? 0) - 1;
    values += 1;
    const mark = data.getUint8(at++);
    let inner = 0;
    if (mark < 0x80 || mark >= 0xe0 || (mark >= 0xc0 && mark <= 0xc3)) continue;
    if (mark < 0x90) inner = 2 * (mark & 15);
    else if (mark < 0xa0) inner = mark & 15;
    else if (mark < 0xc0) at += mark & 31;
    else if (mark <= 0xc6 || (mark >= 0xd9 && mark <= 0xdb)) {
      const width = 1 << (mark - (mark <= 0xc6 ? 0xc4 : 0xd9));
      at += width + number(at, width);
    } else if (mark >= 0xdc) {
      const width = mark & 1 ? 4 : 2;
      inner = number(at, width) * (mark >= 0xde ? 2 : 1);
      at += width;
    } else if (mark >= 0xca && mark <= 0xd3) at += NUMBER_SIZES[mark - 0xca] ?? 0;
    else throw new RangeError("no value of a replay");
    if (at > bytes.length || (inner && left.push(inner) > depth)) throw new RangeError("no value of a replay");
  }
  return [at, values];
}

/** Bytes of numbers by their mark, from 0xca on. */
const NUMBER_SIZES = [4, 8, 1, 2, 4, 8, 1, 2, 4, 8];

/** A value as bytes. A Map is one whose keys may be numbers, in its order; it may hold others, as lists may. */
export function packValue(value: unknown): readonly Uint8Array[] {
  if (value instanceof Map) {
    return [packHeader(0x80, value.size), ...[...value].flatMap(([key, inner]) => [pack(key), ...packValue(inner)])];
  }
  return Array.isArray(value) ? [packHeader(0x90, value.length), ...value.flatMap(packValue)] : [pack(value)];
}

/** What stands before the entries of a map (0x80) or a list (0x90). */
function packHeader(kind: 0x80 | 0x90, size: number): Uint8Array {
  if (size < 16) return Uint8Array.of(kind | size);
  if (size > 0xffff) throw new RangeError("more than a replay holds");
  return Uint8Array.of(kind === 0x80 ? 0xde : 0xdc, size >> 8, size & 255);
}

/** Structs, lists and maps within each other; sentences nest deepest. */
const MAX_MESSAGE_DEPTH = 48;

function decodeStruct(name: string, raw: unknown, depth: number): unknown {
  const found = SHAPES[name];
  if (!found || !isRows(raw)) throw new MalformedMessageError(name);
  const [isList, fields] = found;
  if (!!isList !== Array.isArray(raw)) throw new MalformedMessageError(name);
  if (isList === 2 && (raw as unknown[]).length > fields.length) throw new MalformedMessageError(name);
  const made: Record<string, unknown> = {};
  for (const [at, field] of fields.entries()) {
    const [own, key, shape] = field;
    const value = (raw as Record<string | number, unknown>)[isList ? at : key || own];
    if (value !== undefined) made[own] = decodeShape(shape, value, depth + 1);
    else if (field.length > 3) made[own] = field[3];
    else throw new MalformedMessageError(`${name}.${own}`);
  }
  return made;
}

function decodeShape(shape: Shape, raw: unknown, depth: number): unknown {
  if (shape === 0) return raw;
  if (depth > MAX_MESSAGE_DEPTH) throw new MalformedMessageError("nested too deep");
  if (typeof shape === "string") return isPlain(shape, raw) ? raw : decodeStruct(shape, raw, depth);
  const [kind, first, second, third] = shape as readonly [string, never, never, number];
  switch (kind) {
    case "range":
      if (!isPlain(first, raw) || (raw as number) < second || (raw as number) > third) throw new MalformedMessageError(kind);
      return raw;
    case "bytes":
      if (!isPlain(kind, raw) || (raw as Uint8Array).length < first || (raw as Uint8Array).length > second) {
        throw new MalformedMessageError(kind);
      }
      return raw;
    case "like":
      if (typeof raw !== "string" || !new RegExp(first, "u").test(raw)) throw new MalformedMessageError(kind);
      return raw;
    case "one_of":
      if (!shape.slice(1).includes(raw)) throw new MalformedMessageError(kind);
      return raw;
    case "either":
      return decodeShape((shape.slice(1) as Shape[]).find((one) => mayBe(one, raw)) ?? NEVER, raw, depth);
    case "map": {
      if (!isRows(raw) || Array.isArray(raw)) throw new MalformedMessageError(kind);
      const rows = Object.entries(raw);
      if (first === "int" && !rows.every(([key]) => /^-?\d+$/.test(key))) throw new MalformedMessageError(kind);
      return Object.fromEntries(rows.map(([key, value]) => [key, decodeShape(second, value, depth + 1)]));
    }
    default:
      if (!Array.isArray(raw)) throw new MalformedMessageError(kind);
      if (kind === "list") {
        if (second !== undefined && raw.length > second) throw new MalformedMessageError("too long a list");
        return raw.map((value) => decodeShape(first, value, depth + 1));
      }
      if (raw.length !== shape.length - 1) throw new MalformedMessageError(kind);
      return raw.map((value, at) => decodeShape(shape[at + 1] as Shape, value, depth + 1));
  }
}

/** Whether a value is of a plain type. Throws MalformedMessageError where it is of another one. */
function isPlain(name: string, raw: unknown): boolean {
  const wanted = PLAIN_TYPES[name];
  if (!wanted) return false;
  if (!wanted(raw)) throw new MalformedMessageError(name);
  return true;
}

const PLAIN_TYPES: Readonly<Record<string, (raw: unknown) => boolean>> = {
  text: (raw) => typeof raw === "string",
  bool: (raw) => typeof raw === "boolean",
  int: (raw) => Number.isInteger(raw),
  float: (raw) => Number.isFinite(raw),
  null: (raw) => raw === null,
  bytes: (raw) => raw instanceof Uint8Array,
};

/** Whether a value is a list or a map. */
function isRows(raw: unknown): raw is object {
  return Array.isArray(raw) || (typeof raw === "object" && raw !== null && Object.getPrototypeOf(raw) === Object.prototype);
}

/** What no value fits. */
const NEVER: Shape = ["one_of"];

/** Which of several shapes a value is meant to have: they differ in the kind of value. */
function mayBe(shape: Shape, raw: unknown): boolean {
  if (typeof shape !== "string") {
    const [kind, type] = shape as readonly string[];
    if (kind === "like") return typeof raw === "string";
    return kind === "range" ? mayBe(type as Shape, raw) : kind === "map" ? typeof raw === "object" : Array.isArray(raw);
  }
  return PLAIN_TYPES[shape]?.(raw) ?? (isRows(raw) && Array.isArray(raw) === !!SHAPES[shape]?.[0]);
}
