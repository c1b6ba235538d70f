// Explanations of the terms in what is shown: for a resting pointer, a long touch, and as a list by key.

import { render } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

import type { Game } from "../model/game";
import { currentName, factsBy, zonesOf } from "../model/view";
import { swallowPointerClick } from "../model/input_guard";
import { _, cardName } from "../words/language";
import style from "./glossary.lazy.css";
import { type Glossary, type Term, loadTerms, titleOf } from "./terms";

/** Milliseconds for which a pointer rests, or a finger stays, before a term is explained. */
const REST_MS = 450;
/** Milliseconds after a change of the page until its terms are marked again. */
const MARK_DELAY_MS = 200;
/** Texts in which terms are marked; in the log they are explained, but not marked. */
const MARKED_SELECTOR = ".prompt, .preview .card-text, dialog";
const MAX_MARKS = 200;
const NOTE_MARGIN_PX = 8;

let glossary: Glossary | null = null;
/** Parts of the page whose texts use terms. */
let explained = "";
let isWatching = false;
let note: HTMLElement | null = null;
let resting: ReturnType<typeof setTimeout> | undefined;
let marking: ReturnType<typeof setTimeout> | undefined;

interface Place {
  readonly range: Range;
  readonly term: Term;
}

/** Explains the terms of what is shown from now on. `isList`: opens the list of them, too. */
export async function watchTerms(game: Game, selector: string, isList = false): Promise<void> {
  explained = selector;
  glossary = await loadTerms(game.model.view?.table ?? game.model.table?.format ?? "");
  glossary.skipNames(shownNames(game));
  if (isList) openList(game);
  if (isWatching) return;
  isWatching = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const refresh = async () => {
    await watchTerms(game, selector);
    markTerms();
  };
  const watcher = new MutationObserver(() => {
    clearTimeout(marking);
    marking = setTimeout(() => void refresh(), MARK_DELAY_MS);
  });
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  addEventListener("pointermove", handlePointer);
  addEventListener("pointerdown", handlePointer);
  for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => clearTimeout(resting));
  for (const kind of ["scroll", "keydown"]) addEventListener(kind, hideNote, true);
  document.documentElement.dataset["terms"] = "ready";
  markTerms();
}

/** The names of all cards on the screen: they use no terms. */
function shownNames(game: Game): readonly string[] {
  const { view } = game.model;
  if (!view) return [];
  const printed = Object.values(view.facts).map((facts) => cardName(facts.name));
  return [...printed, ...Object.values(view.cards).map((seen) => currentName(seen, factsBy(view, seen.code)))];
}

function handlePointer(event: PointerEvent): void {
  clearTimeout(resting);
  const isTouch = event.pointerType === "touch";
  if (isTouch && event.type === "pointermove") return;
  if (event.target instanceof Node && note?.contains(event.target)) return;
  hideNote();
  const area = event.target instanceof Element ? event.target.closest(explained) : null;
  if (!area || (!isTouch && event.buttons)) return;
  const { clientX, clientY } = event;
  resting = setTimeout(() => {
    const found = placesIn(event.target as Element).find(({ range }) => [...range.getClientRects()].some((box) =>
      clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom));
    if (!found) return;
    showNote(found);
    if (isTouch) swallowPointerClick(); // when it is lifted
  }, REST_MS);
}

/** The terms in a part of the page, with where they are. */
function placesIn(area: Element): Place[] {
  const places: Place[] = [];
  const walker = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && glossary; node = walker.nextNode()) {
    for (const { start, end, term } of glossary.find(node.textContent ?? "")) {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      places.push({ range, term });
    }
  }
  return places;
}

/** Underlines the terms of prompts and cards, where the browser can do that without a change of the page. */
function markTerms(): void {
  if (!("highlights" in CSS)) return;
  const areas = [...document.querySelectorAll(MARKED_SELECTOR)].filter((area) => !area.classList.contains("glossary"));
  const ranges = areas.flatMap(placesIn).slice(0, MAX_MARKS).map(({ range }) => range);
  CSS.highlights.set("rules-terms", new Highlight(...ranges));
}

function showNote({ range, term }: Place): void {
  hideNote();
  note = document.createElement("div");
  note.className = "term-note";
  note.setAttribute("role", "status");
  note.popover = "manual"; // above open dialogs
  const title = document.createElement("b");
  title.textContent = titleOf(term);
  note.append(title, ` ${term.meaning}`);
  document.body.append(note);
  note.showPopover?.();
  const box = range.getBoundingClientRect();
  const left = Math.min(box.left, innerWidth - note.offsetWidth - NOTE_MARGIN_PX);
  const above = box.top - note.offsetHeight - NOTE_MARGIN_PX;
  note.style.left = `${Math.max(NOTE_MARGIN_PX, left)}px`;
  note.style.top = `${above >= NOTE_MARGIN_PX ? above : box.bottom + NOTE_MARGIN_PX}px`;
}

function hideNote(): void {
  note?.remove();
  note = null;
}

/** Opens the list of terms: those on the screen first. */
function openList(game: Game): void {
  if (!glossary || document.querySelector(".glossary")) return;
  hideNote();
  const shown = new Set([...document.querySelectorAll(explained)].flatMap(placesIn).map(({ term }) => term));
  const place = document.createElement("div");
  document.body.append(place);
  const before = document.activeElement as HTMLElement | null;
  const close = () => {
    render(null, place);
    place.remove();
    before?.focus();
    game.draw();
  };
  render(<TermList glossary={glossary} shown={[...shown]} close={close} />, place);
}

interface TermListProps {
  readonly glossary: Glossary;
  readonly shown: readonly Term[];
  readonly close: () => void;
}

function TermList({ glossary: { terms, rules, chart }, shown, close }: TermListProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [wanted, setWanted] = useState("");
  const [isRules, setRules] = useState(false);
  useLayoutEffect(() => ref.current?.showModal(), []);
  const word = wanted.trim().toLowerCase();
  const fits = (term: Term) => term.forms.some((form) => form.toLowerCase().includes(word)) || term.meaning.toLowerCase().includes(word);
  const rows = (found: readonly Term[]) => (
    <dl>{found.map((term) => <div key={term.forms[0]}><dt>{titleOf(term)}</dt><dd>{term.meaning}</dd></div>)}</dl>
  );
  const rest = terms.filter((term) => word ? fits(term) : !shown.includes(term));
  return (
    <dialog ref={ref} class="glossary" aria-label={_("Glossary")} onCancel={(event) => {
      event.preventDefault();
      close();
    }}>
      <header>
        <h2>{_("Glossary")}</h2>
        <button class="button quiet" aria-label={_("Close")} onClick={close}>✕</button>
      </header>
      <div class="buttons" role="group" aria-label={_("Glossary")}>
        <button class="button quiet" aria-pressed={!isRules} onClick={() => setRules(false)}>{_("Terms")}</button>
        <button class="button quiet" aria-pressed={isRules} onClick={() => setRules(true)}>{_("Rules")}</button>
      </div>
      <input aria-label={_("Search")} placeholder={_("Search")} maxLength={60}
        onInput={(event) => setWanted(event.currentTarget.value)} />
      {isRules ? <Rules rules={rules} chart={chart} word={word} /> : <>
      {!word && shown.length ? <><h3>{_("On the screen")}</h3>{rows(shown)}<h3>{_("All terms")}</h3></> : null}
      {rest.length ? rows(rest) : <p class="faint">{_("No term fits.")}</p>}
      </>}
    </dialog>
  );
}

/** The rules by sections, below the mat of a player. */
function Rules({ rules, chart, word }: { rules: Glossary["rules"]; chart: Glossary["chart"]; word: string }) {
  const found = rules.map(([title, lines]) => {
    const isWhole = title.toLowerCase().includes(word);
    return [title, lines.filter((line) => isWhole || line.toLowerCase().includes(word))] as const;
  }).filter(([, lines]) => lines.length);
  const titles = new Map(zonesOf("master").map((zone) => [zone.name, zone.title]));
  return (
    <>
      {word ? null : (
        <div class="mat-chart" role="img" aria-label={_("The mat of a player")}>
          {chart.flatMap((row, at) => row.map((cell, place) => (
            <span key={`${at} ${place}`} class={cell ? `zone-${cell.split(" ")[0]}` : "none"}>
              {cell ? _(titles.get(cell.split(" ")[0] ?? "") ?? "") : ""}</span>
          )))}
        </div>
      )}
      {found.map(([title, lines]) => <section key={title}><h3>{title}</h3><ul>{lines.map((line) => <li key={line}>{line}</li>)}</ul></section>)}
      {found.length ? null : <p class="faint">{_("No rule fits.")}</p>}
    </>
  );
}

