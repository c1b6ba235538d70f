// The open prompt: a bar with the question and its buttons, the menu of a card, dialogs for what has no place on the
// board. Every option of a prompt can be reached by key.

import { useLayoutEffect, useRef } from "preact/hooks";

import { cardLabel } from "./board";
import { passOption } from "../model/choices";
import { Reading } from "./reading";
import type { Game } from "../model/game";
import { _, cardText, gettextNoop } from "../words/language";
import { MODES } from "../generated/tables";
import type { Option, Prompt, View } from "../generated/wire";
import { chosenWords, optionWords, phaseWords, promptWords, hasCardLine, sourceOf } from "../words/phrases";
import { factsBy, whereIs } from "../model/view";

const PHASES = ["draw", "standby", "main1", "battle", "main2", "end"] as const;
const SHORT_PHASE_NAMES: Readonly<Record<string, string>> = {
  draw: "DP", standby: "SP", main1: "M1", battle: "BP", main2: "M2", end: "EP",
};

const AUTO_MODE_WORDS: Readonly<Record<string, string>> = {
  always: gettextNoop("Always"), smart: gettextNoop("Smart"), able: gettextNoop("Able"), never: gettextNoop("Never"),
};

/** The words of the window for them. */
const AUTO_MODE_HELP: Readonly<Record<string, string>> = {
  always: gettextNoop("At every point where the rules allow a response, even when you have nothing to use."),
  smart: gettextNoop("When you can respond and it matters: to what the other player does, and in battle."),
  able: gettextNoop("Whenever you can respond."),
  never: gettextNoop("Never: everything passes, even what you could respond to."),
};

/** The strip of phases; those that may be entered are buttons. */
export function Phases({ game, view }: { game: Game; view: View }) {
  if (view.table === "fab") return null; // its phases follow from what is done
  const { choices, hands, model } = game;
  const isByHand = choices.form === "hands" && model.table?.mode === "free" && !!hands?.isActive
    && (model.table.alone || view.turn_player === model.seat);
  return (
    <div class="phases" role="group" aria-label={_("Phases")}>
      {PHASES.map((phase) => {
        const option = choices.phases.get(phase);
        const isNow = view.phase === phase;
        const isOpen = option !== undefined || (isByHand && !isNow);
        const label = isOpen
          ? _("Go to the {phase}", { phase: phaseWords(phase) }) : phaseWords(phase);
        return (
          <button key={phase} class={[isNow && "now", option !== undefined && "open"].filter(Boolean).join(" ")} data-phase={phase}
            disabled={!isOpen && !isNow} title={label}
            {...(isNow ? { "aria-current": "step" as const } : {})}
            onClick={() => {
              if (option !== undefined) game.answer([option]);
              else if (isOpen) game.sendGesture({ m: "phase", text: phase });
            }}>
            <span class="spoken">{label} </span>
            <span>{SHORT_PHASE_NAMES[phase]}</span>
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
  if (!prompt || choices.form === "hands" || prompt.kind === "side" || choices.isInDialog) return null;
  const words = (at: number) => optionWords(prompt.options[at] as Option, view, model.names);
  const source = view && prompt.kind !== "response" ? factsBy(view, sourceOf(prompt, view)) : undefined;
  const about = [source?.pendulum_text, source?.text].filter(Boolean).map((one) => cardText(one ?? "")).join(" ");
  return (
    <section class="prompt" aria-label={_("Your choice")}>
      <p class="question" role="status">{promptWords(prompt, view)}</p>
      {about ? (
        <details class="source" open={!hasCardLine(prompt.words) && choices.form === "act"}><summary>{_("What the card says")}</summary><p>{about}</p></details>
      ) : null}
      {choices.form === "pick" && view && game.picked.length ? <Reading game={game} view={view} /> : null}
      <div class="buttons">
        {choices.isMany ? <Confirm game={game} prompt={prompt} /> : null}
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
export function Confirm({ game, prompt }: { game: Game; prompt: Prompt }) {
  const count = game.picked.length;
  const chosen = chosenWords(prompt, count);
  const isOne = prompt.least === 1 && prompt.most === 1;
  return (
    <>
      {chosen ? <span class="count" role="status">{chosen}</span> : null}
      <button class="button main" disabled={count < prompt.least || count > prompt.most}
        onClick={() => game.answer(game.picked)}>
        {isOne ? game.choices.form === "cards" ? _("Take") : _("Choose") : _("Confirm ({count})", { count })}
      </button>
    </>
  );
}

/** The actions for a card, beside it. */
export function Menu({ game, view }: { game: Game; view: View }) {
  const ref = useRef<HTMLDivElement>(null);
  const options = game.choices.byCard.get(game.menu) ?? [];
  useLayoutEffect(() => {
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
    <div class="menu" role="menu" ref={ref} aria-label={cardLabel(view, game.menu, whereIs(view, game.menu)?.zone)}
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

/** When to get response prompts. */
export function Autos({ game }: { game: Game }) {
  return (
    <fieldset class="autos">
      <legend>{_("Ask me to respond")}</legend>
      {MODES.map((mode) => (
        <button key={mode} class={game.auto === mode ? "now" : ""} aria-pressed={game.auto === mode}
          aria-description={_(AUTO_MODE_HELP[mode] ?? mode)} onClick={() => game.setAutoMode(mode)}>
          {_(AUTO_MODE_WORDS[mode] ?? mode)}
        </button>
      ))}
      <p class="faint">{_(AUTO_MODE_HELP[game.auto] ?? game.auto)}</p>
      <label>
        <input type="checkbox" checked={game.isPlacing} onChange={(event) => game.setPlacing(event.currentTarget.checked)} />
        {" "}{_("Place cards for me")}
      </label>
      <label>
        <input type="checkbox" checked={game.isOrdering} onChange={(event) => game.setOrdering(event.currentTarget.checked)} />
        {" "}{_("Ask for the order of my cards that go to the Graveyard together")}
      </label>
      <label>
        <input type="checkbox" checked={game.hasDigitKeys} onChange={(event) => game.setDigitKeys(event.currentTarget.checked)} />
        {" "}{_("The keys 1 to 9 choose an option")}
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
  else if (game.hasDigitKeys && /^[1-9]$/.test(event.key)) {
    const places = game.choices.form === "zone" ? [...game.choices.byPlace.values()] : game.choices.listed;
    const at = places[Number(event.key) - 1];
    if (at !== undefined) game.pick(at);
  }
}
