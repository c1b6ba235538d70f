"""The effect of a new deck, and of facts of its cards, on a player who is ready."""

from __future__ import annotations

import pytest
from trio.testing import MockClock

from facedown_shared.protocol.messages import Concede, Consent, DeckReport, Propose, Ready, UseDeck
from facedown_shared.protocol.provided_facts import ProvidedFacts, TellFacts
from facedown_shared.text.errors import Code
from tests.server.room.people.test_deck_intake import HALF, QUIET, bring, seat_two, send_facts
from tests.server.tables import Player, Server, begin_duel, run_server


def is_ready(server: Server) -> bool:
    """Return whether the first player of the only table is ready."""
    return next(iter(server.lobby.rooms.values())).table.seats[0].ready


async def test_saying_what_cards_are_leaves_a_player_ready_while_the_deck_may_be_played(
    autojump_clock: MockClock,
) -> None:
    async with run_server() as server:
        anna, _ = await seat_two(server, HALF)
        report = await bring(anna, 0)
        await anna.do(Ready())
        assert (await send_facts(anna, report)).legal
        assert is_ready(server)
        await bring(anna, 1)
        assert not is_ready(server), "another deck is another thing to be ready with"


async def test_a_card_that_only_its_player_knows_is_not_played_by_the_rules(
    autojump_clock: MockClock,
) -> None:
    """Seen to fail: forty invented Normal Monsters of 99,999 ATK won a match on turn 2."""
    async with run_server() as server:
        anna, _ = await seat_two(server, QUIET)
        await bring_invented(anna)
        assert anna.last(DeckReport).legal
        await anna.do(Ready())
        assert anna.refusal is Code.BAD_DECK
        assert not is_ready(server)


async def bring_invented(player: Player) -> None:
    """Bring a deck of invented Normal Monsters of 99,999 ATK, with their facts."""
    codes = range(900_000_001, 900_000_015)
    await player.do(UseDeck("\n".join(["#main", *(str(code) for code in codes for _ in range(3))])))
    monster = ("monster", "normal")
    told = [ProvidedFacts(code=one, name=f"Ox {one}", kinds=monster, level=1, attack=99_999) for one in codes]
    await player.do(TellFacts(tuple(told)))


@pytest.mark.parametrize("after_proposal", [False, True])
async def test_nor_in_a_rematch(after_proposal: bool, autojump_clock: MockClock) -> None:
    """Seen to fail: such a deck, brought after a first match, was played in a rematch."""
    async with run_server() as server:
        anna, ben = await begin_duel(server, QUIET)
        await ben.do(Concede(match=True))
        if after_proposal:
            await anna.do(Propose("rematch"))
        await bring_invented(anna)
        assert anna.last(DeckReport).legal
        await ben.do(Consent(yes=True) if after_proposal else Propose("rematch"))
        assert ben.refusal is Code.NOT_NOW, "he is not informed of her deck"
        await anna.do(Propose("rematch"))
        assert anna.refusal is Code.BAD_DECK
        assert ben.stage == "over"
