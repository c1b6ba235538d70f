// The line of a solo table: its steps, its name, and its copy in this browser, which is saved after every step.

import type { Game } from "../model/game";
import { lineOfTable, saveSetting } from "../connection/stored_state";
import type { LineText } from "../generated/wire";
import { _ } from "../words/language";
import { type LineDecks, MAX_NAME_LETTERS, type StepRemark, type StoredLine, downloadLine, lineDecks, loadLine, newLineId, saveLine, stepRemarks } from "./line_storage";
import { remarkWords } from "./remark_words";

/** After a step, until the line is saved: several steps are saved together. */
const SAVE_DELAY_MS = 1_200;

type Handler = (text: string) => void;

export class SoloPlay {
  /** The name of the line; "" before it has one. */
  name = "";
  /** Whether the last save was stored. */
  isStored = true;
  private id: string;
  private remarks: ReadonlyMap<number, StepRemark> = new Map();
  /** What the stored line says of its steps. */
  private storedTexts: readonly string[] = [];
  /** The step and the number of steps that were saved last. */
  private savedAt = "";
  private timer = 0;
  private lineDecks: LineDecks = { decks: [[], []], hands: [[], []] };
  /** What is done with each requested line, in order. */
  private readonly requests: Handler[] = [];

  constructor(private readonly game: Game) {
    this.id = lineOfTable(game.code) || newLineId();
    saveSetting(`line ${game.code}`, this.id);
    void this.load();
  }

  private async load(): Promise<void> {
    const line = await loadLine(this.id);
    this.name ||= line?.name ?? "";
    if (line) {
      this.remarks = stepRemarks(line.text);
      this.storedTexts = line.texts ?? [];
    }
    this.game.draw();
  }

  /** What happened in a step: as this page saw it, else as the file says; "" where nothing says it. */
  textOf(step: number): string {
    const { stepTexts, names } = this.game.model;
    const remark = this.remarks.get(step);
    const seen = [stepTexts[step], this.storedTexts[step]].find((one) => one && one !== _("Pass"));
    return seen ?? (remark ? remarkWords(remark, names) : stepTexts[step] ?? this.storedTexts[step] ?? "");
  }

  /** The Main Deck of the side that the player looks from, as far as the line says. */
  get deck(): readonly number[] {
    return this.lineDecks.decks[this.game.model.seat] ?? [];
  }

  /** The opening hand that was chosen for this side. */
  get hand(): readonly number[] {
    return this.lineDecks.hands[this.game.model.seat] ?? [];
  }

  /** Asks for the line, which names the cards of the decks, if it is not known yet. */
  loadDecks(): void {
    if (!this.deck.length) this.request(() => this.game.draw());
  }

  /** Begins again, with these cards in this side's opening hand. */
  restart(hand: readonly number[], fresh = false): void {
    const { seat } = this.game.model;
    const { decks, hands } = this.lineDecks;
    this.lineDecks = { decks, hands: hands.map((one, at) => (at === seat ? hand : one)) };
    this.game.send({ m: "restart", fresh, hand });
  }

  goTo(step: number): void {
    const { table } = this.game.model;
    if (table && step >= 0 && step <= table.steps && step !== table.step) this.game.send({ m: "rewind", step });
  }

  takeOtherSide(): void {
    this.game.send({ m: "take_side", seat: 1 - this.game.model.seat });
  }

  /** Called after every message: saves the line soon, if a step was taken or gone to. */
  noteChange(): void {
    const { table } = this.game.model;
    if (!table || table.stage === "gathering" || this.timer) return;
    if (`${table.step} ${table.steps}` === this.savedAt || (!table.steps && !this.savedAt)) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.save();
    }, SAVE_DELAY_MS);
  }

  private save(then?: Handler): void {
    const { table } = this.game.model;
    const at = `${table?.step} ${table?.steps}`;
    this.request((text) => {
      this.savedAt = at;
      this.remarks = stepRemarks(text);
      void this.store(this.id, this.name, text);
      then?.(text);
    });
  }

  private request(handler: Handler): void {
    if (this.game.send({ m: "save_line" }, false)) this.requests.push(handler);
  }

  private async store(id: string, name: string, text: string): Promise<void> {
    const steps = this.game.model.table?.steps ?? 0;
    this.storedTexts = Array.from({ length: steps + 1 }, (_each, step) => this.textOf(step));
    this.isStored = await saveLine({ id, name, text, saved: Date.now(), texts: this.storedTexts });
    this.game.draw();
  }

  handleLine(message: LineText): void {
    this.lineDecks = lineDecks(message.text);
    this.requests.shift()?.(message.text);
    this.noteChange();
  }

  /** A refused request is answered by no line: it is made again later. */
  handleRefusal(code: string): void {
    if (!this.requests.length || code !== "too_fast") return;
    this.requests.shift();
    this.noteChange();
  }

  /** A lost connection answers no request. */
  handleReconnect(): void {
    this.requests.splice(0);
  }

  saveAs(name: string): void {
    this.name = name.trim().slice(0, MAX_NAME_LETTERS);
    this.save();
  }

  /** Stores the line as it is, and plays on under another name. */
  fork(name: string): void {
    this.save((text) => {
      this.id = newLineId();
      this.name = name.trim().slice(0, MAX_NAME_LETTERS);
      saveSetting(`line ${this.game.code}`, this.id);
      void this.store(this.id, this.name, text);
    });
  }

  saveFile(): void {
    this.save((text) => {
      const line: StoredLine = { id: this.id, name: this.name, text, saved: Date.now() };
      downloadLine(line, this.name || this.game.code);
    });
  }

  /** Saves the line, leaves the table, and goes to the page of lines. */
  leave(): void {
    const go = () => {
      this.game.send({ m: "leave" });
      location.assign("/new#solo");
    };
    if (!this.game.model.table?.steps || !this.game.send({ m: "save_line" }, false)) return go();
    this.requests.push((text) => void this.store(this.id, this.name, text).then(go));
  }
}
