"""Card facts that come with the program are sent by passcode to clients that have them, and in full to
others.
"""

from __future__ import annotations

from trio.testing import MockClock

from facedown_shared.cards.facts import every_game
from facedown_shared.protocol.gestures import Move
from facedown_shared.protocol.messages import GetView, Watch, Whole
from facedown_shared.tables.zones import Place
from tests.server.room.requests.test_line_requests import begin_free, hand
from tests.server.tables import Player, code_of, run_server, secret_of


def _is_name_sent(player: Player, name: str) -> bool:
    """Return whether this name is anywhere in the bytes that a client was sent."""
    return any(name.encode() in data for data in player.raw)


async def test_both_editions_see_the_same_and_only_strangers_are_told_the_print(
    autojump_clock: MockClock,
) -> None:
    async with run_server() as server:
        first, other = await begin_free(server)
        host = first if first.seat == 0 else other
        at_home, abroad = await server.connect("Home"), await server.connect("Abroad", cards="other")
        for watcher in (at_home, abroad):
            await watcher.do(Watch(code_of(host), secret_of(host, "spectator")))
        assert first.view
        card = first.view.known_facts(hand(first)[0])
        assert card
        await first.do(Move((hand(first)[0],), (Place(first.view.viewer, "graveyard"),)))
        assert at_home.view
        assert at_home.view == abroad.view
        assert at_home.view.facts[card.code] == card == every_game()[card.code]
        assert _is_name_sent(abroad, card.name)
        assert not _is_name_sent(at_home, card.name)
        await abroad.do(GetView())
        await at_home.do(GetView())
        assert abroad.last(Whole).view == at_home.last(Whole).view
        assert len(abroad.raw[-1]) > len(at_home.raw[-1])
