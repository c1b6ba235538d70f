// Whether a match's throws were what the server pledged, computed from its record alone: the same
// check as `client/facedown_client/model/verify/verdict.py`, in the same words. A mismatch is a complaint, never an exception.

import { deckText } from "../room/deck_parsing";
import type { Chapter, MatchRecord, SeenThrow } from "./fairness";
import { _, ngettext, row } from "../words/language";
import { SEAT_PURPOSES } from "../generated/tables";
import type { Opened, Trail } from "../generated/wire";
import { Stream, commitment, hex, deriveKey, hashShare, unhex } from "./throws";

export interface Verdict {
  readonly shuffles: number;
  readonly throws: number;
  readonly complaints: readonly string[];
  /** The one line that is shown. */
  readonly line: string;
}

const SIDES = { coin: 2, die: 6 } as const;
const MAX_DUELS = 9;
const MAX_THROWS = 10_000;
const MAX_WORK = 1_000_000;

class VerificationError extends Error {}

interface Row {
  readonly kind: string;
  readonly start: string;
  readonly goal: string;
  readonly number: number;
  readonly index: number;
  readonly isTidy: boolean;
}

interface VerificationState {
  shuffles: number;
  throws: number;
  streams: Map<string, Stream>;
}

export function verify(record: MatchRecord, opened: Opened): Verdict {
  const found: VerificationState = { shuffles: 0, throws: 0, streams: new Map() };
  let complaints: string[];
  try {
    complaints = [...record.caught, ...checkRecord(record, opened, found)];
  } catch {
    complaints = [_("a step of its course makes no sense.")];
  }
  const watched = record.seat < 0;
  const what = watched ? _("Public throws") : _("Shuffles");
  const throws = watched ? ngettext("{count} throw", "{count} throws", found.throws)
    : ngettext("{count} coin, die or random card", "{count} coins, dice and random cards", found.throws);
  const shuffles = ngettext("{count} shuffle", "{count} shuffles", found.shuffles);
  const words = watched ? throws : _("{first} and {last}", { first: shuffles, last: throws });
  const notes = notesOf(record, opened).map((note) => _(" ({note})", { note })).join("");
  const line = complaints[0]
    ? _("{what} NOT verified: {complaints}", { what, complaints: complaints[0] })
    : _("{what} verified: {found}{notes}.", { what, found: words, notes });
  return { shuffles: found.shuffles, throws: found.throws, complaints, line };
}

function notesOf(record: MatchRecord, opened: Opened): string[] {
  const stirred = opened.trails.flatMap((trail) => trail.steps).filter(([kind]) => kind === "stir").length;
  return [
    stirred ? ngettext("{count} shuffle by EDOPro's core was fixed in advance, not computed again",
      "{count} shuffles by EDOPro's core were fixed in advance, not computed again", stirred) : "",
    record.shares ? "" : _("it ended before anything was thrown"),
    record.seat >= 0 && !record.share ? _("without a share of ours") : "",
    Object.values(record.chapters).every((chapter) => chapter.whole) ? "" : _("not seen from the beginning"),
  ].filter(Boolean);
}

function* checkRecord(record: MatchRecord, opened: Opened, found: VerificationState): Generator<string> {
  const numbers = [...Object.keys(record.chapters), ...Object.keys(record.tosses)].map(Number);
  if (numbers.some((number) => number > MAX_DUELS)) {
    yield _("it has more than {most_duels} duels.", { most_duels: MAX_DUELS });
    return;
  }
  yield* checkSecrets(record, opened, found);
  if (!record.shares) {
    if (numbers.length) yield _("the server threw before it had announced the players' shares.");
    return;
  }
  for (const [seat, share] of record.shares.entries()) {
    const own = share ? hex(hashShare(unhex(share))) : "";
    if (record.seals[seat] !== own) {
      yield _("the share of seat {seat} is not the one that was sealed.", { seat });
    }
  }
  if (record.share && record.shares[record.seat] !== record.share) yield _("our share was left out.");
  yield* checkToss(record, opened, found);
  for (const [number, chapter] of Object.entries(record.chapters)) {
    yield* checkSingleThrows(Number(number), chapter, opened, found);
  }
  yield* checkTrails(record, opened, found);
}

function* checkSecrets(record: MatchRecord, opened: Opened, found: VerificationState): Generator<string> {
  const knownSeats = new Set([-1, record.seat, ...opened.trails.map((trail) => trail.seat)]);
  const names = ["0/coin"];
  const most = Math.max(0, ...Object.keys(record.chapters).map(Number));
  for (let number = 1; number <= most; number++) {
    names.push(`${number}/coin`, `${number}/die`);
    for (const seat of [0, 1]) {
      if (knownSeats.has(seat)) names.push(...SEAT_PURPOSES.map((purpose) => `${number}/${purpose}:${seat}`));
    }
  }
  for (const name of names) {
    if (!(name in opened.secrets)) yield _("the secret of {name} was not opened.", { name });
  }
  const shares = (record.shares ?? []).map(unhex);
  for (const [name, secret] of Object.entries(opened.secrets)) {
    if (record.commitments[name] !== commitment(name, secret)) {
      yield _("the secret of {name} is not the one that was pledged.", { name });
    }
    found.streams.set(name, new Stream(deriveKey(name, secret, shares.some((one) => one.length) ? shares : [])));
  }
}

function throwsOf(name: string, sides: number, opened: Opened, found: VerificationState): number[] {
  const stream = found.streams.get(name);
  const limits = (opened.throws[name] ?? []).slice(0, MAX_THROWS);
  return stream ? limits.filter((limit) => limit === sides).map((limit) => stream.below(limit)) : [];
}

function* checkToss(record: MatchRecord, opened: Opened, found: VerificationState): Generator<string> {
  if ((opened.throws["0/coin"] ?? []).some((limit) => limit !== SIDES.coin)) {
    yield _("a toss for who goes first has a different number of sides.");
    return;
  }
  const tossed = throwsOf("0/coin", SIDES.coin, opened, found);
  for (const [number, seen] of Object.entries(record.tosses)) {
    const before = Array.from({ length: Number(number) - 1 }, (_each, at) => record.chapters[at + 1]);
    if (!before.every((chapter) => chapter?.over)) continue;
    const index = before.filter((chapter) => chapter?.drawn).length;
    if (index >= tossed.length) {
      yield _("there was a toss for who goes first that was not thrown.");
      return;
    }
    found.throws += 1;
    if (seen !== tossed[index]) {
      yield _("toss {number} for who goes first differs from the pledge.", { number: index + 1 });
    }
  }
}

function* checkSingleThrows(number: number, chapter: Chapter, opened: Opened, found: VerificationState): Generator<string> {
  for (const purpose of ["coin", "die"] as const) {
    const name = `${number}/${purpose}`;
    const observed = chapter.seen.filter((row) => row[0] === purpose).map((row) => row[3]);
    const what = purpose === "coin" ? _("coin") : _("die");
    if ((opened.throws[name] ?? []).some((limit) => limit !== SIDES[purpose])) {
      yield _("a {throw} of duel {number} has a different number of sides.", { throw: what, number });
      return;
    }
    const values = throwsOf(name, SIDES[purpose], opened, found)
      .map((value) => (purpose === "coin" ? 1 - value : value + 1));
    if (!chapter.whole) continue;
    found.throws += observed.length;
    if (String(observed) !== String(chapter.over ? values : values.slice(0, observed.length))) {
      yield _("a {throw} of duel {number} differs from the pledge.", { throw: what, number });
    }
  }
}

function* checkTrails(record: MatchRecord, opened: Opened, found: VerificationState): Generator<string> {
  const openedDuels = new Set(opened.trails.filter((trail) => trail.seat === record.seat).map((trail) => trail.duel));
  if (record.seat >= 0 && !Object.keys(record.chapters).every((number) => openedDuels.has(Number(number)))) {
    yield _("the course of a Deck of ours was not opened.");
  }
  for (const trail of opened.trails) {
    const isOurs = trail.seat === record.seat;
    const where = isOurs ? _("in duel {number}, our Deck", { number: trail.duel })
      : _("in duel {number}, the other Deck", { number: trail.duel });
    let rows: Row[];
    try {
      rows = [...replayTrail(trail, found)];
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      yield `${where}: ${error.message}`;
      continue;
    }
    if (isOurs) for (const words of checkSeen(record, trail, rows)) yield `${where}: ${words}`;
  }
}

function* checkSeen(record: MatchRecord, trail: Trail, rows: readonly Row[]): Generator<string> {
  const chapter = record.chapters[trail.duel];
  const brought = record.decks.slice(0, chapter?.decks);
  if (brought.length && !brought.some((text) => isDeck(text, trail.cards))) {
    yield _("it did not begin with the cards we brought, in their order.");
  }
  if (!chapter?.whole) return;
  const known = chapter.seen.filter((row) => !(row[0] in SIDES));
  let matched = 0;
  for (const row of rows) {
    const next = known[matched];
    if (next && matchesThrow(row, next)) matched += 1;
    else if (row.kind === "arrange" && row.isTidy) continue;
    else if (next) {
      yield _("{row} was opened where {words} was seen.", { row: rowWords(row), words: seenWords(next) });
      return;
    } else if (chapter.over) {
      yield _("{row} was opened, and never seen.", { row: rowWords(row) });
      return;
    }
  }
  const left = known[matched];
  if (left) yield _("{words} was seen, and not opened.", { words: seenWords(left) });
}

function isDeck(text: string, cards: readonly number[]): boolean {
  const deck = deckText(text);
  return !!deck && String([...deck.main, ...deck.extra]) === String(cards);
}

function matchesThrow(row: Row, [kind, start, goal, number]: SeenThrow): boolean {
  if (row.kind !== "move") return row.kind === kind && row.start === start && (number === 0 || number === row.number);
  if (kind === "draw" && row.index !== 0) return false;
  return kind !== "shuffle" && kind !== "arrange" && row.start === start && row.goal === goal && row.number === number;
}

/** A seat's Deck and hand played again, every shuffle and every pick from its stream: the expected events. */
function* replayTrail(trail: Trail, found: VerificationState): Generator<Row> {
  const piles: Record<string, number[]> = { deck: [], hand: [] };
  let picked: number[] = [];
  let hasBegun = false;
  let work = 0;
  const order = (purpose: string, count: number): number[] => {
    const stream = found.streams.get(`${trail.duel}/${purpose}:${trail.seat}`);
    if (!stream) throw new VerificationError(_("the secret of its shuffles was not opened."));
    return stream.order(count);
  };
  const codeOf = (card: number): number => {
    const code = trail.cards[card];
    if (code === undefined) throw new VerificationError(_("a card in its course is none of ours."));
    return code;
  };
  const moved = (start: string, goal: string, number: number, index = 0): Row =>
    ({ kind: "move", start, goal, number, index, isTidy: false });
  for (const [at, [kind, zone, numbers]] of trail.steps.entries()) {
    const pile = piles[zone];
    const [first = -1, card = -1] = numbers;
    if (!pile || !numbers.length) throw new VerificationError(_("a step of its course makes no sense."));
    work += 1 + numbers.length + Object.values(piles).reduce((size, one) => size + one.length, 0);
    if (work > MAX_WORK) throw new VerificationError(_("it is too long to be verified."));
    if (["in", "to", "out"].includes(kind) && numbers.length !== 2) {
      throw new VerificationError(_("a step of its course makes no sense."));
    }
    if (kind === "in" || kind === "to") {
      const before = trail.steps[at - 1];
      if (kind === "to" && (before?.[0] !== "out" || before[2][1] !== card)) {
        throw new VerificationError(_("a card came from no known place."));
      }
      if (Object.values(piles).some((one) => one.includes(card))) {
        throw new VerificationError(_("a card in its course lies in two places."));
      }
      if (!hasBegun && (zone !== "deck" || card !== pile.length)) {
        throw new VerificationError(_("its cards did not lie in the order of the list before the first shuffle."));
      }
      if ((first !== 0 && first !== pile.length) || (zone === "hand" && first !== pile.length)) {
        throw new VerificationError(_("a card was put in between others."));
      }
      pile.splice(first, 0, card);
      if (kind === "in" && hasBegun) yield moved("", zone, codeOf(card));
    } else if (kind === "out") {
      if (pile[first] !== card) {
        throw new VerificationError(_("a card came from where it cannot have lain after a fair shuffle."));
      }
      pile.splice(first, 1);
      if (zone === "hand" && picked.length) {
        if (!picked.includes(card)) {
          throw new VerificationError(_("another card left the hand than the one chosen by chance."));
        }
        picked = picked.filter((one) => one !== card);
      }
      const after = trail.steps[at + 1];
      if (hasBegun) yield moved(zone, after?.[0] === "to" ? after[1] : "", codeOf(card), first);
    } else if (kind === "shuffle") {
      hasBegun = true;
      if (first !== pile.length) throw new VerificationError(_("another number of cards was shuffled."));
      piles[zone] = order(zone, first).map((index) => pile[index] ?? -1);
      found.shuffles += 1;
      yield { kind, start: zone, goal: "", number: 0, index: 0, isTidy: false };
    } else if (kind === "arrange" || kind === "stir") {
      const chosen = new Set(numbers);
      if (chosen.size !== numbers.length || !numbers.every((one) => pile.includes(one))) {
        throw new VerificationError(_("cards were put on top that did not lie there."));
      }
      piles[zone] = [...numbers, ...pile.filter((one) => !chosen.has(one))];
      if (kind === "stir") {
        yield { kind: "shuffle", start: zone, goal: "", number: 0, index: 0, isTidy: false };
        continue;
      }
      const isTidy = String(numbers) === String([...(piles[zone] ?? [])].sort((one, other) => one - other));
      if (hasBegun) yield { kind, start: zone, goal: "", number: numbers.length, index: 0, isTidy };
    } else if (kind === "pick") {
      picked = order("random", pile.length).slice(0, first).map((index) => pile[index] ?? -1);
      found.throws += 1;
    } else throw new VerificationError(_("a step of its course is of an unknown kind."));
  }
}

function rowWords(row: Row): string {
  return seenWords([row.kind, row.start, row.goal, row.number]);
}

function pileWords(name: string): string {
  return _(row("SAID", name) ?? name);
}

function seenWords([kind, start, goal, number]: SeenThrow): string {
  if (kind === "shuffle") return _("a shuffle of the {pile}", { pile: pileWords(start) });
  if (kind === "arrange") return _("cards put on top of the {pile}", { pile: pileWords(start) });
  const way = [
    start ? _("from the {pile}", { pile: pileWords(start) }) : "",
    goal ? _("to the {pile}", { pile: pileWords(goal) }) : "",
  ].filter(Boolean).join(" ");
  return _("card {number} going {way}", { number, way });
}
