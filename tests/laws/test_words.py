"""Servers send no sentences: over random play every text is a word or Words with an entry."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

import pytest

from facedown_shared.tables.zones import CLASSES
from facedown_shared.text.words import EFFECT, Words, effects, english
from tests.laws.duels import duel
from tests.laws.recording import RecordedPlay
from tests.laws.test_half import play_seed as half

WORD = re.compile(r"[a-z0-9_ ]*")
PLAYS = [*(partial(duel, seed, 400) for seed in range(4)), partial(half, 3)]


def find_words(played: RecordedPlay) -> Iterator[Words]:
    """Yield all Words: of prompts, of options, of the Chain."""
    for viewer in CLASSES:
        for _, _, asked, options in played.asked[viewer]:
            yield from (asked, *(option.words for option in options))
        yield from (link.words for view, _ in played.shown[viewer] for link in view.chain)


def parts(words: Words) -> Iterator[Words]:
    yield words
    for value in words.values:
        if isinstance(value, Words):
            yield from parts(value)


@pytest.mark.parametrize("play", PLAYS)
def test_all_that_is_said_has_its_entry_and_the_rest_is_words(play: partial[RecordedPlay]) -> None:
    played = play()
    found = {part for words in find_words(played) for part in parts(words) if part}
    assert len(found) > 20
    assert not [one for one in found if one.id not in english() and one.id != EFFECT]
    assert not [one for one in found if one.id == EFFECT and one.values not in effects()]
    words = {option.text for asked in played.asked.values() for _, _, _, them in asked for option in them}
    words |= {one.word for shown in played.shown.values() for _, told in shown for one in told}
    assert not [word for word in words if not WORD.fullmatch(word)]
