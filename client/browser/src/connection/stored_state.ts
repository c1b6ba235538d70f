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

type Area = "localStorage" | "sessionStorage";

/** The values of a browser that blocks storage, for this page alone. */
const unstored = new Map<string, string>();

function loadValue<Value>(area: Area, name: string): Value | null {
  try {
    return JSON.parse(readText(area, `facedown ${name}`) ?? "null") as Value | null;
  } catch {
    return null;
  }
}

function readText(area: Area, key: string): string | null {
  try {
    return window[area].getItem(key); // even to name it is an error where a site's storage is blocked
  } catch {
    return unstored.get(`${area} ${key}`) ?? null;
  }
}

function saveValue(area: Area, name: string, value: unknown): void {
  const key = `facedown ${name}`;
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, JSON.stringify(value));
  } catch {
    unstored.set(`${area} ${key}`, JSON.stringify(value)); // a reload then needs the link again
  }
}

/** Whether this browser stores anything for this page. */
export function hasStorage(): boolean {
  try {
    localStorage.setItem("facedown test", "1");
    localStorage.removeItem("facedown test");
    return true;
  } catch {
    return false;
  }
}

/** Goes to the page of a table that was opened; without storage its address holds what returns to the seat. */
export function goToTable(storage: TableStorage, code: string, token: string): void {
  storage.moveTo(code);
  location.assign(hasStorage() ? `/t/${code}` : `/t/${code}#back=${token.slice(token.indexOf(".") + 1)}`);
}

export function setting(name: string): string | null {
  return loadValue<string>("localStorage", name);
}

export function saveSetting(name: string, value: string): void {
  saveValue("localStorage", name, value);
}

/** The server's password, for this tab. */
export function serverPassword(): string {
  return loadValue<string>("sessionStorage", "password") ?? "";
}

export function saveServerPassword(password: string): void {
  saveValue("sessionStorage", "password", password);
}

/** The invitation in the address, which is cleared of it; after a reload the one this tab was opened with. */
export function invitation(code: string): Invitation {
  const found = INVITATION_PATTERN.exec(location.hash);
  if (!found) return loadValue<Invitation>("sessionStorage", `link ${code}`) ?? { role: "", secret: "" };
  const role = found[1] === "relay" ? "watch" : found[1]; // the link for relays, opened here, is for a spectator
  const read = { role: role as Invitation["role"], secret: found[2] ?? "" };
  saveValue("sessionStorage", `link ${code}`, read);
  if (hasStorage()) history.replaceState(null, "", location.pathname);
  return read;
}

/** Marks that all scripts of this page have been loaded: otherwise the page is loaded again (`link.js`). */
export function markStarted(root: HTMLElement): void {
  root.dataset["started"] = "";
  saveValue("sessionStorage", "tries", null);
}

/** Forgets the link, so that a reload of this tab does not find it. */
export function forgetInvitation(code: string): void {
  saveValue("sessionStorage", `link ${code}`, null);
}

/** Marks a table of this tab whose player is ready as soon as its page is open. */
export function markBegin(code: string): void {
  saveValue("sessionStorage", `begin ${code}`, true);
}

/** Whether the table was marked; it is no more. */
export function takeBegin(code: string): boolean {
  const isMarked = loadValue<boolean>("sessionStorage", `begin ${code}`) === true;
  saveValue("sessionStorage", `begin ${code}`, null);
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
    return loadValue<StoredSeat>("localStorage", `seat ${this.code}`);
  }

  saveSeat(place: Omit<StoredSeat, "key"> | null): void {
    const key = this.loadSeat()?.key ?? "";
    saveValue("localStorage", `seat ${this.code}`, place && { ...place, key });
    if (!place) this.saveMatch(null);
  }

  /** Moves what is stored to the table that was opened: before that it has no code. */
  moveTo(code: string): void {
    saveValue("localStorage", `seat ${code}`, this.loadSeat());
    this.saveMatch(null);
    saveValue("localStorage", `seat ${this.code}`, null);
  }

  /** Our own key to the requested seat: stored before it is sent to a server. */
  ensureKey(): string {
    const place = this.loadSeat() ?? { token: "", key: "", seat: -1, name: "" };
    if (place.key) return place.key;
    const bytes = crypto.getRandomValues(new Uint8Array(24));
    const key = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
    saveValue("localStorage", `seat ${this.code}`, { ...place, key });
    return key;
  }

  saveMatch(record: StoredMatch | null): void {
    saveValue("localStorage", `match ${this.code}`, record);
  }

  /** What happened in each step of the table's `duel`, for this tab: a reload finds it again. */
  saveSteps(duel: number, texts: readonly string[]): void {
    saveValue("sessionStorage", `steps ${this.code}`, { duel, texts });
  }

  loadSteps(duel: number): readonly string[] {
    const stored = loadValue<{ duel: number; texts: readonly string[] }>("sessionStorage", `steps ${this.code}`);
    return stored?.duel === duel ? stored.texts : [];
  }

  loadMatch(): StoredMatch | null {
    return loadValue<StoredMatch>("localStorage", `match ${this.code}`);
  }
}
