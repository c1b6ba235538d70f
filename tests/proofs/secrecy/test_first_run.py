"""The first run of a proof: what players do in it, and when."""

from __future__ import annotations

import pytest

from facedown_server.room.match.pending_prompts import SPANS
from facedown_shared.protocol.codec import decode_from_server
from facedown_shared.protocol.messages import Consent, Prompt
from proofs.secrecy.actions import SAME_TIME_S, Pick, Say, Step
from proofs.secrecy.first_run import Script, play
from proofs.secrecy.run_settings import Way, random_table

ACTS_COUNT = 50


def _prompt_time(script: Script, step: Step) -> float:
    """Return when the player of this step was last sent a prompt, or the last pause ended."""
    prompts = [
        letter.time for letter in script.letters
        if letter.time < step.time and letter.sort == "binary" and letter.who.partition(" ")[0] == step.who
        and isinstance(decode_from_server(letter.data), Prompt)
    ]  # fmt: skip
    earlier = [other for other in script.steps if other.time < step.time]
    pauses = [other.time for other in earlier if other.deed == Say(Consent(yes=True))]
    return max(prompts + pauses)


@pytest.mark.parametrize(("way", "number"), [("rules", 4), ("half", 6)])
def test_who_lets_a_window_pass_does_so_before_it_may_close(way: Way, number: int) -> None:
    """Also when it opens while a player is away: one who cannot respond is passed by rule when it closes, and
    a longer delay would show.
    """
    script = play(random_table(number, 7, ACTS_COUNT, way))
    passes = [step for step in script.steps if isinstance(step.deed, Pick) and step.deed.is_pass]
    assert len(passes) >= 10
    most = SPANS[script.setting.settings.pace][1] + SAME_TIME_S
    late = [str(step) for step in passes if step.time - _prompt_time(script, step) > most]
    assert not late
