"""People at real terminals: lines do not mix, passwords are not shown, errors are sentences."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from facedown_client.connection import hosting
from facedown_client.terminal.terminal import GUARD_S
from tests.client.ptys import Terminal, terminal
from tests.replays.seeking import sought

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are not there")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Run a server on this computer, over a pipe that ends it."""
    command = hosting.command("serve", "--bind", "127.0.0.1", "--port", "0", "--data",
    str(tmp_path / "data"),
                              "--until-input-ends", "--no-discovery", "--log-level", "warning")  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield f"http://{server.stdout.readline().removeprefix('listening on ').strip()}"
        assert server.stdin is not None
        server.stdin.close()
        server.stdout.read()


def test_the_password_of_a_server_is_typed_unseen_or_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("pear\n")
    command = hosting.command("serve", "--bind", "127.0.0.1", "--port", "0", "--data", str(tmp_path),
                              "--no-discovery", "--until-input-ends",
                              "--password-file", str(file))  # fmt: skip
    home = {"FACEDOWN_HOME": str(tmp_path / "wren")}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        here = server.stdout.readline().split()[-1]
        with terminal("join", f"http://{here}", "--text", "--name", "Wren", env=home) as wren:
            wren.until("This server has a password: type it")
            wren.type("apple\r")
            wren.until("Wrong password")
            wren.type("pear\r")
            wren.until("No open table")
            assert "pear" not in wren.seen
        with terminal("join", f"http://{here}", "--text", "--name", "Wren", "--password-file", str(file),
                      env=home) as wren:  # fmt: skip
            wren.until("No open table")
            assert "has a password" not in wren.seen
        server.communicate()


def test_a_table_is_hosted_joined_by_its_password_and_left(tmp_path: Path) -> None:
    options = ("--text", "--name", "Wren", "--deck", "starter-joey", "--best-of", "3", "--clock", "5+10")
    homes = [{"FACEDOWN_HOME": str(tmp_path / name)} for name in ("wren", "halvard")]
    with terminal("host", *options, "--password", "pear", "--port", "0", env=homes[0]) as wren:
        port = wren.until(r"Link for the opponent.*:(\d+)/t/")[1]
        code = wren.until(r"You are at table (\S+)\.")[1]
        wren.until("best of 3, waiting for the players")
        wren.until("Played with 5 min \\+ 10 s for each, short pauses, password")
        with terminal("join", f"http://127.0.0.1:{port}/t/{code}", "--text", "--name", "Halvard",
                      "--deck", "starter-yugi", env=homes[1]) as halvard:  # fmt: skip
            halvard.until(f"Table {code} has a password")
            halvard.type("apple\r")
            halvard.until("Wrong password")
            halvard.type("pear\r")
            halvard.until("You are at table")
            assert "pear" not in halvard.seen
            _meet(wren, halvard)
            _side_and_begin_next(wren, halvard)
            halvard.type("\x03")
            said = halvard.wait_for_end()
            assert "Your seat is kept" in said
            assert "join http://127.0.0.1" in said
            assert "Traceback" not in halvard.seen
            wren.until("Halvard has lost the connection")
            wren.until("left to reconnect.")
        wren.type("\x04")
        said = wren.wait_for_end()
        assert said.count("\n") == 2, "the end is one sentence, after what came before"
        assert f"saved on this computer; to resume it type facedown join {code} --text" in said
        assert "Traceback" not in wren.seen
    for seat, home in enumerate(homes):
        (file,) = (Path(home["FACEDOWN_HOME"]) / "replays").iterdir()
        replay = sought(file.read_bytes(), is_over=False)
        assert (replay.head.sides, replay.head.results[0]) == ((seat,), "1 conceded")
    with terminal("join", code, "--text", env=homes[0]) as wren:
        wren.until("You are at table")
        wren.until("Turn 1")
        wren.type("quit\r")
        assert "saved on this computer" in wren.wait_for_end()


def test_a_host_whose_seat_is_resumed_elsewhere_keeps_the_server_up(tmp_path: Path) -> None:
    """Seen to fail: the host's terminal printed "Shuffles NOT verified" and took the server down."""
    options = ("--text", "--deck", "starter-joey")
    homes = [{"FACEDOWN_HOME": str(tmp_path / name)} for name in ("wren", "halvard", "elsewhere")]
    with terminal("host", *options, "--name", "Wren", "--port", "0", env=homes[0]) as wren:
        link = wren.until(r"Link for the opponent.*(http://127\.0\.0\.1:\d+/t/\S+|http\S+/t/\S+)")[1]
        with terminal("join", link, *options, "--name", "Halvard", env=homes[1]) as halvard:
            halvard.until("You are at table")
            for each in (wren, halvard):
                each.until("The deck may be played")
            time.sleep(GUARD_S + 0.1)  # just after a player has sat down, no opponent is ready
            for each in (wren, halvard):
                each.type("ready\r")
            halvard.until("won the toss")
            wren.type("key\r")
            back = wren.until(r"(http\S+#key=\S+|http\S+#\w+=\S+)")[1]
            with terminal("join", back, "--text", env=homes[2]) as elsewhere:
                elsewhere.until("You are at table")
                wren.until("Your seat is played from another connection now")
                wren.type("say hello\r")
                wren.until("Type back to take the seat here again")
                halvard.type("say well met\r")
                elsewhere.until("Halvard: well met")
                wren.type("back\r")
                wren.until("You are at table")
                assert "taken over by another connection" in elsewhere.wait_for_end()
            wren.type("say here again\r")
            halvard.until("Wren: here again")
            for each in (wren, elsewhere, halvard):
                assert "NOT verified" not in each.seen
            wren.type("leave\r")
            wren.until("Type leave again")
            wren.type("leave\r")
            wren.until("keeps running for those who are still at the table")
            halvard.type("say nobody is thrown out\r")
            halvard.until("Halvard: nobody is thrown out")
            wren.type("quit\r")
            assert "has stopped" in wren.wait_for_end()
            halvard.type("quit\r")
            halvard.wait_for_end()


def test_a_pipe_that_has_ended_is_refused_at_a_password_and_a_spectator_on_one_can_be_ended(
    tmp_path: Path,
) -> None:
    """Seen to fail: both went on for ever, and no signal but a kill ended them."""
    with terminal("host", "--text", "--password", "pear", "--port", "0",
                  env={"FACEDOWN_HOME": str(tmp_path / "wren")}) as wren:  # fmt: skip
        port = wren.until(r"Link for the opponent.*:(\d+)/t/")[1]
        code = wren.until(r"You are at table (\S+)\.")[1]
        link = f"http://127.0.0.1:{port}/t/{code}"
        own = {**os.environ, "FACEDOWN_HOME": str(tmp_path)}
        ends = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE)
        pipe = partial(subprocess.Popen, stdin=subprocess.DEVNULL, text=True, env=own, **ends)
        play = [sys.executable, "-P", "-m", "facedown_client"]
        with pipe([*play, "join", link, "--text", "--password", "apple"]) as guest:
            said, refused = guest.communicate(timeout=60)
        assert "Wrong password" in said
        assert refused.strip() == "There is no terminal to type the password in; give it with --password."
        assert guest.returncode == 1
        with pipe([*play, "watch", link, "--text", "--password", "pear"]) as spectator:
            assert spectator.stdout
            assert "watching" in spectator.stdout.readline()
            wren.until("Watching")
            spectator.terminate()
            assert "You have stopped watching." in spectator.communicate(timeout=60)[0]


def _meet(wren: Terminal, halvard: Terminal) -> None:
    """Expect arriving lines to stand on lines of their own during typing, and the typed text to be shown
    again.
    """
    wren.until("Halvard has sat down")
    wren.type("say good lu")
    wren.until("say good lu")
    halvard.type("say hello\r")
    wren.until(r"\r\x1b\[JHalvard: hello\r\nsay good lu")
    wren.type("ck\r")
    halvard.until("Wren: good luck")


def _side_and_begin_next(wren: Terminal, halvard: Terminal) -> None:
    """Concede a duel, leave a deck as it is, and begin the next duel."""
    time.sleep(GUARD_S + 0.1)  # just after a player has sat down, no opponent is ready
    halvard.type("ready\r")
    wren.until("Halvard is ready")
    wren.type("ready\r")
    chooser = wren if wren.until("(Wren|Halvard) won the toss")[1] == "Wren" else halvard
    chooser.until("1. Go first")
    time.sleep(GUARD_S + 0.1)  # just after a prompt appears it takes no answer
    chooser.type("first\r")
    for player in (wren, halvard):
        player.until("Turn 1")
    halvard.type("clock\r")
    halvard.until(r"You have \d minutes.* left")
    wren.type("concede\r")
    wren.until("Type concede again")
    wren.type("concede\r")
    wren.until("Halvard wins: you gave up")
    halvard.until("You win: Wren gave up")
    for player in (wren, halvard):
        player.until("To change cards type swap")
        player.type("keep\r")
    wren.until("1. Go first")
    time.sleep(GUARD_S + 0.1)  # just after a prompt appears it takes no answer
    wren.type("1\r")
    for player in (wren, halvard):
        player.until("Duel 2 of up to 3 begins")


def test_a_spectator_on_a_pipe_reads_on_and_one_at_a_terminal_goes_in_a_sentence(
    address: str, tmp_path: Path
) -> None:
    with terminal("join", address, "--text", "--name", "Ilse", env={"FACEDOWN_HOME": str(tmp_path)}) as ilse:
        ilse.until("You are at a server's list of tables")
        ilse.type("half a wo\x03")
        assert "Nothing had started." in ilse.wait_for_end()
        assert "Traceback" not in ilse.seen


def test_a_window_s_terminal_ends_it_in_a_sentence(tmp_path: Path) -> None:
    env = {"FACEDOWN_HOME": str(tmp_path), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    with terminal("--narrate", env=env) as window:
        window.until("screen: home")
        window.type("\x03")
        assert window.wait_for_end().splitlines()[-1].removeprefix("^C") == "The window is closed."
        assert "Traceback" not in window.seen
        assert window.process.returncode == 130


def test_what_is_played_alone_is_gone_and_it_says_so(tmp_path: Path) -> None:
    words = ("solo", "--text", "--deck", "starter-yugi")
    with terminal(*words, env={"FACEDOWN_HOME": str(tmp_path)}) as alone:
        alone.type("draw\r")  # while it starts: it counts once there is a table
        alone.until("You draw|draws ")
        alone.type("\x04")
        assert alone.wait_for_end().splitlines()[-1].startswith("This table is gone; next time, save NAME")
        assert "Traceback" not in alone.seen


def test_ctrl_c_ends_what_is_played_alone_before_its_server(tmp_path: Path) -> None:
    """Seen to fail: the server took the signal as well, and six seconds of "Trying again" came first."""
    words = ("solo", "--text", "--rules", "--deck", "starter-joey")
    with terminal(*words, env={"FACEDOWN_HOME": str(tmp_path)}) as alone:
        alone.until("Type a number")
        alone.type("\x03")
        said = alone.wait_for_end()
        assert "Trying again" not in said
        assert "Traceback" not in alone.seen
