"""Verify from a record alone that a match's throws are those pledged (docs/reference/fairness.md).

Law: pure except for reading a file. Every complaint is one sentence that follows "Shuffles NOT verified:".
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

from facedown_client.model.verify.fairness import DuelRecord, Record, SeenThrow
from facedown_client.model.words.sentences import SAID
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks import decks
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol import fairness
from facedown_shared.protocol.fairness import FOLLOWED, Stream, Trail
from facedown_shared.protocol.messages import Opened, Pledge
from facedown_shared.tables import PUBLIC_CLASS_INDEX
from facedown_shared.text import BadInput, Code, _, bounded_parsing, explain_error, gettext_noop, ngettext

SIDES = {"coin": 2, "die": 6}
THROWS = {"coin": gettext_noop("coin"), "die": gettext_noop("die")}

MAX_RECORD_BYTES = 10_000_000
MAX_DUELS = 9
MAX_THROWS = 10_000
"""Maximum throws of one purpose in one duel."""
MAX_WORK = 1_000_000
"""Maximum cards moved while a trail is replayed; a server must not keep the client busy."""


@dataclass(frozen=True, slots=True)
class FairnessVerdict:
    """Result of a check. If `complaints` is empty, everything this client saw matches the pledge."""

    shuffles: int
    throws: int
    complaints: tuple[str, ...]
    notes: tuple[str, ...] = ()
    watched: bool = False
    """True if this client was only a spectator, so that only public throws can be checked."""

    @property
    def summary_line(self) -> str:
        """The result as one line for display."""
        what = _("Public throws") if self.watched else _("Shuffles")
        if self.complaints:
            return _("{what} NOT verified: {complaints}", what=what, complaints=self.complaints[0])
        shuffles = ngettext("{count} shuffle", "{count} shuffles", self.shuffles)
        throws = ngettext(
            "{count} coin, die or random card", "{count} coins, dice and random cards", self.throws
        )
        found = _("{first} and {last}", first=shuffles, last=throws)
        if self.watched:
            found = ngettext("{count} throw", "{count} throws", self.throws)
        notes = "".join(_(" ({note})", note=note) for note in self.notes)
        return _("{what} verified: {found}{notes}.", what=what, found=found, notes=notes)


def verify(record: Record) -> FairnessVerdict:
    """Check a record. Never raises: an invalid record gives a complaint."""
    check = _Check(record)
    complaints = (*record.caught, *check.complaints())
    watched = record.seat == PUBLIC_CLASS_INDEX
    return FairnessVerdict(check.shuffles, check.throws, complaints, tuple(_notes(record)), watched)


def check_record(path: Path) -> FairnessVerdict:
    """Return the verdict on the record in a file.

    Raises BadInput if the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_RECORD_BYTES + 1)
        if len(data) > MAX_RECORD_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        return verify(bounded_parsing.json(data, Record))
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise BadInput(
            Code.BAD_FILE, _("The record {path} cannot be read: {reason}.", path=path, reason=reason)
        ) from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise BadInput(
            Code.BAD_FILE,
            _("{path} is not the record of a match: {plainly}.", path=path, plainly=explain_error(error)),
        ) from None


def _notes(record: Record) -> Iterator[str]:
    if record.unplayed:
        yield ngettext(
            "before it, {count} match ended without a duel", "before it, {count} matches ended "
                "without a duel",
            record.unplayed,
        )  # fmt: skip
    if record.pledge is not None and record.shares is None:
        yield _("it ended before anything was thrown")
    if record.seat != PUBLIC_CLASS_INDEX and not record.share:
        yield _("without a share of ours")
    trails = record.opened.trails if record.opened is not None else ()
    if stirred := sum(step[0] == "stir" for trail in trails for step in trail.steps):
        yield ngettext(
            "{count} shuffle by EDOPro's core was fixed in advance, not computed again",
            "{count} shuffles by EDOPro's core were fixed in advance, not computed again",
            stirred,
        )
    if not all(chapter.whole for chapter in record.chapters.values()):
        yield _("not seen from the beginning")


class _Check:
    """One check of a record. Counts the verified throws."""

    def __init__(self, record: Record) -> None:
        self.shuffles = self.throws = 0
        self._record = record
        self._streams: dict[str, Stream] = {}

    def complaints(self) -> Iterator[str]:
        """Yield every complaint."""
        record = self._record
        if record.pledge is None:
            yield _("the server pledged nothing before the match.")
        elif not {*record.chapters, *record.tosses} <= set(range(MAX_DUELS + 1)):
            yield _("it has more than {most_duels} duels.", most_duels=MAX_DUELS)
        elif record.opened is None:
            yield _("the server opened nothing after the match.")
        elif record.shares is None:
            yield from self._secrets(record.pledge, record.opened, (b"", b""))
            if record.chapters or record.tosses:
                yield _("the server threw before it had announced the players' shares.")
        else:
            yield from self._check_shares(record.pledge, record.shares.shares)
            yield from self._secrets(record.pledge, record.opened, record.shares.shares)
            yield from self._toss(record.opened)
            for number, chapter in record.chapters.items():
                yield from self._check_single_throws(number, chapter, record.opened)
            yield from self._trails(record.opened)

    # --- the basis of all checks ----------------------------------------------------------------------------

    def _check_shares(self, pledge: Pledge, shares: tuple[bytes, bytes]) -> Iterator[str]:
        record = self._record
        for seat, (share, seal) in enumerate(zip(shares, pledge.seals, strict=True)):
            if seal != (fairness.seal(share) if share else b""):
                yield _("the share of seat {seat} is not the one that was sealed.", seat=seat)
        if record.share and (record.seat == PUBLIC_CLASS_INDEX or shares[record.seat] != record.share):
            yield _("our share was left out.")

    def _secrets(self, pledge: Pledge, opened: Opened, shares: tuple[bytes, bytes]) -> Iterator[str]:
        mine = {-1, self._record.seat, *(trail.seat for trail in opened.trails)}
        for name in fairness.names(max(self._record.chapters, default=0)):
            if fairness.owner(name) in mine and name not in opened.secrets:
                yield _("the secret of {name} was not opened.", name=name)
        salt = shares if any(shares) else ()
        for name, secret in opened.secrets.items():
            if pledge.commitments.get(name) != fairness.commitment(name, secret):
                yield _("the secret of {name} is not the one that was pledged.", name=name)
            self._streams[name] = Stream(fairness.key(name, secret, salt))

    # --- coins and dice -------------------------------------------------------------------------------------

    def _toss(self, opened: Opened) -> Iterator[str]:
        name = f"{fairness.MATCH}/coin"
        tossed = self._replay_throws(name, opened)
        if any(limit != SIDES["coin"] for limit in opened.throws.get(name, ())):
            yield _("a toss for who goes first has a different number of sides.")
            return
        for number, seen in sorted(self._record.tosses.items()):
            before = [self._record.chapters.get(earlier) for earlier in range(1, number)]
            if not all(chapter is not None and chapter.over for chapter in before):
                continue  # it is not known which toss this was
            index = sum(chapter is not None and chapter.drawn for chapter in before)
            if index >= len(tossed):
                yield _("there was a toss for who goes first that was not thrown.")
                return
            self.throws += 1
            if seen != tossed[index]:
                yield _("toss {number} for who goes first differs from the pledge.", number=index + 1)

    def _check_single_throws(self, number: int, chapter: DuelRecord, opened: Opened) -> Iterator[str]:
        for purpose, least in (("coin", 0), ("die", 1)):
            observed = [row[3] for row in chapter.seen if row[0] == purpose]
            if any(limit != SIDES[purpose] for limit in opened.throws.get(f"{number}/{purpose}", ())):
                yield _(
                    "a {throw} of duel {number} has a different number of sides.",
                    throw=_(THROWS[purpose]),
                    number=number,
                )
                return
            thrown = [value + least for value in self._replay_throws(f"{number}/{purpose}", opened)]
            thrown = [1 - value for value in thrown] if purpose == "coin" else thrown
            if not chapter.whole:
                continue
            self.throws += len(observed)
            if observed != (thrown if chapter.over else thrown[: len(observed)]):
                yield _(
                    "a {throw} of duel {number} differs from the pledge.",
                    throw=_(THROWS[purpose]),
                    number=number,
                )

    def _replay_throws(self, name: str, opened: Opened) -> list[int]:
        stream = self._streams.get(name)
        limits = opened.throws.get(name, ())[:MAX_THROWS]
        return (
            [stream.draw_below(limit) for limit in limits if 0 < limit <= max(SIDES.values())]
            if stream
            else []
        )

    # --- Decks and hands ------------------------------------------------------------------------------------

    def _trails(self, opened: Opened) -> Iterator[str]:
        seat = self._record.seat
        duels = {trail.duel for trail in opened.trails if trail.seat == seat}
        if seat != PUBLIC_CLASS_INDEX and not duels.issuperset(self._record.chapters):
            yield _("the course of a Deck of ours was not opened.")
        for trail in opened.trails:
            course = _Course(trail, self._streams)
            where = (
                _("in duel {number}, our Deck")
                if trail.seat == seat
                else _("in duel {number}, the other Deck")
            )
            where = where.format(number=trail.duel)
            try:
                rows = list(course.expected_rows())
            except _TrailError as wrong:
                yield f"{where}: {wrong}"
                continue
            self.shuffles += course.shuffles
            self.throws += course.picks
            if trail.seat == seat:
                yield from (f"{where}: {words}" for words in self._check_observed(trail, rows))

    def _check_observed(self, trail: Trail, rows: list[ReplayedRow]) -> Iterator[str]:
        chapter = self._record.chapters.get(trail.duel)
        if not self._is_brought_deck(trail, chapter):
            yield _("it did not begin with the cards we brought, in their order.")
        if chapter is None or not chapter.whole:
            return
        known = [row for row in chapter.seen if row[0] not in SIDES]
        matched = 0
        for row in rows:
            if matched < len(known) and row.matches(known[matched]):
                matched += 1
            elif row.kind == "arrange" and row.in_list_order:
                continue  # a searched Deck is closed without choosing or sending a card
            elif matched < len(known):
                yield _(
                    "{row} was opened where {words} was seen.", row=row, words=_describe_row(known[matched])
                )
                return
            elif chapter.over:
                yield _("{row} was opened, and never seen.", row=row)
                return
        if matched < len(known):
            yield _("{words} was seen, and not opened.", words=_describe_row(known[matched]))

    def _is_brought_deck(self, trail: Trail, chapter: DuelRecord | None) -> bool:
        """Return whether these cards are the deck we sent before the duel began, or a ready deck if we sent
        none.
        """
        pool = bundled_pool()
        brought = self._record.decks[: chapter.decks] if chapter else self._record.decks
        if not brought:
            known = [Deck(), *(ready.deck for ready in decks.ready_decks().values())]  # empty: cards on paper
        else:
            known = []
            for text in brought:
                with suppress(BadInput):
                    known += [decks.parse_to_deck(text, pool), decks.parse_to_deck(text)]
        return any((*deck.main, *deck.extra) == trail.cards for deck in known)


class _TrailError(Exception):
    """Error for an impossible trail; the sentence says why."""


@dataclass(frozen=True, slots=True)
class ReplayedRow:
    """One row of a replayed trail, to be compared with the observations."""

    kind: str
    start: str = ""
    goal: str = ""
    number: int = 0
    index: int = 0
    in_list_order: bool = False
    """The whole pile before the first shuffle."""

    def __str__(self) -> str:
        return _describe_row((self.kind, self.start, self.goal, self.number))

    def matches(self, seen: SeenThrow) -> bool:
        """Return whether this row matches an observation."""
        kind, start, goal, number = seen
        if self.kind != "move":
            return (self.kind, self.start) == (kind, start) and number in (0, self.number)
        if kind == "draw" and self.index != 0:
            return False
        return kind not in ("shuffle", "arrange") and (self.start, self.goal, self.number) == (
            start, goal, number,
        )  # fmt: skip


class _Course:
    """A seat's Deck and hand, replayed with every shuffle and pick from the seat's stream."""

    def __init__(self, trail: Trail, streams: dict[str, Stream]) -> None:
        self.shuffles = self.picks = 0
        self._trail = trail
        self._streams = streams
        self._piles: dict[str, list[int]] = {zone: [] for zone in FOLLOWED}
        self._picked: list[int] = []
        self._begun = False
        self._work = 0

    def expected_rows(self) -> Iterator[ReplayedRow]:
        """Return the rows that must have been observed.

        Raises _TrailError for an impossible trail.
        """
        steps = list(self._trail.steps)
        for index, (kind, zone, numbers) in enumerate(steps):
            if zone not in self._piles or not numbers:
                raise _TrailError(_("a step of its course makes no sense."))
            self._work += 1 + len(numbers) + sum(map(len, self._piles.values()))
            if self._work > MAX_WORK:
                raise _TrailError(_("it is too long to be verified."))
            match kind:
                case "in":
                    self._insert(zone, *_first_two(numbers))
                    yield from self._observable(ReplayedRow("move", "", zone, self._code(numbers[1])))
                case "to":
                    if index == 0 or steps[index - 1][0] != "out" or steps[index - 1][2][1:] != numbers[1:]:
                        raise _TrailError(_("a card came from no known place."))
                    self._insert(zone, *_first_two(numbers))
                case "out":
                    self._take(zone, *_first_two(numbers))
                    after = steps[index + 1] if index + 1 < len(steps) else None
                    goal = after[1] if after and after[0] == "to" else ""
                    yield from self._observable(
                        ReplayedRow("move", zone, goal, self._code(numbers[1]), numbers[0])
                    )
                case "shuffle":
                    self._begun = True
                    self._shuffle(zone, numbers[0])
                    yield ReplayedRow("shuffle", zone)
                case "arrange":
                    self._arrange(zone, numbers)
                    tidy = list(numbers) == sorted(self._piles[zone])
                    yield from self._observable(
                        ReplayedRow("arrange", zone, number=len(numbers), in_list_order=tidy)
                    )
                case "stir":
                    self._arrange(zone, numbers)
                    yield ReplayedRow("shuffle", zone)
                case "pick":
                    self._pick_random(zone, numbers[0])
                case _:
                    raise _TrailError(_("a step of its course is of an unknown kind."))

    def _observable(self, row: ReplayedRow) -> Iterator[ReplayedRow]:
        """Yield the row unless it is from before the first shuffle: those are not reported."""
        if self._begun:
            yield row

    def _code(self, card: int) -> int:
        if not 0 <= card < len(self._trail.cards):
            raise _TrailError(_("a card in its course is none of ours."))
        return self._trail.cards[card]

    def _insert(self, zone: str, at: int, card: int) -> None:
        pile = self._piles[zone]
        if any(card in other for other in self._piles.values()):
            raise _TrailError(_("a card in its course lies in two places."))
        if not self._begun and (zone != "deck" or card != len(pile)):
            raise _TrailError(_("its cards did not lie in the order of the list before the first shuffle."))
        if at not in (0, len(pile)) or (zone == "hand" and at != len(pile)):
            raise _TrailError(_("a card was put in between others."))
        pile.insert(at, card)

    def _take(self, zone: str, at: int, card: int) -> None:
        pile = self._piles[zone]
        if not 0 <= at < len(pile) or pile[at] != card:
            raise _TrailError(_("a card came from where it cannot have lain after a fair shuffle."))
        del pile[at]
        if zone == "hand" and self._picked:
            if card not in self._picked:
                raise _TrailError(_("another card left the hand than the one chosen by chance."))
            self._picked.remove(card)

    def _shuffle(self, zone: str, count: int) -> None:
        pile = self._piles[zone]
        if count != len(pile):
            raise _TrailError(_("another number of cards was shuffled."))
        pile[:] = [pile[index] for index in self._order(zone, count)]
        self.shuffles += 1

    def _arrange(self, zone: str, cards: Sequence[int]) -> None:
        pile = self._piles[zone]
        chosen = set(cards)
        if len(chosen) != len(cards) or not chosen <= set(pile):
            raise _TrailError(_("cards were put on top that did not lie there."))
        pile[:] = [*cards, *(card for card in pile if card not in chosen)]

    def _pick_random(self, zone: str, count: int) -> None:
        pile = self._piles[zone]
        self._picked = [pile[index] for index in self._order("random", len(pile))[:count]]
        self.picks += 1

    def _order(self, purpose: str, count: int) -> list[int]:
        stream = self._streams.get(f"{self._trail.duel}/{purpose}:{self._trail.seat}")
        if stream is None:
            raise _TrailError(_("the secret of its shuffles was not opened."))
        return stream.order(count)


def _first_two(numbers: tuple[int, ...]) -> tuple[int, int]:
    if len(numbers) != 2:
        raise _TrailError(_("a step of its course makes no sense."))
    return numbers[0], numbers[1]


def _describe_row(seen: SeenThrow) -> str:
    kind, start, goal, number = seen
    if kind in ("shuffle", "arrange"):
        if kind == "shuffle":
            return _("a shuffle of the {pile}", pile=pile_words(start))
        return _("cards put on top of the {pile}", pile=pile_words(start))
    way = [_("from the {pile}", pile=pile_words(start))] if start else []
    way += [_("to the {pile}", pile=pile_words(goal))] if goal else []
    return _("card {number} going {way}", number=number, way=" ".join(way))


def pile_words(name: str) -> str:
    """Return the name of a pile for use in a sentence."""
    return _(SAID.get(name, name))
