// The page of decks: those stored in this browser, and decks from files, texts and the server's own.

import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";

import { saveSetting } from "../connection/stored_state";
import { type DeckShelf, deckTitle, decodeDeck, loadShelf } from "../room/deck_parsing";
import { Languages } from "../room/room";
import { ServerPassword } from "../room/table_list";
import { type Language, _, loadLanguage, onCardTexts } from "../words/language";
import { wordsIn } from "../words/phrases";
import { DeckClient } from "./deck_client";
import { DECK_FORMATS } from "../generated/search_terms";
import { DeckEditor, formatTitle } from "./deck_editor";
import { type StoredDeck, canStore, deleteDeck, newDeck, saveDeck, storedDecks } from "./deck_storage";
import { ExportForm } from "./export_form";
import style from "./decks.lazy.css";
import { addStyle, addTileStyle } from "./tiles";

/** Letters of a deck's text that a server accepts, and bytes of such a text in any encoding. */
const MAX_DECK_LETTERS = 20_000;
const MAX_FILE_BYTES = 4 * MAX_DECK_LETTERS;

export function DecksPage() {
  const [, draw] = useState(0);
  const redraw = () => draw((count) => count + 1);
  const client = useMemo(() => new DeckClient(redraw), []);
  const [edited, setEdited] = useState<StoredDeck | null>(null);
  useLayoutEffect(() => {
    addTileStyle();
    addStyle(style);
    onCardTexts(redraw);
  }, []);
  useEffect(() => {
    client.connect();
    return () => client.close();
  }, []);
  const choose = (wanted: Language) => {
    saveSetting("language", wanted);
    void loadLanguage(wanted).then(() => {
      client.connect(); // card texts come in the language of a connection
      redraw();
    });
  };
  if (edited) return <DeckEditor key={edited.id} deck={edited} client={client} close={() => setEdited(null)} />;
  return <DeckList client={client} edit={setEdited} choose={choose} />;
}

interface ListProps {
  readonly client: DeckClient;
  readonly edit: (deck: StoredDeck) => void;
  readonly choose: (wanted: Language) => void;
}

function DeckList({ client, edit, choose }: ListProps) {
  const [decks, setDecks] = useState(storedDecks);
  const [isStoring] = useState(canStore);
  const [format, setFormat] = useState("master");
  const [exported, setExported] = useState<StoredDeck | null>(null);
  const formats = Object.keys(DECK_FORMATS).filter((one) => !client.welcome || client.welcome.formats.includes(one));
  if (client.refusal?.code === "server_password") {
    return <ServerPassword why={client.refusal.text || wordsIn(client.refusal.words, null)} then={() => client.connect()} />;
  }
  return (
    <div class="outside shelf">
      {isStoring ? <p>{_("Your decks are kept in this browser, for this server. Save them as files to take them elsewhere.")}</p>
        : <p class="warn" role="alert">{_("This browser blocks storage for this page: decks are not kept here. Save the deck as a file.")}</p>}
      <div class="buttons new-deck">
        <label>{_("Game")}{" "}
          <select value={format} onChange={(event) => setFormat(event.currentTarget.value)}>
            {formats.map((one) => <option key={one} value={one}>{formatTitle(one)}</option>)}
          </select>
        </label>
        <button class="button main" onClick={() => edit(newDeck("", format))}>{_("New deck")}</button>
      </div>
      {decks.length ? null : <p class="faint">{_("No decks yet.")}</p>}
      <ul>
        {decks.map((deck) => (
          <DeckRow key={deck.id} deck={deck} edit={() => edit(deck)} exportDeck={() => setExported(deck)} drop={() => {
            deleteDeck(deck.id);
            setDecks(storedDecks());
          }} />
        ))}
      </ul>
      <ImportForm client={client} format={format} edit={edit} reload={() => setDecks(storedDecks())} />
      <Languages choose={choose} />
      {exported ? <ExportForm deck={exported} nameOf={(code) => exported.names[code] ?? ""} close={() => setExported(null)} /> : null}
    </div>
  );
}

function DeckRow({ deck, edit, exportDeck, drop }: { deck: StoredDeck; edit: () => void; exportDeck: () => void; drop: () => void }) {
  const [isSure, setSure] = useState(false);
  const counts = [deck.main, deck.extra, deck.side].map((part) => part.length).join(" / ");
  return (
    <li>
      <b dir="auto">{deck.name}</b>
      <span class="faint">{deck.banlist || formatTitle(deck.format)} · {counts}</span>
      <div class="buttons">
        <button class="button main" onClick={edit}>{_("Edit")}</button>
        <button class="button" onClick={exportDeck}>{_("Export")}</button>
        {isSure ? (
          <>
            <button class="button" onClick={drop}>{_("Delete permanently")}</button>
            <button class="button quiet" onClick={() => setSure(false)}>{_("Keep it")}</button>
          </>
        ) : <button class="button quiet" onClick={() => setSure(true)}>{_("Delete")}</button>}
      </div>
    </li>
  );
}

interface ImportProps {
  readonly client: DeckClient;
  readonly format: string;
  readonly edit: (deck: StoredDeck) => void;
  readonly reload: () => void;
}

/** Decks from a text, a file, or the server: opened in the editor, and stored when they are saved there. */
function ImportForm({ client, format, edit, reload }: ImportProps) {
  const [text, setText] = useState("");
  const [trouble, setTrouble] = useState<readonly string[]>([]);
  const [shelf, setShelf] = useState<DeckShelf | null>(null);
  useEffect(() => {
    loadShelf().then(setShelf, () => undefined);
  }, []);
  const take = async (read: string, name: string, game = format) => {
    if (read.length > MAX_DECK_LETTERS) return setTrouble([_("That is too long for a deck.")]);
    const parsed = await client.parse({ deck: read, format: game, banlist: "" });
    if (!parsed) return setTrouble([client.refusal ? wordsIn(client.refusal.words, null) : _("The server cannot be reached now. Try again.")]);
    const { main, extra, side } = parsed;
    if (!main.length && !extra.length && !side.length) return setTrouble(parsed.reasons.map((reason) => wordsIn(reason, null)));
    const deck = { ...newDeck(name, game), main, extra, side };
    if (!parsed.notes.length) return edit(deck);
    setTrouble([...parsed.notes.map((note) => wordsIn(note, null)), _("The rest is saved as {name}.", { name: deck.name })]);
    if (!saveDeck({ ...deck, saved: Date.now() })) return edit(deck);
    reload();
  };
  const open = async (file: File | undefined) => {
    if (!file) return;
    const read = decodeDeck(new Uint8Array(await file.slice(0, MAX_FILE_BYTES + 1).arrayBuffer()));
    if (read === null) return setTrouble([_("{path} cannot be read as a deck file.", { path: file.name })]);
    await take(read, file.name.replace(/\.(ydk|txt)$/i, ""));
  };
  return (
    <fieldset class="decks import" onDragOver={(event) => event.preventDefault()} onDrop={(event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void open(file);
      else setText(event.dataTransfer?.getData("text") ?? "");
    }}>
      <legend>{_("Import")}</legend>
      <label>{_("Paste a .ydk file, a ydke:// address or a list of names, or drop a file here")}
        <textarea rows={3} value={text} spellcheck={false} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <div class="buttons">
        <button class="button" disabled={!text.trim()} onClick={() => void take(text, _("Pasted deck"))}>{_("Open this deck")}</button>
        <label class="button file">{_("Choose a file…")}
          <input type="file" accept=".ydk,text/plain" onChange={(event) => {
            void open(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }} />
        </label>
      </div>
      {shelf ? (
        <label>{_("A ready deck")}
          <select value="" onChange={(event) => {
            const deck = shelf.ready.find((one) => one.name === event.currentTarget.value);
            const game = deck?.formats[0];
            if (deck && game) void take(deck.text, deckTitle(deck), game);
          }}>
            <option value="">–</option>
            {shelf.ready.filter((one) => !one.core).map((one) => <option key={one.name} value={one.name}>{deckTitle(one)}</option>)}
          </select>
        </label>
      ) : null}
      {trouble.length ? <div class="warn report" role="alert">{trouble.map((one, at) => <p key={at}>{one}</p>)}</div> : null}
    </fieldset>
  );
}
