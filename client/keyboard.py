"""The text client at a real keyboard: lines read in a thread, what is told printed, until the table is left.

What a line means is `terminal.py`'s to say.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress

import trio

from client.deckbox import Boxed
from client.link import LinkState, Status
from client.terminal import Terminal
from client.visit import Visit
from shared.errors import BadInput, Code, FacedownError
from shared.messages import (
    AtTable,
    Ended,
    FromServer,
    Leave,
    Refused,
    Seated,
    Tables,
    ToServer,
    UseDeck,
    Whole,
)

BEGINS_WITHIN = 10.0
"""Seconds a table played alone has to begin; from then on what is typed counts, whatever went wrong."""

LEAVES_WITHIN = 5.0
"""Seconds a server of our own has to let us go."""

Hear = Callable[[FromServer], list[ToServer]]


def say(lines: Iterable[str]) -> None:
    """Print, at once, also into a pipe."""
    for line in lines:
        print(line)
    sys.stdout.flush()


async def run(
    visit: Visit, *, deck: Boxed | None = None, hear: Hear | None = None,
    lines: trio.abc.ReceiveChannel[str] | None = None,
) -> None:  # fmt: skip
    """Play or watch until the table is left. Raises FacedownError when the server cannot be reached.

    `hear` says what to send because of a message, at a table played alone; `lines` are what is typed, the
    keyboard's if none are given.
    """
    terminal = Terminal(visit.model, alone=hear is not None, server=visit.link.address)
    there = trio.Event()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(visit.run)
        if lines is None:
            send, lines = trio.open_memory_channel[str](0)
            nursery.start_soon(_keyboard, send)
        nursery.start_soon(_listen, visit, terminal, lines, there)
        await _watch(visit, terminal, deck, hear, there)
        visit.link.close()
        nursery.cancel_scope.cancel()


async def _watch(
    visit: Visit, terminal: Terminal, deck: Boxed | None, hear: Hear | None, there: trio.Event
) -> None:
    """Print what is told. `there` is set once something can be typed that makes sense."""
    while not terminal.over:
        message = await visit.next()
        if isinstance(message, Whole | Ended if hear is not None else AtTable | Tables):
            there.set()
        if isinstance(message, LinkState):
            if message.status is Status.CLOSED:
                if message.sentence:
                    raise FacedownError(message.code or Code.UNREACHABLE, message.sentence)
                return
            if message.status is Status.WAITING:
                say([message.sentence, f"Trying again in {message.wait:.0f} seconds."])
            continue
        if isinstance(message, Refused) and not visit.model.code and not terminal.has_list:
            raise FacedownError(message.code, message.text)
        if isinstance(message, Refused):  # nothing will begin by itself
            there.set()
        say(terminal.tell(message))
        for wish in hear(message) if hear is not None else ():
            visit.send(wish)
        if isinstance(message, Seated) and deck is not None and visit.model.is_player:
            visit.send(UseDeck(deck.text, deck.title))


async def _keyboard(send: trio.abc.SendChannel[str]) -> None:
    """Read lines in a thread that may be left behind when the program ends; without a keyboard, none."""
    async with send:
        with suppress(OSError, ValueError):
            await _read(send)


async def _read(send: trio.abc.SendChannel[str]) -> None:
    while line := await trio.to_thread.run_sync(sys.stdin.readline, abandon_on_cancel=True):
        await send.send(line)


async def _listen(
    visit: Visit, terminal: Terminal, lines: trio.abc.ReceiveChannel[str], there: trio.Event
) -> None:
    """Carry out what is typed, kept until we are there. Whoever plays alone leaves with the end of it."""
    with trio.move_on_after(BEGINS_WITHIN if terminal.alone else math.inf):
        await there.wait()
    async for line in lines:
        try:
            printed, sent = terminal.typed(line)
        except BadInput as refused:
            printed, sent = [str(refused)], []
        say(printed)
        if terminal.alone and Leave() in sent:
            break
        for message in sent:
            visit.send(message)
        if terminal.over:  # the seat is kept, and nobody else will say that this is the end
            visit.link.close()
    if terminal.alone:
        if visit.model.table is not None and visit.send(Leave()):
            await trio.sleep(LEAVES_WITHIN)
        visit.link.close()
