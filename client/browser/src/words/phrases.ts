// Events and options in words: the templates of the other clients filled from a View.

import { _, cardName, fillTemplate, gettextNoop, ngettext, pgettext, row, sentenceText, type Values } from "./language";
import type { Option, Place, Prompt, View, VisibleEvent, Words } from "../generated/wire";
import { currentName, factsBy, keyOf, linesOf, monsterAbove, pileOf, whereIs, zonesOf } from "../model/view";

export type Names = readonly [string, string];

const PILES = new Set(["hand", "deck", "extra_deck", "graveyard", "banished"]);
/** Piles that only their owner plays from. */
const PRIVATE_PILES = new Set(["hand", "deck", "extra_deck"]);

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A kind, Attribute, Type or number by its lower-case word, as printed. */
export function printedWord(word: string): string {
  const known = row("PRINTED", word);
  return known ? pgettext("on a card", known) : capital(word.replaceAll("_", " "));
}

function withSpaces(word: string): string {
  const known = row("SAID", word);
  if (known) return _(known);
  return row("PRINTED", word) !== undefined ? printedWord(word) : word.replaceAll("_", " ").trim();
}

export function nameOf(code: number, view: View | null): string {
  return cardName(factsBy(view, code)?.name ?? "");
}

export function wordsIn(words: Words, view: View | null): string {
  return sentenceText(words, (code) => nameOf(code, view), linesOf);
}

/** A card by its name where this viewer may read it, else by what is public of it. */
export function cardWords(handle: number, view: View): string {
  const seen = view.cards[handle];
  if (!seen) return ngettext("a card", "{count} cards", 1);
  return currentName(seen, factsBy(view, seen.code)) || _("a face-down card");
}

export function phaseWords(name: string): string {
  const known = row("PHASES", name);
  return known ? _(known) : capital(withSpaces(name)) || _("Before the first turn");
}

/** An ATK or DEF as it is printed: below 0 stands for a question mark. */
export function statWords(value: number): string {
  return value < 0 ? "?" : String(value);
}

export function possessive(name: string): string {
  return name.endsWith("s") ? _("{name}'", { name }) : _("{name}'s", { name });
}

export function placeWords(place: Place, table: string, names: Names): string {
  const zone = zonesOf(table).find((one) => one.name === place.zone && one.seat === place.seat);
  let title = zone ? _(zone.title) : withSpaces(place.zone);
  if (zone?.title === "Hand") title = _("hand");
  if (zone && zone.seat < 0 && zone.slots === 2 && place.slot >= 0) {
    return place.slot ? _("the right {place}", { place: title }) : _("the left {place}", { place: title });
  }
  if (zone?.slots && zone.slots > 1 && place.slot >= 0) title = `${title} ${place.slot + 1}`;
  const name = names[place.seat];
  if (!name) return _("the {place}", { place: title });
  return _("{whose} {place}", { whose: possessive(name), place: title });
}

/** Where a card is: its pile or zone, or the monster that has it as material; "" if it is nowhere. */
export function originWords(handle: number, view: View, names: Names): string {
  const place = whereIs(view, handle);
  if (place) return placeWords(place, view.table, names);
  const above = monsterAbove(view, handle);
  const under = above ? whereIs(view, above) : null;
  return under ? _("beneath {card}, {place}", { card: cardWords(above, view), place: placeWords(under, view.table, names) }) : "";
}

export function wordList(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  const first = words.slice(0, -1).join(pgettext("between names", ", "));
  return _("{first} and {last}", { first, last: words.at(-1) ?? "" });
}

function quote(name: string): string {
  return pgettext("the name of a card in a sentence", "{name}", { name });
}

/** One event as a sentence without a full stop; "" when it is not worth a line. */
export function eventText(event: VisibleEvent, view: View, names: Names, before: View): string {
  const kind = kindOf(event, view);
  const template = row("HAPPENINGS", `${kind} ${event.word}`) ?? row("HAPPENINGS", kind);
  if (template === "") return "";
  const values = valuesOf(event, view, names, before);
  const text = template === undefined ? unknownEventText(event, values) : fillTemplate(_(template), values);
  const until = event.kind === "lasting" ? untilWords(event, view) : "";
  return [capital(text.replace(/[:： ]+$/, "")), until].filter(Boolean).join(_(", "));
}

function untilWords(event: VisibleEvent, view: View): string {
  const last = view.lasting
    .filter((one) => one.rule === event.word && one.seat === event.seat && one.code === event.code).at(-1);
  if (!last?.turn) return "";
  if (last.turn === view.turn) return _(row("THIS_TURN", last.phase) ?? gettextNoop("to the end of this turn"));
  return _(row("OTHER_TURN", last.phase) ?? gettextNoop("to the end of turn {turn}"), { turn: last.turn });
}

const DESTRUCTION_REASONS = new Set(["destroy", "battle"]);
/** The kind of sentence for a destroyed card, by its place: only places other than the Graveyard are named. */
const OTHER_PLACE_WORDS: Readonly<Record<string, string>> = { graveyard: "move", banished: "removed" };

/** A kind of counter that has a number and no word. */
const NUMBERED_COUNTER = /^(?=.*\d)[0-9a-f]{1,4}$/;

function kindOf(event: VisibleEvent, view: View): string {
  if (event.kind === "move" && isArrival(event, view)) return isFromOtherSide(event, view) ? "arrive_over" : "arrive";
  if (event.kind === "move" && DESTRUCTION_REASONS.has(event.word) && event.goal) {
    return OTHER_PLACE_WORDS[event.goal.zone] ?? "elsewhere";
  }
  if (event.kind === "set" && event.start && event.start.zone !== "hand" && PILES.has(event.start.zone)) return "set_from";
  if (event.kind === "arrange" && event.amount >= pileOf(view, event.seat, event.word).count) return "order";
  if (event.kind === "attack" && (event.seat === 0 || event.seat === 1) && !event.others.some(Boolean)) return "direct_attack";
  if (event.kind === "declared" && (event.code || event.word)) return event.code ? "declared_card" : "declared_word";
  if (event.kind === "counter" && NUMBERED_COUNTER.test(event.word)) return "numbered_counter";
  return event.kind;
}

/** Whether a monster is Special Summoned to a side by the other player, who alone can have brought it: a Token of
 * theirs, or what was in their hand, Deck or Extra Deck. */
function isFromOtherSide({ word, start, goal, card }: VisibleEvent, view: View): boolean {
  if (word !== "special" || !goal || (goal.seat !== 0 && goal.seat !== 1)) return false;
  const seen = view.cards[card];
  if (seen?.token) return seen.owner === 1 - goal.seat;
  return !!start && start.seat === 1 - goal.seat && PRIVATE_PILES.has(start.zone);
}

function isArrival(event: VisibleEvent, view: View): boolean {
  const { start, goal } = event;
  const zones = zonesOf(view.table);
  if (!goal || !zones.find((zone) => zone.name === goal.zone)?.tags.includes("field")) return false;
  return !start || start.seat !== goal.seat || PILES.has(start.zone)
    || !zones.some((zone) => zone.name === start.zone);
}

function unknownEventText(event: VisibleEvent, values: Values): string {
  const parts = [withSpaces(event.kind), event.word && withSpaces(event.word)];
  if (event.card || event.code) parts.push(fillTemplate("{card}", values));
  if (event.amount) parts.push(String(event.amount));
  return parts.filter(Boolean).join(_(", "));
}

/** The words that a template may contain, made only when used. */
function valuesOf(event: VisibleEvent, view: View, names: Names, before: View): Values {
  const name = names[event.seat] ?? "";
  const who = () => name || _("the table");
  const life = () => _(row("LIFE", view.table) ?? gettextNoop("Life Points"));
  const byHandle = (handle: number): string => {
    for (const one of [view, before]) {
      const seen = one.cards[handle];
      if (!seen) continue;
      const isNamed = currentName(seen, factsBy(one, seen.code));
      return isNamed ? quote(cardWords(handle, one)) : cardWords(handle, one);
    }
    return ngettext("a card", "{count} cards", 1);
  };
  const card = (): string => {
    const known = event.code ? nameOf(event.code, view) || nameOf(event.code, before) : "";
    if (known) return quote(known);
    const handle = event.card || event.was;
    return handle ? byHandle(handle) : ngettext("a card", "{count} cards", Math.max(1, event.amount));
  };
  const others = () => event.others.filter(Boolean).map(byHandle);
  const signed = () => (event.amount > 0 ? `+${event.amount}` : String(event.amount));
  const does = (verb: string) => verb;
  return {
    who, card, does, signed,
    whose: () => possessive(who()),
    hidden: () => (card() === _("a face-down card") ? ngettext("a card", "{count} cards", 1) : card()),
    others: () => wordList(others()) || ngettext("a card", "{count} cards", 1),
    opponent: () => names[1 - event.seat] ?? "",
    at: () => (others().length ? _(", targeting {cards}", { cards: wordList(others()) }) : ""),
    goal: () => (event.goal
      ? _("to {place}", { place: placeWords(event.goal, view.table, names) }) : _("away")),
    start: () => (event.start ? placeWords(event.start, view.table, names) : _("nowhere")),
    amount: event.amount,
    size: Math.abs(event.amount),
    life: () => {
      if (!event.amount) return _("{does:keeps} the same {life}", { does, life: life() });
      if (event.amount > 0) return _("{does:gains} {amount} {life}", { does, amount: event.amount, life: life() });
      return _("{does:loses} {amount} {life}", { does, amount: -event.amount, life: life() });
    },
    left: "",
    points: () => `${signed()} ${withSpaces(event.word)}`,
    position: () => (view.cards[event.card]?.defense_position
      ? pgettext("position", "Defense") : pgettext("position", "Attack")),
    now: () => _(" works from now on: {word}", { word: withSpaces(event.word) }),
    numbers: "",
    word: () => withSpaces(event.word),
    phase: () => phaseWords(event.word),
    result: () => resultWords(event.word, names, -1),
  };
}

/** How a table is played: by its mode, but with cards on paper by its format. */
export function wayWords(mode: string, format: string): string {
  return _(row("WAYS", format === "companion" ? "paper" : mode) ?? mode);
}

/** The result: "Wren wins: Halvard has no Life Points left". */
export function resultWords(result: string, names: Names, you: number): string {
  if (!result) return "";
  const [winner = "", ...rest] = result.split(" ");
  const reason = rest.join(" ");
  if (winner !== "0" && winner !== "1") {
    const why = reason && reason !== "match" ? reasonText(reason, names[0], names[1], false) : "";
    return why ? _("A draw: {why}", { why }) : _("A draw");
  }
  const seat = Number(winner) as 0 | 1;
  const wins = _("{name} {does:wins}", { name: names[seat], does: (verb: string) => verb });
  const isYou = you === (reason === "exodia" ? seat : 1 - seat);
  const why = reason ? reasonText(reason, names[seat], names[seat ? 0 : 1], isYou) : "";
  return capital(why ? _("{wins}: {why}", { wins, why }) : wins);
}

function reasonText(reason: string, winner: string, loser: string, isYou: boolean): string {
  const plain = { id: `why_${reason}`, values: [winner, loser] };
  const addressed = sentenceText({ id: `why_${reason}_you`, values: [] }, () => "");
  return isYou && addressed !== `why ${reason} you`.replaceAll("_", " ") ? addressed : sentenceText(plain, () => "");
}

/** One option of a prompt in words. */
export function optionWords(option: Option, view: View | null, names: Names): string {
  let card = "";
  let place = "";
  if (view) {
    if (option.card) card = cardWords(option.card, view);
    else if (option.code) card = nameOf(option.code, view) || _("card {code}", { code: option.code });
    if (option.place) place = placeWords(option.place, view.table, names);
  }
  const does = wordsIn(option.words, view) || option.text;
  if (option.verb === "no" && option.words.id) return does;
  const position = row("POSITIONS", option.text);
  const values: Values = {
    place, amount: option.amount,
    card: card || ngettext("a card", "{count} cards", 1),
    phase: () => _("Go to the {phase}", { phase: phaseWords(option.text) }),
    position: () => (position ? _(position) : withSpaces(option.text)),
    word: () => withSpaces(option.text),
  };
  const template = row("VERBS", option.verb);
  if (template === undefined) {
    const rest = [card, place, option.amount ? String(option.amount) : "", does].filter(Boolean);
    return capital([withSpaces(option.verb), ...rest].join(_(", ")));
  }
  const text = fillTemplate(_(template), values).trim();
  const isVerbClear = option.verb === "phase" || option.verb === "position" || text.toLowerCase().includes(does.toLowerCase());
  if (!does || isVerbClear) return capital(text);
  return capital(text ? _("{what}: {how}", { what: text, how: does }) : does);
}

/** The question of a prompt. */
export function promptWords(prompt: Prompt, view: View | null): string {
  const text = wordsIn(prompt.words, view);
  const known = row("PROMPTS", prompt.kind);
  const question = text && text !== prompt.kind ? text : known ? _(known) : withSpaces(prompt.kind);
  const source = view ? nameOf(sourceOf(prompt, view), view) : "";
  return !source || question.includes(source) ? question : _("{what}: {how}", { what: source, how: question });
}

/** An answer in words: what was asked, and what was picked. */
export function answerWords(prompt: Prompt, picks: readonly number[], view: View | null, names: Names): string {
  const picked = picks.flatMap((at) => prompt.options[at] ?? []).map((option) => optionWords(option, view, names));
  const question = promptWords(prompt, view);
  return picked.length ? _("{what}: {how}", { what: question, how: wordList(picked) }) : question;
}

/** Whether words hold a line that the server's database has of a card. */
export function hasCardLine(words: Words): boolean {
  return words.id === "line_of_card" || (words.values ?? []).some((one) => typeof one === "object" && hasCardLine(one));
}

/** The passcode of the card that a prompt comes from; 0 for none. */
export function sourceOf(prompt: Prompt, view: View): number {
  return view.cards[prompt.card]?.code || prompt.code;
}

/** How many options are picked of how many; "" where one click answers. */
export function chosenWords(prompt: Prompt, count: number): string {
  const { least, most } = prompt;
  if (most === 1 && least === 1) return "";
  const wanted = least === most ? String(most)
    : least ? _("{least} to {most}", { least, most }) : _("up to {most}", { most });
  return _("{count} of {most} chosen", { count, most: wanted });
}

/** The player this viewer waits for and why; "" where it waits for no other. */
export function waitingWords(view: View, names: Names): string {
  if (view.result) return "";
  const rows = view.waiting.filter((row) => row.seat >= 0 && row.seat !== view.viewer);
  const sentences = rows.map((one) => _(row("WAITS", one.kind) ?? gettextNoop("{name} is asked"), { name: names[one.seat] ?? "" }));
  return capital(sentences.join("; "));
}

export function pileTitle(seat: number, zone: string, view: View, names: Names): string {
  const found = zonesOf(view.table).find((one) => one.key === keyOf(seat, zone));
  const title = found ? _(found.title) : withSpaces(zone);
  const name = names[seat];
  return name ? _("{whose} {place}", { whose: possessive(name), place: title }) : title;
}
