// The page of replays: the public one behind a link, or those stored in this browser, to be found, seen again,
// saved as files and deleted; and files from anywhere.

import { useEffect, useState } from "preact/hooks";

import type { Game } from "../model/game";
import { forgetInvitation, saveSetting } from "../connection/stored_state";
import { _, type Language, language, pgettext, row, loadLanguage } from "../words/language";
import { resultWords } from "../words/phrases";
import { MAX_FILE_BYTES } from "../generated/rows";
import { Languages } from "../room/room";
import { ReplayPlayback, Theatre } from "./replay_screen";
import { type StoredReplay, deleteReplay, listReplays, loadReplay } from "./replay_storage";

const ENDING = ".replay";

/** `secret` opens the public replay of a match, `own` one of those stored here; without both they are listed. */
export function Replays({ game, secret, own }: { game: Game; secret: string; own: string }) {
  const [shown, setShown] = useState<ReplayPlayback | null>(() => {
    if (!secret) return null;
    const begun = new ReplayPlayback(game);
    begun.fetchReplay(secret);
    return begun;
  });
  const [, draw] = useState(0);
  const choose = (wanted: Language) => {
    saveSetting("language", wanted);
    void loadLanguage(wanted).then(() => {
      shown?.writeLog();
      draw((count) => count + 1);
    });
  };
  const play = (data: Uint8Array<ArrayBuffer>) => {
    const begun = new ReplayPlayback(game);
    setShown(begun);
    void begun.open(data);
  };
  useEffect(() => {
    if (own) void loadReplay(own).then((found) => found?.data && play(found.data));
  }, [own]);
  const leave = () => {
    shown?.stop();
    forgetInvitation(game.code);
    game.model.view = null;
    document.body.classList.remove("playing");
    setShown(null);
  };
  return shown ? <Theatre shown={shown} choose={choose} leave={leave} /> : <Shelf play={play} choose={choose} />;
}

interface ShelfProps {
  readonly play: (data: Uint8Array<ArrayBuffer>) => void;
  readonly choose: (wanted: Language) => void;
}

function Shelf({ play, choose }: ShelfProps) {
  const [rows, setRows] = useState<readonly StoredReplay[] | null>(null);
  const [words, setWords] = useState("");
  const [trouble, setTrouble] = useState("");
  const reload = () => void listReplays().then(setRows, () => {
    setRows([]);
    setTrouble(_("This browser blocks storage for this page: replays of your duels are not saved here."));
  });
  useEffect(reload, []);
  const open = async (file: File | undefined) => {
    // One byte too many is enough to reject it.
    if (file) play(new Uint8Array(await file.slice(0, MAX_FILE_BYTES + 1).arrayBuffer()));
  };
  const found = (rows ?? []).filter((one) => searchedText(one).includes(words.trim().toLowerCase()));
  return (
    <div class="outside shelf">
      <p>{_("Every duel that you finish here is saved as a replay, with what you saw, in this browser only.")}</p>
      {trouble ? <p class="warn" role="alert">{trouble}</p> : null}
      {rows?.length ? (
        <input type="search" aria-label={_("Search")} placeholder={_("Search")} value={words}
          onInput={(event) => setWords(event.currentTarget.value)} />
      ) : null}
      {rows && !rows.length && !trouble ? <p class="faint" role="status">{_("No replays yet.")}</p> : null}
      <ul>
        {found.map((one) => {
          const drop = () => void deleteReplay(one.match).then(reload);
          return <ReplayRow key={one.match} one={one} play={play} gone={drop} />;
        })}
      </ul>
      <div class="buttons">
        <label class="button file">{_("Open a file…")}
          <input type="file" accept={ENDING} onChange={(event) => {
            void open(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }} />
        </label>
      </div>
      <Languages choose={choose} />
    </div>
  );
}

function ReplayRow({ one, play, gone }: { one: StoredReplay; play: ShelfProps["play"]; gone: () => void }) {
  const [isSure, setSure] = useState(false);
  const { names, results, turns, format, is_late, is_opened, match_result } = one.head;
  const about = [
    day(one), _(row("FORMATS", format) ?? format), deckOf(one), is_opened ? _("both hands") : "",
    is_late ? _("not from the beginning") : "",
  ];
  const ends = results.map((result) => resultWords(result, names, one.head.sides[0] ?? -1)).filter(Boolean);
  const { data } = one;
  if (!data) return null;
  return (
    <li>
      <b>{names.join(" – ")}</b>
      <span class="faint">{about.filter(Boolean).join(" · ")}</span>
      {ends.map((end, at) => <span key={at}>{ends.length > 1 || one.head.best_of > 1 ? `${_("Duel {number}", { number: at + 1 })}: ` : ""}{end} <small class="faint">{_("Turns: {count}", { count: turns[at] ?? 0 })}</small></span>)}
      {match_result ? <b>{`${_("Match")}: ${resultWords(match_result, names, one.head.sides[0] ?? -1)}`}</b> : null}
      <div class="buttons">
        <button class="button main" onClick={() => play(data)}>{_("Play")}</button>
        <button class="button" onClick={() => saveFile(one, data)}>{_("Save as a file")}</button>
        {isSure ? (
          <>
            <button class="button" onClick={gone}>{_("Delete permanently")}</button>
            <button class="button quiet" onClick={() => setSure(false)}>{_("Keep it")}</button>
          </>
        ) : <button class="button quiet" onClick={() => setSure(true)}>{_("Delete")}</button>}
      </div>
    </li>
  );
}

function deckOf(one: StoredReplay): string {
  const name = one.head.decks.find(Boolean) ?? "";
  return name && pgettext("the title of a deck", name);
}

/** When it was played, by this computer's clock. */
function day(one: StoredReplay): string {
  const date = new Date(one.head.made);
  if (Number.isNaN(date.getTime())) return "";
  return date.toLocaleString(language.replace("_", "-"), { dateStyle: "medium", timeStyle: "short" });
}

/** The text that is searched for typed words, in small letters. */
function searchedText(one: StoredReplay): string {
  const { names, decks, made, results, format } = one.head;
  const ends = results.map((result) => resultWords(result, names, one.head.sides[0] ?? -1));
  return [...names, ...decks, made, day(one), format, ...ends].join(" ").toLowerCase();
}

function saveFile(one: StoredReplay, data: Uint8Array<ArrayBuffer>): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data], { type: "application/octet-stream" }));
  link.download = `${[one.head.made.slice(0, 16).replace(":", "").replace("T", " "), ...one.head.names].join(" - ")}${ENDING}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1_000);
}
