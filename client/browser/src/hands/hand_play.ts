// Gestures by hand: the menu that the server offers, the questions of one row, and the gesture that is sent. It
// holds no rows and no rules.

import type { Game } from "../model/game";
import type { HandMenu, MenuRow, Option, Place, Prompt, View } from "../generated/wire";
import { ORDERING } from "../generated/tables";
import { _, gettextNoop } from "../words/language";
import { pileOf, whereIs } from "../model/view";
import { aimedCard, isAt, rowsAt } from "./dragging";

export type Fields = Readonly<Record<string, unknown>>;

/** The open menu: of a card, of a pile, or of the table; without rows until they are there. */
export interface OpenMenu {
  readonly card: number;
  readonly zone: string;
  readonly seat: number;
  /** The chosen cards, where it is the menu of all of them: `card` is the one whose rows are requested. */
  readonly chosen: readonly number[];
  readonly rows: readonly MenuRow[] | null;
}

/** A row whose needs are being filled in. */
export interface PendingRow {
  readonly row: MenuRow;
  readonly gesture: Fields;
  readonly needs: readonly string[];
}

const CARD_QUESTIONS: Readonly<Record<string, string>> = {
  materials: gettextNoop("Choose the materials."),
  more: gettextNoop("Choose what comes with it, or nothing."),
  beneath: gettextNoop("Choose what is detached."),
  target: gettextNoop("Choose its target."),
  bearer: gettextNoop("Choose what it goes to."),
};
/** Cards chosen together: the menu of each is requested. */
const MAX_CHOSEN = 10;
const TYPED_NEEDS = ["text", "amount", "token"];
/** Until a menu without rows is requested again, each time longer. A request over the rate is dropped, not always with a refusal. */
const MENU_RETRIES_MS = [1_000, 2_000, 4_000, 8_000];
const EMPTY_OPTION: Option = {
  verb: "choose", card: 0, code: 0, place: null, amount: 0, text: "", words: { id: "", values: [] }, targets: [],
};

export class HandPlay {
  menu: OpenMenu | null = null;
  /** Whether the menu is on the page: a drag needs its rows alone. */
  isShown = false;
  /** Cards chosen together, in order: one menu moves all of them, and questions begin with them. */
  private chosen: readonly number[] = [];
  /** What all chosen cards whose rows are there can do. */
  private merged: readonly MenuRow[] = [];
  /** The page's own question about the pending row. */
  prompt: Prompt | null = null;
  /** The seat whose Life history is open; -1 for none. */
  history = -1;
  /** The row for which something is typed. */
  typed: PendingRow | null = null;
  private pending: PendingRow | null = null;
  private lastGesture: Fields | null = null;
  private asked = -1;
  /** Where a card was dropped before its rows were there. */
  private droppedAt = "";
  private menuTimer = 0;

  constructor(private readonly game: Game) {}

  /** Whether this player may move cards by hand now. */
  get isActive(): boolean {
    const { view, isPlayer } = this.game.model;
    return isPlayer && !!view?.waiting.some((row) => row.seat === view.viewer && ["by_hand", "search"].includes(row.kind));
  }

  /** The chosen cards that are still in sight. */
  get chosenCards(): readonly number[] {
    const { view } = this.game.model;
    return view && this.isActive ? this.chosen.filter((card) => whereIs(view, card)) : [];
  }

  /** Chooses a card with others, or no longer; all cards are dropped without one. */
  choose(card = 0): void {
    const cards = this.chosenCards;
    const isChosen = cards.includes(card);
    this.chosen = card ? isChosen ? cards.filter((one) => one !== card) : [...cards, card].slice(-MAX_CHOSEN) : [];
    this.game.draw();
  }

  /** Opens a menu. That of a card in the open pile, or of this pile, is in the pile's dialog; any other closes the pile. */
  open(card = 0, zone = "", seat = -1): void {
    const { game } = this;
    const [owner = "", pile = ""] = game.pile.split(":");
    const held = game.model.view?.piles[`${owner}:${pile}`]?.handles ?? [];
    if (!zone && !held.includes(card)) game.pile = "";
    this.request(card, zone, seat);
    this.isShown = true;
    this.game.draw();
  }

  /** Requests a menu without showing it: for a drag. */
  request(card = 0, zone = "", seat = -1): void {
    this.cancel();
    const { chosenCards: cards } = this;
    const [first = card] = cards.includes(card) ? cards : [];
    this.menu = { card: first, zone, seat, chosen: cards.length > 1 && cards.includes(card) ? cards : [], rows: null };
    this.merged = [];
    if (this.game.send({ m: "menu", card: first, zone, seat })) this.repeatLater();
    else this.menu = null;
  }

  /** Requests the rows of the open menu again if they do not come. */
  private repeatLater(tries = 0): void {
    clearTimeout(this.menuTimer);
    this.menuTimer = window.setTimeout(() => {
      const { menu } = this;
      if (!menu || menu.rows) return;
      this.game.send({ m: "menu", card: menu.card, zone: menu.zone, seat: menu.seat }, false);
      this.repeatLater(tries + 1);
    }, MENU_RETRIES_MS[tries] ?? MENU_RETRIES_MS.at(-1));
  }

  /** Carries out the row that leads to a spot of the board; of several, the player chooses. */
  drop(spot: string): void {
    const { menu } = this;
    const { view } = this.game.model;
    if (!menu || !view) return;
    if (!menu.rows) {
      this.droppedAt = spot;
      return;
    }
    const rows = rowsAt(menu.rows, spot, view).map((row) => fillFromDrop(row, spot, view));
    const [first] = rows;
    if (!first) this.menu = null;
    else if (new Set(rows.map(textOf)).size === 1) return this.start(first);
    else this.menu = { ...menu, rows: rows.map((row) => ({ ...row, group: row.group === "effect" ? "effect" : "common" })) };
    this.isShown = rows.length > 0;
    this.game.draw();
  }

  close(): void {
    this.cancel();
    this.game.draw();
  }

  handleMenu({ card, zone, seat, rows }: HandMenu): void {
    const { menu } = this;
    if (!menu || menu.rows || menu.card !== card || menu.zone !== zone || menu.seat !== seat) return;
    if (menu.chosen.length) {
      const at = menu.chosen.indexOf(card);
      this.merged = at ? mergeRows(this.merged, rows) : rowsOfAll(rows, menu.chosen);
      const next = menu.chosen[at + 1];
      if (next !== undefined) {
        this.menu = { ...menu, card: next };
        this.game.send({ m: "menu", card: next, zone, seat });
        this.repeatLater();
        return;
      }
    }
    this.menu = { ...menu, rows: menu.chosen.length ? this.merged.map(withBriefPlaces) : rows };
    if (this.droppedAt) this.drop(this.droppedAt);
    this.droppedAt = "";
  }

  /** Offers to repeat a gesture that was refused, where a card's effect allows it. */
  handleRefusal(code: string, sentence: string): void {
    if (code !== "needs_effect" || !this.lastGesture) return;
    const words = _("{refusal} Does a card's effect say so?", { refusal: sentence });
    this.ask(words, [{ ...EMPTY_OPTION, verb: "yes" }, { ...EMPTY_OPTION, verb: "no" }]);
  }

  start(row: MenuRow): void {
    this.cancel();
    this.askNext({ row, gesture: row.gesture, needs: row.needs });
  }

  cancel(): void {
    this.menu = this.prompt = this.typed = this.pending = null;
    this.isShown = false;
    this.droppedAt = "";
  }

  /** Handles the answer to the page's own question. */
  answer(picks: readonly number[], isBack: boolean): void {
    const { prompt, pending } = this;
    const options = picks.map((at) => prompt?.options[at]).filter((one) => one !== undefined);
    this.prompt = null;
    if (isBack) return this.cancel();
    if (pending) return this.askNext(this.fillNeed(pending, options));
    if (options[0]?.verb === "yes" && this.lastGesture) this.sendGesture({ ...this.lastGesture, effect: true });
  }

  /** Takes what was typed: fields of the gesture. */
  type(fields: Fields): void {
    const { typed } = this;
    this.typed = null;
    if (!typed) return;
    const needs = typed.needs.filter((need) => !(need in fields));
    this.askNext({ ...typed, gesture: { ...typed.gesture, ...fields }, needs });
  }

  private fillNeed(pending: PendingRow, options: readonly Option[]): PendingRow {
    const [need = "", ...needs] = pending.needs;
    const cards = options.map((option) => option.card);
    const { gesture, row } = pending;
    const changes: Fields = need === "place" ? withPlace(gesture, options[0]?.place ?? null)
      : need === "viewer" ? { viewer: options[0]?.amount ?? -1 }
      : need === "more" ? { cards: [...cardsOf(gesture), ...cards] }
      : need === "beneath" ? { cards, places: cards.map((card) => encodePlace(row.places[row.cards.indexOf(card)])) }
      : { others: cards };
    return { row, gesture: { ...gesture, ...changes }, needs };
  }

  private askNext(pending: PendingRow): void {
    const [need] = pending.needs;
    this.pending = pending;
    if (need === undefined) {
      this.pending = null;
      return this.sendGesture(pending.gesture);
    }
    if (TYPED_NEEDS.includes(need)) this.typed = pending;
    else if (need === "place") this.askPlace(pending);
    else if (need === "viewer") this.askViewer(pending);
    else this.askCards(pending, need);
    this.game.refreshChoices();
    if (CARD_QUESTIONS[need]) this.pickChosen();
  }

  /** Begins the answer to a question about cards with those that are chosen. */
  private pickChosen(): void {
    const { prompt, game } = this;
    const picks = this.chosenCards.map((card) => prompt?.options.findIndex((one) => one.card === card) ?? -1);
    if (prompt && picks.length <= prompt.most && !picks.includes(-1)) game.picked = picks;
  }

  private askPlace(pending: PendingRow): void {
    const free = pending.row.places.filter((place) => this.hasRoom(place, pending.gesture));
    const [first, second] = free.length ? free : pending.row.places;
    if (!second) return this.askNext(this.fillNeed(pending, [{ ...EMPTY_OPTION, place: first ?? null }]));
    const [card = 0] = cardsOf(pending.gesture);
    const options = free.map((place) => ({ ...EMPTY_OPTION, verb: "zone", card, place }));
    this.ask(_("{title}: choose a zone.", { title: titleOf(pending.row) }), options, 1, 1, true);
  }

  /** Whether a place is free, or becomes free by the same gesture. */
  private hasRoom(place: Place, gesture: Fields): boolean {
    const { view } = this.game.model;
    const card = view ? pileOf(view, place.seat, place.zone).handles[place.slot] ?? 0 : 0;
    return !card || cardsOf(gesture).includes(card) || (gesture["others"] as readonly number[] | undefined)?.includes(card) === true;
  }

  private askViewer(pending: PendingRow): void {
    const { model } = this.game;
    const other = 1 - model.seat;
    if (model.table?.alone) return this.askNext(this.fillNeed(pending, [{ ...EMPTY_OPTION, amount: -1 }]));
    const options = [
      { ...EMPTY_OPTION, verb: "word", text: _("everybody"), amount: -1 },
      { ...EMPTY_OPTION, verb: "word", text: _("only {name}", { name: model.names[other] ?? "" }), amount: other },
    ];
    this.ask(_("Who sees it?"), options, 1, 1, true);
  }

  private askCards(pending: PendingRow, need: string): void {
    const { row } = pending;
    const asks = _(row.asks || (CARD_QUESTIONS[need] ?? need));
    const isOrdered = need === "more" && !cardsOf(pending.gesture).length; // the order of the choice is that of the pile
    const options = row.cards.map((card) => ({ ...EMPTY_OPTION, card, verb: isOrdered ? ORDERING[0] : "choose" }));
    this.ask(_("{title}. {asks}", { title: titleOf(row), asks }), options, row.least, row.most, true);
  }

  private ask(text: string, options: readonly Option[], least = 1, most = 1, back = false): void {
    this.asked -= 1;
    this.prompt = {
      m: "prompt", ask: this.asked, kind: "choice", words: { id: "plain", values: [text] }, options, least, most, back,
      usual: [], about: null, card: 0, code: 0, declare: false,
    };
    this.game.refreshChoices();
  }

  private sendGesture(gesture: Fields): void {
    this.lastGesture = gesture;
    this.chosen = [];
    this.game.sendGesture(gesture);
  }
}

export function titleOf(row: MenuRow): string {
  return _(row.title, { number: row.number }).replace(/…$/, "");
}

/** What tells rows apart once they are dropped: one card of a pile, drawn or drawn as a number, is the same. */
function textOf({ gesture, needs }: MenuRow): string {
  return JSON.stringify([needs, Object.entries({ amount: 1, ...gesture }).sort()]);
}

function cardsOf(gesture: Fields): readonly number[] {
  return (gesture["cards"] as readonly number[] | undefined) ?? [];
}

/** A row with what a drop says: its place, or the card that it is aimed at; of a pile, one card. */
function fillFromDrop(row: MenuRow, spot: string, view: View): MenuRow {
  const place = row.places.find((one) => isAt(one, spot));
  const aimed = aimedCard(row, spot, view);
  const given = aimed ? { others: [aimed] } : place && row.needs.includes("place") ? { places: [encodePlace(place)] } : {};
  const amount = row.needs.includes("amount") ? { amount: 1 } : {};
  const filled = [...(aimed ? ["target", "bearer"] : place ? ["place"] : []), "amount"];
  return { ...row, gesture: { ...row.gesture, ...given, ...amount }, needs: row.needs.filter((need) => !filled.includes(need)) };
}

/** A place as messages hold it. */
function encodePlace(place: Place | undefined | null): readonly unknown[] {
  return place ? [place.seat, place.zone, place.slot] : [];
}

/** A gesture that names its destination gets the place; one that implies it keeps its own. */
function withPlace(gesture: Fields, place: Place | null): Fields {
  return place ? { ...gesture, places: [encodePlace(place)] } : gesture;
}

/** The rows of the first of several cards that may be done with all of them: moves to a pile, and a row that takes the others with it. */
function rowsOfAll(rows: readonly MenuRow[], cards: readonly number[]): readonly MenuRow[] {
  const [, ...others] = cards;
  return rows.filter((row) => isMoveToPile(row) || (row.needs.includes("more") && others.every((card) => row.cards.includes(card))))
    .map((row) => (isMoveToPile(row) ? { ...row, group: row.group === "effect" ? "effect" : "common" }
      : { ...row, gesture: { ...row.gesture, cards }, needs: row.needs.filter((need) => need !== "more") }));
}

/** The rows of all cards before with those of one more: each move as one gesture, which an effect allows if it must allow one of them. */
function mergeRows(merged: readonly MenuRow[], rows: readonly MenuRow[]): readonly MenuRow[] {
  return merged.flatMap((row) => {
    if (!isMoveToPile(row)) return [row];
    const other = rows.find((one) => isMoveToPile(one) && kindOf(one) === kindOf(row));
    if (!other) return [];
    const stricter = row.rule.id ? row : other;
    const places = [...placesOf(row), ...placesOf(other)];
    const gesture = { ...row.gesture, ...stricter.gesture, cards: [...cardsOf(row.gesture), ...cardsOf(other.gesture)], places };
    return [{ ...row, gesture, rule: stricter.rule, group: stricter.rule.id ? "effect" : "common" }];
  });
}

function isMoveToPile(row: MenuRow): boolean {
  const slot = placesOf(row)[0]?.[2];
  return row.gesture["m"] === "move" && !row.needs.length && typeof slot === "number" && slot < 0;
}

/** What is the same in a move of one card and of another. */
function kindOf(row: MenuRow): string {
  return [placesOf(row)[0]?.[1], row.gesture["position"], row.gesture["text"]].join();
}

function placesOf({ gesture }: MenuRow): readonly (readonly unknown[])[] {
  return (gesture["places"] as readonly (readonly unknown[])[] | undefined) ?? [];
}

/** A row with one place where all its cards go to the same. */
function withBriefPlaces(row: MenuRow): MenuRow {
  const places = placesOf(row);
  const isSame = new Set(places.map(String)).size === 1;
  return isSame ? { ...row, gesture: { ...row.gesture, places: places.slice(0, 1) } } : row;
}
