// Restores events in full: what an update leaves out follows from the Views before and after
// (see `shared/facedown_shared/protocol/brief_events.py`).

import { EVENT_KINDS, EVENT_WORDS } from "../generated/tables";
import type { BriefEvent, Patch, Pile, Place, View, VisibleEvent } from "../generated/wire";
import { EMPTY_PILE, type Zone, whereIs, zonesOf } from "./view";

interface ChangedZone {
  readonly zone: Zone;
  readonly was: Pile;
  readonly now: Pile;
}

const MOVE_KINDS = new Set(["draw", "move", "set", "attach", "vanish"]);
const IN_PLACE_KINDS = new Set(["flip", "face_down", "position"]);

export function expandEvents(
  events: readonly BriefEvent[], patch: Patch, old: View, now: View,
): readonly VisibleEvent[] {
  if (!events.length) return [];
  const changed = zonesOf(now.table)
    .map((zone) => ({ zone, was: old.piles[zone.key] ?? EMPTY_PILE, now: now.piles[zone.key] ?? EMPTY_PILE }))
    .filter((row) => !isAlike(row.was, row.now));
  return events.map((event) => expandEvent(event, patch, old, now, changed));
}

function isAlike(one: Pile, other: Pile): boolean {
  return one.count === other.count && String(one.handles) === String(other.handles);
}

function expandEvent(
  event: BriefEvent, patch: Patch, old: View, now: View, changed: readonly ChangedZone[],
): VisibleEvent {
  const kind = typeof event.kind === "string" ? event.kind : requireValue(EVENT_KINDS[event.kind]);
  const card = event.card >= 0 ? event.card : requireValue(patch.cards[-event.card - 1]).handle;
  const was = event.was >= 0 ? event.was : requireValue(patch.gone[-event.was - 1]);
  const suggested = suggestedEvent(kind, card, was, event.others, old, now, changed);
  const word = typeof event.word === "string" ? event.word
    : event.word ? requireValue(EVENT_WORDS[event.word - 1]) : suggested.word;
  return {
    kind, card, was, word,
    seat: event.seat ? event.seat - 2 : suggested.seat,
    code: event.code ? Math.max(event.code, 0) : suggested.code,
    start: placeOr(event.start, suggested.start),
    goal: placeOr(event.goal, suggested.goal),
    amount: event.amount ?? suggested.amount,
    others: event.others,
  };
}

function requireValue<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new RangeError("no event of this patch");
  return value;
}

function placeOr(place: Place | number, like: Place | null): Place | null {
  return typeof place !== "number" ? place : place === 0 ? like : null;
}

function suggestedEvent(
  kind: string, card: number, was: number, others: readonly number[], old: View, now: View,
  changed: readonly ChangedZone[],
): Pick<VisibleEvent, "seat" | "code" | "start" | "goal" | "amount" | "word"> {
  const row = now.cards[card] ?? old.cards[was] ?? old.cards[card];
  const code = row?.code || old.cards[was || card]?.code || 0;
  let start: Place | null = null;
  let goal: Place | null = null;
  if (MOVE_KINDS.has(kind)) {
    start = placeOfMoved(was || card, changed.map((one) => [one.zone, one.now, one.was]));
    if (kind === "attach") goal = others.length ? placeOfCard(now, others[0] ?? 0) : null;
    else if (kind !== "vanish") goal = placeOfMoved(card, changed.map((one) => [one.zone, one.was, one.now]));
  } else if (IN_PLACE_KINDS.has(kind)) {
    start = goal = placeOfCard(now, card);
  } else if (kind === "reveal") {
    start = placeOfCard(now, card);
  } else if (kind === "activate") {
    goal = placeOfCard(now, card);
  }
  let seat = row ? row.controller : start ? start.seat : now.turn_player;
  let word = "";
  let amount = 0;
  if (kind === "draw") word = "draw";
  else if (kind === "phase") word = now.phase;
  else if (kind === "turn") amount = now.turn;
  else if (kind === "life") {
    for (const one of [0, 1]) {
      const change = (now.tallies[`${one}:life`] ?? 0) - (old.tallies[`${one}:life`] ?? 0);
      if (change) [seat, amount] = [one, change];
    }
  }
  return { seat, code, start, goal, amount, word };
}

function placeOfMoved(handle: number, rows: readonly (readonly [Zone, Pile, Pile])[]): Place | null {
  if (handle) {
    for (const [zone, , now] of rows) {
      if (now.handles.includes(handle)) return placeIn(zone, now.handles.indexOf(handle));
    }
  }
  const found = rows.filter(([zone, was, now]) => zone.slots === null && hiddenCount(now) > hiddenCount(was));
  return found.length === 1 && found[0] ? placeIn(found[0][0], -1) : null;
}

function hiddenCount(pile: Pile): number {
  return pile.count - pile.handles.length;
}

function placeOfCard(view: View, handle: number): Place | null {
  const place = whereIs(view, handle);
  const zone = place && zonesOf(view.table).find((one) => one.seat === place.seat && one.name === place.zone);
  return place && zone ? placeIn(zone, place.slot) : null;
}

function placeIn(zone: Zone, slot: number): Place {
  const hasSlot = zone.slots !== null && zone.tags.includes("field");
  return { seat: zone.seat, zone: zone.name, slot: hasSlot ? slot : -1 };
}
