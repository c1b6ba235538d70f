// The strip of a choice in which a card is read before it is taken.

import { Preview } from "./side_panel";
import type { Game } from "../model/game";
import type { View } from "../generated/wire";
import { _ } from "../words/language";

export function Reading({ game, view }: { game: Game; view: View }) {
  const picked = game.choices.prompt?.options[game.picked.at(-1) ?? -1];
  const { handle, code } = game.previewed;
  const asked = game.choices.prompt;
  const isSource = !!asked && (handle ? handle === asked.card : code > 0 && code === asked.code);
  const isShown = picked !== undefined || isSource || game.isOption(handle, code);
  return (
    <div class="reading" tabIndex={0} role="group" aria-label={_("What the card says")}>
      {isShown ? <Preview game={game} view={view} /> : <p class="faint">{_("Select a card to read it; select it again to take it.")}</p>}
    </div>
  );
}
