// Run by tests/browser/test_placing.py: takes boards and prompts as bytes from standard input, prints the zone that
// is chosen on each; then which presses and taps a new prompt accepts; then which prompts let a card be read before
// it is picked, and where it says that the offered cards are.

import { readFileSync } from "node:fs";

import { decodeMessage } from "../src/connection/codec";
import type { Game } from "../src/model/game";
import { guardInput } from "../src/model/input_guard";
import type { Prompt, Whole } from "../src/generated/wire";
import { sortChoices } from "../src/model/choices";
import { originWords } from "../src/words/phrases";
import { placedZone } from "../src/model/auto_placing";
import { unhex } from "../src/fairness/throws";

const given = JSON.parse(readFileSync(0, "utf8")) as {
  boards: [string, string][]; read: [string, string][];
};
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

const listeners: ((event: unknown) => void)[] = [];
const document = { addEventListener: (_: string, listener: (event: unknown) => void) => listeners.push(listener) };
Object.assign(globalThis, { document, KeyboardEvent: Key });
const game = { isFresh: true };
guardInput(game as unknown as Game);
const isHeld = (event: Key): boolean => {
  listeners[0]?.(event);
  return event.stopped;
};
const here = (...found: string[]) => ({ closest: (what: string) => found.some((one) => what.includes(one)) });
const fresh = [
  isHeld(new Key("Enter", true, here())), isHeld(new Key("1", true, here())), isHeld(new Key("Escape", true, here())),
  isHeld(new Key("Tab", true, here())), isHeld(new Key("1", true, here("input"))), isHeld(new Key("1", false, here())),
];
game.isFresh = false;
const later = isHeld(new Key("Enter", true, here()));

const read = given.read.map(([whole, prompt]) => {
  const { view } = decodeMessage(unhex(whole)) as Whole;
  const asked = decodeMessage(unhex(prompt)) as Prompt;
  return {
    isRead: sortChoices(asked, view).isMany,
    origins: asked.options.map((option) => originWords(option.card, view, ["Wren", "Halvard"])),
  };
});
console.log(JSON.stringify({ chosen, fresh, later, read }));
