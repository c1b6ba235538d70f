"""The display schedule: the shown View lags behind the newest one and plays the events since.

Prompts, keys and narration follow the newest View (`Model`). The shown View advances frame by frame. Every
activation, Summon and attack in a frame is a play, shown by itself for about a second, one's own shorter. A
prompted player waits at most `MAX_PROMPT_DELAY_S` for the board, and nothing is shown later than `MAX_LAG_S`:
a queue that is behind shortens each play, and drops the oldest plays if they would be too short to read. The
resolution or negation of a Chain Link is announced before the frame that shows its effect.

Law: no pygame, no clock; the time is passed in, in seconds.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from facedown_client.model.model import Model, Transition
from facedown_shared.tables import TABLES, View, VisibleEvent, VisibleLink
from facedown_shared.text import NOTHING, Words

PlayKind = Literal["activate", "summon", "attack", "resolve", "negate", "pitch", "defend"]

SECONDS: dict[PlayKind, float] = {
    "activate": 1.0, "summon": 0.9, "attack": 0.8, "resolve": 0.6, "negate": 0.6, "pitch": 0.6,
    "defend": 0.8,
}  # fmt: skip
"""Seconds for which a play of the other side is shown, by kind."""

OWN_PLAY_RATIO = 0.4
"""Factor of these seconds for the player's own plays."""

ANNOUNCED: frozenset[PlayKind] = frozenset({"resolve", "negate"})
"""Plays that are shown before their frame, because they announce it."""

MIN_PLAY_S = 0.3
"""Minimum seconds of a play. Plays that would be shorter are dropped, so that others can be read."""

LEAD_TIME_S = 0.2
"""Seconds for cards to reach their places before a play is shown."""

MAX_PROMPT_DELAY_S = 1.5
"""Seconds after which a prompt accepts clicks, even if frames are still waiting to be shown."""

MAX_LAG_S = 3.0
"""Maximum delay of the display; a server allows no more time for it (docs/reference/time-limits.md)."""

PACES = {"slow": 1.5, "normal": 1.0, "quick": 0.5, "off": 0.0}
"""Factors for durations, by the setting; 0 shows no plays at all."""

SUMMONS = frozenset(
    {"normal", "tribute", "special", "fusion", "ritual", "synchro", "xyz", "link", "pendulum", "flip_summon"}
)
"""Event words of a card that is Summoned to the field."""

BY_HAND: dict[str, PlayKind] = {
    "play": "activate", "attack": "attack", "pitch": "pitch", "defend": "defend",
}  # fmt: skip
"""Event words of a card moved by hand, each with the kind of its play."""


@dataclass(frozen=True, slots=True)
class ShownPlay:
    """One play: its player, its kind, and its card.

    `number` is that of its Chain Link (0 if it has none, or the only link resolves). `word` is the kind of
    Summon, or the negated part. `words` is the effect's text, if known.
    """

    kind: PlayKind
    seat: int
    card: int
    code: int
    own: bool = False
    number: int = 0
    word: str = ""
    targets: tuple[int, ...] = ()
    words: Words = NOTHING

    @property
    def seconds(self) -> float:
        """Seconds of the play at the default pace."""
        return SECONDS[self.kind] * (OWN_PLAY_RATIO if self.own else 1.0)


class QueuedFrame(NamedTuple):
    """A frame waiting to be shown."""

    step: Transition
    plays: tuple[ShownPlay, ...]
    since: float

    @property
    def seconds(self) -> float:
        """Seconds of the frame's plays at the default pace."""
        return LEAD_TIME_S + sum(play.seconds for play in self.plays)

    @property
    def announced_plays(self) -> tuple[ShownPlay, ...]:
        """Plays of the frame that are shown before it."""
        return tuple(play for play in self.plays if play.kind in ANNOUNCED)

    @property
    def without_announced(self) -> QueuedFrame:
        """The frame without the announced plays, once those were shown."""
        return self._replace(plays=tuple(play for play in self.plays if play.kind not in ANNOUNCED))


class ScheduledPlay(NamedTuple):
    """A play of the frame on the board, and the time at which it is shown."""

    play: ShownPlay
    start: float
    end: float


class PlaySchedule:
    """Schedule of the shown View, and of the play that is shown over it."""

    def __init__(self) -> None:
        self.view: View | None = None
        """View on the board; None before there is one."""
        self.play: ShownPlay | None = None
        """Play that is shown now."""
        self.started, self.ends = -math.inf, -math.inf
        """Times at which `play` began and will end."""
        self._queue: deque[QueuedFrame] = deque()
        self._timed: deque[ScheduledPlay] = deque()
        self._asked: tuple[object, float] = (None, math.inf)
        """The open prompt, and the time by which the board must have caught up."""
        self._links = 0
        """Number of links that the current Chain has had."""
        self._logged = 0
        """Number of log lines up to the shown frame."""

    @property
    def waiting_count(self) -> int:
        """Number of frames that are not shown yet."""
        return len(self._queue)

    @property
    def coming_plays(self) -> tuple[ShownPlay, ...]:
        """Plays of the next frame."""
        return self._queue[0].plays if self._queue else ()

    def next_transition(self, model: Model, now: float) -> Transition | None:
        """Queue the model's new frames and return the next one to be shown, or None."""
        self._queue_frames(model, now)
        return self._queue[0].step if self._queue else None

    @property
    def is_behind(self) -> bool:
        """True if a prompted player should first see frames that are not shown yet."""
        return bool(self._queue) or any(not timed.play.own for timed in self._timed)

    @property
    def has_other_side_play(self) -> bool:
        """True if a play of the other side is being shown or waiting."""
        plays = [timed.play for timed in self._timed]
        return any(not play.own for play in (*plays, *(play for row in self._queue for play in row.plays)))

    def lines_ahead(self, model: Model) -> int:
        """Return the number of log lines about events that are not shown yet."""
        return max(0, model.logged - self._logged) if self._queue else 0

    def next_wakeup(self, now: float) -> float:
        """Return the next time at which `advance` has something to do if nothing new arrives; infinity if
        never.
        """
        if self._queue and not self._timed:
            return now
        times = (time for timed in self._timed for time in (timed.start, timed.end))
        soon = min((time for time in times if time > now), default=math.inf)
        return min(soon, self._asked[1]) if self.is_behind else soon

    def show_newest(self, model: Model) -> None:
        """Show the newest View at once and drop all plays."""
        self._forget()
        model.steps.clear()
        self.view = model.view

    def _forget(self) -> None:
        self._queue.clear()
        self._timed.clear()
        self.play, self._links = None, 0

    def advance(
        self, model: Model, now: float, *, pace: float = 1.0, moving: bool = False
    ) -> Transition | None:  # fmt: skip
        """Advance the display to `now`. Return the frame that is shown from now on, whose cards start moving,
        or None.

        Call it until it returns None. `moving`: whether cards of the last frame are still moving.
        """
        if model.view is None:
            return None
        self._queue_frames(model, now)
        if self._is_late(model, now):
            self.show_newest(model)
        while self._timed and now >= self._timed[0].end:
            self._timed.popleft()
        timed = self._timed[0] if self._timed else None
        is_on = timed is not None and now >= timed.start
        self.play = timed.play if timed is not None and is_on else None
        if timed is not None:
            self.started, self.ends = timed.start, timed.end
        if self._timed or moving:
            return None
        if not self._queue:
            self.view = model.view
            return None
        row = self._queue.popleft()
        if row.announced_plays:
            self._queue.appendleft(row.without_announced)
            self._schedule_plays(row.announced_plays, row.since, now, pace)
            return self.advance(model, now, pace=pace)
        self._schedule_plays(row.plays, row.since, now, pace)
        self.view, self._logged = row.step.new, row.step.logged
        return row.step

    def _queue_frames(self, model: Model, now: float) -> None:
        """Queue the model's new frames. If the model has a whole View instead, drop the frames before it."""
        if not model.steps and model.view is not self._last:
            self.show_newest(model)
        while model.steps:
            step = model.steps.popleft()
            if step.old is not self._last:
                self._forget()
                self.view = step.old
            self._queue.append(QueuedFrame(step, () if model.is_alone else self._plays(step), now))

    @property
    def _last(self) -> View | None:
        """The newest View among the received frames."""
        return self._queue[-1].step.new if self._queue else self.view

    def _plays(self, step: Transition) -> tuple[ShownPlay, ...]:
        self._links = max(self._links, len(step.old.chain), len(step.new.chain))
        plays = tuple(plays_of(step, self._links))
        self._links = self._links if step.new.chain else 0
        return plays

    def _is_late(self, model: Model, now: float) -> bool:
        """Return whether the prompted player has waited long enough."""
        prompt = model.prompt
        if prompt is None or prompt.kind == "by_hand" or not self.is_behind:
            self._asked = (None, math.inf)
        elif self._asked[0] is not prompt:
            self._asked = (prompt, now + MAX_PROMPT_DELAY_S)
        return now >= self._asked[1]

    def _schedule_plays(self, plays: Sequence[ShownPlay], since: float, now: float, pace: float) -> None:
        """Schedule these plays; `since` is the time at which their frame arrived.

        Cards reach their places before their plays are shown; announced plays need no such delay.
        """
        if not plays or pace <= 0:
            return
        lead = 0.0 if plays[0].kind in ANNOUNCED else LEAD_TIME_S
        later = [queued for queued in self._queue if queued.plays]
        wanted = lead + sum(play.seconds for play in plays) + sum(queued.seconds for queued in later)
        room = max(0.0, min(since + MAX_LAG_S, self._asked[1]) - now)
        factor = pace * min(1.0, room / (wanted * pace))
        start = now + lead * min(1.0, factor)
        for play in plays:
            least = min(MIN_PLAY_S, play.seconds * pace)
            seconds = play.seconds * factor if later else max(play.seconds * factor, least)
            if play.own or seconds >= least:
                self._timed.append(ScheduledPlay(play, start, start + seconds))
                start += seconds


# --- plays of a frame ---------------------------------------------------------------------------------------


def plays_of(step: Transition, links: int) -> Iterator[ShownPlay]:
    """Return the plays of a frame, in order. `links`: the number of links the Chain has had.

    A card that this viewer was not shown gives no play. Four Tokens that appear at once are one play.
    """
    summoned: set[tuple[int, int]] = set()
    for event in step.visible_events:
        kind = _kind(event, step.new, links)
        if kind is None or not (code := known_code(event, step.old, step.new)):
            continue
        if kind == "summon" and (event.seat, code) in summoned:
            continue
        summoned |= {(event.seat, code)} if kind == "summon" else set()
        number, link = _link(kind, event, step)
        aims = link.targets if kind == "resolve" and link is not None else event.others
        yield ShownPlay(
            kind, event.seat if event.seat in (0, 1) else _controller(event.card, step), event.card, code,
            own=event.seat == step.new.viewer, number=number,
            word=event.word, targets=tuple(filter(None, aims)),
            words=link.words if link is not None else NOTHING,
        )  # fmt: skip


def _kind(event: VisibleEvent, view: View, links: int) -> PlayKind | None:
    """Return the kind of play of an event. The resolution of a one-link Chain is none: its activation was
    shown.
    """
    match event.kind:
        case "activate" | "declare":
            return "activate"
        case "attack" | "negate":
            return event.kind
        case "resolving":
            return "resolve" if links > 1 else None
        case "flip" if event.word in SUMMONS:
            return "summon"
        case "move" if event.word in SUMMONS and _is_field(event, view):
            return "summon"
        case "move" if event.word == "pitch" or _is_field(event, view):
            return BY_HAND.get(event.word)
    return None


def _is_field(event: VisibleEvent, view: View) -> bool:
    table = TABLES.get(view.table)
    zone = table.zones.get(event.goal.zone) if table is not None and event.goal is not None else None
    return zone is not None and "field" in zone.tags


def known_code(event: VisibleEvent, old: View, new: View) -> int:
    """Return the passcode of an event's card if this viewer could read it before or after; else 0."""
    seen = (new.cards.get(event.card), old.cards.get(event.was or event.card))
    return event.code or next((card.code for card in seen if card is not None and card.code), 0)


def _controller(handle: int, step: Transition) -> int:
    seen = step.new.cards.get(handle) or step.old.cards.get(handle)
    return seen.controller if seen is not None else -1


def _link(kind: PlayKind, event: VisibleEvent, step: Transition) -> tuple[int, VisibleLink | None]:
    """Return the number and the Chain Link of a play; 0 and None if it belongs to none.

    A link that resolves or is negated is taken from the old View; by then another Chain may have begun.
    """
    numbers: tuple[int, ...] = (event.amount,)
    match kind:
        case "activate":
            chain = step.new.chain or step.old.chain
        case "resolve":
            chain = step.old.chain
        case "negate":
            chain = step.old.chain
            numbers = tuple(
                number for number in range(len(chain), 0, -1) if _is_negating(chain[number - 1], event)
            )
        case _:
            return 0, None
    found = next((number for number in numbers if 0 < number <= len(chain)), 0)
    return (found, chain[found - 1]) if found else (0, None)


def _is_negating(link: VisibleLink, event: VisibleEvent) -> bool:
    """Return whether an event negates this link."""
    return link.card == event.card and not link.negated
