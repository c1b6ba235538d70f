// A table before its first duel: who sits there, the links to pass on, a deck, ready.

import { useEffect, useRef, useState } from "preact/hooks";

import { type DeckShelf, deckTitle, decodeDeck, moveExtraDeckCards, loadShelf, readyDecks, surpriseDeck } from "./deck_parsing";
import { decksForFormat, storedDeckTitle, storedDecks, textToSend } from "../decks/deck_storage";
import { takeBegin } from "../connection/stored_state";
import type { Game } from "../model/game";
import { _, cardText, pgettext, row } from "../words/language";
import { wayWords, wordsIn } from "../words/phrases";
import { TableLinks } from "./table_link";

/** The choice of a ready deck by chance. */
const SURPRISE = " surprise";

/** A table before its first duel. */
export function MatchSetup({ game }: { game: Game }) {
  const { model } = game;
  const { table, seated } = model;
  const isShared = table?.alone && table.life !== null && table.stage === "gathering";
  const isSeated = !!table && !!seated && model.isPlayer && table.stage === "gathering";
  useEffect(() => {
    if (isShared || (isSeated && takeBegin(game.code))) game.send({ m: "ready", ready: true }); // one phone between two, or alone
  }, [isShared, isSeated]);
  if (!table || !seated) return <p class="faint">{_("Connecting…")}</p>;
  const own = table.seats[model.seat as 0 | 1];
  const isGathering = table.stage === "gathering";
  const isOnPaper = table.life !== null;
  const links = isGathering && !model.isTableFull && !table.alone ? <TableLinks links={seated.links} isFull={false} isOpen /> : null;
  return (
    <section class="gathering">
      <h2>{table.banlist || _(row("FORMATS", table.format) ?? table.format)} · {wayWords(table.mode, table.format)}</h2>
      {isOnPaper ? <p class="faint">{_("Both start with {life} Life.", { life: table.life ?? 0 })}</p> : null}
      {table.point_cap !== null
        ? <p class="faint">{_("A deck may cost {cap} points here.", { cap: table.point_cap })}</p> : null}
      <p class="faint">{_(row("STAGES", table.stage) ?? table.stage)}{table.note.id ? ` · ${wordsIn(table.note, model.view)}` : ""}</p>
      {table.mode === "core" && model.welcome?.core ? (
        <p class="faint">{_("EDOPro's core, free software with its source: {source}", { source: model.welcome.core })}</p>
      ) : null}
      {isOnPaper ? links : null}
      <ul class="seats">
        {table.seats.map((seat, at) => (
          <li key={at}>
            <b>{seat.name || _("An empty seat")}</b>
            {seat.cannot_play ? <b>{_("cannot play this table")}</b>
              : <span>{seat.ready ? _("ready") : seat.deck && !isOnPaper ? _("has a deck") : ""}</span>}
          </li>
        ))}
      </ul>
      {table.seats.map((seat, at) => seat.cannot_play ? (
        <p key={at} class="warn" role="status">
          {_("{name}'s client does not play this table: it needs a browser, or a newer client.", { name: seat.name })}</p>
      ) : null)}
      {isOnPaper ? null : links}
      {model.isPlayer && isGathering && !isOnPaper ? <DeckChoice game={game} format={table.format} /> : null}
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
  const [chosenSaved, setChosenSaved] = useState("");
  const [saved] = useState(() => decksForFormat(storedDecks(), format));
  const [other, setOther] = useState("");
  const [errorText, setTrouble] = useState("");
  const bring = (deck: string, name: string, ready = "") => {
    if (deck.length > MAX_DECK_LETTERS) return setTrouble(_("That is too long for a deck."));
    setTrouble("");
    setChosen(ready);
    setChosenSaved("");
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
  const ready = readyDecks(shelf, format, isCore);
  const about = ready.find((deck) => deck.name === chosen)?.about;
  return (
    <fieldset class="decks">
      <legend>{pgettext("of a player", "Deck")}</legend>
      {ready.length ? (
        <label>{_("A ready deck")}
          <select value={chosen} onChange={(event) => {
            const { value } = event.currentTarget;
            const deck = value === SURPRISE ? surpriseDeck(ready) : ready.find((one) => one.name === value);
            if (deck) bring(deck.text, deck.title, deck.name);
          }}>
            {chosen ? null : <option value="">{other || _("The server's default deck")}</option>}
            {ready.map((deck) => <option key={deck.name} value={deck.name}>{deckTitle(deck)}</option>)}
            <option value={SURPRISE}>{_("Surprise me")}</option>
          </select>
          {about ? <span class="faint" role="status">{cardText(about)}</span> : null}
        </label>
      ) : null}
      {saved.length ? (
        <label>{_("One of your decks")}
          <select value={chosenSaved} onChange={(event) => {
            const deck = saved.find((one) => one.id === event.currentTarget.value);
            if (!deck) return;
            bring(textToSend(deck), deck.name);
            setChosenSaved(deck.id);
          }}>
            <option value="">–</option>
            {saved.map((deck) => <option key={deck.id} value={deck.id}>{storedDeckTitle(deck, format)}</option>)}
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
