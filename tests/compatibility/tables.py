"""Open tables of each game and kind, played at a server in virtual time, to write a journal of.

All follows from seeds: two runs give the same bytes. `server_on` restores them with real referees; EDOPro's
core is replaced by a recording of its engine (`mini.recording`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import msgspec
import trio

from facedown_server.games.duel.library import playable_codes
from facedown_server.games.edopro.core_referee import OPEN_WINDOWS_VERSION, CoreReferee
from facedown_server.games.edopro.engine_protocol import Begin, PlayRequest
from facedown_server.games.openings import make_referee, read_file
from facedown_server.network.crowd.printed_cards import CardTexts, OneLanguage
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.refereeing.referee import ExternalWork, Referee
from facedown_server.room.lobby import Lobby
from facedown_server.room.server_context import ServerContext
from facedown_server.runtime.world import SeededWorld
from facedown_server.storage.store import Store
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Pool, every_game
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.decks import Deck, ready_decks, to_ydk
from facedown_shared.protocol import fairness
from facedown_shared.protocol.gestures import ChangeLife, Draw, Move, Pitch, PutCounters
from facedown_shared.protocol.messages import (
    Answer,
    AutoPass,
    Chat,
    Clock,
    Concede,
    Consent,
    CreateTable,
    JoinTable,
    Kick,
    LineText,
    Propose,
    Ready,
    Rewind,
    SaveLine,
    Seal,
    Settings,
    Share,
    UseDeck,
)
from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.zones import Place
from tests import strangers
from tests.server.games.edopro import mini
from tests.server.games.manual.yugioh.half.duelists import Duelist
from tests.server.tables import Player, Server, code_of, secret_of

ADDRESS = "http://server.example:7777"
RULES_ANSWERS_COUNT = 14
"""Answers of both players at a table by the rules."""
CORE_ANSWERS_COUNT = 6
"""As far as a table's windows lead the duel as it was recorded."""
PASSWORD = "swordfish"


class SeatSecrets(msgspec.Struct, frozen=True):
    """The secrets of a table's two seats, and of its link for spectators."""

    code: str
    tokens: tuple[str, ...]
    own_keys: tuple[str, ...]
    spectators: str
    password: str = ""


class ReplayedEngine(mini.RecordedEngine):
    """The recorded engine, for any random numbers."""

    def call(self, request: PlayRequest) -> Iterator[ExternalWork]:
        """Replay the recorded answer."""
        if isinstance(request, Begin):
            request = msgspec.structs.replace(
                request, seed=(int(self._heard[0][0].split()[1]), *request.seed[1:])
            )
        return super().call(request)


@dataclass
class RecordedCore:
    """A core for tables: every duel is the recorded one."""

    banlists: Mapping[str, Limits] = field(default_factory=dict)
    digest: str = "recorded"
    source: str = "a recorded engine"
    scriptless: frozenset[int] = frozenset()
    texts: CardTexts = field(default_factory=OneLanguage)

    def plays(self, codes: Iterable[int], format_name: str) -> bool:
        """Return whether it knows these cards."""
        return {card.code for card in mini.CARDS}.issuperset(codes)

    def referee(self, setup: Setup) -> Referee:
        """Return a new referee, of the version that the recording was made with."""
        return CoreReferee(FORMATS[setup.format], mini.pool(), ReplayedEngine(), version=OPEN_WINDOWS_VERSION)


def known_cards() -> Pool:
    """Return the cards of every game, the unknown ones and those of the recorded core."""
    return every_game().joined_with((*strangers.facts(), *mini.CARDS))


@asynccontextmanager
async def server_on(store: Store, seed: str) -> AsyncIterator[Server]:
    """Run a server with the real referees on this store."""
    pool, core, world = known_cards(), RecordedCore(), SeededWorld(seed)

    def referee(setup: Setup, known: Pool) -> Referee:
        return core.referee(setup) if setup.mode == "core" else make_referee(setup, known)

    context = ServerContext(
        world, store, Bounds(), pool, referee, read_file, playable_codes(pool),
        addresses=lambda: [("here", ADDRESS)], core=core,
    )  # fmt: skip
    lobby = Lobby(context, "a server")
    async with trio.open_nursery() as nursery:
        await nursery.start(lobby.run)
        yield Server(nursery, lobby, world, store, [])
        nursery.cancel_scope.cancel()


@dataclass
class OpenTables:
    """The opened tables, by their kind."""

    secrets: dict[str, SeatSecrets] = field(default_factory=dict)
    players: dict[str, tuple[Player, ...]] = field(default_factory=dict)
    line: str = ""
    """The text of the line saved at the solo table."""


class TableMaker:
    """Opens one table after the other at a server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._opened = OpenTables()

    async def open_all(self) -> OpenTables:
        """Open a table of each kind, and play some of its match."""
        await self._open_without_match()
        await self._play_by_rules(
            "master", Settings(pace="off", clock=Clock(300, 5), best_of=3, password=PASSWORD)
        )
        await self._play_by_rules("classic", Settings(format="classic", pace="off", clock=Clock(600)))
        await self._play_half()
        await self._play_free()
        await self._play_flesh_and_blood()
        await self._play_in_core()
        await self._play_solo()
        await self._play_to_the_end()
        return self._opened

    async def _sit(self, kind: str, settings: Settings) -> tuple[Player, Player]:
        """Open a table with two players who have keys of their own."""
        keys = (f"{kind}-anna".ljust(32, "a"), f"{kind}-ben".ljust(32, "b"))
        anna = await self._server.connect("Anna")
        await anna.do(CreateTable(settings, key=keys[0]))
        ben = await self._server.connect("Ben")
        link = secret_of(anna, "opponent")
        await ben.do(JoinTable(code_of(anna), link, settings.password, key=keys[1]))
        assert ben.seated is not None, ben.heard[-1]
        await anna.do(Chat(f"This is a table of the kind {kind}: Grüße!"))
        return anna, ben

    def _note(self, kind: str, *players: Player, own_keys: tuple[str, ...] = (), password: str = "") -> None:
        tokens = tuple(player.seated.token for player in players if player.seated)
        own_keys = own_keys or (f"{kind}-anna".ljust(32, "a"), f"{kind}-ben".ljust(32, "b"))
        spectators = secret_of(players[0], "spectator")
        secrets = SeatSecrets(code_of(players[0]), tokens, own_keys[: len(tokens)], spectators, password)
        self._opened.secrets[kind], self._opened.players[kind] = secrets, players

    async def _open_without_match(self) -> None:
        """Open a table before its match: a deck is there, a spectator was kicked, a link was replaced."""
        anna, ben = await self._sit("gathering", Settings(listed=False, open_hands=True))
        eve = await self._server.spectator(anna, "Eve")
        await eve.do(Chat("I only watch."))
        await anna.do(Kick("Eve"))
        await ben.do(UseDeck(to_ydk(_ready("master")[1])))
        self._note("gathering", anna, ben)

    async def _play_by_rules(self, kind: str, settings: Settings) -> None:
        """Play some turns of two ready decks, with shares in the throws, a chatting spectator, and an
        absence.
        """
        anna, ben = await self._sit(kind, settings)
        shares = (kind.encode().ljust(32, b"0"), kind.encode().ljust(32, b"1"))
        for player, deck, share in zip((anna, ben), _ready(settings.format), shares, strict=False):
            await player.do(UseDeck(to_ydk(deck)), Seal(fairness.seal(share)), Ready())
        for player, share in zip((anna, ben), shares, strict=True):
            await player.do(Share(share))
        dice = RandomStreams(kind.encode().ljust(32, b"."))
        for _ in range(RULES_ANSWERS_COUNT):
            await _move((anna, ben), dice)
        if not settings.password:
            await (await self._server.spectator(anna, "Sid")).do(Chat("psst"))
        await ben.do(AutoPass("never"))
        anna = await self._be_away(anna)
        if kind == "master":
            await ben.do(Propose("draw"))
        else:
            await ben.do(Propose("pause"))
            await anna.do(Consent(yes=True))
        self._note(kind, anna, ben, password=settings.password)

    async def _be_away(self, player: Player) -> Player:
        """Lose the connection for a minute and reconnect."""
        await player.hang_up()
        await trio.sleep(60)
        again = await self._server.back(player)
        if player.seated is not None and again.seated is not None:
            again.seated = msgspec.structs.replace(again.seated, links=player.seated.links)
        return again

    async def _play_half(self) -> None:
        anna, ben = await self._sit("half", Settings(mode="half", pace="off"))
        for player, deck in zip((anna, ben), strangers.decks(), strict=True):
            await player.do(UseDeck(to_ydk(deck), deck.name))
        await _begin(anna, ben)
        minds = Duelist(b"half0"), Duelist(b"half1")
        for _ in range(40):
            index = 0 if anna.prompt is not None else 1
            player = (anna, ben)[index]
            assert player.view is not None
            await trio.sleep(0.1)
            await player.do(minds[index].act(player.asked, player.view))
        self._note("half", anna, ben)

    async def _play_free(self) -> None:
        anna, ben = await self._sit("free", Settings(mode="free", pace="off"))
        for player, deck in zip((anna, ben), _ready("master"), strict=False):
            await player.do(UseDeck(to_ydk(deck)))
        await _begin(anna, ben)
        await anna.do(Draw(2), ChangeLife("-500"))
        for player, position in ((anna, "attack"), (ben, "set")):
            assert player.view is not None
            seat = player.seat
            hand = player.view.pile(seat, "hand").handles
            await player.do(Move(hand[:1], (Place(seat, "monster", 2),), position))
        await anna.do(PutCounters((_first(anna, "monster"),), "spell", 2), Chat("Your turn."), Rewind(2))
        self._note("free", anna, ben)

    async def _play_flesh_and_blood(self) -> None:
        anna, ben = await self._sit("fab", Settings(format="fab", pace="off"))
        for player, deck in zip((anna, ben), _ready("fab"), strict=False):
            await player.do(UseDeck(to_ydk(deck)))
        await _begin(anna, ben)
        for player in (anna, ben):
            await player.do(Answer(player.asked.ask, (0,)))
        first = anna if anna.view and anna.view.turn_player == anna.seat else ben
        assert first.view is not None
        hand = first.view.pile(first.seat, "hand").handles
        await first.do(Pitch(hand[:1]), Move(hand[1:2], (Place(first.seat, "arsenal"),)))
        self._note("fab", anna, ben)

    async def _play_in_core(self) -> None:
        """Play a duel in the core, from a recording with decks that no table would admit."""
        anna, ben = await self._sit("core", Settings(mode="core", pace="off"))
        room = self._server.lobby.rooms[code_of(anna)]
        for seat in room.table.seats:
            seat.deck = mini.DECK
        for player in (anna, ben):
            await player.do(AutoPass("always"))
        await _begin(anna, ben, first=0)
        for _ in range(CORE_ANSWERS_COUNT):
            await _move_in_core(self._server, (anna, ben))
        self._note("core", anna, ben)

    async def _play_solo(self) -> None:
        """Play a solo table, and save the file of its line."""
        anna = await self._server.connect("Anna")
        key = "alone".ljust(32, "a")
        settings = Settings(mode="free", pace="off", opponent="nobody", listed=False)
        await anna.do(CreateTable(settings, key=key))
        await anna.do(UseDeck(to_ydk(_ready("master")[0])), Ready())
        await anna.do(Draw(1), ChangeLife("-1000", 1), SaveLine())
        self._opened.line = anna.last(LineText).text
        self._note("alone", anna, own_keys=(key,))

    async def _play_to_the_end(self) -> None:
        """Open a table and end its match by conceding."""
        anna, ben = await self._sit("over", Settings(pace="off"))
        await _begin(anna, ben)
        await concede((anna, ben))
        self._note("over", anna, ben)


def _ready(format_name: str) -> list[Deck]:
    return [deck.deck for deck in ready_decks().values() if deck.format == format_name]


def _first(player: Player, zone: str) -> int:
    """Return the handle of the first card in one of a player's own zones."""
    assert player.view is not None
    piles = player.view.piles.items()
    return next(
        handle
        for key, pile in piles
        for handle in pile.handles
        if handle and key.startswith(f"{player.seat}:{zone}")
    )


async def _begin(*players: Player, first: int | None = None) -> None:
    """Let both be ready. `first`: the seat that is to begin; None for the prompted one."""
    for player in players:
        await player.do(Ready())
    chooser = next(player for player in players if player.prompt)
    await chooser.pick("first" if first in (None, chooser.seat) else "second")


async def _move(players: tuple[Player, ...], dice: RandomStreams) -> None:
    """Answer the open prompt at random."""
    player = next(player for player in players if player.prompt)
    prompt = player.asked
    most = min(prompt.most, len(prompt.options))
    count = prompt.least + dice.draw_below(most - prompt.least + 1, "count")
    await trio.sleep(0.1)
    await player.do(Answer(prompt.ask, tuple(dice.order(len(prompt.options), "pick")[:count])))


async def _move_in_core(server: Server, players: tuple[Player, ...]) -> None:
    """Answer the open prompt as in the recorded duel (`mini.play_on`)."""
    player = next(player for player in players if player.prompt)
    room = server.lobby.rooms[code_of(player)]
    (prompt,) = room.lifecycle.running.match.prompts()
    keys = [key for key, _ in prompt.options]
    most = min(prompt.most, len(keys))
    worth = sorted(range(len(keys)), key=lambda at: (mini.order(keys[at]), keys[at]))
    await trio.sleep(0.1)
    await player.do(Answer(player.asked.ask, tuple(worth[: max(prompt.least, min(1, most))])))


async def concede(players: tuple[Player, ...]) -> None:
    """Let the first of them who can concede do so."""
    await players[0].do(Concede(match=True))
