"""A proof whose server cannot start ends with a sentence instead of waiting for it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import trio

from proofs import command
from proofs.online.server_process import ServerNotStarted, ServerProcess

FAILS = ("-c", "import sys; sys.exit(2)")
KILLED = ("-c", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")


def run(server: ServerProcess, program: tuple[str, ...]) -> int | None:
    async def first_poll() -> int | None:
        async with server.run(*program) as process:
            return process.returncode

    return trio.run(first_poll)


def test_a_server_that_ends_by_itself_before_it_listens_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ServerNotStarted, match="ended with code 2"):
        run(ServerProcess(tmp_path), FAILS)


def test_one_that_is_killed_or_has_listened_before_is_none(tmp_path: Path) -> None:
    assert run(ServerProcess(tmp_path), KILLED) == -9
    server = ServerProcess(tmp_path)
    server.opened.set()
    run(server, FAILS)


def test_a_proof_says_it_in_one_sentence_and_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FACEDOWN_NO_SUCH_SETTING", "1")
    monkeypatch.setattr(sys, "argv", ["prove", "timing", "--windows", "1"])
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert ended.value.code == 1
    assert capsys.readouterr().err == "Error: The server did not start: it ended with code 2.\n"
