"""A verdict on a record whose server sends without end: a complaint, and soon."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest

from facedown_client.model.verify.fairness import DuelRecord, Record
from facedown_client.model.verify.verdict import MAX_RECORD_BYTES, check_record, verify
from facedown_shared.protocol.fairness import Trail
from facedown_shared.protocol.messages import Opened, Pledge, Shares
from facedown_shared.text.errors import BadInput


@pytest.mark.parametrize(
    ("chapters", "opened", "words"),
    [
        ({10**9: DuelRecord()}, Opened(), "more than 9 duels"),
        ({1: DuelRecord()}, Opened(throws={"1/coin": (1 << 40,) * 3}), "a different number of sides"),
        ({1: DuelRecord()}, Opened(throws={"1/die": (6,) * 2_000_000}), "not opened"),
        (
            {1: DuelRecord()},
            Opened(trails=(Trail(1, 0, tuple(range(60)), (("shuffle", "deck", (0,)),) * 1_100_000),)),
            "too long to be verified",
        ),
    ],
)
def test_a_server_that_tells_without_end_keeps_nobody_busy(
    chapters: dict[int, DuelRecord], opened: Opened, words: str
) -> None:
    secrets = {"1/deck:0": bytes(32), "1/coin": bytes(32), "0/coin": bytes(32)}
    opened = msgspec.structs.replace(opened, secrets=secrets)
    record = Record("AAA-AAA", 0, pledge=Pledge({}), shares=Shares(), chapters=chapters, opened=opened)
    begun = time.process_time()
    found = verify(record)
    assert time.process_time() - begun < 10
    assert any(words in complaint for complaint in found.complaints)


@pytest.mark.parametrize(
    ("stirred", "note"),
    [
        (1, "1 shuffle by EDOPro's core was fixed in advance, not computed again"),
        (2, "2 shuffles by EDOPro's core were fixed in advance, not computed again"),
    ],
)
def test_what_the_fields_core_shuffled_is_said_and_not_counted(stirred: int, note: str) -> None:
    steps = (("in", "deck", (0, 0)), *[("stir", "deck", (0,))] * stirred)
    record = Record(
        "AAA-AAA", 0, pledge=Pledge({}), shares=Shares(), opened=Opened(trails=(Trail(1, 0, (7,), steps),))
    )
    found = verify(record)
    assert note in found.notes
    assert found.shuffles == 0


def test_a_record_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    """Seen to fail: a file of 300 MB was read whole, and an endless one until there was no memory."""
    with (tmp_path / "record.json").open("wb") as file:
        file.truncate(MAX_RECORD_BYTES + 1)
    with pytest.raises(BadInput, match="too large"):
        check_record(tmp_path / "record.json")
