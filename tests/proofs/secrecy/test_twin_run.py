"""What another player's choices lead to: those with a public result."""

from __future__ import annotations

from facedown_shared.protocol.messages import Concede
from proofs.secrecy.actions import Pick, Say, Step
from proofs.secrecy.first_run import Script
from proofs.secrecy.run_settings import random_table
from proofs.secrecy.twin_run import chains

PROMPT_TIME_S = 10.0


def pick(
    time: float, words: str, *, back: bool = False, prompted: float = PROMPT_TIME_S, kind: str = ""
) -> Step:
    """Return one choice of anna's: by default the first in the open state."""
    kind = kind or ("turn" if prompted == PROMPT_TIME_S else "choice")
    return Step(time, "anna", Pick(prompted, kind, "Your turn.", "Your turn.", (), words, back=back))


def chains_of_steps(*steps: Step, silent: tuple[Step, ...]) -> list[list[tuple[float, str]]]:
    """Return the chains of these steps: for each of its choices, the time of its prompt and its words."""
    script = Script(random_table(0, 1), silent=set(silent))
    found = chains(script, steps, ["anna"]).values()
    return [
        [(step.deed.prompted, step.deed.words) for step in chain if isinstance(step.deed, Pick)]
        for chain in found
    ]


def test_choices_belong_to_what_they_led_to() -> None:
    one, two, three = pick(11, "set"), pick(12, "zone", prompted=11), pick(14, "end", prompted=12)
    assert chains_of_steps(one, two, three, silent=(one,)) == [
        [(PROMPT_TIME_S, "set"), (11, "zone")],
        [(12, "end")],
    ]


def test_what_was_taken_back_is_not_made_again() -> None:
    one, back = pick(11, "set the first"), pick(12, "", back=True, prompted=11)
    two, zone = pick(13, "set the second", prompted=12), pick(14, "zone", prompted=13)
    assert chains_of_steps(one, back, two, zone, silent=(one, back, two)) == [
        [(PROMPT_TIME_S, "set the second"), (13, "zone")]
    ]


def test_what_the_core_lets_be_called_off_is_not_made_again() -> None:
    """The core asks for Tributes and takes none: then the same player is prompted in the open state again."""
    one, off = pick(11, "set the first", kind="turn"), pick(12, "done", prompted=11, kind="choice")
    two, zone = pick(13, "set the second", prompted=12, kind="turn"), pick(14, "zone", prompted=13)
    assert chains_of_steps(one, off, two, zone, silent=(one, off, two)) == [
        [(PROMPT_TIME_S, "set the second"), (13, "zone")]
    ]


def test_one_of_several_choices_is_taken_back() -> None:
    one, target, back = (
        pick(11, "activate"),
        pick(12, "wrong", prompted=11),
        pick(13, "", back=True, prompted=12),
    )
    right = pick(14, "right", prompted=13)
    assert chains_of_steps(one, target, back, right, silent=(one, target, back)) == [
        [(PROMPT_TIME_S, "activate"), (13, "right")]
    ]


def test_who_gives_up_leaves_what_was_begun() -> None:
    one, two = pick(11, "set"), pick(15, "end", prompted=14)
    assert chains_of_steps(one, Step(12, "ben", Say(Concede())), two, silent=(one,)) == [[(14, "end")]]
