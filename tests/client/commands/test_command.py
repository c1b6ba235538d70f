"""The command: a typing error costs one sentence, and the demo ends with a result over real processes."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from facedown_client.commands import command
from facedown_client.connection import hosting
from facedown_client.connection.link import Link, LinkState, Status
from facedown_client.connection.visit import Visit
from facedown_client.window.display import DISPLAYS
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import Welcome
from facedown_shared.text.errors import BadInput


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    return tmp_path


def run_command(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Return (exit code, standard error)."""
    with pytest.raises(SystemExit) as ended:
        command.main(list(words))
    return int(ended.value.code or 0), capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("demoo",), "There is no command demoo; did you mean demo?"),
        (("what?!",), "There is no command"),
        (("ftp://host/AB2-CDE",), "A link to a table starts with http://"),
        (("join",), "Missing argument 'LINK'."),
        (("join", "host/no/such/link"), "damaged"),
        (("host", "--best-of", "2"), "'2' is not one of '1', '3'"),
        (("host", "--format", "moon"), "'moon' is not one of"),
        (("host", "--port", "70000"), "70000 is not in the range"),
        (("--deck", "nope.ydk"), "There is no deck file nope.ydk"),
        (("--cards", "/no/such/folder"), "There is no folder /no/such/folder"),
        (("--cards", str(Path(__file__).parent)), "holds neither cards (cards.cdb) nor pictures"),
        (("join", "R7K-42Q", "--text"), "ask your friend for the full link"),
        (("watch", "R7K-42Q", "--text", "--name", " "), "1 to 24 characters"),
        (("bot", "R7K-42Q"), "A bot needs the full link"),
        (("bot", "http://127.0.0.1:7777"), "A bot needs the link of a table"),
        (("solo", "--text", "--rules", "--half"), "Give only one of --rules, --half and --core"),
        (("solo", "--text", "--deck", "starter-yugo"), "did you mean starter-yugi?"),
        (("demo", "--duels", "0"), "0 is not in the range"),
        (("--nonsense",), "No such option"),
        (("solo", "--text", "--deck", "kiln-and-hammer"), "is for Flesh and Blood, not for Yu-Gi-Oh! Master"),
        (("host", "--format", "fab", "--deck", "starter-joey"), "add --format master."),
        (("solo", "--deck", "starter-joey", "--deck2", "kiln-and-hammer"), "add --format fab."),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_2(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, heard = run_command(capsys, *words)
    assert code == 2
    assert sentence in heard
    assert len(heard.strip().splitlines()) == 1


def test_a_server_that_is_not_there_is_exit_1(capsys: pytest.CaptureFixture[str]) -> None:
    code, heard = run_command(capsys, "join", "127.0.0.1:9/R7K-42Q", "--text")
    assert (code, heard.strip()) == (1, "No server is listening at 127.0.0.1:9. Is it still running?")


def test_the_decks_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    command.main(["decks"])
    told = capsys.readouterr().out
    yugi = "starter-yugi: Starter Yugi, Main Deck 50, Extra Deck 0, Side Deck 0."
    assert f"{yugi} Yu-Gi-Oh! Master (--format master)" in told
    assert "kiln-and-hammer: Kiln and Hammer, Deck 40, Arena cards 7, Sideboard 0. Flesh and Blood" in told


def test_help_names_every_way_to_play(capsys: pytest.CaptureFixture[str]) -> None:
    command.main(["--help"])
    told = capsys.readouterr().out
    assert all(f"  {name}" in told for name in ("bot", "decks", "demo", "host", "join", "watch"))


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "facedown_client", *words],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120,
        env={**os.environ, **environment},
    )  # fmt: skip


def test_without_a_display_it_says_what_works_there() -> None:
    done = run(SDL_VIDEODRIVER="nonsense")
    assert done.returncode == 2
    assert "facedown LINK --text" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "instead"),
    [
        (("host", "--tunnel", "--clock", "40+0"), "facedown host --text --tunnel --clock 40+0"),
        (("http://x.example/t/R7K-42Q#seat=abc",), "facedown 'http://x.example/t/R7K-42Q#seat=abc' --text"),
    ],
)
def test_without_a_display_the_same_command_for_the_terminal_is_named(
    words: tuple[str, ...], instead: str
) -> None:
    """Seen to fail: the tunnel host was asked for first, and the message named other commands."""
    done = run(*words, SDL_VIDEODRIVER="nonsense")
    assert done.returncode == 2
    assert done.stderr.rstrip().endswith(f"Run instead: {instead}")
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_tunnel_host_is_explained_where_none_is_known(tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PATH": ""}
    done = run("host", "--text", "--tunnel", **home)
    assert done.returncode == 2
    assert "A tunnel host is a computer on the Internet" in done.stderr
    assert "you@your.server/7777" in done.stderr
    assert "host --text --open-port" in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere a display is always there")
def test_a_display_that_does_not_answer_opens_no_window_that_nobody_sees(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Seen to fail: SDL drew off the screen, and the program ran on without a message."""
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    done = run(DISPLAY=":7654")
    assert done.returncode == 2
    assert "the display does not answer" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_demo_shows_a_duel_to_its_end() -> None:
    done = run("demo", "--fast", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert "Turn 2" in done.stdout
    assert "Life Points" in done.stdout
    *_, result, verdict = done.stdout.splitlines()
    assert " wins" in result or "A draw" in result
    assert "Shuffles verified" in verdict


def test_the_demo_plays_flesh_and_blood_by_hand() -> None:
    done = run("demo", "--fast", "--seed", "2", "--format", "fab")
    assert done.returncode == 0, done.stderr
    assert " pitches " in done.stdout
    assert " defends with " in done.stdout
    assert "wins: " in done.stdout.splitlines()[-2]


def test_the_demo_plays_classic_too() -> None:
    done = run("demo", "--fast", "--seed", "1", "--format", "classic", "--duels", "2")
    assert done.returncode == 0, done.stderr
    assert "Duel 2 of 2" in done.stdout


async def test_a_server_of_one_s_own_is_there_and_then_gone() -> None:
    async with hosting.server() as link, trio.open_nursery() as nursery:
        visit = Visit(Link(link, "Wren"))
        nursery.start_soon(visit.run_link)
        with trio.fail_after(60):
            while not isinstance(await visit.next(), Welcome):
                pass
        nursery.cancel_scope.cancel()
    again = Visit(Link(link, "Wren"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(again.run_link)
        last = await again.next()
        while not (isinstance(last, LinkState) and last.status is Status.CLOSED):
            last = await again.next()
        assert "No server is listening" in last.sentence


async def test_a_taken_port_is_said_or_another_is_used() -> None:
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listeners[0].socket.getsockname()[1]
    with pytest.raises(BaseExceptionGroup) as refused:
        async with hosting.server(port=port):
            pass
    assert refused.group_contains(BadInput, match=f"Port {port} is in use already")
    async with hosting.server(port=port, or_any=True) as link:
        assert link.port != port
    for listener in listeners:
        await listener.aclose()


def test_a_port_that_was_named_is_not_replaced(capsys: pytest.CaptureFixture[str]) -> None:
    """Seen to fail: the table was at another port, without a word."""
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        code, said = run_command(capsys, "host", "--text", "--port", str(port))
    assert code == 2
    assert f"Port {port} is in use already; choose another with --port." in said
    assert hosting.port_change_text(port, TableLink("127.0.0.1", port)) == ""
    told = hosting.port_change_text(port, TableLink("127.0.0.1", 1))
    assert told == f"Port {port} is in use already, so the table is at port 1."


async def test_a_second_host_on_one_computer_reads_why(tmp_path: Path) -> None:
    """Seen to fail: the server aborted at its exit, and "<no Python frame>" was the only message."""
    async with hosting.server(data=tmp_path):
        with pytest.raises(BaseExceptionGroup) as refused:
            async with hosting.server(data=tmp_path):
                pass
        assert refused.group_contains(BadInput, match="^This computer already hosts a table in another")
