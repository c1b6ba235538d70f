// Writes replays from Views and the events between them, given in JSON; prints the files in hexadecimal.

import type { View, VisibleEvent } from "../src/generated/wire";
import { hex, unhex } from "../src/fairness/throws";
import { ReplayWriter } from "../src/replays/replay_writer";

declare const process: { stdin: AsyncIterable<Uint8Array> };

interface Course {
  readonly head: Parameters<ReplayWriter["toFile"]>[0];
  /** duel, View, events, whether something was missed before. */
  readonly frames: readonly (readonly [number, View, readonly VisibleEvent[], boolean])[];
  /** After how many frames another writer continues it, as after a reload. */
  readonly broken: number;
  readonly throws: Readonly<Record<string, string>>;
}

async function writeReplay({ head, frames, broken, throws }: Course): Promise<string> {
  let writer = new ReplayWriter();
  for (const [at, [duel, view, events, isWhole]] of frames.entries()) {
    if (at === broken) {
      const before = writer;
      writer = new ReplayWriter();
      writer.resume(before.records, before.frames, before.results, before.turns);
    }
    writer.startDuel(duel);
    writer.addFrame(view, events, isWhole || at === broken);
  }
  const commitments = new Map(Object.entries(throws).map(([name, digits]) => [name, unhex(digits)]));
  return hex(await writer.toFile(head, { commitments }));
}

async function main(): Promise<void> {
  let input = "";
  for await (const piece of process.stdin) input += new TextDecoder().decode(piece);
  const files: string[] = [];
  for (const course of JSON.parse(input) as Course[]) files.push(await writeReplay(course));
  console.log(JSON.stringify(files));
}

void main();
