// The conversation of the deck editor with its server: searches for cards, and the check of a deck. One search is
// under way at a time; what was typed meanwhile is sent after its response.

import { Link } from "../connection/link";
import { TableStorage } from "../connection/stored_state";
import type { FromServer } from "../connection/codec";
import type { CardFilters, CardsListed, DeckCard, DeckChecked, Refused, Welcome } from "../generated/wire";
import { storePrinted } from "../model/view";
import { _ } from "../words/language";

export interface Search {
  readonly text: string;
  readonly format: string;
  readonly banlist: string;
  readonly filters: CardFilters;
  /** Whether the server lists archetypes too. */
  readonly archetypes: boolean;
}

interface DeckText {
  readonly deck: string;
  readonly format: string;
  readonly banlist: string;
}

/** Until a request that was refused as too fast is sent again. */
const RETRY_MS = 1_000;
/** How often, and how many times, a text to parse waits for the connection: five seconds in all. */
const CONNECT_CHECK_MS = 100;
const MAX_CONNECT_CHECKS = 50;

type Query = { readonly m: "find_cards" } & Search | { readonly m: "check_deck" } & DeckText;

/** One kind of request: the latest query, and the one that was sent. */
class Request {
  private wanted: Query | null = null;
  private sent = -1;

  constructor(private readonly send: (query: Query) => number) {}

  ask(query: Query): void {
    this.wanted = query;
    if (this.sent < 0) this.sendNow();
  }

  private sendNow(): void {
    const query = this.wanted;
    if (!query) return;
    this.sent = this.send(query);
    if (this.sent >= 0) this.wanted = null;
  }

  /** Returns whether a message answers it; then the next is sent. */
  isAnswered(number: number): boolean {
    if (number !== this.sent) return false;
    this.sent = -1;
    this.sendNow();
    return true;
  }

  /** Sends it again: after a refusal, or on another connection. */
  repeat(last: Query | null): void {
    this.sent = -1;
    this.wanted ??= last;
    this.sendNow();
  }

  isUnderWay(number: number): boolean {
    return number === this.sent;
  }

  get isOpen(): boolean {
    return this.sent >= 0 || this.wanted !== null;
  }
}

export class DeckClient {
  welcome: Welcome | null = null;
  found: CardsListed | null = null;
  checked: DeckChecked | null = null;
  refusal: Refused | null = null;
  isUp = false;
  /** The allowed copies and the points of the cards that were named so far, by the current list. */
  readonly allowed = new Map<number, DeckCard>();
  private link: Link | null = null;
  private number = 0;
  private lastSearch: Query | null = null;
  private lastCheck: Query | null = null;
  private readonly searching = new Request((query) => this.sendQuery(query));
  private readonly checking = new Request((query) => this.sendQuery(query));
  private readonly waiting = new Map<number, (checked: DeckChecked | null) => void>();

  constructor(private readonly notify: () => void) {}

  connect(): void {
    this.link?.close();
    this.refusal = null;
    this.link = new Link(new TableStorage("DEC-KS"), {
      handleMessage: (message) => this.handleMessage(message),
      handleStatus: (status) => {
        this.isUp = status === "up";
        if (this.isUp) {
          this.searching.repeat(this.lastSearch);
          this.checking.repeat(this.lastCheck);
        }
        this.notify();
      },
    }, _("Guest"), null);
  }

  close(): void {
    this.link?.close();
  }

  find(search: Search): void {
    this.lastSearch = { m: "find_cards", ...search };
    this.searching.ask(this.lastSearch);
  }

  /** Whether the results are not those of the last search yet. */
  get isSearching(): boolean {
    return this.searching.isOpen;
  }

  /** Checks the deck that is edited; `checked` is its result. */
  check(text: DeckText): void {
    this.lastCheck = { m: "check_deck", ...text };
    this.checking.ask(this.lastCheck);
  }

  /** Parses a text, once; null where the server cannot be asked now. */
  async parse(text: DeckText): Promise<DeckChecked | null> {
    for (let left = MAX_CONNECT_CHECKS; left && !this.isUp; left--) await new Promise((done) => setTimeout(done, CONNECT_CHECK_MS));
    return new Promise((done) => {
      const number = this.sendQuery({ m: "check_deck", ...text });
      if (number < 0) done(null);
      else this.waiting.set(number, done);
    });
  }

  forgetLimits(): void {
    this.allowed.clear();
    this.checked = null;
  }

  private sendQuery(query: Query): number {
    if (!this.isUp || !this.link) return -1;
    this.number += 1;
    return this.link.send({ ...query, number: this.number }) ? this.number : -1;
  }

  private handleMessage(message: FromServer): void {
    switch (message.m) {
      case "welcome":
        this.welcome = message;
        break;
      case "printed":
        storePrinted(message.facts, message.lines);
        break;
      case "cards_listed":
        for (const card of message.cards) this.allowed.set(card.code, card);
        this.found = message;
        this.refusal = null;
        this.searching.isAnswered(message.number);
        break;
      case "deck_checked": {
        for (const card of message.cards) this.allowed.set(card.code, card);
        const done = this.waiting.get(message.number);
        this.waiting.delete(message.number);
        if (done) done(message);
        else if (this.checking.isAnswered(message.number)) this.checked = message;
        break;
      }
      case "refused":
        this.handleRefusal(message);
        break;
      default:
        return;
    }
    this.notify();
  }

  private handleRefusal(refusal: Refused): void {
    const done = this.waiting.get(refusal.ask);
    this.waiting.delete(refusal.ask);
    done?.(null);
    const request = [this.searching, this.checking].find((one) => one.isUnderWay(refusal.ask));
    if (refusal.code === "too_fast" && request) {
      setTimeout(() => request.repeat(request === this.searching ? this.lastSearch : this.lastCheck), RETRY_MS);
      return;
    }
    request?.isAnswered(refusal.ask);
    this.refusal = refusal;
  }
}
