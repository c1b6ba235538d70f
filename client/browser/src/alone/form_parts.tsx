// What the forms of practice and solo play share: the name, the choice of a game, refusals, the server's password.

import type { Game } from "../model/game";
import { saveServerPassword } from "../connection/stored_state";
import { _, row } from "../words/language";
import { wordsIn } from "../words/phrases";
import type { Settings } from "../generated/wire";
import type { Opening } from "./opening";

const RULE_FORMATS: readonly string[] = ["master", "classic", "genesys"];
const HAND_FORMATS: readonly string[] = ["fab"];
/** Formats that EDOPro's core plays without a ban list. */
const CORE_FORMATS: readonly string[] = ["master", "genesys"];

export function wayWords(mode: string): string {
  return _(row("WAYS", mode) ?? mode);
}

interface GameChoiceProps {
  readonly game: Game;
  /** Ways to play: "rules", "half", "free", "core". */
  readonly modes: readonly string[];
  readonly way: string;
  readonly choose: (way: string) => void;
}

/** The choice of a game and of the way to play it, as "mode format". */
export function GameChoice({ game, modes, way, choose }: GameChoiceProps) {
  const { welcome } = game.model;
  const isThere = (format: string) => !welcome || welcome.formats.includes(format);
  const namesOf = (mode: string): readonly string[] => {
    if (mode === "core") return welcome?.core ? [...CORE_FORMATS.filter(isThere), ...welcome.banlists] : [];
    return [...RULE_FORMATS, ...(mode === "free" ? HAND_FORMATS : [])].filter(isThere);
  };
  return (
    <label>{_("Game")}
      <select value={way} onChange={(event) => choose(event.currentTarget.value)}>
        {modes.map((mode) => {
          const names = namesOf(mode);
          return names.length ? (
            <optgroup key={mode} label={wayWords(mode)}>
              {names.map((name) => <option key={name} value={`${mode} ${name}`}>{_(row("FORMATS", name) ?? name)}, {wayWords(mode)}</option>)}
            </optgroup>
          ) : null;
        })}
      </select>
    </label>
  );
}

/** The settings of a way to play, and the format whose ready decks fit. */
export function settingsOf(way: string): { readonly settings: Settings; readonly format: string } {
  const [mode = "rules", ...rest] = way.split(" ");
  const title = rest.join(" ");
  const isFormat = [...RULE_FORMATS, ...HAND_FORMATS].includes(title);
  const usual = { listed: false, pace: "off" };
  return isFormat ? { settings: { ...usual, mode, format: title }, format: title }
    : { settings: { ...usual, mode, banlist: title }, format: "master" };
}

export function NameField({ name, setName }: { name: string; setName: (name: string) => void }) {
  return (
    <label>{_("Your name")}<input value={name} maxLength={24} autocomplete="nickname" placeholder={_("Player {number}", { number: 1 })}
      onInput={(event) => setName(event.currentTarget.value)} /></label>
  );
}

interface RefusalsProps {
  readonly game: Game;
  readonly opening: Opening | null;
  /** The title of the other side's deck. */
  readonly other: string;
  /** What can be done about cards that the server does not know. */
  readonly advice: string;
}

/** Why the table was not opened. */
export function Refusals({ game, opening, other, advice }: RefusalsProps) {
  const { refusal } = game.model;
  const refused = opening?.refused;
  return (
    <>
      {refusal ? <p class="warn" role="alert">{refusal.text || wordsIn(refusal.words, null)}</p> : null}
      {refusal?.code === "server_password" ? (
        <label>{_("The server's password")}<input type="password" maxLength={64}
          onInput={(event) => saveServerPassword(event.currentTarget.value)} /></label>
      ) : null}
      {refused ? (
        <div class="warn report" role="alert">
          {refused.seat ? <p><b>{other}</b></p> : null}
          <p>{_("This deck may not be played here:")}</p>
          {refused.report.reasons.map((reason, at) => <p key={at}>{wordsIn(reason, null)}</p>)}
          {refused.report.unknown.length ? <p>{advice}</p> : null}
        </div>
      ) : null}
    </>
  );
}
