"""Programs that play: rules of thumb for each game, a bot at a table, a demo. No pygame.

The exported names are for programs of others (docs/develop/play-by-program.md), and stay as they are within a
minor version:

    async with connect("http://192.168.1.20:7777/t/R7K-42Q#seat=SECRET", "Wren") as table:
        async for prompt in table:
            await table.answer(prompt, *prompt.options[: prompt.least])
        print(table.result)
"""

from __future__ import annotations

from facedown_client.bot.api.bot_table import BotTable, connect, open_table, play
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.card_search import FoundCard
from facedown_shared.protocol.messages import Option, Prompt, Settings
from facedown_shared.tables import View
from facedown_shared.text import BadInput, Code, FacedownError

__all__ = [
    "BadInput", "BotTable", "Code", "FacedownError", "Facts", "FoundCard", "Option", "Prompt", "Settings",
    "View", "connect", "open_table", "play",
]  # fmt: skip
