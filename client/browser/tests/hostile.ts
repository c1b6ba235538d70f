// Run by tests/client/test_hostile_page.py: takes messages as bytes from standard input, prints what this client's decoder
// does with each: "taken", "ignored", "malformed", or the error that would break the page.

import { readFileSync } from "node:fs";

import { MalformedMessageError, decodeMessage } from "../src/connection/codec";
import { unhex } from "../src/fairness/throws";

const given = JSON.parse(readFileSync(0, "utf8")) as string[];
const found = given.map((bytes) => {
  try {
    return decodeMessage(unhex(bytes)) ? "taken" : "ignored";
  } catch (error) {
    return error instanceof MalformedMessageError ? "malformed" : String(error);
  }
});
process.stdout.write(JSON.stringify(found));
