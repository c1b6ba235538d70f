// What is printed on a card, in words: its kinds, its numbers and its text.

import type { Facts, VisibleCard } from "../generated/wire";
import { printedWord, statWords } from "../words/phrases";
import { _, cardText } from "../words/language";

/** Attribute, Type and kinds. */
export function kindLine(facts: Facts, seen?: VisibleCard): string {
  const kinds = seen?.kinds.length ? seen.kinds : facts.kinds;
  const words = [seen?.attribute || facts.attribute, seen?.race || facts.race, ...kinds];
  return words.filter(Boolean).map(printedWord).join(" / ");
}

/** Level, Rank or Link Rating, ATK, DEF and Scales. */
export function statLine(facts: Facts, seen?: VisibleCard): string {
  return [
    facts.level ? _("Level {number}", { number: seen?.level || facts.level }) : "",
    facts.rank ? _("Rank {number}", { number: seen?.rank || facts.rank }) : "",
    facts.link ? `LINK-${facts.link}` : "",
    facts.attack !== null ? _("ATK {number}", { number: statWords(seen?.attack ?? facts.attack) }) : "",
    facts.defense !== null ? _("DEF {number}", { number: statWords(seen?.defense ?? facts.defense) }) : "",
    facts.scales ? scaleWords(facts.scales, seen?.scale ?? null) : "",
  ].filter(Boolean).join(" · ");
}

/** A Pendulum Monster's Scales; where an effect has changed its Scale, that one. */
function scaleWords([left, right]: readonly [number, number], now: number | null): string {
  return now !== null && now !== left && now !== right ? _("Scale {scale}", { scale: now })
    : _("Pendulum Scales: {left} left, {right} right", { left, right });
}

/** The texts of a card, the Pendulum effect first. */
export function textLines(facts: Facts | undefined): string[] {
  return facts ? [facts.pendulum_text, facts.text].filter(Boolean).map(cardText) : [];
}

/** All of that, for readers who do not see the card. */
export function cardDescription(facts: Facts | undefined, seen?: VisibleCard): string | undefined {
  return facts && [kindLine(facts, seen), statLine(facts, seen), ...textLines(facts)].filter(Boolean).join(". ");
}
