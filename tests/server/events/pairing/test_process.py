"""The pairing process: the same pairs as here, and its failures."""

from __future__ import annotations

import sys

import pytest

from facedown_server.events.pairing import process
from facedown_server.events.pairing.matching import best_pairs
from facedown_server.events.pairing.process import PairingFailed, pair_round
from facedown_server.events.pairing.worker import LIBRARY_MISSING_CODE
from tests.server.events.pairing.histories import random_request


async def test_a_process_finds_the_same_pairs() -> None:
    request = random_request(3)
    assert await pair_round(request) == best_pairs(request)


@pytest.mark.parametrize(("code", "missing"), [(LIBRARY_MISSING_CODE, True), (1, False)])
async def test_a_process_that_fails_is_a_failure(
    monkeypatch: pytest.MonkeyPatch, code: int, missing: bool
) -> None:
    monkeypatch.setattr(
        process, "module_command", lambda _: [sys.executable, "-c", f"raise SystemExit({code})"]
    )
    with pytest.raises(PairingFailed) as failure:
        await pair_round(random_request(3))
    assert failure.value.library_missing == missing


async def test_a_process_that_cannot_start_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "module_command", lambda _: ["/nowhere/python"])
    with pytest.raises(PairingFailed):
        await pair_round(random_request(3))
