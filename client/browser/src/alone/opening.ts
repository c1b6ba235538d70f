// Opening a table for one person: requests it, brings the decks one after the other, and goes to its own page.

import type { Game } from "../model/game";
import { goToTable, markBegin } from "../connection/stored_state";
import type { DeckReport, FromClient, Settings } from "../generated/wire";

/** A deck as text; "" for the server's choice. */
export interface ChosenDeck {
  readonly text: string;
  readonly title: string;
}

export interface Plan {
  readonly settings: Settings;
  /** The file to open; "" for a new duel. */
  readonly file: string;
  /** The decks of the player and of the other side. */
  readonly decks: readonly [ChosenDeck, ChosenDeck];
  /** Called with the table's code before its page opens. */
  readonly handleOpened: (code: string) => void;
}

/** How the other side's deck is refused, or ours. */
export interface RefusedDeck {
  readonly seat: number;
  readonly report: DeckReport;
}

export class Opening {
  refused: RefusedDeck | null = null;
  private readonly decks: FromClient[];
  private sentReport: DeckReport | null = null;
  private isWaiting = false;
  private isOver = false;

  constructor(private readonly game: Game, private readonly plan: Plan, name: string) {
    this.decks = plan.decks.map((deck, seat) => ({ m: "deck" as const, deck: deck.text, name: deck.title.slice(0, 80), seat }))
      .filter((deck) => deck.deck);
    game.connect(name, { m: "create", settings: plan.settings, ...(plan.file ? { line: plan.file } : {}) });
  }

  /** Takes the next step, if the last one is done. */
  handleChange(): void {
    const { model, storage } = this.game;
    const { seated, table, report } = model;
    if (this.isOver || !seated?.token || !table) return;
    if (this.isWaiting && report === this.sentReport) return;
    if (this.isWaiting && report && !report.legal) return this.refuse(report);
    if (this.isWaiting) this.decks.shift();
    this.isWaiting = false;
    const [next] = this.decks;
    if (next?.m === "deck") {
      if (next.seat === 1 && !table.alone && !table.seats[1]?.name) return; // the bot has not come yet
      this.sentReport = report;
      this.isWaiting = true;
      this.game.send(next.seat === 0 ? { m: "deck", deck: next.deck, name: next.name ?? "" } : next);
      return;
    }
    this.isOver = true;
    this.plan.handleOpened(seated.code);
    if (!this.plan.file) markBegin(seated.code);
    goToTable(storage, seated.code, seated.token);
  }

  /** Leaves the table: its deck may not be played. The next one is opened by a key of its own: with this one the server
   * would find the table that is being closed. */
  private refuse(report: DeckReport): void {
    const [deck] = this.decks;
    this.refused = { seat: deck?.m === "deck" ? deck.seat ?? 0 : 0, report };
    this.isOver = true;
    this.game.send({ m: "leave" });
    this.game.storage.saveSeat(null);
    this.game.draw();
  }
}
