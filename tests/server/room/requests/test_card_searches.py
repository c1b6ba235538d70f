"""A name is declared at a whole table: searched by text, answered by passcode, also after a reconnect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from trio.testing import MockClock

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.refereeing.referee import Act, Choice, Frame, PromptKind, SeatPrompt, passcode_of
from facedown_server.table import ops
from facedown_shared.cards.facts import Facts, bundled_pool
from facedown_shared.protocol.messages import (
    Answer,
    CardsFound,
    CreateTable,
    FoundCard,
    Hello,
    JoinTable,
    Printed,
    SearchCards,
)
from facedown_shared.tables.view import PromptNotice
from facedown_shared.text.errors import Code, Illegal
from facedown_shared.text.words import words
from tests.server.counting import CountingGame
from tests.server.tables import QUIET, Player, Server, begin, run_server, secret_of
from tests.server.tables import code_of as code_of_table

CARDS = tuple(
    Facts(code=900_000_000 + number, name=f"Ember Number {number}", kinds=("monster",))
    for number in range(40)
)
POOL = bundled_pool().joined_with(CARDS)
ODD = tuple(facts.code for facts in CARDS if facts.code % 2)


@dataclass
class NamingGame(CountingGame):
    """The turn player declares a name, again and again."""

    names: Sequence[int] = ODD
    declared: list[int] = field(default_factory=list)

    def check(self, act: Act) -> None:
        """Accept only what may be declared."""
        if isinstance(act.body, Choice) and passcode_of(act.body.keys[0]) not in self.names:
            raise Illegal(words("not_offered"))

    def _answer(self, seat: int, key: str) -> Iterator[Frame]:
        self.declared.append(passcode_of(key))
        ops.declare(self.state, seat, facts=POOL[passcode_of(key)])
        self._begin_next_turn(1 - seat)
        yield self._frame()

    def _ask_turn(self) -> None:
        seat = self.state.turn_player
        self._asked[seat] += 1
        ops.set_prompted_seats(self.state, (PromptNotice(seat, "choice"),))
        self._ask = SeatPrompt(
            seat, self._asked[seat], PromptKind.CHOICE, words("declare_a_name"), tuple, names=self.names
        )


async def search_cards(player: Player, text: str) -> CardsFound:
    """Return the results of a search for this text at the open prompt."""
    await player.do(SearchCards(player.asked.ask, text))
    return player.last(CardsFound)


async def table(server: Server) -> tuple[Player, Player, Player]:
    """Open a table; return the player prompted first, the other, and a spectator."""
    anna = await server.host("Anna")
    ben = await server.guest(anna, "Ben")
    sid = await server.spectator(anna, "Sid")
    first = await begin(anna, ben)
    return first, ben if first is anna else anna, sid


async def test_what_is_found_satisfies_the_condition_and_the_answer_is_a_passcode(
    autojump_clock: MockClock,
) -> None:
    async with run_server(make=NamingGame, pool=POOL) as server:
        first, other, sid = await table(server)
        assert (first.asked.declare, first.asked.options) == (True, ())
        told = await search_cards(first, "ember number 1")
        assert [card.name for card in told.cards] == [
            f"Ember Number {number}" for number in (1, 11, 13, 15, 17, 19)
        ]
        assert not told.more
        assert len((await search_cards(first, "ember")).cards) == 20
        assert (await search_cards(first, "Blue-Eyes")).cards == ()
        for picks, code in (((0,), 0), ((), 0), ((), 900_000_000)):
            await first.do(Answer(first.asked.ask, picks, code=code))
            assert first.refusal is Code.NOT_OFFERED
        await first.do(Answer(first.asked.ask, code=900_000_019))
        for player in (first, other, sid):
            assert [(one.kind, one.code) for one in player.told if one.kind == "declared"] == [
                ("declared", 900_000_019)
            ]
            assert player.view is not None
            assert player.view.facts[900_000_019].name == "Ember Number 19"


async def test_one_who_comes_back_in_the_middle_declares_as_before(autojump_clock: MockClock) -> None:
    async with run_server(make=NamingGame, pool=POOL) as server:
        first, _, _ = await table(server)
        asked, before = first.asked, await search_cards(first, "7")
        await first.hang_up()
        again = await server.back(first)
        assert again.asked == asked
        assert await search_cards(again, "7") == before
        await again.do(Answer(asked.ask, code=900_000_017))
        assert server.made[-1].declared == [900_000_017]


async def test_nobody_searches_who_is_not_asked_for_a_name(autojump_clock: MockClock) -> None:
    async with run_server(make=NamingGame, pool=POOL) as server:
        first, other, sid = await table(server)
        ask = first.asked.ask
        for player, code in ((other, Code.OLD_PROMPT), (sid, Code.NOT_ALLOWED)):
            await player.do(SearchCards(ask, "ember"))
            assert player.refusal is code
        await first.do(SearchCards(ask + 1, "ember"))
        assert first.refusal is Code.OLD_PROMPT
    async with run_server() as server:
        first, _, _ = await table(server)
        ask = first.asked.ask
        for message, code in (
            (SearchCards(ask, "ember"), Code.NOT_NOW),
            (Answer(ask, (0,), code=5), Code.NOT_OFFERED),
        ):
            await first.do(message)
            assert first.refusal is code


async def test_one_address_searches_only_so_often(autojump_clock: MockClock) -> None:
    async with run_server(
        make=NamingGame,
        pool=POOL,
        bounds=Bounds(search_rate=1.0, search_burst=3.0, work_fair_share_burst=2.0),
    ) as server:
        first, _, _ = await table(server)
        for _ in range(3):
            await search_cards(first, "ember")
        await first.do(SearchCards(first.asked.ask, "ember"))
        assert first.refusal is Code.TOO_FAST


async def test_what_is_printed_on_the_cards_found_is_told_once_to_those_who_reads(
    autojump_clock: MockClock,
) -> None:
    async with run_server(make=NamingGame, pool=POOL) as server:
        anna = await server.connect()
        await anna.do(Hello("Anna", language="en"), CreateTable(QUIET))
        ben = await server.connect()
        await ben.do(Hello("Ben", language="en"), JoinTable(code_of_table(anna), secret_of(anna, "opponent")))
        first = await begin(anna, ben)
        for _ in range(2):
            assert (await search_cards(first, "number 39")).cards == (
                FoundCard(900_000_039, "Ember Number 39"),
            )
            (printed,) = first.all(Printed)
            assert printed.facts == (CARDS[39],)
