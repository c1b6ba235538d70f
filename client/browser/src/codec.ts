// message <-> bytes: the only module that knows MessagePack. What is left out on the wire is put back here.

import { decode, encode as pack } from "@msgpack/msgpack";

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
