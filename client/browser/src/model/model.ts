// The state of a client: fed every message in turn, by a connection or by a replay.
// `handleMessage` returns the messages to send in answer.

import type { FromServer } from "../connection/codec";
import { expandEvents } from "./events";
import { type OpenCard, openCards } from "./open_cards";
import { Witness } from "../fairness/fairness";
import { _ } from "../words/language";
import type {
  CardsFound, DeckReport, Ended, FromClient, Prompt, Refused, Said, Seated, TableInfo, Update, View, VisibleEvent, Welcome,
  Whole, Words,
} from "../generated/wire";
import { type Names, eventText, wordsIn } from "../words/phrases";
import { apply, storePrinted } from "./view";

export const MAX_LOG_LINES = 2_000;
/** Letters of a line of the log or the chat; longer ones are dropped. */
const MAX_LINE_LETTERS = 5_000;
/** Names of spectators that are kept; our server sends 200. */
const MAX_ROSTER_NAMES = 1_000;
/** Sentences about one step; a step by the rules may have many. */
const MAX_STEP_SENTENCES = 3;

/** Where a duel's line is, and how many steps it has. */
type Steps = Pick<TableInfo, "step" | "steps">;

export interface LogLine {
  readonly number: number;
  readonly turn: number;
  readonly kind: string;
  readonly text: string;
  /** The player whose Life changed, and by how much. */
  readonly seat: number;
  readonly amount: number;
}

export class Model {
  welcome: Welcome | null = null;
  seated: Seated | null = null;
  table: TableInfo | null = null;
  /** When the last message about the table arrived, by this computer's clock in ms: clocks run on from there. */
  tableAt = 0;
  report: DeckReport | null = null;
  view: View | null = null;
  version = -1;
  prompt: Prompt | null = null;
  /** The result of the last search for a card's name. */
  found: CardsFound | null = null;
  /** What happened in each step of the duel, by its number; empty where this page does not know it. */
  stepTexts: readonly string[] = [];
  /** The latest answer in words: the text of its step where nothing else happens. */
  answerText = "";
  /** What happened since the latest step, and whether the whole View was sent since then. */
  private freshTexts: readonly string[] = [];
  private isJumped = false;
  log: LogLine[] = [];
  /** Cards that lie open beside the board: excavated, revealed, searched for. */
  open: readonly OpenCard[] = [];
  chat: Said[] = [];
  refusal: Refused | null = null;
  ended: Ended | null = null;
  /** The secret that opens the public replay of the match that is over. */
  replay = "";
  /** Who has won the match: not always who won its last duel. */
  matchNote: Words | null = null;
  /** The events of the last update. */
  latestEvents: readonly VisibleEvent[] = [];
  readonly witness: Witness;
  private lines = 0;
  private isViewRequested = false;

  constructor(witness = new Witness()) {
    this.witness = witness;
  }

  get seat(): number {
    return this.seated?.viewer ?? -1;
  }

  get isPlayer(): boolean {
    return this.seat >= 0;
  }

  get names(): Names {
    const [one, other] = this.table?.seats ?? [];
    return [one?.name || _("Player {number}", { number: 1 }), other?.name || _("Player {number}", { number: 2 })];
  }

  get isTableFull(): boolean {
    return !!this.table?.seats.every((seat) => seat.name);
  }

  /** The result of a match that a player conceded, in the form of a duel's; "" for any other. */
  get matchResult(): string {
    const [winner, why] = this.matchNote?.values ?? [];
    if ((this.table?.best_of ?? 1) < 2 || typeof why !== "object" || !why.id.startsWith("why_concede")) return "";
    const seat = this.names.indexOf(String(winner));
    return seat < 0 ? "" : `${seat} ${why.id.slice("why_".length)}`;
  }

  get inMatch(): boolean {
    return !this.ended && ["toss", "order", "duel", "siding"].includes(this.table?.stage ?? "");
  }

  /** Whether the player in that seat is us, or would be across from us at the bottom of the board. */
  get bottom(): 0 | 1 {
    return this.seat === 1 ? 1 : 0;
  }

  handleMessage(message: FromServer, now: number): readonly FromClient[] {
    const answers = this.witness.handleMessage(message);
    return [...answers, ...this.updateState(message, now)];
  }

  private updateState(message: FromServer, now: number): readonly FromClient[] {
    switch (message.m) {
      case "update":
        return this.applyUpdate(message, now);
      case "whole":
        this.takeWholeView(message);
        break;
      case "prompt":
        this.prompt = message;
        this.refusal = null;
        break;
      case "prompt_over":
        if (this.prompt?.ask === message.ask) this.prompt = null;
        break;
      case "table": {
        this.logFault(message.table.note);
        const known = message.same_spectators ? this.table?.spectators : undefined;
        const gone = new Set(message.gone);
        const left = known ? [...known.filter((name) => !gone.has(name)), ...message.come] : message.table.spectators;
        if (this.table?.duel === message.table.duel) this.noteSteps(this.table, message.table);
        this.isJumped = false;
        this.table = { ...message.table, spectators: left.slice(0, MAX_ROSTER_NAMES) };
        this.tableAt = now;
        if (message.table.stage !== "over") this.matchNote = null;
        else if (message.table.note.id.startsWith("match_")) this.matchNote = message.table.note;
        break;
      }
      case "cards_found":
        this.found = message;
        break;
      case "replay_kept":
        this.replay = message.secret;
        break;
      case "printed":
        storePrinted(message.facts, message.lines);
        break;
      case "welcome":
        this.welcome = message;
        break;
      case "seated": {
        const oldSeat = this.seated;
        const links = Object.keys(message.links).length ? message.links : oldSeat?.links ?? {};
        this.seated = { ...message, links };
        this.ended = this.prompt = null;
        break;
      }
      case "deck_report":
        this.report = message;
        break;
      case "said":
        if (JSON.stringify(message).length <= MAX_LINE_LETTERS) this.chat = [...this.chat.slice(1 - MAX_LOG_LINES), message];
        break;
      case "talk":
        this.chat = [...message.lines];
        break;
      case "refused":
        this.refusal = message.code === "old_prompt" ? null : message; // the next one says the same
        if (message.code === "old_prompt" && this.prompt?.ask === message.ask) this.prompt = null;
        break;
      case "ended":
        this.ended = message;
        this.prompt = null;
        break;
      default: // not used on this page: lobby lists, lines, reasons, echoes
    }
    return [];
  }

  private takeWholeView(message: Whole): void {
    this.isViewRequested = false;
    this.isJumped = true;
    this.freshTexts = [];
    this.view = message.view;
    this.version = message.version;
    this.latestEvents = [];
    if (message.log.length) {
      this.log = [];
      this.open = [];
      this.logEvents(message.log, message.view, message.view);
      if (!this.isPlayer) this.open = []; // a spectator's first board does not wait for what was shown before
    }
  }

  private applyUpdate(message: Update, now: number): readonly FromClient[] {
    const old = this.view;
    if (!old || message.version !== ((this.version + 1) & 127)) {
      const isKnown = ((this.version - message.version) & 127) < 64;
      return old && isKnown ? [] : this.requestView();
    }
    let events: readonly VisibleEvent[];
    let view: View;
    try {
      view = apply(old, message.patch);
      events = expandEvents(message.events, message.patch, old, view);
    } catch {
      return this.requestView();
    }
    this.view = view;
    this.version += 1;
    this.latestEvents = events;
    this.witness.noteEvents(events);
    this.freshTexts = [...this.freshTexts, ...this.logEvents(events, view, old)].slice(0, MAX_STEP_SENTENCES);
    if (message.steps && this.table) {
      const step = this.table.step + 1;
      this.isJumped = false;
      this.noteSteps(this.table, { step, steps: step });
      const left = (seat: 0 | 1) => ({
        ...this.table?.seats[seat], clock: this.clock(seat, now), absence: this.absence(seat, now) ?? -1,
      }) as never;
      this.table = { ...this.table, step, steps: step, elapsed: this.matchTime(now), seats: [left(0), left(1)] };
      this.tableAt = now;
    }
    return [];
  }

  /** Notes what happened in new steps; those after the first, if several are taken at once, are passes. */
  private noteSteps(before: Steps, now: Steps): void {
    if (now.step === before.step && now.steps === before.steps) return;
    const isNew = now.step > before.step && now.step === now.steps && (now.steps !== before.steps || !this.isJumped);
    if (isNew) {
      const earlier = Array.from({ length: before.step + 1 }, (_each, at) => this.stepTexts[at] ?? "");
      const passes = Array.from({ length: now.step - before.step - 1 }, () => _("Pass"));
      this.stepTexts = [...earlier, this.freshTexts.join(_("; ")) || this.answerText || _("Pass"), ...passes];
    }
    this.freshTexts = [];
    this.answerText = "";
  }

  /** Seconds left on a player's clock. */
  clock(seat: 0 | 1, now: number): number {
    const sentSeconds = this.table?.seats[seat].clock ?? 0;
    return this.table?.ticking === seat ? Math.max(0, sentSeconds - (now - this.tableAt) / 1000) : sentSeconds;
  }

  /** Seconds since the match began; null where they are not counted. */
  matchTime(now: number): number | null {
    const sentSeconds = this.table?.elapsed ?? null;
    return sentSeconds === null ? null : sentSeconds + (now - this.tableAt) / 1000;
  }

  /** Seconds that an absent player has left; null while absence does not count. */
  absence(seat: 0 | 1, now: number): number | null {
    const info = this.table?.seats[seat];
    if (!info || info.present || info.absence < 0) return null;
    return Math.max(0, info.absence - (now - this.tableAt) / 1000);
  }

  private requestView(): readonly FromClient[] {
    if (this.isViewRequested) return [];
    this.isViewRequested = true;
    return [{ m: "view" }];
  }

  /** Reports a failed script in the log, where its effect is missing. */
  private logFault(note: Words): void {
    const before = this.table?.note;
    const isNew = before?.id !== note.id || before.values?.[0] !== note.values?.[0];
    if (!this.table || !this.view || !isNew || !note.id.startsWith("script_")) return;
    const row = { number: this.lines++, turn: this.view.turn, kind: "fault", text: wordsIn(note, this.view), seat: -1, amount: 0 };
    this.log = [...this.log, row].slice(-MAX_LOG_LINES);
  }

  private logEvents(events: readonly VisibleEvent[], view: View, before: View): readonly string[] {
    let turn = (events.find((event) => event.kind === "turn")?.amount ?? view.turn + 1) - 1;
    const fresh: LogLine[] = [];
    this.open = openCards(this.open, events);
    for (const event of events) {
      if (event.kind === "turn") turn = event.amount;
      const text = eventText(event, view, this.names, before);
      if (text && text.length <= MAX_LINE_LETTERS) fresh.push({ number: this.lines++, turn, kind: event.kind, text, seat: event.seat, amount: event.amount });
    }
    if (fresh.length) this.log = [...this.log, ...fresh].slice(-MAX_LOG_LINES);
    return fresh.map((line) => line.text);
  }
}
