"""What a match begins from: the setup that a table's seats come to, and the header it is stored under."""

from __future__ import annotations

from dataclasses import replace

from server.referee import Setup
from server.room.server_context import ENGINE
from server.room.table_context import Desk
from server.store.store import Header
from shared import fairness
from shared.cards import decks
from shared.cards.decks import Deck
from shared.cards.facts import Facts


def setup_of(desk: Desk, opening: Setup | None) -> Setup:
    """The match of these seats, or what a file begins. Alone the other side may be without a deck on a free
    table; by the rules it has the same one then."""
    settings = desk.settings
    if opening is not None:
        return replace(opening, names=desk.names)
    one, other = (seat.deck for seat in desk.seats)
    if desk.is_alone:
        spare = Deck() if settings.mode == "free" else one or other
        one, other = one or spare, other or spare
    assert one is not None, "a match begins with two decks"
    assert other is not None, "a match begins with two decks"
    return Setup(
        format=settings.format, decks=(one, other), best_of=settings.best_of, names=desk.names,
        mode=settings.mode, alone=desk.is_alone, facts=(_facts(desk, 0, one), _facts(desk, 1, other)),
    )  # fmt: skip


def _facts(desk: Desk, number: int, deck: Deck) -> tuple[Facts, ...]:
    """What a player told of cards in the own deck, by passcode. Alone one player told of both."""
    told = desk.seats[number].facts
    if desk.is_alone:
        told = {**desk.seats[1 - number].facts, **told}
    return tuple(told[code] for code in sorted(set(deck.cards)) if code in told)


def header_of(desk: Desk, setup: Setup) -> Header:
    """Under a name of its own, with a secret of its own."""
    house, (one, other) = desk.house, setup.decks
    secret = house.world.entropy(fairness.SECRET)
    return Header(
        log=f"{desk.code}-{house.world.entropy(6).hex()}", code=desk.code, settings=desk.settings,
        engine=ENGINE, fingerprint=house.fingerprint(setup), secret=secret,
        seals=(desk.seats[0].seal, desk.seats[1].seal),
        names=setup.names, opening=b"", line=setup.line, facts=setup.facts,
        decks=(decks.to_ydk(one) if one.cards else "", decks.to_ydk(other) if other.cards else ""),
        made=house.world.wall().isoformat(timespec="seconds"),
    )  # fmt: skip
