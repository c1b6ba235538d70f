// Run by tests/browser/test_placing.py: takes boards and prompts as bytes from standard input, prints the zone that
// is chosen on each; then which presses and taps a new prompt accepts.

import { readFileSync } from "node:fs";

import { decodeMessage } from "../src/connection/codec";
import type { Game } from "../src/model/game";
import { guardInput } from "../src/model/input_guard";
import type { Prompt, Whole } from "../src/generated/wire";
import { placedZone } from "../src/model/auto_placing";
import { unhex } from "../src/fairness/throws";

const given = JSON.parse(readFileSync(0, "utf8")) as { boards: [string, string][] };
const chosen = given.boards.map(([whole, prompt]) =>
  placedZone(decodeMessage(unhex(prompt)) as Prompt, (decodeMessage(unhex(whole)) as Whole).view));

class Key {
  stopped = false;
  constructor(readonly key: string, readonly isTrusted: boolean, readonly target: { closest: (what: string) => boolean }) {}
  preventDefault(): void {
    this.stopped = true;
  }
  stopPropagation(): void {
    this.stopped = true;
  }
}

const heard: ((event: unknown) => void)[] = [];
const document = { addEventListener: (_: string, listener: (event: unknown) => void) => heard.push(listener) };
Object.assign(globalThis, { document, KeyboardEvent: Key });
const game = { isFresh: true };
guardInput(game as unknown as Game);
const isHeld = (event: Key): boolean => {
  heard[0]?.(event);
  return event.stopped;
};
const here = (...found: string[]) => ({ closest: (what: string) => found.some((one) => what.includes(one)) });
const fresh = [
  isHeld(new Key("Enter", true, here())), isHeld(new Key("1", true, here())), isHeld(new Key("Escape", true, here())),
  isHeld(new Key("Tab", true, here())), isHeld(new Key("1", true, here("input"))), isHeld(new Key("1", false, here())),
];
game.isFresh = false;
console.log(JSON.stringify({ chosen, fresh, later: isHeld(new Key("Enter", true, here())) }));
