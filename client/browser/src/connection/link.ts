// One websocket to the server this page came from, opened again whenever it is lost. A seat is resumed by the
// last token, else by our own key, else by the request that first joined, sent again with the same key.

import { type FromServer, MalformedMessageError, encode, decodeMessage } from "./codec";
import { type Answer, type FromClient, PROTOCOL, type Prompt, SUBPROTOCOL } from "../generated/wire";
import { language } from "../words/language";
import type { TableStorage, KeptSeat } from "./stored_state";

export type Status = "connecting" | "up" | "waiting" | "closed";

const FIRST_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 15_000;
const CONNECT_TIMEOUT_MS = 10_000;
const PING_INTERVAL_MS = 10_000;

// Where several servers are one service: the ping interval, the silence after which another server is tried,
// and how much shorter retry delays are.
const NODE_PING_INTERVAL_MS = 400;
const NODE_TIMEOUT_MS = 1_200;
const NODE_RETRY_SPEEDUP_RATIO = 4;

// Immediate redirects in a row before a table is reached, and the messages that only those at a table are sent.
const MAX_REDIRECTS = 8;
const TABLE_MESSAGES = ["table", "whole", "prompt", "prompt_over", "pledge", "shares", "opened", "update"];

// The messages that are sent before our seat is resumed.
const UNSEATED_MESSAGES = ["hello", "resume", "ping"];

export interface LinkListener {
  heard(message: FromServer): void;
  changed(status: Status): void;
}

export class Link {
  private socket: WebSocket | null = null;
  /** The connection before this one, open until the seat has moved. */
  private former: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private echo = 0;
  private isClosed = false;
  private answer: Answer | null = null;
  private asked: Prompt | null = null;
  private isLost = false;
  private byKey = false;
  private here = location.origin;
  private nodes: readonly string[] = [];
  private epoch = 0;
  private isAtTable = false;
  private inARow = 0;
  private heardAt = 0;

  /** `wish` is the request to send where no seat is stored. */
  constructor(
    private readonly kept: TableStorage,
    private readonly hearer: LinkListener,
    private readonly name: string,
    private readonly wish: FromClient | null,
  ) {
    this.dial();
  }

  /** Before our seat is resumed nothing about the table is sent: a server that does not know the token would answer
   * that we are at none. An answer goes out when its prompt is repeated. */
  send(message: FromClient): void {
    const isHere = this.socket !== null && this.isAtTable;
    if (message.m === "answer" && this.asked?.ask === message.ask) {
      this.answer = message;
      this.isLost ||= !isHere;
    }
    if (!isHere && this.place?.token && !UNSEATED_MESSAGES.includes(message.m)) return;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(encode(message));
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.echo);
    this.former?.close();
    this.socket?.close();
    this.hearer.changed("closed");
  }

  /** Do not wait for the next attempt. */
  tryNow(): void {
    if (this.isClosed || this.socket) return;
    clearTimeout(this.timer);
    this.dial();
  }

  /** Connect again, so that cards and the log are sent in the language just chosen. The other player is not told of a
   * lost connection: the seat moves from one to the other. */
  renew(): void {
    if (this.isClosed || !this.isAtTable || this.socket?.readyState !== WebSocket.OPEN) return;
    this.former = this.socket;
    this.isLost = this.answer !== null;
    if (!this.place?.token) this.former.close(); // a spectator would be counted twice
    this.dial(true);
  }

  /** `isSentOn`: a server has redirected us to the table's owner, so no connection was lost and none is reported. */
  private dial(isSentOn = false): void {
    if (!isSentOn) this.hearer.changed("connecting");
    this.isAtTable = false;
    const socket = new WebSocket(`${this.here.replace(/^http/, "ws")}/`, SUBPROTOCOL);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    const patience = setTimeout(() => this.leave(socket), this.nodes.length > 1 ? NODE_TIMEOUT_MS : CONNECT_TIMEOUT_MS);
    socket.onopen = () => this.send({ m: "hello", name: this.name, protocol: PROTOCOL, client: "facedown browser", language });
    socket.onmessage = (event: MessageEvent<ArrayBuffer>) => {
      clearTimeout(patience);
      this.heardAt = performance.now();
      if (socket === this.socket) this.take(socket, new Uint8Array(event.data));
    };
    socket.onclose = () => {
      clearTimeout(patience);
      if (socket !== this.socket) return;
      clearInterval(this.echo);
      this.lost();
    };
  }

  /** Give a connection up at once: one that has gone silent sends no close frame. */
  private leave(socket: WebSocket): void {
    socket.close();
    if (socket !== this.socket) return;
    clearInterval(this.echo);
    this.lost();
  }

  private lost(): void {
    this.socket = null;
    const many = this.nodes.length > 1;
    if (many) this.here = this.nodes[(this.nodes.indexOf(this.here) + 1) % this.nodes.length] ?? this.here;
    this.isLost = this.answer !== null;
    if (this.isClosed) return;
    const backoff = Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** this.tries++);
    const wait = backoff * (0.7 + 0.6 * Math.random()) / (many ? NODE_RETRY_SPEEDUP_RATIO : 1);
    this.hearer.changed("waiting");
    this.timer = window.setTimeout(() => this.dial(), wait);
  }

  private take(socket: WebSocket, bytes: Uint8Array): void {
    let message: FromServer | null;
    try {
      message = decodeMessage(bytes);
    } catch (error) {
      if (!(error instanceof MalformedMessageError)) throw error;
      socket.close();
      return;
    }
    if (!message) return;
    if (message.m === "welcome") this.welcomed(message.nodes);
    if (message.m === "nodes") {
      this.nodes = message.nodes;
      return;
    }
    if (message.m === "moved") {
      this.follow(socket, message.address, message.epoch);
      return;
    }
    if (message.m === "seated") {
      if (message.epoch < this.epoch) {
        this.leave(socket); // it had the table before, and another server has it now
        return;
      }
      this.epoch = message.epoch;
      this.isAtTable = true;
      this.inARow = 0;
      this.former?.close();
      this.former = null;
    }
    if (!this.isAtTable && TABLE_MESSAGES.includes(message.m)) {
      this.leave(socket); // it has not sent the epoch at which it has the table
      return;
    }
    if (message.m === "refused" && this.isOtherWay(message.code)) return;
    if (message.m === "seated" && message.viewer >= 0 && message.token) {
      this.kept.seat({ token: message.token, seat: message.viewer, name: this.name });
    }
    if (message.m === "refused" && message.code === "wrong_token" && this.place) this.kept.seat(null);
    if (message.m === "ended") {
      if (!message.taken) this.kept.seat(null);
      this.answer = this.asked = null;
      this.isClosed = true; // nothing more arrives; `close` would report it twice
      clearInterval(this.echo);
    }
    if (message.m === "prompt" && this.isAnswered(message)) return;
    if (message.m === "prompt_over" && this.asked?.ask === message.ask) this.answer = this.asked = null;
    if (message.m === "refused" && this.answer?.ask === message.ask) this.answer = null;
    this.hearer.heard(message);
  }

  private get place(): KeptSeat | null {
    return this.wish?.m === "watch" ? null : this.kept.seatHere();
  }

  /** Go to the table's owner, never to an address that the service does not list, nor to one that had it before. */
  private follow(socket: WebSocket, address: string, epoch: number): void {
    if (epoch < this.epoch || !this.nodes.includes(address) || ++this.inARow > MAX_REDIRECTS) {
      this.leave(socket);
      return;
    }
    this.epoch = epoch;
    this.here = address;
    this.socket = null;
    clearInterval(this.echo);
    this.isLost = this.answer !== null;
    socket.close();
    this.dial(true);
  }

  private welcomed(nodes: readonly string[]): void {
    this.tries = 0;
    this.nodes = nodes;
    const place = this.place;
    if (place?.token) this.send({ m: "resume", token: place.token });
    else if (place?.key && this.byKey) this.send({ m: "resume", token: `${this.kept.code}.${place.key}` });
    else if (this.wish) this.send(this.wish.m === "join" ? { ...this.wish, key: this.kept.key() } : this.wish);
    this.hearer.changed("up");
    const socket = this.socket;
    clearInterval(this.echo);
    this.echo = window.setInterval(
      () => {
        if (this.nodes.length > 1 && socket && performance.now() - this.heardAt > NODE_TIMEOUT_MS) this.leave(socket);
        else this.send({ m: "ping", number: 1 });
      },
      nodes.length > 1 ? NODE_PING_INTERVAL_MS : PING_INTERVAL_MS,
    );
  }

  /** Tries the next way to our seat after a refusal; returns whether there was one. */
  private isOtherWay(code: string): boolean {
    const place = this.kept.seatHere();
    if (!place?.key || this.byKey || this.wish?.m === "watch") return false;
    if (!["wrong_token", "no_such_table", "seat_taken", "wrong_link"].includes(code)) return false;
    this.byKey = true;
    this.send({ m: "resume", token: `${this.kept.code}.${place.key}` });
    return true;
  }

  /** Whether the prompt whose answer may have been lost is repeated: then the answer is sent again. */
  private isAnswered(prompt: Prompt): boolean {
    const isSame = JSON.stringify(prompt) === JSON.stringify(this.asked);
    const again = isSame && this.isLost ? this.answer : null;
    this.isLost = false;
    this.asked = prompt;
    if (again) this.send(again);
    else if (!isSame) this.answer = null;
    return again !== null;
  }
}
