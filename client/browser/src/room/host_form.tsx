// Opening a table: a name, how it is played, and who may come; then its own page, with the links to pass on.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { Languages } from "./room";
import { saveServerPassword, saveSetting, setting } from "../connection/stored_state";
import type { Game } from "../model/game";
import { _, gettextNoop, type Language, row } from "../words/language";
import { wordsIn } from "../words/phrases";

/** Formats that a page can play by the rules, and those that EDOPro's core plays without a ban list. */
const RULE_FORMATS: readonly string[] = ["master", "classic", "genesys"];
const CORE_FORMATS = ["master", "genesys"];
/** Those that are played by hand alone. */
const HAND_FORMATS: readonly string[] = ["fab"];
/** The format in which cards cost points. */
const POINT_FORMAT = "genesys";
const MAX_DECK_POINTS = 10_000;
/** Minutes of a clock, and the seconds that each act adds; 0: none. */
const CLOCKS = ["0+0", "5+10", "10+15", "20+20", "30+20", "40+30"] as const;
/** How a server hides whether a player could have responded. */
const PACES: Readonly<Record<string, string>> = {
  off: gettextNoop("no pauses"), quick: gettextNoop("short pauses"), careful: gettextNoop("long pauses"),
};

function wayWords(mode: string): string {
  return _(row("WAYS", mode) ?? mode);
}

/** The title of a format; a ban list has its own. */
function formatWords(name: string): string {
  return _(row("FORMATS", name) ?? name);
}

export function HostForm({ game, choose }: { game: Game; choose: (wanted: Language) => void }) {
  const [, draw] = useState(0);
  const [name, setName] = useState(setting("name") ?? "");
  const [way, setWay] = useState("rules master");
  const [bestOf, setBestOf] = useState("1");
  const [clock, setClock] = useState<string>(CLOCKS[0]);
  const [isListed, setListed] = useState(true);
  const [password, setPassword] = useState("");
  const [serverPassword, setServerPassword] = useState("");
  const [pace, setPace] = useState("quick");
  const [areHandsOpen, setHandsOpen] = useState(false);
  const [points, setPoints] = useState("");
  useLayoutEffect(() => game.addListener(() => draw((count) => count + 1)), [game]);
  useEffect(() => game.connect(_("Guest"), null), [game]); // to learn what can be played here
  const { welcome, seated, refusal } = game.model;
  useEffect(() => {
    if (!seated?.token) return;
    game.storage.moveTo(seated.code);
    location.assign(`/t/${seated.code}`);
  }, [seated]);
  const hasPoints = way.endsWith(` ${POINT_FORMAT}`);
  const isThere = (format: string) => !welcome || welcome.formats.includes(format);
  const formats = RULE_FORMATS.filter(isThere);
  const choices = (mode: string, names: readonly string[]) => (
    <optgroup label={wayWords(mode)}>
      {names.map((name) => <option key={name} value={`${mode} ${name}`}>{formatWords(name)}, {wayWords(mode)}</option>)}
    </optgroup>
  );
  const open = () => {
    saveSetting("name", name.trim());
    if (serverPassword) saveServerPassword(serverPassword);
    const [mode = "", ...rest] = way.split(" ");
    const [minutes = 0, increment = 0] = clock.split("+").map(Number);
    const title = rest.join(" ");
    const played = [...RULE_FORMATS, ...HAND_FORMATS].includes(title) ? { mode, format: title } : { mode, banlist: title };
    const settings = {
      ...played, best_of: Number(bestOf), clock: { bank: 60 * minutes, increment }, listed: isListed, password, pace,
      open_hands: areHandsOpen, ...(hasPoints && points ? { point_cap: Number(points) } : {}),
    };
    game.connect(name.trim(), { m: "create", settings });
  };
  return (
    <div class="outside">
      <form class="door" onSubmit={(event) => {
        event.preventDefault();
        open();
      }}>
        <label>{_("Your name")}<input value={name} maxLength={24} required autocomplete="nickname"
          onInput={(event) => setName(event.currentTarget.value)} /></label>
        <label>{_("Game")}
          <select value={way} onChange={(event) => setWay(event.currentTarget.value)}>
            {choices("rules", formats)}
            {choices("half", formats)}
            {choices("free", [...formats, ...HAND_FORMATS.filter(isThere)])}
            {welcome?.core ? choices("core", [...CORE_FORMATS.filter((one) => formats.includes(one)), ...welcome.banlists]) : null}
          </select>
        </label>
        <details>
          <summary>{_("All settings")}</summary>
          {hasPoints ? (
            <label>{_("Points of a deck")}<input type="number" min={0} max={MAX_DECK_POINTS} inputMode="numeric" value={points}
              placeholder={_("by the list")} onInput={(event) => setPoints(event.currentTarget.value)} /></label>
          ) : null}
          <label>{_("Match")}
            <select value={bestOf} onChange={(event) => setBestOf(event.currentTarget.value)}>
              <option value="1">{_("a single duel")}</option><option value="3">{_("best of {count}", { count: 3 })}</option>
            </select>
          </label>
          <label>{_("Clock")}
            <select value={clock} onChange={(event) => setClock(event.currentTarget.value)}>
              {CLOCKS.map((one) => {
                const [minutes = "", seconds = ""] = one.split("+");
                return <option key={one} value={one}>{minutes === "0" ? _("none") : _("{minutes} min + {seconds} s", { minutes, seconds })}</option>;
              })}
            </select>
          </label>
          <label>{_("Pauses")}
            <select value={pace} onChange={(event) => setPace(event.currentTarget.value)}>
              {Object.entries(PACES).map(([one, words]) => <option key={one} value={one}>{_(words)}</option>)}
            </select>
            <span class="faint">{_("They hide whether a player could have responded.")}</span>
          </label>
          <label class="check"><input type="checkbox" checked={areHandsOpen} onChange={(event) => setHandsOpen(event.currentTarget.checked)} />
            {" "}{_("Afterwards both hands are opened to both players")}</label>
          <label class="check"><input type="checkbox" checked={isListed} onChange={(event) => setListed(event.currentTarget.checked)} />
            {" "}{_("List it on the front page, for everybody")}</label>
          <label>{_("Password")}<input value={password} maxLength={64} autocomplete="off"
            onInput={(event) => setPassword(event.currentTarget.value)} /></label>
        </details>
        {refusal ? <p class="warn" role="alert">{refusal.text || wordsIn(refusal.words, null)}</p> : null}
        {refusal?.code === "server_password" ? (
          <label>{_("The server's password")}<input type="password" value={serverPassword} maxLength={64}
            onInput={(event) => setServerPassword(event.currentTarget.value)} /></label>
        ) : null}
        {!welcome && !refusal ? <p class="faint" role="status">{_("Connecting…")}</p> : null}
        <div class="buttons"><button class="button main">{_("Open the table")}</button></div>
      </form>
      <Languages choose={choose} />
    </div>
  );
}
