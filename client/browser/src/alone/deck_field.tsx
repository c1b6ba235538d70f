// The choice of a deck before there is a table: a deck stored in this browser, a ready one, a file, or pasted text.

import { useEffect, useState } from "preact/hooks";

import { decksForFormat, storedDeckTitle, storedDecks, textToSend } from "../decks/deck_storage";
import { type DeckShelf, deckTitle, decodeDeck, loadShelf, moveExtraDeckCards, readyDecks, surpriseDeck } from "../room/deck_parsing";
import { _, cardText } from "../words/language";
import type { ChosenDeck } from "./opening";

/** Letters of a deck's text that a server accepts. */
const MAX_DECK_LETTERS = 20_000;
const MAX_FILE_BYTES = 4 * MAX_DECK_LETTERS;
const PASTED = " pasted";
const BROUGHT = " brought";
const SURPRISE = " surprise";
/** What precedes the id of a stored deck. */
const STORED = " stored ";

interface DeckFieldProps {
  readonly label: string;
  readonly format: string;
  /** Whether EDOPro's core plays. */
  readonly isCore?: boolean;
  /** What is played without a choice. */
  readonly usual: string;
  readonly deck: ChosenDeck;
  readonly choose: (deck: ChosenDeck) => void;
}

export function DeckField({ label, format, isCore, usual, deck, choose }: DeckFieldProps) {
  const [shelf, setShelf] = useState<DeckShelf | null>(null);
  const [chosen, setChosen] = useState("");
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    loadShelf().then(setShelf, () => undefined);
  }, []);
  const [allStored] = useState(storedDecks);
  const stored = decksForFormat(allStored, format);
  const ready = readyDecks(shelf, format, !!isCore);
  const isOffered = chosen.startsWith(STORED) ? stored.some((one) => STORED + one.id === chosen)
    : !chosen || chosen.startsWith(" ") || !shelf || ready.some((one) => one.name === chosen);
  useEffect(() => {
    if (!isOffered) pick(""); // another game
  }, [isOffered]);
  const bring = (brought: string, title: string, kind: string) => {
    if (brought.length > MAX_DECK_LETTERS) return setTrouble(_("That is too long for a deck."));
    setTrouble("");
    setChosen(kind);
    choose({ text: moveExtraDeckCards(brought, new Set(shelf?.extra ?? [])), title });
  };
  const pick = (name: string) => {
    const found = name === SURPRISE ? surpriseDeck(ready) : ready.find((one) => one.name === name);
    const own = stored.find((one) => STORED + one.id === name);
    setTrouble("");
    setChosen(name);
    if (name === PASTED) choose({ text, title: _("Pasted deck") });
    else if (own) choose({ text: textToSend(own), title: own.name });
    else choose({ text: found?.text ?? "", title: found?.title ?? "" });
  };
  const take = async (file: File | undefined) => {
    if (!file) return;
    const read = decodeDeck(new Uint8Array(await file.slice(0, MAX_FILE_BYTES + 1).arrayBuffer()));
    if (read === null) return setTrouble(_("{path} cannot be read as a deck file.", { path: file.name }));
    bring(read, file.name.replace(/\.ydk$/, ""), BROUGHT);
  };
  const about = ready.find((one) => one.name === chosen)?.about; // not of a surprise
  return (
    <fieldset class="decks">
      <legend>{label}</legend>
      <select aria-label={label} value={chosen} onChange={(event) => pick(event.currentTarget.value)}>
        <option value="">{usual}</option>
        {chosen === BROUGHT ? <option value={BROUGHT}>{deck.title}</option> : null}
        <option value={PASTED}>{_("Pasted deck")}</option>
        {stored.length ? (
          <optgroup label={_("Your decks")}>
            {stored.map((one) => <option key={one.id} value={STORED + one.id}>{storedDeckTitle(one, format)}</option>)}
          </optgroup>
        ) : null}
        <optgroup label={_("Ready decks")}>
          {ready.map((one) => <option key={one.name} value={one.name}>{deckTitle(one)}</option>)}
          {ready.length ? <option value={SURPRISE}>{_("Surprise me")}</option> : null}
        </optgroup>
      </select>
      {about ? <p class="faint" role="status">{cardText(about)}</p> : null}
      {chosen === PASTED ? (
        <label>{_("Paste a .ydk file, a ydke:// address or a list of names")}
          <textarea rows={3} value={text} spellcheck={false} onInput={(event) => {
            setText(event.currentTarget.value);
            bring(event.currentTarget.value, _("Pasted deck"), PASTED);
          }} />
        </label>
      ) : null}
      <div class="buttons">
        <label class="button file">{_("Choose a file…")}
          <input type="file" accept=".ydk,text/plain" onChange={(event) => {
            void take(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }} />
        </label>
      </div>
      {trouble ? <p class="warn" role="alert">{trouble}</p> : null}
    </fieldset>
  );
}
