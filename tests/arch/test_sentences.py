"""Servers send no sentences, and every id they send has one; and the check finds what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown_shared.text.words import english, join_words, words
from tests.arch import sentences
from tests.arch.source import ROOT, hold
from tests.arch.test_imports import put


def test_servers_send_ids_that_have_a_sentence() -> None:
    hold(sentences.check_sentences(ROOT, english()))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('raise Illegal("You hold Exodia.")', "refuses in a sentence"),
        ('raise Illegal(f"You hold {card.name}.")', "refuses in a sentence"),
        ('words("unknown")', "unknown is no sentence"),
        ('words("held")', "held takes 1 values"),
        ('words("plain", card.name)', "sends a sentence"),
        ("pass", "held: a sentence nobody sends"),
    ],
)
def test_what_is_wrong_is_seen(tmp_path: Path, text: str, why: str) -> None:
    put(tmp_path, "server/facedown_server/room/room.py", f"def late():\n    {text}\n")
    complaints = sentences.check_sentences(tmp_path, {"held": "You hold {0}."})
    assert any(why in complaint for complaint in complaints)


def test_ids_that_are_put_together_count(tmp_path: Path) -> None:
    put(tmp_path, "server/facedown_server/room/room.py", 'words(f"kept_{kind}")\n')
    assert sentences.check_sentences(tmp_path, {"kept_draw": "a card was drawn"}) == []


def test_words_are_said_and_an_unknown_id_still_says_something() -> None:
    both = join_words([words("table_paused"), words("no_such_step", 3, 2)])
    assert str(both) == "The table is paused. There are 3 steps; the table stands after 2."
    assert str(words("not_taken_back", words("kept_draw"))) == "That cannot be undone: a card was drawn."
    assert str(words("of_another_day", "Anna")) == "of another day Anna"
    assert str(words("no_such_step", 3)) == "no such step 3"
