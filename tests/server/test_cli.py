"""The command line: child processes, one sentence for a mistake, an orderly stop."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trio
from click.testing import CliRunner

from facedown_server.service.command import cli, run
from facedown_server.service.config import Config, setting
from tests.server.serving import player

COMMAND = [sys.executable, "-P", "-m", "facedown_server"]
UNTIL = ("--until-input-ends",)


@asynccontextmanager
async def child(*words: str) -> AsyncIterator[tuple[trio.Process, int]]:
    """Run `serve` in a child process; yield it and the port that it printed."""
    start = partial(
        trio.run_process, [*COMMAND, "serve", "--bind", "127.0.0.1", "--port", "0", *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
        env={**os.environ, "PYTHONWARNINGS": "error"},
    )  # fmt: skip
    async with trio.open_nursery() as nursery:
        process: trio.Process = await nursery.start(start)
        assert process.stdout
        said = b""
        with trio.fail_after(60):
            while b"Stop with" not in said:
                part = await process.stdout.receive_some()
                assert part, f"it ended: {said!r}"
                said += part
        assert said.startswith(b"listening on 127.0.0.1:")
        yield process, int(said.split()[2].rpartition(b":")[2])
        with trio.fail_after(60):
            await process.wait()


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("SIGINT", ()),
        ("SIGTERM", ()),
        ("SIGHUP", ()),
        *((how, UNTIL) for how in ("SIGINT", "SIGTERM", "input")),
    ],
)
async def test_it_stops_in_good_order(tmp_path: Path, how: str, words: tuple[str, ...]) -> None:
    """Seen to fail: with an input still open, a signal ended it by an abort of Python at its exit."""
    async with child("--data", str(tmp_path), *words) as (process, port), player(port=port) as client:
        if how == "input":
            assert process.stdin
            await process.stdin.aclose()
        else:
            process.send_signal(getattr(signal, how))
        await client.wait_closed()
        assert client.close_code == 1012
    assert process.returncode == 0


async def test_a_server_outlives_its_terminal_with_nohup(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does; a child inherits it
    try:
        async with child("--data", str(tmp_path)) as (process, port), player(port=port):
            process.send_signal(signal.SIGHUP)
            await trio.sleep(0.5)
            assert process.poll() is None
            process.terminate()
    finally:
        signal.signal(signal.SIGHUP, before)


async def test_a_port_or_a_folder_in_use_is_one_sentence(tmp_path: Path) -> None:
    async with child("--data", str(tmp_path / "one")) as (process, port):
        for words, sentence in (
            (["--port", str(port), "--data", str(tmp_path / "two")], f"Error: Port {port} is in use already"),
            (["--port", "0", "--data", str(tmp_path / "one")], "Error: Another server is using"),
        ):
            command = [*COMMAND, "serve", "--bind", "127.0.0.1", *words]
            done = await trio.run_process(command, capture_stdout=True, capture_stderr=True, check=False)
            assert done.returncode == 2
            assert done.stdout == b""
            assert done.stderr.decode().startswith(sentence)
            assert done.stderr.count(b"\n") == 1
        process.terminate()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["serve", "--port", "99999"], "port"),
        (["serve", "--prot", "1"], "No such option"),
        (["serve", "--config", "/no/such.toml"], "cannot be read"),
        (["serve", "--tls-cert", "x"], "tls_key"),
        (["sevre"], "No such command"),
        (["scenario"], "Missing argument"),
    ],
)
def test_a_mistake_is_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("Error: ")
    assert sentence in err
    assert err.count("\n") == 1


def test_a_scenario_file_that_is_not_there_has_a_line_and_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["scenario", "/no/such.json"]) == 2
    out, err = capsys.readouterr()
    assert json.loads(out)["status"] == "unreadable"
    assert err.startswith("Error: /no/such.json ")
    assert err.count("\n") == 1


def test_help_says_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 0
    assert "serve" in capsys.readouterr().out
    assert CliRunner().invoke(cli, ["--version"]).exit_code == 0


def test_every_setting_is_a_flag_with_its_meaning_and_its_usual_value() -> None:
    told = " ".join(CliRunner().invoke(cli, ["serve", "--help"]).output.split()).replace("- ", "-")
    for name in Config.__struct_fields__:
        flag = "--proxy" if name == "proxies" else f"--{name.replace('_', '-')}"
        meaning, usual = setting(name).meaning.rstrip("."), getattr(Config(), name)
        assert meaning in told.partition(f" {flag} ")[2]
        if isinstance(usual, bool):
            assert f"{meaning}. [{'yes' if usual else 'no'}]" in told
        elif isinstance(usual, int | float):
            assert f"{meaning}. [{usual:g}]" in told
