"""Acts as lines of text, both ways."""

from __future__ import annotations

import pytest

from facedown_server.refereeing import log_codec
from facedown_server.refereeing.referee import (
    Act,
    Agreed,
    Back,
    Body,
    Choice,
    Conceded,
    Expire,
    Origin,
    Sided,
)

BODIES: dict[str, Body] = {
    'pick ["pass"]': Choice(("pass",)),
    'pick ["card:3","a b","\\"\\n"]': Choice(("card:3", "a b", '"\n')),
    "pick []": Choice(()),
    "back": Back(),
    'side "#main\\n1\\n"': Sided("#main\n1\n"),
    "concede duel": Conceded(),
    "concede match": Conceded(match=True),
    "agreed": Agreed(),
    "expire time": Expire("time"),
}


@pytest.mark.parametrize("line", BODIES)
def test_every_act_has_a_text_form(line: str) -> None:
    assert log_codec.encode_body(BODIES[line]) == line
    assert log_codec.decode_body(line) == BODIES[line]


@pytest.mark.parametrize("line", ["", "pick", "pick 3", "pick [1]", "concede", "expire", "agreed x", "jump"])
def test_other_lines_are_no_acts(line: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        log_codec.decode_body(line)


def test_a_row_gives_back_the_whole_act() -> None:
    assert log_codec.act(1, "clock", "expire time") == Act(1, Expire("time"), Origin.CLOCK)
