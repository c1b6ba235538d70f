"""Tables whose steps form a line: gestures of hands, ways back, files; and the one who plays alone.

Alone, one person sits at both sides: they look from one of them at a time, and in a duel by the rules from
that of whoever is asked.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from server.referee import Act, Anew, ByHand, Kind, ToStep
from server.room.bounds import Bucket
from server.room.match.lifecycle import Course
from server.room.match.runner import Play
from server.room.people.guest import Guest
from server.room.people.names import LONGEST_LINE, LONGEST_NAME, clean, clean_name
from server.room.people.proposals import MODE, REWIND
from server.room.table_context import Desk
from shared.errors import Code, Illegal
from shared.protocol.messages import (
    ChangeMode,
    Gesture,
    LineText,
    Restart,
    Rewind,
    SaveLine,
    Seated,
    TakeSide,
)
from shared.zones import Seat

Wish = Gesture | Rewind | Restart | TakeSide | SaveLine


WORK = 15_000
"""Steps times cards at the table that are run again at the price of one."""


class Lines:
    """What only such tables offer. `show` tells a guest what stands now."""

    def __init__(self, desk: Desk, course: Course, show: Callable[[Guest], None]) -> None:
        self._desk = desk
        self._course = course
        self._show = show
        bounds = desk.house.bounds
        self._replays = Bucket(bounds.replay_rate, bounds.replay_burst, desk.now)
        """What ways back and files may cost: each of them runs the line again."""
        self._asked = False
        """Whether something else was asked last than to move cards."""

    async def see_to(self, guest: Guest, wish: Wish) -> None:
        """Carry out one wish. Raises Illegal, or StoreFailed."""
        seat = self._desk.seat_of(guest).number
        match wish:
            case Gesture():
                await self._gesture(seat, wish)
            case Rewind(step=step):
                await self._rewind(seat, step)
            case Restart(fresh=fresh, hand=hand):
                self._check_alone()
                self._pay(0)
                await self._going.carry_out(Act(seat, Anew(fresh, hand)))
            case TakeSide(seat=side):
                self._check_alone()
                if side != guest.viewer:
                    self._turn(guest, side)
            case SaveLine():
                self._check_alone()
                self._save(guest)

    async def change_mode(self, guest: Guest, wish: ChangeMode) -> None:
        """Play another way: the host says so, anybody else asks the host. Raises Illegal, StoreFailed."""
        course, seat = self._course, self._desk.chair_of(guest)
        course.bringing.check_mode(guest, wish)
        if seat.number == self._desk.host:
            course.consent.clear()
            await course.bringing.change(wish.mode)
            self._desk.changed()
        else:
            await course.agree(course.consent.propose(MODE, seat.number, self._desk.now, word=wish.mode))

    def follow(self) -> None:
        """Alone: look from the side of whoever is asked, and where hands begin, of whoever's turn it is."""
        play, guest = self._course.play, self._desk.seats[self._desk.host].guest
        if not self._desk.is_alone or guest is None or play is None or play.over:
            return
        own, other = play.prompt(guest.viewer), play.prompt(1 - guest.viewer)
        kinds = {prompt.kind for prompt in (own, other) if prompt is not None}
        begun = self._asked and None not in (own, other) and kinds == {Kind.BY_HAND}
        self._asked = bool(kinds - {Kind.BY_HAND})
        beyond = 1 - guest.viewer
        if (own is None and other is not None) or (begun and play.match.state.turn_player == beyond):
            self._turn(guest, beyond)

    # --- one wish -----------------------------------------------------------------------------------------

    @property
    def _going(self) -> Play:
        """The match that is on, if its table is not paused."""
        play = self._course.running
        if play.paused:
            raise Illegal("The table is paused.", Code.NOT_NOW)
        return play

    async def _gesture(self, seat: Seat, gesture: Gesture) -> None:
        if self._desk.settings.mode == "rules":
            raise Illegal("Cards are moved by hand only where a table says so.", Code.NOT_ALLOWED)
        await self._going.carry_out(Act(seat, ByHand(_fit_to_be_shown(gesture))))

    async def _rewind(self, seat: Seat, step: int) -> None:
        """Alone at once; else the other player is asked, and only for what may be taken back."""
        play, act = self._going, Act(seat, ToStep(step))
        if play.match.line is None:
            raise Illegal("Nothing is taken back at this table.", Code.NOT_ALLOWED)
        self._pay(step)
        if self._desk.is_alone:
            await play.carry_out(act)
            return
        play.match.check(act)
        consent = self._course.consent
        await self._course.agree(consent.propose(REWIND, seat, self._desk.now, step))

    def _save(self, guest: Guest) -> None:
        play = self._course.play
        if play is None or play.match.line is None:
            raise Illegal("There is no line yet.", Code.NOT_NOW)
        self._pay(0)
        guest.tell(
            LineText(f"{self._desk.settings.format}-{self._desk.code}.duel", play.match.line.written())
        )

    def _turn(self, guest: Guest, side: Seat) -> None:
        self._desk.audience.dismiss(guest)
        self._desk.audience.admit(guest, side)
        guest.tell(Seated(self._desk.code, side))
        self._show(guest)

    def _pay(self, step: int) -> None:
        play = self._course.play
        cards = len(play.match.state.cards) if play is not None and play.match.begun else 0
        if not self._replays.take(self._desk.now, 1 + step * cards // WORK):
            raise Illegal("That was too fast: the line is long, wait a moment.", Code.TOO_FAST)

    def _check_alone(self) -> None:
        if not self._desk.is_alone:
            raise Illegal("That is done at a table played alone.", Code.NOT_ALLOWED)


def _fit_to_be_shown(gesture: Gesture) -> Gesture:
    """What was typed, without letters that turn lines around or cannot be seen. Raises Illegal."""
    token = gesture.token
    if token is not None:
        attribute, race = clean(token.attribute, LONGEST_NAME), clean(token.race, LONGEST_NAME)
        token = replace(token, name=clean_name(token.name), attribute=attribute, race=race)
    return replace(gesture, text=clean(gesture.text, LONGEST_LINE), token=token)
