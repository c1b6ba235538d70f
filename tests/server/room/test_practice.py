"""Tables for one person: their quotas by kind and by address, the bot's seat, and when they are closed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import msgspec
import pytest
import trio
from msgspec.structs import replace as replace_settings
from trio.testing import MockClock

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.room.practice import CALL_INTERVAL_S, RETRY_DELAY_S
from facedown_shared.decks import decks
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol.messages import (
    Answer,
    CreateTable,
    Ended,
    JoinTable,
    Leave,
    LineText,
    Ready,
    Refused,
    Resume,
    SaveLine,
    Seated,
    Settings,
    ToServer,
    UseDeck,
    Welcome,
)
from facedown_shared.text import Code
from tests.server.tables import Player, Server, code_of, run_server

SOLO = Settings(pace="off", opponent="nobody", mode="free", listed=False)
PRACTICE = Settings(pace="off", opponent="bot", listed=False)
PAPER = Settings(format="companion", mode="free", opponent="nobody", listed=False)
BOUNDS = Bounds(practice=2, solo=2, alone_per_address=2, alone_idle=1_800.0)


@dataclass
class CalledBots:
    """Bots that record the requests with which they are called."""

    calls: list[ToServer] = field(default_factory=list)
    languages: list[str] = field(default_factory=list)
    is_needed: bool = False

    async def call(self, request: ToServer, language: str) -> None:
        """Record a call."""
        self.calls.append(request)
        self.languages.append(language)

    async def set_needed(self, *, needed: bool) -> None:
        """Record whether there are tables for practice."""
        self.is_needed = needed


async def open_from(server: Server, address: str, settings: Settings, name: str = "Anna") -> Player:
    player = await server.connect(name, address)
    await player.do(CreateTable(settings))
    return player


def sentence(player: Player) -> str:
    return player.last(Refused).sentence


def terms_of(player: Player) -> int:
    assert player.table is not None
    return player.table.terms


def is_ready(player: Player, seat: int) -> bool:
    assert player.table is not None
    return player.table.seats[seat].ready


def name_of(deck: Deck | None) -> str:
    return "" if deck is None else deck.name


async def seat_bot(server: Server, bots: CalledBots) -> Player:
    """Let the bot answer its latest call."""
    await trio.sleep(2 * CALL_INTERVAL_S)
    bot = await server.connect("Bot", "127.0.0.1")
    await bot.do(bots.calls[-1])
    assert bot.seated is not None, bot.heard
    return bot


@asynccontextmanager
async def practice_table() -> AsyncIterator[tuple[Server, CalledBots, Player, Player]]:
    """Run a server with a table for practice at which both sit."""
    bots = CalledBots()
    async with run_server(bounds=BOUNDS, bots=bots) as server:
        anna = await open_from(server, "192.0.2.1", PRACTICE)
        yield server, bots, anna, await seat_bot(server, bots)


# --- quotas -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "bounds", "said"),
    [
        (SOLO, replace(BOUNDS, solo=0), "This server has no tables for solo play."),
        (PRACTICE, replace(BOUNDS, practice=0), "This server has no bot to practise against."),
    ],
)
async def test_what_is_off_is_refused_in_a_sentence(
    autojump_clock: MockClock, settings: Settings, bounds: Bounds, said: str
) -> None:
    async with run_server(bounds=bounds) as server:
        anna = await open_from(server, "192.0.2.1", settings)
        assert (anna.refusal, sentence(anna)) == (Code.NOT_ALLOWED, said)
        assert server.lobby.rooms == {}


async def test_a_file_is_not_run_where_solo_is_off(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await open_from(server, "192.0.2.1", SOLO)
        await anna.do(Ready(), SaveLine())
        text = anna.last(LineText).text
    async with run_server(bounds=replace(BOUNDS, solo=0)) as server:
        ben = await server.connect("Ben")
        await ben.do(CreateTable(PRACTICE, text))
        assert sentence(ben) == "This server has no tables for solo play."
        assert server.made == []


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (SOLO, "All solo tables on this server are taken: try again later."),
        (PRACTICE, "All places for practice on this server are taken: try again later."),
    ],
)
async def test_so_many_tables_of_a_kind_and_no_more(
    autojump_clock: MockClock, settings: Settings, said: str
) -> None:
    async with run_server(bounds=BOUNDS) as server:
        first = await open_from(server, "192.0.2.1", settings)
        await open_from(server, "192.0.2.2", settings)
        late = await open_from(server, "192.0.2.3", settings)
        assert (late.refusal, sentence(late)) == (Code.SERVER_FULL, said)
        other = SOLO if settings is PRACTICE else PRACTICE
        assert (await open_from(server, "192.0.2.4", other)).seated is not None
        await first.do(Leave())
        await late.do(CreateTable(settings))
        assert late.all(Seated)


async def test_an_address_has_its_share_of_both_kinds(autojump_clock: MockClock) -> None:
    async with run_server(bounds=replace(BOUNDS, practice=9, solo=9)) as server:
        await open_from(server, "192.0.2.1", SOLO)
        await open_from(server, "192.0.2.1", PRACTICE)
        third = await open_from(server, "192.0.2.1", SOLO)
        assert third.refusal is Code.SERVER_FULL
        assert "from your address" in sentence(third)
        assert (await open_from(server, "192.0.2.1", Settings(pace="off"))).seated is not None
        assert (await open_from(server, "192.0.2.2", SOLO)).seated is not None


async def test_two_with_one_phone_are_not_alone(autojump_clock: MockClock) -> None:
    async with run_server(bounds=replace(BOUNDS, solo=0, practice=0)) as server:
        assert (await open_from(server, "192.0.2.1", PAPER)).seated is not None


async def test_a_client_is_told_what_is_offered(autojump_clock: MockClock) -> None:
    for bounds, offered in ((BOUNDS, (True, True)), (replace(BOUNDS, practice=0, solo=0), (False, False))):
        async with run_server(bounds=bounds) as server:
            anna = await server.connect("Anna")
            welcome = anna.last(Welcome)
            assert (welcome.practice, welcome.solo) == offered


# --- idle ---------------------------------------------------------------------------------------------------


async def test_a_solo_table_without_acts_is_closed_and_makes_room(autojump_clock: MockClock) -> None:
    async with run_server(bounds=replace(BOUNDS, solo=1)) as server:
        anna = await open_from(server, "192.0.2.1", SOLO)
        await anna.do(Ready())
        await trio.sleep(BOUNDS.alone_idle - 1)
        assert (await open_from(server, "192.0.2.2", SOLO)).refusal is Code.SERVER_FULL
        await trio.sleep(2)
        assert anna.all(Ended)
        assert (await open_from(server, "192.0.2.2", SOLO)).seated is not None


async def test_other_tables_have_their_own_time(autojump_clock: MockClock) -> None:
    async with run_server(bounds=BOUNDS) as server:
        anna = await server.host("Anna")
        paper = await open_from(server, "192.0.2.9", PAPER)
        await trio.sleep(2 * BOUNDS.alone_idle)
        assert not anna.all(Ended)
        assert not paper.all(Ended)


async def test_a_bot_keeps_no_table_open(autojump_clock: MockClock) -> None:
    async with practice_table() as (server, _bots, anna, bot):
        await anna.do(Ready())
        for _ in range(4):
            await trio.sleep(BOUNDS.alone_idle / 4)
            await bot.do(Answer(9_999))  # it is refused, and it is not the player's
        await trio.sleep(1)
        assert anna.all(Ended)
        assert bot.all(Ended)
        assert server.lobby.rooms == {}


async def test_a_table_that_its_player_left_is_closed_with_the_bot(autojump_clock: MockClock) -> None:
    async with practice_table() as (server, _bots, anna, bot):
        await anna.do(Leave())
        await trio.sleep(1)
        assert bot.all(Ended)
        assert server.lobby.rooms == {}


async def test_without_its_player_a_duel_is_closed_after_that_time(autojump_clock: MockClock) -> None:
    async with practice_table() as (_server, _bots, anna, bot):
        await anna.do(Ready())
        await bot.do(Ready())
        await anna.hang_up()
        await trio.sleep(BOUNDS.alone_idle - 1)
        assert not bot.all(Ended)
        await trio.sleep(2)
        assert bot.all(Ended)


# --- the bot's seat -----------------------------------------------------------------------------------------


async def test_the_bot_is_called_once_and_plays(autojump_clock: MockClock) -> None:
    async with practice_table() as (_server, bots, anna, bot):
        assert bots.is_needed
        await trio.sleep(3 * RETRY_DELAY_S)
        assert len(bots.calls) == 1
        await anna.do(Ready())
        await bot.do(Ready())
        assert anna.stage in ("order", "toss", "duel")


async def test_its_seat_is_open_to_no_other(autojump_clock: MockClock) -> None:
    bots = CalledBots()
    async with run_server(bounds=BOUNDS, bots=bots) as server:
        anna = await open_from(server, "192.0.2.1", PRACTICE)
        assert anna.seated is not None
        assert "opponent" not in anna.seated.links
        await trio.sleep(2 * CALL_INTERVAL_S)
        (call,) = bots.calls
        assert isinstance(call, JoinTable)
        eve = await server.connect("Eve")
        for key in ("", "k" * 32):
            await eve.do(JoinTable(code_of(anna), call.secret, key=key))
            assert (eve.refusal, sentence(eve)) == (Code.SEAT_TAKEN, "This seat is for the bot.")
        await eve.do(JoinTable(code_of(anna), key="k" * 32))
        assert eve.refusal is Code.NO_SUCH_TABLE


async def test_a_lost_bot_is_called_back(autojump_clock: MockClock) -> None:
    async with practice_table() as (server, bots, anna, bot):
        await anna.do(Ready())
        await bot.do(Ready())
        await bot.hang_up()
        await trio.sleep(RETRY_DELAY_S + 1)
        again = await seat_bot(server, bots)
        assert isinstance(bots.calls[-1], Resume)
        assert again.seat == 1
        assert anna.stage in ("order", "toss", "duel")


async def test_its_player_chooses_its_deck(autojump_clock: MockClock) -> None:
    bots = CalledBots()
    async with run_server(bounds=BOUNDS, bots=bots) as server:
        anna = await open_from(server, "192.0.2.1", PRACTICE)
        own, bots_deck = (room_seat.deck for room_seat in server.lobby.rooms[code_of(anna)].table.seats)
        assert own is not None
        assert bots_deck is None
        deck = UseDeck(decks.to_ydk(own), "Chosen", seat=1)
        await anna.do(deck)
        assert sentence(anna) == "The bot is not at the table yet."
        bot = await seat_bot(server, bots)
        await bot.do(Ready())
        seats = server.lobby.rooms[code_of(anna)].table.seats
        terms = terms_of(anna)
        assert is_ready(anna, 1)
        await anna.do(deck)
        assert name_of(seats[1].deck) == "Chosen"
        assert not is_ready(anna, 1)
        assert terms_of(anna) > terms, "a bot that was ready must see that it is asked again"
        await bot.do(UseDeck(deck.deck, "Mine", seat=0))
        assert seats[0].deck is own, "the bot brings no deck for its opponent"


async def test_the_table_says_at_which_level_its_bot_plays(autojump_clock: MockClock) -> None:
    async with run_server(bounds=BOUNDS, bots=CalledBots()) as server:
        anna = await open_from(server, "203.0.113.1", replace_settings(PRACTICE, level="easy"))
        assert anna.table is not None
        assert anna.table.level == "easy"


@pytest.mark.parametrize("level", ["Easy", "easy hard", "x" * 17])
def test_a_level_is_a_short_word(level: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"opponent": "bot", "level": level}, Settings)
