// Run by tests/browser/test_vectors.py: takes messages as bytes from standard input, prints this client's
// results, and its throws.

import { readFileSync } from "node:fs";

import { decodeMessage } from "../src/connection/codec";
import { expandEvents } from "../src/model/events";
import type { Update, View, Whole } from "../src/generated/wire";
import { Stream, commitment, hex, deriveKey, hashShare, unhex } from "../src/fairness/throws";
import { apply } from "../src/model/view";

interface Journey {
  readonly whole: string;
  readonly updates: readonly string[];
}

interface ThrowVector {
  readonly name: string;
  readonly secret: string;
  readonly shares: readonly string[];
}

const given = JSON.parse(readFileSync(0, "utf8")) as { journeys: Journey[]; throws: ThrowVector[] };

const journeys = given.journeys.map(({ whole, updates }) => {
  let view: View = (decodeMessage(unhex(whole)) as Whole).view;
  const steps = [{ view, events: [] as unknown }];
  for (const bytes of updates) {
    const update = decodeMessage(unhex(bytes)) as Update;
    const after = apply(view, update.patch);
    steps.push({ view: after, events: expandEvents(update.events, update.patch, view, after) });
    view = after;
  }
  return steps;
});

const throws = given.throws.map(({ name, secret, shares }) => {
  const stream = new Stream(deriveKey(name, unhex(secret), shares.map(unhex)));
  return {
    commitment: commitment(name, unhex(secret)),
    seals: shares.map((share) => hex(hashShare(unhex(share)))),
    numbers: [2, 6, 40, 4_294_967_295].map((limit) => stream.below(limit)),
    order: stream.order(60),
  };
});

process.stdout.write(JSON.stringify({ journeys, throws }));
