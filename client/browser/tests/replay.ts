// Reads replays, given in hexadecimal as a list in JSON; prints of each its frames, or the sentence that rejects it.

import { ReplayError, readReplay } from "../src/replays/replay";

declare const process: { stdin: AsyncIterable<Uint8Array> };

async function main(): Promise<void> {
  let input = "";
  for await (const piece of process.stdin) input += new TextDecoder().decode(piece);
  const found: unknown[] = [];
  for (const hex of JSON.parse(input) as string[]) {
    const bytes = new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
    try {
      found.push(await readReplay(bytes));
    } catch (error) {
      if (!(error instanceof ReplayError)) throw error;
      found.push(error.message);
    }
  }
  console.log(JSON.stringify(found));
}

void main();
