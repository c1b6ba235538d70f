// The dialog for options that have no place on the board: cards to take, answers to a question, a name to declare.

import { cardLabel } from "./board";
import { Back, Face } from "./card_face";
import { cardDescription, textLines } from "./card_text";
import { Dialog } from "./dialog";
import { Confirm } from "./prompt_dialogs";
import { Reading } from "./reading";
import { ShownCards } from "./side_panel";
import type { Game } from "../model/game";
import { isOrdered } from "../model/choices";
import type { Option, View } from "../generated/wire";
import { factsBy, factsOf } from "../model/view";
import { _, cardName } from "../words/language";
import { nameOf, optionWords, originWords, promptWords, sourceOf, wordsIn } from "../words/phrases";

/** Letters of the longest search. */
const MAX_SEARCH_LETTERS = 80;

/** Options without a place on the board. A card is selected by the first tap, to be read, and taken by the next. */
export function OptionDialog({ game }: { game: Game }) {
  const { model, choices } = game;
  const { view } = model;
  const { prompt } = choices;
  if (!prompt || prompt.kind === "side" || !choices.isInDialog) return null;
  const isCards = view && (choices.form === "cards" || choices.form === "order");
  const about = previewSource(game);
  const rest = choices.buttons.filter((at) => !choices.listed.includes(at));
  const groups = isCards ? groupsOf(game, choices.listed) : [];
  const isMixed = new Set(groups.map((group) => group.origin)).size > 1; // a place is worth a line only among several
  return (
    <Dialog key={prompt.ask} game={game} isBrief={!isCards} title={promptWords(prompt, view)}
      leave={prompt.back || prompt === game.hands?.prompt ? () => game.answer([], true) : undefined}>
      {about && view && (!isCards || prompt.declare) ? (
        <div class="about">
          <Face facts={factsBy(view, about)} />
          <p>{textLines(factsBy(view, about)).join(" ")}</p>
        </div>
      ) : null}
      {prompt.declare ? <NameSearch game={game} /> : view ? <ShownCards game={game} view={view} /> : null}
      {isCards ? (
        <div class="cards">
          {groups.map((group) => <CardChoice key={group.at[0]} game={game} view={view} group={group} isMixed={isMixed} />)}
        </div>
      ) : (
        <div class="answers">
          {choices.listed.map((at) => (
            <button key={at} class={`button${game.picked.includes(at) ? " main" : ""}`} data-option={at}
              {...(choices.isMany ? { "aria-pressed": game.picked.includes(at) } : {})}
              onClick={() => game.pick(at)}>
              {optionWords(prompt.options[at] as Option, view, model.names)}
            </button>
          ))}
        </div>
      )}
      {isCards ? <Reading game={game} view={view} /> : null}
      <div class="buttons">
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

/** The field for a card's name, and its search results. */
function NameSearch({ game }: { game: Game }) {
  const { found, prompt } = game.model;
  const isFound = found?.ask === prompt?.ask;
  return (
    <div class="name-search">
      <input type="search" aria-label={_("Type a name")} placeholder={_("Type a name")} maxLength={MAX_SEARCH_LETTERS}
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

/** Options for copies of one card that differ in nothing. */
interface Group {
  readonly at: readonly number[];
  readonly origin: string;
}

function groupsOf(game: Game, listed: readonly number[]): Group[] {
  const { prompt, view } = game.model;
  const options = game.choices.prompt?.options ?? [];
  const groups = new Map<string, Group>();
  for (const at of listed) {
    const option = options[at] as Option;
    const origin = originOf(game, option);
    const seen = view?.cards[option.card];
    const code = option.code || seen?.code || 0;
    const isAlone = !code || (prompt && isOrdered(prompt)) || seen?.face_up; // one on the field has numbers of its own
    const key = isAlone ? `${at}` : JSON.stringify([code, origin, option.verb, option.words]);
    groups.set(key, { origin, at: [...(groups.get(key)?.at ?? []), at] });
  }
  return [...groups.values()];
}

interface CardChoiceProps {
  readonly game: Game;
  readonly view: View;
  readonly group: Group;
  readonly isMixed: boolean;
}

function CardChoice({ game, view, group, isMixed }: CardChoiceProps) {
  const [at = 0] = group.at;
  const option = game.choices.prompt?.options[at] as Option;
  const facts = option.card ? factsOf(view, option.card) : factsBy(view, option.code);
  const seen = view.cards[option.card];
  const picked = group.at.filter((one) => game.picked.includes(one));
  const order = game.picked.indexOf(at) + 1;
  const name = cardName(facts?.name ?? "") || nameOf(option.code, view) || (option.card ? cardLabel(view, option.card) : "");
  const does = wordsIn(option.words, view);
  const isNumbered = order > 0 && game.model.prompt && isOrdered(game.model.prompt);
  const count = group.at.length;
  const show = () => game.previewCard(option.card, facts?.code ?? 0);
  return (
    <button class={`choice${picked.length ? " picked" : ""}`} data-option={at}
      aria-description={cardDescription(facts, seen?.face_up ? seen : undefined)}
      {...(game.choices.isMany ? { "aria-pressed": picked.length > 0 } : {})}
      onMouseEnter={show} onFocus={show} onClick={() => game.pickAmong(group.at)}>
      {facts ? <Face facts={facts} seen={seen?.face_up ? seen : undefined} /> : <Back />}
      <span>{name}</span>
      {does ? <small>{does}</small> : null}
      {isMixed && group.origin ? <small>{group.origin}</small> : null}
      {count > 1 ? <b class="copies">{picked.length > 1 ? `${picked.length}/${count}` : `×${count}`}</b> : null}
      {isNumbered ? <b class="link-number" aria-hidden="true">{order}</b> : null}
    </button>
  );
}
