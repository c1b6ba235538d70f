// The open prompt: a bar with the question and its buttons, the menu of a card, dialogs for what has no place on the
// board. Every option of a prompt can be reached by key.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { cardLabel } from "./board";
import { isOrdered, passOption } from "../model/choices";
import { Back, Face } from "./card_face";
import type { Game } from "../model/game";
import { _, cardName, cardText, gettextNoop } from "../words/language";
import { MODES } from "../generated/tables";
import type { Option, Prompt, View } from "../generated/wire";
import { chosenWords, nameOf, optionWords, originWords, phaseWords, promptWords, hasCardLine, sourceOf, wordsIn } from "../words/phrases";
import { factsBy, factsOf } from "../model/view";

/** Letters of the longest search. */
const MAX_SEARCH_LETTERS = 80;

const PHASES = ["draw", "standby", "main1", "battle", "main2", "end"] as const;
const SHORT_PHASE_NAMES: Readonly<Record<string, string>> = {
  draw: "DP", standby: "SP", main1: "M1", battle: "BP", main2: "M2", end: "EP",
};

const AUTO_MODE_WORDS: Readonly<Record<string, string>> = {
  always: gettextNoop("Always"), smart: gettextNoop("Smart"), able: gettextNoop("Able"), never: gettextNoop("Never"),
};

/** The strip of phases; those that may be entered are buttons. */
export function Phases({ game, view }: { game: Game; view: View }) {
  return (
    <div class="phases" role="group" aria-label={_("Phases")}>
      {PHASES.map((phase) => {
        const option = game.choices.phases.get(phase);
        const isNow = view.phase === phase;
        const label = option !== undefined
          ? _("Go to the {phase}", { phase: phaseWords(phase) }) : phaseWords(phase);
        return (
          <button key={phase} class={[isNow && "now", option !== undefined && "open"].filter(Boolean).join(" ")}
            disabled={option === undefined && !isNow} title={label}
            {...(isNow ? { "aria-current": "step" as const } : {})}
            onClick={() => option !== undefined && game.answer([option])}>
            <span class="spoken">{label}</span>
            <span aria-hidden="true">{SHORT_PHASE_NAMES[phase]}</span>
          </button>
        );
      })}
    </div>
  );
}

/** The question and the buttons that answer it as a whole. */
export function Prompter({ game }: { game: Game }) {
  const { model, choices } = game;
  const { view } = model;
  const { prompt } = choices;
  if (!prompt || choices.form === "hands" || prompt.kind === "side") return null;
  const words = (at: number) => optionWords(prompt.options[at] as Option, view, model.names);
  const isInDialog = ["cards", "order", "position", "ask"].includes(choices.form);
  const source = view && prompt.kind !== "response" ? factsBy(view, sourceOf(prompt, view)) : undefined;
  const about = isInDialog ? "" : [source?.pendulum_text, source?.text].filter(Boolean).map((one) => cardText(one ?? "")).join(" ");
  return (
    <section class="prompt" aria-label={_("Your choice")}>
      <p class="question" role="status">{promptWords(prompt, view)}</p>
      {about ? (
        <details class="source" open={!hasCardLine(prompt.words) && choices.form === "act"}><summary>{_("What the card says")}</summary><p>{about}</p></details>
      ) : null}
      <div class="buttons">
        {choices.isMany && !isInDialog ? <Confirm game={game} prompt={prompt} /> : null}
        {choices.buttons.map((at) => (
          <button key={at} class="button" data-option={at} onClick={() => game.answer([at])}>{words(at)}</button>
        ))}
        {[...choices.phases].filter(([phase]) => !(PHASES as readonly string[]).includes(phase)).map(([, at]) => (
          <button key={at} class="button" data-option={at} onClick={() => game.answer([at])}>{words(at)}</button>
        ))}
        {prompt.back ? <button class="button quiet" onClick={() => game.answer([], true)}>{_("Back")}</button> : null}
      </div>
    </section>
  );
}

/** How many it takes, and the button that sends the picks. */
function Confirm({ game, prompt }: { game: Game; prompt: Prompt }) {
  const count = game.picked.length;
  const chosen = chosenWords(prompt, count);
  return (
    <>
      {chosen ? <span class="count" role="status">{chosen}</span> : null}
      <button class="button main" disabled={count < prompt.least || count > prompt.most}
        onClick={() => game.answer(game.picked)}>
        {_("Confirm ({count})", { count })}
      </button>
    </>
  );
}

/** The actions for a card, beside it. */
export function Menu({ game, view }: { game: Game; view: View }) {
  const ref = useRef<HTMLDivElement>(null);
  const options = game.choices.byCard.get(game.menu) ?? [];
  useEffect(() => {
    const menu = ref.current;
    if (!menu) return;
    const card = document.querySelector(`[data-handle="${game.menu}"]`)?.getBoundingClientRect();
    if (card) {
      const left = Math.max(8, Math.min(card.x + card.width / 2 - menu.offsetWidth / 2, innerWidth - menu.offsetWidth - 8));
      const above = card.y - menu.offsetHeight - 6;
      const top = above >= 8 ? above : Math.min(card.bottom + 6, innerHeight - menu.offsetHeight - 8);
      menu.style.left = `${left}px`;
      menu.style.top = `${top}px`;
    }
    menu.querySelector("button")?.focus();
  }, [game.menu]);
  if (!game.menu || !options.length || game.pile) return null; // a card of a pile has its menu in the dialog
  const close = () => {
    document.querySelector<HTMLElement>(`[data-handle="${game.menu}"]`)?.focus();
    game.menu = 0;
    game.draw();
  };
  return (
    <div class="menu" role="menu" ref={ref} aria-label={cardLabel(view, game.menu)}
      onKeyDown={(event) => menuKey(event, close)}>
      {options.map((at) => (
        <button key={at} role="menuitem" data-option={at} onClick={() => game.pick(at)}>
          {optionWords(game.model.prompt?.options[at] as Option, view, game.model.names)}
        </button>
      ))}
    </div>
  );
}

function menuKey(event: KeyboardEvent, close: () => void): void {
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (event.key === "Escape") {
    event.stopPropagation();
    close();
  } else if (event.key === "ArrowDown") buttons[(at + 1) % buttons.length]?.focus();
  else if (event.key === "ArrowUp") buttons[(at + buttons.length - 1) % buttons.length]?.focus();
}

interface DialogProps {
  readonly title: string;
  readonly close?: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** A dialog over the board; Escape closes it where it may be closed. The browser keeps the keys in it. */
export function Dialog({ title, close, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    if (!ref.current?.open) ref.current?.showModal();
    return () => before?.isConnected && before.focus();
  }, []);
  return (
    <dialog ref={ref} aria-label={title} onCancel={(event) => {
      event.preventDefault();
      close?.();
    }}>
      <header class={close ? "stays" : ""}>
        <h2>{title}</h2>
        {close ? <button class="button quiet" onClick={close}>{_("Close")}</button> : null}
      </header>
      {children}
    </dialog>
  );
}

/** Options without a place on the board. */
export function OptionDialog({ game }: { game: Game }) {
  const { model, choices } = game;
  const { view } = model;
  const { prompt } = choices;
  if (!prompt || prompt.kind === "side" || !["cards", "order", "position", "ask"].includes(choices.form)) return null;
  const isCards = view && (choices.form === "cards" || choices.form === "order");
  const about = previewSource(game);
  const rest = choices.buttons.filter((at) => !choices.listed.includes(at));
  const origins = choices.listed.map((at) => originOf(game, prompt.options[at] as Option));
  const isMixed = new Set(origins).size > 1; // a place is worth a line only where the cards come from several
  return (
    <Dialog key={prompt.ask} title={promptWords(prompt, view)}>
      {about && view ? (
        <div class="about">
          <Face facts={factsBy(view, about)} />
          <p>{[factsBy(view, about)?.pendulum_text, factsBy(view, about)?.text].filter(Boolean)
            .map((one) => cardText(one ?? "")).join(" ")}</p>
        </div>
      ) : null}
      {prompt.declare ? <NameSearch game={game} /> : null}
      <div class={isCards ? "cards" : "answers"}>
        {choices.listed.map((at, index) => {
          const option = prompt.options[at] as Option;
          return isCards
            ? <CardChoice key={at} game={game} view={view} at={at} option={option} origin={isMixed ? origins[index] ?? "" : ""} />
            : (
              <button key={at} class={`button${game.picked.includes(at) ? " main" : ""}`} data-option={at}
                {...(choices.isMany ? { "aria-pressed": game.picked.includes(at) } : {})}
                onClick={() => game.pick(at)}>
                {optionWords(option, view, model.names)}
              </button>
            );
        })}
      </div>
      <div class="buttons">
        {isCards && game.isTouch && !prompt.declare ? <PickedText game={game} view={view} /> : null}
        {choices.isMany ? <Confirm game={game} prompt={prompt} /> : null}
        {rest.map((at) => (
          <button key={at} class="button" data-option={at} onClick={() => game.answer([at])}>
            {optionWords(prompt.options[at] as Option, view, model.names)}
          </button>
        ))}
        {prompt.back ? <button class="button quiet" onClick={() => game.answer([], true)}>{_("Back")}</button> : null}
      </div>
    </Dialog>
  );
}

/** What the card picked last says, for a player who cannot hover over it. */
function PickedText({ game, view }: { game: Game; view: View }) {
  const option = game.choices.prompt?.options[game.picked.at(-1) ?? -1];
  const facts = option && (option.card ? factsOf(view, option.card) : factsBy(view, option.code));
  if (!facts) return null;
  return (
    <div class="picked-text" role="status">
      <b>{cardName(facts.name)}</b>
      <p>{[facts.pendulum_text, facts.text].filter(Boolean).map((one) => cardText(one)).join(" ")}</p>
    </div>
  );
}

/** The field for a card's name, and its search results. */
function NameSearch({ game }: { game: Game }) {
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const { found, prompt } = game.model;
  const isFound = found?.ask === prompt?.ask;
  return (
    <div class="name-search">
      <input ref={ref} type="search" aria-label={_("Type a name")} placeholder={_("Type a name")} maxLength={MAX_SEARCH_LETTERS}
        autocomplete="off" enterkeyhint="search" onInput={(event) => game.search(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Enter" && !event.isComposing && chooseFirst(game)} />
      <p class="faint" role="status">
        {isFound && !found?.cards.length ? _("No cards.") : isFound && found?.more ? _("There are more: type more of the name.") : ""}
      </p>
    </div>
  );
}

/** Enter picks the first card found, to be read; a second Enter declares it. */
function chooseFirst(game: Game): void {
  const [first] = game.choices.listed;
  if (game.picked.length) game.answer(game.picked);
  else if (first !== undefined) game.pick(first);
}

/** The one card that a prompt comes from or is about, or that is picked to be declared, by its passcode. */
function previewSource(game: Game): number {
  const { prompt, view } = game.model;
  const [picked = -1] = game.picked;
  if (prompt?.declare) return game.choices.prompt?.options[picked]?.code ?? 0;
  if (!prompt || !view) return 0;
  const source = sourceOf(prompt, view);
  if (source && factsBy(view, source)) return source;
  if (game.choices.form !== "ask") return 0;
  const codes = prompt.options.map((option) => option.code || (view.cards[option.card]?.code ?? 0)).filter(Boolean);
  return codes[0] && codes.every((code) => code === codes[0]) && factsBy(view, codes[0]) ? codes[0] : 0;
}

/** Where the card of an option is; "" where that cannot be said, as of a card of a searched Deck. */
function originOf(game: Game, option: Option): string {
  const { view, names } = game.model;
  if (!view) return "";
  if (option.card) return originWords(option.card, view, names);
  return option.code ? _("From the Deck") : "";
}

interface CardChoiceProps {
  readonly game: Game;
  readonly view: View;
  readonly at: number;
  readonly option: Option;
  readonly origin: string;
}

function CardChoice({ game, view, at, option, origin }: CardChoiceProps) {
  const facts = option.card ? factsOf(view, option.card) : factsBy(view, option.code);
  const seen = view.cards[option.card];
  const order = game.picked.indexOf(at) + 1;
  const name = cardName(facts?.name ?? "") || nameOf(option.code, view) || (option.card ? cardLabel(view, option.card) : "");
  const does = wordsIn(option.words, view);
  const isNumbered = order > 0 && game.model.prompt && isOrdered(game.model.prompt);
  return (
    <button class={`choice${order ? " picked" : ""}`} data-option={at} title={optionWords(option, view, game.model.names)}
      {...(game.choices.isMany ? { "aria-pressed": order > 0 } : {})}
      onMouseEnter={() => game.previewCard(option.card, facts?.code ?? 0)} onFocus={() => game.previewCard(option.card, facts?.code ?? 0)}
      onClick={() => game.pick(at)}>
      {facts ? <Face facts={facts} seen={seen?.face_up ? seen : undefined} /> : <Back />}
      <span>{name}</span>
      {does ? <small>{does}</small> : null}
      {origin ? <small>{origin}</small> : null}
      {isNumbered ? <b class="link-number" aria-hidden="true">{order}</b> : null}
    </button>
  );
}

/** When to get response prompts. */
export function Autos({ game }: { game: Game }) {
  return (
    <fieldset class="autos">
      <legend>{_("Ask me to respond")}</legend>
      {MODES.map((mode) => (
        <button key={mode} class={game.auto === mode ? "now" : ""} aria-pressed={game.auto === mode}
          onClick={() => game.setAutoMode(mode)}>
          {_(AUTO_MODE_WORDS[mode] ?? mode)}
        </button>
      ))}
      <label>
        <input type="checkbox" checked={game.isPlacing} onChange={(event) => game.setPlacing(event.currentTarget.checked)} />
        {" "}{_("Place cards for me")}
      </label>
    </fieldset>
  );
}

/** Keys of the whole board: Escape passes in a response window, Enter confirms, digits pick numbered options. */
export function boardKey(event: KeyboardEvent, game: Game): void {
  const { prompt } = game.choices;
  const target = event.target as HTMLElement;
  if (target.closest("input, textarea, select, dialog")) return;
  if (event.key === "Escape") {
    if (game.menu || game.pile) {
      game.menu = 0;
      game.pile = "";
      game.draw();
    } else if (prompt?.kind === "response") {
      const at = passOption(prompt);
      if (at >= 0) game.answer([at]);
    } else if (prompt?.back) game.answer([], true);
  } else if (event.key === "Enter" && game.choices.isMany && !target.closest("button") && prompt
    && game.picked.length >= prompt.least) game.answer(game.picked);
  else if (/^[1-9]$/.test(event.key)) {
    const places = game.choices.form === "zone" ? [...game.choices.byPlace.values()] : game.choices.listed;
    const at = places[Number(event.key) - 1];
    if (at !== undefined) game.pick(at);
  }
}
