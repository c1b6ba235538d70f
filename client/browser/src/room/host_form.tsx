// Opening a table: a name, how it is played, and who may come; then its own page, with the links to pass on.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { Languages } from "./room";
import { saveServerPassword, saveSetting, setting } from "../connection/stored_state";
import type { Game } from "../model/game";
import { _, type Language, row } from "../words/language";
import { wordsIn } from "../words/phrases";

/** Formats that a page can play by the rules. */
const RULE_FORMATS = ["master", "classic", "genesys"] as const;
/** Minutes of a clock, and the seconds that each act adds; 0: none. */
const CLOCKS = ["0+0", "10+15", "20+20", "40+30"] as const;

function wayWords(mode: string): string {
  return _(row("WAYS", mode) ?? mode);
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
  useLayoutEffect(() => game.addListener(() => draw((count) => count + 1)), [game]);
  useEffect(() => game.connect(_("Guest"), null), [game]); // to learn what can be played here
  const { welcome, seated, refusal } = game.model;
  useEffect(() => {
    if (!seated?.token) return;
    game.storage.moveTo(seated.code);
    location.assign(`/t/${seated.code}`);
  }, [seated]);
  const open = () => {
    saveSetting("name", name.trim());
    if (serverPassword) saveServerPassword(serverPassword);
    const [mode = "", ...rest] = way.split(" ");
    const [minutes = 0, increment = 0] = clock.split("+").map(Number);
    const played = mode === "core" ? { mode, banlist: rest.join(" ") } : { mode, format: rest.join(" ") };
    const settings = { ...played, best_of: Number(bestOf), clock: { bank: 60 * minutes, increment }, listed: isListed, password };
    game.connect(name.trim(), { m: "create", settings });
  };
  const formats = RULE_FORMATS.filter((format) => !welcome || welcome.formats.includes(format));
  return (
    <div class="outside">
      <form class="door" onSubmit={(event) => {
        event.preventDefault();
        open();
      }}>
        {refusal ? <p class="warn" role="alert">{refusal.text || wordsIn(refusal.words, null)}</p> : null}
        {refusal?.code === "server_password" ? (
          <label>{_("The server's password")}<input type="password" value={serverPassword} maxLength={64}
            onInput={(event) => setServerPassword(event.currentTarget.value)} /></label>
        ) : null}
        <label>{_("Your name")}<input value={name} maxLength={24} required autocomplete="nickname"
          onInput={(event) => setName(event.currentTarget.value)} /></label>
        <label>{_("Game")}
          <select value={way} onChange={(event) => setWay(event.currentTarget.value)}>
            {formats.map((format) => (
              <option key={format} value={`rules ${format}`}>{_(row("FORMATS", format) ?? format)}, {wayWords("rules")}</option>
            ))}
            {(welcome?.core ? welcome.banlists : []).map((list) => (
              <option key={list} value={`core ${list}`}>{list}, {wayWords("core")}</option>
            ))}
          </select>
        </label>
        <details>
          <summary>{_("Match")} · {_("Clock")} · {_("Password")}</summary>
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
          <label class="check"><input type="checkbox" checked={isListed} onChange={(event) => setListed(event.currentTarget.checked)} />
            {" "}{_("List it on the front page, for everybody")}</label>
          <label>{_("Password")}<input value={password} maxLength={64} autocomplete="off"
            onInput={(event) => setPassword(event.currentTarget.value)} /></label>
        </details>
        <div class="buttons"><button class="button main">{_("Open the table")}</button></div>
      </form>
      <Languages choose={choose} />
    </div>
  );
}
