"""A player who answers at once and records when the other player's windows to respond open and close.

It passes on every response, so that its hand shows in nothing but time. Now and then it loses the connection
while a window is publicly open, and reconnects.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import trio

from facedown_client.connection import LinkState
from facedown_server.table import RandomStreams
from facedown_shared.decks.decks import Deck
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.asking import DEFAULT
from facedown_shared.protocol.messages import (
    Answer,
    AtTable,
    AutoPass,
    Concede,
    FromServer,
    Pledge,
    Prompt,
    Propose,
    Seated,
    TableInfo,
    ToServer,
    Update,
    Whole,
)
from facedown_shared.tables import View, VisibleEvent
from facedown_shared.text import Code
from proofs.online.player import OnlinePlayer
from proofs.play.player import choose_options

WINDOWS = frozenset({"response"})
PASSING = ("pass", "no")
CONCEDE_INTERVAL_COUNT = 200
"""One of so many prompts in the open state is answered by conceding: random duels would last for ever."""
DISCONNECT_INTERVAL_COUNT = 8
"""In one of so many windows either player loses the connection."""
SOON, AWAY = (0.0, 0.05), (0.1, 0.6)
"""Seconds between which a player leaves after a window has opened, and stays away."""
COUNTED = frozenset({"turn", "phase", "draw", "activate", "resolved", "summoned", "attack", "life"})
"""Kinds of public events: how many there were names a moment of a duel."""

Moment = tuple[bytes, int]
"""Which match, and its number of such public events."""


@dataclass(frozen=True, slots=True)
class ObservedWindow:
    """A window of the other player as this one saw it: how long it was open, and what was public of it.

    `alike` names the kind of window: phase, what had happened when it opened and what when it was closed, who
    was away meanwhile. `since`: how long it was open after its owner was back. `alone`: it closed while its
    owner was away.
    """

    elapsed: float
    alike: tuple[str, ...] = ()
    at: Moment = (b"", 0)
    since: float = 0.0
    alone: bool = False


@dataclass
class OpenWindow:
    """A window of the other player that is open."""

    since: float
    alike: tuple[str, ...]
    at: Moment
    left: bool = False
    """Whether its owner was away while it was open."""
    back: float = 0.0
    """When its owner reconnected; 0 for not yet, or never gone."""


class TimedPlayer(OnlinePlayer):
    """`delay` is its response time: the network's round trip, and a quick hand.

    `whims` decide when to lose the connection; None: never. `mode`: when it wants to be prompted.
    """

    harmless = (Code.OLD_PROMPT, Code.NOT_NOW)

    def __init__(
        self, server: TableLink, name: str, dice: RandomStreams, wish: ToServer, deck: Deck, delay: float,
        whims: RandomStreams | None = None, mode: str = DEFAULT,
    ) -> None:  # fmt: skip
        super().__init__(server, name, dice, wish, deck)
        self.seen: list[ObservedWindow] = []
        """The other player's windows, in order."""
        self.asked: dict[Moment, bool] = {}
        """This player's own windows: whether there was any answer."""
        self._delay = delay
        self._whims, self._mode = whims, mode
        self._at: Moment = (b"", 0)
        self._mine: Moment | None = None
        """The own window that is open."""
        self._open: OpenWindow | None = None
        self._present = True
        """Whether the other player is there."""

    def complain(self, words: str) -> None:
        """Fail at once: in this proof nothing may go wrong."""
        raise RuntimeError(f"{self.name}: {words}")

    def connection_changed(self, state: LinkState) -> None:
        """Count a window that stays open while its owner is away as another kind."""
        super().connection_changed(state)
        if self.is_fresh and self._open is not None and "unwatched" not in self._open.alike:
            self._open.alike = (*self._open.alike, "unwatched")

    async def handle(self, message: FromServer) -> None:
        """Record which windows open and close, and when."""
        now = trio.current_time()
        match message:
            case AtTable(table=table):
                self._note_presence(table.seats[1 - self.model.seat].present, now)
            case Seated(auto=""):
                self.visit.send(AutoPass(self._mode))
            case Pledge():
                pledged = b"".join(message.commitments[name] for name in sorted(message.commitments))
                self._at = (pledged, self._at[1] if self._at[0] == pledged else 0)
            case Whole(log=log):
                self._at = (self._at[0], _public(log))
                self._is_window_opened(now, ())
            case Update() if not self.is_fresh:
                steps = self.model.told
                self._at = (self._at[0], self._at[1] + _public(steps))
                if self._is_window_opened(now, tuple(sorted({one.kind for one in steps}))):
                    self._leave_sometimes()
            case Prompt(kind=kind) if kind in WINDOWS and self._mine is not None:
                self.asked[self._mine] = True
        await super().handle(message)

    def at_table(self, table: TableInfo) -> None:
        """Play one match after another."""
        super().at_table(table)
        if table.stage == "over" and table.proposal == ("" if self.model.seat == 0 else "rematch 0"):
            self.visit.send(Propose("rematch"))

    def _note_presence(self, present: bool, now: float) -> None:
        """Return whether the other player is there, as the table shows."""
        if self._open is not None and present and not self._present:
            self._open.back = now
        elif self._open is not None and not present:
            self._open.left, self._open.back = True, 0.0
        self._present = present

    def _is_window_opened(self, now: float, kinds: tuple[str, ...]) -> bool:
        """Return whether a window has opened: it is open while its player visibly has a prompt to respond.

        One that opened or closed while this player was away is not measured.
        """
        view, seat, fresh = self.model.view, self.model.seat, self.is_fresh
        assert view is not None, "a View was just told"
        mine, theirs = _is_waiting(view, seat), _is_waiting(view, 1 - seat)
        opened = False
        if fresh and self._open is not None and self._open.at != self._at:
            self._open = None
        if not mine:
            self._mine = None
        elif self._mine is None or fresh:
            self._mine, opened = self._at, True
            self.asked.setdefault(self._at, False)
        if theirs and self._open is None and not fresh:
            alike = (view.phase, str(len(view.chain)), *kinds)
            self._open, opened = OpenWindow(now, alike, self._at, not self._present), True
        elif not theirs and self._open is not None:
            if not fresh and not view.result:
                self.seen.append(self._close_window(self._open, now, kinds))
            self._open = None
        return opened

    def _close_window(self, opened: OpenWindow, now: float, kinds: tuple[str, ...]) -> ObservedWindow:
        alike = (*opened.alike, "then", *kinds, *(("owner away",) if opened.left else ()))
        since = now - max(opened.since, opened.back)
        return ObservedWindow(now - opened.since, alike, opened.at, since, not self._present)

    def _leave_sometimes(self) -> None:
        """Lose the connection now and then, soon after a window has publicly opened."""
        if self._whims is not None and self._whims.draw_below(DISCONNECT_INTERVAL_COUNT, "leaves") == 0:
            away, soon = _random_seconds(self._whims, *AWAY), _random_seconds(self._whims, *SOON)
            self.tasks.start_soon(self._leave, soon, away)

    async def _leave(self, soon: float, away: float) -> None:
        await trio.sleep(soon)
        self.lose_connection(away)

    def pause(self) -> float:
        """Return the network's round trip, and a quick hand."""
        return self._delay

    def reply(self, prompt: Prompt) -> ToServer:
        """Pass in a window, and pick as few other options as possible; concede now and then."""
        passes = [index for index, option in enumerate(prompt.options) if option.verb in PASSING]
        if prompt.kind in WINDOWS and passes:
            return Answer(prompt.ask, (passes[0],))
        if prompt.kind == "turn" and self.dice.draw_below(CONCEDE_INTERVAL_COUNT, "tired") == 0:
            return Concede()
        if prompt.declare:
            return self.declare(prompt)
        count = min(max(prompt.least, 1), prompt.most)
        return Answer(prompt.ask, tuple(choose_options(self.dice, len(prompt.options), count, count)))


def _is_waiting(view: View, seat: int) -> bool:
    return any(row.seat == seat and row.kind in WINDOWS for row in view.waiting)


def _public(events: Sequence[VisibleEvent]) -> int:
    return sum(one.kind in COUNTED for one in events)


def _random_seconds(dice: RandomStreams, least: float, most: float) -> float:
    return least + (most - least) * dice.draw_below(10_000, "time") / 10_000
