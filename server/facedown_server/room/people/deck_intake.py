"""Deck intake before a match: decks, and the players' facts of cards that the server does not know. Also
changes of the mode, since they need another check of the decks.

The server's own facts cannot be changed. A player's facts apply to that player's own deck, so that they
disclose nothing of the other. They are stored in the header of the match. Where cards are played by hand,
an unknown card has a placeholder until its player sends facts.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.wire.token_buckets import Bucket
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_server.room.people.seats import PlayerSeat
from facedown_server.room.people.table_context import TableContext
from facedown_server.room.server_context import CoreAtTables, check_settings
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks import decks
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol.messages import ChangeMode, Clock, DeckReport, Settings, UseDeck
from facedown_shared.protocol.provided_facts import (
    MIN_TOKEN_PASSCODE,
    ProvidedFacts,
    TellFacts,
    is_nameless,
    placeholder,
    valid_facts,
    without_free_words,
)
from facedown_shared.text import CALLED, BadInput, Code, Illegal, Words, words

LETTERS_PER_TOKEN_COUNT = 1_000
"""Letters of a deck's text that cost one more token."""
MAX_TOLD_LETTERS = 100_000
"""Letters of all texts that a player sends of cards. Views hold the texts; those beyond are left out."""
MAX_NAMED = 8
"""Cards named in one refusal."""


class _DeckCheck(NamedTuple):
    """The result of checking a seat's deck."""

    seat: PlayerSeat
    facts: dict[int, Facts]
    """Facts of the cards in the deck that the server does not know, by passcode."""
    deck: Deck | None
    report: DeckReport
    codes: tuple[int, ...] = ()
    """Passcodes of the cards in the deck."""


class DeckIntake:
    """Receiver and checker of the decks of one table.

    `playing` returns whether a match is being played. `clear_proposals` is called when the mode changes,
    since open proposals were about the old mode.
    """

    def __init__(
        self, table: TableContext, playing: Callable[[], bool], clear_proposals: Callable[[], None]
    ) -> None:
        self._table = table
        self._playing = playing
        self._clear_proposals = clear_proposals
        bounds = table.server.bounds
        self._prices = [Bucket(bounds.bring_rate, bounds.bring_burst, table.now) for _ in table.seats]
        """Rate limits, one for each seat: the decks of one player must not use up the other's."""

    async def deck(self, guest: Guest, seat: PlayerSeat, message: UseDeck) -> None:
        """Take a player's deck for the next match, and send its report.

        Raises Illegal if decks come too fast, or StoreFailed.
        """
        self.charge_deck(guest, len(message.deck))
        seat.offered = message
        seat.ready = False
        await self._examine(guest, [seat])

    async def accept_facts(self, guest: Guest, message: TellFacts) -> None:
        """Take a player's facts of cards that the server called unknown, and check the deck again.

        A ready player stays ready if the deck may still be played.
        """
        seat = self._table.own_seat_of(guest)
        if self._playing():
            raise Illegal(words("cards_fixed_in_match"), Code.NOT_NOW)
        self.charge_deck(
            guest,
            sum(
                len(one.text) + len(one.pendulum_text) + LETTERS_PER_TOKEN_COUNT // 10
                for one in message.facts
            ),
        )
        if self._table.is_alone:
            await self._examine(guest, self._table.seats, message.facts)
            return
        is_muted = self._table.server.moderation.applies("mute", guest.address, guest.shown)
        facts = tuple(map(without_free_words, message.facts)) if is_muted else message.facts
        await self._examine(guest, [seat], facts)

    def charge_deck(self, guest: Guest, letters: int) -> None:
        """Charge a guest for a deck of this many letters, by seat and by address.

        Raises Illegal if a rate limit is reached, or if the players have their cards on paper.
        """
        if self._table.rules.on_paper:
            raise Illegal(words("no_decks_on_paper"), Code.NOT_ALLOWED)
        now, server = self._table.now, self._table.server
        price, tokens = (
            self._prices[self._table.own_seat_of(guest).number],
            1 + letters / LETTERS_PER_TOKEN_COUNT,
        )
        if not (price.take(now) and guest.pay_for_work(server.works, server.bounds, now, tokens)):
            raise Illegal(words("too_fast_decks"), Code.TOO_FAST)

    # --- checking decks -----------------------------------------------------------------------------------

    async def _examine(
        self, guest: Guest | None, seats: Sequence[PlayerSeat], provided: Sequence[ProvidedFacts] = ()
    ) -> None:
        """Check these seats' decks, store the results together, and send the reports to a guest.

        Raises StoreFailed.
        """
        looked = [
            found for seat in seats if (found := await self._check_in_slices(seat, provided)) is not None
        ]
        if not looked:
            return
        await self._table.store_table(
            *(one.seat.with_changes(deck=one.deck, facts=one.facts) for one in looked)
        )
        for one in looked:
            one.seat.deck, one.seat.facts = one.deck, one.facts
            one.seat.ready = one.seat.ready and one.deck is not None
            if guest is not None:
                self._table.audience.printing.deck(one.codes, guest)
                guest.send(one.report)
        self._table.changed()

    async def _check_in_slices(
        self, seat: PlayerSeat, provided: Sequence[ProvidedFacts]
    ) -> _DeckCheck | None:
        """Check a seat's deck, letting other tasks run meanwhile. Returns None if the seat has no deck."""
        return await TimeSlice(self._table.server.world).run(self._check_in_steps(seat, provided))

    def _check_in_steps(
        self, seat: PlayerSeat, provided: Sequence[ProvidedFacts]
    ) -> Generator[None, None, _DeckCheck | None]:
        """Check a seat's deck, yielding whenever other tasks may run."""
        offered = seat.offered
        if offered is None and seat.deck is not None:  # restored after a restart of the server
            offered = UseDeck(decks.to_ydk(seat.deck), seat.deck.name)
        if offered is None:
            return None
        server = self._table.server
        try:
            parsed = yield from decks.parse_in_steps(
                offered.deck, server.pool, offered.name, rules=self._table.rules, names=server.card_names
            )
        except BadInput as unreadable:
            return _DeckCheck(seat, {}, None, DeckReport(legal=False, reasons=(unreadable.words,)))
        yield
        facts = self._provided_facts(seat, parsed.deck.cards, provided)
        pool = server.pool_with_facts(tuple(facts.values()))
        deck, tokens = decks.remove_tokens(decks.sort_into_parts(parsed.deck, pool), pool)
        yield
        playable, report = self._report(deck, pool)
        by_code = decks.to_ydk(deck) if parsed.has_names else ""
        report = replace(report, notes=(*parsed.notes(), *tokens[:MAX_NAMED]), deck=by_code)
        return _DeckCheck(seat, facts, playable, report, deck.cards)

    def _provided_facts(
        self, seat: PlayerSeat, codes: Iterable[int], provided: Sequence[ProvidedFacts]
    ) -> dict[int, Facts]:
        """Return facts of the cards in a deck that the server does not know, by passcode.

        These are the latest facts that a player sent, else a placeholder where cards are played by hand. At a
        solo table facts apply to both decks.
        """
        table, known = self._table, self._table.server.pool
        news = {one.code: valid_facts(one, known) for one in provided}
        before = {**table.opposite_seat(seat).facts, **seat.facts} if table.is_alone else seat.facts
        facts: dict[int, Facts] = {}
        letters = 0
        for code in dict.fromkeys(codes):
            if code in known:
                continue
            if found := news.get(code) or before.get(code):
                letters += len(found.text) + len(found.pendulum_text)
                is_too_long = letters > MAX_TOLD_LETTERS
                facts[code] = replace(found, text="", pendulum_text="") if is_too_long else found
            elif table.settings.mode in ("half", "free") and code < MIN_TOKEN_PASSCODE:
                facts[code] = placeholder(code)
        return facts

    def _report(self, deck: Deck, pool: Pool) -> tuple[Deck | None, DeckReport]:
        table = self._table
        report = table.server.report(deck, table.rules, pool, table.settings, trial=table.is_alone)
        codes = dict.fromkeys(deck.cards)
        unknown = tuple(code for code in codes if (facts := pool.get(code)) is None or is_nameless(facts))
        blank = [pool[code].name for code in codes if code in pool and pool[code].is_blank]
        playable = report.legal and all(code in pool for code in codes)
        core = table.server.core
        if table.settings.mode == "core" and core is not None:
            known = (code for code in codes if code in pool)  # the check has reported the unknown ones
            strange = [code for code in known if not core.plays((code,), table.settings.format)]
            if strange:
                playable = False
                reasons = (
                    *report.reasons,
                    *(_unplayable_reason(core, pool[code]) for code in strange[:MAX_NAMED]),
                )
                report = replace(report, reasons=reasons)
        if table.settings.mode == "rules" and blank:
            playable = False
            reasons = (*report.reasons, words("only_a_name", blank[0]))
            report = replace(report, reasons=reasons)
        return deck if playable else None, replace(report, legal=playable, unknown=unknown)

    def needs_core(self, seat: PlayerSeat) -> bool:
        """Return whether our rules cannot play every card of a seat's deck."""
        table = self._table
        if seat.deck is None or seat.is_free:
            return False
        found = decks.coverage(seat.deck, table.server.scripted, table.pool(seat))
        return found.scripted < found.total

    def is_playable_by_core(self) -> bool:
        """Return whether this server has a core that plays every deck at the table."""
        table, core = self._table, self._table.server.core
        brought = [seat.deck for seat in table.seats if seat.deck is not None and not seat.is_free]
        return core is not None and all(core.plays(deck.cards, table.settings.format) for deck in brought)

    # --- another way to play ------------------------------------------------------------------------------

    def check_mode(self, guest: Guest, message: ChangeMode) -> None:
        """Check that the mode of the table may change as a guest requests.

        Raises Illegal if it may not change now, or BadInput if the table cannot have that mode.
        """
        if self._playing():
            raise Illegal(words("mode_fixed_in_match"), Code.NOT_NOW)
        if message.mode == self._table.settings.mode:
            raise Illegal(words("mode_already", words(f"mode_{message.mode}")), Code.NOT_NOW)
        if self._table.rules.by_hand:
            raise BadInput(Code.BAD_SETTING, words("game_by_hand_only", self._table.rules.title))
        check_settings(self._changed_settings(message.mode))
        self._table.server.check_offered(self._changed_settings(message.mode))
        self.charge_deck(guest, sum(len(seat.offered.deck) for seat in self._table.seats if seat.offered))

    async def change(self, mode: str, *, by_deck: bool = False) -> None:
        """Change the mode of the table, and check its decks again. Both players must get ready again.

        `by_deck`: a deck needs the change. Raises StoreFailed.
        """
        table, settings = self._table, self._changed_settings(mode)
        await table.store_table(settings=settings, terms=table.next_terms, core_by_deck=by_deck)
        table.settings = settings
        self._clear_proposals()
        table.note = words("mode_changed", words(f"mode_{mode}"))
        for seat in table.seats:
            seat.ready = False
            player = table.seats[table.host] if table.is_alone else seat
            await self._examine(player.guest, [seat])

    def _changed_settings(self, mode: str) -> Settings:
        settings = self._table.settings
        clock = Clock() if mode == "free" else settings.clock
        return replace(settings, mode=mode, clock=clock)


def _unplayable_reason(core: CoreAtTables, facts: Facts) -> Words:
    """Return the reason why EDOPro's core does not play a card."""
    name = words(CALLED, facts.code, facts.name)
    return words("core_has_no_script" if facts.code in core.scriptless else "core_knows_not", name)
