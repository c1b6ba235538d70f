// A replay on the board of a duel: a strip below it to seek, and a click on a line of the log leads there.

import { useEffect, useErrorBoundary, useLayoutEffect, useState } from "preact/hooks";

import { Arena } from "../board/arena";
import { SideFrame } from "../board/side_frame";
import { Chain, OpenPile, Preview, ShownCards, Turn } from "../board/side_panel";
import type { FromServer } from "../connection/codec";
import { Game } from "../model/game";
import { _, type Language } from "../words/language";
import { Link } from "../connection/link";
import { partComponent } from "../connection/parts";
import { type LogLine, MAX_LOG_LINES } from "../model/model";
import { type OpenCard, openCards } from "../model/open_cards";
import { eventText, resultWords, wordsIn } from "../words/phrases";
import { DAMAGED_TEXT, type Frame, ReplayError, type Replay, readReplay } from "./replay";
import { MAX_NAME_LETTERS, newLineId, saveLine } from "../alone/line_storage";
import { lineHere } from "./playing_on";
import { Languages } from "../room/room";
import { ServerPassword } from "../room/table_list";

/** Milliseconds between two frames at the default speed, and how much longer a frame with an action stays. */
const FRAME_TIME_MS = 500;
const EVENT_FRAME_RATIO = 2.5;
const SPEEDS = [0.5, 1, 2, 4] as const;
const MAJOR_EVENT_KINDS = new Set(["activate", "attack", "life", "result", "turn"]);

export class ReplayPlayback {
  frames: readonly Frame[] = [];
  /** Every line there is, and the frame in which it was written. */
  lines: readonly (LogLine & { readonly at: number })[] = [];
  /** The cards that lie open beside the board, in each frame. */
  private shownCards: readonly (readonly OpenCard[])[] = [];
  at = 0;
  isPlaying = false;
  speed = 1;
  errorText = "";
  /** Fetches the replay again with the server's password; null unless that was refused. */
  fetchAgain: (() => void) | null = null;
  private timer = 0;
  private replay: Replay | null = null;
  /** The side from which it is shown. */
  private course = 0;

  constructor(readonly game: Game) {}

  /** Asks the server for the public replay of a match. */
  fetchReplay(secret: string): void {
    this.fetchAgain = null;
    const link: Link = new Link(this.game.storage, {
      handleMessage: (message) => {
        if (message.m === "refused" && message.code === "server_password") this.fetchAgain = () => this.fetchReplay(secret);
        this.handleMessage(message, link);
      },
      handleStatus: () => {},
    }, _("Guest"), { m: "get_replay", secret });
  }

  /** The side whose View is shown: a seat, or -1 for spectators. */
  get side(): number {
    return this.replay?.head.sides[this.course] ?? -1;
  }

  get sides(): number {
    return this.replay?.head.sides.length ?? 1;
  }

  /** Shows another side's View. */
  private setCourse(course: number): void {
    this.course = course;
    this.frames = this.replay?.courses[course] ?? [];
    let open: readonly OpenCard[] = [];
    this.shownCards = this.frames.map(({ duel, events }, at) => {
      open = openCards(this.frames[at - 1]?.duel === duel ? open : [], events);
      return open;
    });
    this.game.model.seated = { viewer: this.side, links: {} } as never;
    this.writeLog();
  }

  /** Shows the same moment from the next side. */
  showNextSide(): void {
    const here = this.frames[this.at];
    if (!here || this.sides < 2) return;
    this.setCourse((this.course + 1) % this.sides);
    const isLater = ({ duel, at }: Frame) => duel > here.duel || (duel === here.duel && at > here.at);
    const later = this.frames.findIndex(isLater);
    this.jumpTo(later < 0 ? this.last : later - 1);
  }

  /** The duel up to this moment as a line that one person can play on. Throws a ReplayError that says why not. */
  lineHere(): string {
    if (!this.replay) throw new ReplayError(DAMAGED_TEXT);
    return lineHere(this.replay, this.frames, this.at);
  }

  get last(): number {
    return this.frames.length - 1;
  }

  private handleMessage(message: FromServer, link: Link): void {
    if (message.m === "refused") this.errorText = message.text || wordsIn(message.words, null);
    if (message.m === "replay") void this.open(message.data as Uint8Array<ArrayBuffer>);
    if (message.m === "replay" || message.m === "refused") link.close();
    this.game.draw();
  }

  async open(data: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      this.replay = await readReplay(data);
      const { names, best_of, format } = this.replay.head;
      const seats = names.map((name) => ({
        name, present: true, overdue: false, ready: true, deck: true, counts: null, wins: 0, clock: 0, absence: -1,
      }));
      this.game.model.table = { stage: "duel", best_of, format, seats, ticking: -1, spectators: [] } as never;
      this.setCourse(0);
      this.jumpTo(0);
    } catch (error) {
      // Events that no server ever sent may have no words: then it is damaged, too.
      this.refuse(error instanceof ReplayError ? error.message : DAMAGED_TEXT);
    }
  }

  /** Shows an error instead of a board. */
  refuse(sentence: string): void {
    clearTimeout(this.timer);
    this.frames = this.lines = [];
    this.game.model.view = null;
    this.errorText = _(sentence);
    this.game.draw();
  }

  /** Stops automatic playback. */
  stop(): void {
    clearTimeout(this.timer);
    this.isPlaying = false;
    this.game.plays.clear();
  }

  /** Writes the whole log, in the language in use. */
  writeLog(): void {
    let number = 0;
    this.lines = this.frames.flatMap(({ view, events, duel }, at) => {
      const earlier = this.frames[at - 1];
      const before = earlier?.duel === duel ? earlier.view : view;
      return events.flatMap((event) => {
        const text = eventText(event, view, this.game.model.names, before);
        return text ? [{ number: number++, turn: view.turn, kind: event.kind, text, seat: event.seat, amount: event.amount, at }] : [];
      });
    });
    this.game.draw();
  }

  private showNextFrame(): void {
    const [before, now] = [this.frames[this.at], this.frames[this.at + 1]];
    this.showFrame(this.at + 1);
    if (before && now) this.game.plays.addEvents(now.events, now.view, before.view, this.game.model.names);
  }

  jumpTo(at: number): void {
    this.game.plays.clear();
    this.showFrame(at);
  }

  private showFrame(at: number): void {
    this.at = Math.max(0, Math.min(at, this.last));
    this.game.model.view = this.frames[this.at]?.view ?? null;
    this.game.model.open = this.shownCards[this.at] ?? [];
    this.game.draw();
  }

  togglePlay(): void {
    this.isPlaying = !this.isPlaying;
    clearTimeout(this.timer);
    if (this.isPlaying) {
      if (this.at === this.last) this.jumpTo(0);
      this.scheduleNext();
    }
    this.game.draw();
  }

  private scheduleNext(): void {
    const isMajor = this.frames[this.at]?.events.some((event) => MAJOR_EVENT_KINDS.has(event.kind));
    this.timer = window.setTimeout(() => {
      this.showNextFrame();
      if (this.at < this.last) this.scheduleNext();
      else this.isPlaying = false;
      this.game.draw();
    }, (FRAME_TIME_MS * (isMajor ? EVENT_FRAME_RATIO : 1)) / this.speed);
  }

  /** Goes to the next action (`way` 1), or the one before. */
  goToAction(way: 1 | -1): void {
    this.jumpWhere(way, (at) => this.frames[at]?.events.some((event) => MAJOR_EVENT_KINDS.has(event.kind)) ?? false);
  }

  /** Goes to the beginning of the next turn, or of this one; from there, of the one before. */
  goToTurn(way: 1 | -1): void {
    this.jumpWhere(way, (at) => this.isTurnStart(at));
  }

  isTurnStart(at: number): boolean {
    const [before, now] = [this.frames[at - 1], this.frames[at]];
    return !!now && (!before || before.view.turn !== now.view.turn || before.duel !== now.duel);
  }

  private jumpWhere(way: 1 | -1, isGoal: (at: number) => boolean): void {
    if (this.isPlaying) this.togglePlay();
    let at = this.at + way;
    while (at > 0 && at < this.last && !isGoal(at)) at += way;
    this.jumpTo(at);
  }

  handleKey(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (target.closest("select, dialog")) return;
    const isLine = target.matches("input");
    const keys: Record<string, () => void> = {
      ...(target.closest("button") ? {} : { " ": () => this.togglePlay() }),
      ...(isLine ? {} : { Home: () => this.jumpTo(0), End: () => this.jumpTo(this.last) }),
      e: () => this.showNextSide(),
      ArrowLeft: () => (event.shiftKey ? this.goToTurn(-1) : this.goToAction(-1)),
      ArrowRight: () => (event.shiftKey ? this.goToTurn(1) : this.goToAction(1)),
      Escape: () => this.game.pile && this.game.togglePile(this.game.pile),
    };
    const found = keys[event.key];
    if (!found) return;
    event.preventDefault();
    found();
  }
}

const CompanionBoard = partComponent(async () => (await import("../companion/companion_board")).CompanionBoard);

interface TheatreProps {
  readonly shown: ReplayPlayback;
  readonly choose: (wanted: Language) => void;
  /** Goes to the list of replays. */
  readonly leave: () => void;
}

export function Theatre({ shown, choose, leave }: TheatreProps) {
  const { game } = shown;
  const [, draw] = useState(0);
  useErrorBoundary(() => shown.refuse(DAMAGED_TEXT));
  useLayoutEffect(() => game.addListener(() => draw((count) => count + 1)), [game]);
  useLayoutEffect(() => {
    const key = (event: KeyboardEvent) => shown.handleKey(event);
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [shown]);
  const { view } = game.model;
  document.body.classList.toggle("playing", view !== null);
  if (!view) {
    return (
      <div class="outside">
        {shown.fetchAgain ? <ServerPassword why={shown.errorText} then={shown.fetchAgain} />
          : <p role="status">{shown.errorText || _("Connecting…")}</p>}
        {shown.errorText ? <button class="button" onClick={leave}>{_("Your replays")}</button> : null}
        <Languages choose={choose} />
      </div>
    );
  }
  const isOnPaper = view.table === "companion";
  return (
    <div class="table in-duel">
      {isOnPaper ? <CompanionBoard game={game} view={view}><Strip shown={shown} /></CompanionBoard> : <section class="duel" aria-label={_("Duel")}>
        <Arena game={game} view={view} />
        <div class="below">
          <Turn game={game} view={view} />
          <b>{resultWords(view.result, game.model.names, shown.side)}</b>
          <ShownCards game={game} view={view} />
          <Strip shown={shown} />
        </div>
      </section>}
      <SideFrame isBoard parts={[
        ...(isOnPaper ? [] : [{ name: "card" as const, title: _("Card"), content: <Preview game={game} view={view} /> }]),
        { name: "log", title: _("Log"), content: <><ShownCards game={game} view={view} /><Chain game={game} view={view} /><Lines shown={shown} /></> },
      ]}>
        <div class="foot">
          <PlayOn shown={shown} />
          <button class="button quiet" onClick={leave}>{_("Your replays")}</button>
          <Languages choose={choose} />
        </div>
      </SideFrame>
      <OpenPile game={game} view={view} />
    </div>
  );
}

/** Plays on from this moment at a solo table. */
function PlayOn({ shown }: { shown: ReplayPlayback }) {
  const [why, setWhy] = useState("");
  const { names } = shown.game.model;
  const play = () => {
    try {
      const line = { id: newLineId(), name: names.join(" – ").slice(0, MAX_NAME_LETTERS), text: shown.lineHere(), saved: Date.now() };
      void saveLine(line).then((isStored) => {
        if (isStored) location.assign(`/new#line=${line.id}`);
        else setWhy(_("This browser stores nothing: save lines as files."));
      });
    } catch (error) {
      setWhy(error instanceof ReplayError ? _(error.message) : _(DAMAGED_TEXT));
    }
  };
  return (
    <>
      <button class="button" onClick={play}>{_("Play on from here")}</button>
      {why ? <p class="warn" role="alert">{why}</p> : null}
    </>
  );
}

/** The buttons and the time line. */
function Strip({ shown }: { shown: ReplayPlayback }) {
  const { frames, at, last } = shown;
  const buttons: readonly (readonly [string, string, () => void])[] = [
    ["«", _("Turn before (Shift+Left)"), () => shown.goToTurn(-1)],
    ["‹", _("Action before (Left)"), () => shown.goToAction(-1)],
    [shown.isPlaying ? "❚❚" : "▶", _("Play or pause (Space)"), () => shown.togglePlay()],
    ["›", _("Next action (Right)"), () => shown.goToAction(1)],
    ["»", _("Next turn (Shift+Right)"), () => shown.goToTurn(1)],
  ];
  const turn = frames[at]?.view.turn ?? 0;
  return (
    <div class="strip" role="group" aria-label={_("Replays")}>
      {buttons.map(([sign, label, press]) => (
        <button key={label} class="button" aria-label={label} title={label} onClick={press}>{sign}</button>
      ))}
      <div class="time">
        <input type="range" min="0" max={last} value={at} aria-label={_("Turn")} aria-valuetext={`${_("Turn")} ${turn}`}
          onInput={(event) => shown.jumpTo(Number(event.currentTarget.value))} />
        <svg viewBox={`0 0 ${Math.max(1, last)} 10`} preserveAspectRatio="none" aria-hidden="true">
          {frames.map((frame, number) => {
            const kinds = frame.events.map((event) => event.kind);
            const kind = shown.isTurnStart(number) ? "turn" : kinds.includes("life") ? "life"
              : kinds.includes("activate") ? "activate" : "";
            return kind ? <path key={number} class={kind} d={`M${number} ${kind === "life" ? 5 : 0}v${kind === "turn" ? 10 : 5}`} /> : null;
          })}
        </svg>
      </div>
      {shown.sides > 1 ? (
        <button class="button" title={_("From the other side")} aria-label={_("From the other side")}
          onClick={() => shown.showNextSide()}>⇅</button>
      ) : null}
      <div class="speeds" role="group">
        {SPEEDS.map((speed) => (
          <button key={speed} class="button quiet" aria-pressed={shown.speed === speed} onClick={() => {
            shown.speed = speed;
            shown.game.draw();
          }}>{speed}×</button>
        ))}
      </div>
    </div>
  );
}

/** The log up to the current frame; a line leads to the frame in which it was written. */
function Lines({ shown }: { shown: ReplayPlayback }) {
  const shownLines = shown.lines.filter((one) => one.at <= shown.at).slice(-MAX_LOG_LINES);
  useEffect(() => {
    document.querySelector(".log p:last-child")?.scrollIntoView({ block: "nearest" });
  }, [shownLines.length]);
  return (
    <div class="log" role="log" aria-live="polite" aria-label={_("Log")} tabIndex={0}>
      {shownLines.map((one) => (
        <p key={one.number} class={one.kind}><button onClick={() => shown.jumpTo(one.at)}>{one.text}</button></p>
      ))}
    </div>
  );
}
