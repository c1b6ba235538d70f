// The pages without a table: opening one, decks, and replays. They are a bundle of their own, so that a link loads less.

import { render } from "preact";

import { invitation, markStarted, saveSetting, setting } from "./connection/stored_state";
import { partComponent } from "./connection/parts";
import { Game } from "./model/game";
import { Replays } from "./replays/replay_list";
import { CompanionForm } from "./companion/companion_form";
import { HostForm } from "./room/host_form";
import { TableList } from "./room/table_list";
import { type Language, loadLanguage, onCardTexts, preferredLanguage } from "./words/language";

const DecksPage = partComponent(async () => (await import("./decks/decks_page")).DecksPage);
const loadAlone = () => import("./alone/alone_parts");
const PracticeForm = partComponent(async () => (await loadAlone()).PracticeForm);
const LessonList = partComponent(async () => (await loadAlone()).LessonList);
const SoloForm = partComponent(async () => (await loadAlone()).SoloForm);

async function start(place: HTMLElement): Promise<void> {
  const { role, secret } = invitation("REP-LAY");
  window.addEventListener("hashchange", () => location.reload()); // another link, in the same tab
  await loadLanguage(preferredLanguage(setting("language")));
  const game = new Game("REP-LAY");
  onCardTexts(() => game.draw());
  if (location.pathname.endsWith("/replay")) {
    render(<Replays game={game} secret={role === "replay" ? secret : ""} own={/^#own=([\w.-]{1,128})$/.exec(location.hash)?.[1] ?? ""} />, place);
    return;
  }
  if (location.pathname.endsWith("/decks")) {
    render(<DecksPage />, place);
    return;
  }
  if (!location.pathname.endsWith("/new")) {
    render(<TableList />, place);
    return;
  }
  const choose = (wanted: Language) => {
    saveSetting("language", wanted);
    void loadLanguage(wanted).then(() => game.draw());
  };
  const [, lineId = ""] = /^#line=([\d-]{1,40})$/.exec(location.hash) ?? [];
  if (location.hash === "#practice") render(<PracticeForm game={game} choose={choose} />, place);
  else if (location.hash === "#solo" || lineId) render(<SoloForm game={game} choose={choose} lineId={lineId} />, place);
  else if (/^#lesson(s|=[\w-]{1,40})$/.test(location.hash)) {
    render(<LessonList game={game} choose={choose} begun={location.hash.split("=")[1] ?? ""} />, place);
  } else if (location.hash === "#companion") render(<CompanionForm game={game} choose={choose} />, place);
  else render(<HostForm game={game} choose={choose} />, place);
}

const root = document.getElementById("browser");
if (root) {
  markStarted(root);
  void start(root);
}
