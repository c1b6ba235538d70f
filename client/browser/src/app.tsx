// The page behind a link, alive: watching begins at once, a seat is taken by a click, and resumed by itself.

import { render } from "preact";
import { useEffect, useErrorBoundary, useLayoutEffect, useState } from "preact/hooks";

import { Dialog } from "./board/dialog";
import { Log, LogAnnouncer } from "./board/log";
import { OptionDialog } from "./board/option_dialog";
import { Autos, Menu, Phases, Prompter, boardKey } from "./board/prompt_dialogs";
import { Arena } from "./board/arena";
import { SideFrame, type SidePart } from "./board/side_frame";
import { Chain, OpenPile, Preview, Proposal, Result, ChatPanel, ShownCards, Turn } from "./board/side_panel";
import { explainTerms } from "./glossary/explaining";
import { Caller } from "./model/calling";
import type { DeviceCalls } from "./model/device_calls";
import { Game } from "./model/game";
import { guardInput } from "./model/input_guard";
import { type Invitation, invitation, lineOfTable, markStarted, saveSetting, setting } from "./connection/stored_state";
import { type Language, _, cardTextLanguage, language, onCardTexts, preferredLanguage, loadLanguage } from "./words/language";
import type { View } from "./generated/wire";
import { wordsIn } from "./words/phrases";
import { partComponent, reloadIfReplaced } from "./connection/parts";
import { JoinForm, Languages } from "./room/room";

const loadSetup = () => import("./room/setup_parts");
const MatchSetup = partComponent(async () => (await loadSetup()).MatchSetup);
const SideDeckEditor = partComponent(async () => (await import("./room/siding")).SideDeckEditor);
const loadHands = () => import("./hands/hand_parts");
const HandMenuDialog = partComponent(async () => (await loadHands()).HandMenuDialog);
const TableBar = partComponent(async () => (await loadHands()).TableBar);
const LifeHistory = partComponent(async () => (await loadHands()).LifeHistory);
const RecordButtons = partComponent(async () => (await loadHands()).RecordButtons);
const TypedDialog = partComponent(async () => (await loadHands()).TypedDialog);
const CompanionBoard = partComponent(async () => (await import("./companion/companion_board")).CompanionBoard);
const SoloBar = partComponent(async () => (await import("./alone/solo_parts")).SoloBar);
const TableLinks = partComponent(async () => (await loadSetup()).TableLinks);

function App({ game, invited }: { game: Game; invited: Invitation }) {
  const [, draw] = useState(0);
  useLayoutEffect(() => game.addListener(() => draw((count) => count + 1)), [game]);
  useLayoutEffect(() => {
    const key = (event: KeyboardEvent) => boardKey(event, game);
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, [game]);
  useLayoutEffect(() => guardInput(game), [game]);
  useLayoutEffect(() => restoreFocus(game));
  const choose = (wanted: Language) => {
    saveSetting("language", wanted);
    void loadLanguage(wanted).then(() => game.changeLanguage());
  };
  const [error, reset] = useErrorBoundary(() => game.disconnect());
  if (error) {
    document.body.classList.remove("playing");
    return (
      <div class="outside">
        <p class="warn" role="alert">{_("The server sent something that this page cannot show. The connection was closed.")}</p>
        <button class="button" onClick={reset}>{_("Back to the start page")}</button>
      </div>
    );
  }
  const isIn = game.isOn && game.model.seated !== null;
  document.body.classList.toggle("playing", isIn);
  if (!isIn) {
    const isAsking = game.isOn && !game.model.refusal;
    return (
      <div class="outside">
        {isAsking ? <p role="status">{_("Connecting…")}</p> : <JoinForm game={game} invited={invited} />}
        {isAsking ? null : <StoredLineLink code={game.code} />}
        <Languages choose={choose} />
      </div>
    );
  }
  return <AtTable game={game} choose={choose} />;
}

/** After an act that took the focused button away: to the card acted on, else to the prompt, else to the board. */
function restoreFocus(game: Game): void {
  const { activeElement: focused } = document;
  const isLost = !focused || focused === document.body || focused.matches(".board-title");
  if (game.actedOn === null || !isLost) {
    if (!isLost && game.choices.prompt) game.actedOn = null;
    return;
  }
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const card = game.actedOn ? find(`[data-handle="${game.actedOn}"]`) : null;
  const goal = card ?? find(".prompt .buttons button:enabled") ?? find(".board-title");
  goal?.focus({ preventScroll: true });
  if (card || game.choices.prompt) game.actedOn = null;
}

function AtTable({ game, choose }: { game: Game; choose: (wanted: Language) => void }) {
  const { model } = game;
  const stage = model.table?.stage ?? "gathering";
  const { view } = model;
  const isBeginning = ["toss", "order"].includes(stage) && !!view?.result; // the duel on the board is the last one
  const isShown = view !== null && stage !== "gathering" && !isBeginning && (stage !== "siding" || !model.isPlayer);
  useEffect(() => {
    if (isSecureContext && (model.isPlayer || isShown)) void game.loadDeviceCalls();
  }, [model.isPlayer, isShown]);
  return (
    <div class={isShown ? "table in-duel" : "table"}>
      <Notices game={game} />
      {isShown ? <Duel key={`${language} ${cardTextLanguage}`} game={game} view={view} /> /* faces of cards are drawn once in a language */
        : stage === "siding" ? <SideDeckEditor game={game} /> : <MatchSetup game={game} />}
      <SidePanel game={game} view={view} choose={choose} isShown={isShown} />
      {view ? <Menu game={game} view={view} /> : null}
      {view ? <OpenPile game={game} view={view} /> : null}
      <OptionDialog game={game} />
      {view && game.hands ? <HandMenuDialog game={game} view={view} /> : null}
      {game.hands ? <TypedDialog game={game} /> : null}
      {view && game.hands ? <LifeHistory game={game} view={view} /> : null}
      <LogAnnouncer game={game} />
      <p class="spoken" role="status">{game.caller?.clockText}</p>
    </div>
  );
}

/** A link that opens the line of a closed solo table again. */
function StoredLineLink({ code }: { code: string }) {
  const id = lineOfTable(code);
  return id ? <p><a class="button main" href={`/new#line=${id}`}>{_("Open your line again")}</a></p> : null;
}

/** The notices above everything: the connection, another tab, refusals, proposals. */
function Notices({ game }: { game: Game }) {
  const { model, status } = game;
  const back = () => game.connect(game.storage.loadSeat()?.name ?? "", null);
  return (
    <div class="notices">
      {model.ended ? (
        <p class="warn" role="alert">
          {wordsIn(model.ended.reason, model.view)}{" "}
          {model.ended.taken ? <button class="button main" onClick={back}>{_("Take the seat back")}</button> : (
            <button class="button" onClick={() => {
              game.disconnect();
            }}>{_("Back to the start page")}</button>
          )}
          {model.ended.taken ? null : <StoredLineLink code={game.code} />}
        </p>
      ) : (status === "waiting" || status === "connecting") && model.table?.stage !== "over" ? (
        <p class="warn" role="alert">{_("Connection lost. This page reconnects by itself.")}{" "}
          <button class="button" onClick={() => game.retryNow()}>{_("Try now")}</button></p>
      ) : null}
      {game.hasUnsent && !model.ended ? (
        <p class="warn" role="alert">{_("Not sent: the connection was lost. Do it again once it is back.")}</p>
      ) : null}
      {model.refusal && !model.ended ? (
        <p class="warn" role="alert">{model.refusal.text || wordsIn(model.refusal.words, model.view)}</p>
      ) : null}
      <Proposal game={game} />
    </div>
  );
}

/** Whether players have their cards on paper: there is no card, zone or phase to show. */
function isOnPaper(game: Game): boolean {
  return game.model.table?.life != null;
}

function Duel({ game, view }: { game: Game; view: View }) {
  if (isOnPaper(game)) return <CompanionBoard game={game} view={view} />;
  return (
    <section class="duel" aria-label={_("Duel")}>
      <Arena game={game} view={view} />
      <Phases game={game} view={view} />
      <div class="below">
        <Turn game={game} view={view} />
        {game.hands ? <TableBar game={game} /> : null}
        {game.isSolo ? <SoloBar game={game} /> : null}
        <ShownCards game={game} view={view} />
        <Prompter game={game} />
        <Result game={game} view={view} />
      </div>
    </section>
  );
}

function SidePanel({ game, view, choose, isShown }: {
  game: Game; view: View | null; choose: (wanted: Language) => void; isShown: boolean;
}) {
  const isBoard = view !== null && isShown;
  const parts: SidePart[] = [ // before a duel there is no card and no log
    ...(isBoard ? [
      ...(isOnPaper(game) ? [] : [{ name: "card" as const, title: _("Card"), content: <Preview game={game} view={view} /> }]),
      { name: "log" as const, title: _("Log"), content: <><ShownCards game={game} view={view} /><Chain game={game} view={view} /><Log game={game} /></> },
    ] : []),
    { name: "chat", title: _("Chat"), content: <ChatPanel game={game} /> },
    { name: "more", title: _("More"), content: <MatchMenu game={game} choose={choose} /> },
  ];
  return <SideFrame parts={parts} isBoard={isBoard} ask={game.choices.prompt?.ask} />;
}

/** Up to so many spectators, each is named. */
const MAX_NAMED_SPECTATORS = 16;

/** All other actions at a table. */
function MatchMenu({ game, choose }: { game: Game; choose: (wanted: Language) => void }) {
  const [sure, setSure] = useState<"" | "duel" | "match">("");
  const { model } = game;
  const watching = model.table?.spectators ?? [];
  const crowd = Math.max(watching.length, model.table?.watching ?? 0);
  return (
    <div class="more">
      {model.isPlayer && game.caller ? <Bell caller={game.caller} device={game.device} /> : null}
      {model.isPlayer && !isOnPaper(game) ? <Autos game={game} /> : null}
      {game.hands && model.inMatch && model.table?.mode === "free" && !isOnPaper(game) ? <RecordButtons game={game} /> : null}
      {model.isPlayer && model.inMatch ? (
        <div class="buttons">
          <button class="button" onClick={() => game.send({ m: "propose", what: model.table?.paused ? "resume" : "pause" })}>
            {model.table?.paused ? _("Go on") : _("Pause")}</button>
          <button class="button" onClick={() => game.send({ m: "propose", what: "draw" })}>{_("Offer a draw")}</button>
          <button class="button" onClick={() => setSure("duel")}>{_("Concede")}</button>
          {(model.table?.best_of ?? 1) > 1 ? (
            <button class="button" onClick={() => setSure("match")}>{_("Concede the match")}</button>
          ) : null}
          {model.table?.seats[1 - model.seat as 0 | 1]?.overdue ? (
            <button class="button" onClick={() => game.send({ m: "propose", what: "win" })}>{_("Claim the win")}</button>
          ) : null}
        </div>
      ) : null}
      <TableLinks links={model.seated?.links ?? {}} isFull={model.isTableFull} />
      {crowd > MAX_NAMED_SPECTATORS ? <p class="faint">{_("{count} are watching.", { count: crowd })}</p>
        : crowd ? <p class="faint">{_("Watching: {names}", { names: watching.join(", ") })}</p> : null}
      {Object.keys(model.seated?.links ?? {}).length ? <KickChoice game={game} /> : null}
      {model.isPlayer ? null : (
        <button class="button quiet" onClick={() => game.send({ m: "leave" })}>{_("Stop watching")}</button>
      )}
      <Languages choose={choose} />
      {sure ? (
        <Dialog game={game} isBrief title={sure === "match" ? _("Give up the whole match?") : _("Give up this duel?")} close={() => setSure("")}>
          <div class="buttons">
            <button class="button main" onClick={() => {
              game.send({ m: "concede", match: sure === "match" });
              setSure("");
            }}>{_("Concede")}</button>
            <button class="button" onClick={() => setSure("")}>{_("Play on")}</button>
          </div>
        </Dialog>
      ) : null}
    </div>
  );
}

/** A choice of people for the host of the table to kick: spectators, and the other player outside of a match. */
function KickChoice({ game }: { game: Game }) {
  const [name, setName] = useState("");
  const { model } = game;
  const other = model.inMatch ? "" : model.table?.seats[1 - model.seat as 0 | 1]?.name;
  const people = [...(other ? [other] : []), ...(model.table?.spectators ?? [])];
  return people.length ? (
    <>
      <label>{_("Send away")}{" "}
        <select class="kick" value={name} onChange={(event) => setName(event.currentTarget.value)}>
          <option value="">–</option>
          {people.map((one) => <option key={one} value={one}>{one}</option>)}
        </select>
      </label>
      {name && people.includes(name) ? (
        <Dialog game={game} isBrief title={_("Kick {name}?", { name })} close={() => setName("")}>
          <div class="buttons">
            <button class="button main" onClick={() => {
              game.send({ m: "kick", name });
              setName("");
            }}>{_("Send away")}</button>
            <button class="button" onClick={() => setName("")}>{_("Cancel")}</button>
          </div>
        </Dialog>
      ) : null}
    </>
  ) : null;
}

/** Whether prompts sound, and that a tap is needed for it; whether they notify, where the device can. */
function Bell({ caller, device }: { caller: Caller; device: DeviceCalls | null }) {
  const isCrossed = !caller.isOn || caller.isMute;
  return (
    <div class="buttons bells">
      <button class="button quiet" aria-pressed={caller.isOn} onClick={() => caller.toggle()}>
        {isCrossed ? "🔕" : "🔔"} {_("Sound when you are asked")}</button>
      {caller.isMute ? <span class="faint">{_("Tap anywhere once: a browser plays no sound before that.")}</span> : null}
      {device?.canNotify ? (
        <button class="button quiet" aria-pressed={device.isOn} onClick={() => void device.toggle()}>
          {device.isOn ? "🔔" : "🔕"} {_("Notify me when I am asked")}</button>
      ) : null}
      {device?.isDenied ? <span class="warn" role="status">{_("The browser blocks notifications of this page: its settings allow them.")}</span> : null}
    </div>
  );
}

/** Whenever the connection is back after it was lost, the server may be another version: then this page is loaded again. */
function reloadAfterUpdates(game: Game): void {
  let wasLost = false;
  game.addListener(() => {
    if (game.status === "up" && wasLost) void game.recorder.saveDraftNow(game.model).then(reloadIfReplaced);
    wasLost = game.status === "waiting" || (wasLost && game.status === "connecting");
  });
}

async function start(place: HTMLElement): Promise<void> {
  // Behind one public name a path may begin with a server: whichever answers, it is the same table.
  const here = decodeURIComponent(location.pathname).replace(/^\/n\/[\w.-]{1,44}(?=\/)/, "");
  const letters = here.replace(/^\/t\/|[^A-Za-z0-9]/g, "").toUpperCase();
  const code = `${letters.slice(0, 3)}-${letters.slice(3)}`;
  const invited = invitation(code);
  window.addEventListener("hashchange", () => location.reload()); // another link of this table, in the same tab
  await loadLanguage(preferredLanguage(setting("language")));
  const game = new Game(code);
  game.caller = new Caller(game);
  document.addEventListener("visibilitychange", () => document.hidden && game.recorder.saveDraftNow(game.model));
  onCardTexts(() => game.draw());
  reloadAfterUpdates(game);
  explainTerms(game);
  const stored = game.storage.loadSeat();
  const isOwn = invited.role === "seat" || invited.role === "back" || invited.role === "once" || invited.role === "";
  if (invited.role === "watch") {
    game.connect(setting("name") || _("Guest"), { m: "watch", code, secret: invited.secret });
  } else if (stored?.token && isOwn) game.connect(stored.name, null);
  render(<App game={game} invited={invited} />, place);
}

const root = document.getElementById("browser");
if (root) {
  markStarted(root);
  void start(root);
}
