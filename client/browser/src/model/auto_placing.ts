// The zone that is picked for a player who enables automatic placing: no rule on the board touches it
// (as in `client/facedown_client/board/placing.py`).

import { COLUMN_WORDS, EXTRA_ZONE_WORDS } from "../generated/tables";
import type { Facts, Place, Prompt, View } from "../generated/wire";
import { factsBy, whereIs, zonesOf } from "./view";

const COLUMN_COUNT = 5;
/** Steps of every arrow to the right and away from its controller. */
const ARROW_DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  top_left: [-1, 1], top: [0, 1], top_right: [1, 1], left: [-1, 0], right: [1, 0],
  bottom_left: [-1, -1], bottom: [0, -1], bottom_right: [1, -1],
};

interface Spot {
  readonly across: number;
  readonly away: number;
}

/** The position of a zone, seen from seat 0: its column 1 to 5, and rows away. */
function spotOf(place: Place): Spot | null {
  const across = place.seat === 1 ? COLUMN_COUNT - place.slot : place.slot + 1;
  if (place.zone === "monster") return { across, away: place.seat === 1 ? 3 : 1 };
  if (place.zone === "spell_trap") return { across, away: place.seat === 1 ? 4 : 0 };
  if (place.zone === "extra_monster") return { across: place.slot ? 4 : 2, away: 2 };
  return null;
}

/** The option of the player's leftmost free Main Monster Zone that no Link Arrow points at and no face-up card
 * refers to; -1 where the player is asked. */
export function placedZone(prompt: Prompt, view: View): number {
  if (prompt.least !== 1 || prompt.most !== 1 || !prompt.options.length) return -1;
  const zones: [Place, number][] = [];
  for (const [at, { place, verb }] of prompt.options.entries()) {
    if (!place || verb !== "zone" || !["monster", "extra_monster"].includes(place.zone)) return -1;
    if (place.zone === "monster" && place.seat !== view.viewer) return -1;
    zones.push([place, at]);
  }
  const placed = factsBy(view, view.cards[prompt.card]?.code ?? prompt.code);
  if (placed?.arrows.length) return -1; // the player decides where its own arrows point
  const touched = touchedSpots(view);
  const isFree = (place: Place): boolean => {
    const spot = spotOf(place);
    return place.zone === "monster" && spot !== null && !touched.some((isTouched) => isTouched(spot));
  };
  const free = zones.filter(([place]) => isFree(place)).sort(([one], [other]) => one.slot - other.slot);
  return free[0]?.[1] ?? -1;
}

/** The spots that face-up cards on the field refer to, each as a predicate of a spot. */
function touchedSpots(view: View): ((spot: Spot) => boolean)[] {
  const found: ((spot: Spot) => boolean)[] = [];
  for (const [handle, seen] of Object.entries(view.cards)) {
    const place = seen.face_up ? whereIs(view, Number(handle)) : null;
    const facts = place ? factsBy(view, seen.code) : undefined;
    if (!place || !facts) continue;
    if (!zonesOf(view.table).find((zone) => zone.name === place.zone)?.tags.includes("field")) continue;
    const here = spotOf(place);
    if (!here) continue;
    if (place.zone !== "spell_trap") for (const arrow of facts.arrows) found.push(arrowTarget(here, arrow, seen.controller));
    if (mentions(facts, COLUMN_WORDS)) found.push((spot) => spot.across === here.across);
    if (mentions(facts, EXTRA_ZONE_WORDS)) found.push((spot) => spot.across === 2 || spot.across === 4);
  }
  return found;
}

function arrowTarget(here: Spot, arrow: string, controller: number): (spot: Spot) => boolean {
  const [right, forward] = ARROW_DIRECTIONS[arrow] ?? [0, 0];
  const turn = controller === 1 ? -1 : 1;
  return (spot) => spot.across === here.across + turn * right && spot.away === here.away + turn * forward;
}

function mentions(facts: Facts, words: readonly string[]): boolean {
  const text = `${facts.text} ${facts.pendulum_text}`.toLowerCase();
  const joined = text.replaceAll(/[ -]/g, "");
  return words.some((word) => text.includes(word) || joined.includes(word));
}
