// Fair throws as both ends compute them (docs/reference/fairness.md): commitments, seals, streams and orders. SHA-256 and
// HMAC come from a library: browsers have none on plain-http addresses of a home network.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";

const text = new TextEncoder();

export function concatBytes(...parts: readonly (string | ArrayLike<number>)[]): Uint8Array {
  const bytes = parts.map((part) => (typeof part === "string" ? text.encode(part) : part));
  const all = new Uint8Array(bytes.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function hex(bytes: ArrayLike<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function unhex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function commitment(name: string, secret: Uint8Array): string {
  return hex(sha256(concatBytes("facedown pledge\0", name, "\0", secret)));
}

export function hashShare(share: Uint8Array): Uint8Array {
  return sha256(concatBytes("facedown share\0", share));
}

/** The key of a stream: HKDF-SHA256, the shares being the salt; none at all if no player gave one. */
export function deriveKey(name: string, secret: Uint8Array, shares: readonly Uint8Array[]): Uint8Array {
  const salt = concatBytes(...shares.flatMap((share) => [[share.length >> 8, share.length & 255], share]));
  return hmac(sha256, hmac(sha256, salt, secret), concatBytes("facedown stream\0", name, [1]));
}

/** Numbers of one purpose from a key: HMAC-SHA256 in counter mode, found by rejection. */
export class Stream {
  private block = 0;
  private left: number[] = [];

  constructor(private readonly secretKey: Uint8Array) {}

  private word(): number {
    if (!this.left.length) {
      const count = new DataView(new ArrayBuffer(8));
      count.setBigUint64(0, BigInt(this.block++));
      const view = new DataView(hmac(sha256, this.secretKey, new Uint8Array(count.buffer)).buffer);
      this.left = Array.from({ length: 8 }, (_, at) => view.getUint32(4 * at));
    }
    return this.left.shift() ?? 0;
  }

  below(limit: number): number {
    const fair = Math.floor(2 ** 32 / limit) * limit;
    let word = this.word();
    while (word >= fair) word = this.word();
    return word % limit;
  }

  order(count: number): number[] {
    const order = Array.from({ length: count }, (_, at) => at);
    for (let last = count - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
    }
    return order;
  }
}
