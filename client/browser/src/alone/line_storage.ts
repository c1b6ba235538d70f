// Lines and puzzles of solo play that are stored in this browser, for this server alone. They stay until they are
// deleted; the oldest that were never named go where there are too many.

import { BrowserStore } from "../connection/browser_store";
import { deckText } from "../room/deck_parsing";

export interface StoredLine {
  readonly id: string;
  /** "" for one that was never named. */
  readonly name: string;
  /** The file (.duel, or .json for a puzzle). */
  readonly text: string;
  /** When it was saved, in ms. */
  readonly saved: number;
  /** What happened in its steps, by their numbers. */
  readonly texts?: readonly string[];
}

/** What a list shows of a line. */
export interface LineFacts {
  readonly format: string;
  readonly mode: string;
  readonly steps: number;
  readonly at: number;
  readonly isPuzzle: boolean;
}

const MAX_UNNAMED_LINES = 30;
export const MAX_NAME_LETTERS = 60;
/** Letters of a file that a server accepts. */
export const MAX_FILE_LETTERS = 500_000;

const lines = new BrowserStore<StoredLine>("facedown lines", "lines", "id");

export function newLineId(): string {
  return crypto.getRandomValues(new Uint32Array(3)).join("-");
}

/** The stored line; null without it, also where the browser stores nothing. */
export async function loadLine(id: string): Promise<StoredLine | null> {
  try {
    return (await lines.load(id)) ?? null;
  } catch {
    return null;
  }
}

/** Stores a line; returns whether the browser accepted it. */
export async function saveLine(line: StoredLine): Promise<boolean> {
  try {
    await lines.save(line);
    const unnamed = (await listLines()).filter((one) => !one.name);
    for (const one of unnamed.slice(MAX_UNNAMED_LINES)) await deleteLine(one.id);
    return true;
  } catch {
    return false;
  }
}

/** The latest first. Throws where the browser stores nothing. */
export async function listLines(): Promise<readonly StoredLine[]> {
  const all = await lines.loadAll();
  return all.sort((one, other) => other.saved - one.saved);
}

export async function deleteLine(id: string): Promise<void> {
  await lines.delete(id);
}

/** What a file says of a step: whose it was, and what happened; "" if nothing did. */
export interface StepRemark {
  readonly seat: number;
  readonly text: string;
  readonly isPass: boolean;
}

/** A step of a file, and its remark. */
const STEP_PATTERN = /^ {2}(['"])(?:([01]) )?(.*)\1,(?: {2}# (\d{1,6})(?:\. ?(.*))?)?$/;
const PASS_STEP = /^pick \[\\?"pass\\?"\]$/;

/** What a file says of itself; the server validates it. */
export function lineFacts(text: string): LineFacts {
  if (text.trimStart().startsWith("{")) return { format: "master", mode: "rules", steps: 0, at: 0, isPuzzle: true };
  const value = (key: string, usual: string) => new RegExp(`^${key} = ['"]?([\\w-]*)['"]?$`, "m").exec(text)?.[1] ?? usual;
  const steps = text.split("\n").filter((row) => STEP_PATTERN.test(row)).length;
  return { format: value("format", "master"), mode: value("mode", "rules"), steps, at: Number(value("at", "0")), isPuzzle: false };
}

/** The decks of both sides, and the opening hands that were chosen. */
export interface LineDecks {
  readonly decks: readonly (readonly number[])[];
  readonly hands: readonly (readonly number[])[];
}

const DECKS_PATTERN = /^decks = \[(?:'''([^]*?)'''|"([^"]*)"), (?:'''([^]*?)'''|"([^"]*)")\]$/m;

export function lineDecks(text: string): LineDecks {
  const [, ...found] = DECKS_PATTERN.exec(text) ?? [];
  const decks = [found[0] ?? found[1], found[2] ?? found[3]].map((deck) => deckText((deck ?? "").replaceAll("\\n", "\n"))?.main ?? []);
  const hands = JSON.parse(/^hands = (\[[\d,[\] ]*\])$/m.exec(text)?.[1] ?? "[[],[]]") as number[][];
  return { decks, hands };
}

/** What happened in each step, by its number, as far as the file says. */
export function stepRemarks(text: string): ReadonlyMap<number, StepRemark> {
  const found = text.split("\n").map((row) => STEP_PATTERN.exec(row)).filter((one) => one?.[4]);
  return new Map(found.map((one) => {
    const [, , seat = "0", act = "", number = "", text = ""] = one ?? [];
    return [Number(number), { seat: Number(seat), text, isPass: PASS_STEP.test(act) }];
  }));
}

/** A file without its remarks, which no server needs. */
export function withoutRemarks(text: string): string {
  return text.split("\n").map((row) => row.replace(/^( {2}(['"]).*\2,) {2}# \d{1,6}(?:\. .*)?$/, "$1")).join("\n");
}

/** Saves a line as a file of this computer. */
export function downloadLine(line: StoredLine, title: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([line.text], { type: "text/plain" }));
  link.download = `${title.replace(/[^\p{L}\p{N} .,'+-]/gu, "").trim() || "line"}.${lineFacts(line.text).isPuzzle ? "json" : "duel"}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
