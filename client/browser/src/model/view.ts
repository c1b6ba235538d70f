// A View and its patches: apply(old, patch) gives what Python's `shared/facedown_shared/tables/diff.py` gives. Views are never changed.

import { decodeField } from "../connection/codec";
import { cardName } from "../words/language";
import { KINDS_ASKED, SEEN, ZONES } from "../generated/tables";
import type { CardEdit, Facts, Patch, Pile, Place, VisibleCard, View } from "../generated/wire";

export interface Zone {
  readonly number: number;
  readonly key: string;
  readonly seat: number;
  readonly name: string;
  readonly title: string;
  readonly slots: number | null;
  readonly tags: readonly string[];
}

export const EMPTY_PILE: Pile = { count: 0, handles: [] };

const zonesByTable = new Map<string, readonly Zone[]>();

/** The zones of a table by number, seat 0 first; none of a table that is not known. */
export function zonesOf(table: string): readonly Zone[] {
  let zones = zonesByTable.get(table);
  if (!zones) {
    const rows = (ZONES[table] ?? []).flatMap(([name, title, shared, slots, tags]) =>
      (shared ? [-1] : [0, 1]).map((seat) => ({ name, title, slots, tags, seat, key: keyOf(seat, name) })),
    );
    zones = rows.map((row, number) => ({ ...row, number }));
    if (rows.length) zonesByTable.set(table, zones);
  }
  return zones;
}

export function keyOf(seat: number, zone: string): string {
  return `${seat < 0 ? "-" : seat}:${zone}`;
}

export function pileOf(view: View, seat: number, zone: string): Pile {
  return view.piles[keyOf(seat, zone)] ?? EMPTY_PILE;
}

/** The place of a card, by its handle; null for one without a place. */
export function whereIs(view: View, handle: number): Place | null {
  if (!handle) return null;
  for (const zone of zonesOf(view.table)) {
    const slot = (view.piles[zone.key] ?? EMPTY_PILE).handles.indexOf(handle);
    if (slot >= 0) return { seat: zone.seat, zone: zone.name, slot };
  }
  return null;
}

/** The monster that has a card as material, by its handle; 0 if there is none. */
export function monsterAbove(view: View, handle: number): number {
  return Number(Object.entries(view.cards).find(([, seen]) => seen.materials.includes(handle))?.[0] ?? 0);
}

type Rows<Row> = Readonly<Record<string | number, Row>>;

/** What is printed on cards, as the server sent it in this page's language, beside what Views hold. */
const printedFacts = new Map<number, Facts>();
const printedLines = new Map<number, readonly string[]>();
const translatedFacts = new WeakMap<Facts, Facts>();
const untranslatedFacts = new WeakMap<Facts, Facts>();

/** Cards whose texts are kept, the latest, and letters of one. */
const MAX_PRINTED_CARDS = 3_000;
const MAX_PRINTED_LETTERS = 10_000;

export function storePrinted(facts: readonly Facts[], lines: Rows<readonly string[]>): void {
  for (const one of facts) keepLatest(printedFacts, one.code, one);
  for (const [code, cardLines] of Object.entries(lines)) keepLatest(printedLines, Number(code), cardLines);
}

function keepLatest<Row>(rows: Map<number, Row>, code: number, row: Row): void {
  if (JSON.stringify(row).length > MAX_PRINTED_LETTERS) return;
  rows.delete(code);
  rows.set(code, row);
  for (const first of rows.keys()) if (rows.size > MAX_PRINTED_CARDS) rows.delete(first);
}

/** The lines of a card that the server has sent. */
export function linesOf(code: number): readonly string[] {
  return printedLines.get(code) ?? [];
}

/** What is printed on a card, by its passcode, in this page's language where the server has sent it. */
export function factsBy(view: View | null, code: number): Facts | undefined {
  const sentFacts = view?.facts[code], own = printedFacts.get(code);
  if (!sentFacts || !own) return sentFacts ?? own;
  let made = translatedFacts.get(sentFacts);
  if (!made || made.name !== own.name) {
    made = { ...sentFacts, name: own.name, text: own.text, pendulum_text: own.pendulum_text };
    translatedFacts.set(sentFacts, made);
    untranslatedFacts.set(made, sentFacts);
  }
  return made;
}

export function factsOf(view: View, handle: number): Facts | undefined {
  const code = view.cards[handle]?.code;
  return code ? factsBy(view, code) : undefined;
}

/** The name a card has now: the printed one in this page's language, unless an effect gave it another. */
export function currentName(seen: VisibleCard | undefined, facts: Facts | undefined): string {
  const printedName = facts && (untranslatedFacts.get(facts) ?? facts).name;
  return seen?.name && seen.name !== printedName ? seen.name : cardName(facts?.name ?? "");
}

function without<Row>(rows: Rows<Row>, gone: readonly (string | number)[], more: Rows<Row> = {}): Rows<Row> {
  const left = { ...rows };
  for (const key of gone) delete left[key];
  return Object.assign(left, more);
}

/** The View after a patch. Throws where it is no patch of such a View. */
export function apply(view: View, patch: Patch): View {
  const rare = patch.rare;
  const changes: { -readonly [Key in keyof View]?: View[Key] } = {};
  if (rare) {
    if (rare.turn !== null) changes.turn = rare.turn;
    if (rare.turn_player !== null) changes.turn_player = rare.turn_player;
    if (rare.phase !== null) changes.phase = rare.phase;
    if (rare.result !== null) changes.result = rare.result;
    if (rare.waiting !== null) changes.waiting = rare.waiting;
    if (rare.lasting !== null) changes.lasting = rare.lasting;
    if (rare.links !== null) changes.chain = [...view.chain.slice(0, rare.chain_kept), ...rare.links];
    if (rare.peace || rare.attack !== null) changes.attack = rare.attack;
    changes.facts = without(view.facts, rare.facts_gone, rare.facts);
  }
  if (patch.waiting !== null) {
    changes.waiting = patch.waiting.map((one) => ({
      seat: one % 2, kind: requireValue(KINDS_ASKED[Math.floor(one / 2)]),
    }));
  }
  const names = Object.keys(view.tallies).sort();
  const tallies = { ...without(view.tallies, rare?.tallies_gone ?? []) };
  for (const [at, value] of Object.entries(patch.tallies)) tallies[requireValue(names[Number(at)])] = value;
  changes.tallies = { ...tallies, ...rare?.tallies };
  const piles = { ...view.piles, ...changedPiles(view, patch), ...rare?.piles };
  changes.piles = without(piles, rare?.piles_gone ?? []);
  const after: View = { ...view, ...changes };
  const cards: Record<number, VisibleCard> = { ...without(view.cards, patch.gone) };
  for (const edit of patch.cards) if (edit.flags !== -1) cards[edit.handle] = rowOf(edit, view, after);
  return { ...after, cards };
}

function requireValue<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new RangeError("no patch of this View");
  return value;
}

/** The piles that change once the cards of a patch are gone or moved. */
function changedPiles(view: View, patch: Patch): Record<string, Pile> {
  const taken = new Set(patch.gone);
  const goals = new Map<number, [number, number][]>();
  const placed = new Map(patch.cards.filter((edit) => edit.place).map((edit) => [edit.handle, edit.place]));
  for (const [handle, place] of placed) {
    const number = (place - 1) % 32;
    taken.add(handle);
    goals.set(number, [...(goals.get(number) ?? []), [Math.floor((place - 1) / 32) - 1, handle]]);
  }
  const changed: Record<string, Pile> = {};
  for (const zone of zonesOf(view.table)) {
    const pile = view.piles[zone.key] ?? EMPTY_PILE;
    const more = patch.counts[zone.number] ?? 0;
    const goal = goals.get(zone.number) ?? [];
    if (more || goal.length || pile.handles.some((handle) => taken.has(handle))) {
      changed[zone.key] = editPile(pile, zone.slots !== null, taken, goal, more);
    }
  }
  return changed;
}

function editPile(
  pile: Pile, slotted: boolean, taken: ReadonlySet<number>, goal: readonly [number, number][], more: number,
): Pile {
  if (slotted) {
    const handles = pile.handles.map((handle) => (taken.has(handle) ? 0 : handle));
    for (const [slot, handle] of goal) {
      if (slot < 0 || slot > 200) throw new RangeError("no slot");
      while (handles.length <= slot) handles.push(0);
      handles[slot] = handle;
    }
    return { count: pile.count - countCards(pile.handles) + countCards(handles) + more, handles };
  }
  const handles = pile.handles.filter((handle) => !taken.has(handle));
  for (const [index, handle] of goal) handles.splice(index < 0 ? handles.length : index, 0, handle);
  return { count: pile.count - pile.handles.length + handles.length + more, handles };
}

function countCards(handles: readonly number[]): number {
  return handles.filter(Boolean).length;
}

/** A card of which only flags and identity are known. */
export function plainRow(flags: number, code: number): VisibleCard {
  return {
    owner: flags & 1, controller: (flags >> 1) & 1, code, face_up: !!(flags & 4),
    defense_position: !!(flags & 8), attack: null, defense: null, level: 0, rank: 0, link: 0, scale: null,
    attribute: "", race: "", counters: {}, materials: [], equipped_to: 0, targets: [],
    negated: !!(flags & 16), revealed: !!(flags & 32), token: !!(flags & 64), name: "", kinds: [],
  };
}

function rowOf(edit: CardEdit, old: View, after: View): VisibleCard {
  const code = Math.max(edit.code || (old.cards[edit.handle]?.code ?? 0), 0);
  const plain = plainRow(edit.flags, code);
  const facts = plain.face_up ? after.facts[code] : undefined;
  const printed = facts && isMonster(edit.handle, after)
    ? {
      ...plain, attack: facts.attack, defense: facts.defense, level: facts.level, rank: facts.rank,
      link: facts.link, attribute: facts.attribute, race: facts.race,
    }
    : plain;
  const rest = Object.entries(edit.rest).map(([number, value]) => {
    const name = requireValue(SEEN[Number(number)]);
    return [name, decodeField("VisibleCard", name, value)];
  });
  return { ...printed, ...(Object.fromEntries(rest) as Partial<VisibleCard>) };
}

function isMonster(handle: number, view: View): boolean {
  return zonesOf(view.table).some((zone) =>
    (zone.name === "monster" || zone.name === "extra_monster")
    && (view.piles[zone.key] ?? EMPTY_PILE).handles.includes(handle));
}
