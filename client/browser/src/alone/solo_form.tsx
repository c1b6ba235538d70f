// Solo play: a table for one person with both sides, and the lines and puzzles stored in this browser.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { saveSetting, setting } from "../connection/stored_state";
import type { Game } from "../model/game";
import { GameChoice, NameField, wayWords } from "../room/form_parts";
import { Languages } from "../room/room";
import { _, type Language } from "../words/language";
import { DeckField } from "./deck_field";
import { Refusals, settingsOf } from "./form_parts";
import { LineShelf } from "./line_shelf";
import { type StoredLine, loadLine, newLineId, withoutRemarks } from "./line_storage";
import { type ChosenDeck, Opening } from "./opening";

const ANY_DECK: ChosenDeck = { text: "", title: "" };

/** `lineId`: the stored line to open at once; "" for none. */
export function SoloForm({ game, choose, lineId }: { game: Game; choose: (wanted: Language) => void; lineId: string }) {
  const [, draw] = useState(0);
  const [name, setName] = useState(setting("name") ?? "");
  const [way, setWay] = useState(setting("solo") ?? "rules master");
  const [own, setOwn] = useState(ANY_DECK);
  const [other, setOther] = useState(ANY_DECK);
  const [opening, setOpening] = useState<Opening | null>(null);
  useLayoutEffect(() => game.addListener(() => {
    opening?.handleChange();
    draw((count) => count + 1);
  }), [game, opening]);
  const called = name.trim() || _("Player {number}", { number: 1 });
  const play = (line: StoredLine) => setOpening(new Opening(game, {
    settings: { opponent: "nobody", listed: false, pace: "off" }, file: withoutRemarks(line.text), decks: [ANY_DECK, ANY_DECK],
    handleOpened: (code) => saveSetting(`line ${code}`, line.id),
  }, called));
  useEffect(() => {
    void (async () => {
      const line = lineId ? await loadLine(lineId) : null;
      if (line) play(line);
      else if (!game.isOn) game.connect(_("Guest"), null); // to learn what can be played here
    })();
  }, [game]);
  const { welcome, refusal } = game.model;
  const { settings, format } = settingsOf(way);
  const isOff = !!welcome && !welcome.solo;
  const isBusy = !!opening && !opening.refused && !refusal;
  const open = () => {
    saveSetting("name", name.trim());
    saveSetting("solo", way);
    setOpening(new Opening(game, {
      settings: { ...settings, opponent: "nobody" }, file: "", decks: [own, other],
      handleOpened: (code) => saveSetting(`line ${code}`, newLineId()),
    }, called));
  };
  return (
    <div class="outside">
      <form class="door" onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) open();
      }}>
        <h2>{_("Solo: both sides yourself")}</h2>
        {isOff ? <p class="warn" role="alert">{_("This server has no tables for solo play.")}</p> : null}
        <GameChoice game={game} modes={["rules", "core", "half", "free"]} way={way} choose={setWay} />
        <DeckField label={_("Your deck")} format={format} isCore={settings.mode === "core"} usual={_("The server's default deck")} deck={own} choose={setOwn} />
        <details>
          <summary>{_("The other side")}</summary>
          <DeckField label={_("The other side's deck")} format={format} isCore={settings.mode === "core"} deck={other} choose={setOther}
            usual={settings.mode === "free" ? _("none") : _("the same deck")} />
        </details>
        <NameField name={name} setName={setName} />
        <Refusals game={game} opening={opening} other={_("The other side's deck")}
          advice={_("Take the cards that this server does not know out of the deck, or choose \"{half}\" or \"{free}\" above: there you play them by hand.",
            { half: wayWords("half"), free: wayWords("free") })} />
        <div class="buttons">
          <button class="button main" disabled={isBusy || isOff}>{_("Begin")}</button>
          {isBusy ? <span class="faint" role="status">{_("Wait, please")}…</span> : null}
        </div>
      </form>
      <LineShelf play={isBusy || isOff ? null : play} />
      <Languages choose={choose} />
    </div>
  );
}
