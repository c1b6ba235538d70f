// The record with which this client checks the throws of a match: it gives a share, compares it with the pledge,
// and records what it saw (docs/reference/fairness.md; the same as `client/facedown_client/model/verify/fairness.py`).

import type { FromServer } from "../connection/codec";
import { _ } from "../words/language";
import type { FromClient, Opened, Pledge, Place, TableInfo, VisibleEvent } from "../generated/wire";
import { hex, hashShare, unhex } from "./throws";
import type { Verdict } from "./verdict";
import { loadPart } from "../connection/parts";

/** kind, pile before, pile after, passcode or number. */
export type SeenThrow = readonly [string, string, string, number];

export interface Chapter {
  seen: SeenThrow[];
  over: boolean;
  drawn: boolean;
  whole: boolean;
  decks: number;
}

/** Everything a match's throws are checked by; bytes are hexadecimal digits, so that it can be stored as text. */
export interface MatchRecord {
  seat: number;
  share: string;
  commitments: Record<string, string>;
  seals: readonly string[];
  shares: readonly string[] | null;
  decks: string[];
  chapters: Record<number, Chapter>;
  tosses: Record<number, number>;
  caught: string[];
}

/** Loads the part that verifies, when a match begins: at its end the server may be gone. */
const loadVerdict = () => loadPart(() => import("./verdict"));

const FOLLOWED_PILES = ["deck", "hand"];
const MAX_LOG_EVENTS = 4_000;

function randomShare(): string {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

export class Witness {
  verdict: Verdict | null = null;
  private record: MatchRecord | null = null;
  private nextShare = randomShare();
  private deck = "";
  private seat = -1;
  private table: TableInfo | null = null;
  private hasAgreed = false;
  private hasReconnected = false;
  private isOpened = false;
  private openedData: Opened | null = null;

  /** `saveRecord` is called with the record whenever a reload could need it; `restored` is what it stored. */
  constructor(
    private readonly saveRecord: (record: MatchRecord | null) => void = () => undefined, restored: MatchRecord | null = null,
    private readonly notifyVerdict: () => void = () => undefined,
  ) {
    this.record = restored;
    this.deck = restored?.decks.at(-1) ?? "";
  }

  /** The number of the latest duel of the match, from 1. */
  get duel(): number {
    return Math.max(1, this.latestDuel());
  }

  /** The throws of the match as a replay holds them; null where none was pledged. */
  get throws(): Readonly<Record<string, unknown>> | null {
    const { record, openedData: told } = this;
    if (!record) return null;
    const bytes = (digits: readonly string[]) => [0, 1].map((seat) => unhex(digits[seat] ?? ""));
    const commitments = new Map(Object.entries(record.commitments).map(([name, digits]) => [name, unhex(digits)]));
    const trails = told?.trails.map(({ duel, seat, cards, steps }) => [duel, seat, cards, steps]) ?? [];
    return {
      commitments, seals: bytes(record.seals), shares: bytes(record.shares ?? []), trails,
      secrets: told?.secrets ?? {}, limits: told?.throws ?? {},
    };
  }

  /** Identifies this match; "" before one. */
  get match(): string {
    return this.record?.commitments["0/coin"] ?? "";
  }

  /** The text of the last deck sent, if there is one. */
  get lastDeck(): string {
    return this.deck;
  }

  private noteDeck(deck: string): void {
    this.deck = deck;
    if (this.record && !this.record.decks.includes(deck)) this.record.decks.push(deck);
    this.save();
  }

  /** Records a message of this client. */
  noteSent(message: FromClient): void {
    if (message.m === "deck") this.noteDeck(message.deck);
    else if ((message.m === "ready" && message.ready !== false)
      || (message.m === "propose" && message.what === "rematch") || (message.m === "consent" && message.yes)) {
      this.hasAgreed = true;
    }
  }

  handleMessage(message: FromServer): readonly FromClient[] {
    switch (message.m) {
      case "seated":
        this.seat = message.viewer;
        this.hasAgreed = false;
        this.hasReconnected = true;
        return this.seat < 0 ? [] : [{ m: "seal", seal: hashShare(unhex(this.nextShare)) }];
      case "pledge":
        return this.handlePledge(message);
      case "deck_report":
        if (message.deck) this.noteDeck(message.deck);
        return [];
      case "shares": {
        const shares = message.shares.map(hex);
        if (this.record?.shares && String(this.record.shares) !== String(shares)) {
          this.noteComplaint(_("It changed the players' shares."));
        } else if (this.record) this.record.shares = shares;
        this.save();
        break;
      }
      case "table":
        this.checkToss(message.table);
        break;
      case "whole":
        this.noteWholeLog(message.log);
        break;
      case "opened":
        this.handleOpened(message);
        break;
      default:
    }
    return [];
  }

  private handlePledge(pledge: Pledge): readonly FromClient[] {
    const hasCome = this.hasReconnected;
    this.hasReconnected = false;
    if (this.seat >= 0) void loadVerdict();
    const commitments = Object.fromEntries(
      Object.entries(pledge.commitments).map(([name, bytes]) => [name, hex(bytes)]));
    const seals = pledge.seals.map(hex);
    const old = this.record;
    const isSame = old && String(old.seals) === String(seals)
      && JSON.stringify(Object.entries(old.commitments).sort())
        === JSON.stringify(Object.entries(commitments).sort());
    let answers: readonly FromClient[] = [];
    if (isSame) {
      if (old.share && !old.shares && !this.isOpened) answers = [{ m: "share", share: unhex(old.share) }];
    } else if (old && !this.isOpened && !(hasCome && (this.seat < 0 || !old.share))) {
      this.noteComplaint(old.shares ? _("It pledged other throws before it had opened those of the match.")
        : _("It cancelled a start after it had our share, and pledged other throws."));
    } else answers = this.startRecord(commitments, seals);
    if (this.table) this.checkToss(this.table);
    this.save();
    return answers;
  }

  private startRecord(commitments: Record<string, string>, seals: readonly string[]): readonly FromClient[] {
    const own = hex(hashShare(unhex(this.nextShare)));
    const isOurs = this.seat >= 0 && (this.table?.alone ? seals.includes(own) : seals[this.seat] === own);
    this.isOpened = false;
    this.openedData = this.verdict = null;
    this.record = {
      seat: this.seat, share: isOurs ? this.nextShare : "", commitments, seals, shares: null,
      decks: this.deck ? [this.deck] : [], chapters: {}, tosses: {}, caught: [],
    };
    if (this.hasAgreed && !isOurs && this.seat >= 0) this.noteComplaint(_("It left our share out of its pledge."));
    this.hasAgreed = false;
    if (!isOurs) return [];
    const share = this.nextShare;
    this.nextShare = randomShare();
    return [{ m: "share", share: unhex(share) }, { m: "seal", seal: hashShare(unhex(this.nextShare)) }];
  }

  private checkToss(table: TableInfo): void {
    this.table = table;
    if (this.hasReconnected || !this.record || !["toss", "order", "duel", "siding"].includes(table.stage)) return;
    const number = table.duel + (table.stage === "order" ? 1 : 0);
    const before = this.record.chapters[number - 1];
    const isTossed = number === 1 || (before?.over && before.drawn);
    if (!isTossed || table.chooser < 0 || table.stage === "siding") return;
    const tossed = (this.record.tosses[number] ??= table.chooser);
    if (tossed !== table.chooser) this.noteComplaint(_("It changed who had won the toss."));
  }

  private noteComplaint(complaint: string): void {
    if (this.record && !this.record.caught.includes(complaint)) this.record.caught.push(complaint);
  }

  /** A whole View contains the duel's log so far: of the known duel, or of the next one. */
  private noteWholeLog(log: readonly VisibleEvent[]): void {
    if (!this.record) return;
    const seen = log.flatMap((event) => this.throwsOf(event));
    let number = this.latestDuel();
    const before = this.record.chapters[number];
    const sentDuel = this.table?.duel ?? 0;
    const isAnother = before?.over
      && JSON.stringify(seen.slice(0, before.seen.length)) !== JSON.stringify(before.seen);
    if (!before || sentDuel > number || (isAnother && !this.isOpened)) {
      number = Math.max(sentDuel, number + 1);
      this.record.chapters[number] = {
        seen: [], over: false, drawn: false, whole: true, decks: this.record.decks.length,
      };
    }
    const chapter = this.record.chapters[number];
    if (!chapter) return;
    chapter.whole = chapter.whole && log.length < MAX_LOG_EVENTS;
    chapter.seen = [];
    chapter.over = false;
    this.noteEvents(log);
  }

  private latestDuel(): number {
    return Math.max(0, ...Object.keys(this.record?.chapters ?? {}).map(Number));
  }

  /** Records the public throws. */
  noteEvents(events: readonly VisibleEvent[]): void {
    const chapter = this.record?.chapters[this.latestDuel()];
    if (!chapter) return;
    for (const event of events) {
      chapter.seen.push(...this.throwsOf(event));
      if (event.kind === "result") {
        chapter.over = true;
        chapter.drawn = event.word.startsWith("draw");
        this.save();
      }
    }
  }

  private throwsOf(event: VisibleEvent): SeenThrow[] {
    const isFollowed = event.seat === this.seat && FOLLOWED_PILES.includes(event.word);
    // Throws of the field's core, whose own generator is seeded with pledged secrets, come from no stream.
    if ((event.kind === "coin" || event.kind === "die") && this.table?.mode === "core") return [];
    switch (event.kind) {
      case "coin":
        return [["coin", "", "", event.word === "heads" ? 1 : 0]];
      case "die":
        return [["die", "", "", event.amount]];
      case "search":
        return isFollowed ? [["arrange", event.word, "", 0]] : [];
      case "shuffle":
      case "arrange":
        return isFollowed ? [[event.kind, event.word, "", event.amount]] : [];
      case "move":
      case "draw":
      case "set":
      case "attach": {
        const [start, goal] = [this.followedPile(event.start), this.followedPile(event.goal)];
        return start || goal ? [[event.kind, start, goal, event.code]] : [];
      }
      default:
        return [];
    }
  }

  private followedPile(place: Place | null): string {
    return place && place.seat === this.seat && FOLLOWED_PILES.includes(place.zone) ? place.zone : "";
  }

  private handleOpened(opened: Opened): void {
    this.isOpened = true;
    this.openedData = opened;
    const { record } = this;
    if (!record || this.table?.alone) return;
    void loadVerdict().then(({ verify }) => {
      if (this.openedData !== opened) return;
      this.verdict = verify(record, opened);
      this.notifyVerdict();
    });
  }

  private save(): void {
    if (this.seat >= 0) this.saveRecord(this.record);
  }
}
