// The replays that are stored in this browser, for this server alone: the player's own matches, as they were shown
// to them. They stay in its storage until they are deleted; the oldest go where there are too many.

import { BrowserStore } from "../connection/browser_store";
import type { Head } from "./replay";

/** A match that is not over yet: the state from which a reloaded page goes on. */
export interface Draft {
  readonly records: Uint8Array;
  readonly frames: number;
  readonly results: readonly string[];
  readonly turns: readonly number[];
  /** How many events of this duel were sent, and the turn and result after them. */
  readonly told: number;
  readonly turn: number;
  readonly deck: string;
}

export interface StoredReplay {
  /** Identifies the match. */
  readonly match: string;
  readonly head: Head;
  /** The file; null before the first duel of the match is over. */
  readonly data: Uint8Array<ArrayBuffer> | null;
  readonly draft: Draft | null;
}

const MAX_REPLAYS = 200;
const MAX_STORED_BYTES = 32 * 1024 * 1024;
const DRAFT_LIFETIME_MS = 86_400_000;

const replays = new BrowserStore<StoredReplay>("facedown", "replays", "match");

/** The stored replay of a match, or null; null too where the browser stores nothing at all. */
export async function loadReplay(match: string): Promise<StoredReplay | null> {
  try {
    return (await replays.load(match)) ?? null;
  } catch {
    return null;
  }
}

/** Stores a match so far; returns whether the browser accepted it. */
export async function saveReplay(replay: StoredReplay): Promise<boolean> {
  try {
    await replays.save(replay);
    if (replay.data) await deleteOldReplays();
    return true;
  } catch {
    return false;
  }
}

/** The matches of which a duel is over, the newest first. Throws where the browser stores nothing. */
export async function listReplays(): Promise<readonly StoredReplay[]> {
  const all = await replays.loadAll();
  return all.filter((one) => one.data).sort((one, other) => (one.head.made < other.head.made ? 1 : -1));
}

export async function deleteReplay(match: string): Promise<void> {
  await replays.delete(match);
}

/** Deletes the oldest beyond the limit, and matches that were begun days ago and never ended. */
async function deleteOldReplays(): Promise<void> {
  const all = await replays.loadAll();
  const isStale = (one: StoredReplay) => !one.data && Date.now() - Date.parse(one.head.made) > DRAFT_LIFETIME_MS;
  let [count, size] = [0, 0];
  for (const one of all.sort((one, other) => (one.head.made < other.head.made ? 1 : -1))) {
    count += 1;
    size += one.data?.length ?? 0;
    if (isStale(one) || count > MAX_REPLAYS || size > MAX_STORED_BYTES) await deleteReplay(one.match);
  }
}
