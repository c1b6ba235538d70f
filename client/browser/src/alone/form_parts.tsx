// What the forms of practice and solo play share: the settings of such a table, and refusals.

import type { Settings } from "../generated/wire";
import type { Game } from "../model/game";
import { TableRefusal, playedSettings } from "../room/form_parts";
import { _ } from "../words/language";
import { wordsIn } from "../words/phrases";
import type { Opening } from "./opening";

/** The settings of a way to play, and the format whose ready decks fit. */
export function settingsOf(way: string): { readonly settings: Settings; readonly format: string } {
  const { settings, format } = playedSettings(way);
  return { settings: { ...settings, listed: false, pace: "off" }, format };
}

interface RefusalsProps {
  readonly game: Game;
  readonly opening: Opening | null;
  /** The title of the other side's deck. */
  readonly other: string;
  /** What can be done about cards that the server does not know. */
  readonly advice: string;
}

/** Why the table was not opened. */
export function Refusals({ game, opening, other, advice }: RefusalsProps) {
  const refused = opening?.refused;
  return (
    <>
      <TableRefusal game={game} />
      {refused ? (
        <div class="warn report" role="alert">
          {refused.seat ? <p><b>{other}</b></p> : null}
          <p>{_("This deck may not be played here:")}</p>
          {refused.report.reasons.map((reason, at) => <p key={at}>{wordsIn(reason, null)}</p>)}
          {refused.report.unknown.length ? <p>{advice}</p> : null}
        </div>
      ) : null}
    </>
  );
}
