// Lines and puzzles of solo play that are stored in this browser, for this server alone. They stay until they are
// deleted; the oldest that were never named go where there are too many.

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

const STORE_NAME = "lines";
const MAX_UNNAMED_LINES = 30;
export const MAX_NAME_LETTERS = 60;
/** Letters of a file that a server accepts. */
export const MAX_FILE_LETTERS = 500_000;

let database: Promise<IDBDatabase> | null = null;

function openDatabase(): Promise<IDBDatabase> {
  database ??= new Promise((done, fail) => {
    const opening = indexedDB.open("facedown lines", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE_NAME, { keyPath: "id" });
    opening.onsuccess = () => done(opening.result);
    opening.onerror = () => fail(new Error("no storage"));
    opening.onblocked = opening.onerror;
  });
  return database;
}

async function runRequest<Value>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value> {
  const store = (await openDatabase()).transaction(STORE_NAME, mode).objectStore(STORE_NAME);
  return new Promise((done, fail) => {
    const request = ask(store);
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(new Error("no storage"));
  });
}

export function newLineId(): string {
  return crypto.getRandomValues(new Uint32Array(3)).join("-");
}

/** The stored line; null without it, also where the browser stores nothing. */
export async function loadLine(id: string): Promise<StoredLine | null> {
  try {
    return (await runRequest<StoredLine | undefined>("readonly", (store) => store.get(id))) ?? null;
  } catch {
    return null;
  }
}

/** Stores a line; returns whether the browser accepted it. */
export async function saveLine(line: StoredLine): Promise<boolean> {
  try {
    await runRequest("readwrite", (store) => store.put(line));
    const unnamed = (await listLines()).filter((one) => !one.name);
    for (const one of unnamed.slice(MAX_UNNAMED_LINES)) await deleteLine(one.id);
    return true;
  } catch {
    return false;
  }
}

/** The latest first. Throws where the browser stores nothing. */
export async function listLines(): Promise<readonly StoredLine[]> {
  const all = await runRequest<StoredLine[]>("readonly", (store) => store.getAll());
  return all.sort((one, other) => other.saved - one.saved);
}

export async function deleteLine(id: string): Promise<void> {
  await runRequest("readwrite", (store) => store.delete(id));
}

/** A step of a file, and its remark. */
const STEP_PATTERN = /^ {2}(['"]).*\1,(?: {2}# (\d{1,6})(?:\. ?(.*))?)?$/;

/** What a file says of itself; the server validates it. */
export function lineFacts(text: string): LineFacts {
  if (text.trimStart().startsWith("{")) return { format: "master", mode: "rules", steps: 0, at: 0, isPuzzle: true };
  const value = (key: string, usual: string) => new RegExp(`^${key} = ['"]?([\\w-]*)['"]?$`, "m").exec(text)?.[1] ?? usual;
  const steps = text.split("\n").filter((row) => STEP_PATTERN.test(row)).length;
  return { format: value("format", "master"), mode: value("mode", "rules"), steps, at: Number(value("at", "0")), isPuzzle: false };
}

/** What happened in each step, by its number, as far as the file says. */
export function stepRemarks(text: string): ReadonlyMap<number, string> {
  const found = text.split("\n").map((row) => STEP_PATTERN.exec(row)).filter((one) => one?.[2] && one[3]);
  return new Map(found.map((one) => [Number(one?.[2]), one?.[3] ?? ""]));
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
