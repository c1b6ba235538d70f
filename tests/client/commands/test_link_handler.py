"""Links from a browser: one well-formed link, shown and confirmed; the system's files that lead here."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import types
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from facedown_client.commands import link_handler
from facedown_client.commands.command import main
from facedown_client.commands.link_handler import (
    confirm_link,
    desktop_entry,
    desktop_file,
    parse_handed_link,
    registry_values,
)
from facedown_shared.network.links import TableLink
from facedown_shared.text import BadInput, Code

TABLE = "facedown://duels.example/t/R7K-42Q#seat=abc"


@pytest.mark.parametrize(
    ("word", "link"),
    [
        (TABLE, "http://duels.example:7777/t/R7K-42Q#seat=abc"),
        ("facedowns://duels.example/t/R7K-42Q#watch=abc", "https://duels.example:7777/t/R7K-42Q#watch=abc"),
        ("FACEDOWN://192.168.1.20:8000/t/R7K-42Q", "http://192.168.1.20:8000/t/R7K-42Q"),
        ("facedown://[::1]:7777/t/R7K-42Q", "http://[::1]:7777/t/R7K-42Q"),
        ("facedown://duels.example/", "http://duels.example:7777/"),
        ("facedown://duels.example/replay#replay=abc", "http://duels.example:7777/replay#replay=abc"),
    ],
)
def test_a_link_of_ours_is_parsed(word: str, link: str) -> None:
    assert str(parse_handed_link([word])) == link


@pytest.mark.parametrize(
    "words",
    [
        [],
        [TABLE, "--tunnel=evil"],
        ["--text"],
        ["http://duels.example/t/R7K-42Q"],
        ["facedown:R7K-42Q"],
        ["facedown:///t/R7K-42Q"],
        ['facedown://duels.example/t/R7K-42Q#seat=a"b'],
        ["facedown://duels.example/t/R7K-42Q --text"],
        ["facedown://duels.example/t/R7K-42Q\n--text"],
        ["facedown://duels.example/t/R7K-42Q\u202e"],
        ["facedown://wren@duels.example/t/R7K-42Q"],
        ["facedown://duels.example/../etc/passwd"],
        ["facedown://duels.example/t/R7K-42Q#back=abc"],
        ["facedown://duels.example/t/R7K-42Q#relay=abc"],
        ["facedown://duels.example/t/R7K-42Q#seat=" + "a" * 600],
        ["look at facedown://duels.example/t/R7K-42Q"],
        ["facedown://duels.example:99999/t/R7K-42Q"],
    ],
)
def test_anything_else_is_refused_with_one_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadInput) as error:
        parse_handed_link(words)
    assert error.value.code is Code.WRONG_LINK
    with pytest.raises(SystemExit) as ended:
        main(["open-link", *words])
    assert ended.value.code == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_an_option_is_refused_too(capsys: pytest.CaptureFixture[str]) -> None:
    """The command has none, not even help."""
    with pytest.raises(SystemExit) as ended:
        main(["open-link", "--help"])
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


class ShownQuestion:
    """A window that records a question."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.opened: list[str] = []
        self.accept: Callable[[], object] = list

    def confirm(self, title: str, text: str, yes: str, then: Callable[[], object]) -> None:
        self.asked = [title, text, yes]
        self.accept = then

    def open_link(self, text: str) -> None:
        self.opened.append(text)


def test_a_link_is_shown_without_its_secret_and_opened_after_a_yes() -> None:
    window = ShownQuestion()
    confirm_link(window, parse_handed_link([TABLE]))
    assert "table R7K-42Q on duels.example:7777" in window.asked[1]
    assert "abc" not in " ".join(window.asked)
    assert window.opened == []
    window.accept()
    assert window.opened == ["http://duels.example:7777/t/R7K-42Q#seat=abc"]


def test_a_host_is_shown_in_letters_that_look_like_no_others() -> None:
    assert link_handler.ascii_netloc(TableLink("d\u00fcels.example")) == "xn--dels-0ra.example:7777"
    assert link_handler.ascii_netloc(TableLink("::1")) == "[::1]:7777"


@pytest.mark.parametrize(
    "command",
    [
        ["/usr/bin/python3", "-P", "-m", "facedown_client", "open-link"],
        ["/home/Wren \u00fc \u724c/facedown/facedown", "open-link"],
        ['/odd/"quotes"/$HOME/`ls`/back\\slash/100%/x', "open-link"],
    ],
)
def test_the_desktops_file_starts_this_program_with_one_link(command: list[str], tmp_path: Path) -> None:
    text = desktop_entry(command)
    rows = dict(line.split("=", 1) for line in text.splitlines()[1:])
    assert rows["MimeType"] == "x-scheme-handler/facedown;x-scheme-handler/facedowns;"
    unescaped = re.sub(r"\\([$`])", r"\1", rows["Exec"].replace("\\\\", "\\"))
    assert shlex.split(unescaped.replace("%%", "%")) == [*command, "%u"]
    file = tmp_path / "facedown.desktop"
    file.write_text(text, encoding="utf-8")
    with suppress(FileNotFoundError):  # desktop-file-utils is not on every computer
        subprocess.run(["desktop-file-validate", str(file)], check=True)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a home folder in which xdg-mime is a program that records its words."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    program = tmp_path / "bin" / "xdg-mime"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" >> "{tmp_path}/said"\n', encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))
    return tmp_path


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="desktops of Linux have such files")
def test_links_are_given_to_this_program_and_taken_from_it(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["links"])
    assert desktop_file() == home / "share/applications/facedown.desktop"
    assert "open-link %u" in desktop_file().read_text(encoding="utf-8")
    said = (home / "said").read_text(encoding="utf-8")
    assert said == "default facedown.desktop x-scheme-handler/facedown x-scheme-handler/facedowns\n"
    main(["links", "--remove"])
    assert not desktop_file().exists()
    assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="desktops of Linux have such files")
def test_without_xdg_mime_the_file_is_written_and_said_so(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(home / "nothing"))
    main(["links"])
    assert desktop_file().is_file()
    assert "xdg-mime is missing" in capsys.readouterr().out


class FakeRegistry(types.ModuleType):
    """Windows' registry of one user: values by key."""

    HKEY_CURRENT_USER, REG_SZ = "user", 1

    def __init__(self) -> None:
        super().__init__("winreg")
        self.keys: dict[str, dict[str, str]] = {}
        self._key = ""

    def CreateKey(self, _user: str, key: str) -> FakeRegistry:  # noqa: N802 - Windows' name
        self.keys.setdefault(key, {})
        self._key = key
        return self

    def __enter__(self) -> FakeRegistry:
        return self

    def __exit__(self, *_error: object) -> None:
        return None

    def SetValueEx(self, _key: object, name: str, _zero: int, _kind: int, value: str) -> None:  # noqa: N802
        self.keys[self._key][name] = value

    def DeleteKey(self, _user: str, key: str) -> None:  # noqa: N802 - Windows' name
        if key not in self.keys:
            raise FileNotFoundError(key)
        if any(other.startswith(key + "\\") for other in self.keys):
            raise PermissionError("a key with others in it cannot be deleted")
        del self.keys[key]


def test_windows_registry_starts_the_frozen_program_with_one_link(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = FakeRegistry()
    monkeypatch.setitem(sys.modules, "winreg", registry)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", r"C:\Program Files\facedown\facedown.exe")
    link_handler.register()
    opened = registry.keys[r"Software\Classes\facedown\shell\open\command"][""]
    assert opened == r'"C:\Program Files\facedown\facedown.exe" open-link "%1"'
    assert registry.keys[r"Software\Classes\facedown"] == {"": "URL:facedown", "URL Protocol": ""}
    registry.keys.update({rf"Software\Classes\{name}\shell{rest}": {} for name in link_handler.SCHEMES
                          for rest in ("", r"\open")})  # fmt: skip
    link_handler.unregister()
    assert registry.keys == {}


def test_registry_values_end_in_one_quoted_word() -> None:
    for rows in registry_values(["python.exe", "-m", "x"]).values():
        assert not re.search(r"%1(?!\"$)", rows[""])


def test_macos_has_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(BadInput, match=r"facedown\.app"):
        link_handler.register()
