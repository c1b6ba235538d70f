// One websocket to the server this page came from, opened again whenever it is lost. A seat is resumed by the
// last token, else by our own key, else by the request that first joined, sent again with the same key.

import { type FromServer, encode, decodeMessage } from "./codec";
import { type Answer, type FromClient, PROTOCOL, type Prompt, type Refused, SUBPROTOCOL, WAYS_OF_PLAY } from "../generated/wire";
import { language } from "../words/language";
import { serverPassword, type TableStorage, type StoredSeat } from "./stored_state";

export type Status = "connecting" | "up" | "waiting" | "closed";

const FIRST_RETRY_DELAY_MS = 500;
const MAX_RETRY_DELAY_MS = 15_000;
// Retry delay while attempts end at once, as they do while no server listens; other delays double.
const REFUSED_RETRY_DELAY_MS = 1_000;
const REFUSED_WITHIN_MS = 1_000;
const CONNECT_TIMEOUT_MS = 10_000;
const PING_INTERVAL_MS = 10_000;
/** How long an answer to a ping may take before the connection counts as lost; after a wake-up less. */
const PONG_TIMEOUT_MS = 10_000;
const WAKE_TIMEOUT_MS = 3_000;

// Where several servers are one service: the ping interval, the silence after which another server is tried,
// and how much shorter retry delays are.
const NODE_PING_INTERVAL_MS = 400;
const NODE_TIMEOUT_MS = 1_200;
const NODE_RETRY_SPEEDUP_RATIO = 4;

// Immediate redirects in a row before a table is reached, and the messages that only those at a table are sent.
const MAX_REDIRECTS = 8;
const TABLE_MESSAGES = ["table", "whole", "prompt", "prompt_over", "pledge", "shares", "opened", "update"];

// Messages that wait at most until our seat is resumed.
const MAX_QUEUED_MESSAGES = 32;

// The messages that are sent before our seat is resumed.
const UNSEATED_MESSAGES = ["hello", "resume", "ping"];

export interface LinkListener {
  handleMessage(message: FromServer): void;
  handleStatus(status: Status): void;
  /** Messages that waited for our seat went down with their connection. */
  handleUnsent?(): void;
}

export class Link {
  private socket: WebSocket | null = null;
  /** The connection before this one, open until the seat has moved. */
  private formerSocket: WebSocket | null = null;
  private tries = 0;
  private timer = 0;
  private pingTimer = 0;
  private isClosed = false;
  private answer: Answer | null = null;
  private openPrompt: Prompt | null = null;
  private isLost = false;
  private isByKey = false;
  private address = location.origin;
  private nodes: readonly string[] = [];
  private epoch = 0;
  private isAtTable = false;
  /** What was sent to a server that does not have us at the table yet; it goes out once it has. */
  private readonly queue: FromClient[] = [];
  private redirectCount = 0;
  private lastMessageAt = 0;
  /** When the ping was sent that is not answered yet, or the last one. */
  private pingedAt = 0;
  /** Why we were not let in, while another way is tried. */
  private firstRefusal: FromServer | null = null;
  /** When the last attempt began; 0 once it was accepted. */
  private dialedAt = 0;

  /** `firstRequest` is the request to send where no seat is stored. */
  constructor(
    private readonly storage: TableStorage,
    private readonly listener: LinkListener,
    private readonly name: string,
    private readonly firstRequest: FromClient | null,
  ) {
    this.dial();
  }

  /** Before our seat is resumed nothing about the table is sent: a server that does not know the token would answer
   * that we are at none. An answer goes out when its prompt is repeated, all else once we are seated. Returns false
   * for what is never sent: without a connection there is no telling what it would meet. */
  send(message: FromClient): boolean {
    const isHere = this.socket !== null && this.isAtTable;
    const isRepeated = message.m === "answer" && this.openPrompt?.ask === message.ask;
    if (isRepeated) {
      this.answer = message as Answer;
      this.isLost ||= !isHere;
    }
    if (!isHere && this.storedSeat?.token && !UNSEATED_MESSAGES.includes(message.m)) {
      const isQueued = this.socket !== null && message.m !== "answer" && this.queue.length < MAX_QUEUED_MESSAGES;
      if (isQueued) this.queue.push(message);
      return isQueued || isRepeated;
    }
    const isOpen = this.socket?.readyState === WebSocket.OPEN;
    if (isOpen) this.socket?.send(encode(message));
    return isOpen || isRepeated;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearInterval(this.pingTimer);
    this.formerSocket?.close();
    this.socket?.close();
    this.listener.handleStatus("closed");
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
    this.formerSocket = this.socket;
    this.isLost = this.answer !== null;
    if (!this.storedSeat?.token) this.formerSocket.close(); // a spectator would be counted twice
    this.dial(true);
  }

  /** `isSentOn`: a server has redirected us to the table's owner, so no connection was lost and none is reported. */
  private dial(isSentOn = false): void {
    if (!isSentOn) this.listener.handleStatus("connecting");
    this.isAtTable = false;
    const socket = new WebSocket(`${this.address.replace(/^http/, "ws")}/`, SUBPROTOCOL);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    this.dialedAt = performance.now();
    const connectTimer = setTimeout(() => this.abandon(socket), this.nodes.length > 1 ? NODE_TIMEOUT_MS : CONNECT_TIMEOUT_MS);
    socket.onopen = () => {
      this.dialedAt = 0;
      const password = serverPassword(); // a server without one may be too old to know the field
      this.send({ m: "hello", name: this.name, protocol: PROTOCOL, client: "facedown browser", language, ...(password ? { password } : {}), plays: WAYS_OF_PLAY });
    };
    socket.onmessage = (event: MessageEvent<ArrayBuffer>) => {
      clearTimeout(connectTimer);
      this.lastMessageAt = performance.now();
      if (socket === this.socket) this.handleFrame(socket, new Uint8Array(event.data));
    };
    socket.onclose = () => {
      clearTimeout(connectTimer);
      if (socket !== this.socket) return;
      clearInterval(this.pingTimer);
      this.handleClose();
    };
  }

  /** Give a connection up at once: one that has gone silent sends no close frame. */
  private abandon(socket: WebSocket): void {
    socket.close();
    if (socket !== this.socket) return;
    clearInterval(this.pingTimer);
    this.handleClose();
  }

  private handleClose(): void {
    this.socket = null;
    if (this.queue.splice(0).length) this.listener.handleUnsent?.();
    const many = this.nodes.length > 1;
    if (many) this.address = this.nodes[(this.nodes.indexOf(this.address) + 1) % this.nodes.length] ?? this.address;
    this.isLost = this.answer !== null;
    if (this.isClosed) return;
    const isRefused = this.dialedAt > 0 && performance.now() - this.dialedAt < REFUSED_WITHIN_MS;
    const backoff = Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** this.tries);
    if (!isRefused) this.tries++;
    const wait = (isRefused ? REFUSED_RETRY_DELAY_MS : backoff) * (0.7 + 0.6 * Math.random()) / (many ? NODE_RETRY_SPEEDUP_RATIO : 1);
    this.listener.handleStatus("waiting");
    this.timer = window.setTimeout(() => this.dial(), wait);
  }

  private handleFrame(socket: WebSocket, bytes: Uint8Array): void {
    try {
      const message = decodeMessage(bytes);
      if (message) this.handleMessage(socket, message);
    } catch (error) {
      console.warn("This message ended the connection:", error);
      this.endConversation(socket);
    }
  }

  /** Ends the conversation with a server that sends no proper messages. The stored seat stays. */
  private endConversation(socket: WebSocket): void {
    this.isClosed = true;
    clearInterval(this.pingTimer);
    this.formerSocket?.close();
    socket.close();
    this.listener.handleMessage({ m: "ended", reason: { id: "server_no_message", values: [] }, taken: false });
  }

  private handleMessage(socket: WebSocket, message: FromServer): void {
    if (message.m === "welcome") this.handleWelcome(message.nodes);
    if (message.m === "nodes") {
      this.nodes = message.nodes;
      return;
    }
    if (message.m === "moved") {
      this.redirect(socket, message.address, message.epoch);
      return;
    }
    if (message.m === "seated") {
      if (message.epoch < this.epoch) {
        this.abandon(socket); // it had the table before, and another server has it now
        return;
      }
      this.epoch = message.epoch;
      this.isAtTable = true;
      this.redirectCount = 0;
      this.formerSocket?.close();
      this.formerSocket = null;
      for (const waiting of this.queue.splice(0)) this.send(waiting);
    }
    if (!this.isAtTable && TABLE_MESSAGES.includes(message.m)) {
      this.abandon(socket); // it has not sent the epoch at which it has the table
      return;
    }
    if (message.m === "refused" && this.resumeByKey(message)) return;
    if (message.m === "seated" && message.viewer >= 0 && message.token) {
      this.storage.saveSeat({ token: message.token, seat: message.viewer, name: this.name });
    }
    if (message.m === "refused" && message.code === "wrong_token" && this.storedSeat) this.storage.saveSeat(null);
    if (message.m === "ended") {
      // a ban may be lifted: then the seat is still ours
      if (!message.taken && message.reason.id !== "banned_by_operator") this.storage.saveSeat(null);
      this.answer = this.openPrompt = null;
      this.isClosed = true; // nothing more arrives; `close` would report it twice
      clearInterval(this.pingTimer);
    }
    if (message.m === "prompt" && this.repeatAnswer(message)) return;
    if (message.m === "prompt_over" && this.openPrompt?.ask === message.ask) this.answer = this.openPrompt = null;
    if (message.m === "refused" && this.answer?.ask === message.ask) this.answer = null;
    const isOtherWay = message.m === "refused" && !this.isAtTable && this.firstRefusal;
    this.listener.handleMessage(isOtherWay ? isOtherWay : message);
    if (isOtherWay || message.m === "seated") this.firstRefusal = null;
  }

  private get storedSeat(): StoredSeat | null {
    return this.firstRequest?.m === "watch" ? null : this.storage.loadSeat();
  }

  /** Go to the table's owner, never to an address that the service does not list, nor to one that had it before. */
  private redirect(socket: WebSocket, address: string, epoch: number): void {
    if (epoch < this.epoch || !this.nodes.includes(address) || ++this.redirectCount > MAX_REDIRECTS) {
      this.abandon(socket);
      return;
    }
    this.epoch = epoch;
    this.address = address;
    this.socket = null;
    clearInterval(this.pingTimer);
    this.isLost = this.answer !== null;
    socket.close();
    this.dial(true);
  }

  private handleWelcome(nodes: readonly string[]): void {
    this.tries = 0;
    this.nodes = nodes;
    const place = this.storedSeat;
    if (place?.token) this.send({ m: "resume", token: place.token });
    else if (place?.key && this.isByKey) this.send({ m: "resume", token: `${this.storage.code}.${place.key}` });
    else if (this.firstRequest) this.send(["join", "create"].includes(this.firstRequest.m) ? { ...this.firstRequest, key: this.storage.ensureKey() } as FromClient : this.firstRequest);
    this.listener.handleStatus("up");
    const socket = this.socket;
    clearInterval(this.pingTimer);
    this.pingTimer = window.setInterval(
      () => {
        if (this.nodes.length > 1 && socket && performance.now() - this.lastMessageAt > NODE_TIMEOUT_MS) this.abandon(socket);
        else if (socket) this.ping(socket, PONG_TIMEOUT_MS);
      },
      nodes.length > 1 ? NODE_PING_INTERVAL_MS : PING_INTERVAL_MS,
    );
  }

  /** Pings the server, or gives the connection up where it has not answered the last ping: it may hang for minutes before
   * the network reports it. A page in the background rarely gets to run, so silence alone means nothing. */
  private ping(socket: WebSocket, timeoutMs: number): void {
    const isAnswered = this.lastMessageAt >= this.pingedAt;
    if (!isAnswered && performance.now() - this.pingedAt >= timeoutMs) return this.abandon(socket);
    if (isAnswered) this.pingedAt = performance.now();
    this.send({ m: "ping", number: 1 });
  }

  /** The screen or the network is back: connects at once, or finds out whether the connection has outlived it. */
  wake(): void {
    const { socket } = this;
    if (!socket) return this.tryNow();
    if (this.isClosed || socket.readyState !== WebSocket.OPEN) return;
    this.ping(socket, WAKE_TIMEOUT_MS);
    setTimeout(() => socket === this.socket && this.ping(socket, WAKE_TIMEOUT_MS), WAKE_TIMEOUT_MS + 100);
  }

  /** Tries the next way to our seat after a refusal; returns whether there was one. */
  private resumeByKey(refusal: Refused): boolean {
    const { code } = refusal;
    const place = this.storage.loadSeat();
    if (!place?.key || this.isByKey || this.firstRequest?.m === "watch") return false;
    if (!["wrong_token", "no_such_table", "seat_taken", "wrong_link"].includes(code)) return false;
    this.isByKey = true;
    this.firstRefusal = refusal;
    this.send({ m: "resume", token: `${this.storage.code}.${place.key}` });
    return true;
  }

  /** Whether the prompt whose answer may have been lost is repeated: then the answer is sent again. */
  private repeatAnswer(prompt: Prompt): boolean {
    const isSame = JSON.stringify(prompt) === JSON.stringify(this.openPrompt);
    const again = isSame && this.isLost ? this.answer : null;
    this.isLost = false;
    this.openPrompt = prompt;
    if (again) this.send(again);
    else if (!isSame) this.answer = null;
    return again !== null;
  }
}
