// The board with both players and their hands; where each of it is, the style decides by the size of the screen.

import { Arrows, Board, Hand } from "./board";
import { Player } from "./side_panel";
import type { Game } from "../model/game";
import type { View } from "../generated/wire";

export function Arena({ game, view }: { game: Game; view: View }) {
  const { bottom } = game.model;
  const top = bottom ? 0 : 1;
  return (
    <>
      <Player game={game} view={view} seat={top}><Hand game={game} view={view} seat={top} /></Player>
      <Board game={game} view={view} />
      <Hand game={game} view={view} seat={bottom} />
      <Player game={game} view={view} seat={bottom} />
      <Arrows view={view} />
    </>
  );
}
