// What a device does for its player in a secure context alone: it keeps the screen on during a match, notifies of a
// prompt while the page is hidden, and marks the icon of the installed page. Loaded only where such a context is.

import { _ } from "../words/language";
import { saveSetting, setting } from "../connection/stored_state";
import type { Game } from "./game";

export class DeviceCalls {
  /** Whether the browser denied the permission at the player's tap: then only its own settings give it back. */
  isDenied = false;
  private isWanted = setting("notify") === "on";
  /** Whether this browser has notifications for pages; on Android the constructor throws. */
  readonly canNotify = canConstruct();
  private notification: Notification | null = null;
  private notifiedAsk = -1;
  private lock: WakeLockSentinel | null = null;
  private isLocking = false;
  private isBadged = false;

  constructor(private readonly game: Game) {
    game.addListener(() => this.update());
    document.addEventListener("visibilitychange", () => this.update());
    this.update();
  }

  get isOn(): boolean {
    return this.isWanted && Notification.permission === "granted";
  }

  /** Turns notifications on or off, at the player's tap: only then may a page ask for the permission. */
  async toggle(): Promise<void> {
    const answer = this.isOn ? null : await Notification.requestPermission();
    this.isWanted = answer === "granted";
    this.isDenied = answer === "denied";
    saveSetting("notify", this.isWanted ? "on" : "off");
    this.game.draw();
  }

  private update(): void {
    const { model, choices } = this.game;
    const prompt = model.isPlayer && !model.ended ? choices.prompt : null;
    void this.updateLock(model.inMatch && !document.hidden);
    const isCalled = prompt !== null && document.hidden;
    if ("setAppBadge" in navigator && isCalled !== this.isBadged) {
      this.isBadged = isCalled;
      void (isCalled ? navigator.setAppBadge() : navigator.clearAppBadge()).catch(() => undefined);
    }
    if (isCalled && prompt.ask !== this.notifiedAsk) this.notify(prompt.ask);
    else if (!isCalled) {
      this.notification?.close();
      this.notification = null;
      if (!document.hidden) this.notifiedAsk = prompt?.ask ?? -1;
    }
  }

  private notify(ask: number): void {
    this.notifiedAsk = ask;
    if (!this.canNotify || !this.isOn) return;
    // Nothing of the prompt: a notification is seen by those beside the player too.
    const shown = new Notification(_("Your turn"), { body: this.game.code, tag: `facedown ${this.game.code}`, icon: "/icon-192.png" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
    this.notification = shown;
  }

  /** Holds or releases the lock. The browser releases it by itself when the page is hidden, or when it saves power. */
  private async updateLock(isWanted: boolean): Promise<void> {
    if (!isWanted) {
      const { lock } = this;
      this.lock = null;
      await lock?.release();
      return;
    }
    if (this.isLocking || (this.lock && !this.lock.released) || !("wakeLock" in navigator)) return;
    this.isLocking = true;
    this.lock = await navigator.wakeLock.request("screen").catch(() => null);
    this.isLocking = false;
    if (!this.game.model.inMatch || document.hidden) await this.updateLock(false); // it came too late
  }
}

function canConstruct(): boolean {
  if (!("Notification" in window)) return false;
  if (Notification.permission === "granted") return true; // constructed once, it would be shown
  try {
    new Notification("");
    return true;
  } catch {
    return false;
  }
}
