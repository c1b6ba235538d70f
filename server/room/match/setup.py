"""What a match begins from: the setup that a table's seats come to, and the header it is stored under."""

from __future__ import annotations

from dataclasses import replace

from server.referee import Setup
from server.room.server_context import ENGINE
from server.room.table_context import TableContext
from server.store.store import Header
from shared import fairness
from shared.cards import decks
from shared.cards.decks import Deck
from shared.cards.facts import Facts, Pool


def new_setup(table: TableContext, opening: Setup | None) -> Setup:
    """The setup of a table's next match: its seats and decks, or what the file it was opened with describes.

    Where one person plays both sides, one deck may be missing: on a free table that side is empty, by the
    rules it plays the other side's deck.
    """
    settings = table.settings
    if opening is not None:
        return replace(opening, names=table.names)
    one, other = (seat.deck for seat in table.seats)
    if table.is_alone:
        spare = Deck() if settings.mode == "free" else one or other
        one, other = one or spare, other or spare
    assert one is not None, "a match begins with two decks"
    assert other is not None, "a match begins with two decks"
    return Setup(
        format=settings.format, decks=(one, other), best_of=settings.best_of, names=table.names,
        mode=settings.mode, alone=table.is_alone, facts=(_facts(table, 0, one), _facts(table, 1, other)),
    )  # fmt: skip


def _facts(table: TableContext, number: int, deck: Deck) -> tuple[Facts, ...]:
    """What a player told of cards in their own deck, by passcode. Alone, one player told of both decks."""
    told = table.seats[number].facts
    if table.is_alone:
        told = {**table.seats[1 - number].facts, **told}
    return tuple(told[code] for code in sorted(set(deck.cards)) if code in told)


def new_header(table: TableContext, setup: Setup) -> Header:
    """The header of a new match: with a name and a secret of its own."""
    server, (one, other) = table.server, setup.decks
    secret = server.world.entropy(fairness.SECRET)
    return Header(
        log=f"{table.code}-{server.world.entropy(6).hex()}", code=table.code, settings=table.settings,
        engine=ENGINE, fingerprint=server.fingerprint(setup), secret=secret,
        seals=(table.seats[0].seal, table.seats[1].seal),
        names=setup.names, opening=b"", line=setup.line, facts=setup.facts,
        decks=(decks.to_ydk(one) if one.cards else "", decks.to_ydk(other) if other.cards else ""),
        made=server.world.wall().isoformat(timespec="seconds"),
    )  # fmt: skip


def stored_setup(header: Header, pool: Pool) -> Setup:
    """The setup a stored match began from, out of its header."""
    one, other = (
        decks.read(text, pool.joined(told)) if text else Deck()
        for text, told in zip(header.decks, header.facts, strict=True)
    )
    settings = header.settings
    return Setup(
        format=settings.format, decks=(one, other), names=header.names, best_of=settings.best_of,
        mode=settings.mode, alone=settings.opponent == "nobody", line=header.line, facts=header.facts,
    )  # fmt: skip
