"""The server's data and services for its rooms: made once at the start, the same for all rooms, never
changed.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import msgspec
import trio

from facedown_server.network.crowd.bans import SharedBars
from facedown_server.network.crowd.printed_cards import CardTexts, OneLanguage, PrintedCards
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.crowd.turnstile import Turnstile
from facedown_server.network.wire.token_buckets import Buckets
from facedown_server.refereeing.match import Match
from facedown_server.refereeing.referee import Referee
from facedown_server.room.broadcast.card_index import CardIndex
from facedown_server.room.broadcast.name_search import NameSearch
from facedown_server.room.disk_quota import DiskQuota
from facedown_server.room.inbox import Alarms
from facedown_server.room.moderation import Moderation
from facedown_server.runtime.histogram import Histogram
from facedown_server.runtime.world import World
from facedown_server.storage.store import Store
from facedown_server.table import Setup
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.cards.listed_rules import format_of_list, list_age
from facedown_shared.decks import decks
from facedown_shared.decks.banlists import NO_LIMITS, Limits
from facedown_shared.decks.card_names import CardNames, bundled_names
from facedown_shared.decks.decks import Deck
from facedown_shared.manual.games import GAMES
from facedown_shared.protocol.messages import DeckReport, LobbyRow, Settings, ToServer
from facedown_shared.tables import Seat
from facedown_shared.tables.formats import FORMATS, MASTER, PLAYED, Format
from facedown_shared.text import BadInput, Code, FacedownError, Illegal, words

GUESS_DELAY_S = 6.0
"""Seconds before a password is checked for an address that has used up its wrong guesses."""

ENGINE = "4"
"""Version of the rules, increased when an old log may give another result. Digests decide whether it does."""

WORK_S_PER_TOKEN = 0.005
"""Measured seconds of running a line again that cost one more token of the address, afterwards: some steps
take fifty times as long as others.
"""

UNCONFIRMED = frozenset({"1", "2", "3"})
"""Versions in which a cost by hand took cards of the opponent, and a duel ended before an effect by hand was
confirmed. Their matches continue so.
"""

UNANNOUNCED = frozenset({"1", "2"})
"""Versions that took the only possible Tribute, cost or material without a prompt. Their matches continue
so.
"""


def check_settings(settings: Settings) -> None:
    """Check the settings of a new table.

    Raises BadInput if no table can have them.
    """
    rules, alone = FORMATS.get(settings.format, MASTER), settings.opponent == "nobody"
    free = settings.mode == "free" or rules.by_hand
    wrong = {
        words("best_of_one_or_three"): settings.best_of not in MATCHES,
        words("alone_best_of_one"): alone and settings.best_of > 1,
        words("bot_needs_rules"): free and settings.opponent == "bot",
        words("no_clock_by_hand"): settings.clock.bank and (free or alone),
        words("life_set_on_paper_only"): settings.life is not None and not rules.on_paper,
        words("half_needs_by_hand"): settings.mode == "half" and rules.table not in GAMES,
        words("banlist_needs_core", settings.banlist): (
            settings.banlist and settings.mode != "core" and rules.point_cap is None
        ),
    }
    for why, is_so in wrong.items():
        if is_so:
            raise BadInput(Code.BAD_SETTING, why)


OURS = Settings()
"""Settings of a table without a ban list of its own."""

MATCHES = (1, 3)
"""Possible lengths of a match: best of one or three duels."""


class OpenedFile(NamedTuple):
    """A file whose line was run: its setup, and the function that makes referees to run it again. An engine
    does not carry the line out a second time for them.
    """

    setup: Setup
    make: Callable[[], Referee] | None = None


class CoreAtTables(Protocol):
    """EDOPro's core, with the interface that tables need."""

    @property
    def digest(self) -> str:
        """Identifier of the engine and its scripts, stored with a duel's log."""

    @property
    def source(self) -> str:
        """The engine, its version, and the address of its source code."""

    @property
    def banlists(self) -> Mapping[str, Limits]:
        """Ban lists that a table in the core can be opened with, by name."""

    @property
    def scriptless(self) -> Container[int]:
        """Passcodes of known cards without a script."""

    @property
    def texts(self) -> CardTexts:
        """Names and texts of its cards in other languages."""

    def plays(self, codes: Iterable[int], format_name: str) -> bool:
        """Return whether the core knows every one of these cards, and the rules of this format."""


class PlaceOfTable(Protocol):
    """The node that owns a table."""

    @property
    def epoch(self) -> int:
        """The number of handovers so far."""

    @property
    def node(self) -> str:
        """The name of the node."""

    @property
    def address(self) -> str:
        """The node's address for clients."""


class PlaceToGo(Protocol):
    """Another node of this service."""

    @property
    def address(self) -> str:
        """The node's address for clients."""


class Bots(Protocol):
    """The bots that people practise against, with the interface that tables need."""

    async def call(self, request: ToServer, language: str) -> None:
        """Let a bot come to a table with this request, named in this language.

        Raises OSError if it cannot.
        """

    async def set_needed(self, *, needed: bool) -> None:
        """Report whether there are tables for practice."""


class Service(Protocol):
    """The nodes that share a database with this one, with the interface that tables need."""

    name: str
    addresses: tuple[str, ...]
    """The nodes' addresses for clients."""
    known: tuple[str, ...]
    """The same, with nodes that are gone: pages that came from one still lead to the others."""

    is_draining: bool
    """True while this node hands over its tables before it shuts down."""

    @property
    def can_send(self) -> bool:
        """True while this node certainly still owns its tables."""

    def opened_count(self, address: str) -> int:
        """Return the number of tables that this address has opened on the other nodes."""

    async def count_opened(self, address: str, here: int) -> None:
        """Bring `opened_count` of an address up to date. The other nodes count `here` tables at this one."""

    @property
    def unready(self) -> str:
        """The reason why players should not be sent to this node now, in a sentence; "" if they may be."""

    def gauges(self) -> dict[str, float]:
        """Return measurements of the service, for metrics."""

    @property
    def other_nodes(self) -> Sequence[PlaceToGo]:
        """The other nodes that take tables, the one with the fewest tables first."""

    def epoch(self, code: str) -> int:
        """Return the number of a table's handovers before it came to this node; 0 if it is not here."""

    def rows(self) -> tuple[LobbyRow, ...]:
        """Return the publicly listed tables of the other nodes."""

    async def locate_table(self, code: str) -> PlaceOfTable | None:
        """Return the node that owns a table; None if there is no such table.

        Raises StoreFailed.
        """

    def handle_lost_table(self, code: str) -> None:
        """Report that a write of this table was refused, since another node owns it."""


@dataclass(frozen=True)
class ServerContext:
    """Shared data and services of one server, for its rooms."""

    world: World
    store: Store
    bounds: Bounds
    pool: Pool
    make_referee: Callable[[Setup, Pool], Referee]
    """Function that creates a referee for one duel."""
    open_file: Callable[[str, Pool, str], Setup]
    """Function that parses a saved line, or a puzzle to be played in a mode, and returns its setup. Raises
    BadInput.
    """
    scripted: Container[int] = frozenset()
    """Passcodes of the cards that facedown's rules play."""
    fingerprint: Callable[[Setup], str] = lambda setup: ""
    """Function that returns a digest over the facts and scripts that a match can use."""
    addresses: Callable[[], Sequence[tuple[str, str]]] = tuple
    """Function that returns (label, base address) for each address of this server."""
    banlist: Limits = NO_LIMITS
    formats: tuple[str, ...] = PLAYED
    """Names of the formats that a table can be opened with."""
    service: Service | None = None
    """The other nodes of this service, if any."""
    core: CoreAtTables | None = None
    """EDOPro's core, if the host has installed it."""
    bots: Bots | None = None
    """The bots for practice; None if there is none."""
    password: str = field(default="", repr=False)
    """The password of the server itself; "" if everyone may enter."""
    card_names: CardNames = field(default_factory=bundled_names)
    """Index that finds cards by name, in every language known here."""
    crowds: Buckets = field(init=False)
    """Rate limits for messages by address, for all its connections together."""
    full_shares: Buckets = field(init=False)
    """Rate limits, by address, of new connections with a full share of those."""
    works: Buckets = field(init=False)
    """Rate limits for decks and card facts by address, for all its tables together."""
    searches: Buckets = field(init=False)
    """Rate limits for card searches by address, for all its tables together."""
    replays: Buckets = field(init=False)
    """Rate limits for undone steps, restarts and saved files by address, for all its tables together."""
    solo_works: Buckets = field(init=False)
    """Seconds of work at solo tables by address, for all its tables together."""
    guesses: Buckets = field(init=False)
    """Rate limits for wrong passwords, links and tokens by address, for all tables together."""

    printing: PrintedCards = field(init=False)
    """Printed texts of cards, for the clients that may read the cards."""
    names: NameSearch = field(init=False)
    """Search for cards by name."""
    card_index: CardIndex = field(init=False)
    """Search for cards for a deck."""
    turnstile: Turnstile = field(init=False, default_factory=Turnstile)
    """Gate that lets expensive messages through one at a time."""
    acts: Histogram = field(init=False, default_factory=Histogram)
    """Times from a player's answer or gesture until it was carried out, stored and sent to all."""
    reconnects: Histogram = field(init=False, default_factory=Histogram)
    """Times from a player's lost connection until their return."""
    disk: DiskQuota = field(init=False)
    """Quota of journal bytes for each address."""
    bars: SharedBars = field(init=False, default_factory=SharedBars)
    """Addresses banned from tables, as far as other nodes report them."""
    moderation: Moderation = field(init=False)
    """The operator's bans and mutes."""
    alarms: Alarms = field(init=False, default_factory=Alarms)
    """Alarms of all tables."""

    def __post_init__(self) -> None:
        said = self.core.texts if self.core is not None else None
        object.__setattr__(self, "printing", PrintedCards(self.pool, said))
        object.__setattr__(self, "names", NameSearch(self.pool, OneLanguage() if said is None else said))
        object.__setattr__(self, "card_index", CardIndex(self.pool, OneLanguage() if said is None else said))
        bounds = self.bounds
        object.__setattr__(self, "moderation", Moderation(self.world))
        object.__setattr__(self, "disk", DiskQuota(bounds))
        rate, burst = (bounds.address_share * each for each in (bounds.message_rate, bounds.message_burst))
        object.__setattr__(self, "crowds", Buckets(rate, burst))
        object.__setattr__(self, "full_shares", Buckets(bounds.full_share_rate, bounds.full_share_burst))
        object.__setattr__(self, "works", Buckets(bounds.work_share * rate, bounds.work_share * burst))
        object.__setattr__(self, "searches", Buckets(bounds.search_rate, bounds.search_burst))
        object.__setattr__(self, "replays", Buckets(bounds.replay_rate_of_address, bounds.replay_burst))
        object.__setattr__(self, "solo_works", Buckets(bounds.solo_work_rate, bounds.solo_work_burst))
        object.__setattr__(self, "guesses", Buckets(bounds.guess_rate, bounds.guess_burst))

    def charge_line(self, address: str, worked_s: float) -> None:
        """Charge an address for a line that was run again, by the seconds of work."""
        self.replays.charge(address, self.world.now(), worked_s / WORK_S_PER_TOKEN)

    def check_solo_work(self, address: str) -> None:
        """Check that an address may have more work done at solo tables now.

        Raises Illegal if its tables have taken too much of the server's time.
        """
        if self.solo_works.is_empty(address, self.world.now()):
            raise Illegal(words("too_fast_line"), Code.TOO_FAST)

    async def password_refusal(self, address: str, password: str) -> FacedownError | None:
        """Return the refusal of this password for the server; None if it is right, or there is none.

        After many wrong guesses from its address, right and wrong passwords are answered late.
        """
        if not self.password:
            return None
        if not password:
            return Illegal(words("server_password"), Code.SERVER_PASSWORD)
        await self.delay_guess(address)
        digests = (hashlib.sha256(one.encode()).digest() for one in (password, self.password))
        if hmac.compare_digest(*digests):
            return None
        self.guesses.take(address, self.world.now())
        return Illegal(words("wrong_server_password"), Code.SERVER_PASSWORD)

    async def delay_guess(self, address: str) -> None:
        """Wait before a password of an address is checked that has used up its wrong guesses.

        Refusing the right one would let one stranger lock out all who share the address (a tunnel, a shop).
        """
        if self.guesses.is_empty(address, self.world.now()):
            await trio.sleep(GUESS_DELAY_S)

    def epoch(self, code: str) -> int:
        """Return the number of a table's handovers; 0 without other nodes."""
        return 0 if self.service is None else self.service.epoch(code)

    def core_id_of(self, settings: Settings) -> str:
        """Return the identifier of the engine and scripts of a table; "" if it is not in the core."""
        return self.core.digest if self.core is not None and settings.mode == "core" else ""

    def effective_settings(self, settings: Settings, *, has_file: bool = False) -> Settings:
        """Return the settings of a new table as they will hold. `has_file`: a file has determined the format.

        Raises BadInput if there can be no such table here.
        """
        settings = settings if has_file else self.with_format(settings)
        check_settings(settings)
        self.check_offered(settings)
        by_hand = FORMATS[settings.format].by_hand
        return msgspec.structs.replace(settings, mode="free") if by_hand else settings

    def with_format(self, settings: Settings) -> Settings:
        """Return the settings of a new table with the format that its ban list requires.

        Raises BadInput if the format or the ban list is not known.
        """
        known = self.core.banlists if self.core is not None else {}
        if not settings.banlist:
            if settings.format not in self.formats:
                raise BadInput(
                    Code.BAD_SETTING, words("no_such_format", settings.format, ", ".join(self.formats))
                )
            return settings
        if settings.banlist not in known:
            raise BadInput(Code.BAD_SETTING, words("no_such_banlist", settings.banlist))
        has_points = known[settings.banlist].point_cap is not None
        name = format_of_list(settings.banlist, has_points=has_points)
        return msgspec.structs.replace(settings, format=name)

    def limits(self, settings: Settings) -> Limits | None:
        """Return a table's limits: the allowed copies of each card, or the cards' points.

        None if its ban list is not on this server any more.
        """
        if not settings.banlist:
            return self._points_list() if FORMATS[settings.format].point_cap is not None else self.banlist
        return self.core.banlists.get(settings.banlist) if self.core is not None else None

    def _points_list(self) -> Limits:
        """Return the cards' points for a table without a ban list: the host's list, else the newest of
        EDOPro's folder.

        Returns NO_LIMITS if no list has points.
        """
        others = self.core.banlists.values() if self.core is not None else ()
        rows = sorted(others, key=lambda row: list_age(row.name).day, reverse=True)
        return next((row for row in (self.banlist, *rows) if row.point_cap is not None), NO_LIMITS)

    def point_cap(self, settings: Settings) -> int | None:
        """Return the points that a deck may cost at a table; None if cards cost none."""
        return decks.point_cap(
            FORMATS[settings.format], self.limits(settings) or NO_LIMITS, settings.point_cap
        )

    def check_offered(self, settings: Settings) -> None:
        """Check that this server can play the mode of a new table.

        Raises BadInput if the mode is EDOPro's core and this server has none, or none for this format.
        """
        if settings.mode == "core" and (self.core is None or not self.core.plays((), settings.format)):
            raise BadInput(Code.BAD_SETTING, words("core_not_here"))

    def match(self, setup: Setup, make: Callable[[], Referee] | None = None) -> Match:
        """Return a new match of a setup. `make` returns its referees; None for those of `make_referee`."""
        return Match(make or (lambda: self.make_referee(setup, self.pool)), self.pool)

    def pool_with_facts(self, brought: Collection[Facts]) -> Pool:
        """Return the server's cards, and those with facts from one player."""
        return self.pool.joined_with(brought) if brought else self.pool

    def report(
        self, deck: Deck, rules: Format, pool: Pool, settings: Settings = OURS, *, trial: bool = False
    ) -> DeckReport:
        """Return the report on a deck: whether it may be played, why not, and how many of its cards the rules
        play.

        On `trial` any deck of this game is legal. The reasons still say what a match would not allow.
        """
        limits = self.limits(settings)
        held = NO_LIMITS if limits is None else limits
        reasons = decks.check(deck, rules, pool, held, settings.point_cap)
        if limits is None:
            reasons = [words("no_such_banlist", settings.banlist), *reasons]
        found = decks.coverage(deck, self.scripted, pool)
        legal = decks.other_game_format(deck, rules, pool) is None if trial else not reasons
        cap = decks.point_cap(rules, held, settings.point_cap)
        return DeckReport(
            legal, tuple(reasons), found.scripted, found.total, found.unscripted,
            points=0 if cap is None else decks.points(deck, pool, held), point_cap=cap,
        )  # fmt: skip

    def starting_deck(self, rules: Format, seat: Seat, settings: Settings = OURS) -> Deck | None:
        """Return a ready-made deck for this seat; None if the format has none. The two seats get
        different ones. With cards on paper it is empty.
        """
        if rules.on_paper:
            return Deck()
        limits = self.limits(settings)
        legal = [
            ready.deck
            for ready in decks.ready_decks_for(rules.name).values()
            if limits is not None
            and not decks.check(ready.deck, rules, self.pool, limits, settings.point_cap)
        ]
        return legal[seat % len(legal)] if legal else None
