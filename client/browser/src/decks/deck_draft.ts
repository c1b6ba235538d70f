// The deck that is edited: its changes and their undo, what is selected, and what the server says of it.

import type { Facts } from "../generated/wire";
import { factsBy } from "../model/view";
import { _, cardName } from "../words/language";
import type { DeckClient, Search } from "./deck_client";
import { type Part, PARTS, goalOf, homeOf, isSameDeck, moveCard, sortDeck, toSentText } from "./deck_changes";
import { type StoredDeck, saveDeck } from "./deck_storage";

/** Until a changed deck is checked. */
const CHECK_MS = 300;
const MAX_UNDONE_CHANGES = 200;
const MAX_PART_CARDS = 150;

export interface SelectedCard {
  readonly code: number;
  /** Where it was selected; null: in the search results. */
  readonly part: Part | null;
}

export class DeckDraft {
  search: Search;
  selected: SelectedCard | null = null;
  /** The last change, in words for a screen reader. */
  said = "";
  /** The card of each list that Tab reaches: the one that had the focus last. */
  readonly tabStops = new Map<string, number>();
  /** The card whose archetype is searched. */
  archetypeOf = "";
  isSaved = true;
  private before: StoredDeck[] = [];
  private timer = 0;

  constructor(public deck: StoredDeck, readonly client: DeckClient, private readonly draw: () => void) {
    this.search = { text: "", format: deck.format, banlist: deck.banlist, filters: {}, archetypes: false };
    this.checkNow();
    client.find(this.search);
  }

  factsOf(code: number): Facts | undefined {
    return factsBy(null, code);
  }

  nameOf(code: number): string {
    return cardName(this.factsOf(code)?.name ?? this.deck.names[code] ?? String(code));
  }

  /** Copies of a card in all parts. */
  copiesOf(code: number): number {
    return PARTS.reduce((sum, part) => sum + this.deck[part].filter((one) => one === code).length, 0);
  }

  /** What the list says of a card: its points, or its limit where that is less than three. */
  markOf(code: number): string {
    const row = this.client.allowed.get(code);
    if (!row) return "";
    if (row.points) return _("{count} points", { count: row.points });
    return row.copies === 0 ? _("forbidden") : row.copies < 3 ? _("limit {count}", { count: row.copies }) : "";
  }

  /** Returns 0 for the one card of a list that Tab reaches, -1 for the others, which the arrows reach. */
  tabIndexOf(code: number, list: string, codes: readonly number[]): 0 | -1 {
    const stop = this.tabStops.get(list) ?? 0;
    return code === (codes.includes(stop) ? stop : codes[0]) ? 0 : -1;
  }

  noteFocus(code: number, list: string): void {
    if (this.tabStops.get(list) === code) return;
    this.tabStops.set(list, code);
    this.draw();
  }

  get hero(): number {
    return this.deck.extra.find((code) => this.factsOf(code)?.kinds.includes("hero")) ?? 0;
  }

  get canUndo(): boolean {
    return this.before.length > 0;
  }

  add(code: number, wanted: Part = "main"): void {
    const goal = goalOf(this.factsOf(code), wanted);
    if (this.deck[goal].length >= MAX_PART_CARDS) return;
    this.move(code, null, goal);
  }

  remove(code: number, part: Part | null): void {
    const from = part ?? (["main", "extra", "side"] as const).find((one) => this.deck[one].includes(code));
    if (from) this.move(code, from, null);
  }

  /** Moves a card where it was dropped, or to the part in which it belongs. */
  drop(code: number, from: Part | null, wanted: Part | null): void {
    this.move(code, from, wanted && goalOf(this.factsOf(code), wanted));
  }

  private move(code: number, from: Part | null, to: Part | null): void {
    const changed = moveCard(this.deck, code, from, to);
    this.replace({ ...this.deck, ...changed });
    const card = this.nameOf(code), titles = this.titles;
    this.said = !to ? (from ? _("{card} taken out", { card }) : "") : _("{card}: {part} {count}", { card, part: titles[to], count: this.deck[to].length });
    if (from && this.selected?.code === code && !this.deck[from].includes(code)) this.selected = { code, part: to };
    this.draw();
  }

  /** The names of the parts in this game. */
  titles: Record<Part, string> = { main: "", extra: "", side: "" };

  sort(): void {
    this.replace(sortDeck(this.deck, (code) => this.factsOf(code)));
    this.draw();
  }

  undo(): void {
    const last = this.before.pop();
    if (!last) return;
    this.deck = { ...this.deck, main: last.main, extra: last.extra, side: last.side };
    this.isSaved = false;
    this.checkSoon();
    this.draw();
  }

  private replace(deck: StoredDeck): void {
    if (isSameDeck(deck, this.deck)) return;
    this.before = [...this.before.slice(1 - MAX_UNDONE_CHANGES), this.deck];
    this.deck = deck;
    this.isSaved = false;
    this.checkSoon();
  }

  rename(name: string): void {
    this.deck = { ...this.deck, name };
    this.isSaved = false;
    this.draw();
  }

  setFormat(format: string, banlist: string): void {
    this.deck = { ...this.deck, format, banlist };
    this.isSaved = false;
    this.client.forgetLimits();
    this.setSearch({ ...this.search, format, banlist, filters: {} });
    this.checkNow();
  }

  setSearch(search: Search): void {
    if (JSON.stringify(search) === JSON.stringify(this.search)) return;
    this.search = search;
    this.client.find(search);
    this.draw();
  }

  /** The filters are open: the server lists archetypes from now on. */
  listArchetypes(): void {
    this.setSearch({ ...this.search, archetypes: true });
  }

  /** Searches the cards of the selected card's archetypes. */
  searchArchetype(code: number): void {
    this.archetypeOf = this.nameOf(code);
    const archetypes = (this.factsOf(code)?.archetypes ?? []).slice(0, 4);
    this.setSearch({ ...this.search, text: "", filters: { archetypes } });
  }

  select(code: number, part: Part | null): void {
    const isSame = this.selected?.code === code && this.selected.part === part;
    this.selected = isSame ? null : { code, part };
    this.draw();
  }

  deselect(): void {
    this.selected = null;
    this.draw();
  }

  /** Returns whether the browser has stored it. */
  save(): boolean {
    const known = PARTS.flatMap((part) => this.deck[part]).map((code): [number, string] =>
      [code, this.factsOf(code)?.name ?? this.deck.names[code] ?? ""]);
    this.deck = { ...this.deck, name: this.deck.name.trim() || _("New deck"), names: Object.fromEntries(known.filter(([, name]) => name)) };
    this.deck = { ...this.deck, saved: Date.now() };
    this.isSaved = saveDeck(this.deck);
    this.draw();
    return this.isSaved;
  }

  private checkSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.checkNow(), CHECK_MS);
  }

  private checkNow(): void {
    const { deck } = this;
    if (!PARTS.some((part) => deck[part].length)) {
      this.client.checked = null;
      return;
    }
    const isKnown = PARTS.every((part) => deck[part].every((code) => this.client.allowed.has(code)));
    const text = toSentText(deck, deck.format, (code) => this.factsOf(code)?.name ?? deck.names[code] ?? "", isKnown);
    this.client.check({ deck: text, format: deck.format, banlist: deck.banlist });
  }

  /** Keys on a card: Enter puts one in, Delete takes one out, S to the Side Deck, M back, Escape puts its text away. */
  handleKey(event: KeyboardEvent, code: number, part: Part | null): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && !this.selected) return;
    const acts: Readonly<Record<string, () => void>> = {
      Escape: () => this.deselect(),
      Enter: () => this.add(code, part === "side" ? "side" : "main"), "+": () => this.add(code, part === "side" ? "side" : "main"),
      Delete: () => this.remove(code, part), Backspace: () => this.remove(code, part), "-": () => this.remove(code, part),
      s: () => (part && part !== "side" ? this.move(code, part, "side") : part ? undefined : this.add(code, "side")),
      m: () => (part === "side" ? this.move(code, "side", homeOf(this.factsOf(code))) : undefined),
    };
    const act = acts[event.key];
    if (!act) {
      if (focusAnother(event)) event.preventDefault();
      return;
    }
    event.preventDefault();
    const [cards, at] = cardsBeside(event);
    act();
    queueMicrotask(() => keepFocus(cards, at)); // once it is drawn, and before the next key
  }
}

/** The cards of an event's list, and the place of its own card among them. */
function cardsBeside(event: KeyboardEvent): [HTMLElement[], number] {
  const own = event.currentTarget as HTMLElement;
  const cards = [...(own.closest(".found, .tiles")?.querySelectorAll<HTMLElement>("[data-card]") ?? [])];
  return [cards, cards.indexOf(own)];
}

/** Where the focused card has left its list, its neighbour gets the focus, or the first result. */
function keepFocus(cards: readonly HTMLElement[], at: number): void {
  if (document.activeElement !== document.body) return;
  const near = [...cards.slice(at), ...cards.slice(0, at).reverse()].find((one) => one.isConnected);
  (near ?? document.querySelector<HTMLElement>(".found .deck-row"))?.focus();
}

/** Moves the focus by an arrow, Home or End within the list; returns whether the key was one of them. */
function focusAnother(event: KeyboardEvent): boolean {
  const [cards, at] = cardsBeside(event);
  const goals: Readonly<Record<string, number>> = {
    ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: cards.length - 1,
  };
  const goal = goals[event.key];
  if (goal === undefined) return false;
  if (cards[goal]) cards[goal].focus();
  else if (goal < 0 && cards[at]?.matches(".found *")) focusSearch();
  return true;
}

/** Focuses the search, with its text selected: what is typed replaces it. */
export function focusSearch(): void {
  document.querySelector<HTMLInputElement>(".deck-search input")?.select();
}
