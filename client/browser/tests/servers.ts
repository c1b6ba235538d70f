// Run by tests/browser/connection/test_link.py: one Link among servers of which some lie. Their messages come from standard input,
// connection by connection; printed are the servers that the Link went to, its requests, the messages it passed on, and
// the states it reported. Time is virtual.

import { readFileSync } from "node:fs";

import { decode } from "@msgpack/msgpack";

import { TableStorage } from "../src/connection/stored_state";
import { Link, type Status } from "../src/connection/link";
import type { FromClient } from "../src/generated/wire";
import { unhex } from "../src/fairness/throws";

interface Server {
  /** Messages in hexadecimal: first a welcome, the others once a request arrives. */
  readonly told: readonly string[];
  readonly isSilent: boolean;
  readonly breaksOff: boolean;
  /** Nothing listens there. */
  readonly isDown: boolean;
}

interface LinkScript {
  readonly origin: string;
  readonly code: string;
  readonly wish: FromClient;
  readonly servers: readonly Server[];
  readonly pong: string;
  /** The messages that are sent as soon as the second server has sent its welcome. */
  readonly says: FromClient | null;
  /** The message that is sent whenever the connection is lost. */
  readonly saysLate: FromClient | null;
  /** Seconds. */
  readonly time: number;
}

const given = JSON.parse(readFileSync(0, "utf8")) as LinkScript;
const dialed: string[] = [];
const times: number[] = [];
/** `after`: the last message of a server before. */
const wished: { dial: number; after: string; message: { m: string } }[] = [];
const received: { dial: number; message: { m: string } }[] = [];
const waiting = new Map<number, { at: number; act: () => void; every: number }>();
let [now, last, lastTold] = [0, 0, ""];

function later(act: () => void, wait = 0, every = 0): number {
  waiting.set(++last, { at: now + wait, act, every });
  return last;
}

class Socket {
  static readonly OPEN = 1;
  binaryType = "";
  readyState = 0;
  onopen = (): void => {};
  onmessage = (_event: { data: ArrayBuffer }): void => {};
  onclose = (): void => {};
  private readonly server: Server;

  constructor(url: string) {
    dialed.push(url);
    times.push(now);
    this.server = given.servers[dialed.length - 1] ?? { told: [], isSilent: true, breaksOff: false, isDown: false };
    later(() => (this.server.isDown ? this.close() : this.open()));
  }

  private open(): void {
    if (this.readyState) return;
    this.readyState = 1;
    this.onopen();
    if (this.server.told.length) this.deliver(this.server.told.slice(0, 1));
  }

  /** Also after it was closed: a lying server ignores that. */
  private deliver(messages: readonly string[]): void {
    for (const one of messages) {
      lastTold = (decode(unhex(one)) as { m: string }).m;
      this.onmessage({ data: unhex(one).slice().buffer });
    }
  }

  send(bytes: Uint8Array): void {
    const message = decode(bytes) as { m: string };
    if (message.m === "ping" && !this.server.isSilent) later(() => this.deliver([given.pong]));
    if (message.m === "ping" || message.m === "hello") return;
    wished.push({ dial: dialed.length, after: lastTold, message });
    later(() => {
      this.deliver(this.server.told.slice(1));
      if (this.server.breaksOff) later(() => this.close());
    });
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    later(() => this.onclose());
  }
}

class Storage {
  private readonly rows = new Map<string, string>();
  getItem = (name: string): string | null => this.rows.get(name) ?? null;
  setItem = (name: string, value: string): void => void this.rows.set(name, value);
  removeItem = (name: string): void => void this.rows.delete(name);
}

const world = {
  window: globalThis,
  location: { origin: given.origin, hash: "", pathname: "/" },
  localStorage: new Storage(),
  sessionStorage: new Storage(),
  WebSocket: Socket,
  performance: { now: () => now },
  setTimeout: later,
  setInterval: (act: () => void, every: number) => later(act, every, every),
  clearTimeout: (number: number) => waiting.delete(number),
  clearInterval: (number: number) => waiting.delete(number),
};
for (const [name, value] of Object.entries(world)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

const statuses: Status[] = [];
/** Whether each message was sent, and that those which waited never were. */
const sent: (boolean | "never")[] = [];
const listener = {
  handleMessage: (message: { m: string }) => void received.push({ dial: dialed.length, message }),
  handleStatus: (status: Status) => {
    statuses.push(status);
    if (status === "up" && dialed.length === 2 && given.says) sent.push(link.send(given.says));
    if (status === "waiting" && given.saysLate) sent.push(link.send(given.saysLate));
  },
  handleUnsent: () => void sent.push("never"),
};
const link: Link = new Link(new TableStorage(given.code), listener, "Anna", given.wish);
for (;;) {
  const [next] = [...waiting].sort(([one, { at }], [other, { at: other_at }]) => at - other_at || one - other);
  if (!next || next[1].at > given.time * 1000) break;
  const [number, { at, act, every }] = next;
  waiting.delete(number);
  now = at;
  if (every) waiting.set(number, { at: at + every, act, every });
  act();
}
process.stdout.write(JSON.stringify({ dialed, times, wished, heard: received, statuses, sent }));
