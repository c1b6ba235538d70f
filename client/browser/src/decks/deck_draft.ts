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
  /** The card whose archetype is searched. */
  archetypeOf = "";
  isSaved = true;
  private before: StoredDeck[] = [];
  private timer = 0;

  constructor(public deck: StoredDeck, readonly client: DeckClient, private readonly draw: () => void) {
    this.search = { text: "", format: deck.format, banlist: deck.banlist, filters: {} };
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

  /** Keys on a card: Enter puts one in, Delete takes one out, S to the Side Deck, M back, arrows to the next. */
  handleKey(event: KeyboardEvent, code: number, part: Part | null): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Readonly<Record<string, () => void>> = {
      Enter: () => this.add(code, part === "side" ? "side" : "main"), "+": () => this.add(code, part === "side" ? "side" : "main"),
      Delete: () => this.remove(code, part), Backspace: () => this.remove(code, part), "-": () => this.remove(code, part),
      s: () => (part && part !== "side" ? this.move(code, part, "side") : part ? undefined : this.add(code, "side")),
      m: () => (part === "side" ? this.move(code, "side", homeOf(this.factsOf(code))) : undefined),
      ArrowDown: () => focusNext(event, 1), ArrowRight: () => focusNext(event, 1),
      ArrowUp: () => focusNext(event, -1), ArrowLeft: () => focusNext(event, -1),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** Moves the focus to another card of the same list; from the first row upwards to the search. */
function focusNext(event: KeyboardEvent, step: 1 | -1): void {
  const own = event.currentTarget as HTMLElement;
  const list = own.closest(".found, .tiles");
  const cards = [...(list?.querySelectorAll<HTMLElement>("[data-card]") ?? [])];
  const next = cards[cards.indexOf(own) + step];
  if (next) next.focus();
  else if (step < 0 && list?.matches(".found")) document.querySelector<HTMLElement>(".deck-search input")?.focus();
}
