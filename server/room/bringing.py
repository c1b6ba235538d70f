"""What players bring to a table before a match: decks, facts of cards the server does not know, a wish for
another way to play.

Facts the server knows always stand. Of those that players bring, whoever told first of a passcode is
believed, at this table alone; they go into the header of its matches. Half by hand and on a free table a card
nobody knows has a placeholder, until somebody says more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from server.room.desk import Desk
from server.room.guest import Guest
from server.room.house import check_settings
from server.room.seats import Seat
from shared import decks
from shared.brought import FIRST_TOKEN, Brought, TellFacts, cleaned, is_nameless, placeholder
from shared.cards import Facts, Pool
from shared.decks import Deck
from shared.errors import BadInput, Code, Illegal
from shared.messages import ChangeMode, Clock, DeckReport, Settings, UseDeck

WAYS = {"rules": "by the rules", "half": "half by the rules and half by hand", "free": "free, by hand"}


class Bringing:
    """The decks of one table and what is known of their cards. `playing`: whether a match is on."""

    def __init__(self, desk: Desk, playing: Callable[[], bool]) -> None:
        self._desk = desk
        self._playing = playing

    async def deck(self, guest: Guest, seat: Seat, message: UseDeck) -> None:
        """A player brings a deck for the match to come. Raises StoreFailed."""
        seat.offered = message
        await self._examine(guest, seat, message)

    async def tell(self, guest: Guest, message: TellFacts) -> None:
        """A player says what cards of a deck are that the server called unknown; it is looked at anew."""
        seat = self._desk.chair_of(guest)
        if self._playing():
            raise Illegal("Cards stay as they are during a match.", Code.NOT_NOW)
        offered = [chair.offered for chair in self._desk.seats if chair.offered is not None]
        wanted = {code for one in offered for code in self._codes(one)}
        for told in message.facts:
            if told.code in wanted:
                self._believe(seat, told)
        mine = self._desk.seats if self._desk.is_alone else [seat]
        for chair in mine:
            if chair.offered is not None:
                await self._examine(guest, chair, chair.offered)

    def _believe(self, seat: Seat, told: Brought) -> None:
        desk = self._desk
        if told.code in desk.house.pool:
            return
        facts, before = cleaned(told, desk.house.pool), desk.brought.get(told.code)
        other = desk.other(seat).deck
        if before is None or is_nameless(before) or other is None or told.code not in other.cards:
            desk.believe({**desk.brought, told.code: facts})
        elif before != facts:
            desk.say(f"{facts.name} ({told.code}) is known here already as it was first told: {before.name}.")

    def _codes(self, offered: UseDeck) -> tuple[int, ...]:
        try:
            return decks.read(offered.deck, self._desk.house.pool).cards
        except BadInput:
            return ()

    # --- what a deck comes to -----------------------------------------------------------------------------

    async def _examine(self, guest: Guest, seat: Seat, message: UseDeck) -> None:
        desk = self._desk
        brought = self._with_placeholders(seat, self._codes(message))
        pool = desk.house.pool_with(tuple(brought.values()))
        deck, report = self._report(message.deck, message.name, pool)
        await desk.keep(seat.but(deck=deck), facts=tuple(brought.values()))
        desk.believe(brought)
        seat.deck, seat.ready = deck, False
        guest.tell(report)
        desk.changed()

    def _with_placeholders(self, seat: Seat, codes: Iterable[int]) -> dict[int, Facts]:
        """What is believed of cards in the decks of this table, and placeholders for those nobody knows."""
        desk, wanted = self._desk, dict.fromkeys(codes)
        others = [other.deck for other in desk.seats if other is not seat and other.deck is not None]
        needed = {*wanted, *(code for deck in others for code in deck.cards)}
        brought = {code: facts for code, facts in desk.brought.items() if code in needed}
        if desk.settings.mode != "rules":
            for code in wanted:
                if code not in desk.house.pool and code < FIRST_TOKEN:
                    brought.setdefault(code, placeholder(code))
        return brought

    def _report(self, text: str, name: str, pool: Pool) -> tuple[Deck | None, DeckReport]:
        desk = self._desk
        deck, report = desk.house.examine(text, name, desk.rules, pool, trial=desk.is_alone)
        try:
            codes = dict.fromkeys(decks.read(text, pool).cards)
        except BadInput:
            return deck, report
        unknown = tuple(code for code in codes if (facts := pool.get(code)) is None or is_nameless(facts))
        if any(code not in pool for code in codes):
            deck = None
        if desk.settings.mode == "rules" and any(pool[code].is_blank for code in codes if code in pool):
            nameless = next(pool[code].name for code in codes if code in pool and pool[code].is_blank)
            reason = f"Of {nameless} nothing but the name is known: play it half by hand, or on a free table."
            deck = None
            report = msgspec.structs.replace(report, legal=False, reasons=(*report.reasons, reason))
        return deck, msgspec.structs.replace(report, legal=deck is not None, unknown=unknown)

    # --- another way to play ------------------------------------------------------------------------------

    def check_mode(self, message: ChangeMode) -> None:
        """Raise Illegal or BadInput where the table cannot be played that way."""
        if self._playing():
            raise Illegal("A match is on; the way to play changes before one.", Code.NOT_NOW)
        if message.mode == self._desk.settings.mode:
            raise Illegal(f"This table is played {WAYS[message.mode]} already.", Code.NOT_NOW)
        check_settings(self._changed(message.mode))

    async def change(self, mode: str) -> None:
        """The table is played otherwise from now on; both must be ready again. Raises StoreFailed."""
        desk, settings = self._desk, self._changed(mode)
        await desk.keep(settings=settings)
        desk.settings = settings
        desk.note = f"This table is played {WAYS[mode]} from now on."
        for seat in desk.seats:
            seat.ready = False
            if seat.deck is not None:
                offered = UseDeck(decks.to_ydk(seat.deck), seat.deck.name)
                await self._again(seat, seat.offered or offered)

    async def _again(self, seat: Seat, offered: UseDeck) -> None:
        """Look at a deck anew; its player is told, if there."""
        guest = seat.guest or self._desk.seats[self._desk.host].guest
        if guest is not None:
            await self._examine(guest, seat, offered)

    def _changed(self, mode: str) -> Settings:
        settings = self._desk.settings
        clock = Clock() if mode == "free" else settings.clock
        return msgspec.structs.replace(settings, mode=mode, clock=clock)
