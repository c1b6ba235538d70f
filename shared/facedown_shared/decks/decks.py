"""Decks: their data, text forms (.ydk and ydke://, both ways), and legality.

Mistakes of a person become a sentence they can act on: broken text raises BadInput, an illegal deck gives a
list of reasons. This module knows no effect of a card.
"""

from __future__ import annotations

import base64
import struct
from collections import Counter
from collections.abc import Container, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial, reduce
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple, TypeVar

from facedown_shared.cards.facts import ARENA_KINDS, EXTRA_DECK_KINDS, Facts, Pool, every_game
from facedown_shared.decks import flesh_and_blood_cards
from facedown_shared.decks.banlists import NO_LIMITS, Limits
from facedown_shared.decks.card_names import CardNames, bundled_names
from facedown_shared.decks.deck_parsing import (
    MAX_CARDS,
    MAX_QUOTED_LETTERS,
    PARTS,
    YDKE,
    ParsedLines,
    bad_deck,
    find_ydke,
    has_counted_names,
    parse_lines,
    parse_ydke,
)
from facedown_shared.protocol.provided_facts import MIN_DERIVED_PASSCODE
from facedown_shared.tables import FORMATS, PLAYED, Format
from facedown_shared.text import NOTHING, Words, words

Result = TypeVar("Result")

MAX_LINES = 300
"""Maximum lines of a deck's text: a deck has 200 cards at most, and parsing a line takes time."""
MAX_NUMBERS_TOLD = 8
"""Maximum number of invalid lines that are reported by line number."""
MAX_NAMES_TOLD = 3
"""Maximum number of cards that are named in a report about a kind which the format does not have."""
ABSENT_KINDS = frozenset({"is_a_pendulum_monster", "extra_kind_unknown"})
"""Ids of the reasons that apply to a whole kind of card which a format does not have."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A deck: the passcodes of its parts, in the given order."""

    main: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()
    side: tuple[int, ...] = ()
    name: str = ""

    @property
    def parts(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        return self.main, self.extra, self.side

    @property
    def counts(self) -> tuple[int, int, int]:
        """The sizes of Main, Extra and Side Deck."""
        return len(self.main), len(self.extra), len(self.side)

    @property
    def cards(self) -> tuple[int, ...]:
        """Every card of the deck, the Side Deck last."""
        return self.main + self.extra + self.side


# --- reading and writing ------------------------------------------------------------------------------------


class ParsedDeck(NamedTuple):
    """The result of parsing: a deck, and what was left out of it."""

    deck: Deck
    text: str
    """The same deck for another parser: passcodes replace the names that were found. Line numbers are
    unchanged.
    """
    unread: tuple[int, ...] = ()
    """Numbers of lines that were not understood."""
    left_out: tuple[tuple[int, str], ...] = ()
    """Parts with cards that were left out: the number and the text of each heading."""
    listed: tuple[Facts, ...] = ()
    """The card facts in a list of Flesh and Blood."""
    has_names: bool = False
    """True if cards were found by name."""

    def notes(self) -> list[Words]:
        """Return sentences about what was left out."""
        found = []
        if self.unread:
            read, lines = len(self.deck.cards), [*map(str, self.unread[:MAX_NUMBERS_TOLD])]
            more = len(self.unread) - len(lines)
            text: Words | str = ", ".join(lines)
            if more:
                text = words("both", text, words("so_many_more", more))
            elif len(lines) > 1:
                text = words("both", ", ".join(lines[:-1]), lines[-1])
            one_line = len(self.unread) == 1
            if read == 1:
                name = "deck_card_line_unread" if one_line else "deck_card_lines_unread"
            else:
                name = "deck_line_unread" if one_line else "deck_lines_unread"
            found.append(words(name, read, text, len(self.unread)))
        found += [words("deck_part_left_out", number, heading) for number, heading in self.left_out[:4]]
        return found


def parse_deck(
    text: str,
    pool: Pool | None = None,
    name: str = "",
    *,
    rules: Format | None = None,
    names: CardNames | None = None,
) -> ParsedDeck:
    """Parse the text of a .ydk file, a ydke:// address or a list of names.

    With a pool, Extra Deck monsters in the Main Deck are moved to the Extra Deck. `rules` is the table's
    format: a list of names that fits several games is parsed for that format's game. `names` finds cards by
    name.

    Raises BadInput for a text without a card.
    """
    return run_to_end(parse_in_steps(text, pool, name, rules=rules, names=names))


def run_to_end(steps: Generator[None, None, Result]) -> Result:
    """Run a generator to its end and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            result: Result = done.value
            return result


def parse_in_steps(
    text: str,
    pool: Pool | None = None,
    name: str = "",
    *,
    rules: Format | None = None,
    names: CardNames | None = None,
) -> Generator[None, None, ParsedDeck]:
    """Parse like `parse_deck`, and yield at points where other work may run."""
    text = text.replace("\ufeff", "")
    if (address := find_ydke(text)) is not None:
        deck = _build_deck(parse_ydke(address), name, pool)
        return ParsedDeck(deck, to_ydke(deck))
    if text.count("\n") + text.count("\r") > MAX_LINES:
        raise bad_deck(words("deck_too_many_cards", MAX_CARDS))
    found = yield from parse_lines(text, (names or bundled_names()).find_passcode)
    is_fab = _is_flesh_and_blood(text, found, pool or every_game(), rules)
    yield
    if is_fab:
        return _parse_listed(text, pool or every_game(), name)
    deck = _build_deck(found.parts, name, pool, found)
    named = any(row.is_named for row in found.rows)
    return ParsedDeck(deck, found.passcode_text, found.unread_lines, found.left_out, has_names=named)


def parse_to_deck(text: str, pool: Pool | None = None, name: str = "") -> Deck:
    """Parse a text and return only the deck.

    Raises BadInput for a text without a card.
    """
    return parse_deck(text, pool, name).deck


def _build_deck(
    parts: Sequence[Sequence[int]], name: str, pool: Pool | None, lines: ParsedLines | None = None
) -> Deck:
    if not any(parts):
        bad = next((row for row in lines.rows if not row.is_understood), None) if lines is not None else None
        if bad is None:
            raise bad_deck(words("deck_is_blank"))
        raise bad_deck(words("deck_not_understood", bad.number, bad.line.strip()[:MAX_QUOTED_LETTERS]))
    if sum(map(len, parts)) > MAX_CARDS:
        raise bad_deck(words("deck_too_many_cards", MAX_CARDS))
    deck = Deck(tuple(parts[0]), tuple(parts[1]), tuple(parts[2]), name)
    return deck if pool is None else sort_into_parts(deck, pool)


def _parse_listed(text: str, pool: Pool, name: str) -> ParsedDeck:
    codes = flesh_and_blood_cards.codes(text, pool)
    if not codes:
        raise bad_deck(words("list_is_blank"))
    listed = tuple(flesh_and_blood_cards.facts_from_list(text, pool))
    deck = _build_deck((codes, (), ()), name, pool.joined_with(listed))
    return ParsedDeck(deck, to_ydk(deck), listed=listed)


def _is_flesh_and_blood(text: str, lines: ParsedLines, pool: Pool, rules: Format | None) -> bool:
    """Return whether a list of names is for Flesh and Blood: decided by its cards, else by the table's
    format.
    """
    if not (has_counted_names(lines) or flesh_and_blood_cards.has_heading(text)):
        return False
    found = sum(row.is_named for row in lines.rows)
    rows, known = flesh_and_blood_cards.count_evidence(text, pool)
    if rules is None:
        return known > found
    if rules.card_kinds & ARENA_KINDS:
        return known > 0 or 2 * found <= rows
    return found == 0 and 2 * known > rows


def to_ydk(deck: Deck) -> str:
    """Return the text of a .ydk file."""
    lines = ["#created by facedown"]
    for head, part in zip(("#main", "#extra", "!side"), deck.parts, strict=True):
        lines += [head, *map(str, part)]
    return "\n".join(lines) + "\n"


def to_ydke(deck: Deck) -> str:
    """Return the ydke:// address: three parts of little-endian numbers in base64, each ended by "!"."""
    packed = (base64.b64encode(struct.pack(f"<{len(part)}I", *part)).decode() for part in deck.parts)
    return YDKE + "".join(f"{part}!" for part in packed)


def sort_into_parts(deck: Deck, pool: Pool) -> Deck:
    """Return the deck with Extra Deck monsters moved from the Main Deck to the Extra Deck."""
    moved = tuple(code for code in deck.main if code in pool and pool[code].belongs_in_extra_deck)
    main = tuple(code for code in deck.main if code not in pool or not pool[code].belongs_in_extra_deck)
    return replace(deck, main=main, extra=deck.extra + moved)


def remove_tokens(deck: Deck, pool: Pool) -> tuple[Deck, list[Words]]:
    """Return the deck without its Tokens, and one sentence about each kind of Token left out.

    Deck files of other programs contain some; no format allows a Token in a deck (CLS-TOK-01, CF-36).
    """
    tokens = [code for code in dict.fromkeys(deck.cards) if code in pool and "token" in pool[code].kinds]
    parts = (tuple(code for code in part if code not in tokens) for part in deck.parts)
    main, extra, side = parts
    left = replace(deck, main=main, extra=extra, side=side)
    return left, [words("deck_token_left_out", pool[code].name) for code in tokens]


# --- legality -----------------------------------------------------------------------------------------------


def check(
    deck: Deck, rules: Format, pool: Pool, limits: Limits = NO_LIMITS, cap: int | None = None
) -> list[Words]:
    """Return the reasons why a format does not allow a deck; an empty list if it does (GAP-03, CF-19 to
    CF-21).

    `cap`: the point cap of this table; None for the cap of the ban list and the format.
    """
    limits = applied_limits(rules, limits)
    if other := other_game_format(deck, rules, pool):
        return [words("deck_for_other", other.title, rules.title)]
    return [
        *_sizes(deck, rules),
        *(words("passcode_unknown", code) for code in dict.fromkeys(deck.cards) if code not in pool),
        *_misplaced_reasons(deck, rules, pool),
        *_copies(deck, rules, pool, limits),
        *_points(deck, rules, pool, limits, cap),
        *_heroes(deck, rules, pool),
    ]


def applied_limits(rules: Format, limits: Limits) -> Limits:
    """Return the ban list that a format applies. In a format with points, a list without points is
    ignored.
    """
    return NO_LIMITS if rules.point_cap is not None and limits.point_cap is None else limits


def point_cap(rules: Format, limits: Limits, cap: int | None = None) -> int | None:
    """Return the point cap of a deck: the table's, else the ban list's, else the format's.

    None if cards cost no points.
    """
    if rules.point_cap is None:
        return None
    return next(found for found in (cap, limits.point_cap, rules.point_cap) if found is not None)


def points(deck: Deck, pool: Pool, limits: Limits) -> int:
    """Return the points of all copies in all parts of a deck."""
    costs = limits.costs(pool)
    found = (pool.get(code) for code in deck.cards)
    return sum(costs.get(facts.original, 0) for facts in found if facts is not None)


def other_game_format(deck: Deck, rules: Format, pool: Pool) -> Format | None:
    """Return the format of another game that a deck is for; None if any card is of this format's game.

    An unknown card with a printed passcode is one of Yu-Gi-Oh!: cards of other games print none.
    """
    kinds: set[str] = set()
    for code in deck.cards:
        facts = pool.get(code)
        if facts is not None and facts.kinds:
            kinds.update(facts.kinds)
        elif code < MIN_DERIVED_PASSCODE:
            kinds.add("monster")
    if not rules.card_kinds.isdisjoint(kinds):
        return None
    others = [FORMATS[name] for name in PLAYED if not FORMATS[name].card_kinds.isdisjoint(kinds)]
    return next((other for other in others if not check(deck, other, pool)), others[0] if others else None)


def is_allowed(facts: Facts, rules: Format) -> bool:
    """Return whether a format allows this card at all, in the part of the deck where it belongs."""
    return not misplacement_reason(int(facts.belongs_in_extra_deck), facts, rules)


def check_siding(before: Deck, after: Deck) -> list[Words]:
    """Return the reasons why an exchange with the Side Deck is invalid.

    The sizes of the parts and the cards as a whole must not change.
    """
    reasons = [
        words("part_keeps_size", part, len(old), len(new))
        for part, old, new in zip(PARTS, before.parts, after.parts, strict=True)
        if len(old) != len(new)
    ]
    if Counter(before.cards) != Counter(after.cards):
        reasons.append(words("only_own_cards_exchanged"))
    return reasons


def _sizes(deck: Deck, rules: Format) -> Iterator[Words]:
    """Yield a reason for each part with too few or too many cards (CLS-DECK-01 to 02, CLS-SIDE-01,
    YGO-ED-09, CF-44).

    CLS-SETUP-06, CLS-SIDE-04.
    """
    for part, cards, (least, most) in (
        (rules.parts[0], deck.main, rules.main_deck),
        (rules.parts[1], deck.extra, rules.extra_deck),
    ):
        if len(cards) < least:
            yield words("part_too_small", part, _cards(len(cards)), rules.title, least)
        if most is not None and len(cards) > most:
            yield words("part_too_large", part, _cards(len(cards)), rules.title, most)
    if len(deck.side) not in rules.side_deck:
        side, allowed = _cards(len(deck.side)), _size_range(rules.side_deck)
        yield words("side_of_other_size", rules.parts[2], side, rules.title, allowed)


def _misplaced_reasons(deck: Deck, rules: Format, pool: Pool) -> Iterator[Words]:
    """Yield a reason for each card in the wrong part. Cards of an absent kind share one sentence."""
    absent: dict[str, dict[int, Facts]] = {}
    for part, cards in enumerate(deck.parts):
        for code in dict.fromkeys(cards):
            facts = pool.get(code)
            reason = misplacement_reason(part, facts, rules) if facts is not None else NOTHING
            if facts is None or not reason:
                continue
            if reason.id in ABSENT_KINDS:
                own = EXTRA_DECK_KINDS if reason.id == "extra_kind_unknown" else {"pendulum"}
                kind = next(kind for kind in facts.kinds if kind in own)
                absent.setdefault(kind, {})[code] = facts
            else:
                yield words("card_misplaced", facts.name, reason)
    for kind, found in absent.items():
        yield words("kind_not_in_format", rules.title, kind.capitalize(), _names(list(found.values())))


def _names(cards: Sequence[Facts]) -> Words:
    """Join the names of cards; of many, only the first ones."""
    named = [words("card_called", facts.code, facts.name) for facts in cards]
    if len(named) > MAX_NAMES_TOLD:
        named[MAX_NAMES_TOLD:] = [words("so_many_more", len(named) - MAX_NAMES_TOLD)]
    *first, last = named
    return words("both", reduce(partial(words, "and_more"), first), last) if first else last


def misplacement_reason(part: int, facts: Facts, rules: Format) -> Words:
    """Return the reason why a card does not belong in a part of the deck (CLS-SETUP-05, CLS-RIT-01)."""
    if facts.is_blank:
        return NOTHING
    if facts.kinds and rules.card_kinds.isdisjoint(facts.kinds):
        return words("is_of_other_game", rules.title)
    if "token" in facts.kinds:
        return words("is_a_token")
    if "pendulum" in facts.kinds and rules.pendulum_zones == "none":
        return words("is_a_pendulum_monster", rules.title)
    if strange := _foreign_kind(facts, rules):
        return words("is_of_unknown_kind", strange.replace("_", "-"), rules.title)
    if not facts.belongs_in_extra_deck:
        return words("belongs_elsewhere", rules.parts[1]) if part == 1 else NOTHING
    if set(rules.extra_kinds).isdisjoint(facts.kinds):
        kinds = [words("term", kind.capitalize()) for kind in rules.extra_kinds]
        return words("extra_kind_unknown", rules.title, reduce(partial(words, "both"), kinds))
    return words("belongs_in", rules.parts[1], rules.parts[0]) if part == 0 else NOTHING


def _foreign_kind(facts: Facts, rules: Format) -> str:
    """Return the Type or Attribute of a monster if this format does not have it, else ""."""
    if not facts.is_monster:
        return ""
    for word, known in ((facts.race, rules.races), (facts.attribute, rules.attributes)):
        if known and word and word not in known:
            return word
    return ""


def _copies(deck: Deck, rules: Format, pool: Pool, limits: Limits) -> Iterator[Words]:
    """Yield a reason for each card with too many copies (CLS-DECK-03 to 04, GAP-41)."""
    known = [pool[code] for code in deck.cards if code in pool]
    names = {facts.original: facts.name for facts in reversed(known)}
    listed = limits.allowed_copies(pool)
    for original, count in Counter(facts.original for facts in known).items():
        allowed = min(rules.copies, listed.get(original, limits.otherwise))
        name = pool[original].name if original in pool else names[original]
        if count > allowed and allowed == rules.copies:
            yield words("too_many_copies", name, count, allowed)
        elif count > allowed:
            times = words("once") if count == 1 else words("so_many_times", count)
            yield words("limited" if allowed else "forbidden", name, times, limits.name, allowed)


def _points(deck: Deck, rules: Format, pool: Pool, limits: Limits, cap: int | None) -> Iterator[Words]:
    """Yield the reason if a deck exceeds the point cap."""
    most, cost = point_cap(rules, limits, cap), points(deck, pool, limits)
    if most is not None and cost > most:
        yield words("too_many_points", cost, most)


def _heroes(deck: Deck, rules: Format, pool: Pool) -> Iterator[Words]:
    """Yield the reason if the number of heroes is wrong: the game begins with one (FAB-3.11.4)."""
    found = sum(code in pool and pool[code].is_a("hero") for code in deck.extra)
    if found != rules.heroes:
        yield words(
            "other_number_of_heroes", rules.title, rules.heroes or words("no"), found or words("none")
        )


def _cards(count: int) -> Words:
    return words("one_card") if count == 1 else words("so_many_cards", count)


def _size_range(sizes: tuple[int, ...]) -> Words | str:
    if sizes == tuple(range(sizes[0], sizes[-1] + 1)):
        return words("one_to", sizes[0], sizes[-1])
    return " or ".join(map(str, sizes))


# --- coverage by rules --------------------------------------------------------------------------------------


class Coverage(NamedTuple):
    """Coverage of a deck by rules: the number of cards with rules, the number of all cards, the names of the
    rest.
    """

    scripted: int
    total: int
    unscripted: tuple[str, ...]


def coverage(deck: Deck, scripted: Container[int], pool: Pool) -> Coverage:
    """Return the coverage of a deck if these passcodes have scripts. A monster without an effect needs no
    script.
    """
    missing = [code for code in deck.cards if not _is_scripted(code, scripted, pool)]
    names = dict.fromkeys(pool[code].name if code in pool else f"passcode {code}" for code in missing)
    return Coverage(len(deck.cards) - len(missing), len(deck.cards), tuple(names))


def needs_script(facts: Facts) -> bool:
    """Return whether a card needs a script, because it does more than the rules of the game."""
    return not facts.is_monster or "effect" in facts.kinds or bool(facts.pendulum_text)


def _is_scripted(code: int, scripted: Container[int], pool: Pool) -> bool:
    facts = pool.get(code)
    known = facts is not None and (not needs_script(facts) or facts.original in scripted)
    return known or code in scripted


# --- ready decks --------------------------------------------------------------------------------------------


TITLE, ABOUT = "the title of a deck", "how a deck plays"
"""The contexts of ready decks' titles and descriptions in the catalogues."""


@dataclass(frozen=True, slots=True)
class ReadyDeck:
    """A bundled deck. `name` identifies it in flags and settings."""

    name: str
    title: str
    format: str
    about: str
    deck: Deck


@cache
def ready_decks() -> Mapping[str, ReadyDeck]:
    """Return the bundled decks of `shared/facedown_shared/data/decks/` by name.

    Comments in each file describe the deck: #title, #format …
    """
    return _read_decks(resources.files("facedown_shared") / "data" / "decks")


@cache
def more_decks() -> Mapping[str, ReadyDeck]:
    """Return the further bundled decks of `shared/facedown_shared/data/decks/more/`, to choose from. No table
    begins with one.
    """
    return _read_decks(resources.files("facedown_shared") / "data" / "decks" / "more")


@cache
def core_decks() -> Mapping[str, ReadyDeck]:
    """Return the bundled decks of `shared/facedown_shared/data/decks/core/`, for tables by EDOPro's core.

    They hold passcodes of cards that only the core knows.
    """
    return _read_decks(resources.files("facedown_shared") / "data" / "decks" / "core")


def _read_decks(folder: Traversable) -> Mapping[str, ReadyDeck]:
    files = sorted((entry for entry in folder.iterdir() if entry.name.endswith(".ydk")), key=str)
    decks = (_ready(entry.name.removesuffix(".ydk"), entry.read_text("utf-8")) for entry in files)
    return {deck.name: deck for deck in decks}


def ready_decks_for(format_name: str) -> Mapping[str, ReadyDeck]:
    """Return the ready decks of a format.

    A format with points and no ready decks gets the ready decks of today's rules that it allows.
    """
    return _decks_for(ready_decks(), format_name)


def more_decks_for(format_name: str) -> Mapping[str, ReadyDeck]:
    """Return the further decks of a format, in the same way."""
    return _decks_for(more_decks(), format_name)


def core_decks_for(format_name: str) -> Mapping[str, ReadyDeck]:
    """Return the decks of a format for tables by EDOPro's core."""
    return {name: row for name, row in core_decks().items() if row.format == format_name}


def _decks_for(decks: Mapping[str, ReadyDeck], format_name: str) -> Mapping[str, ReadyDeck]:
    rows = decks.items()
    found = {name: row for name, row in rows if row.format == format_name}
    rules = FORMATS.get(format_name)
    if found or rules is None or rules.point_cap is None:
        return found
    return {
        name: row for name, row in rows if row.format == "master" and not check(row.deck, rules, every_game())
    }


def _ready(name: str, text: str) -> ReadyDeck:
    parts = dict(_described_parts(text.splitlines()))
    title = parts.get("title", name)
    return ReadyDeck(
        name,
        title,
        parts.get("format", "master"),
        parts.get("about", ""),
        parse_to_deck(text, every_game(), title),
    )


def _described_parts(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        word, _, rest = line.removeprefix("#").partition(" ")
        if line.startswith("#") and word in ("title", "format", "about"):
            yield word, rest.strip()
