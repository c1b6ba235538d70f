// Run by tests/browser/test_verdicts.py: takes the records of matches and what was opened after them from standard
// input, prints the line that this client shows of each.

import { readFileSync } from "node:fs";

import { decodeMessage } from "../src/connection/codec";
import type { MatchRecord } from "../src/fairness/fairness";
import type { Opened } from "../src/generated/wire";
import { unhex } from "../src/fairness/throws";
import { verify } from "../src/fairness/verdict";

const given = JSON.parse(readFileSync(0, "utf8")) as { kept: MatchRecord; opened: string }[];

process.stdout.write(JSON.stringify(given.map(({ kept, opened }) => {
  const { line, shuffles, throws, complaints } = verify(kept, decodeMessage(unhex(opened)) as Opened);
  return { line, shuffles, throws, complaints };
})));
