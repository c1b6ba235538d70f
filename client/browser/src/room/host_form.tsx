// Opening a table: a name, how it is played, and who may come; then its own page, with the links to pass on.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { Languages } from "./room";
import { saveSetting, setting } from "../connection/stored_state";
import type { Game } from "../model/game";
import { _, gettextNoop, type Language } from "../words/language";
import { GameChoice, NameField, TableRefusal, playedSettings, useOpenedTable } from "./form_parts";

/** The format in which cards cost points. */
const POINT_FORMAT = "genesys";
const MAX_DECK_POINTS = 10_000;
/** Minutes of a clock, and the seconds that each act adds; 0: none. */
const CLOCKS = ["0+0", "5+10", "10+15", "20+20", "30+20", "40+30"] as const;
/** How a server hides whether a player could have responded. */
const PACES: Readonly<Record<string, string>> = {
  off: gettextNoop("no pauses"), quick: gettextNoop("short pauses"), careful: gettextNoop("long pauses"),
};

export function HostForm({ game, choose }: { game: Game; choose: (wanted: Language) => void }) {
  const [, draw] = useState(0);
  const [name, setName] = useState(setting("name") ?? "");
  const [way, setWay] = useState("rules master");
  const [bestOf, setBestOf] = useState("1");
  const [clock, setClock] = useState<string>(CLOCKS[0]);
  const [isListed, setListed] = useState(true);
  const [password, setPassword] = useState("");
  const [pace, setPace] = useState("quick");
  const [areHandsOpen, setHandsOpen] = useState(false);
  const [points, setPoints] = useState("");
  useLayoutEffect(() => game.addListener(() => draw((count) => count + 1)), [game]);
  useEffect(() => game.connect(_("Guest"), null), [game]); // to learn what can be played here
  useOpenedTable(game);
  const { welcome, refusal } = game.model;
  const hasPoints = way.endsWith(` ${POINT_FORMAT}`);
  const open = () => {
    saveSetting("name", name.trim());
    const [minutes = 0, increment = 0] = clock.split("+").map(Number);
    const settings = {
      ...playedSettings(way).settings, best_of: Number(bestOf), clock: { bank: 60 * minutes, increment }, listed: isListed, password, pace,
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
        <NameField name={name} setName={setName} isRequired />
        <GameChoice game={game} modes={["rules", "half", "free", "core"]} way={way} choose={setWay} />
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
        <TableRefusal game={game} />
        {!welcome && !refusal ? <p class="faint" role="status">{_("Connecting…")}</p> : null}
        <div class="buttons"><button class="button main">{_("Open the table")}</button></div>
      </form>
      <Languages choose={choose} />
    </div>
  );
}
