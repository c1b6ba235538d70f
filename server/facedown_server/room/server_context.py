"""What rooms need of the server: made once at the start, the same for all rooms, never changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from facedown_server.network.crowd.bans import SharedBars
from facedown_server.network.crowd.printed_cards import CardTexts, OneLanguage, PrintedCards
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.crowd.turnstile import Turnstile
from facedown_server.network.wire.token_buckets import Buckets
from facedown_server.refereeing.match import Match
from facedown_server.refereeing.referee import Referee
from facedown_server.room.broadcast.name_search import NameSearch
from facedown_server.room.disk_quota import DiskQuota
from facedown_server.room.inbox import Alarms
from facedown_server.runtime.world import World
from facedown_server.storage.store import Store
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.cards.listed_rules import age_of, rules_of
from facedown_shared.decks import decks
from facedown_shared.decks.banlists import NO_LIMITS, Limits
from facedown_shared.decks.card_names import CardNames, bundled_names
from facedown_shared.decks.decks import Deck
from facedown_shared.manual.games import GAMES
from facedown_shared.protocol.messages import DeckReport, LobbyRow, Settings
from facedown_shared.tables.formats import FORMATS, MASTER, PLAYED, Format
from facedown_shared.tables.zones import Seat
from facedown_shared.text.errors import BadInput, Code
from facedown_shared.text.words import words

ENGINE = "3"
"""The version of the rules, counted up when an old log may come out otherwise. Digests decide whether it
does."""

UNANNOUNCED = frozenset({"1", "2"})
"""Versions that gave up an only Tribute, cost or material unasked: their matches go on like that."""


def check_settings(settings: Settings) -> None:
    """Raise BadInput for settings that no table can have."""
    rules, alone = FORMATS.get(settings.format, MASTER), settings.opponent == "nobody"
    free = settings.mode == "free" or rules.by_hand
    wrong = {
        words("best_of_one_or_three"): settings.best_of not in MATCHES,
        words("alone_best_of_one"): alone and settings.best_of > 1,
        words("bot_needs_rules"): free and settings.opponent == "bot",
        words("no_clock_by_hand"): settings.clock.bank and (free or alone),
        words("core_plays_matches"): settings.mode == "core" and alone,
        words("half_needs_by_hand"): settings.mode == "half" and rules.table not in GAMES,
        words("banlist_needs_core", settings.banlist): (
            settings.banlist and settings.mode != "core" and rules.point_cap is None
        ),
    }
    for why, is_so in wrong.items():
        if is_so:
            raise BadInput(Code.BAD_SETTING, why)


OURS = Settings()
"""A table with no list of its own."""

MATCHES = (1, 3)
"""A match is best of so many duels."""


class CoreAtTables(Protocol):
    """The field's own core as tables see it."""

    @property
    def digest(self) -> str:
        """Which engine and which scripts: what a duel's log pins."""

    @property
    def source(self) -> str:
        """The engine, its version, and where its source is."""

    @property
    def banlists(self) -> Mapping[str, Limits]:
        """Ban lists that a table in it can be opened with, by name."""

    @property
    def scriptless(self) -> Container[int]:
        """Cards that it knows and has no script for."""

    @property
    def texts(self) -> CardTexts:
        """Names and texts of its cards in other languages."""

    def plays(self, codes: Iterable[int], format_name: str) -> bool:
        """Return whether it knows every one of these cards, and the rules of this format."""


class PlaceOfTable(Protocol):
    """Where a table lives."""

    @property
    def epoch(self) -> int:
        """How often it has changed hands."""

    @property
    def node(self) -> str:
        """The name of its server."""

    @property
    def address(self) -> str:
        """Where clients find that."""


class PlaceToGo(Protocol):
    """Another server of this service."""

    @property
    def address(self) -> str:
        """Where clients find it."""


class Service(Protocol):
    """The servers that share a database with this one, as tables see them."""

    name: str
    addresses: tuple[str, ...]
    """Where clients find the servers."""
    known: tuple[str, ...]
    """The same with those that are gone: pages that came from one still lead to the others."""

    is_draining: bool
    """Whether this server hands its tables over, to end then."""

    @property
    def may_tell(self) -> bool:
        """Whether the tables of this server are certainly still its own."""

    def opened(self, address: str) -> int:
        """Return how many tables this address has opened at the other servers."""

    @property
    def unready(self) -> str:
        """Why players should not be led to this server now, in a sentence; "" where they may be."""

    def gauges(self) -> dict[str, float]:
        """Numbers of the service, for metrics."""

    @property
    def elsewhere(self) -> Sequence[PlaceToGo]:
        """The servers that take tables, the one with the fewest first."""

    def epoch(self, code: str) -> int:
        """Return how often a table has changed hands before it came here; 0 if it is not here."""

    def rows(self) -> tuple[LobbyRow, ...]:
        """Return public tables of other nodes."""

    async def where(self, code: str) -> PlaceOfTable | None:
        """Return where a table lives; None if there is none.

        Raises StoreFailed.
        """

    def lost(self, code: str) -> None:
        """A write of this table was refused: it is another server's."""


@dataclass(frozen=True)
class ServerContext:
    """One server, as its rooms see it."""

    world: World
    store: Store
    bounds: Bounds
    pool: Pool
    make_referee: Callable[[Setup, Pool], Referee]
    """Makes a fresh referee for one duel."""
    open_file: Callable[[str, Pool], Setup]
    """The setup that a saved line or a puzzle describes, from its text. Raises BadInput."""
    scripted: Container[int] = frozenset()
    """Passcodes of the cards that play by rules."""
    fingerprint: Callable[[Setup], str] = lambda setup: ""
    """A digest over the facts and scripts that a match can reach."""
    addresses: Callable[[], Sequence[tuple[str, str]]] = tuple
    """(label, base address) under which people reach this server."""
    banlist: Limits = NO_LIMITS
    formats: tuple[str, ...] = PLAYED
    """Names of the formats that a table can be opened with."""
    service: Service | None = None
    """The other servers of this service, where there are any."""
    core: CoreAtTables | None = None
    """The field's own core, where the host has brought it."""
    card_names: CardNames = field(default_factory=bundled_names)
    """What finds cards by their names, in every language that is known here."""
    crowds: Buckets = field(init=False)
    """Messages, by address, of all its connections."""
    works: Buckets = field(init=False)
    """Decks and facts brought, by address, at all its tables."""
    searches: Buckets = field(init=False)
    """Searches for cards, by address, at all its tables."""
    replays: Buckets = field(init=False)
    """Steps taken back, new beginnings and saved files, by address, at all its tables."""
    guesses: Buckets = field(init=False)
    """Wrong passwords, links and tokens, by address, at all tables."""

    printing: PrintedCards = field(init=False)
    """What is printed on cards, for those who read it."""
    names: NameSearch = field(init=False)
    """Finds cards by their names."""
    turnstile: Turnstile = field(init=False, default_factory=Turnstile)
    """Lets dear messages through one at a time."""
    disk: DiskQuota = field(init=False)
    """What each address has had written to the journal today."""
    bars: SharedBars = field(init=False, default_factory=SharedBars)
    """Return addresses banned from tables, as far as other nodes report them."""
    alarms: Alarms = field(init=False, default_factory=Alarms)
    """When its tables are to be rung."""

    def __post_init__(self) -> None:
        said = self.core.texts if self.core is not None else None
        object.__setattr__(self, "printing", PrintedCards(self.pool, said))
        object.__setattr__(self, "names", NameSearch(self.pool, OneLanguage() if said is None else said))
        bounds = self.bounds
        object.__setattr__(self, "disk", DiskQuota(bounds))
        rate, burst = (bounds.address_share * each for each in (bounds.message_rate, bounds.message_burst))
        object.__setattr__(self, "crowds", Buckets(rate, burst))
        object.__setattr__(self, "works", Buckets(bounds.work_share * rate, bounds.work_share * burst))
        object.__setattr__(self, "searches", Buckets(bounds.search_rate, bounds.search_burst))
        object.__setattr__(self, "replays", Buckets(bounds.replay_rate_of_address, bounds.replay_burst))
        object.__setattr__(self, "guesses", Buckets(bounds.guess_rate, bounds.guess_burst))

    def epoch(self, code: str) -> int:
        """Return how often a table has changed hands; 0 where there is but one server."""
        return 0 if self.service is None else self.service.epoch(code)

    def core_of(self, settings: Settings) -> str:
        """Return which engine and scripts a table plays with, "" where it is not in the core."""
        return self.core.digest if self.core is not None and settings.mode == "core" else ""

    def ruled(self, settings: Settings) -> Settings:
        """Return the settings of a new table with the format that its ban list settles.

        Raises BadInput.
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
        name = rules_of(settings.banlist, has_points=has_points)
        return msgspec.structs.replace(settings, format=name)

    def limits(self, settings: Settings) -> Limits | None:
        """Return how many copies of each card a table allows, or what they cost; None where its ban list is
        not here any more.
        """
        if not settings.banlist:
            return self._points_list() if FORMATS[settings.format].point_cap is not None else self.banlist
        return self.core.banlists.get(settings.banlist) if self.core is not None else None

    def _points_list(self) -> Limits:
        """Return what cards cost where a table names no list: the host's list, else the newest of EDOPro's
        folder; nothing where no list has points.
        """
        others = self.core.banlists.values() if self.core is not None else ()
        rows = sorted(others, key=lambda row: age_of(row.name).day, reverse=True)
        return next((row for row in (self.banlist, *rows) if row.point_cap is not None), NO_LIMITS)

    def point_cap(self, settings: Settings) -> int | None:
        """The points that a deck may cost at a table; None where cards cost none."""
        return decks.point_cap(
            FORMATS[settings.format], self.limits(settings) or NO_LIMITS, settings.point_cap
        )

    def check_offered(self, settings: Settings) -> None:
        """Raise BadInput for a table in the core where this server has none, or not of this format."""
        if settings.mode == "core" and (self.core is None or not self.core.plays((), settings.format)):
            raise BadInput(Code.BAD_SETTING, words("core_not_here"))

    def match(self, setup: Setup) -> Match:
        """Return a fresh match of a setup."""
        pool = self.pool_with(setup.brought)
        return Match(lambda: self.make_referee(setup, pool), pool)

    def pool_with(self, brought: Collection[Facts]) -> Pool:
        """Return the pool of one table: what the server knows, and what its players brought."""
        return self.pool.joined(brought) if brought else self.pool

    def report(
        self, deck: Deck, rules: Format, pool: Pool, settings: Settings = OURS, *, trial: bool = False
    ) -> DeckReport:
        """Return whether a deck may be played with the cards of a table, why not, and how much of it plays by
        rules.

        On `trial` any deck of this game is legal; the reasons still say what a match would not allow.
        """
        limits = self.limits(settings)
        held = NO_LIMITS if limits is None else limits
        reasons = decks.check(deck, rules, pool, held, settings.point_cap)
        if limits is None:
            reasons = [words("no_such_banlist", settings.banlist), *reasons]
        found = decks.coverage(deck, self.scripted, pool)
        legal = decks.meant_for(deck, rules, pool) is None if trial else not reasons
        cap = decks.point_cap(rules, held, settings.point_cap)
        return DeckReport(
            legal, tuple(reasons), found.scripted, found.total, found.unscripted,
            points=0 if cap is None else decks.points(deck, pool, held), point_cap=cap,
        )  # fmt: skip

    def starting_deck(self, rules: Format, seat: Seat, settings: Settings = OURS) -> Deck | None:
        """Return a ready deck for this seat (the seats get different ones); None where the format has
        none.
        """
        limits = self.limits(settings)
        legal = [
            ready.deck
            for ready in decks.ready_decks_for(rules.name).values()
            if limits is not None
            and not decks.check(ready.deck, rules, self.pool, limits, settings.point_cap)
        ]
        return legal[seat % len(legal)] if legal else None
