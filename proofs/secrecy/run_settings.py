"""The start of a run of the proof: a table, two decks and the pool, all by the seed.

At tables that play by EDOPro's core, the engine is called within this process, synchronously.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from msgspec import structs

from facedown_server.games.edopro.core_referee import CoreReferee, Engines
from facedown_server.network.crowd.printed_cards import CardTexts
from facedown_server.table import RandomStreams, Setup
from facedown_shared.cards.facts import Facts, Pool, bundled_pool, every_game
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.decks import Deck, needs_script, ready_decks
from facedown_shared.decks.edopro_database import MAX_LINES
from facedown_shared.protocol.messages import Clock, Settings
from facedown_shared.tables import FORMATS
from proofs.rules.decks import random_deck

MAX_ACTS = 90

PEOPLE = ("anna", "ben", "sid", "zoe")
"""People who join by a link, or may resume by one: a half of them in a browser, and a half reads cards in a
language.
"""

MIN_UNSCRIPTED_PASSCODE = 990_000_001
"""Passcodes from here on, where no printed card has one, are of cards without a script."""

Way = Literal["mixed", "rules", "half", "free", "fab", "core"]
"""How the duels of a proof are played: by the rules and every third one half by hand; all in one of these
ways; on free tables; on tables of Flesh and Blood, which are free, too; by the field's core."""

WAYS: dict[Way, tuple[tuple[str, str], ...]] = {
    "mixed": (
        ("master", "rules"), ("classic", "rules"), ("master", "half"),
        ("classic", "rules"), ("master", "rules"), ("classic", "half"),
    ),
    "rules": (("master", "rules"), ("classic", "rules")),
    "half": (("master", "half"), ("classic", "half")),
    "free": (("master", "free"), ("classic", "free")),
    "fab": (("fab", "free"),),
    "core": (("master", "core"),),
}  # fmt: skip
"""Formats and modes, taken in turn."""


@dataclass(frozen=True)
class RandomTable:
    """The start of a run."""

    number: int
    secret: bytes
    settings: Settings
    decks: tuple[Deck, Deck]
    autos: tuple[str, str]
    most: int
    concedes: bool
    """Whether a player concedes in the end."""
    browsers: frozenset[str] = frozenset()
    """People who use a browser; the others use the game's own window."""
    core: CoreTables | None = None
    """The field's core, at a table that plays by it."""
    relays: int = 0
    """The number of relays, one behind the other, through which spectators watch."""
    nodes: int = 0
    """How many servers are one service, each of which may be killed; 0: there is one alone."""
    readers: frozenset[str] = frozenset()
    """People who read what is printed on cards in a language of their own."""

    @property
    def is_free(self) -> bool:
        """Whether the table is a free one."""
        return self.settings.mode == "free"

    @property
    def pool(self) -> Pool:
        """The cards the server knows."""
        return self.core.pool if self.core else pool_of(self.settings.format, self.settings.mode)


def pool_of(name: str, mode: str) -> Pool:
    """Return the cards with which a format is played in this mode."""
    if name == "fab":
        return every_game()
    return half_written() if mode == "half" else bundled_pool()


@cache
def half_written() -> Pool:
    """Return the bundled cards, and as many again of those that have effects, under names of their own: these
    have no script, so players carry them out by hand, with any gesture.
    """
    printed = sorted((facts for facts in bundled_pool() if needs_script(facts)), key=lambda facts: facts.code)
    return bundled_pool().joined_with(
        structs.replace(
            facts, code=MIN_UNSCRIPTED_PASSCODE + number, name=f"Unwritten Card {number}", alias=0,
            archetypes=(),
            text="It does what its players say.",
        )
        for number, facts in enumerate(printed, 1)
    )  # fmt: skip


def random_table(
    number: int, seed: int, most: int = MAX_ACTS, way: Way = "mixed", core: CoreTables | None = None,
    relays: int = 0, nodes: int = 0,
) -> RandomTable:  # fmt: skip
    """Return two decks and a table, by the seed. `core`: the referee of tables by the field's core. `relays`:
    through how many spectators watch. `nodes`: how many servers are one service.
    """
    secret = f"{seed}:{number}".encode().ljust(32, b".")
    dice = RandomStreams(secret + b"setting")
    name, mode = WAYS[way][number % len(WAYS[way])]
    settings = Settings(
        format=name,
        best_of=3 if dice.draw_below(6, "best") == 0 else 1,
        clock=(Clock(), Clock(600, 5), Clock(90, 2))[0 if mode == "free" else dice.draw_below(3, "clock")],
        listed=dice.draw_below(3, "listed") > 0,
        password=("", "sesame")[dice.draw_below(4, "password") == 0],
        mode=mode,
        pace=("quick", "careful")[dice.draw_below(2, "pace")],
    )
    words = ("always", "able", "smart", "never")
    autos = (words[dice.draw_below(4, "auto")], words[dice.draw_below(4, "auto")])
    concedes = dice.draw_below(2, "concede") == 0
    decks = (core.deck(dice), core.deck(dice)) if core else _decks(name, mode, secret, dice)
    browsers = frozenset(who for who in PEOPLE if dice.draw_below(2, "browser"))
    readers = frozenset(who for who in PEOPLE if dice.draw_below(2, "reader"))
    return RandomTable(
        number, secret, settings, decks, autos, most, concedes, browsers, core, relays, nodes, readers
    )  # fmt: skip


def _decks(name: str, mode: str, secret: bytes, dice: RandomStreams) -> tuple[Deck, Deck]:
    """Return ready decks, or random ones where there are cards enough: half by hand always."""
    pool, ready = pool_of(name, mode), [one.deck for one in ready_decks().values() if one.format == name]
    one, other = (
        ready[dice.draw_below(len(ready), "ready")]
        if name == "fab" or (mode != "half" and dice.draw_below(2, "which"))
        else random_deck(pool, name, secret + bytes([seat]))
        for seat in (0, 1)
    )
    return one, other


class PartialCardTexts:
    """Texts in which every second card has words, in any language."""

    languages: Iterable[str] = ()

    def translated_facts(self, facts: Facts, language: str) -> Facts | None:
        """Return these facts in other words; None for every other card."""
        return None if facts.code % 2 else structs.replace(facts, name=f"{language}:{facts.code:x}")

    def card_lines(self, code: int, language: str) -> tuple[str, ...]:
        """Return as many lines of every card as a database may have."""
        return tuple(f"{language}:{code:x}:{number}" for number in range(MAX_LINES))


@dataclass(frozen=True)
class CoreTables:
    """A core as the tables of a run use it. `deck`: a random one."""

    pool: Pool
    deck: Callable[[RandomStreams], Deck]
    engines: Engines
    digest: str = "core"
    source: str = "the field's core"
    banlists: Mapping[str, Limits] = field(default_factory=dict)
    scriptless: frozenset[int] = frozenset()
    texts: CardTexts = field(default_factory=PartialCardTexts)

    def plays(self, codes: Iterable[int], format_name: str) -> bool:
        """Return whether it plays these cards by this format's rules."""
        return bool(FORMATS[format_name].core_rules) and all(code in self.pool for code in codes)

    def referee(self, setup: Setup, pool: Pool) -> CoreReferee:
        """Return a fresh referee for one duel."""
        return CoreReferee(FORMATS[setup.format], pool, self.engines)
