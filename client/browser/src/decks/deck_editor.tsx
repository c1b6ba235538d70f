// The deck editor: the parts of the deck, the search, the card that is read, and what the format does not allow.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { Face } from "../board/card_face";
import { cardDescription, kindLine, statLine, textLines } from "../board/card_text";
import { DECK_FORMATS } from "../generated/search_terms";
import { _, row } from "../words/language";
import { wordsIn } from "../words/phrases";
import { CardSearch } from "./card_search";
import { type Part, PARTS, countCards, homeOf } from "./deck_changes";
import type { DeckClient } from "./deck_client";
import { DeckDraft, focusSearch } from "./deck_draft";
import { MAX_NAME_LETTERS, type StoredDeck } from "./deck_storage";
import { ExportForm } from "./export_form";
import { followDeckDrags } from "./deck_dragging";
import { TrialHand } from "./trial_hand";

export function formatTitle(format: string): string {
  return _(row("FORMATS", format) ?? format);
}

export function DeckEditor({ deck, client, close }: { deck: StoredDeck; client: DeckClient; close: () => void }) {
  const [, draw] = useState(0);
  const [editing] = useState(() => new DeckDraft(deck, client, () => draw((count) => count + 1)));
  const [pane, setPane] = useState<"deck" | "search">(deck.main.length ? "deck" : "search");
  const [shown, setShown] = useState<"" | "hand" | "export">("");
  const [trouble, setTrouble] = useState("");
  const [isSure, setSure] = useState(false);
  editing.titles = Object.fromEntries(PARTS.map((part, at) => [part, _(DECK_FORMATS[editing.deck.format]?.parts[at] ?? part)])) as Record<Part, string>;
  useLayoutEffect(() => followDeckDrags(editing), [editing]);
  useLayoutEffect(() => {
    document.body.classList.add("playing");
    return () => document.body.classList.remove("playing");
  }, []);
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => {
      if (!editing.isSaved) event.preventDefault();
    };
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [editing]);
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest("input, textarea, select, dialog");
      if (isTyping || event.altKey) return;
      const isControl = event.ctrlKey || event.metaKey;
      if (event.key === "/" && !isControl) {
        show("search");
        queueMicrotask(focusSearch); // once it is drawn, and before the next key
      } else if (event.key === "z" && isControl) editing.undo();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [editing]);
  const save = () => setTrouble(editing.save() ? "" : _("This browser blocks storage for this page: decks are not kept here. Save the deck as a file."));
  const show = (wanted: "deck" | "search") => {
    editing.deselect();
    setPane(wanted);
  };
  const leave = () => (editing.isSaved || isSure ? close() : setSure(true));
  const total = PARTS.reduce((sum, part) => sum + editing.deck[part].length, 0);
  return (
    <section class={`deck-editor shows-${pane}`} aria-label={_("Deck editor")}>
      <header>
        <input class="deck-name" aria-label={_("Name of the deck")} placeholder={_("Name of the deck")} value={editing.deck.name} maxLength={MAX_NAME_LETTERS}
          onInput={(event) => editing.rename(event.currentTarget.value)} />
        <FormatChoice editing={editing} />
        <div class="buttons">
          <button class="button main" onClick={save}>{editing.isSaved && editing.deck.saved ? _("Saved") : _("Save")}</button>
          <button class="button quiet" disabled={!editing.canUndo} onClick={() => editing.undo()}>{_("Undo")}</button>
          <button class="button quiet" onClick={() => editing.sort()}>{_("Sort")}</button>
          <button class="button quiet" disabled={!editing.deck.main.length} onClick={() => setShown("hand")}>{_("Test hand")}</button>
          <button class="button quiet" onClick={() => setShown("export")}>{_("Export")}</button>
          <button class="button quiet" onClick={leave}>{_("Your decks")}</button>
        </div>
        {isSure ? (
          <p class="warn" role="alert">{_("This deck has changes that are not saved.")}{" "}
            <button class="button" onClick={close}>{_("Leave without saving")}</button>{" "}
            <button class="button" onClick={() => setSure(false)}>{_("Keep editing")}</button></p>
        ) : null}
        {trouble ? <p class="warn" role="alert">{trouble}</p> : null}
        <Verdict editing={editing} />
        <div class="panes" role="group" aria-label={_("What is shown")}>
          <button class="button quiet" aria-pressed={pane === "deck"} onClick={() => show("deck")}>{_("Deck: {count}", { count: total })}</button>
          <button class="button quiet" aria-pressed={pane === "search"} onClick={() => show("search")}>{_("Search")}</button>
        </div>
      </header>
      <div class="deck-parts">
        {PARTS.map((part) => <DeckPart key={part} editing={editing} part={part} />)}
        <p class="faint keys">{_("Drag cards, or tap. Keys: / searches, arrows go to the next card, Space reads it, Enter puts one in, Del takes one out, S to the Side, M back, Ctrl+Z undoes.")}</p>
      </div>
      <CardSearch editing={editing} />
      <Reading editing={editing} />
      <p class="spoken" role="status">{editing.said}</p>
      {shown === "hand" ? <TrialHand editing={editing} close={() => setShown("")} /> : null}
      {shown === "export" ? <ExportForm deck={editing.deck} nameOf={(code) => editing.factsOf(code)?.name ?? editing.deck.names[code] ?? ""} close={() => setShown("")} /> : null}
    </section>
  );
}

function FormatChoice({ editing }: { editing: DeckDraft }) {
  const { welcome } = editing.client;
  const formats = Object.keys(DECK_FORMATS).filter((one) => !welcome || welcome.formats.includes(one));
  const lists = welcome?.banlists ?? [];
  const { format, banlist } = editing.deck;
  return (
    <select aria-label={_("Game")} value={banlist ? `list ${banlist}` : format} onChange={(event) => {
      const { value } = event.currentTarget;
      if (value.startsWith("list ")) editing.setFormat(editing.deck.format === "fab" ? "master" : editing.deck.format, value.slice("list ".length));
      else editing.setFormat(value, "");
    }}>
      {formats.map((one) => <option key={one} value={one}>{formatTitle(one)}</option>)}
      {lists.map((one) => <option key={one} value={`list ${one}`}>{one}</option>)}
    </select>
  );
}

/** Whether the deck may be played, why not, and what it costs. */
function Verdict({ editing }: { editing: DeckDraft }) {
  const { checked, refusal, isUp } = editing.client;
  if (refusal) return <p class="warn" role="alert">{refusal.text || wordsIn(refusal.words, null)}</p>;
  if (!isUp) return <p class="faint" role="status">{_("Connecting…")}</p>;
  if (!checked) return <p class="faint">{_("Find cards and put them in.")}</p>;
  const points = checked.point_cap === null ? "" : _("{points} of {cap} points", { points: checked.points, cap: checked.point_cap });
  const [first, ...rest] = checked.reasons;
  return (
    <div class={checked.legal ? "verdict good" : "verdict"} role="status">
      {checked.legal || !first ? <p>{_("This deck may be played.")} {points}</p> : rest.length ? (
        <details><summary>{wordsIn(first, null)} <b>{_("and {count} more", { count: rest.length })}</b> {points}</summary>
          <ul>{rest.map((reason, at) => <li key={at}>{wordsIn(reason, null)}</li>)}</ul></details>
      ) : <p>{wordsIn(first, null)} {points}</p>}
    </div>
  );
}

function DeckPart({ editing, part }: { editing: DeckDraft; part: Part }) {
  const codes = editing.deck[part];
  const title = editing.titles[part];
  const counted = countCards(codes), all = counted.map(([code]) => code);
  return (
    <section class="deck-part" data-drop={part} aria-label={`${title} ${codes.length}`}>
      <h2>{title} <b>{codes.length}</b></h2>
      <div class="tiles">
        {counted.map(([code, count]) => {
          const facts = editing.factsOf(code), mark = editing.markOf(code);
          const isSelected = editing.selected?.code === code && editing.selected.part === part;
          return (
            <button key={code} class="tile" data-card={code} data-part={part} tabIndex={editing.tabIndexOf(code, part, all)} aria-pressed={isSelected}
              aria-description={cardDescription(facts)}
              onFocus={() => editing.noteFocus(code, part)}
              onClick={() => editing.select(code, part)} onKeyDown={(event) => editing.handleKey(event, code, part)}>
              {facts ? <><span class="spoken">{editing.nameOf(code)}</span><Face facts={facts} /></> : <span class="nameless">{editing.nameOf(code)}</span>}{" "}
              {count > 1 ? <b class="deck-copies">×{count}</b> : null}{" "}
              {mark ? <em class="mark">{mark}</em> : null}
            </button>
          );
        })}
      </div>
      {codes.length ? null : <p class="faint">{_("empty")}</p>}
    </section>
  );
}

/** The selected card: its text, and what can be done with it by tap. */
function Reading({ editing }: { editing: DeckDraft }) {
  const { selected } = editing;
  if (!selected) return null;
  const { code, part } = selected;
  const facts = editing.factsOf(code);
  const copies = editing.copiesOf(code), mark = editing.markOf(code);
  return (
    <aside class="deck-reading" aria-label={_("Card")}>
      <button class="button quiet close" aria-label={_("Close")} onClick={() => editing.select(code, part)}>✕</button>
      <div class="text" tabIndex={0}>
        <p><b>{editing.nameOf(code)}</b> {copies ? `×${copies}` : ""} {mark ? <em class="mark">{mark}</em> : null}</p>
        {facts ? <p class="faint">{[kindLine(facts), statLine(facts)].filter(Boolean).join(" · ")}</p> : null}
        {textLines(facts).map((line, at) => <p key={at}>{line}</p>)}
      </div>
      <div class="buttons">
        <button class="button main" onClick={() => editing.add(code, part === "side" ? "side" : "main")}>{_("Put one in")}</button>
        <button class="button" disabled={!copies} onClick={() => editing.remove(code, part)}>{_("Take one out")}</button>
        {part === "side"
          ? <button class="button" onClick={() => editing.drop(code, "side", homeOf(facts))}>{_("Into the deck")}</button>
          : <button class="button" onClick={() => (part ? editing.drop(code, part, "side") : editing.add(code, "side"))}>{_("Into the Side Deck")}</button>}
        {facts?.archetypes.length ? <button class="button quiet" onClick={() => editing.searchArchetype(code)}>{_("Its archetype")}</button> : null}
      </div>
    </aside>
  );
}
