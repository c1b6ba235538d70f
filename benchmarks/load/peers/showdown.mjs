// Random battles in Pokémon Showdown's simulator, in this process: `node showdown.mjs`. For each line of input, so
// many seconds of them; the answer is how many choices were made, and the CPU seconds they took.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const load = createRequire(import.meta.url);
const { BattleStream, getPlayerStreams, Teams } = load("pokemon-showdown");
const { RandomPlayerAI } = load("pokemon-showdown/dist/sim/tools/random-player-ai");

class CountingPlayer extends RandomPlayerAI {
  choose(choice) {
    choices += 1;
    super.choose(choice);
  }
}

let choices = 0;

async function battle() {
  const streams = getPlayerStreams(new BattleStream());
  const start = { formatid: "gen9randombattle" };
  for (const side of ["p1", "p2"]) void new CountingPlayer(streams[side]).start();
  const teams = ["p1", "p2"].map((name) => ({ name, team: Teams.pack(Teams.generate("gen9randombattle")) }));
  void streams.omniscient.write(
    `>start ${JSON.stringify(start)}\n>player p1 ${JSON.stringify(teams[0])}\n>player p2 ${JSON.stringify(teams[1])}`,
  );
  for await (const _ of streams.omniscient);
}

await battle(); // loads the data
process.stdout.write(JSON.stringify({ ready: true }) + "\n");
for await (const line of createInterface({ input: process.stdin })) {
  choices = 0;
  const begun = process.cpuUsage(), until = Date.now() + 1000 * Number(line);
  while (Date.now() < until) await battle();
  const { user, system } = process.cpuUsage(begun);
  process.stdout.write(JSON.stringify({ choices, cpu: (user + system) / 1e6 }) + "\n");
}
