// Run by tests/browser/test_decks.py: takes texts and bytes of decks from standard input, prints how
// this client parses them.

import { readFileSync } from "node:fs";

import { decodeDeck, parseDeck } from "../src/room/deck_parsing";
import { unhex } from "../src/fairness/throws";

interface Case {
  readonly text?: string;
  readonly hex?: string;
}

const cases = JSON.parse(readFileSync(0, "utf8")) as Case[];
const parsed = cases.map((one) => {
  const text = one.hex === undefined ? one.text ?? "" : decodeDeck(unhex(one.hex));
  return text === null ? null : parseDeck(text);
});
process.stdout.write(JSON.stringify(parsed));
