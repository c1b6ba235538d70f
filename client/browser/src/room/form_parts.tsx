// What the forms that open a table share: the choice of a game, the name, refusals, and the way to the new table.

import { useEffect } from "preact/hooks";

import { goToTable, hasStorage, saveServerPassword } from "../connection/stored_state";
import type { Settings } from "../generated/wire";
import type { Game } from "../model/game";
import { _, row } from "../words/language";
import { wordsIn } from "../words/phrases";

/** Formats that a page can play by the rules. */
const RULE_FORMATS: readonly string[] = ["master", "classic", "genesys"];
/** Those that are played by hand alone. */
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

/** The choice of a game and of the way to play it, as "mode format"; the core's ban lists have their own names. */
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
export function playedSettings(way: string): { readonly settings: Settings; readonly format: string } {
  const [mode = "rules", ...rest] = way.split(" ");
  const title = rest.join(" ");
  const isFormat = [...RULE_FORMATS, ...HAND_FORMATS].includes(title);
  return isFormat ? { settings: { mode, format: title }, format: title } : { settings: { mode, banlist: title }, format: "master" };
}

interface NameProps {
  readonly name: string;
  readonly setName: (name: string) => void;
  readonly isRequired?: boolean;
}

export function NameField({ name, setName, isRequired = false }: NameProps) {
  return (
    <label>{_("Your name")}<input value={name} maxLength={24} required={isRequired} autocomplete="nickname"
      placeholder={isRequired ? "" : _("Player {number}", { number: 1 })} onInput={(event) => setName(event.currentTarget.value)} /></label>
  );
}

/** That nothing is stored here, why the server refuses, and its password where it asks for one. */
export function TableRefusal({ game }: { game: Game }) {
  const { refusal } = game.model;
  return (
    <>
      {hasStorage() ? null : (
        <p class="warn" role="alert">{_("This browser blocks storage for this page: decks, lines and your seat are not kept here. Allow it for this site to keep them.")}</p>
      )}
      {refusal ? <p class="warn" role="alert">{refusal.text || wordsIn(refusal.words, null)}</p> : null}
      {refusal?.code === "server_password" ? (
        <label>{_("The server's password")}<input type="password" maxLength={64}
          onInput={(event) => saveServerPassword(event.currentTarget.value)} /></label>
      ) : null}
    </>
  );
}

/** Goes to the page of the table that was opened. */
export function useOpenedTable(game: Game): void {
  const { seated } = game.model;
  useEffect(() => {
    if (seated?.token) goToTable(game.storage, seated.code, seated.token);
  }, [seated]);
}
