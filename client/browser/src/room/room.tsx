// The entrance to a table: your name, whether you sit down; and the choice of a language.

import { useState } from "preact/hooks";

import type { Game } from "../model/game";
import { type Invitation, saveServerPassword, saveSetting, setting } from "../connection/stored_state";
import { LANGUAGES } from "../generated/languages";
import { _, type Language, language, LANGUAGE_NAMES } from "../words/language";
import { wordsIn } from "../words/phrases";
import { partComponent } from "../connection/parts";
import type { Refused } from "../generated/wire";

const TableFacts = partComponent(async () => (await import("./table_facts")).TableFacts);

export function Languages({ choose }: { choose: (wanted: Language) => void }) {
  return (
    <p class="languages">
      {LANGUAGE_NAMES.map((one) => (
        <button key={one} class="button quiet" lang={one.replace("_", "-")} aria-pressed={one === language}
          onClick={() => choose(one)}>{LANGUAGES[one]}</button>
      ))}
    </p>
  );
}

/** The entrance to a table: no seat is taken before a click. */
export function JoinForm({ game, invited }: { game: Game; invited: Invitation }) {
  const [name, setName] = useState(setting("name") ?? "");
  const [password, setPassword] = useState("");
  const isWatching = invited.role === "watch";
  const isBack = invited.role === "back" || invited.role === "once";
  const [early, setEarly] = useState<Refused | null>(null);
  const refusal = game.model.refusal ?? early;
  const isUntold = !!document.querySelector("[data-untold]"); // the table is not listed: the page says nothing of it
  const isFull = refusal?.code === "seat_taken" && (invited.role === "" || invited.role === "seat");
  const isSpectator = isWatching || isFull;
  const isServerLocked = refusal?.code === "server_password";
  const ask = (what: "join" | "watch") => {
    saveSetting("name", name.trim());
    if (isServerLocked) saveServerPassword(password);
    const called = name.trim() || _("Guest");
    if (isBack) return game.connect(called, { m: "resume", token: `${game.code}.${invited.secret}` });
    const secret = what === "watch" && !isWatching ? "" : invited.secret; // the link to a seat opens no other place
    game.connect(called, { m: what, code: game.code, secret, ...(password && !isServerLocked ? { password } : {}) });
  };
  return (
    <form class="door" onSubmit={(event) => {
      event.preventDefault();
      ask(isSpectator ? "watch" : "join");
    }}>
      {isUntold && !isWatching && !isBack ? <TableFacts code={game.code} secret={invited.secret} handleRefusal={setEarly} /> : null}
      <h2>{isSpectator ? _("Watch here, in the browser") : _("Play here, in the browser")}</h2>
      {refusal ? <p class="warn" role="alert">{isFull ? _("Both seats are taken. Watch?") : refusal.text || wordsIn(refusal.words, null)}</p> : null}
      <label>{_("Your name")}<input value={name} maxLength={24} required={!isBack && !isSpectator} autocomplete="nickname"
        onInput={(event) => setName(event.currentTarget.value)} /></label>
      {isServerLocked || refusal?.code === "wrong_password" ? (
        <label>{isServerLocked ? _("The server's password") : _("Password")}<input type="password" value={password} maxLength={64}
          onInput={(event) => setPassword(event.currentTarget.value)} /></label>
      ) : null}
      <div class="buttons">
        <button class="button main">{isBack ? _("Return to your seat") : isSpectator ? _("Watch") : _("Sit down")}</button>
        {invited.role === "" && !isFull ? (
          <button type="button" class="button" onClick={() => ask("watch")}>{_("Watch")}</button>
        ) : null}
      </div>
      <p class="faint">
        {_("The server's operator could look into its memory. Your client verifies the shuffles at the end.")}
      </p>
    </form>
  );
}
