"""A malicious replay is rejected with a sentence; neither memory nor time is lost to it."""

from __future__ import annotations

import tracemalloc

import pytest

from facedown_client.replays.player import Player
from facedown_shared.replay import parse_replay
from facedown_shared.text.errors import BadInput
from tests.shared.hostile_replays import HOSTILE


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_gets_one_sentence_and_cannot_fill_memory(name: str) -> None:
    """Played to its end as a viewer would: the worst would have been minutes, or gigabytes."""
    tracemalloc.start()
    try:
        with pytest.raises(BadInput) as refused:
            Player(parse_replay(HOSTILE[name]))
        assert tracemalloc.get_traced_memory()[1] < 128 * 1024 * 1024
    finally:
        tracemalloc.stop()
    assert str(refused.value).count(".") == 1
