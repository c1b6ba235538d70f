"""The bots of one server, in a process of their own: they never take time from its duels.

    python -m facedown_client.bot.bot_process PORT

The server starts it, and calls a bot by a line on standard input (`facedown_shared.network.bot_calls`). The
process ends when that input does.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import msgspec
import trio

from facedown_client.bot.bot_player import BOT, THINKING_PAUSE_S, Robot
from facedown_client.bot.search.process_link import SearchProcess
from facedown_shared.network.bot_calls import BotCall, decode_call
from facedown_shared.network.links import TableLink
from facedown_shared.text import FacedownError, _, use_language
from facedown_shared.text.language import system_language
from facedown_shared.text.terminal_output import echo

LOOPBACK = "127.0.0.1"
DEFAULT_NICENESS = 10
"""Added to the process's niceness, so that duels go first."""


async def serve_calls(port: int) -> None:
    """Let a bot play for each call on standard input, until that ends."""
    server, searcher = TableLink(LOOPBACK, port), SearchProcess()
    try:
        async with trio.open_nursery() as nursery:
            while line := await trio.to_thread.run_sync(sys.stdin.buffer.readline, abandon_on_cancel=True):
                with suppress(msgspec.MsgspecError):
                    nursery.start_soon(_play, server, decode_call(line), searcher)
            nursery.cancel_scope.cancel()
    finally:
        await searcher.end()


async def _play(server: TableLink, call: BotCall, searcher: SearchProcess) -> None:
    """Play at one table. A failure ends this bot alone; the server calls it again."""
    with use_language([call.language or system_language()]):
        name = _(BOT)
    seed = sum((call.secret or call.token).encode())
    robot = Robot(
        name, "", seed, pause=THINKING_PAUSE_S, stays=True, password=call.password, searcher=searcher
    )
    try:
        await robot.play_by_call(server, call)
    except FacedownError as failed:
        echo(_("Bot at table {code}: {error}", code=call.code, error=failed), err=True)
    except Exception as bug:  # the bots at other tables play on
        echo(_("Bot at table {code}: {error}", code=call.code, error=repr(bug)), err=True)


def main() -> None:
    """The entry point."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(DEFAULT_NICENESS)
    with suppress(KeyboardInterrupt):
        trio.run(serve_calls, int(sys.argv[1]))


if __name__ == "__main__":
    main()
