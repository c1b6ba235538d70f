"""Printed facts of cards, and the pool of all cards. Current values belong to the duel.

Facts are sent only with a card that its viewer may read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from operator import attrgetter
from typing import Annotated, Any

import msgspec
from msgspec import Meta

UNKNOWN_STAT_POINTS = -2
"""Value of an ATK or DEF that is printed as "?"."""


EXTRA_DECK_KINDS = frozenset({"fusion", "synchro", "xyz", "link"})
ARENA_KINDS = frozenset({"hero", "equipment", "weapon"})
"""Kinds of cards that start in the arena, beside the deck. No other game has cards of these kinds."""

_NOT_IN_MAIN_DECK_KINDS = EXTRA_DECK_KINDS | ARENA_KINDS


class Facts(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The printed facts of a card. `kinds` are lower-case words: "monster", "effect", "flip", "quickplay" …

    `attack` and `defense` are None where a card has none (a Spell; a Link Monster has no DEF). `scales` is
    (left, right). `arrows` are words such as "bottom_left". `alias` is the passcode of the original artwork,
    or 0. `extra` holds what only other games print (colour, pitch, cost, power …).
    """

    code: int
    name: str
    kinds: tuple[str, ...] = ()
    attribute: str = ""
    race: str = ""
    level: int = 0
    rank: int = 0
    link: int = 0
    attack: int | None = None
    defense: int | None = None
    scales: tuple[int, int] | None = None
    arrows: tuple[str, ...] = ()
    archetypes: tuple[int, ...] = ()
    alias: int = 0
    text: str = ""
    pendulum_text: str = ""
    extra: dict[str, Any] = {}

    def is_a(self, kind: str, *more: str) -> bool:
        """Return whether the card has all of these kinds."""
        return kind in self.kinds and (not more or all(map(self.kinds.__contains__, more)))

    @property
    def is_blank(self) -> bool:
        """True if the card is unknown: it has at most a name, and a colour."""
        return not self.kinds

    @property
    def is_monster(self) -> bool:
        return "monster" in self.kinds

    @property
    def is_spell(self) -> bool:
        return "spell" in self.kinds

    @property
    def is_trap(self) -> bool:
        return "trap" in self.kinds

    @property
    def belongs_in_extra_deck(self) -> bool:
        """True if the card starts beside the deck: Fusion, Synchro, Xyz and Link Monsters in the Extra Deck
        (YGO-ED-01), heroes, equipment and weapons in the arena.
        """
        return not _NOT_IN_MAIN_DECK_KINDS.isdisjoint(self.kinds)

    @property
    def original(self) -> int:
        """The passcode under which copies of the card are counted."""
        return self.alias or self.code


class TokenPrint(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The printed values of a Token made by hand."""

    name: Annotated[str, Meta(min_length=1, max_length=24)]
    attack: Annotated[int, Meta(ge=0, le=99_999)] = 0
    defense: Annotated[int, Meta(ge=0, le=99_999)] = 0
    level: Annotated[int, Meta(ge=0, le=13)] = 1
    attribute: Annotated[str, Meta(max_length=24)] = ""
    race: Annotated[str, Meta(max_length=24)] = ""


class Pool:
    """The known facts of cards by passcode. Immutable.

    `below` is a pool that this one extends without a copy: a table with a few unknown cards costs little.
    `artworks` maps passcodes of other artworks to cards of this pool: they can be looked up like any card,
    and are not iterated over.
    """

    def __init__(
        self, cards: Iterable[Facts], below: Pool | None = None, artworks: Mapping[int, int] | None = None
    ) -> None:
        self.below = below
        printed = {card.code: card for card in cards if below is None or card.code not in below}
        self._names = {card.name.casefold(): card for card in reversed(list(printed.values()))}
        self._artworks = {
            code: msgspec.structs.replace(printed[original], code=code, alias=original)
            for code, original in (artworks or {}).items()
            if original in printed and code not in printed
        }
        self.own = {**printed, **self._artworks}
        """The cards that the pool below does not contain, in every artwork."""

    def __getitem__(self, code: int) -> Facts:
        found = self.get(code)
        if found is None:
            raise KeyError(code)
        return found

    def __contains__(self, code: object) -> bool:
        return code in self.own or (self.below is not None and code in self.below)

    def __iter__(self) -> Iterator[Facts]:
        yield from (card for code, card in self.own.items() if code not in self._artworks)
        yield from self.below or ()

    def __len__(self) -> int:
        return len(self.own) - len(self._artworks) + len(self.below or ())

    def get(self, code: int) -> Facts | None:
        """Return facts by passcode, or None for an unknown card."""
        found = self.own.get(code)
        return self.below.get(code) if found is None and self.below is not None else found

    def find_named(self, name: str) -> Facts | None:
        """Return facts by exact name, ignoring case, or None."""
        found = self.below.find_named(name) if self.below is not None else None
        return found or self._names.get(name.casefold())

    def joined_with(self, others: Iterable[Facts]) -> Pool:
        """Return a pool with more cards. Facts in this pool take precedence."""
        return Pool(others, self)


class Sheet(msgspec.Struct, forbid_unknown_fields=True):
    """One of our data files: a list of cards in TOML."""

    cards: list[Facts]


@cache
def bundled_pool() -> Pool:
    """Return the bundled cards of the game with rules; the files are read once."""
    return Pool(_sheets(""), artworks=other_artworks())


@cache
def other_artworks() -> Mapping[int, int]:
    """Return the passcodes of other artworks of bundled cards, each with the passcode of the original."""
    text = (resources.files("facedown_shared") / "data" / "other_artworks.json").read_bytes()
    rows = msgspec.json.decode(text, type=dict[int, tuple[int, ...]])
    return {code: original for original, codes in rows.items() for code in codes}


@cache
def every_game() -> Pool:
    """Return the bundled cards of every game."""
    return bundled_pool().joined_with(_sheets("flesh_and_blood"))


@cache
def printed_kinds() -> frozenset[str]:
    """Return every kind that is printed on a bundled card of any game."""
    return frozenset(kind for card in every_game() for kind in card.kinds)


@cache
def edition() -> str:
    """Return a digest of all bundled facts. Two programs with equal digests need not send each other
    facts.
    """
    facts = sorted(every_game(), key=attrgetter("code"))
    encoded = msgspec.json.encode((facts, sorted(other_artworks().items())))
    return hashlib.sha256(encoded).hexdigest()[:16]


def _sheets(name: str) -> Iterator[Facts]:
    folder = resources.files("facedown_shared") / "data" / name
    sheets = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".toml")), key=str)
    return (card for entry in sheets for card in parse_sheet(entry.read_bytes()))


def parse_sheet(data: bytes) -> list[Facts]:
    """Parse the cards of one data file.

    Raises msgspec.MsgspecError for an invalid file.
    """
    return msgspec.toml.decode(data, type=Sheet).cards
