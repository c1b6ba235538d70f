// A Colyseus server, or the load for one: `node colyseus.mjs serve`, `node colyseus.mjs load PORT TABLES SPECTATORS`.
// A table is a room of two players and some spectators. An act is a message; its actor gets it back with the
// card, all others without. That is the cheapest that Colyseus can do: no rules, no state, no log.
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const CARD = 89631139;
const say = (row) => process.stdout.write(JSON.stringify(row) + "\n");
const lines = createInterface({ input: process.stdin });

async function serve() {
  const { Room, Server } = await import("@colyseus/core");
  const { WebSocketTransport } = await import("@colyseus/ws-transport");
  class Duel extends Room {
    onCreate() {
      this.autoDispose = false;
      this.setPatchRate(null);
      this.onMessage("act", (client, act) => {
        client.send("acted", { ...act, card: CARD });
        this.broadcast("acted", act, { except: client });
      });
    }
  }
  const http = createServer();
  const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false });
  server.define("duel", Duel);
  await server.listen(0, "127.0.0.1");
  lines.on("line", () => {
    const { user, system } = process.cpuUsage();
    say({ cpu: (user + system) / 1e6 });
  });
  say({ port: http.address().port });
}

async function load(port, tables, spectators) {
  const { Client } = await import("colyseus.js");
  const client = new Client(`ws://127.0.0.1:${port}`);
  let going = false, acts = 0, open = 0, idle = () => {};
  const bytes = { actor: 0, opponent: 0, spectator: 0 };
  for (let table = 0; table < tables; table++) {
    const first = await client.create("duel");
    const people = [first];
    for (let one = 0; one < 1 + spectators; one++) people.push(await client.joinById(first.roomId));
    let actor = 0, waiting = 0;
    const act = () => {
      if (!going) {
        open -= 1;
        if (open === 0) idle();
        return;
      }
      waiting = 2;
      actor = Math.floor(table + acts / 10) % 2;
      people[actor].send("act", { kind: "move", zone: "monster", slot: 4, life: -100 });
    };
    people.forEach((person, number) => {
      person.connection.transport.ws.addEventListener("message", (event) => {
        const role = number > 1 ? "spectator" : number === actor ? "actor" : "opponent";
        bytes[role] += event.data.byteLength ?? event.data.length;
      });
      person.onMessage("acted", () => {
        if (number > 1) return;
        waiting -= 1;
        if (waiting > 0) return;
        acts += 1;
        act();
      });
    });
    first.begin = act;
    rooms.push(first);
  }
  lines.on("line", async (line) => {
    acts = 0;
    bytes.actor = bytes.opponent = bytes.spectator = 0;
    going = true;
    open = rooms.length;
    const stopped = new Promise((resolve) => (idle = resolve));
    for (const room of rooms) room.begin();
    setTimeout(() => (going = false), 1000 * Number(line));
    await stopped;
    say({ acts, bytes });
  });
  say({ ready: rooms.length });
}

const rooms = [];
const [what, ...rest] = process.argv.slice(2);
await (what === "serve" ? serve() : load(...rest.map(Number)));
