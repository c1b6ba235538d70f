// message <-> bytes: the only module that knows MessagePack. What is left out on the wire is put back here.

import { decode, decodeMulti, encode as pack } from "@msgpack/msgpack";

import { type FromClient, type Named, SHAPES, type Shape, TAGS, type Update } from "./made/wire";

/** Bytes of the largest message that is taken from a server. */
export const MOST_BYTES = 4_194_304;

export class Malformed extends Error {}

export type FromServer = Named | (Update & { readonly m: "update" });

export function encode(message: FromClient): Uint8Array<ArrayBuffer> {
  return pack(message, { ignoreUndefined: true }) as Uint8Array<ArrayBuffer>;
}

/** A server's message; null for one that only a newer client knows. Throws Malformed. */
export function read(bytes: Uint8Array): FromServer | null {
  if (bytes.length > MOST_BYTES) throw new Malformed("too large");
  let raw: unknown;
  try {
    raw = decode(bytes);
  } catch {
    throw new Malformed("no MessagePack");
  }
  if (Array.isArray(raw)) return { ...(struct("Update", raw) as Update), m: "update" };
  const tag = (raw as { m?: unknown } | null)?.m;
  if (typeof tag !== "string") throw new Malformed("no message");
  if (!(tag in TAGS)) return null;
  return { ...(struct(TAGS[tag as keyof typeof TAGS], raw) as object), m: tag } as unknown as Named;
}

/** Values of MessagePack one after the other, as a file holds them: each within bounds. */
export function recordsIn(bytes: Uint8Array): Generator<unknown> {
  return decodeMulti(bytes, BOUNDS);
}

export function valueIn(bytes: Uint8Array): unknown {
  return decode(bytes, BOUNDS);
}

const BOUNDS = {
  maxStrLength: 786_432, maxBinLength: 4_096, maxArrayLength: 8_192, maxMapLength: 8_192, maxExtLength: 0,
};

/** Where the first value of these bytes ends. Throws RangeError where there is no whole one. */
export function endOf(bytes: Uint8Array): number {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const number = (at: number, width: number) =>
    width === 1 ? data.getUint8(at) : width === 2 ? data.getUint16(at) : data.getUint32(at);
  let at = 0;
  for (let left = 1; left > 0; left--) {
    const mark = data.getUint8(at++);
    if (mark < 0x80 || mark >= 0xe0 || (mark >= 0xc0 && mark <= 0xc3)) continue;
    if (mark < 0x90) left += 2 * (mark & 15);
    else if (mark < 0xa0) left += mark & 15;
    else if (mark < 0xc0) at += mark & 31;
    else if (mark <= 0xc6 || (mark >= 0xd9 && mark <= 0xdb)) {
      const width = 1 << (mark - (mark <= 0xc6 ? 0xc4 : 0xd9));
      at += width + number(at, width);
    } else if (mark >= 0xdc) {
      const width = mark & 1 ? 4 : 2;
      left += number(at, width) * (mark >= 0xde ? 2 : 1);
      at += width;
    } else if (mark >= 0xca && mark <= 0xd3) at += NUMBERS[mark - 0xca] ?? 0;
    else throw new RangeError("no value of a replay");
  }
  return at;
}

/** Bytes of numbers by their mark, from 0xca on. */
const NUMBERS = [4, 8, 1, 2, 4, 8, 1, 2, 4, 8];

function struct(name: string, raw: unknown): unknown {
  const found = SHAPES[name];
  if (!found || typeof raw !== "object" || raw === null) throw new Malformed(name);
  const [isList, fields] = found;
  if (isList && !Array.isArray(raw)) throw new Malformed(name);
  const made: Record<string, unknown> = {};
  for (const [at, field] of fields.entries()) {
    const [own, key, shape] = field;
    const value = (raw as Record<string | number, unknown>)[isList ? at : key];
    if (value !== undefined) made[own] = valueOf(shape, value);
    else if (field.length > 3) made[own] = field[3];
    else throw new Malformed(`${name}.${own}`);
  }
  return made;
}

function valueOf(shape: Shape, raw: unknown): unknown {
  if (shape === 0 || typeof raw !== "object" || raw === null) return raw;
  if (typeof shape === "string") return struct(shape, raw);
  const inner = shape[1] as Shape;
  if (shape[0] === "map") {
    return Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, valueOf(inner, value)]));
  }
  if (!Array.isArray(raw)) throw new Malformed("a list");
  if (shape[0] === "list") return raw.map((value) => valueOf(inner, value));
  return raw.map((value, at) => valueOf(shape[at + 1] as Shape, value));
}
