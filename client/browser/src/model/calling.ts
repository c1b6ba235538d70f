// Calls the player when it is their turn to choose: by the page's title and icon, a sound, and a vibration where the
// device has one. All of it works on an insecure origin, as a server in a home network is one.

import { _ } from "../words/language";
import { saveSetting, setting } from "../connection/stored_state";
import type { Game } from "./game";

/** Seconds left at which the clock is announced. */
const CLOCK_CALLS_S = [60, 30, 10] as const;
const CALL_TONES_HZ = [660, 880] as const;
const CLOCK_TONES_HZ = [440, 440] as const;
const TONE_S = 0.14;
const VIBRATION_MS = 80;

export class Caller {
  isOn = setting("sound") !== "off";
  /** What the clock says to those who do not see it. */
  clockText = "";
  private audio: AudioContext | null = null;
  private readonly title = document.title;
  private calledAsk = -1;
  private clockLeft = Infinity;

  constructor(private readonly game: Game) {
    const unlock = () => this.unlock();
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, unlock, true);
    const wake = () => document.visibilityState === "visible" && game.wake();
    document.addEventListener("visibilitychange", wake);
    for (const kind of ["pageshow", "online"]) window.addEventListener(kind, wake);
    game.addListener(() => this.update());
    setInterval(() => this.checkClock(), 500);
  }

  /** Whether a tap is needed first: browsers let no page sound before. */
  get isMute(): boolean {
    return this.isOn && this.audio?.state !== "running";
  }

  toggle(): void {
    this.isOn = !this.isOn;
    saveSetting("sound", this.isOn ? "on" : "off");
    if (this.isOn) this.play(CALL_TONES_HZ);
    this.game.draw();
  }

  private unlock(): void {
    if (!this.isOn || this.audio?.state === "running" || !("AudioContext" in window)) return;
    this.audio ??= new AudioContext();
    void this.audio.resume().then(() => this.game.draw());
  }

  private update(): void {
    const { prompt } = this.game.choices;
    const isAsked = prompt !== null && this.game.model.isPlayer && !this.game.model.ended;
    document.title = isAsked ? `● ${_("Your turn")} – ${this.title}` : this.title;
    document.querySelector("link[rel=icon]")?.setAttribute("href", isAsked ? "/emblem.svg?turn" : "/emblem.svg");
    if (!isAsked || prompt.ask === this.calledAsk) return;
    this.calledAsk = prompt.ask;
    if (document.hidden || !document.hasFocus() || this.game.isLongWait) this.call(CALL_TONES_HZ);
  }

  /** Says at 60, 30 and 10 seconds how long our clock has left. */
  private checkClock(): void {
    const { model } = this.game;
    if (!model.isPlayer || model.table?.ticking !== model.seat) {
      this.clockLeft = Infinity;
      return;
    }
    const left = model.clock(model.seat as 0 | 1, performance.now());
    const passed = CLOCK_CALLS_S.find((seconds) => left <= seconds && this.clockLeft > seconds && Number.isFinite(this.clockLeft));
    this.clockLeft = left;
    if (passed === undefined) return;
    this.clockText = _("{count} seconds left.", { count: passed });
    this.call(CLOCK_TONES_HZ);
    this.game.draw();
  }

  private call(tones: readonly number[]): void {
    this.play(tones);
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(VIBRATION_MS); // else the browser complains
  }

  private play(tones: readonly number[]): void {
    const { audio } = this;
    if (!this.isOn || audio?.state !== "running") return;
    for (const [at, tone] of tones.entries()) {
      const begins = audio.currentTime + at * TONE_S;
      const [wave, loudness] = [audio.createOscillator(), audio.createGain()];
      wave.frequency.value = tone;
      loudness.gain.setValueAtTime(0.15, begins);
      loudness.gain.exponentialRampToValueAtTime(0.001, begins + TONE_S);
      wave.connect(loudness).connect(audio.destination);
      wave.start(begins);
      wave.stop(begins + TONE_S);
    }
  }
}

/** Copies a text; returns whether the browser has done it. The API for it is missing on insecure origins. */
export function copyText(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand("copy");
  field.remove();
  return isDone;
}
