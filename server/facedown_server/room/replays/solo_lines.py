"""Lines of steps made from the duels of a match, which one person can continue alone.

`server/facedown_server/refereeing/undo/` opens such a line: throws, decks as sided, and every choice. Each is
tested before it is sent: it must lead to the same state as the duel.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facedown_server.refereeing.match import Match, MatchDuel, MatchStage
from facedown_server.refereeing.referee import Act, Back, ByHand, Choice, Cut, ToStep
from facedown_server.refereeing.undo import saved_lines
from facedown_server.refereeing.undo.saved_lines import SavedLine
from facedown_server.room.broadcast.time_slice import TimeSlice
from facedown_server.room.server_context import ServerContext
from facedown_server.table import RandomStreams, State, sight
from facedown_shared.decks import decks
from facedown_shared.protocol import fairness
from facedown_shared.protocol.envelope import MAX_FILE_LETTERS
from facedown_shared.protocol.gestures import SendSignal
from facedown_shared.tables import Seat
from facedown_shared.text import FacedownError

AGREED = Choice(("confirm",))
"""The opponent's consent to a card carried out by hand. A solo player is not asked."""


class Courses:
    """The steps of each duel of a match, collected while its log is run again."""

    def __init__(self, match: Match) -> None:
        self.steps = 0
        """The number of acts so far, without those that are no step of a line."""
        self._match = match
        self._steps: dict[int, list[Act]] = {}
        self._broken: set[int] = set()
        """Duels that cannot be one line, since steps of them were undone."""

    def add_act(self, act: Act) -> None:
        """Collect the next act of the log, before it is carried out."""
        in_duel = self._match.stage is MatchStage.DUEL
        signal = isinstance(act.body, ByHand) and isinstance(act.body.gesture, SendSignal)
        if in_duel and (signal or act.body == AGREED):
            return
        self.steps += 1
        if in_duel and isinstance(act.body, Choice | Cut | Back | ByHand):
            self._steps.setdefault(self._match.number, []).append(act)
        elif in_duel and isinstance(act.body, ToStep):
            self._broken.add(self._match.number)

    async def lines(self, server: ServerContext) -> list[tuple[int, str]]:
        """Return the number and line text of each duel that can be continued alone. Call it after all
        acts.
        """
        found = []
        for chapter in self._match.chapters:
            text = await self._line_text(chapter, server)
            if text:
                found.append((chapter.number, text))
        return found

    async def _line_text(self, chapter: MatchDuel, server: ServerContext) -> str:
        """Return the text of a duel's line, cut to the limits of a solo table; "" if the duel has no line."""
        setup, (secret, shares, scope) = chapter.setup, chapter.streams.recipe
        if chapter.number in self._broken:
            return ""
        acts = self._steps.get(chapter.number, [])
        steps = tuple(_steps_within_limits(acts, chapter))
        one, other = (decks.to_ydk(deck) if deck.cards else "" for deck in setup.decks)
        text = saved_lines.format_line(
            SavedLine(
                mode=saved_lines.MODES[setup.mode], core=setup.core, format=setup.format,
                first=setup.first, announces=setup.announces, names=setup.names,
                secret=secret.hex(), shares=tuple(share.hex() for share in shares),
                scope=scope, decks=(one, other), at=len(steps), steps=steps,
                facts=saved_lines.facts_texts(setup.provided_facts, brief=False),
            )
        )  # fmt: skip
        goal = chapter.duel.state if len(steps) == len(acts) else None
        return (
            text
            if len(text.encode()) <= MAX_FILE_LETTERS and await _leads_to_state(text, goal, server)
            else ""
        )


def _steps_within_limits(acts: Sequence[Act], chapter: MatchDuel) -> Iterator[str]:
    """Yield the steps of a duel, up to the limits of a line."""
    letters, most = 0, saved_lines.max_steps(len(chapter.duel.state.cards))
    for act in acts[:most]:
        step = saved_lines.encode_step(act)
        letters += len(step)
        if letters > saved_lines.MAX_LETTERS:
            return
        yield step


async def _leads_to_state(text: str, goal: State | None, server: ServerContext) -> bool:
    """Return whether the line can be carried out and leads to `goal`: the same cards in the same places, as
    each player sees them.

    `goal` is None if the line does not reach the end of the duel.
    """
    try:
        setup = server.open_file(text, server.pool, "")
        match = server.match(setup)
        streams = RandomStreams(bytes(fairness.SECRET_BYTES))
        await TimeSlice(server.world).exhaust(match.start(setup, streams))
    except FacedownError:
        return False
    return goal is None or all(
        _comparable_state(match.state, seat) == _comparable_state(goal, seat) for seat in (0, 1)
    )


def _comparable_state(state: State, seat: Seat) -> object:
    view = sight.view(state, seat)
    return view.cards, view.piles, view.tallies
