// The terms of the rules in this page's language, and where a text uses them; as in
// `shared/facedown_shared/text/glossary.py`.

import { loadPart } from "../connection/parts";
import { fileAddress, language } from "../words/language";

export interface Term {
  /** All forms that texts use, the one to show first. */
  readonly forms: readonly string[];
  readonly meaning: string;
}

export interface FoundTerm {
  readonly start: number;
  readonly end: number;
  readonly term: Term;
}

type TermRows = readonly (readonly [forms: string, meaning: string])[];

/** Of each game its terms; the rules page: its sections with their rules, and the mat of a player. */
interface Rows {
  readonly yugioh: TermRows;
  readonly fab: TermRows;
  readonly rules: readonly (readonly [title: string, rules: readonly string[]])[];
  readonly chart: readonly (readonly string[])[];
}

/** A character that continues a word; Chinese has no spaces between words. */
const LETTER = "\\p{Script=Latin}";
/** The name of a card in a sentence: it uses no term. */
const QUOTED = "「[^「」]{1,60}」";

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const byLength = (texts: readonly string[]) => [...texts].filter(Boolean).sort((one, other) => other.length - one.length).map(escaped).join("|");

export function titleOf(term: Term): string {
  return capital(term.forms[0] ?? "");
}

export class Glossary {
  readonly terms: readonly Term[];
  private readonly byForm = new Map<string, Term>();
  private pattern = /(?!)/gu;
  private names = "";

  constructor(terms: TermRows, readonly rules: Rows["rules"], readonly chart: Rows["chart"]) {
    this.terms = terms.map(([forms, meaning]) => ({ forms: forms.split("|"), meaning }))
      .sort((one, other) => titleOf(one).localeCompare(titleOf(other)));
    for (const term of this.terms) for (const form of term.forms) this.byForm.set(form, term);
    for (const [form, term] of [...this.byForm]) if (!this.byForm.has(capital(form))) this.byForm.set(capital(form), term);
    this.skipNames([]);
  }

  /** Names of cards, which are no terms. */
  skipNames(names: readonly string[]): void {
    const skipped = byLength([...new Set(names)]);
    if (skipped === this.names && names.length) return;
    this.names = skipped;
    const other = skipped ? `${skipped}|${QUOTED}` : QUOTED;
    this.pattern = new RegExp(`${other}|(?<!${LETTER})(?<term>${byLength([...this.byForm.keys()])})(?!${LETTER})`, "gu");
  }

  /** The terms in a text, in order; at each place the longest. */
  find(text: string): readonly FoundTerm[] {
    return [...text.matchAll(this.pattern)].flatMap((match) => {
      const term = this.byForm.get(match.groups?.["term"] ?? "");
      return term ? [{ start: match.index, end: match.index + match[0].length, term }] : [];
    });
  }
}

const glossaries = new Map<string, Promise<Glossary>>();

/** The glossary of a table's game in this page's language. */
export function loadTerms(table: string): Promise<Glossary> {
  const game = table === "fab" ? "fab" : "yugioh";
  const key = `${language} ${game}`;
  const found = glossaries.get(key) ?? loadPart(async () => {
    const answer = await fetch(fileAddress(`${language}-glossary.json`));
    if (!answer.ok) throw new Error(`${answer.status}`);
    const rows = (await answer.json()) as Rows;
    return new Glossary(rows[game], rows.rules, rows.chart);
  });
  glossaries.set(key, found);
  return found;
}
