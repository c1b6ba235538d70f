"""Prompts from rules to players: offers, prompts, and declarations that can be undone.

A rule is a generator that yields a DuelPrompt and is sent what was picked. This module knows no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from facedown_server.refereeing.referee import Frame, PromptKind, Result, name_key, passcode_of
from facedown_server.table import Card
from facedown_shared.protocol.asking import About
from facedown_shared.tables import Place, Seat
from facedown_shared.text import NOTHING, Words

T = TypeVar("T")

Verb = Literal[
    "activate", "apply", "arrange", "attack", "by_hand", "change_position", "choose", "confirm", "direct",
    "discard", "done", "flip_summon", "material", "no", "number", "object", "order", "pass", "pay",
    "pendulum_summon", "phase", "position", "set", "special_summon", "summon", "target", "tribute", "word",
    "yes", "zone",
]  # fmt: skip
"""The verb of an option."""


class Offer(msgspec.Struct, frozen=True):
    """One option as the rules make it. The log stores `key`; the rule receives `value`."""

    key: str
    value: Any
    verb: Verb
    card: Card | None = None
    place: Place | None = None
    amount: int = 0
    text: str = ""
    """A word: a phase, a position, the call of a coin."""
    words: Words = NOTHING
    """The text of the effect."""
    targets: Callable[[], Sequence[Card | None]] = tuple
    """Possible targets of an attack, or of an effect with one target; None for the player. Computed when
    shown.
    """


PASS = Offer("pass", None, "pass")
"""The offer to pass."""


class OfferGroup(msgspec.Struct, frozen=True):
    """Offers of a prompt that are made together.

    `words`: the prefixes of their keys up to the first colon. Without them, any key may belong to the group.
    """

    offers: Callable[[], Iterable[Offer]]
    words: frozenset[str] = frozenset()


class LegalOptions:
    """The options of a prompt, made lazily.

    A log that is run again only makes the group that was picked from, up to the picked option.
    """

    def __init__(self, groups: Sequence[OfferGroup]) -> None:
        self._groups = groups
        self._made: dict[str, Offer] | None = None

    def offers_by_key(self) -> Mapping[str, Offer]:
        """Return every offer by its key, made once."""
        if self._made is None:
            self._made = {offer.key: offer for group in self._groups for offer in group.offers()}
        return self._made

    def find(self, key: str) -> Offer | None:
        """Return the offer with this key, or None."""
        if self._made is None:
            word = key.partition(":")[0]
            for group in self._groups:
                if word in group.words:
                    for offer in group.offers():
                        if offer.key == key:
                            return offer
        return self.offers_by_key().get(key)


class NamedCards(LegalOptions):
    """The options of a prompt to declare the name of a card: any of these names, without a list."""

    def __init__(self, names: Collection[int]) -> None:
        super().__init__(())
        self._names = names

    def find(self, key: str) -> Offer | None:
        """Return the offer with this key, if its passcode is among the names; else None."""
        code = passcode_of(key)
        return Offer(key, code, "word") if code in self._names and key == name_key(code) else None


class DuelPrompt(msgspec.Struct, frozen=True):
    """Prompt that a rule yields for a seat. The rule is sent the picked values, or TAKEN_BACK."""

    seat: Seat
    kind: PromptKind
    text: Words
    offers: Callable[[], Iterable[Offer]] | Sequence[OfferGroup]
    """All offers, or groups of offers where there are many."""
    least: int = 1
    most: int = 1
    default: tuple[str, ...] = ()
    back: bool = False
    one: bool = True
    public: PromptKind | None = None
    """The kind that other viewers see: a declaration looks like the prompt it began from."""
    leads_on: bool = False
    """True if to other viewers the seat's next window looks like this one continuing."""
    about: About | None = None
    """The event that a response window responds to."""
    named: Callable[[], bool] = bool
    """Function that returns whether the text of a playable card names this window."""
    source: Card | int = 0
    """The card that this prompt comes from, or its passcode, which the seat may know; 0 for none."""

    names: Collection[int] | None = None
    """The allowed passcodes, where the name of a card is declared. There are no offers then."""

    def options(self) -> LegalOptions:
        """Return the options of the prompt, made on demand."""
        if self.names is not None:
            return NamedCards(self.names)
        return LegalOptions((OfferGroup(self.offers),) if callable(self.offers) else self.offers)


class Show:
    """Signal to take Views in the middle of an act (a reveal, then a shuffle). A rule yields it.

    It carries a frame of its own where there is something else to wait for.
    """

    def __init__(self, frame: Frame | None = None) -> None:
        self.frame = frame


class UndoSignal:
    """Signal to a declaration that the player undoes the last choice."""


SHOW = Show()
TAKEN_BACK = UndoSignal()
Play = Generator[DuelPrompt | Show, Any, T]


class DuelOver(Exception):
    """The duel has ended. A rule raises it with the Result."""

    def __init__(self, result: Result) -> None:
        super().__init__(str(result))
        self.result = result


def prompt_for_cards(
    seat: Seat, cards: Sequence[Card], text: Words, *, least: int = 1, most: int = 1, always: bool = False,
    verb: Verb = "choose",
) -> Play[Any]:  # fmt: skip
    """Prompt a seat to choose cards. A forced choice is made without a prompt. Returns a list (or
    TAKEN_BACK).
    """
    most = min(most, len(cards))
    least = min(least, most)
    if not always and least == len(cards):
        return list(cards)
    offers = _offers(seat, _in_sight_order(cards, seat), verb)
    default = tuple(offer.key for offer in offers[:least])
    picked = yield DuelPrompt(
        seat, PromptKind.CHOICE, text, lambda: offers, least, most, default, one=False
    )  # fmt: skip
    return picked if picked is TAKEN_BACK else _first_copies(picked, [offer.value for offer in offers], seat)


def prompt_for_offer(seat: Seat, offers: Sequence[Offer], text: Words, *, forced: bool = True) -> Play[Any]:
    """Prompt a seat to pick one offer. A single offer is taken without a prompt. Returns its value (or
    TAKEN_BACK).
    """
    if forced and len(offers) == 1:
        return offers[0].value
    value = yield DuelPrompt(seat, PromptKind.CHOICE, text, lambda: offers, default=(offers[0].key,))
    return value


def prompt_yes_no(seat: Seat, text: Words, card: Card | None = None, *, possible: bool = True) -> Play[bool]:
    """Ask a seat a yes/no question, yes first. If yes is not `possible` (a secret), only no is offered."""
    offers = [*([Offer("yes", True, "yes", card)] if possible else ()), Offer("no", False, "no", card)]
    answer = yield DuelPrompt(seat, PromptKind.CHOICE, text, lambda: offers, default=("no",))
    return bool(answer)


def declare(make: Callable[[], Play[T]], public: PromptKind) -> Play[T | None]:
    """Run a declaration whose choices can be undone until the last one. Returns None if all of it was undone.

    `make` builds the declaration again and must change nothing. Other viewers cannot tell that it began.
    """
    answers: list[Any] = []
    while True:
        play = make()
        try:
            step = play.send(None)
            for answer in answers:
                step = play.send(answer)
            while True:
                assert isinstance(step, DuelPrompt)
                answer = yield msgspec.structs.replace(step, back=True, public=public)
                if answer is TAKEN_BACK:
                    break
                answers.append(answer)
                step = play.send(answer)
        except StopIteration as stop:
            done: T = stop.value
            return done
        play.close()
        if not answers:
            return None
        answers.pop()


def _offers(seat: Seat, cards: Sequence[Card], verb: Verb) -> list[Offer]:
    """Return offers whose keys name a card, or the n-th copy of a name if copies look alike to the seat."""
    copies: Counter[int] = Counter()
    made = []
    for card in cards:
        key = f"card:{card.id}" if card.handles[seat] else f"copy:{card.code}:{copies[card.code]}"
        copies[card.code] += not card.handles[seat]
        made.append(Offer(key, card, verb, card))
    return made


def _first_copies(picked: Sequence[Card], offered: Sequence[Card], seat: Seat) -> list[Card]:
    """Return the picked cards, with copies that look alike to this seat replaced by the first ones in pile
    order.

    So equal answers have equal effects.
    """
    taken: list[Card] = []
    for card in picked:
        alike = (
            other for other in offered
            if other.code == card.code and not other.handles[seat] and not any(other is one for one in taken)
        )  # fmt: skip
        taken.append(card if card.handles[seat] else next(alike))
    return taken


def _in_sight_order(cards: Sequence[Card], seat: Seat) -> list[Card]:
    """Sort cards in an order that the prompted seat can see: zone order where public, by name in a Deck
    (VIS-L08).

    Another player's hand has no visible order; its cards stay in the order they were shown in (VIS-40).
    """
    if any(card.zone == "deck" and not card.handles[seat] for card in cards):
        return sorted(cards, key=lambda card: (card.name, card.code))
    return sorted(
        cards, key=lambda card: card.handles[seat] if card.zone == "hand" and card.owner != seat else 0
    )
