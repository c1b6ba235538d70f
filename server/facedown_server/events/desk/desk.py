"""The desk of an event's organizer: lines in, sentences out. `python run.py event` types them, and so do the
buttons of the organizer's page.

`7 2 1` and Enter is the result of table 7. Every line that changes something is stored before it is answered.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path

import trio

from facedown_server.events.desk.settings import changed_settings
from facedown_server.events.desk.words import (
    open_tables,
    players_lines,
    refusal_text,
    round_lines,
    standings_lines,
    table_line,
    undo_lines,
)
from facedown_server.events.export import event_json, standings_csv
from facedown_server.events.pairing.costs import PairingReply, PairingRequest, request_for
from facedown_server.events.pairing.process import PairingFailed
from facedown_server.events.rules import acts
from facedown_server.events.rules.acts import AnyAct, Score
from facedown_server.events.rules.course import EventCourse
from facedown_server.events.rules.cut import cut_pairs
from facedown_server.events.rules.faults import Fault, IllegalAct
from facedown_server.events.rules.results import TYPED_OUTCOMES, TYPED_PENALTIES
from facedown_server.events.rules.scoring import suggested_rounds
from facedown_server.events.rules.state import EventPlayer, EventState, Pairing
from facedown_shared.text import _, gettext_noop, ngettext

RESULT = re.compile(r"(?:(\d{1,2})/)?(\d{1,3})[ :]+(\d)[ :]+(\d)(?: +(draw|lost))?")

HELP = (
    gettext_noop("add Anna, Ben       register players"),
    gettext_noop("next                pair the next round"),
    gettext_noop("7 2 1               table 7 ended 2 to 1 (also: 7 1 1 draw; 7 0 0 lost: both lose)"),
    gettext_noop("2/7 2 1             correct table 7 of round 2; nothing is paired again"),
    gettext_noop("tables, standings, players"),
    gettext_noop("drop Ben, back Ben, rename Ben = Benny"),
    gettext_noop("absent Ben          a player is not at the table: absent Ben warning, game or match"),
    gettext_noop("clock, pause, resume, more 7 3 (three more minutes for table 7)"),
    gettext_noop("undo                show what undoing the last act changes; undo yes does it"),
    gettext_noop("cut 8               play on with the best 8; then next for each round of the cut"),
    gettext_noop("finish              the event is over"),
    gettext_noop(
        "set minutes 45      also: set best-of 1, rounds 5, late byes, game konami, registration no"
    ),
)
FILES_HELP = (
    gettext_noop("csv FILE, json FILE write the standings, the whole event"),
    gettext_noop("quit                leave; the event stays in its file"),
)
PAGES_HELP = (
    gettext_noop("link Ben            a new link for a player's phone; the old one ends"),
    gettext_noop("here Ben            you have come to the player who called"),
    gettext_noop("say Lunch at 1      a line on the projector; say alone takes it away"),
)


class Misunderstood(Exception):
    """A line that is no command."""


class EventDesk:
    """One event and its organizer. `now_s` counts seconds since the event was created.

    `add` stores an act. While `roster` is held, no player comes or goes. `has_files`: the organizer may write
    files on this computer, and leave.
    """

    def __init__(
        self,
        course: Callable[[], EventCourse],
        add: Callable[[AnyAct], Awaitable[None]],
        now_s: Callable[[], float],
        pair: Callable[[PairingRequest], Awaitable[PairingReply]],
        roster: AbstractAsyncContextManager[object] | None = None,
        *,
        has_files: bool = True,
    ) -> None:
        self._course, self._do, self._now_s, self._pair = course, add, now_s, pair
        self._roster, self._has_files = roster or nullcontext(), has_files
        self.ended = False

    @property
    def state(self) -> EventState:
        """The event now."""
        return self._course().state

    async def handle(self, line: str) -> list[str]:
        """Carry out a line and return the answer."""
        words = line.strip()
        if not words:
            return []
        try:
            if found := RESULT.fullmatch(words):
                return await self._enter(*found.groups())
            word, _sep, rest = words.partition(" ")
            return await self._run(word.lower(), rest.strip())
        except IllegalAct as refusal:
            return [refusal_text(self.state, refusal)]
        except PairingFailed as failure:
            if failure.library_missing:
                return [_("Pairing needs networkx: install facedown with its extra `event`.")]
            return [_("The pairing process failed; nothing changed.")]
        except Misunderstood:
            return [_("“{line}” is no command; `help` lists them.", line=words)]

    async def _run(self, word: str, rest: str) -> list[str]:
        shown = {
            "tables": self._tables,
            "standings": self._standings,
            "players": self._players,
            "help": self._help,
        }
        if word in shown and not rest:
            return shown[word]()
        done: dict[str, Callable[[str], Awaitable[list[str]]]] = {
            "add": self._add, "next": self._next, "drop": self._drop, "back": self._return_player,
            "rename": self._rename, "absent": self._penalize, "clock": self._clock, "pause": self._pause,
            "resume": self._resume, "more": self._more, "undo": self._undo, "cut": self._cut,
            "finish": self._finish, "link": self._renew_link, "here": self._answer_call, "set": self._set,
            "say": self._announce,
        }  # fmt: skip
        if self._has_files:
            done |= {"csv": self._csv, "json": self._json, "quit": self._quit}
        if word not in done:
            raise Misunderstood
        return await done[word](rest)

    # --- what is shown -----------------------------------------------------------------------------------

    def _tables(self) -> list[str]:
        if self.state.round is None:
            return [_("No round has been paired yet.")]
        return [*round_lines(self.state, self.state.round), *self._time_left()]

    def _time_left(self) -> list[str]:
        now = self.state.round
        if now is None or now.clock.started_at_s is None:
            return []
        left = int(self.state.settings.minutes * 60 - now.clock.elapsed_s(self._now_s()))
        if left <= 0:
            return [_("Time is over.")]
        return [_("{minutes}:{seconds} left", minutes=left // 60, seconds=f"{left % 60:02d}")]

    def _standings(self) -> list[str]:
        return standings_lines(self.state)

    def _players(self) -> list[str]:
        return players_lines(self.state)

    def _help(self) -> list[str]:
        return [_(line) for line in HELP + (FILES_HELP if self._has_files else PAGES_HELP)]

    # --- players -----------------------------------------------------------------------------------------

    async def _add(self, rest: str) -> list[str]:
        names = [name.strip() for name in rest.split(",") if name.strip()]
        if not names:
            raise Misunderstood
        for name in names:
            await self._do(acts.PlayerRegistered(self._course().next_player, name))
        count = len(self.state.active_players)
        row = suggested_rounds(self.state.settings.scoring, count)
        return [
            ngettext("{count} player", "{count} players", count)
            + ". "
            + ngettext("{count} Swiss round is suggested.", "{count} Swiss rounds are suggested.", row.rounds)
        ]

    def _find(self, name: str) -> EventPlayer:
        """Return the player of this name or number (#7)."""
        number = name.removeprefix("#")
        if name.startswith("#") and number.isdecimal() and int(number) in self.state.players:
            return self.state.players[int(number)]
        player = self.state.player_named(name)
        if player is None:
            raise IllegalAct(Fault.NO_SUCH_PLAYER, name)
        return player

    async def _drop(self, name: str) -> list[str]:
        player = self._find(name)
        await self._do(acts.PlayerDropped(player.number))
        return [_("{name} leaves the event.", name=player.name)]

    async def _return_player(self, name: str) -> list[str]:
        player = self._find(name)
        await self._do(acts.PlayerReturned(player.number))
        return [_("{name} takes part again.", name=player.name)]

    async def _rename(self, rest: str) -> list[str]:
        old, _sep, new = (part.strip() for part in rest.partition("="))
        player = self._find(old)
        await self._do(acts.PlayerRenamed(player.number, new))
        return [_("{old} is now {new}.", old=player.name, new=self.state.players[player.number].name)]

    async def _penalize(self, rest: str) -> list[str]:
        name, _sep, last = rest.rpartition(" ")
        penalty = TYPED_PENALTIES.get(last)
        player = self._find(name.strip() if penalty else rest)
        now = self.state.round
        pairing = now.of_player(player.number) if now else None
        if now is None or pairing is None:
            raise IllegalAct(Fault.NOT_AT_TABLE)
        await self._do(acts.PenaltyGiven(now.number, pairing.table, player.number, penalty or "warning"))
        return [table_line(self.state, self._pairing(now.number, pairing.table))]

    async def _renew_link(self, name: str) -> list[str]:
        player = self._find(name)
        await self._do(acts.LinkRenewed(player.number))
        return [_("{name} has a new link; the old one has ended.", name=player.name)]

    async def _answer_call(self, name: str) -> list[str]:
        player = self._find(name)
        await self._do(acts.CallAnswered(player.number))
        return [_("{name} waits no longer.", name=player.name)]

    # --- settings ----------------------------------------------------------------------------------------

    async def _set(self, rest: str) -> list[str]:
        key, _sep, word = rest.partition(" ")
        changed = changed_settings(self.state.settings, key, word.strip())
        if changed is None:
            raise Misunderstood
        await self._do(acts.SettingsChanged(changed))
        return [_("Changed.")]

    async def _announce(self, text: str) -> list[str]:
        await self._do(acts.Announced(text))
        return [self.state.announcement or _("The announcement is gone.")]

    # --- rounds ------------------------------------------------------------------------------------------

    async def _next(self, rest: str) -> list[str]:
        now = self.state.round
        if now is not None and not now.is_complete:
            raise IllegalAct(Fault.RESULTS_MISSING)
        if now is not None and now.cut:
            return await self._cut("")
        if len(self.state.active_players) < 2:
            raise IllegalAct(Fault.TOO_FEW_PLAYERS, 2)
        try:
            await self._pair_round()
        except IllegalAct as refusal:
            if refusal.fault is not Fault.BAD_PAIRS:
                raise
            async with self._roster:  # a player came or went meanwhile; now they wait
                await self._pair_round()
        return self._tables()

    async def _pair_round(self) -> None:
        number = self._course().next_pairing
        reply = await self._pair(request_for(self.state, number))
        await self._do(acts.RoundPaired(number, reply.pairs, reply.bye))

    async def _cut(self, size: str) -> list[str]:
        if size and not size.isdecimal():
            raise Misunderstood
        pairs = cut_pairs(self.state, int(size or 0))
        await self._do(acts.RoundPaired(self._course().next_pairing, pairs, cut=True))
        return self._tables()

    async def _enter(
        self, earlier: str | None, table: str, one: str, two: str, word: str | None
    ) -> list[str]:
        present = len(self.state.rounds)
        number = int(earlier) if earlier else present
        score, outcome = Score(int(one), int(two)), TYPED_OUTCOMES.get(word or "")
        kind = acts.ResultEntered if number == present else acts.ResultCorrected
        await self._do(kind(number, int(table), score, outcome))
        return [table_line(self.state, self._pairing(number, int(table))), self._progress()]

    def _progress(self) -> str:
        assert self.state.round is not None
        tables = [one for one in self.state.round.pairings if not one.is_bye]
        missing = open_tables(self.state)
        if missing:
            return _("{done} of {all} tables done", done=len(tables) - len(missing), all=len(tables))
        return _("All tables are done.")

    def _pairing(self, number: int, table: int) -> Pairing:
        return next(one for one in self.state.rounds[number - 1].pairings if one.table == table)

    async def _clock(self, rest: str) -> list[str]:
        await self._do(acts.ClockStarted(len(self.state.rounds)))
        return self._time_left()

    async def _pause(self, rest: str) -> list[str]:
        await self._do(acts.ClockPaused(len(self.state.rounds)))
        return self._time_left()

    async def _resume(self, rest: str) -> list[str]:
        await self._do(acts.ClockResumed(len(self.state.rounds)))
        return self._time_left()

    async def _more(self, rest: str) -> list[str]:
        table, _sep, minutes = rest.partition(" ")
        if not (table.isdecimal() and minutes.strip().isdecimal()):
            raise Misunderstood
        await self._do(acts.MinutesAdded(len(self.state.rounds), int(table), int(minutes)))
        return [table_line(self.state, self._pairing(len(self.state.rounds), int(table)))]

    async def _undo(self, rest: str) -> list[str]:
        preview = await trio.to_thread.run_sync(self._course().preview_undo)
        lines = undo_lines(self.state, preview)
        word, _sep, row = rest.partition(" ")
        if word == "yes" and row in ("", str(preview.row)):
            await self._do(acts.Undone(preview.row))
            return [_("Undone."), *lines]
        return [_("To be undone:"), *lines, _("`undo yes` does it.")]

    # --- the end -----------------------------------------------------------------------------------------

    async def _csv(self, name: str) -> list[str]:
        return self._write(name, standings_csv(self.state))

    async def _json(self, name: str) -> list[str]:
        return self._write(name, event_json(self.state) + "\n")

    def _write(self, name: str, text: str) -> list[str]:
        if not name:
            return text.splitlines()
        try:
            with Path(name).open("x", encoding="utf-8", newline="") as file:
                file.write(text)
        except OSError as error:
            return [_("{file} cannot be written: {why}", file=name, why=error.strerror or str(error))]
        return [_("{file} is written.", file=name)]

    async def _finish(self, rest: str) -> list[str]:
        await self._do(acts.EventFinished())
        return self._standings()

    async def _quit(self, rest: str) -> list[str]:
        self.ended = True
        return []
