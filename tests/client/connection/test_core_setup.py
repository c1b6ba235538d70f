"""Setup of EDOPro's core by the server's command, in a process of its own: its sentences, and its end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import trio

from facedown_client.connection import core_setup
from facedown_client.connection.core_setup import CoreSetup
from tests.server.games.edopro import mini

WAIT_TIMEOUT_S = 60


async def run_setup(nursery: trio.Nursery, folder: str, engine: str) -> CoreSetup:
    setup = CoreSetup(nursery)
    setup.start(folder, engine)
    assert setup.is_running
    await wait_until(lambda: not setup.is_running)
    return setup


async def wait_until(is_so: Callable[[], bool]) -> None:
    with trio.fail_after(WAIT_TIMEOUT_S):
        while not is_so():  # noqa: ASYNC110 - another process is awaited
            await trio.sleep(0.01)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(core_setup, "can_run_core", lambda: True)
    return tmp_path


async def test_a_wrong_folder_ends_it_with_one_sentence(home: Path) -> None:
    async with trio.open_nursery() as nursery:
        setup = await run_setup(nursery, str(home / "nowhere"), "")
    assert not setup.is_done
    assert setup.failure
    assert "Traceback" not in setup.failure
    assert len(setup.failure.splitlines()) == 1


async def test_a_stopped_setup_says_so(home: Path) -> None:
    async with trio.open_nursery() as nursery:
        setup = CoreSetup(nursery)
        setup.start(str(home), "")
        await wait_until(lambda: setup._process is not None)
        setup.stop()
        await wait_until(lambda: not setup.is_running)
    assert setup.failure == "The setup was stopped."


@pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine")
async def test_an_engine_that_lies_is_refused_with_its_own_sentence(home: Path) -> None:
    folder = home / "EDOPro"
    (folder / "script").mkdir(parents=True)
    (folder / "cards.cdb").write_bytes(b"no database")
    async with trio.open_nursery() as nursery:
        setup = await run_setup(nursery, str(folder), mini.find_engine())
    assert "lacks" in setup.failure
