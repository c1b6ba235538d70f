// Playing on from a moment of a replay, as `client/facedown_client/replays/playing_on.py`: a View shows no usage limits
// and no lingering effects. Only running the duel again restores them, and that takes the log of the whole duel, which
// both players must have agreed to open.

import { gettextNoop } from "../words/language";
import { lineFacts } from "../alone/line_storage";
import { type Frame, type Replay, ReplayError } from "./replay";

const UNOPENED = gettextNoop("Playing on needs both hands. Both players open them at the end of a match: press Open both hands on the result, before you leave the table.");
const NO_LINE = gettextNoop("Steps of this duel were undone, or it cannot be replayed up to here.");
const TOO_LONG = gettextNoop("There are more steps up to here than a table played alone allows.");

/** The text of a line that begins at this frame. Throws a ReplayError, with the reason, if none can. */
export function lineHere(replay: Replay, frames: readonly Frame[], at: number): string {
  const { head, lines } = replay;
  const here = frames[at];
  const text = here ? lines.get(here.duel) ?? "" : "";
  if (!here || !text) throw new ReplayError(head.is_opened ? NO_LINE : UNOPENED);
  const { steps } = lineFacts(text);
  const step = stepCount(replay, frames, at);
  if (step > steps + Number(!!here.view.result)) throw new ReplayError(TOO_LONG); // surrender and timeout are no steps
  return text.replace(/^at = \d+$/m, `at = ${Math.min(step, steps)}`);
}

/** The steps of the duel before this frame. An act that is not over yet is left out, unless the shown turn began in it:
 * then it is done whole. */
function stepCount(replay: Replay, frames: readonly Frame[], at: number): number {
  const here = frames[at];
  if (!here) return 0;
  const first = Math.min(...replay.courses.flat().filter((frame) => frame.duel === here.duel).map((frame) => frame.at));
  const isOfAct = (frame: Frame) => frame.at === here.at && frame.duel === here.duel;
  const before = frames[frames.findIndex(isOfAct) - 1];
  const last = frames.filter(isOfAct).at(-1) ?? here;
  const isTurnBegun = last.view.turn === here.view.turn && (before?.duel !== here.duel || before.view.turn !== here.view.turn);
  return Math.max(0, here.at - first - Number(last !== here && !isTurnBegun));
}
