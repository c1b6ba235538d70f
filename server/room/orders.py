"""What the server's host wants of one table, carried out in the table's own task between two inputs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import trio

from server.store.store import StoreFailed
from shared.errors import FacedownError


@dataclass(slots=True)
class OperatorRequest:
    """`done` is set when it was seen to; `refused` says why it has not happened."""

    do: Callable[[], Awaitable[None]]
    done: trio.Event = field(default_factory=trio.Event)
    refused: FacedownError | StoreFailed | None = None

    async def carry_out(self) -> None:
        """Do it; a mistake of ours is the table's to end with."""
        try:
            await self.do()
        except (FacedownError, StoreFailed) as refusal:
            self.refused = refusal
        finally:
            self.done.set()
