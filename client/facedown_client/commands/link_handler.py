"""Links that begin with `facedown:`: what a browser hands over, and which program the system gives it to.

A browser hands over one link, which a page chose: it is shown, and opened only after a yes. Nothing else is
taken from a browser, no option and no second word.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from facedown_shared.network.links import MAX_LINK_LETTERS, REPLAY, TableLink, parse_link
from facedown_shared.startup import module_command
from facedown_shared.text import BadInput, Code, _

SCHEMES = ("facedown", "facedowns")
ROLES = ("", "seat", "watch", REPLAY)
"""Roles of links that a browser may hand over."""
LINK = re.compile(r"facedowns?://[^\s\"'<>`\\\x00-\x1f\x7f]+", re.IGNORECASE)
OPEN_WORD = "open-link"
"""The command that a browser starts."""
DESKTOP_FILE = "facedown.desktop"
PLAIN_WORD = re.compile(r"[\w./:=@+-]+", re.ASCII)
REGISTRY_FOLDER = r"Software\Classes"
XDG_TIMEOUT_S = 20


class LinkWindow(Protocol):
    """The window, as far as a link needs it."""

    def confirm(self, title: str, text: str, yes: str, then: Callable[[], object]) -> None:
        """Show a question; call `then` after a yes."""

    def open_link(self, text: str) -> None:
        """Open a link."""


def parse_handed_link(words: Sequence[str]) -> TableLink:
    """Parse what a browser has handed over. Raises BadInput unless it is one well-formed link."""
    if len(words) != 1:
        raise BadInput(Code.WRONG_LINK, _("A browser hands over one link alone; nothing was opened."))
    word = words[0]
    if len(word) > MAX_LINK_LETTERS or not LINK.fullmatch(word) or not word.isprintable():
        raise BadInput(
            Code.WRONG_LINK, _("That is no link of the form facedown://server/t/CODE; nothing was opened.")
        )
    link = parse_link(word)
    if link.role not in ROLES or not link.host:
        raise BadInput(
            Code.WRONG_LINK,
            _("A browser may open tables and replays only; paste this link instead."),
        )
    return link


def confirm_link(window: LinkWindow, link: TableLink) -> None:
    """Show a link that a browser handed over, without its secret; open it after a yes."""
    server = ascii_netloc(link)
    if link.role == REPLAY:
        text = _("A browser wants to open a replay from {server}.", server=server)
    elif link.code:
        text = _("A browser wants to open table {code} on {server}.", code=link.code, server=server)
    else:
        text = _("A browser wants to open the tables of {server}.", server=server)
    advice = _("Say yes only if you pressed such a link, and know who runs that server.")
    window.confirm(_("Open this link?"), f"{text} {advice}", _("Open"), lambda: window.open_link(str(link)))


def ascii_netloc(link: TableLink) -> str:
    """Return a link's host and port in ASCII, so that no letter looks like another."""
    host = link.host
    with suppress(UnicodeError):
        host = host if host.isascii() else host.encode("idna").decode("ascii")
    return TableLink(host, link.port, link.secure).netloc


def open_command() -> list[str]:
    """Return the command line that a browser starts, without the link."""
    if getattr(sys, "frozen", False):
        return [sys.executable, OPEN_WORD]
    return module_command("facedown_client", OPEN_WORD)


def register() -> str:
    """Give such links to this program, for this user; return what was done. Raises BadInput."""
    if sys.platform == "win32":
        _write_registry(registry_values(open_command()))
    elif sys.platform == "darwin":
        raise BadInput(Code.BAD_SETTING, _("On macOS, facedown.app opens these links once it was started."))
    else:
        file = desktop_file()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(desktop_entry(open_command()), encoding="utf-8")
        if not _run("xdg-mime", "default", DESKTOP_FILE, *(f"x-scheme-handler/{name}" for name in SCHEMES)):
            return _(
                "{file} is written. Choose facedown when a browser asks: xdg-mime is missing.", file=file
            )
        _run("update-desktop-database", str(file.parent))
    return _("Links that begin with facedown: now open this program, after you have confirmed each.")


def unregister() -> str:
    """Undo `register`; return what was done. Raises BadInput."""
    if sys.platform == "win32":
        _delete_registry()
    elif sys.platform == "darwin":
        raise BadInput(Code.BAD_SETTING, _("On macOS, delete facedown.app."))
    else:
        desktop_file().unlink(missing_ok=True)
        _run("update-desktop-database", str(desktop_file().parent))
    return _("Links that begin with facedown: no longer open this program.")


# --- Linux --------------------------------------------------------------------------------------------------


def desktop_file() -> Path:
    """Return the file that describes this program to the user's desktop."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(data).expanduser() / "applications" / DESKTOP_FILE


def desktop_entry(command: Sequence[str]) -> str:
    """Return the text of a .desktop file (freedesktop.org) that gives one link to a command."""
    line = " ".join([*map(quote_exec_word, command), "%u"])
    types = "".join(f"x-scheme-handler/{name};" for name in SCHEMES)
    rows = (
        "Type=Application", "Name=facedown", f"Exec={line}", "Icon=applications-games", "Terminal=false",
        "NoDisplay=true", "Categories=Game;CardGame;", f"MimeType={types}",
    )  # fmt: skip
    (group,) = {"Desktop Entry": rows}
    return "\n".join((f"[{group}]", *rows, ""))


def quote_exec_word(word: str) -> str:
    """Return a word as the key Exec needs it: quoted, with escapes of the quotes and of the file."""
    if PLAIN_WORD.fullmatch(word):
        return word
    quoted = re.sub(r'(["`$\\])', r"\\\1", word)
    return f'"{quoted}"'.replace("\\", "\\\\").replace("%", "%%")


def _run(*words: str) -> bool:
    """Run a program of the desktop, if it is there; return whether it worked."""
    program = shutil.which(words[0])
    if program is None:
        return False
    with suppress(OSError, subprocess.TimeoutExpired):
        done = subprocess.run(  # noqa: S603 - the desktop's own
            [program, *words[1:]], capture_output=True, timeout=XDG_TIMEOUT_S, check=False
        )
        return done.returncode == 0
    return False


# --- Windows ------------------------------------------------------------------------------------------------


def registry_values(command: Sequence[str]) -> dict[str, dict[str, str]]:
    """Return the values by key, below the user's classes, that give one link to a command."""
    line = f'{subprocess.list2cmdline(command)} "%1"'
    found: dict[str, dict[str, str]] = {}
    for name in SCHEMES:
        found[name] = {"": f"URL:{name}", "URL Protocol": ""}
        found[rf"{name}\shell\open\command"] = {"": line}
    return found


def _write_registry(values: dict[str, dict[str, str]]) -> None:
    if sys.platform == "win32":
        import winreg

        for key, rows in values.items():
            with winreg.CreateKey(winreg.HKEY_CURRENT_USER, rf"{REGISTRY_FOLDER}\{key}") as opened:
                for name, value in rows.items():
                    winreg.SetValueEx(opened, name, 0, winreg.REG_SZ, value)


def _delete_registry() -> None:
    if sys.platform == "win32":
        import winreg

        for name in SCHEMES:
            for key in (r"\shell\open\command", r"\shell\open", r"\shell", ""):
                with suppress(OSError):
                    winreg.DeleteKey(winreg.HKEY_CURRENT_USER, rf"{REGISTRY_FOLDER}\{name}{key}")
