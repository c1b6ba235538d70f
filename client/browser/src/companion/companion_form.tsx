// Opening a companion for two people with their cards on paper: the Life to start with, and one phone or two.

import { useLayoutEffect, useState } from "preact/hooks";

import { saveSetting, setting } from "../connection/stored_state";
import type { Game } from "../model/game";
import { NameField, TableRefusal, useOpenedTable } from "../room/form_parts";
import { Languages } from "../room/room";
import { _, type Language, row } from "../words/language";

const FORMAT = "companion";
/** Life totals that games on paper start with. */
const USUAL_LIVES = [8_000, 4_000, 40, 25, 20] as const;
const MAX_LIFE = 999_999;

export function CompanionForm({ game, choose }: { game: Game; choose: (wanted: Language) => void }) {
  const [, draw] = useState(0);
  const [name, setName] = useState(setting("name") ?? "");
  const [life, setLife] = useState(setting("life") ?? String(USUAL_LIVES[0]));
  const [bestOf, setBestOf] = useState("3");
  const [isShared, setShared] = useState(false);
  useLayoutEffect(() => game.addListener(() => draw((count) => count + 1)), [game]);
  useOpenedTable(game);
  const open = () => {
    saveSetting("name", name.trim());
    saveSetting("life", life);
    const settings = {
      format: FORMAT, mode: "free", life: Number(life), best_of: isShared ? 1 : Number(bestOf), listed: false,
      opponent: isShared ? "nobody" : "person",
    };
    game.connect(name.trim() || _("Player {number}", { number: 1 }), { m: "create", settings });
  };
  return (
    <div class="outside">
      <form class="door" onSubmit={(event) => {
        event.preventDefault();
        open();
      }}>
        <h2>{_(row("FORMATS", FORMAT) ?? FORMAT)}</h2>
        <p class="faint">{_("For two people who play with cards on paper: it counts Life and turns for both, and throws coins and dice that both can check.")}</p>
        <div class="buttons" role="group" aria-label={_("Phones")}>
          <button type="button" class="button" aria-pressed={!isShared} onClick={() => setShared(false)}>{_("A phone for each")}</button>
          <button type="button" class="button" aria-pressed={isShared} onClick={() => setShared(true)}>{_("One phone between us")}</button>
        </div>
        <div class="buttons" role="group" aria-label={_("Life at the start")}>
          {USUAL_LIVES.map((one) => (
            <button key={one} type="button" class="button" aria-pressed={life === String(one)} onClick={() => setLife(String(one))}>{one}</button>
          ))}
        </div>
        <label>{_("Life at the start")}<input type="number" inputMode="numeric" min={1} max={MAX_LIFE} required value={life}
          onInput={(event) => setLife(event.currentTarget.value)} /></label>
        {isShared ? null : (
          <label>{_("Match")}
            <select value={bestOf} onChange={(event) => setBestOf(event.currentTarget.value)}>
              <option value="1">{_("a single duel")}</option><option value="3">{_("best of {count}", { count: 3 })}</option>
            </select>
          </label>
        )}
        <NameField name={name} setName={setName} />
        <TableRefusal game={game} />
        <div class="buttons"><button class="button main">{_("Open")}</button></div>
      </form>
      <Languages choose={choose} />
    </div>
  );
}
