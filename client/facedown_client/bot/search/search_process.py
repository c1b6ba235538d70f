"""The search of the `hard` bots, in a process of its own: it never takes time from a duel or a bot.

    python -m facedown_client.bot.search.search_process

A bot starts it. Each line on standard input is a request, each line on standard output its result
(`facedown_client.bot.search.search_calls`). The process ends when its input does.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

from facedown_client.bot.search.search import search
from facedown_client.bot.search.search_calls import SearchResult, decode_request, encode_result

DEFAULT_NICENESS = 10
"""Added to the process's niceness, so that duels and bots go first."""


def answer_line(line: bytes) -> bytes:
    """Return the result of a request as a line. What cannot be searched keeps the first candidate."""
    try:
        result = search(decode_request(line))
    except Exception:  # a position that cannot be played on, such as one with cards unknown here
        result = SearchResult()
    return encode_result(result)


def main() -> None:
    """The entry point."""
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(DEFAULT_NICENESS)
    with suppress(KeyboardInterrupt, BrokenPipeError):
        for line in sys.stdin.buffer:
            sys.stdout.buffer.write(answer_line(line))
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
