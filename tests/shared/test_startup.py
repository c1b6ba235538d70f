"""Ctrl+C while a program's modules are still loading: one word, no traceback. Commands are named as typed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from facedown_shared.startup import (
    HOST,
    INTERRUPTED_EXIT_CODE,
    RUN_MODULE,
    STARTED_BY,
    module_command,
    run_frozen_module,
    typed_command,
)
from tests.arch.source import ROOT

IMPATIENT = """
import os, signal
from facedown_shared.startup import exit_on_interrupt
with exit_on_interrupt():
    os.kill(os.getpid(), signal.SIGINT)
"""
RUN_PY = str(ROOT / "run.py")
SLOW = {"trio", "click", "pygame", "msgspec"}
FIRST = "import sys, {0}.__main__; print(*{1} & set(sys.modules))"


def run(code: str) -> subprocess.CompletedProcess[str]:
    """Run Python with this code."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)


@pytest.mark.skipif(sys.platform == "win32", reason="os.kill sends no Ctrl+C there")
def test_ctrl_c_while_it_loads_is_one_word() -> None:
    """Seen to fail: twenty lines of import machinery."""
    done = run(IMPATIENT)
    assert (done.returncode, done.stdout, done.stderr) == (INTERRUPTED_EXIT_CODE, "", f"Stopped.{os.linesep}")


@pytest.mark.parametrize("program", ["facedown_client", "facedown_server", "proofs"])
def test_nothing_that_takes_time_loads_before_that(program: str) -> None:
    """Seen to pass without a test: a program of another name was not found, and printed nothing either."""
    done = run(FIRST.format(program, SLOW))
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


def test_afterwards_ctrl_c_is_the_programs_own() -> None:
    code = "import signal\nfrom facedown_shared.startup import exit_on_interrupt as held\nwith held(): pass\n"
    done = run(f"{code}print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)")
    assert done.stdout.strip() == "True"


def test_a_command_is_named_as_the_program_was_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STARTED_BY, "python3 run.py")
    assert typed_command("decks") == typed_command("decks", HOST) == "python3 run.py decks"
    monkeypatch.delenv(STARTED_BY)
    assert (typed_command("decks"), typed_command(program=HOST)) == ("facedown decks", "facedown-server")


def test_a_module_is_run_by_this_python_and_not_from_the_working_directory(tmp_path: Path) -> None:
    """A folder of the same name in the working directory is ignored."""
    (tmp_path / "json").mkdir()
    (tmp_path / "json" / "tool.py").write_text("print('foreign')", encoding="utf-8")
    (tmp_path / "json" / "__init__.py").touch()
    line = module_command("json.tool", "--compact")
    assert line == [sys.executable, "-P", "-m", "json.tool", "--compact"]
    done = subprocess.run(line, cwd=tmp_path, input="[1, 2]", capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[1,2]"


def test_a_frozen_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    line = module_command("facedown_server", "worker", "3")
    assert line == [sys.executable, RUN_MODULE, "facedown_server", "worker", "3"]


FROZEN = """
import sys
sys.frozen = True
sys.argv[0] = "facedown"
from {0}.__main__ import main
main()
"""


@pytest.mark.parametrize("program", ["facedown_client", "facedown_server"])
def test_a_frozen_program_runs_the_module_that_its_first_word_names(program: str, tmp_path: Path) -> None:
    """As a frozen program, which `-c` stands for: the module sees only its own arguments."""
    (tmp_path / "named.py").write_text("import sys; print(__name__, sys.argv[1:])", encoding="utf-8")
    line = [sys.executable, "-c", FROZEN.format(program), RUN_MODULE, "named", "one", RUN_MODULE]
    own = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(line, env=own, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.strip()) == (0, f"__main__ ['one', '{RUN_MODULE}']"), done.stderr


@pytest.mark.parametrize(
    ("is_frozen", "words"),
    [(True, []), (True, ["demo"]), (True, [RUN_MODULE]), (False, [RUN_MODULE, "json.tool"])],
)
def test_other_command_lines_are_the_programs_own(
    is_frozen: bool, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", is_frozen, raising=False)
    monkeypatch.setattr(sys, "argv", ["facedown", *words])
    for name in ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PYINSTALLER_RESET_ENVIRONMENT"):
        monkeypatch.setenv(name, "")  # so that they are put back afterwards
    assert not run_frozen_module()
    assert sys.argv == ["facedown", *words]


@pytest.mark.parametrize(("before", "after"), [({}, ""), ({"LD_LIBRARY_PATH_ORIG": "/own"}, "/own")])
def test_a_frozen_programs_libraries_are_not_those_of_other_programs(
    before: dict[str, str], after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: ssh and npm of a frozen server were started with the libraries in its folder."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "argv", ["facedown"])
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    for name, value in {"LD_LIBRARY_PATH": "/opt/facedown/_internal", **before}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("PYINSTALLER_RESET_ENVIRONMENT", "0")
    run_frozen_module()
    assert os.environ.get("LD_LIBRARY_PATH", "") == after
    assert os.environ["PYINSTALLER_RESET_ENVIRONMENT"] == "1", "else a server of its own finds no libraries"
    assert "LD_LIBRARY_PATH_ORIG" not in os.environ


def test_an_installed_programs_library_path_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", "/own")
    run_frozen_module()
    assert os.environ["LD_LIBRARY_PATH"] == "/own"


@pytest.mark.parametrize(
    "words",
    [["-m", "facedown_client", "decks"], ["-m", "facedown_server", "serve", "--help"], [RUN_PY, "--help"]],
)
def test_a_pipe_with_few_letters_gets_question_marks(words: list[str]) -> None:
    """As on Windows, where a pipe has the system's code page. Seen to fail: a UnicodeEncodeError."""
    own = {**os.environ, "PYTHONIOENCODING": "cp1252", "LANGUAGE": "zh_CN", "LC_ALL": "zh_CN.UTF-8"}
    done = subprocess.run([sys.executable, "-P", *words], env=own, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode("cp1252")
    assert b"???" in done.stdout
