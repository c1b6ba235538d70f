// The search of the deck editor: text, filters, and a row for each card that the server found.

import { useEffect, useState } from "preact/hooks";

import { cardDescription, kindLine, statLine, textLines } from "../board/card_text";
import { Face } from "../board/card_face";
import { DECK_FORMATS, SEARCH_TERMS, type SearchTerms } from "../generated/search_terms";
import type { CardFilters } from "../generated/wire";
import { factsBy } from "../model/view";
import { _, cardName, pgettext } from "../words/language";
import { printedWord } from "../words/phrases";
import type { DeckDraft } from "./deck_draft";

/** Until typed text is searched. */
const TYPING_MS = 250;
/** The list of results, for its stop of Tab. */
const FOUND = "found";
const LIMITS = [0, 1, 2, 3] as const;
/** The archetypes of a card that was read, which the list does not have. */
const OF_CARD = "card";

/** The search terms of a format's game. */
export function termsOf(format: string): SearchTerms {
  return SEARCH_TERMS[DECK_FORMATS[format]?.game ?? 0] as SearchTerms;
}

export function CardSearch({ editing }: { editing: DeckDraft }) {
  const { client } = editing;
  const [text, setText] = useState(editing.search.text);
  const [searched, setSearched] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearched(text);
      editing.setSearch({ ...editing.search, text });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { found } = client;
  const codes = found?.cards.map(({ code }) => code) ?? [];
  return (
    <section class="deck-search" aria-label={_("Cards")} data-drop="out">
      <input type="search" aria-label={_("Name or text")} placeholder={_("Name or text")} value={text} maxLength={80}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" && event.key !== "Enter") return;
          event.preventDefault();
          document.querySelector<HTMLElement>(".found .deck-row[tabindex='0']")?.focus();
        }} />
      <Filters editing={editing} />
      <p class="faint" role="status">{found ? _("{count} found", { count: found.total }) : client.isUp ? "" : _("Connecting…")}
        {found && found.total > found.cards.length ? ` · ${_("the first {count} are listed", { count: found.cards.length })}` : ""}</p>
      <ul class="found" aria-busy={text !== searched || client.isSearching}>{codes.map((code) => <FoundRow key={code} editing={editing} code={code} tabIndex={editing.tabIndexOf(code, FOUND, codes)} />)}</ul>
    </section>
  );
}

function FoundRow({ editing, code, tabIndex }: { editing: DeckDraft; code: number; tabIndex: 0 | -1 }) {
  const facts = factsBy(null, code);
  const name = cardName(facts?.name ?? String(code));
  const copies = editing.copiesOf(code);
  const mark = editing.markOf(code);
  return (
    <li>
      <button class="deck-row" data-card={code} data-part="" tabIndex={tabIndex} aria-pressed={editing.selected?.code === code}
        aria-description={cardDescription(facts)}
        onFocus={() => editing.noteFocus(code, FOUND)} onClick={() => editing.select(code, null)} onKeyDown={(event) => editing.handleKey(event, code, null)}>
        <Face facts={facts} />
        <span><b>{name}</b> {mark ? <em class="mark">{mark}</em> : null}
          <small aria-hidden="true">{facts ? [kindLine(facts), statLine(facts)].filter(Boolean).join(" · ") : ""}</small>
          <small class="card-text" aria-hidden="true">{textLines(facts).join(" ")}</small></span>{" "}
        {copies ? <b class="deck-copies">×{copies}</b> : null}
      </button>
      <button class="button quiet" tabIndex={-1} aria-label={_("Add {card}", { card: name })} onClick={() => editing.add(code)}>+</button>
    </li>
  );
}

type Choice = "kinds" | "marks" | "summons" | "properties";

function Filters({ editing }: { editing: DeckDraft }) {
  const terms = termsOf(editing.deck.format);
  const { filters } = editing.search;
  const change = (more: CardFilters) => editing.setSearch({ ...editing.search, filters: { ...filters, ...more } });
  const chips = (name: Choice, title: string, words: readonly string[], show: (word: string) => string) => words.length ? (
    <div role="group" aria-label={title} class="chips"><span class="faint">{title}</span>
      {words.map((word) => {
        const chosen: readonly string[] = filters[name] ?? [];
        const isOn = chosen.includes(word);
        return (
          <button key={word} class="button quiet" aria-pressed={isOn}
            onClick={() => change({ [name]: isOn ? chosen.filter((one) => one !== word) : [...chosen, word] })}>{show(word)}</button>
        );
      })}
    </div>
  ) : null;
  const number = (title: string, name: "attack" | "defense") => (
    <label>{title}<input type="number" inputMode="numeric" min={0} max={99999} placeholder={_("from")} value={filters[name] ?? ""}
      onInput={(event) => change({ [name]: event.currentTarget.value === "" ? null : Math.max(0, Math.min(99_999, Math.round(Number(event.currentTarget.value) || 0))) })} /></label>
  );
  const [least, greatest] = filters.levels ?? [0, terms.most];
  const level = (title: string, at: 0 | 1) => (
    <label>{title}
      <select value={at ? greatest : least} onChange={(event) => {
        const value = Number(event.currentTarget.value);
        const levels: [number, number] = at ? [Math.min(least, value), value] : [value, Math.max(greatest, value)];
        change({ levels: levels[0] === 0 && levels[1] === terms.most ? null : levels });
      }}>
        {Array.from({ length: terms.most + 1 }, (_one, value) => <option key={value} value={value}>{value}</option>)}
      </select>
    </label>
  );
  const count = Object.values(filters).filter((one) => (Array.isArray(one) ? one.length : one !== null && one !== undefined && one !== 0)).length;
  const hero = editing.hero;
  return (
    <details class="filters" onToggle={(event) => {
      if (event.currentTarget.open && terms.races.length) editing.listArchetypes();
    }}>
      <summary>{count ? _("Filters: {count}", { count }) : _("Filters")}</summary>
      {chips("kinds", _("Kind"), terms.kinds.map(([, kind]) => kind), (kind) => _(terms.kinds.find((one) => one[1] === kind)?.[0] ?? kind))}
      {chips("marks", terms.races.length ? _("Attribute") : _("Colour"), terms.marks, printedWord)}
      {chips("summons", _("Kind of monster"), terms.summons, printedWord)}
      {chips("properties", _("Kind of Spell or Trap"), terms.properties, printedWord)}
      <div class="fields">
        {terms.races.length ? (
          <label>{_("Type")}
            <select value={filters.races?.[0] ?? ""} onChange={(event) => change({ races: event.currentTarget.value ? [event.currentTarget.value] : [] })}>
              <option value="">{_("any")}</option>
              {terms.races.map((race) => <option key={race} value={race}>{printedWord(race)}</option>)}
            </select>
          </label>
        ) : null}
        {level(_("{name} from", { name: _(terms.number) }), 0)}{level(_("to"), 1)}
        {number(_(terms.attack), "attack")}{number(_(terms.defense), "defense")}
        {terms.races.length ? <ArchetypeChoice editing={editing} choose={(archetypes) => change({ archetypes })} /> : null}
        {terms.races.length ? (
          <label>{pgettext("of a ban list", "Limit")}
            <select value={filters.limit ?? ""} onChange={(event) => change({ limit: event.currentTarget.value === "" ? null : Number(event.currentTarget.value) })}>
              <option value="">{_("any")}</option>
              {LIMITS.map((limit) => <option key={limit} value={limit}>{limit}</option>)}
            </select>
          </label>
        ) : null}
      </div>
      {terms.general && hero ? (
        <button class="button quiet" aria-pressed={!!filters.hero} onClick={() => change({ hero: filters.hero ? 0 : hero })}>{_("For your hero")}</button>
      ) : null}
      {count ? <button class="button quiet" onClick={() => editing.setSearch({ ...editing.search, filters: {} })}>{_("Clear the filters")}</button> : null}
    </details>
  );
}

/** The archetypes that the server found, and that of a card that was read. */
function ArchetypeChoice({ editing, choose }: { editing: DeckDraft; choose: (codes: readonly number[]) => void }) {
  const listed = editing.client.found?.archetypes ?? [];
  const chosen = editing.search.filters.archetypes ?? [];
  const isListed = chosen.length === 1 && listed.some(({ code }) => code === chosen[0]);
  return (
    <label>{_("Archetype")}
      <select value={isListed ? String(chosen[0]) : chosen.length ? OF_CARD : ""} onChange={(event) => {
        const { value } = event.currentTarget;
        if (value !== OF_CARD) choose(value ? [Number(value)] : []);
      }}>
        <option value="">{_("any")}</option>
        {chosen.length && !isListed ? <option value={OF_CARD}>{_("Archetype of {card}", { card: editing.archetypeOf })}</option> : null}
        {listed.map(({ code, name, cards }) => <option key={code} value={String(code)}>{name} ({cards})</option>)}
      </select>
    </label>
  );
}
