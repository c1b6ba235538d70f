"""Typed lines about cards moved by hand: none at a table of EDOPro's core, where the server prompts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from facedown_shared.protocol.messages import Answer, AtTable, Option, Prompt
from facedown_shared.text.errors import BadInput
from facedown_shared.text.words import NOTHING
from tests.client.terminal.test_terminal import START, TABLE, make_terminal

CORE = (START[0], AtTable(replace(TABLE, mode="core")), START[2])


@pytest.mark.parametrize("typed", ["end", "end phase", "2"])
def test_end_goes_to_the_end_phase_at_a_table_of_the_core(typed: str) -> None:
    """Seen to fail: `end` was sent as the end of a turn by hand, which the server refused."""
    found, _ = make_terminal(
        *CORE, Prompt(5, "turn", options=(Option("activate", 21), Option("phase", text="end")))
    )
    assert found.handle_line(typed) == ([], [Answer(5, (1,))])


def test_done_ends_a_choice_at_a_table_of_the_core() -> None:
    """Seen to fail: `done` picked the first option, whatever it was."""
    found, _ = make_terminal(*CORE, Prompt(5, "choice", NOTHING, (Option("choose", 21), Option("done"))))
    assert found.handle_line("done") == ([], [Answer(5, (1,))])
    with pytest.raises(BadInput, match="is not a command here"):
        found.handle_line("move Elf to gy")
