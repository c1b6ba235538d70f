// Practice: a table against the server's bot, with a deck for each.

import { useEffect, useLayoutEffect, useState } from "preact/hooks";

import { saveSetting, setting } from "../connection/stored_state";
import type { Game } from "../model/game";
import { GameChoice, NameField } from "../room/form_parts";
import { Languages } from "../room/room";
import { _, type Language } from "../words/language";
import { DEFAULT_LEVEL, LEVELS } from "../generated/levels";
import { DeckField } from "./deck_field";
import { Refusals, settingsOf } from "./form_parts";
import { type ChosenDeck, Opening } from "./opening";

const ANY_DECK: ChosenDeck = { text: "", title: "" };

export function PracticeForm({ game, choose }: { game: Game; choose: (wanted: Language) => void }) {
  const [, draw] = useState(0);
  const [name, setName] = useState(setting("name") ?? "");
  const [way, setWay] = useState(setting("practice") ?? "rules master");
  const [level, setLevel] = useState(setting("level") ?? DEFAULT_LEVEL);
  const [own, setOwn] = useState(ANY_DECK);
  const [other, setOther] = useState(ANY_DECK);
  const [opening, setOpening] = useState<Opening | null>(null);
  useLayoutEffect(() => game.addListener(() => {
    opening?.handleChange();
    draw((count) => count + 1);
  }), [game, opening]);
  useEffect(() => {
    if (!game.isOn) game.connect(_("Guest"), null); // to learn what can be played here
  }, [game]);
  const { welcome, refusal } = game.model;
  const { settings, format } = settingsOf(way);
  const isBusy = !!opening && !opening.refused && !refusal;
  const open = () => {
    saveSetting("name", name.trim());
    saveSetting("practice", way);
    saveSetting("level", level);
    setOpening(new Opening(game, {
      settings: { ...settings, opponent: "bot", ...(level === DEFAULT_LEVEL ? {} : { level }) }, file: "", decks: [own, other], handleOpened: () => undefined,
    }, name.trim() || _("Player {number}", { number: 1 })));
  };
  return (
    <div class="outside">
      <form class="door" onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) open();
      }}>
        <h2>{_("Practise against the bot")}</h2>
        {welcome && !welcome.practice ? <p class="warn" role="alert">{_("This server has no bot to practise against.")}</p> : null}
        <GameChoice game={game} modes={["rules", "core"]} way={way} choose={setWay} />
        <DeckField label={_("Your deck")} format={format} isCore={settings.mode === "core"} usual={_("The server's default deck")} deck={own} choose={setOwn} />
        <DeckField label={_("The bot's deck")} format={format} isCore={settings.mode === "core"} usual={_("The server's default deck")} deck={other} choose={setOther} />
        <label>{_("The bot's level")}
          <select value={level} onChange={(event) => setLevel(event.currentTarget.value)}>
            {LEVELS.map(([one, title]) => <option key={one} value={one}>{_(title)}</option>)}
          </select>
          <span class="faint">{_(LEVELS.find(([one]) => one === level)?.[2] ?? "")}</span>
        </label>
        <NameField name={name} setName={setName} />
        <Refusals game={game} opening={opening} other={_("The bot's deck")}
          advice={_("The bot plays only cards that this server knows: take the others out of the deck.")} />
        <div class="buttons">
          <button class="button main" disabled={isBusy || !!(welcome && !welcome.practice)}>{_("Practise")}</button>
          {isBusy ? <span class="faint" role="status">{_("Wait, please")}…</span> : null}
        </div>
      </form>
      <Languages choose={choose} />
    </div>
  );
}
