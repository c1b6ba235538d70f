// Beside the board: the players, the card that is shown large, the Chain, the log, the chat, open piles.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { Dialog } from "./dialog";
import { Card, MAX_LINKS_SHOWN, MAX_TARGETS_SHOWN } from "./board";
import { Back, Face } from "./card_face";
import { kindLine, statLine, textLines } from "./card_text";
import { partComponent } from "../connection/parts";
import type { Game } from "../model/game";
import { _, gettextNoop, ngettext, row } from "../words/language";
import type { Said, View } from "../generated/wire";
import {
  cardWords, nameOf, optionWords, pileTitle, resultWords, waitingWords, wordsIn,
} from "../words/phrases";
import { currentName, factsBy, factsOf, pileOf } from "../model/view";

/** Renders again every second, so that clocks run. */
export function useSeconds(): number {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Points of a player beside life. */
const POINT_NAMES: Readonly<Record<string, string>> = { action: gettextNoop("Action"), resource: gettextNoop("Resource") };

interface PlayerProps {
  readonly game: Game;
  readonly view: View;
  readonly seat: 0 | 1;
  /** The other player's hand, which has no row of its own on a small screen. */
  readonly children?: ComponentChildren;
}

export function Player({ game, view, seat, children }: PlayerProps) {
  const { model } = game;
  const info = model.table?.seats[seat];
  const isTimed = (model.table?.ticking ?? -1) >= 0 || (info?.clock ?? 0) > 0;
  const life = view.tallies[`${seat}:life`] ?? 0;
  const lifeWords = <><b>{life}</b> <small>{_(row("LIFE", view.table) ?? gettextNoop("Life Points"))}</small></>;
  const isTurn = view.turn_player === seat;
  const isAsked = view.waiting.some((row) => row.seat === seat);
  return (
    <section class={`player ${children ? "far" : "near"}${isTurn ? " turn" : ""}${isAsked ? " asked" : ""}`} aria-label={model.names[seat]}>
      <span class="name">
        {model.names[seat]}
        {info && !info.present && !model.table?.alone && model.table?.stage !== "gathering" ? <AbsenceNotice game={game} seat={seat} /> : null}
        {model.table && model.table.best_of > 1 ? <small> {"●".repeat(info?.wins ?? 0)}</small> : null}
      </span>
      {game.hands && model.table?.mode === "free" ? (
        <button class="life" aria-haspopup="dialog" onClick={() => {
          if (game.hands) game.hands.history = seat;
          game.draw();
        }}>{lifeWords}</button>
      ) : <span class="life">{lifeWords}</span>}
      {Object.entries(POINT_NAMES).map(([points, title]) => (`${seat}:${points}` in view.tallies ? (
        <span key={points} class="points">{_(title)} <b>{view.tallies[`${seat}:${points}`]}</b></span>
      ) : null))}
      <span class="hand-count">{_("Hand {count}", { count: pileOf(view, seat, "hand").count })}</span>
      {isTimed ? <Clock game={game} seat={seat} /> : null}
      {children}
    </section>
  );
}

/** The notice that a player is away, and for how long they may be. */
export function AbsenceNotice({ game, seat }: { game: Game; seat: 0 | 1 }) {
  const left = game.model.absence(seat, useSeconds());
  return <em> {left === null ? _("away") : _("away, {span} left to reconnect", { span: durationText(left) })}</em>;
}

function Clock({ game, seat }: { game: Game; seat: 0 | 1 }) {
  const now = useSeconds();
  const left = game.model.clock(seat, now);
  const runs = game.model.table?.ticking === seat;
  return (
    <span class={`clock${runs ? " runs" : ""}${runs && left < 30 ? " low" : ""}`} role="timer"
      aria-label={_("{span} left", { span: durationText(left) })}>{durationText(left)}</span>
  );
}

const OpenCards = partComponent(async () => (await import("./open_cards")).OpenCards);

/** The cards that lie open beside the board, if there are any. */
export function ShownCards({ game, view }: { game: Game; view: View }) {
  return game.model.open.length ? <OpenCards game={game} view={view} /> : null;
}

/** The turn player, and the player who is waited for. */
export function Turn({ game, view }: { game: Game; view: View }) {
  const { names } = game.model;
  const who = names[view.turn_player];
  return (
    <p class="turn-line">
      <b>{who ? _("Turn {amount}: {who}", { amount: view.turn, who }) : _("Before the first turn")}</b>
      {" "}<span>{game.model.table?.mode === "free" ? "" : waitingWords(view, names)}</span>
    </p>
  );
}

/** The card that is shown large, with its text. */
export function Preview({ game, view }: { game: Game; view: View }) {
  const { handle, code } = game.previewed;
  const seen = view.cards[handle];
  const facts = code ? factsBy(view, code) : factsOf(view, handle);
  if (!facts) {
    return (
      <section class="preview" aria-label={_("Card")}>
        {seen ? <><Back /><p>{cardWords(handle, view)}</p></> : <p class="faint">{_("Point at a card to read it.")}</p>}
      </section>
    );
  }
  const stats = statLine(facts, seen);
  return (
    <section class="preview" aria-label={_("Card")}>
      <Face facts={facts} seen={seen?.face_up ? seen : undefined} />
      <div>
        <h3>{currentName(seen, facts)}</h3>
        <p class="faint">{kindLine(facts, seen)}</p>
        {stats ? <p><b>{stats}</b></p> : null}
        {textLines(facts).map((text) => <p key={text} class="card-text">{text}</p>)}
        {seen?.materials.length ? (
          <p>{_("Beneath it: {cards}", { cards: seen.materials.map((one) => cardWords(one, view)).join(", ") })}</p>
        ) : null}
      </div>
    </section>
  );
}

export function Chain({ game, view }: { game: Game; view: View }) {
  if (!view.chain.length) return null;
  return (
    <section class="chain" aria-label={_("Chain")}>
      <h3>{_("Chain")}</h3>
      <ol reversed start={view.chain.length}>
        {view.chain.map((link, at) => ({ link, at })).slice(-MAX_LINKS_SHOWN).reverse().map(({ link, at }) => (
          <li key={at} class={link.negated ? "negated" : ""}>
            <button onClick={() => game.previewCard(link.card, link.code)}>
              <b>{nameOf(link.code, view) || _("a card")}</b> <small>{game.model.names[link.seat]}</small>
              {link.words.id ? <span>{wordsIn(link.words, view)}</span> : null}
              {link.targets.length ? <span>→ {link.targets.slice(0, MAX_TARGETS_SHOWN).map((one) => cardWords(one, view)).join(", ")}</span> : null}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function ChatPanel({ game }: { game: Game }) {
  const ref = useRef<HTMLDivElement>(null);
  const [text, setText] = useState("");
  const { chat } = game.model;
  useEffect(() => {
    if (ref.current) ref.current.scrollTop = ref.current.scrollHeight;
  }, [chat]);
  return (
    <div class="talk">
      <div class="lines" ref={ref} role="log" aria-live="polite" aria-label={_("Chat")} tabIndex={0}>
        {chat.map((line, at) => <p key={at}>{line.name ? <b>{line.name}: </b> : null}{lineOf(line, game.model.view)}</p>)}
      </div>
      <form onSubmit={(event) => {
        event.preventDefault();
        if (!text.trim() || game.send({ m: "chat", text: text.trim() })) setText("");
      }}>
        <input aria-label={_("Say something")} placeholder={_("Say something")} maxLength={400} value={text}
          onInput={(event) => setText(event.currentTarget.value)} />
        <button class="button">{_("Send")}</button>
      </form>
    </div>
  );
}

function lineOf(line: Said, view: View | null): string {
  return line.text || wordsIn(line.words, view);
}

const HandRows = partComponent(async () => (await import("../hands/hand_parts")).HandRows);

/** A pile, opened. */
export function OpenPile({ game, view }: { game: Game; view: View }) {
  if (!game.pile) return null;
  const [owner = "-", zone = ""] = game.pile.split(":");
  const seat = owner === "-" ? -1 : Number(owner);
  const pile = pileOf(view, seat, zone);
  const hidden = pile.count - pile.handles.length;
  return (
    <Dialog game={game} title={pileTitle(seat, zone, view, game.model.names)} close={() => game.togglePile("")}>
      {pile.handles.length ? <div class="cards">
        {[...pile.handles].reverse().map((handle) => (
          <div class="choice" key={handle}>
            <Card game={game} view={view} handle={handle} where={zone} />
            <span>{cardWords(handle, view)}</span>
          </div>
        ))}
      </div> : null}
      {hidden ? <p class="faint">{ngettext("{count} card cannot be seen.", "{count} cards cannot be seen.", hidden)}</p> : null}
      {!pile.count ? <p class="faint">{_("There is nothing here.")}</p> : null}
      <div class="pile-foot">
        {pile.handles.includes(game.previewed.handle) ? <Preview game={game} view={view} /> : null}
        {game.hands?.menu ? <HandRows game={game} view={view} /> : <PileMenu game={game} view={view} />}
      </div>
    </Dialog>
  );
}

/** The actions for the clicked card of the pile, at the foot of its dialog with what the card says: visible
 * however long the pile is. */
function PileMenu({ game, view }: { game: Game; view: View }) {
  const options = game.choices.byCard.get(game.menu) ?? [];
  if (!options.length) return null;
  return (
    <div class="buttons pile-menu">
      {options.map((at) => {
        const option = game.model.prompt?.options[at];
        return option ? (
          <button key={at} class="button main" data-option={at} onClick={() => {
            game.pile = "";
            game.pick(at);
          }}>{optionWords(option, view, game.model.names)}</button>
        ) : null;
      })}
    </div>
  );
}

/** The other player's proposal, and the answer to it; or our own proposal. */
export function Proposal({ game }: { game: Game }) {
  const { model } = game;
  const [what = "", by = "", rest = ""] = (model.table?.proposal ?? "").split(" ");
  if (!what) return null;
  const from = Number(by);
  const isHost = model.isPlayer && model.table?.host === model.names[model.seat];
  if (what === "core" && !isHost && from !== model.seat) return null;
  const values = { step: rest, way: _(row("WAYS", rest) ?? rest), name: model.names[1 - from] ?? "" };
  if (!(what === "core" && isHost) && (from === model.seat || !model.isPlayer)) {
    if (!model.isPlayer) return null;
    return (
      <p class="proposal" role="status">
        {_(row("ASKED", what) ?? what, values)}{" "}
        <button class="button quiet" onClick={() => game.send({ m: "propose", what: "" })}>{_("Withdraw")}</button>
      </p>
    );
  }
  return (
    <p class="proposal" role="status">
      {what === "core" && from === model.seat
        ? _("Your deck has cards that only EDOPro's core plays: play this table by it?")
        : `${model.names[from]} ${_(row("ASKS", what) ?? what, values)}`}{" "}
      <button class="button main" disabled={game.isConsentGuarded} onClick={() => game.send({ m: "consent", yes: true })}>{_("Yes")}</button>{" "}
      <button class="button" disabled={game.isConsentGuarded} onClick={() => game.send({ m: "consent", yes: false })}>{_("No")}</button>
      {game.isConsentGuarded ? <b class="warn"> {_("Just changed")}</b> : null}
    </p>
  );
}

/** The result of the match, and the next actions. */
export function Result({ game, view }: { game: Game; view: View }) {
  const { model } = game;
  const isOver = model.table?.stage === "over";
  if (!view.result && !isOver) return null;
  const note = isOver && (model.table?.best_of ?? 1) > 1 && model.matchNote ? model.matchNote : model.table?.note;
  const headline = note === model.matchNote && note ? wordsIn(note, view) : resultWords(view.result, model.names, model.seat);
  return (
    <section class="result" aria-label={_("Result")}>
      <p role="status"><b>{headline || (note ? wordsIn(note, view) : "")}</b></p>
      {model.witness.verdict ? <p class={model.witness.verdict.complaints.length ? "warn" : "good"}>{model.witness.verdict.line}</p> : null}
      {isOver && (game.recorder.isStored || model.replay) ? (
        <div class="buttons">
          <a class="button" target="_blank" rel="noopener"
            href={game.recorder.isStored ? `/replay#own=${model.witness.match}` : `/replay#replay=${model.replay}`}>{_("See the replay")}</a>
          {game.recorder.isStored
            ? <a class="button quiet" href="/replay" target="_blank" rel="noopener">{_("Your replays")}</a> : null}
          {model.isPlayer && model.welcome?.practice ? <a class="button quiet" href="/new#practice">{_("Practise")}</a> : null}
        </div>
      ) : null}
      {isOver && model.isPlayer && !model.ended ? (
        <div class="buttons">
          <button class="button main" onClick={() => game.send({ m: "propose", what: "rematch" })}>{_("Rematch")}</button>
          {model.table?.life == null
            ? <button class="button" onClick={() => game.send({ m: "propose", what: "open" })}>{_("Open both hands")}</button> : null}
          <button class="button quiet" onClick={() => game.send({ m: "leave" })}>{_("Leave the table")}</button>
        </div>
      ) : null}
    </section>
  );
}
