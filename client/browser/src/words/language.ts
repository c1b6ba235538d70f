// The page's language: texts of ours go through `_`, a server's sentences through `said`. Translations
// come from one file for each language, made from the same catalogues as for the other clients.

import { loadPart } from "../connection/parts";
import { LANGUAGES } from "../generated/languages";
import type { Words } from "../generated/wire";

interface Translation {
  readonly words: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
  readonly tables: Readonly<Partial<Record<Table, Readonly<Record<string, string>>>>>;
}

interface CardTexts {
  readonly effects: Readonly<Record<number, readonly string[]>>;
  readonly texts: Readonly<Record<string, string>>;
}

/** The sentences of the other clients, by their subject. */
type Table = "HAPPENINGS" | "ASKS" | "ASKED" | "PHASES" | "VERBS" | "POSITIONS" | "PROMPTS" | "SAID" | "THIS_TURN"
  | "OTHER_TURN" | "WAYS" | "WAITS" | "PRINTED" | "STAGES" | "FORMATS" | "LIFE";

export type Values = Readonly<Record<string, string | number | ((spec: string) => string)>>;
type Names = (code: number) => string;
type Lines = (code: number) => readonly string[];

export type Language = keyof typeof LANGUAGES;
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as readonly Language[];

let translation: Translation = { words: {}, texts: {}, tables: {} };
export let language: Language = "en";

/** The language to use: the one that was chosen here, else the first of the browser's that is available. */
export function preferredLanguage(stored: string | null): Language {
  for (const tag of [stored ?? "", ...navigator.languages]) {
    const found = LANGUAGE_NAMES.find((one) => one.slice(0, 2) === tag.slice(0, 2).toLowerCase());
    if (found) return found;
  }
  return "en";
}

/** The address of a file of texts of this client, in the version of this page. */
export function fileAddress(name: string): string {
  const names = JSON.parse(document.getElementById("browser")?.dataset["files"] ?? "{}") as Record<string, string>;
  return `/browser/${names[name] ?? name}`;
}

async function loadTexts<Texts>(name: string): Promise<Texts> {
  return loadPart(async () => {
    const answer = await fetch(fileAddress(name));
    if (!answer.ok) throw new Error(`${answer.status}`);
    return (await answer.json()) as Texts;
  });
}

export async function loadLanguage(wanted: Language): Promise<void> {
  translation = await loadTexts(`${wanted}.json`);
  language = wanted;
  document.documentElement.lang = wanted.replace("_", "-");
  if (hasCardTexts) void loadCardTexts();
}

/** The texts of cards and what effects do, which are not needed before a card is read or activated. */
let cards: CardTexts = { effects: {}, texts: {} };
/** Whether they are loaded, or on their way. */
let hasCardTexts = false;
/** The board of a page that was just opened comes first. */
const CARD_TEXTS_DELAY_MS = 1_000;
let notifyCardTexts: () => void = () => undefined;

/** `listener` is called when the texts of cards have been loaded. */
export function onCardTexts(listener: () => void): void {
  notifyCardTexts = listener;
}

/** The language of the texts of cards; "" before they are loaded. */
export let cardTextLanguage: Language | "" = "";

async function loadCardTexts(): Promise<void> {
  hasCardTexts = true;
  const wanted = language;
  const loaded = await loadTexts<CardTexts>(`${wanted}-cards.json`);
  if (wanted !== language) return;
  cards = loaded;
  cardTextLanguage = wanted;
  notifyCardTexts();
}

function cardTexts(): CardTexts {
  if (!hasCardTexts) {
    hasCardTexts = true;
    setTimeout(() => void loadCardTexts(), CARD_TEXTS_DELAY_MS);
  }
  return cards;
}

/** The English of a row of a table, which goes through `_`; nothing where there is none. */
export function row(table: Table, name: string): string | undefined {
  return translation.tables[table]?.[name];
}

/** A text in the language in use; {name} in it is the value of that name. */
export function _(text: string, values: Values = {}): string {
  return fillTemplate(translation.texts[text] ?? text, values);
}

/** Translates an ambiguous text; `context` tells translators the meaning. */
export function pgettext(context: string, text: string, values: Values = {}): string {
  return fillTemplate(translation.texts[`${context}\u0004${text}`] ?? text, values);
}

/** A text in the plural form of a number, {count} in it. */
export function ngettext(one: string, many: string, count: number, values: Values = {}): string {
  const found = translation.texts[one];
  return fillTemplate(found ?? (count === 1 ? one : many), { count, ...values });
}

/** The name of a card in this language; one without a translation stays. */
export function cardName(name: string): string {
  return name && pgettext("the name of a card", name);
}

export function cardText(text: string): string {
  return language === "en" ? text : (text && cardTexts().texts[text]) || text;
}

/** A word of the game: a format, a part of a deck, else what is printed on cards. */
function term(word: string): string {
  const printed = word.replaceAll("_", " ").replace(/(?<![A-Za-z])[a-z]/g, (letter) => letter.toUpperCase());
  const found = [_(word), pgettext("on a card", printed)];
  return found.find((one) => one !== word && one !== printed) ?? word;
}

/** Marks a text that goes through `_` where it is shown. */
export function gettextNoop(text: string): string {
  return text;
}

/** Puts values into a text: {name}, or {name:spec} where the value is a function of the spec. */
export function fillTemplate(text: string, values: Values): string {
  return text.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, name: string, spec?: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "function" ? value(spec ?? "") : String(value);
  });
}

function withName(code: string, name: string): string {
  return name ? `${code} (${name})` : code;
}

/** A sentence of a server's; of an id from a newer server, the id and the values. */
export function sentenceText(words: Words, names: Names, lines: Lines = () => []): string {
  if (!words.id) return "";
  if (words.id === "effect") {
    return cardTexts().effects[Number(words.values[0])]?.[Number(words.values[1])] ?? "";
  }
  const values = words.values.map((value) =>
    typeof value === "object" ? sentenceText(value, names, lines) : value);
  if (words.id === "line_of_card" && values.length === 3) {
    return lines(Number(values[0]))[Number(values[1])] || String(values[2]);
  }
  if (words.id === "card_called" && values.length === 2) {
    return names(Number(values[0])) || cardName(String(values[1]));
  }
  const sentence = translation.words[words.id];
  if (sentence === undefined) return [words.id.replaceAll("_", " "), ...values].join(" ");
  return fillTemplate(sentence, Object.fromEntries(values.map((value, at) => [
    String(at),
    (spec: string) => (spec === "card" ? names(Number(value)) || _("the card")
      : spec === "passcode" ? withName(String(value), names(Number(value)))
      : spec === "name" ? cardName(String(value)) : spec === "term" ? term(String(value)) : String(value)),
  ])));
}
