// The pages without a table: opening one, decks, and replays. They are a bundle of their own, so that a link loads less.

import { render } from "preact";

import { invitation, markStarted, saveSetting, setting } from "./connection/stored_state";
import { Game } from "./model/game";
import { Replays } from "./replays/replay_list";
import { CompanionForm } from "./companion/companion_form";
import { partComponent } from "./connection/parts";
import { HostForm } from "./room/host_form";
import { TableList } from "./room/table_list";
import { type Language, loadLanguage, onCardTexts, preferredLanguage } from "./words/language";

const DecksPage = partComponent(async () => (await import("./decks/decks_page")).DecksPage);

async function start(place: HTMLElement): Promise<void> {
  const { role, secret } = invitation("REP-LAY");
  window.addEventListener("hashchange", () => location.reload()); // another link, in the same tab
  await loadLanguage(preferredLanguage(setting("language")));
  const game = new Game("REP-LAY");
  onCardTexts(() => game.draw());
  if (location.pathname.endsWith("/replay")) {
    render(<Replays game={game} secret={role === "replay" ? secret : ""} />, place);
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
  if (location.hash === "#companion") render(<CompanionForm game={game} choose={choose} />, place);
  else render(<HostForm game={game} choose={choose} />, place);
}

const root = document.getElementById("browser");
if (root) {
  markStarted(root);
  void start(root);
}
