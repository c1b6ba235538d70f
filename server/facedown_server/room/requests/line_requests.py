"""Requests about a table's line of steps: cards moved by hand, undone steps, saved files, solo play.

In solo play one person has both sides and looks from one at a time. In a duel by the rules, that is the side
with the open prompt.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.names import MAX_CHAT_LETTERS, MAX_NAME_LETTERS, clean, clean_name
from facedown_server.network.wire.token_buckets import Bucket
from facedown_server.refereeing.referee import Act, ByHand, PromptKind, Restarted, ToStep
from facedown_server.room.match.lifecycle import MatchLifecycle
from facedown_server.room.match.runner import MatchRunner
from facedown_server.room.people.proposals import MODE, REWIND, Agreement
from facedown_server.room.people.table_context import TableContext
from facedown_shared.cards.database_bits import ATTRIBUTES, RACES
from facedown_shared.manual.menu_rows import is_moving, menu_rows
from facedown_shared.protocol.gestures import Gesture, MakeToken, PutCounters
from facedown_shared.protocol.messages import (
    ChangeMode,
    GetMenu,
    HandMenu,
    LineText,
    Restart,
    Rewind,
    SaveLine,
    Seated,
    TakeSide,
)
from facedown_shared.tables import Place, Seat
from facedown_shared.text import Code, Illegal, words

PLAIN_NAME = "Token"
"""The name that a muted player may give a Token."""

LineRequest = Gesture | Rewind | Restart | TakeSide | SaveLine


INTERVENTION_RATE_HZ, MAX_INTERVENTIONS = 1.0, 5
"""Rate and burst of a player's gestures while the other one carries out a card."""

WORK_PER_TOKEN_COUNT = 15_000
"""Steps times cards at the table that one token pays for, when a line is run again."""
CARDS_PER_TOKEN = 130
"""Cards that one token pays for, when a table is set up again and shown, at about four milliseconds. The
least price is one token.
"""


def line_price(cards: int, steps: int) -> float:
    """Return the price in tokens of running this many steps again at a table with this many cards."""
    return max(1.0, cards / CARDS_PER_TOKEN) + steps * cards // WORK_PER_TOKEN_COUNT


class LineRequests:
    """Handler of these requests at one table. `show` sends a guest the View."""

    def __init__(self, table: TableContext, lifecycle: MatchLifecycle, show: Callable[[Guest], None]) -> None:
        self._table = table
        self._lifecycle = lifecycle
        self._show = show
        bounds = table.server.bounds
        self._replays = [Bucket(bounds.replay_rate, bounds.replay_burst, table.now) for _ in table.seats]
        """Rate limits by seat for undoing steps, restarting and saving: one player must not use up the
        other's. `ServerContext.replays` limits them by address, for all its tables together.
        """
        self._shares = [
            Bucket(bounds.replay_fair_share_rate, bounds.replay_fair_share_burst, table.now)
            for _ in table.seats
        ]
        """The part of each seat that others at the same address cannot use up. It is earned with time: a new
        table is no new budget.
        """
        for share in self._shares:
            share.lower(table.now, 0.0)
        self._interventions: dict[Seat, Bucket] = {}
        """Each player's rate of gestures while the other one carries out a card."""
        self._asked = False
        """True if the last prompt was for something else than moving cards by hand."""
        self._followed: tuple[Guest, tuple[int, ...]] | None = None
        """The player and the numbers of both seats' open prompts, 0 for none, at the last call of
        `turn_to_prompt`.
        """

    async def handle_request(self, guest: Guest, wish: LineRequest) -> None:
        """Carry out one request of a guest.

        Raises Illegal if it is refused, or StoreFailed.
        """
        seat = self._table.seat_of(guest).number
        if isinstance(wish, (Restart, TakeSide, SaveLine)) and not self._table.is_alone:
            raise Illegal(words("alone_only"), Code.NOT_ALLOWED)
        if not isinstance(wish, (TakeSide, SaveLine)):
            self._followed = None
            if self._table.is_alone:
                self._table.server.check_solo_work(guest.address)
        match wish:
            case Gesture():
                if self._table.settings.mode == "rules":
                    raise Illegal(words("not_by_hand_here"), Code.NOT_ALLOWED)
                if _has_free_text(wish):
                    self._table.server.moderation.check_mute(guest.address, guest.shown)
                self._charge_gesture(seat)
                await self._runner.carry_out(Act(seat, ByHand(_with_clean_texts(wish))))
            case Rewind(step=step):
                await self._rewind(guest, seat, step)
            case Restart(fresh=fresh, hand=hand):
                self._charge_steps(guest, 0)
                await self._runner.carry_out(Act(seat, Restarted(fresh, hand)))
            case TakeSide(seat=side):
                if side != guest.viewer:
                    self._turn_view(guest, side)
            case SaveLine():
                runner, table = self._lifecycle.runner, self._table
                if runner is None or runner.match.rewinder is None:
                    raise Illegal(words("no_line_yet"), Code.NOT_NOW)
                self._charge_steps(guest, len(runner.match.rewinder.line))
                name = f"{table.settings.format}-{table.code}.duel"
                codes = [code for deck in runner.match.decks for code in deck.main]
                table.audience.printing.deck(codes, guest)
                guest.send(LineText(name, runner.match.rewinder.file_text()))

    def _charge_gesture(self, seat: Seat) -> None:
        """Charge a gesture of a player while the other one carries out a card. It renews that prompt, to
        which an answer may be on its way.

        Raises Illegal if the rate is exceeded.
        """
        prompt = self._runner.prompt(1 - seat)
        is_other = prompt is not None and prompt.kind == PromptKind.BY_HAND and not self._table.is_alone
        if self._table.settings.mode == "half" and is_other:
            now = self._table.now
            full = Bucket(INTERVENTION_RATE_HZ, MAX_INTERVENTIONS, now)
            if not self._interventions.setdefault(seat, full).take(now):
                raise Illegal(words("too_much_at_once"), Code.TOO_FAST)

    def send_menu(self, guest: Guest, request: GetMenu) -> None:
        """Send a player the gestures that the last View sent to them offers.

        Raises Illegal where the player may not move cards by hand now.
        """
        self._table.seat_of(guest)
        mode, view = self._table.settings.mode, self._table.audience.views[guest.viewer]
        if mode not in ("free", "half"):
            raise Illegal(words("not_by_hand_here"), Code.NOT_ALLOWED)
        if view is None or not is_moving(view):
            raise Illegal(words("no_menu_now"), Code.NOT_NOW)
        alone = self._table.is_alone
        place = Place(request.seat, request.zone) if request.zone else None
        rows = menu_rows(view, request.card, place, alone=alone, half=mode == "half")
        guest.send(HandMenu(request.card, request.zone, request.seat, rows))

    async def change_mode(self, guest: Guest, wish: ChangeMode) -> None:
        """Change the mode for the host, or propose the change for the other player.

        Raises Illegal or BadInput if the mode cannot change, or StoreFailed.
        """
        lifecycle, seat = self._lifecycle, self._table.own_seat_of(guest)
        lifecycle.deck_intake.check_mode(guest, wish)
        if seat.number == self._table.host and not self._table.kept.assigned:
            await lifecycle.deck_intake.change(wish.mode)
            self._table.changed()
        else:
            await lifecycle.open_proposal(Agreement(MODE, seat.number, word=wish.mode))

    def turn_to_prompt(self) -> None:
        """Turn a solo player's View to the side with the open prompt.

        When play by hand begins, turn it to the turn player's side. This happens once for each prompt: a
        player who takes the other side keeps it until the next.
        """
        runner, guest = self._lifecycle.runner, self._table.seats[self._table.host].guest
        if not self._table.is_alone or guest is None or runner is None or runner.is_over:
            return
        own, other = runner.prompt(guest.viewer), runner.prompt(1 - guest.viewer)
        asked = runner.prompt(0), runner.prompt(1)  # numbers count per seat: both may have the same
        following = guest, tuple(prompt.ask if prompt is not None else 0 for prompt in asked)
        if self._followed == following:
            return
        self._followed = following
        kinds = {prompt.kind for prompt in (own, other) if prompt is not None}
        begun = self._asked and None not in (own, other) and kinds == {PromptKind.BY_HAND}
        self._asked = bool(kinds - {PromptKind.BY_HAND})
        beyond = 1 - guest.viewer
        if (own is None and other is not None) or (begun and runner.match.state.turn_player == beyond):
            self._turn_view(guest, beyond)

    # --- single requests ----------------------------------------------------------------------------------

    @property
    def _runner(self) -> MatchRunner:
        """The match that is being played.

        Raises Illegal if there is none, or if it is paused.
        """
        runner = self._lifecycle.running
        if runner.paused:
            raise Illegal(words("table_paused"), Code.NOT_NOW)
        return runner

    async def _rewind(self, guest: Guest, seat: Seat, step: int) -> None:
        """Undo steps: at once in solo play, else by a proposal to the other player."""
        runner, act = self._runner, Act(seat, ToStep(step))
        if runner.match.rewinder is None:
            raise Illegal(words("nothing_taken_back_here"), Code.NOT_ALLOWED)
        self._charge_steps(guest, step)
        if self._table.is_alone:
            self._table.server.charge_line(guest.address, await runner.carry_out(act))
            return
        runner.match.check(act)
        await self._lifecycle.open_proposal(Agreement(REWIND, seat, step))

    def _turn_view(self, guest: Guest, side: Seat) -> None:
        self._table.audience.dismiss(guest)
        self._table.audience.admit(guest, side)
        guest.send(Seated(self._table.code, side))
        self._show(guest)

    def _charge_steps(self, guest: Guest, steps: int) -> None:
        """Charge a guest for running this many steps again, by seat and by address.

        Raises Illegal if a rate limit is reached.
        """
        runner, now = self._lifecycle.runner, self._table.now
        cards = len(runner.match.state.cards) if runner is not None and runner.match.has_begun else 0
        price, by_address = line_price(cards, steps), self._table.server.replays
        number = self._table.own_seat_of(guest).number
        by_seat, share = self._replays[number], self._shares[number]
        if not (by_seat.take(now, price) and by_address.take_with_share(guest.address, now, price, share)):
            raise Illegal(words("too_fast_line"), Code.TOO_FAST)


def _has_free_text(gesture: Gesture) -> bool:
    """Return whether others would read words that the player typed. All other texts are words or formulas of
    the rules; counters can only be removed by a name that is already on the card.
    """
    if isinstance(gesture, MakeToken):
        token = gesture.token
        is_plain = token.attribute in ("", *ATTRIBUTES) and token.race in ("", *RACES)
        return token.name != PLAIN_NAME or not is_plain
    return isinstance(gesture, PutCounters) and gesture.amount > 0


def _with_clean_texts(gesture: Gesture) -> Gesture:
    """Return the gesture with its typed texts cleaned.

    Raises Illegal for a token without a name.
    """
    if isinstance(gesture, MakeToken):
        token = gesture.token
        attribute, race = clean(token.attribute, MAX_NAME_LETTERS), clean(token.race, MAX_NAME_LETTERS)
        token = replace(token, name=clean_name(token.name), attribute=attribute, race=race)
        return replace(gesture, token=token)
    return replace(gesture, text=clean(gesture.text, MAX_CHAT_LETTERS)) if gesture.text else gesture
