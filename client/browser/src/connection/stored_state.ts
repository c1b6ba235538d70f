// What is stored in this browser, for this server alone: how to resume a seat, a name, a language, settings; for
// this tab, the secret of the link it was opened with, so that a reload finds it again.

import type { MatchRecord as StoredMatch } from "../fairness/fairness";

export interface StoredSeat {
  readonly token: string;
  readonly key: string;
  readonly seat: number;
  readonly name: string;
}

export interface Invitation {
  readonly role: "" | "seat" | "watch" | "back" | "once" | "replay";
  readonly secret: string;
}

const INVITATION_PATTERN = /^#(seat|watch|relay|back|once|replay)=([A-Za-z0-9_-]{1,128})$/;

function loadValue<Value>(storage: Storage, name: string): Value | null {
  try {
    return JSON.parse(storage.getItem(`facedown ${name}`) ?? "null") as Value | null;
  } catch {
    return null;
  }
}

function saveValue(storage: Storage, name: string, value: unknown): void {
  try {
    if (value === null) storage.removeItem(`facedown ${name}`);
    else storage.setItem(`facedown ${name}`, JSON.stringify(value));
  } catch {
    // A browser that stores nothing: a reload then needs the link again.
  }
}

export function setting(name: string): string | null {
  return loadValue<string>(localStorage, name);
}

export function saveSetting(name: string, value: string): void {
  saveValue(localStorage, name, value);
}

/** The server's password, for this tab. */
export function serverPassword(): string {
  return loadValue<string>(sessionStorage, "password") ?? "";
}

export function saveServerPassword(password: string): void {
  saveValue(sessionStorage, "password", password);
}

/** The invitation in the address, which is cleared of it; after a reload the one this tab was opened with. */
export function invitation(code: string): Invitation {
  const found = INVITATION_PATTERN.exec(location.hash);
  if (!found) return loadValue<Invitation>(sessionStorage, `link ${code}`) ?? { role: "", secret: "" };
  const role = found[1] === "relay" ? "watch" : found[1]; // the link for relays, opened here, is for a spectator
  const read = { role: role as Invitation["role"], secret: found[2] ?? "" };
  saveValue(sessionStorage, `link ${code}`, read);
  history.replaceState(null, "", location.pathname);
  return read;
}

/** Marks that all scripts of this page have been loaded: otherwise the page is loaded again (`link.js`). */
export function markStarted(root: HTMLElement): void {
  root.dataset["started"] = "";
  sessionStorage.removeItem("facedown tries");
}

/** Forgets the link, so that a reload of this tab does not find it. */
export function forgetInvitation(code: string): void {
  saveValue(sessionStorage, `link ${code}`, null);
}

/** Marks a table of this tab whose player is ready as soon as its page is open. */
export function markBegin(code: string): void {
  saveValue(sessionStorage, `begin ${code}`, true);
}

/** Whether the table was marked; it is no more. */
export function takeBegin(code: string): boolean {
  const isMarked = loadValue<boolean>(sessionStorage, `begin ${code}`) === true;
  saveValue(sessionStorage, `begin ${code}`, null);
  return isMarked;
}

/** The stored line of a solo table; "" without one. */
export function lineOfTable(code: string): string {
  return setting(`line ${code}`) ?? "";
}

/** What is stored of one table. */
export class TableStorage {
  constructor(readonly code: string) {}

  loadSeat(): StoredSeat | null {
    return loadValue<StoredSeat>(localStorage, `seat ${this.code}`);
  }

  saveSeat(place: Omit<StoredSeat, "key"> | null): void {
    const key = this.loadSeat()?.key ?? "";
    saveValue(localStorage, `seat ${this.code}`, place && { ...place, key });
    if (!place) this.saveMatch(null);
  }

  /** Moves what is stored to the table that was opened: before that it has no code. */
  moveTo(code: string): void {
    saveValue(localStorage, `seat ${code}`, this.loadSeat());
    this.saveMatch(null);
    saveValue(localStorage, `seat ${this.code}`, null);
  }

  /** Our own key to the requested seat: stored before it is sent to a server. */
  ensureKey(): string {
    const place = this.loadSeat() ?? { token: "", key: "", seat: -1, name: "" };
    if (place.key) return place.key;
    const bytes = crypto.getRandomValues(new Uint8Array(24));
    const key = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
    saveValue(localStorage, `seat ${this.code}`, { ...place, key });
    return key;
  }

  saveMatch(record: StoredMatch | null): void {
    saveValue(localStorage, `match ${this.code}`, record);
  }

  /** What happened in each step of the table's `duel`, for this tab: a reload finds it again. */
  saveSteps(duel: number, texts: readonly string[]): void {
    saveValue(sessionStorage, `steps ${this.code}`, { duel, texts });
  }

  loadSteps(duel: number): readonly string[] {
    const stored = loadValue<{ duel: number; texts: readonly string[] }>(sessionStorage, `steps ${this.code}`);
    return stored?.duel === duel ? stored.texts : [];
  }

  loadMatch(): StoredMatch | null {
    return loadValue<StoredMatch>(localStorage, `match ${this.code}`);
  }
}
