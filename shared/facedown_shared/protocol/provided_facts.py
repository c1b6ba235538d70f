"""Facts of cards that a player sends to a table whose server does not know them, and placeholder names.

They are the player's word, so they are cleaned first: lengths, words and numbers a card can have, no control
characters. Facts that the server knows take precedence; no card that was sent can pass for such a card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec import Meta

from facedown_shared.cards.database_bits import ARROWS, ATTRIBUTES, KINDS, RACES
from facedown_shared.cards.facts import UNKNOWN_STAT_POINTS, Facts, Pool, printed_kinds
from facedown_shared.protocol.envelope import ToServer, Word
from facedown_shared.text import strip_controls

MIN_TOKEN_PASSCODE = 4_000_000_000
"""Smallest passcode of Tokens made by hand; no printed card has one."""

MIN_DERIVED_PASSCODE = 3_000_000_000
"""Smallest passcode derived from a name, for cards of games that print no numbers; the largest is below
Tokens.
"""
GAME_SPECIFIC_FIELDS = ("pitch", "cost", "health", "intellect", "arcane")
"""Additional numbers that such cards print, and their colours."""
COLOURS = ("red", "yellow", "blue", "purple")

MAX_NAME_LETTERS, MAX_TEXT_LETTERS = 80, 1_000
MAX_STAT_POINTS, MAX_LEVEL = 99_999, 13
MAX_CARDS_PER_MESSAGE = 60
"""Maximum number of cards in a message."""
MAX_MESSAGE_BYTES = 24_000
"""Maximum size of a message, below what a server accepts."""

Points = Annotated[int, Meta(ge=UNKNOWN_STAT_POINTS, le=MAX_STAT_POINTS)]
Stars = Annotated[int, Meta(ge=0, le=MAX_LEVEL)]
SetCode = Annotated[int, Meta(ge=0, le=0xFFFF)]
Text = Annotated[str, Meta(max_length=MAX_TEXT_LETTERS)]


class ProvidedFacts(
    msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True
):
    """A player's facts of a card; the fields are those of `facedown_shared.cards.facts.Facts`."""

    code: Annotated[int, Meta(ge=1, le=MIN_TOKEN_PASSCODE - 1)]
    name: Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LETTERS)]
    kinds: Annotated[tuple[Word, ...], Meta(max_length=8)] = ()
    attribute: Word = ""
    race: Word = ""
    level: Stars = 0
    rank: Stars = 0
    link: Stars = 0
    attack: Points | None = None
    defense: Points | None = None
    scales: tuple[Stars, Stars] | None = None
    arrows: Annotated[tuple[Word, ...], Meta(max_length=8)] = ()
    archetypes: Annotated[tuple[SetCode, ...], Meta(max_length=4)] = ()
    alias: Annotated[int, Meta(ge=0, le=MIN_TOKEN_PASSCODE - 1)] = 0
    text: Text = ""
    pendulum_text: Text = ""
    extra: Annotated[dict[Word, Annotated[int, Meta(ge=0, le=9_999)] | Word], Meta(max_length=8)] = {}


class TellFacts(ToServer, frozen=True, tag="tell_facts"):
    """Send facts of cards that `deck_report` listed as `unknown`. Texts beyond 100,000 letters in all are
    left out.
    """

    facts: Annotated[tuple[ProvidedFacts, ...], Meta(max_length=MAX_CARDS_PER_MESSAGE)]


def split_messages(facts: Iterable[Facts]) -> Iterator[TellFacts]:
    """Return messages that carry these facts, each of a size that a server accepts."""
    chunk: list[ProvidedFacts] = []
    size = 0
    for one in map(to_provided, facts):
        length = len(msgspec.json.encode(one))
        if chunk and (size + length > MAX_MESSAGE_BYTES or len(chunk) == MAX_CARDS_PER_MESSAGE):
            yield TellFacts(tuple(chunk))
            chunk, size = [], 0
        chunk.append(one)
        size += length
    if chunk:
        yield TellFacts(tuple(chunk))


def to_provided(facts: Facts) -> ProvidedFacts:
    """Return a card's facts, cut to the limits of the message."""
    return ProvidedFacts(
        code=facts.code, name=facts.name[:MAX_NAME_LETTERS] or placeholder(facts.code).name,
        kinds=facts.kinds[:8], attribute=facts.attribute, race=facts.race, level=_stars(facts.level),
        rank=_stars(facts.rank), link=_stars(facts.link), attack=_points(facts.attack),
        defense=_points(facts.defense), arrows=facts.arrows[:8], archetypes=facts.archetypes[:4],
        scales=facts.scales and (_stars(facts.scales[0]), _stars(facts.scales[1])),
        alias=facts.alias if facts.alias < MIN_TOKEN_PASSCODE else 0,
        text=facts.text[:MAX_TEXT_LETTERS], pendulum_text=facts.pendulum_text[:MAX_TEXT_LETTERS],
        extra=_valid_extras(facts.extra),
    )  # fmt: skip


def without_texts(provided: ProvidedFacts) -> ProvidedFacts:
    """Return a card's facts for the message, without printed text."""
    return msgspec.structs.replace(provided, text="", pendulum_text="")


def without_free_words(provided: ProvidedFacts) -> ProvidedFacts:
    """Return a card's facts without words in which a muted player could write to others.

    The card has its placeholder name, no texts, and the kinds that are printed on known cards.
    """
    known = printed_kinds() | _KINDS
    return msgspec.structs.replace(
        without_texts(provided), name=placeholder(provided.code).name,
        kinds=tuple(kind for kind in provided.kinds if kind in known),
    )  # fmt: skip


def _stars(count: int) -> int:
    return min(count, MAX_LEVEL)


def _points(count: int | None) -> int | None:
    return None if count is None else min(count, MAX_STAT_POINTS)


def placeholder(code: int) -> Facts:
    """Return a placeholder for a card of which only the passcode is known."""
    return Facts(code=code, name=f"Card {code}")


def is_nameless(facts: Facts) -> bool:
    """Return whether the facts of this card are unknown."""
    return facts == placeholder(facts.code)


def valid_facts(provided: ProvidedFacts, known: Pool) -> Facts:
    """Return the valid facts of a card that the pool does not know.

    The card must not have the name of a known card or stand for one. A Token is never in a deck, so it is
    rejected.
    """
    name = strip_controls(provided.name, lines=False) or placeholder(provided.code).name
    if known.find_named(name) is not None:
        name = f"{name} ({provided.code})"
    if provided.code >= MIN_DERIVED_PASSCODE:
        kinds = tuple(strip_controls(kind, lines=False).lower() for kind in provided.kinds)
        return Facts(
            code=provided.code, name=name,
            kinds=tuple(kind for kind in kinds if kind and kind not in _NO_CARDS),
            attack=provided.attack, defense=provided.defense, text=strip_controls(provided.text),
            extra=_valid_extras(provided.extra),
        )  # fmt: skip
    kinds = _valid_kinds(provided)
    return Facts(
        code=provided.code, name=name, kinds=kinds,
        attribute=provided.attribute if provided.attribute in ATTRIBUTES else "",
        race=provided.race if provided.race in RACES else "", level=provided.level,
        rank=provided.rank, link=provided.link,
        attack=provided.attack, defense=provided.defense, scales=provided.scales,
        arrows=tuple(arrow for arrow in dict.fromkeys(provided.arrows) if arrow in _ARROWS),
        archetypes=provided.archetypes, alias=0 if provided.alias in known else provided.alias,
        text=strip_controls(provided.text), pendulum_text=strip_controls(provided.pendulum_text),
    )  # fmt: skip


def _valid_kinds(provided: ProvidedFacts) -> tuple[str, ...]:
    """Return the kinds that a card of one class may have together; none for a card of no class.

    A monster that is a Spell as well, or a Pendulum Monster without scales, exists in no game: the rules
    would not say what it does.
    """
    kinds = tuple(kind for kind in dict.fromkeys(provided.kinds) if kind in _KINDS)
    card_class = next((kind for kind in kinds if kind in _CARDS), "")
    if not card_class:
        return ()
    fitting = _KINDS - _SPELL_TRAP_KINDS if card_class == "monster" else _SPELL_TRAP_KINDS
    lost = (_CARDS - {card_class}) | (frozenset() if provided.scales else {"pendulum"})
    return tuple(kind for kind in kinds if kind in (fitting | {card_class, "normal", "ritual"}) - lost)


def _valid_extras(extra: Mapping[str, object]) -> dict[str, int | str]:
    """Return the fields of another game's card that are known and plausible."""
    found: dict[str, int | str] = {
        name: value
        for name in GAME_SPECIFIC_FIELDS
        if isinstance(value := extra.get(name), int) and 0 <= value <= 9_999
    }
    colour = extra.get("color")
    return {"color": colour, **found} if isinstance(colour, str) and colour in COLOURS else found


_NO_CARDS = frozenset({"token", "proxy", "layer", "macro", "monster", "spell", "trap"})
"""Kinds of cards that are never in a deck of such a game."""
_KINDS = frozenset(KINDS.values()) - {"token"}
_CARDS = frozenset({"monster", "spell", "trap"})
_SPELL_TRAP_KINDS = frozenset({"quickplay", "continuous", "equip", "field", "counter"})
"""Kinds of Spells and Traps that no monster has."""
_ARROWS = frozenset(ARROWS.values())
