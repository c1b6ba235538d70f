// The conversation of this page: a model, the link that feeds it, and what the person on this page has chosen so
// far. Components that render it listen for changes.

import type { Caller } from "./calling";
import type { DeviceCalls } from "./device_calls";
import type { FromServer } from "../connection/codec";
import { type Choices, isOne, withCardsFound, sortChoices } from "./choices";
import { Witness } from "../fairness/fairness";
import { GUARD_MS } from "./input_guard";
import { TableStorage, saveSetting, setting } from "../connection/stored_state";
import { Link, type Status } from "../connection/link";
import type { FromClient, TableInfo } from "../generated/wire";
import { Model } from "./model";
import { answerWords, optionWords, wordsIn } from "../words/phrases";
import { placedZone } from "./auto_placing";
import { Plays } from "../board/plays";
import type { Fields, HandPlay } from "../hands/hand_play";
import type { SoloPlay } from "../alone/solo_play";
import { loadPart } from "../connection/parts";
import { Recorder } from "../replays/recorder";
import { CONSENT_GUARD_MS, consentSubject, isAnswer, withTerms } from "../words/terms";

interface Search {
  readonly ask: number;
  readonly text: string;
}

/** After so long without an answer of theirs, a player is called by a sound. */
const LONG_WAIT_MS = 3_000;
/** Until a search that was refused as too fast is sent again. */
const RETRY_MS = 500;
/** The question for the next card that goes to the Graveyard, of several that go together. */
const GRAVEYARD_ORDER = "which_goes_to_graveyard";

export class Game {
  readonly storage: TableStorage;
  model: Model;
  status: Status = "closed";
  choices: Choices = sortChoices(null, null);
  /** When a yes is accepted again, by this computer's clock in ms. */
  private quietUntil = 0;
  /** Options picked of the open prompt, in order, where several are. */
  picked: readonly number[] = [];
  /** The card whose menu is open. */
  menu = 0;
  /** The card that is shown large, by handle or by passcode. */
  previewed: { readonly handle: number; readonly code: number } = { handle: 0, code: 0 };
  /** The pile that is open, by its key. */
  pile = "";
  deck = "";
  readonly plays = new Plays(() => this.draw());
  readonly recorder = new Recorder(() => this.draw());
  auto = "smart";
  /** Gestures of this player, where cards are moved by hand; null until that part is loaded. */
  hands: HandPlay | null = null;
  private isLoadingHands = false;
  /** The line of a solo table; null until that part is loaded. */
  solo: SoloPlay | null = null;
  private isLoadingSolo = false;
  /** Calls the player; none in a replay. */
  caller: Caller | null = null;
  /** In a secure context, once loaded. */
  device: DeviceCalls | null = null;
  private isLoadingDevice = false;
  /** The typed search for a card's name, and the search that was sent last. */
  private wantedSearch: Search = { ask: -1, text: "" };
  private sentSearch: Search = { ask: -1, text: "" };
  /** Whether this player's monsters are placed for them where they can be. */
  isPlacing = setting("placing") === "on";
  /** Whether this player orders their cards that go to a Graveyard together. */
  isOrdering = setting("ordering") === "on";
  /** Whether digits pick numbered options: a voice that is recognized wrongly must not. */
  hasDigitKeys = setting("digits") !== "off";
  /** When the open prompt arrived, by this computer's clock in ms. */
  private promptedAt = -Infinity;
  /** When a prompt was answered last, by this computer's clock in ms. */
  private answeredAt = -Infinity;
  /** What was acted on last, until the focus is there or the next prompt is; null when nothing is to be focused. */
  actedOn: number | null = null;
  /** The number of the prompt that was answered last. */
  private answeredAsk = -1;
  private link: Link | null = null;
  /** Whether what this player did last was not sent. */
  hasUnsent = false;
  private readonly listeners = new Set<() => void>();
  private drawing = 0;

  constructor(readonly code: string) {
    this.storage = new TableStorage(code);
    this.model = this.makeModel();
  }

  private makeModel(): Model {
    return new Model(new Witness(
      (record) => this.storage.saveMatch(record), this.storage.loadMatch(), () => this.draw(),
    ));
  }

  get isOn(): boolean {
    return this.link !== null;
  }

  /** Requests a seat or a place to watch, or resumes the stored seat. */
  connect(name: string, request: FromClient | null): void {
    this.link?.close();
    this.model = this.makeModel();
    this.answeredAsk = -1;
    this.hasUnsent = false;
    this.link = new Link(this.storage, {
      handleMessage: (message) => this.handleMessage(message),
      handleStatus: (status) => {
        this.status = status;
        this.draw();
      },
      handleUnsent: () => {
        this.hasUnsent = true;
      },
    }, name, request);
    this.draw();
  }

  disconnect(): void {
    this.link?.close();
    this.link = null;
    this.model = this.makeModel();
    this.choices = sortChoices(null, null);
    this.draw();
  }

  retryNow(): void {
    this.link?.tryNow();
  }

  /** The screen or the network is back. */
  wake(): void {
    this.link?.wake();
  }

  /** The language has changed: what is shown is drawn in it, and requested in it. */
  changeLanguage(): void {
    this.link?.renew();
    this.draw();
  }

  /** Handles a message, from the server or from a replay. */
  handleMessage(message: FromServer): void {
    const before = this.model.prompt;
    const { view: seen, table: oldTable, stepTexts } = this.model;
    if (message.m === "seated") this.sentSearch = { ask: -1, text: "" };
    if (message.m === "seated" || (message.m === "refused" && message.ask === this.answeredAsk)) this.answeredAsk = -1;
    for (const answer of this.model.handleMessage(message, performance.now())) this.send(answer, false);
    for (const request of this.recorder.recordMessage(message, this.model)) this.send(request, false);
    if (message.m === "table") this.noteChange(oldTable);
    this.storeSteps(stepTexts);
    if (this.model.isPlayer && ["free", "half"].includes(this.model.table?.mode ?? "")) void this.loadHands();
    this.followLine(message);
    if (message.m === "menu") this.hands?.handleMenu(message);
    if (message.m === "refused") this.hands?.handleRefusal(message.code, message.text || wordsIn(message.words, this.model.view));
    const { view, latestEvents: latest, names } = this.model;
    if (message.m === "update" && view && seen && view !== seen) this.plays.addEvents(latest, view, seen, names);
    if (message.m === "whole") this.plays.clear();
    if (message.m === "seated") this.auto = message.auto || this.auto;
    if (message.m === "cards_found") {
      this.picked = [];
      this.searchAgain();
    }
    if (message.m === "refused" && message.code === "too_fast") setTimeout(() => this.searchAgain(true), RETRY_MS);
    if (this.model.prompt !== before || ["whole", "update", "refused", "cards_found"].includes(message.m)) {
      const isNew = this.model.prompt !== before;
      if (isNew) {
        this.picked = [];
        this.menu = 0;
        if (this.model.prompt) this.plays.clear(); // the question must not be covered by what led to it
      }
      this.updateChoices();
      if (isNew) this.startPrompt();
      if (isNew && this.model.prompt?.declare) this.search("");
      const { prompt } = this.model;
      if (isNew && prompt && this.choices.isMany && !isOne(prompt)) this.picked = prompt.usual;
    }
    this.draw();
  }

  /** Stores what happened in each step once that has grown, and finds it again after a reload. */
  private storeSteps(before: readonly string[]): void {
    const { model } = this;
    const duel = model.table?.duel;
    if (!duel || !model.isPlayer) return;
    if (model.stepTexts !== before) this.storage.saveSteps(duel, model.stepTexts);
    else if (!before.length) model.stepTexts = this.storage.loadSteps(duel);
  }

  /** The words of an option of the open prompt. */
  wordsOf(at: number): string {
    const option = this.choices.prompt?.options[at];
    return option ? optionWords(option, this.model.view, this.model.names) : "";
  }

  /** Whether the open prompt came long after the last answer: the player may be looking at another page. */
  get isLongWait(): boolean {
    return this.promptedAt - this.answeredAt > LONG_WAIT_MS;
  }

  /** Whether the open prompt has only just appeared: a press now was meant for what was there before. */
  get isFresh(): boolean {
    const { prompt, form } = this.choices;
    return prompt !== null && prompt !== this.hands?.prompt && form !== "hands" && performance.now() - this.promptedAt < GUARD_MS;
  }

  /** A new prompt: picks a zone for a player who has cards placed, and shows the card that asks. */
  private startPrompt(): void {
    const { prompt } = this.choices;
    const { view } = this.model;
    if (!prompt || !view) return;
    this.promptedAt = performance.now();
    const at = this.isSeeking ? -1 : prompt.words.id === GRAVEYARD_ORDER && !this.isOrdering ? 0
      : this.isPlacing ? placedZone(prompt, view) : -1;
    if (at >= 0) return this.answer([at]);
    if ((prompt.card || prompt.code) && prompt.kind !== "response") this.previewed = { handle: prompt.card, code: prompt.code };
  }

  /** Whether the player goes through a line of steps: an answer deletes the later ones. */
  private get isSeeking(): boolean {
    const { table } = this.model;
    return this.isSolo && !!table && table.step < table.steps;
  }

  setOrdering(isOn: boolean): void {
    this.isOrdering = isOn;
    saveSetting("ordering", isOn ? "on" : "off");
    this.draw();
  }

  setPlacing(isOn: boolean): void {
    this.isPlacing = isOn;
    saveSetting("placing", isOn ? "on" : "off");
    this.draw();
  }

  setDigitKeys(isOn: boolean): void {
    this.hasDigitKeys = isOn;
    saveSetting("digits", isOn ? "on" : "off");
    this.draw();
  }

  /** The prompts that are not answered yet: none is answered twice. */
  private updateChoices(): void {
    const { prompt, view } = this.model;
    if (!this.hands?.isActive) this.hands?.cancel();
    const own = this.hands?.prompt;
    const open = own ?? (prompt?.ask === this.answeredAsk ? null : withCardsFound(prompt, this.model.found));
    this.choices = sortChoices(open, view);
  }

  /** Whether what a yes would agree to has only just changed, so that none is accepted. */
  get isConsentGuarded(): boolean {
    return performance.now() < this.quietUntil;
  }

  /** Records when what a yes agrees to changes; the first message about a table is no change. */
  private noteChange(before: TableInfo | null): void {
    const { table } = this.model;
    if (!before || !table || before.code !== table.code || consentSubject(before) === consentSubject(table)) return;
    this.quietUntil = performance.now() + CONSENT_GUARD_MS;
    setTimeout(() => this.draw(), CONSENT_GUARD_MS + 20);
  }

  /** Sorts the choices again, after a question of the page's own has changed. */
  refreshChoices(): void {
    this.picked = [];
    this.updateChoices();
    this.draw();
  }

  /** Whether this player has both sides of a duel with cards here, and may undo everything. */
  get isSolo(): boolean {
    const { table } = this.model;
    return this.model.isPlayer && !!table?.alone && table.life === null;
  }

  private followLine(message: FromServer): void {
    if (this.isSolo && !this.isLoadingSolo) void this.loadSolo();
    if (message.m === "line") this.solo?.handleLine(message);
    else if (message.m === "refused") this.solo?.handleRefusal(message.code);
    else if (message.m === "welcome") this.solo?.handleReconnect();
    this.solo?.noteChange();
  }

  private async loadSolo(): Promise<void> {
    this.isLoadingSolo = true;
    const { SoloPlay } = await loadPart(() => import("../alone/solo_parts"));
    this.solo = new SoloPlay(this);
    this.draw();
  }

  /** Loads what a player needs where cards are moved by hand. */
  private async loadHands(): Promise<void> {
    if (this.isLoadingHands) return;
    this.isLoadingHands = true;
    const { HandPlay } = await loadPart(() => import("../hands/hand_parts"));
    this.hands = new HandPlay(this);
    this.refreshChoices();
  }

  sendGesture(gesture: Fields): void {
    const [card = 0] = (gesture["cards"] as readonly number[] | undefined) ?? [];
    this.actedOn = card;
    this.send(gesture as unknown as FromClient);
    this.refreshChoices();
  }

  /** Returns whether the message is sent. `isOwn`: the player asked for it, and sees a note if it is not sent. */
  send(request: FromClient, isOwn = true): boolean {
    if (this.isConsentGuarded && this.model.table && isAnswer(request, this.model.table)) return false;
    const message = withTerms(request, this.model.table);
    const isSent = !!this.link?.send(message);
    if (isOwn && this.link) this.hasUnsent = !isSent;
    if (isSent) {
      if (message.m === "deck") this.deck = message.deck;
      this.model.witness.noteSent(message);
      this.recorder.noteSent(message);
    }
    this.draw();
    return isSent;
  }

  answer(picks: readonly number[], back = false): void {
    const { prompt } = this.choices;
    if (!prompt) return;
    if (prompt === this.hands?.prompt) {
      this.hands.answer(picks, back);
      return this.refreshChoices();
    }
    const [first = -1] = picks;
    this.model.answerText = back ? "" : answerWords(prompt, picks, this.model.view, this.model.names);
    const code = prompt.declare ? prompt.options[first]?.code ?? 0 : 0;
    if (back) this.send({ m: "answer", ask: prompt.ask, back: true });
    else if (prompt.declare) this.send({ m: "answer", ask: prompt.ask, code });
    else this.send({ m: "answer", ask: prompt.ask, picks });
    this.answeredAsk = prompt.ask;
    this.answeredAt = performance.now();
    this.actedOn = prompt.options[first]?.card ?? 0;
    this.updateChoices();
    this.picked = [];
    this.menu = 0;
    this.draw();
  }

  /** Searches all cards that the prompt allows; text typed during a search waits for its response. */
  search(text: string): void {
    const { prompt } = this.model;
    if (!prompt?.declare) return;
    this.wantedSearch = { ask: prompt.ask, text };
    const isUnderWay = this.sentSearch.ask === prompt.ask && !this.isFound(this.sentSearch);
    if (!isUnderWay && !this.isFound(this.wantedSearch)) this.sendSearch();
  }

  private searchAgain(isRefused = false): void {
    if (this.model.prompt?.ask !== this.wantedSearch.ask || this.wantedSearch.ask === this.answeredAsk) return;
    if (!this.isFound(this.wantedSearch) && (isRefused || this.isFound(this.sentSearch))) this.sendSearch();
  }

  private sendSearch(): void {
    this.sentSearch = this.wantedSearch;
    this.send({ m: "search_cards", ...this.wantedSearch }, false);
  }

  private isFound({ ask, text }: Search): boolean {
    return this.model.found?.ask === ask && this.model.found.text === text;
  }

  /** Picks an option: answers with it, or selects it where it is read first, or adds it to the picks. */
  pick(at: number): void {
    this.pickAmong([at]);
  }

  /** Picks one of several options that are alike: another one by each tap, and after the last none of them. */
  pickAmong(alike: readonly number[]): void {
    const { prompt, isMany } = this.choices;
    const [first = -1] = alike;
    if (!prompt || !isMany) return this.answer([first]);
    const pickedAlike = this.picked.filter((one) => alike.includes(one));
    if (isOne(prompt) && pickedAlike.length) return this.answer(pickedAlike);
    const next = alike.find((one) => !pickedAlike.includes(one));
    const isFull = pickedAlike.length > 0 && this.picked.length >= prompt.most;
    if (next === undefined || isFull) this.picked = this.picked.filter((one) => !alike.includes(one));
    else this.picked = [...(this.picked.length < prompt.most ? this.picked : this.picked.slice(1)), next];
    const option = prompt.options[first];
    if (option && (option.card || option.code)) this.previewed = { handle: option.card, code: option.code };
    this.menu = 0;
    this.draw();
  }

  /** Whether a card is one of the open prompt's options. */
  isOption(handle: number, code: number): boolean {
    const { view } = this.model;
    const codeOf = (card: number) => view?.cards[card]?.code ?? 0;
    return !!this.choices.prompt?.options.some((option) =>
      (option.card || option.code) && (handle ? option.card === handle : code && (option.code || codeOf(option.card)) === code));
  }

  /** A click on a card: opens its menu, picks its one option, or shows it large. */
  pressCard(handle: number): void {
    const found = this.choices.byCard.get(handle) ?? [];
    this.previewed = { handle, code: 0 };
    const [only] = found;
    if (this.choices.form === "hands" && this.hands?.isActive) return this.hands.open(handle);
    if (this.choices.form === "pick" && found.length === 1 && only !== undefined) return this.pick(only);
    this.menu = found.length && this.menu !== handle ? handle : 0;
    this.draw();
  }

  previewCard(handle: number, code = 0): void {
    if (this.previewed.handle === handle && this.previewed.code === code) return;
    this.previewed = { handle, code };
    this.draw();
  }

  togglePile(pile: string): void {
    this.pile = this.pile === pile ? "" : pile;
    const [owner = "-", zone = ""] = this.pile.split(":");
    if (zone && this.choices.form === "hands" && this.hands?.isActive) return this.hands.open(0, zone, Number(owner));
    this.hands?.cancel();
    this.draw();
  }

  setAutoMode(mode: string): void {
    this.auto = mode;
    this.send({ m: "auto", mode });
    this.draw();
  }

  /** Loads what only a secure context has. Without it, the page works as in any other. */
  async loadDeviceCalls(): Promise<void> {
    if (this.isLoadingDevice) return;
    this.isLoadingDevice = true;
    try {
      const { DeviceCalls } = await import("./device_calls");
      this.device = new DeviceCalls(this);
      this.draw();
    } catch {
      this.isLoadingDevice = false; // the server was away: loaded at the next duel
    }
  }

  addListener(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Renders once for all changes in this turn of the event loop. */
  draw(): void {
    if (this.drawing) return;
    this.drawing = 1;
    queueMicrotask(() => {
      this.drawing = 0;
      for (const listener of this.listeners) listener();
    });
  }
}
