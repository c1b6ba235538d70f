"""The keyboard and the screen of a terminal: whole lines in, whole lines out, never mixed.

Output during typing is printed above the line being typed, which is drawn again below it. Without a terminal
(a pipe, or TERM=dumb, which some screen readers set) lines are read and written unchanged. Law: it knows no
game and no network; `line_editor` knows what keys do.
"""

from __future__ import annotations

import codecs
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress

import trio

from facedown_client.terminal.line_breaks import break_line
from facedown_client.terminal.line_editor import END, INTERRUPT, LineEditor
from facedown_shared.text import printable
from facedown_shared.text.terminal_output import print_lines

ENDINGS = (signal.SIGINT, signal.SIGTERM)
"""Signals that ask this program to end. The program then prints what is saved and restores the terminal."""

_MAX_READ_BYTES = 4_096


class Console:
    """This program's terminal, or a substitute."""

    def __init__(self) -> None:
        self._editor: LineEditor | None = None

    @property
    def is_terminal(self) -> bool:
        """True if a person types here; the end of input is then a request to leave."""
        with suppress(AttributeError, ValueError):  # standard input is missing or closed
            return sys.stdin.isatty()
        return False

    def print_lines(self, lines: Iterable[str]) -> None:
        """Print whole lines above the line being typed."""
        said = [*lines]
        if self._editor is None or not said:
            print_lines(said)
            return
        columns = shutil.get_terminal_size().columns
        rows = (
            row for line in said for part in printable(line).split("\n") for row in break_line(part, columns)
        )
        words = "".join(f"{row}\n" for row in rows)
        self._write(f"{self._editor.erase_sequence()}{words}{self._editor.draw_sequence()}")

    def hide_input(self, hidden: bool) -> None:
        """Hide or show the letters typed from now on."""
        if self._editor is not None:
            self._editor.hidden = hidden

    @asynccontextmanager
    async def read_lines(self) -> AsyncIterator[trio.MemoryReceiveChannel[str]]:
        """Yield typed lines. A request to leave yields END or INTERRUPT and ends the lines."""
        send, lines = trio.open_memory_channel[str](0)
        with _keys() if self.is_terminal and _draws() else nullcontext(False) as keyed:
            self._editor = LineEditor(lambda: shutil.get_terminal_size().columns) if keyed else None
            try:
                async with trio.open_nursery() as nursery:
                    await nursery.start(self._obey, send.clone())
                    nursery.start_soon(self._read_keys if keyed else _send_lines, send)
                    yield lines
                    nursery.cancel_scope.cancel()
            finally:
                if self._editor is not None:
                    self._write(self._editor.erase_sequence())
                self._editor = None

    async def _obey(self, send: trio.MemorySendChannel[str], *, task_status: trio.TaskStatus[None]) -> None:
        """Handle Ctrl+C and the like as a request to leave."""
        with trio.open_signal_receiver(*ENDINGS) as signals:
            task_status.started()
            async with send:
                async for _ in signals:
                    await send.send(INTERRUPT)

    async def _read_keys(self, send: trio.MemorySendChannel[str]) -> None:
        """Read keys as they are pressed, in a thread that may still be waiting when the program ends."""
        assert self._editor is not None, "keys are read where a line is drawn"
        async with send:
            while keys := await trio.to_thread.run_sync(_press, abandon_on_cancel=True):
                for line in self._handle_keys(self._editor, keys):
                    await send.send(line)
            await send.send(END)

    def _handle_keys(self, editor: LineEditor, keys: str) -> list[str]:
        """Handle keys: draw the edited line, and return the lines that the keys complete."""
        erased, before = editor.erase_sequence(), editor.draw_sequence()
        ended = [*editor.handle_keys(keys)]
        after = editor.draw_sequence()
        if not ended and after.startswith(before) and "\r" not in before:
            self._write(after[len(before) :])
            return []
        shown = [] if editor.hidden else [f"{line}\n" for line in ended if line not in (END, INTERRUPT)]
        self._write("".join((erased, *shown, after)))
        return ended

    def _write(self, words: str) -> None:
        sys.stdout.write(words)
        sys.stdout.flush()


async def _send_lines(send: trio.MemorySendChannel[str]) -> None:
    """Yield lines as they arrive; none without a keyboard."""
    async with send:
        with suppress(OSError, ValueError, AttributeError):
            while line := await trio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True):
                await send.send(line.rstrip("\r\n"))
        await send.send(END)


def _draws() -> bool:
    """Return whether the screen is a terminal on which a line can be redrawn."""
    return sys.stdout.isatty() and os.environ.get("TERM", "") != "dumb"


if sys.platform == "win32":
    import ctypes
    import msvcrt

    _SCREEN_CODE, _SEQUENCES_FLAG = -11, 4
    _SPECIAL = {"K": "\x1b[D", "M": "\x1b[C", "G": "\x1b[H", "O": "\x1b[F", "H": "\x1b[A", "P": "\x1b[B",
                "S": "\x1b[3~"}  # fmt: skip
    """Key sequences of other terminals by the codes of a Windows console."""

    @contextmanager
    def _keys() -> Iterator[bool]:
        """Switch a Windows console to escape sequences within this context; yield whether it supports
        them.
        """
        kernel, mode = ctypes.windll.kernel32, ctypes.c_ulong()
        screen = kernel.GetStdHandle(_SCREEN_CODE)
        is_console = kernel.GetConsoleMode(screen, ctypes.byref(mode))
        if not (is_console and kernel.SetConsoleMode(screen, mode.value | _SEQUENCES_FLAG)):
            yield False
            return
        try:
            yield True
        finally:
            kernel.SetConsoleMode(screen, mode.value)

    def _press() -> str:
        """Wait for the next key and return it."""
        key = msvcrt.getwch()
        return _SPECIAL.get(msvcrt.getwch(), "\x00") if key in ("\x00", "\xe0") else key

else:
    import termios
    import tty

    _decoder = codecs.getincrementaldecoder("utf-8")("replace")

    @contextmanager
    def _keys() -> Iterator[bool]:
        """Let the terminal deliver single keys without echo within this context. Ctrl+C stays a signal."""
        keyboard = sys.stdin.fileno()
        try:
            before = termios.tcgetattr(keyboard)
        except termios.error:
            yield False
            return
        tty.setcbreak(keyboard, termios.TCSADRAIN)
        woken = signal.signal(
            signal.SIGCONT, lambda *_: tty.setcbreak(keyboard, termios.TCSADRAIN)
        )  # after Ctrl+Z and fg
        try:
            yield True
        finally:
            signal.signal(signal.SIGCONT, woken)
            termios.tcsetattr(keyboard, termios.TCSADRAIN, before)

    def _press() -> str:
        """Wait for the next keys and return them, "" at the end of input."""
        while data := os.read(sys.stdin.fileno(), _MAX_READ_BYTES):
            if keys := _decoder.decode(data):
                return keys
        return ""
