// The entrance to a table: your name, whether you sit down; and the choice of a language.

import { useState } from "preact/hooks";

import type { Game } from "../model/game";
import { type Invitation, saveServerPassword, saveSetting, setting } from "../connection/stored_state";
import { LANGUAGES } from "../generated/languages";
import { _, type Language, language, LANGUAGE_NAMES } from "../words/language";
import { wordsIn } from "../words/phrases";

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
  const refusal = game.model.refusal;
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
<<<<<<< HEAD
=======

/** A table before its first duel. */
export function MatchSetup({ game }: { game: Game }) {
  const { model } = game;
  const { table, seated } = model;
  if (!table || !seated) return <p class="faint">{_("Connecting…")}</p>;
  const own = table.seats[model.seat as 0 | 1];
  const isGathering = table.stage === "gathering";
  return (
    <section class="gathering">
      <h2>{table.banlist || _(row("FORMATS", table.format) ?? table.format)} · {_(row("WAYS", table.mode) ?? table.mode)}</h2>
      {table.point_cap !== null
        ? <p class="faint">{_("A deck may cost {cap} points here.", { cap: table.point_cap })}</p> : null}
      <p class="faint">{_(row("STAGES", table.stage) ?? table.stage)}{table.note.id ? ` · ${wordsIn(table.note, model.view)}` : ""}</p>
      {table.mode === "core" && model.welcome?.core ? (
        <p class="faint">{_("EDOPro's core, free software with its source: {source}", { source: model.welcome.core })}</p>
      ) : null}
      <ul class="seats">
        {table.seats.map((seat, at) => (
          <li key={at}>
            <b>{seat.name || _("An empty seat")}</b>
            <span>{seat.ready ? _("ready") : seat.deck ? _("has a deck") : ""}</span>
          </li>
        ))}
      </ul>
      {isGathering && !model.isTableFull ? <TableLinks links={seated.links} isFull={false} isOpen /> : null}
      {model.isPlayer && isGathering ? <DeckChoice game={game} format={table.format} /> : null}
      {table.open_hands && isGathering
        ? <p class="warn">{_("If you are ready, you agree: after the match both hands are opened to both players.")}</p> : null}
      {model.isPlayer && isGathering ? (
        <div class="buttons">
          <button class="button main" aria-pressed={!!own?.ready} disabled={game.isConsentGuarded && !own?.ready}
            onClick={() => game.send({ m: "ready", ready: !own?.ready })}>
            {own?.ready ? _("Not ready after all") : _("I am ready")}
          </button>
          {game.isConsentGuarded && !own?.ready ? <b class="warn">{_("Just changed")}</b> : null}
          <button class="button quiet" onClick={() => game.send({ m: "leave" })}>{_("Leave the table")}</button>
        </div>
      ) : null}
    </section>
  );
}

/** Letters of a deck's text that a server accepts. */
const MAX_DECK_LETTERS = 20_000;
/** Bytes of such a text in any encoding. */
const MAX_FILE_BYTES = 4 * MAX_DECK_LETTERS;

function DeckChoice({ game, format }: { game: Game; format: string }) {
  const [shelf, setShelf] = useState<DeckShelf | null>(null);
  const [text, setText] = useState("");
  useEffect(() => {
    loadShelf().then(setShelf, () => undefined);
  }, []);
  const [chosen, setChosen] = useState("");
  const [other, setOther] = useState("");
  const [errorText, setTrouble] = useState("");
  const bring = (deck: string, name: string, ready = "") => {
    if (deck.length > MAX_DECK_LETTERS) return setTrouble(_("That is too long for a deck."));
    setTrouble("");
    setChosen(ready);
    setOther(ready ? "" : name);
    game.send({ m: "deck", deck: moveExtraDeckCards(deck, new Set(shelf?.extra ?? [])), name: name.slice(0, 80) });
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const text = decodeDeck(new Uint8Array(await file.slice(0, MAX_FILE_BYTES + 1).arrayBuffer()));
    if (text === null) return setTrouble(_("{path} cannot be read as a deck file.", { path: file.name }));
    bring(text, file.name.replace(/\.ydk$/, ""));
  };
  const report = errorText ? null : game.model.report;
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest" }), [report, errorText]);
  const isCore = game.model.table?.mode === "core";
  const ready = shelf?.ready.filter((deck) => deck.formats.includes(format)) ?? [];
  return (
    <fieldset class="decks">
      <legend>{pgettext("of a player", "Deck")}</legend>
      {ready.length ? (
        <label>{_("A ready deck")}
          <select value={chosen} onChange={(event) => {
            const deck = ready.find((one) => one.name === event.currentTarget.value);
            if (deck) bring(deck.text, deck.title, deck.name);
          }}>
            {chosen ? null : <option value="">{other || _("The server's default deck")}</option>}
            {ready.map((deck) => <option key={deck.name} value={deck.name}>{pgettext("the title of a deck", deck.title)}</option>)}
          </select>
        </label>
      ) : null}
      <label>{_("Or paste a .ydk file, a ydke:// address or a list of names")}
        <textarea rows={3} value={text} spellcheck={false} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <div class="buttons">
        <button class="button" disabled={!text.trim()} onClick={() => bring(text, _("Pasted deck"))}>
          {_("Use this deck")}
        </button>
        <label class="button file">{_("Choose a file…")}
          <input type="file" accept=".ydk,text/plain" onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = ""; // the same file can be chosen again
          }} />
        </label>
      </div>
      {errorText ? <div ref={shown} class="warn report" role="alert">{errorText}</div> : null}
      {report ? (
        <div ref={shown} role="status" class={report.legal ? "good report" : "warn report"}>
          {report.notes.map((note, at) => <p key={at} class="warn">{wordsIn(note, null)}</p>)}
          <p>{!report.legal ? _("This deck may not be played here:")
            : isCore ? _("This deck may be played: all {total} cards play by EDOPro's core.", { total: report.total })
              : _("This deck may be played: {scripted} of {total} cards by the rules.", { scripted: report.scripted, total: report.total })}</p>
          {report.point_cap !== null
            ? <p>{_("The deck costs {points} of {cap} points.", { points: report.points, cap: report.point_cap })}</p> : null}
          {report.reasons.map((reason, at) => <p key={at}>{wordsIn(reason, null)}</p>)}
          {report.unscripted.length && !isCore ? <p>{_("Not yet by the rules: {cards}", { cards: report.unscripted.slice(0, 8).join(", ") })}</p> : null}
        </div>
      ) : null}
    </fieldset>
  );
}
>>>>>>> 154c12ce (pages: seat players at tables by hand)
