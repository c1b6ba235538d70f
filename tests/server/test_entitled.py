"""What a table sends besides the duel: Side Decks as numbers, and to latecomers what they may know."""

from __future__ import annotations

import pytest
from trio.testing import MockClock

from facedown_server.games.duel.engine import DuelReferee
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks import decks
from facedown_shared.protocol.messages import Concede, Settings, UseDeck
from facedown_shared.tables.formats import MASTER
from facedown_shared.tables.view import View
from tests.rules import rule
from tests.server.tables import Player, add_side_deck, begin, ready_deck, run_server

SETTINGS = Settings(best_of=3, pace="off")


def duel() -> DuelReferee:
    """Return a real duel by the master rules."""
    return DuelReferee(MASTER, bundled_pool())


def current_view(player: Player) -> View:
    """Return the current View of a client."""
    assert player.view is not None
    return player.view


async def pass_on(*players: Player) -> None:
    """Take the first option of each prompt, eight times."""
    for _ in range(8):
        for player in players:
            if player.prompt and player.prompt.options:
                await player.pick(player.prompt.options[0].verb)


@rule("VIS-35", "GAP-V10")
async def test_a_side_deck_is_a_number_to_others_before_the_match_and_after_siding(
    autojump_clock: MockClock,
) -> None:
    deck = add_side_deck(ready_deck(0), bundled_pool())
    secret = set(deck.side) - set(deck.main + deck.extra)
    async with run_server(make=duel) as server:
        anna = await server.host(settings=SETTINGS)
        ben = await server.guest(anna)
        await anna.do(UseDeck(decks.to_ydk(deck)))
        await begin(anna, ben)
        await anna.do(Concede())
        await anna.do(UseDeck(decks.to_ydk(deck)))
        assert ben.table is not None
        assert ben.table.seats[0].counts == deck.counts
        known = {code for message in ben.heard for code in codes_in(message)}
        assert secret
        assert not secret & known


def codes_in(message: object) -> set[int]:
    """Return the passcodes whose facts a message carries."""
    view = getattr(message, "view", None) or getattr(message, "patch", None)
    return set(getattr(view, "facts", None) or {})


@rule("VIS-L22", "GAP-V1", "GAP-V12")
async def test_a_late_watcher_sees_what_an_early_one_sees_and_no_hand(autojump_clock: MockClock) -> None:
    async with run_server(make=duel) as server:
        anna = await server.host(settings=SETTINGS)
        ben = await server.guest(anna)
        early = await server.spectator(anna)
        await begin(anna, ben)
        await pass_on(anna, ben)
        late = await server.spectator(anna, "Zoe")
        assert current_view(late) == current_view(early)
        assert [current_view(late).piles[f"{seat}:hand"].handles for seat in (0, 1)] == [(), ()]


@rule("VIS-L22")
@pytest.mark.parametrize("who", [0, 1])
async def test_who_comes_back_sees_what_they_saw_before(autojump_clock: MockClock, who: int) -> None:
    async with run_server(make=duel) as server:
        anna = await server.host(settings=SETTINGS)
        ben = await server.guest(anna)
        await begin(anna, ben)
        await pass_on(anna, ben)
        gone = (anna, ben)[who]
        before = current_view(gone)
        await gone.hang_up()
        again = await server.back(gone)
        assert current_view(again) == before
