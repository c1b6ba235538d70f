// Records a player's match as it is sent and stores it in this browser whenever one of its duels is over (as
// `client/facedown_client/replays/recorder.py`): what was shown, no token, link or chat. It asks for one thing: the replay with both
// hands, once both players have agreed to open them. That one replaces its own.

import type { FromServer } from "../connection/codec";
import type { FromClient, View, VisibleEvent } from "../generated/wire";
import type { Model } from "../model/model";
import { type Draft, type KeptReplay, saveReplay, loadReplay } from "./replay_storage";
import { readReplay } from "./replay";
import { ReplayWriter, asSeenBy } from "./replay_writer";

const MAX_NAME_LETTERS = 80;

/** The record of one match so far. */
interface Match {
  readonly id: string;
  readonly writer: ReplayWriter;
  made: string;
  /** How many events of this duel were sent, and the turn and result after them. */
  told: number;
  view: Pick<View, "turn" | "result"> | null;
  data: KeptReplay["data"];
  /** Whether it was not seen from its beginning: this page reconnected in the middle of it, with nothing stored. */
  isLate: boolean;
  /** Whether it was over and stored before this page was loaded: nothing is added to it. */
  isDone: boolean;
}

export class Recorder {
  /** Whether the match at this table is among the stored ones. */
  isKept = false;
  private deck = "";
  private latest: View | null = null;
  /** Whether the replay with both hands was requested. */
  private hasAsked = false;
  private match: Match | null = null;
  /** Runs storage operations one after the other. */
  private work: Promise<void> = Promise.resolve();

  constructor(private readonly changed: () => void) {}

  /** Records a message of this client. */
  sent(message: FromClient): void {
    if (message.m === "deck") this.deck = (message.name ?? "").slice(0, MAX_NAME_LETTERS);
  }

  /** Records a message that the model has already read. */
  heard(message: FromServer, model: Model): readonly FromClient[] {
    if (!model.isPlayer || model.table?.alone) return [];
    if (message.m === "pledge") this.begins(model.witness.match);
    if (message.m === "replay" && this.hasAsked) {
      this.hasAsked = false;
      this.then((match) => this.keepOpened(match, model, message.data));
    }
    this.seen(message, model);
    if (message.m !== "opened") return [];
    this.then((match) => this.keep(match, model, true));
    this.hasAsked = new Set(message.trails.map((trail) => trail.seat)).size === 2;
    return this.hasAsked ? [{ m: "get_opened" }] : [];
  }

  /** Records a frame, if it was one. */
  private seen(message: FromServer, model: Model): void {
    const { view } = model;
    if (!view || view === this.latest || (message.m !== "update" && message.m !== "whole")) return;
    this.latest = view;
    const events = message.m === "whole" ? message.log : model.latest;
    const { duel } = model.witness;
    this.then((match) => this.take(match, model, view, events, message.m === "whole" ? duel : 0));
  }

  /** The page may be gone soon: stores the match so far. */
  putBy(model: Model): void {
    if (model.isPlayer && model.inMatch) this.then(async (match) => void (await this.draft(match, model)));
  }

  private then(act: (match: Match) => Promise<void>): void {
    const { match } = this;
    // What is too large stays as it was stored last.
    if (match) this.work = this.work.then(() => (match.isDone ? undefined : act(match))).catch(() => undefined);
  }

  /** Handles the pledge of a match: another one, or the one that this page was in before a reload. */
  private begins(id: string): void {
    if (!id || this.match?.id === id) return;
    const writer = new ReplayWriter();
    const match: Match = { id, writer, made: now(), told: 0, view: null, data: null, isLate: false, isDone: false };
    this.match = match;
    this.isKept = false;
    this.then(async () => {
      const kept = await loadReplay(id);
      this.isKept = !!kept?.data;
      match.isDone = this.isKept && !kept?.draft;
      if (!kept?.draft) return;
      const { records, frames, results, turns, told, turn, deck } = kept.draft;
      writer.resume(records, frames, results, turns);
      const view = { turn, result: results.at(-1) ?? "" };
      Object.assign(match, { made: kept.head.made, data: kept.data, isLate: kept.head.is_late, told, view });
      this.deck ||= deck;
    });
  }

  /** Writes a frame; `duel`: the View is whole, of this duel, and the events are its log so far. */
  private async take(
    match: Match, model: Model, view: View, events: readonly VisibleEvent[], duel: number,
  ): Promise<void> {
    const before = match.view;
    if (duel) {
      match.isLate ||= !before && (duel > 1 || view.turn > 1);
      match.writer.duel(duel);
      const isAgain = before && !before.result && before.turn <= view.turn;
      match.writer.frame(view, events.slice(isAgain ? match.told : 0), true);
      match.told = events.length;
    } else {
      match.writer.frame(view, events, false);
      match.told += events.length;
    }
    match.view = view;
    if (view.result && !before?.result) await this.keep(match, model);
    else if (duel || before?.turn !== view.turn) await this.draft(match, model);
  }

  /** Stores the file so far; the next one replaces it. */
  private async keep(match: Match, model: Model, isOver = false): Promise<void> {
    if (!match.writer.results.some(Boolean)) return;
    match.data = await match.writer.toFile(this.head(match, model), model.witness.throws);
    const wasKept = this.isKept;
    this.isKept = await this.draft(match, model, isOver);
    if (this.isKept !== wasKept) this.changed();
  }

  /** Replaces our own replay by the one with both hands, if it is one. */
  private async keepOpened(match: Match, model: Model, data: Uint8Array): Promise<void> {
    const { decks } = this.head(match, model);
    const [head, opened] = asSeenBy(model.seat, data, decks);
    await readReplay(opened);
    if (!head.is_opened || !head.sides.includes(model.seat)) return;
    match.isDone = true;
    this.isKept = await saveReplay({ match: match.id, head, data: opened, draft: null });
    this.changed();
  }

  private draft(match: Match, model: Model, isOver = false): Promise<boolean> {
    const { writer, told, view, data } = match;
    const { frames, results, turns } = writer;
    const { records } = writer;
    const draft: Draft | null = isOver ? null
      : { records, frames, results, turns, told, turn: view?.turn ?? 0, deck: this.deck };
    const head = { ...this.head(match, model), results, turns, frames, is_opened: false };
    return saveReplay({ match: match.id, head, data, draft });
  }

  private head(match: Match, model: Model) {
    const { seat, names, table } = model;
    const decks: [string, string] = seat === 0 ? [this.deck, ""] : ["", this.deck];
    const { format, mode, best_of } = table ?? { format: "master", mode: "rules", best_of: 1 };
    return { sides: [seat], names, decks, format, mode, best_of, made: match.made, is_late: match.isLate };
  }
}

/** A time in ISO 8601, UTC, in whole seconds. */
function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, "+00:00");
}
