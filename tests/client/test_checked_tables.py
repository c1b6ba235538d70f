"""Throws are checked whatever befalls a table: restarts, closed clients, rematches, siding, spectators.

Each honest server is verified, and the server that makes use of the same occasion to cheat is caught.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from client import deckbox
from client.fairness import CALLED_OFF, LEFT_OUT
from client.link import Link
from client.returns import Returns
from client.visit import Visit
from server.match import Match
from server.room.course import Course
from server.room.fair import Throws, throws_of
from server.room.play import Play
from server.store.memory import MemoryStore
from shared import decks, links
from shared.cards import bundled
from shared.messages import (
    Answer,
    Concede,
    Consent,
    CreateTable,
    Gesture,
    JoinTable,
    Leave,
    Propose,
    Ready,
    Rewind,
    Settings,
    ToServer,
    UseDeck,
    Watch,
)
from tests.client.cheats import liked, loaded_toss
from tests.client.house import ADDRESS, House, house

FREE = Settings(mode="free", pace="off", listed=False)
DECK = deckbox.ready("master")[0].text


@dataclass
class Hands:
    """Visitors of one server, which may be started again, and what they do by hand."""

    nursery: trio.Nursery
    store: MemoryStore = field(default_factory=MemoryStore)
    now: House | None = None

    async def dial(self) -> trio.abc.Stream:
        """A stream to the server, if it is there."""
        if self.now is None:
            raise OSError("nobody listens")
        return await self.now.dial()

    @asynccontextmanager
    async def server(self, seed: str) -> AsyncIterator[None]:
        """The server runs; in the end it is killed."""
        async with house(seed, self.store) as self.now:
            yield
            here, self.now = self.now, None
            await here.cut()

    async def come(self, name: str, wish: ToServer | None, **more: Any) -> Visit:
        """Somebody comes and takes in whatever is told."""
        visit = Visit(Link(ADDRESS, name, wish=wish, dial=self.dial, **more))
        self.nursery.start_soon(visit.run)
        self.nursery.start_soon(_read, visit)
        await wait_all_tasks_blocked()
        return visit

    async def pair(self, settings: Settings = FREE, **more: Any) -> tuple[Visit, Visit]:
        """Two players with their decks, not ready yet."""
        anna = await self.come("Anna", CreateTable(settings), **more)
        link = links.parse_link(anna.model.links["opponent"][0][1])
        ben = await self.come("Ben", JoinTable(link.code, link.secret))
        for visit in (anna, ben):
            await do(visit, UseDeck(DECK))
        return anna, ben

    async def watcher(self, host: Visit) -> Visit:
        """A spectator by the host's link."""
        link = links.parse_link(host.model.links["spectator"][0][1])
        return await self.come("Sid", Watch(link.code, link.secret))


@asynccontextmanager
async def hands() -> AsyncIterator[Hands]:
    """Room for visitors, and no server yet."""
    async with trio.open_nursery() as nursery:
        yield Hands(nursery)
        nursery.cancel_scope.cancel()


async def _read(visit: Visit) -> None:
    while True:
        await visit.next()


async def do(visit: Visit, *messages: ToServer) -> None:
    """Say this, and let everybody come to rest. Nothing is refused."""
    for message in messages:
        visit.send(message)
        await wait_all_tasks_blocked()
    assert visit.model.refusal is None


async def begin(*visits: Visit) -> None:
    """Whoever is asked begins."""
    chooser = next(visit for visit in visits if visit.model.prompt is not None)
    assert chooser.model.prompt is not None
    await do(chooser, Answer(chooser.model.prompt.ask, (0,)))


def stage(visit: Visit) -> str:
    """Where the table stands."""
    assert visit.model.table is not None
    return visit.model.table.stage


def complaints(visit: Visit) -> str:
    """What this client found wrong; "" when everything is verified."""
    assert visit.model.verdict is not None
    return " ".join(visit.model.verdict.complaints)


def deaf() -> AbstractContextManager[Any]:
    """The server dies before it has seen to any share."""

    async def share(*_: object) -> None:
        await trio.lowlevel.checkpoint()

    return patch.object(Course, "share", share)


# --- the server is started again ----------------------------------------------------------------------------


@pytest.mark.parametrize("before", ["the shares", "the first act"])
async def test_a_server_started_again_goes_on_with_what_was_pledged(
    autojump_clock: MockClock, before: str
) -> None:
    async with hands() as table:
        async with table.server("before"):
            anna, ben = await table.pair()
            with deaf() if before == "the shares" else nullcontext():
                await do(anna, Ready())
                await do(ben, Ready())
            shown = anna.model.witness.record.share
            assert stage(anna) == ("toss" if before == "the shares" else "order")
        async with table.server("after"):
            await trio.sleep(60)
            assert stage(anna) == stage(ben) == "order"
            await begin(anna, ben)
            await do(anna, Gesture("shuffle"), Gesture("draw"), Concede())
            for visit in (anna, ben):
                assert complaints(visit) == ""
            assert anna.model.witness.record.share == shown
            assert anna.model.verdict is not None
            assert (anna.model.verdict.shuffles, anna.model.verdict.throws) == (2, 1)


async def test_a_server_that_pledges_other_throws_after_a_restart_is_caught(
    autojump_clock: MockClock,
) -> None:
    """It knows the shares by then, as far as anybody can tell."""
    async with hands() as table:
        async with table.server("before"):
            anna, ben = await table.pair()
            with deaf():
                await do(anna, Ready())
                await do(ben, Ready())
        with patch("server.room.play.throws_of", lambda header: liked(throws_of(header))):
            async with table.server("after"):
                await trio.sleep(60)
                for visit in (anna, ben):
                    assert complaints(visit).startswith(CALLED_OFF), "at once: no match need come of it"
                assert stage(anna) == "toss", "no share of theirs is shown for them"


async def test_a_client_closed_before_the_match_began_shows_its_share_to_the_same_pledge(
    autojump_clock: MockClock, tmp_path: Path
) -> None:
    returns = Returns(tmp_path / "returns")
    async with hands() as table, table.server("closed"):
        anna, ben = await table.pair(returns=returns)
        with deaf():
            await do(anna, Ready())
            await do(ben, Ready())
        anna.link.close()
        await trio.sleep(5)
        (place,) = returns.all()
        again = await table.come("Anna", None, place=place, returns=returns)
        assert again.model.witness.record.share == anna.model.witness.record.share
        assert stage(again) == "toss", "Ben's share was lost as well"
        assert table.now is not None
        await table.now.cut()
        await trio.sleep(60)
        await begin(again, ben)
        await do(again, Concede())
        for visit in (again, ben):
            assert complaints(visit) == ""
            assert visit.model.witness.record.share


# --- one match after another --------------------------------------------------------------------------------


@contextmanager
def rematch_with_known_shares() -> Iterator[None]:
    """For the rematch the server takes the seals whose shares it knows, and so settles its throws alone."""
    honest, first = Play.__init__, list[Throws]()

    def begin(play: Play, *rest: Any) -> None:
        honest(play, *rest)
        play.throws = liked(first[0]) if first else play.throws
        first.append(play.throws)

    with patch.object(Play, "__init__", begin):
        yield


@pytest.mark.parametrize(
    ("cheat", "caught"), [(nullcontext, ""), (rematch_with_known_shares, LEFT_OUT)], ids=["honest", "cheat"]
)
async def test_a_rematch_has_shares_of_its_own(autojump_clock: MockClock, cheat: Any, caught: str) -> None:
    async with hands() as table, table.server("rematch"):
        with cheat():
            anna, ben = await table.pair()
            shares = set[bytes]()
            await do(anna, Ready())
            await do(ben, Ready())
            for number in range(2):
                if number:
                    await do(anna, Propose("rematch"))
                    await do(ben, Consent(yes=True))
                await begin(anna, ben)
                shares |= {visit.model.witness.record.share for visit in (anna, ben)}
                await do(ben, Concede())
                for visit in (anna, ben):
                    assert complaints(visit).startswith(caught if number else "")
                    assert bool(complaints(visit)) == bool(caught and number)
            assert len(shares - {b""}) == (2 if caught else 4)


async def test_whoever_leaves_when_the_shares_are_known_is_counted(autojump_clock: MockClock) -> None:
    async with hands() as table, table.server("left"):
        anna, ben = await table.pair()
        with deaf():
            await do(anna, Ready())
            await do(ben, Ready())
            await do(ben, Leave())
        assert stage(anna) == "over"
        assert anna.model.verdict is not None
        assert anna.model.verdict.line == (
            "Shuffles verified: 0 shuffles and 0 other throws (it ended before anything was thrown)."
        )
        link = links.parse_link(anna.model.links["opponent"][0][1])
        cleo = await table.come("Cleo", JoinTable(link.code, link.secret))
        await do(cleo, UseDeck(DECK), Ready())
        await do(anna, Ready())
        await begin(anna, cleo)
        await do(cleo, Concede())
        assert complaints(anna) == complaints(cleo) == ""
        assert "before it, 1 match ended without a duel" in anna.model.verdict.notes
        assert cleo.model.verdict is not None
        assert cleo.model.verdict.notes == ()


@contextmanager
def stacked_side() -> Iterator[None]:
    """The Deck that seat 0 brings for the second duel is laid out in an order of the server's."""
    honest = Match._begin

    def begin(match: Match, first: int) -> Any:
        if match.results:
            deck = match.decks[0]
            match.decks[0] = replace(deck, main=tuple(sorted(deck.main)))
        return honest(match, first)

    with patch.object(Match, "_begin", begin):
        yield


@pytest.mark.parametrize(
    ("cheat", "caught"),
    [(nullcontext, ""), (stacked_side, "in duel 2, our Deck: it did not begin with the cards we brought")],
    ids=["honest", "cheat"],
)
async def test_a_sided_deck_is_checked_like_the_first(
    autojump_clock: MockClock, cheat: Any, caught: str
) -> None:
    one = decks.read(DECK, bundled())
    others = tuple(card.code for card in bundled() if card.code not in one.cards and card.is_monster)[:3]
    whole = replace(one, side=tuple(code for code in others if not bundled()[code].belongs_in_extra_deck))
    sided = replace(whole, main=(*whole.main[1:], whole.side[0]), side=(*whole.side[1:], whole.main[0]))
    async with hands() as table, table.server("siding"):
        with cheat():
            anna, ben = await table.pair(Settings(mode="free", pace="off", listed=False, best_of=3))
            await do(anna, UseDeck(decks.to_ydk(whole)), Ready())
            await do(ben, Ready())
            await begin(anna, ben)
            await do(anna, Gesture("draw"), Gesture("shuffle"), Concede())
            await do(anna, UseDeck(decks.to_ydk(sided)))
            await do(ben, UseDeck(DECK))
            await begin(anna, ben)
            await do(anna, Gesture("draw"), Gesture("shuffle"), Concede())
        assert complaints(anna).startswith(caught)
        assert bool(complaints(anna)) == bool(caught)
        assert complaints(ben) == ""
        assert anna.model.verdict is not None
        assert caught or anna.model.verdict.shuffles == 4


# --- by hand, and watched -----------------------------------------------------------------------------------


async def test_throws_by_hand_are_checked_like_all_others(autojump_clock: MockClock) -> None:
    """Draws, shuffles, a search, cards of the hand taken at random, coins, dice, something taken back."""
    async with hands() as table, table.server("hands"):
        anna, ben = await table.pair()
        for visit in (anna, ben):
            await do(visit, Ready())
        await begin(anna, ben)
        await do(
            anna, Gesture("draw", amount=2), Gesture("coin", amount=2), Gesture("die"), Gesture("shuffle"),
            Gesture("mill", amount=3), Gesture("search"), Gesture("close"), Gesture("draw"),
            Gesture("random"), Gesture("shuffle", text="hand"), Gesture("draw", amount=3),
        )  # fmt: skip
        assert anna.model.table is not None
        step = anna.model.table.step
        await do(anna, Gesture("life", text="-500"), Rewind(step))
        await do(ben, Consent(yes=True))
        await do(anna, Gesture("draw"), Gesture("coin"), Gesture("shuffle"))
        await do(ben, Gesture("draw"), Concede())
        for visit in (anna, ben):
            assert complaints(visit) == ""
        assert anna.model.verdict is not None
        assert anna.model.verdict.shuffles >= 4
        assert anna.model.verdict.throws >= 5


@pytest.mark.parametrize("comes", ["before", "in the middle", "after"])
@pytest.mark.parametrize("cheat", [nullcontext, loaded_toss], ids=["honest", "loaded"])
async def test_a_spectator_checks_and_counts_every_public_throw(
    autojump_clock: MockClock, cheat: Any, comes: str
) -> None:
    """The toss, two coins and a die: who won the toss is told to whoever comes before the next one."""
    async with hands() as table, table.server("watched"):
        with cheat():
            anna, ben = await table.pair()
            sid = await table.watcher(anna) if comes == "before" else None
            await do(anna, Ready())
            await do(ben, Ready())
            await begin(anna, ben)
            await do(anna, Gesture("coin", amount=2), Gesture("die"))
            sid = await table.watcher(anna) if comes == "in the middle" else sid
            await do(ben, Concede())
            sid = sid or await table.watcher(anna)
        assert sid.model.verdict is not None
        verdict = sid.model.verdict
        if cheat is nullcontext:
            thrown = 3 if comes == "after" else 4
            assert verdict.line == f"Public throws verified: {thrown} throws."
        else:
            assert verdict.line.startswith("Public throws NOT verified: ")
