"""Words that docs/play lists can be typed, and every word of the terminal is listed; the README is short."""

from __future__ import annotations

import re

from facedown_client.terminal.commands import ALSO, BY_WORD
from facedown_client.terminal.queries import SHOWS
from tests.arch.docs.pages import FENCE
from tests.arch.source import ROOT

PLAY = ROOT / "docs" / "play"
TERMINAL = (PLAY / "terminal.md").read_text(encoding="utf-8")
MODAL_WORDS = frozenset({"back", "done", "leave", "quit", "read", "search", "side", "swap"})
"""Words that the terminal accepts in one situation alone: siding, declaring a name, leaving."""
OPTION_WORDS = frozenset({"battle", "end", "no", "pass", "yes"})
"""Words that pick an option of a prompt (`facedown_client.model.words.text.pick_by_word`)."""


def test_the_readme_has_at_most_90_lines() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 90


def test_what_the_page_of_the_terminal_lists_can_be_typed() -> None:
    table = TERMINAL.partition("## Commands")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| [^|]+ \| (.+) \|$", table, re.MULTILINE)
    typed = {line.split()[0] for row in rows for line in re.findall(r"`([^`]+)`", row)}
    assert len(typed) > 25
    assert not typed - SHOWS.keys() - BY_WORD.keys() - ALSO.keys() - MODAL_WORDS - OPTION_WORDS


def test_every_word_of_the_terminal_is_on_a_page() -> None:
    pages = [
        *PLAY.glob("*.md"),
        ROOT / "docs" / "host" / "relays.md",
        ROOT / "docs" / "host" / "edopro-core.md",
    ]
    text = FENCE.sub("", "\n".join(page.read_text(encoding="utf-8") for page in pages))
    found = {line.split()[0] for line in re.findall(r"`([^`\n]+)`", text) if line.strip()}
    assert not {*SHOWS, *BY_WORD} - found - {"help"}
