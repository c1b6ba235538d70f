"""run.py: its commands, when it sets up, and that every failure is a sentence."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import click
import pytest

import run
from facedown_client.commands.command import cli as facedown_client
from facedown_server.service.command import cli as facedown_server

ROOT = Path(run.__file__).parent


@pytest.fixture(autouse=True)
def use_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run these tests in English on any computer; and so what they start."""
    monkeypatch.setenv("LC_ALL", "C")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a sample checkout with locks, in which nothing is installed."""
    (tmp_path / "locks").mkdir()
    for layer in (*run.LAYERS, *run.ADDED):
        (tmp_path / "locks" / f"{layer}.txt").write_text(f"{layer}==1 \\\n    --hash=sha256:0\n")
    (tmp_path / "pyproject.toml").write_text("")
    monkeypatch.setattr(run, "ROOT", tmp_path)
    return tmp_path


@pytest.fixture
def steps(house: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Record the commands of a set-up instead of running them; the first makes an interpreter."""
    done: list[list[str]] = []

    def record(command: list[str], otherwise: str = "", total: int = 0) -> None:
        done.append(command)
        python = run.venv_python(house / ".venv")
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch(0o755)

    monkeypatch.setattr(run, "run_step", record)
    monkeypatch.setattr(run, "works", Path.exists)
    return done


@pytest.mark.parametrize(
    ("words", "module", "rest"),
    [
        ([], ("facedown_client",), []),
        (["facedown://10.0.0.7:7777/R7K-42Q"], ("facedown_client",), ["facedown://10.0.0.7:7777/R7K-42Q"]),
        (["wss://duels.example/R7K-42Q"], ("facedown_client",), ["wss://duels.example/R7K-42Q"]),
        (["r7k-42q", "--text"], ("facedown_client",), ["r7k-42q", "--text"]),
        (["192.168.1.5:7777"], ("facedown_client",), ["192.168.1.5:7777"]),
        (["duels.example/t/R7K-42Q#seat=x"], ("facedown_client",), ["duels.example/t/R7K-42Q#seat=x"]),
        (["serve", "--port", "0"], ("facedown_server", "serve"), ["--port", "0"]),
        (["scenario", "a.json"], ("facedown_server", "scenario"), ["a.json"]),
        (["demo", "--duels", "3"], ("facedown_client", "demo"), ["--duels", "3"]),
        (["host"], ("facedown_client", "host"), []),
        (["bench"], ("benchmarks",), []),
        (
            ["test", "server/facedown_server/room", "-k", "clock"],
            ("tools.checks", "test"),
            ["server/facedown_server/room", "-k", "clock"],
        ),
    ],
)
def test_words_are_understood(words: list[str], module: tuple[str, ...], rest: list[str]) -> None:
    command, passed_on = run.understand(words)
    assert (command.module, passed_on) == (module, rest)


@pytest.mark.parametrize(
    ("line", "layer"),
    [
        ("solo", "play"),
        ("solo --text", "server"),
        ("R7K-42Q --text", "server"),
        ("demo", "server"),
        ("", "play"),
    ],
)
def test_the_window_is_fetched_for_the_window(line: str, layer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[str] = []
    monkeypatch.setattr(run, "set_up", fetched.append)
    monkeypatch.setattr(run, "hand_over", lambda command, rest: 0)
    assert run.main(line.split()) == 0
    assert fetched == [layer]


def test_a_slip_of_the_pen_gets_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        run.understand(["sevre"])
    assert f"Did you mean `{run.as_typed()} serve`?" in capsys.readouterr().err


@pytest.mark.parametrize("language", ["C", "zh_CN.UTF-8"])
def test_help_teaches_every_command_in_every_language(language: str) -> None:
    answer = subprocess.run(
        [sys.executable, str(ROOT / "run.py"), "--help"],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONUTF8": "1", "LC_ALL": language},
    )
    assert answer.returncode == 0
    assert ("打开游戏" in answer.stdout) is (language != "C")
    assert all(f"run.py {word}" in answer.stdout for word in {*run.commands(), "setup", "LINK"} - {"join"})


@pytest.mark.parametrize(
    ("package", "program"), [("facedown_client", facedown_client), ("facedown_server", facedown_server)]
)
def test_commands_are_those_that_their_program_states(package: str, program: click.Group) -> None:
    stated = {
        word: " ".join(
            f"{one.name.upper()}{'…' * (one.nargs < 0)}"
            for one in command.params
            if isinstance(one, click.Argument)
        )
        for word, command in program.commands.items()
        if not command.hidden
    }
    found = {word: one for word, one in run.commands().items() if one.module[0] == package}
    assert {word: one.arguments for word, one in found.items()} == stated
    assert all(one.module == (package, word) for word, one in found.items())
    listed = {word for _title, words in run.SECTIONS for word in words.split()}
    assert {*run.commands(), "LINK", "setup"} - listed == {"join"}, "LINK stands for it"


@pytest.mark.parametrize("words", [[], ["setup"], ["prove"], ["release"], ["serve"], ["R7K-42Q"]], ids=str)
def test_the_version_needs_no_set_up(
    house: Path, steps: list[list[str]], capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    """Seen to fail: it installed the window first, and the commands of developers refused the option."""
    (house / "pyproject.toml").write_text('[project]\nversion = "7.8.9"\n', encoding="utf-8")
    assert run.main([*words, "--version"]) == 0
    assert capsys.readouterr().out == "facedown, version 7.8.9\n"
    assert not steps


@pytest.mark.parametrize("word", ["test", "style", "types", "bench", "prove"])
def test_a_copy_from_a_server_says_what_it_lacks(
    house: Path, steps: list[list[str]], capsys: pytest.CaptureFixture[str], word: str
) -> None:
    with pytest.raises(SystemExit, match="1"):
        run.main([word])
    assert capsys.readouterr().err.strip() == run.GAME_ALONE
    assert not steps


def test_sentences_are_in_the_language_of_the_computer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    with pytest.raises(SystemExit, match="2"):
        run.understand(["sevre"])
    assert f"是想用 `{run.as_typed()} serve` 吗？" in capsys.readouterr().err


def test_an_old_python_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 8, 1))
    with pytest.raises(SystemExit):
        run.main([])
    assert "needs Python 3.11 or newer" in capsys.readouterr().err


def test_set_up_installs_the_lock_then_ourselves_and_only_once(house: Path, steps: list[list[str]]) -> None:
    run.set_up("play")
    made, lock, own = steps
    assert made[-3:] == ["venv", "--clear", str(house / ".venv")]
    assert "--require-hashes" in lock
    assert lock[-1].endswith("play.txt")
    assert own[-2:] == ["-e", str(house)]
    run.set_up("play")
    run.set_up("server")
    assert len(steps) == 3


def test_a_python_that_this_user_may_not_run_is_no_traceback(
    house: Path, steps: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: `.venv/bin/python` led into another user's folder: PermissionError."""
    run.set_up("server")
    done = len(steps)

    def refuse(path: Path, **_: object) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "exists", refuse)
    assert run.is_ready(house / ".venv", "server")
    run.venv_python(house / ".venv").chmod(0o644)
    assert not run.is_ready(house / ".venv", "server")
    assert len(steps) == done


def test_help_can_be_cut_off_by_its_reader() -> None:
    """Seen to fail: `run.py --help | head` ended in a traceback."""
    words = [sys.executable, str(ROOT / "run.py"), "--help"]
    reader, writer = os.pipe()
    os.close(reader)
    try:
        answer = subprocess.run(words, stdout=writer, stderr=subprocess.PIPE)
    finally:
        os.close(writer)
    assert (answer.returncode, answer.stderr) == (1, b"")


def test_a_changed_lock_is_noticed_and_no_layer_is_lost(house: Path, steps: list[list[str]]) -> None:
    run.set_up("dev")
    (house / "locks/dev.txt").write_text("dev==2 \\\n    --hash=sha256:1\n")
    steps.clear()
    run.set_up("server")
    assert [step[-1].endswith("dev.txt") for step in steps] == [True, False]


def test_what_a_command_needs_besides_is_added_once_and_stays(
    house: Path, steps: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run, "hand_over", lambda command, rest: 0)
    assert run.main(["core", "--help"]) == 0
    assert not any(step[-1].endswith("core.txt") for step in steps)
    steps.clear()
    assert run.main(["core"]) == run.main(["core"]) == 0
    assert [Path(step[-1]).name for step in steps] == ["core.txt"]
    assert "--require-hashes" in steps[0]
    assert "wasmtime" in capsys.readouterr().err
    steps.clear()
    run.set_up("play")
    assert [Path(step[-1]).name for step in steps][:2] == ["play.txt", "core.txt"]
    assert run.is_ready(house / ".venv", "server")
    (house / "locks/core.txt").write_text("core==2 \\\n    --hash=sha256:1\n")
    assert not run.is_ready(house / ".venv", "server")


@pytest.mark.parametrize(
    ("words", "setting", "adds"),
    [
        (["serve", "--database", "postgresql+psycopg://duels@db/duels"], "", ["postgresql.txt"]),
        (["nodes", "--database=postgresql://duels@db/duels"], "", ["postgresql.txt"]),
        (["serve"], "postgresql+psycopg://duels@db/duels", ["postgresql.txt"]),
        (["serve", "--database", "sqlite:///postgresql.sqlite3"], "", []),
        (["serve", "--database", "postgresql://db/duels", "--help"], "", []),
        (["serve", "--event", "goat night.jsonl"], "", ["event.txt"]),
        (["serve", "--event=goat.jsonl", "--help"], "", []),
        (["serve", "--events", "4"], "", ["event.txt"]),
    ],
)
def test_one_who_names_a_database_or_an_event_gets_what_it_needs(
    house: Path, steps: list[list[str]], monkeypatch: pytest.MonkeyPatch,
    words: list[str], setting: str, adds: list[str],
) -> None:  # fmt: skip
    monkeypatch.setattr(run, "hand_over", lambda command, rest: 0)
    monkeypatch.setenv("FACEDOWN_DATABASE", setting)
    run.set_up("server")
    steps.clear()
    assert run.main(words) == run.main(words) == 0
    assert [Path(step[-1]).name for step in steps] == adds


def test_an_interrupted_set_up_begins_again(
    house: Path, steps: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = run.run_step

    def raise_interrupt(command: list[str], otherwise: str = "", total: int = 0) -> None:
        if total:
            raise SystemExit(130)
        record(command, otherwise, total)

    monkeypatch.setattr(run, "run_step", raise_interrupt)
    with pytest.raises(SystemExit, match="130"):
        run.set_up("server")
    monkeypatch.setattr(run, "run_step", record)
    assert not run.is_ready(house / ".venv", "server")
    steps.clear()
    run.set_up("server")
    assert "--clear" in steps[0]
    assert run.is_ready(house / ".venv", "server")


def test_a_moved_folder_is_set_up_again(
    house: Path,
    steps: list[list[str]],
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run.set_up("server")
    elsewhere = tmp_path_factory.mktemp("new") / "house"
    house.rename(elsewhere)
    monkeypatch.setattr(run, "ROOT", elsewhere)
    steps.clear()
    run.set_up("server")
    assert "--clear" in steps[0]


def test_a_second_set_up_waits_for_the_first(tmp_path: Path) -> None:
    with run.alone(tmp_path / "marker") as was_there, (tmp_path / "marker").open("a+b") as other:
        assert not was_there
        assert not run.take(other.fileno(), wait=False)
    assert not (tmp_path / "marker").exists()


def test_a_python_without_venv_gets_a_sentence(
    house: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit):
        run.set_up("server")
    assert capsys.readouterr().err.strip() == run.NO_VENV


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("Retrying after NewConnectionError\nERROR: No matching distribution found", run.OFFLINE),
        ("ERROR: No matching distribution found for pygame-ce", run.NO_PACKAGE),
    ],
)
def test_why_an_install_failed_is_a_sentence(said: str, sentence: str) -> None:
    assert run.reason(said) == sentence


def test_a_failed_step_shows_what_it_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run.run_step([sys.executable, "-c", "print('something else'); raise SystemExit(1)"])
    told = capsys.readouterr().err
    assert "something else" in told
    assert "tries again" in told


def test_without_a_network_there_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    said = "print('WARNING: Retrying: NewConnectionError'); raise SystemExit(1)"
    with pytest.raises(SystemExit):
        run.run_step([sys.executable, "-c", said])
    assert capsys.readouterr().err.strip() == run.OFFLINE


@pytest.mark.parametrize(
    "said", ["[Errno 28] No space left on device", "[WinError 112] There is not enough space on the disk"]
)
@pytest.mark.parametrize("sentence", ["", run.NO_VENV])
def test_a_full_disk_is_called_that(said: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Seen to fail: the message was that venv was missing, or that the lines above have the reason."""
    with pytest.raises(SystemExit):
        run.run_step([sys.executable, "-c", f"print({said!r}); raise SystemExit(1)"], sentence)
    assert capsys.readouterr().err.splitlines()[-1] == run.FULL


def test_a_disk_that_is_full_from_the_start_is_called_that(
    house: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def raise_disk_full(path: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(run, "alone", raise_disk_full)
    with pytest.raises(SystemExit):
        run.set_up("server")
    assert capsys.readouterr().err.strip() == run.FULL


def test_a_set_up_can_see_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [f"Collecting p{number}==1 (from -r locks/play.txt)" for number in range(10)]
    run.show_progress(lines, 20)
    run.show_progress([*lines, "Installing collected packages: p0"], 20)
    assert capsys.readouterr().err == "  10 of 20 packages\n  installing …\n"


def test_a_shorter_line_of_progress_leaves_nothing_of_a_longer_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: "  installing …kages"."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    run.show_progress(["Collecting p1"], 20)
    run.show_progress(["Collecting p1", "Installing collected packages: p1"], 20)
    line, _newline, _rest = capsys.readouterr().err.rpartition("\r")[2].partition("\n")
    assert len(line) >= len("  1 of 20 packages")


HANDING_OVER = """
import pathlib, sys
sys.path.insert(0, {root!r})
import run
run.venv_python = lambda venv: pathlib.Path(sys.executable)
sys.exit(run.hand_over(run.Command("server", ("{module}",)), {rest!r}))
"""


def handover_command(module: str, *rest: str) -> list[str]:
    """Return the command of a process that hands over to a module as run.py does."""
    return [sys.executable, "-c", HANDING_OVER.format(root=str(ROOT), module=module, rest=list(rest))]


def test_the_exit_code_is_passed_on() -> None:
    assert (
        subprocess.run(handover_command("timeit", "--no-such-option"), stderr=subprocess.DEVNULL).returncode
        == 2
    )


def test_the_program_knows_how_it_was_started() -> None:
    words = "import os; print(os.environ['FACEDOWN_STARTED_BY'])"
    answer = subprocess.run(
        handover_command("timeit", "-n1", "-r1", words), capture_output=True, encoding="utf-8"
    )
    assert answer.stdout.splitlines()[0] == f"{Path(sys.executable).name.removesuffix('.exe')} run.py"


@pytest.mark.parametrize(("language", "title"), [("en", "Without a window"), ("zh_CN", "不用窗口")])
def test_a_python_without_any_library_is_enough_to_begin(language: str, title: str) -> None:
    """Seen to fail: on a fresh machine every command ended in `No module named 'msgspec'`."""
    environment = {**os.environ, "LANG": f"{language}.UTF-8", "LC_ALL": "", "LANGUAGE": "", "LC_MESSAGES": ""}
    words = [sys.executable, "-I", "-S", str(ROOT / "run.py"), "--help"]
    answer = subprocess.run(words, env=environment, capture_output=True, encoding="utf-8")
    assert answer.returncode == 0, answer.stderr
    assert title in answer.stdout


def test_a_folder_of_the_same_name_cannot_get_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "this.py").write_text("raise SystemExit(77)")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    answer = subprocess.run(handover_command("this"), cwd=tmp_path, env=environment, capture_output=True)
    assert answer.returncode == 0
    assert b"Beautiful is better than ugly" in answer.stdout


if os.name == "posix":  # other systems have no signal to one process

    def test_a_signal_reaches_the_program() -> None:
        line = handover_command("http.server", "0", "--bind", "127.0.0.1")
        with subprocess.Popen(
            line, stdout=subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        ) as server:
            assert server.stdout
            assert b"Serving" in server.stdout.readline()
            server.send_signal(signal.SIGTERM)
            assert server.wait(10) == -signal.SIGTERM
