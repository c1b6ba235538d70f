"""Play on from a replay's position: the duel as a line, at the shown step.

A View has the cards' places, but no usage limits or lingering effects; only running the duel again restores
them. That takes the log of the whole duel, which both players must have agreed to open.
"""

from __future__ import annotations

import re

from facedown_client.replays.player import Player
from facedown_shared.text import BadInput, Code, _, bounded_parsing, gettext_noop

UNOPENED = gettext_noop(
    "Playing on needs both hands. Both players open them at the end of a match: press Open both hands on the "
    "result, before you leave the table."
)
NO_LINE = gettext_noop("Steps of this duel were undone, or it cannot be replayed up to here.")
TOO_LONG = gettext_noop("There are more steps up to here than a table played alone allows: {steps} steps.")

_AT = re.compile(r"^at = \d+$", re.MULTILINE)


def line_here(player: Player) -> str:
    """Return the text of a line that begins at the replay's position.

    Raises BadInput, with the reason, if no line can begin there.
    """
    replay, head = player.replay, player.replay.head
    text = replay.lines.get(player.duel, "")
    if not text:
        why = NO_LINE if head.is_opened else UNOPENED
        raise BadInput(Code.BAD_FILE, _(why))
    step, steps = _step_count(player), _steps(text)
    if step > steps + bool(player.view.result):  # surrender and timeout are no steps
        raise BadInput(Code.BAD_FILE, _(TOO_LONG, steps=steps))
    return _AT.sub(f"at = {min(step, steps)}", text, count=1)


def _step_count(player: Player) -> int:
    """Return the number of steps of the duel before the shown position.

    An act that is not over yet is left out, unless the shown turn began in it: then it is done whole.
    """
    first = min(shot.at for shot in player.replay.shots if shot.duel == player.duel)
    shots, at = player.shown_course.shots, player.at
    here = shots[at]
    act = [frame for frame, shot in enumerate(shots) if (shot.at, shot.duel) == (here.at, here.duel)]
    begins = player.turn_start(at)
    is_turn_begun = begins in act and player.turn_start(act[-1]) == begins
    return max(0, here.at - first - (at < act[-1] and not is_turn_begun))


def _steps(text: str) -> int:
    """Return the number of steps in a line.

    Raises BadInput for an invalid line.
    """
    try:
        found = bounded_parsing.toml(text).get("steps")
    except ValueError as error:
        raise BadInput(Code.BAD_FILE, _(NO_LINE)) from error
    return len(found) if isinstance(found, list) else 0
