// Records a player's match as it is sent and stores it in this browser whenever one of its duels is over (as
// `client/facedown_client/replays/recorder.py`): what was shown, no token, link or chat. It asks for one thing: the replay with both
// hands, once both players have agreed to open them. That one replaces its own.

import type { FromServer } from "../connection/codec";
import type { FromClient, View, VisibleEvent } from "../generated/wire";
import type { Model } from "../model/model";
import { loadPart } from "../connection/parts";
import type { Draft, StoredReplay } from "./replay_storage";
import type { ReplayWriter } from "./replay_writer";

const MAX_NAME_LETTERS = 80;
const loadRecording = () => loadPart(() => import("./recording"));

/** The record of one match so far. */
interface Match {
  readonly id: string;
  /** Set before the first frame. */
  writer: ReplayWriter;
  made: string;
  /** How many events of this duel were sent, and the turn and result after them. */
  told: number;
  view: Pick<View, "turn" | "result"> | null;
  data: StoredReplay["data"];
  /** Whether it was not seen from its beginning: this page reconnected in the middle of it, with nothing stored. */
  isLate: boolean;
  /** Whether it was over and stored before this page was loaded: nothing is added to it. */
  isDone: boolean;
}

export class Recorder {
  /** Whether the match at this table is among the stored ones. */
  isStored = false;
  private deck = "";
  private latest: View | null = null;
  /** Whether the replay with both hands was requested. */
  private hasRequested = false;
  private match: Match | null = null;
  /** Runs storage operations one after the other. */
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly notifyChange: () => void) {}

  /** Records a message of this client. */
  noteSent(message: FromClient): void {
    if (message.m === "deck") this.deck = (message.name ?? "").slice(0, MAX_NAME_LETTERS);
  }

  /** Records a message that the model has already read. */
  recordMessage(message: FromServer, model: Model): readonly FromClient[] {
    if (!model.isPlayer || model.table?.alone) return [];
    if (message.m === "pledge") this.startMatch(model.witness.match);
    if (message.m === "replay" && this.hasRequested) {
      this.hasRequested = false;
      this.enqueue((match) => this.saveOpened(match, model, message.data));
    }
    this.recordView(message, model);
    const isConceded = message.m === "table" && message.table.note.id === "match_won" && model.matchResult !== "";
    if (isConceded) this.enqueue((match) => this.saveFile(match, model, true));
    if (message.m !== "opened") return [];
    this.enqueue((match) => this.saveFile(match, model, true));
    this.hasRequested = new Set(message.trails.map((trail) => trail.seat)).size === 2;
    return this.hasRequested ? [{ m: "get_opened" }] : [];
  }

  /** Records a frame, if it was one. */
  private recordView(message: FromServer, model: Model): void {
    const { view } = model;
    if (!view || view === this.latest || (message.m !== "update" && message.m !== "whole")) return;
    this.latest = view;
    const events = message.m === "whole" ? message.log : model.latestEvents;
    const { duel } = model.witness;
    this.enqueue((match) => this.recordFrame(match, model, view, events, message.m === "whole" ? duel : 0));
  }

  /** The page may be gone soon: stores the match so far. */
  saveDraftNow(model: Model): Promise<void> {
    if (model.isPlayer && model.inMatch) this.enqueue(async (match) => void (await this.saveDraft(match, model)));
    return this.work;
  }

  private enqueue(act: (match: Match) => Promise<void>): void {
    const { match } = this;
    // What is too large stays as it was stored last.
    if (match) this.work = this.work.then(() => (match.isDone ? undefined : act(match))).catch(() => undefined);
  }

  /** Handles the pledge of a match: another one, or the one that this page was in before a reload. */
  private startMatch(id: string): void {
    if (!id || this.match?.id === id) return;
    const match: Match = {
      id, writer: null as never, made: timestamp(), told: 0, view: null, data: null, isLate: false, isDone: false,
    };
    this.match = match;
    this.isStored = false;
    this.enqueue(async () => {
      const { loadReplay, ReplayWriter } = await loadRecording();
      const writer = match.writer = new ReplayWriter();
      const stored = await loadReplay(id);
      this.isStored = !!stored?.data;
      match.isDone = this.isStored && !stored?.draft;
      if (!stored?.draft) return;
      const { records, frames, results, turns, told, turn, deck } = stored.draft;
      writer.resume(records, frames, results, turns);
      const view = { turn, result: results.at(-1) ?? "" };
      Object.assign(match, { made: stored.head.made, data: stored.data, isLate: stored.head.is_late, told, view });
      this.deck ||= deck;
    });
  }

  /** Writes a frame; `duel`: the View is whole, of this duel, and the events are its log so far. */
  private async recordFrame(
    match: Match, model: Model, view: View, events: readonly VisibleEvent[], duel: number,
  ): Promise<void> {
    const before = match.view;
    if (duel) {
      match.isLate ||= !before && (duel > 1 || view.turn > 1);
      match.writer.startDuel(duel);
      const isAgain = before && !before.result && before.turn <= view.turn;
      match.writer.addFrame(view, events.slice(isAgain ? match.told : 0), true);
      match.told = events.length;
    } else {
      match.writer.addFrame(view, events, false);
      match.told += events.length;
    }
    match.view = view;
    if (view.result && !before?.result) await this.saveFile(match, model);
    else if (duel || before?.turn !== view.turn) await this.saveDraft(match, model);
  }

  /** Stores the file so far; the next one replaces it. */
  private async saveFile(match: Match, model: Model, isOver = false): Promise<void> {
    if (!match.writer.results.some(Boolean)) return;
    match.data = await match.writer.toFile(this.makeHead(match, model), model.witness.throws);
    const wasStored = this.isStored;
    this.isStored = await this.saveDraft(match, model, isOver);
    if (this.isStored !== wasStored) this.notifyChange();
  }

  /** Replaces our own replay by the one with both hands, if it is one. */
  private async saveOpened(match: Match, model: Model, data: Uint8Array): Promise<void> {
    const { readReplay, saveReplay, swapSides } = await loadRecording();
    const { decks } = this.makeHead(match, model);
    const [head, opened] = swapSides(model.seat, data, decks);
    await readReplay(opened);
    if (!head.is_opened || !head.sides.includes(model.seat)) return;
    match.isDone = true;
    this.isStored = await saveReplay({ match: match.id, head, data: opened, draft: null });
    this.notifyChange();
  }

  private async saveDraft(match: Match, model: Model, isOver = false): Promise<boolean> {
    const { saveReplay } = await loadRecording();
    const { writer, told, view, data } = match;
    const { frames, results, turns } = writer;
    const { records } = writer;
    const draft: Draft | null = isOver ? null
      : { records, frames, results, turns, told, turn: view?.turn ?? 0, deck: this.deck };
    const head = { ...this.makeHead(match, model), results, turns, frames, is_opened: false };
    return await saveReplay({ match: match.id, head, data, draft });
  }

  private makeHead(match: Match, model: Model) {
    const { seat, names, table } = model;
    const decks: [string, string] = seat === 0 ? [this.deck, ""] : ["", this.deck];
    const { format, mode, best_of } = table ?? { format: "master", mode: "rules", best_of: 1 };
    return { sides: [seat], names, decks, format, mode, best_of, made: match.made, is_late: match.isLate, match_result: model.matchResult };
  }
}

/** A time in ISO 8601, UTC, in whole seconds. */
function timestamp(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, "+00:00");
}
