"""The duel of the README: `python -m tools.moving [FOLDER]` has one played and draws it, in the window and
typed.

Two bots play by the rules, of several seeded duels the one with the richest first turns. The messages to one
of them are recorded, and shown from the beginning by the window's own duel scene on SDL's dummy driver and by
the words of the terminal. Time is counted, not waited for: every run draws the same. ImageMagick makes the
film.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import click
import pygame

from facedown_client.bot.bot import Bot
from facedown_client.data import deck_entries
from facedown_client.model.model import Model
from facedown_client.terminal.terminal import Terminal
from facedown_client.window.art import Faces
from facedown_client.window.look.theme import Look
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_server.games.openings import make_referee
from facedown_server.refereeing.match import Match
from facedown_server.refereeing.referee import WORKING, Act, Frame, Origin
from facedown_server.room.match.pending_prompts import PendingPrompt, is_auto_passed
from facedown_server.table import RandomStreams, Setup, sight
from facedown_shared.cards.facts import every_game
from facedown_shared.decks import decks
from facedown_shared.protocol.fairness import SECRET_BYTES
from facedown_shared.protocol.messages import (
    Answer,
    AtTable,
    FromServer,
    Prompt,
    PromptOver,
    Seated,
    SeatInfo,
    TableInfo,
    Update,
    Whole,
)
from facedown_shared.tables import View
from facedown_shared.text import Illegal
from tools.sample_scene import app_of

NAMES = ("Wren", "Halvard")
DECKS = ("synchro-xyz", "ritual-fusion")

SIZE = (1024, 640)
"""Size of the window: about as wide as a README is shown, so that nothing has to be scaled down."""

FRAME_INTERVAL_S = 0.1
"""Seconds between two pictures."""

MAX_MOVIE_S = 26.0
"""Seconds that are shown."""

LAST_FRAME_S = 2.5
"""Seconds the last picture is shown."""

PROMPT_DELAY_S = 0.6
"""Seconds a prompt is shown before it is answered."""

MAX_DUELS = 12
"""Duels that are played, to show the one with the most to see in its first turns."""

MAX_TURNS = 2
"""The first turns of a duel: about as much as is shown."""

WANTED = ("summoned", "activate", "attack", "battled", "life")
"""Kinds of events that should be seen."""

TERMINAL_ROWS, TERMINAL_COLUMNS = 38, 100
"""Size of the terminal."""

MANNERS = ("-loop", "0", "-resize", "820x", "-quality", "70", "-define", "webp:method=6")
"""ImageMagick's options: an endless loop, small enough for the package that servers hand out."""

Told = FromServer | Answer


# --- a duel -------------------------------------------------------------------------------------------------


class NotedBot(Bot):
    """A bot whose answers are recorded, too."""

    def __init__(self, seat: int, seed: int, notes: list[Told]) -> None:
        super().__init__(seat, seed)
        self._told = notes

    def answer(self, prompt: Prompt, view: View | None) -> Answer:
        answer = super().answer(prompt, view)
        self._told.append(answer)
        return answer


class PlayedDuel:
    """A duel of two bots by the rules alone: of one seed it is the same on every computer."""

    def __init__(self, seed: int) -> None:
        pool = every_game()
        one, other = (decks.parse_to_deck(deck_entries.find_deck(key).text, pool) for key in DECKS)
        setup = Setup("master", (one, other), names=NAMES, announces=True)
        self.told: list[Told] = [Seated("", 0)]
        """The messages and answers of the player at seat 0, in order."""
        self._match = Match(lambda: make_referee(setup, pool), pool)
        self._bots = NotedBot(0, seed, self.told), Bot(1, seed + 1)
        self._view: View | None = None
        self._version = 0
        self._table("order")
        self._apply_frames(self._match.start(setup, RandomStreams(seed.to_bytes(SECRET_BYTES, "big"))))
        while asked := self._match.prompts():
            self._apply_frames(self._match.apply(self._answer(PendingPrompt(asked[0], 0.0))))

    def _answer(self, pending: PendingPrompt) -> Act:
        """Return the act that answers a prompt: by rule, or by its player."""
        ask = pending.prompt
        if is_auto_passed(ask, "smart"):
            return pending.default(Origin.AUTO)
        view = sight.view(self._match.state, ask.seat) if self._match.has_begun else None
        while True:
            if ask.seat == 0:
                self.told.append(pending.message())
            try:
                act = pending.parse_answer(self._bots[ask.seat].answer(pending.message(), view))
                self._match.check(act)
            except Illegal:
                self._bots[ask.seat].note_refusal(ask.number)
            else:
                if ask.seat == 0:
                    self.told.append(PromptOver(ask.number))
                return act

    def _apply_frames(self, frames: Iterable[Frame]) -> None:
        for frame in frames:
            if not self._match.has_begun or (frame is WORKING):
                continue
            old, new = self._view, sight.view(self._match.state, 0)
            events = tuple(sight.redact(event, 0) for event in frame.events)
            self._version += 1
            if old is None:
                self._table("duel")
                self.told.append(Whole(self._version, new, events))
            else:
                self.told.append(Update.between(self._version, old, new, events))
            self._view = new

    def _table(self, stage: str) -> None:
        seats = [SeatInfo(name, present=True, deck=True) for name in NAMES]
        self.told.append(AtTable(TableInfo("", "master", 1, stage, (seats[0], seats[1]), duel=1)))


def score(notes: Sequence[Told]) -> int:
    """Return the score of a duel's first turns: the number of wanted kinds of events, then the number of
    Summons and activations.
    """
    model, seen = Model(), Counter[str]()
    for message in notes:
        if isinstance(message, Answer):
            continue
        model.handle_message(message)
        while model.steps:
            for event in model.steps.popleft().visible_events:
                if event.kind == "turn" and event.amount > MAX_TURNS:
                    return rate_variety(seen)
                seen[event.kind] += 1
    return rate_variety(seen)


def rate_variety(seen: Counter[str]) -> int:
    """Weigh the number of kinds most."""
    return 100 * sum(seen[kind] > 0 for kind in WANTED) + min(seen["summoned"], 4) + min(seen["activate"], 4)


def rich_duel() -> tuple[list[Told], int]:
    """Return the duel of several with the richest beginning, and the number of messages until its board is
    there.
    """
    notes = max((PlayedDuel(2 * seed).told for seed in range(MAX_DUELS)), key=score)
    return notes, next(number for number, one in enumerate(notes) if isinstance(one, Whole)) + 1


# --- in the window ------------------------------------------------------------------------------------------


@dataclass
class FilmedDuel:
    """The scene over a model that is fed all messages again, at its own time."""

    told: Sequence[Told]
    at: int
    """How many messages were fed."""

    def __post_init__(self) -> None:
        self.model = Model()
        for message in self.told[: self.at]:
            self._feed(message)
        self.model.steps.clear()
        self.scene = DuelScene(Look(), app_of(self.model), Faces())
        self.surface = pygame.Surface(SIZE)
        self._asked = 0.0

    def _feed(self, message: Told) -> None:
        if not isinstance(message, Answer):
            self.model.handle_message(message)

    def feed_next(self, now: float) -> None:
        """Feed the next message once all before was shown, and its prompt was seen."""
        self.scene.update(now)
        while self.at < len(self.told) and not self._is_showing and now >= self._asked:
            message = self.told[self.at]
            self.at += 1
            self._feed(message)
            if isinstance(message, Prompt):
                self._asked = now + PROMPT_DELAY_S
            self.scene.update(now)

    @property
    def _is_showing(self) -> bool:
        showing = self.scene.presenting.showing
        return showing.waiting_count > 0 or showing.play is not None or self.scene.motion.is_holding

    def draw(self) -> None:
        """Draw the board as it is, with every face there."""
        self.scene.draw(self.surface)
        self.scene.faces.wait_until_idle()
        self.scene.draw(self.surface)


def frames(notes: Sequence[Told], begun: int) -> Iterator[tuple[pygame.Surface, float]]:
    """Yield the pictures that differ, each with the seconds it is shown."""
    duel, now, since, before = FilmedDuel(notes, begun), 0.0, 0.0, b""
    last: pygame.Surface | None = None
    while now < MAX_MOVIE_S:
        duel.feed_next(now)
        duel.draw()
        data = pygame.image.tobytes(duel.surface, "RGB")
        if data != before:
            if last is not None:
                yield last, now - since
            last, since, before = duel.surface.copy(), now, data
        now += FRAME_INTERVAL_S
    assert last is not None
    yield last, LAST_FRAME_S
    duel.scene.faces.close()


def film(notes: Sequence[Told], begun: int, path: Path) -> None:
    """Write the moving picture. Raises ClickException where ImageMagick cannot make it."""
    with tempfile.TemporaryDirectory(prefix="facedown-moving-") as folder:
        command = [convert()]
        for number, (surface, stands) in enumerate(frames(notes, begun)):
            picture = Path(folder) / f"{number:04}.png"
            pygame.image.save(surface, picture)
            command += ["-delay", str(round(stands * 100)), str(picture)]
        done = subprocess.run([*command, *MANNERS, str(path)], capture_output=True, encoding="utf-8")
    if done.returncode:
        raise click.ClickException(f"ImageMagick could not make {path.name}: {done.stderr.strip()}")


def convert() -> str:
    """Return ImageMagick's program. Raises ClickException where there is none."""
    if (found := shutil.which("magick") or shutil.which("convert")) is None:
        raise click.ClickException(
            "Moving pictures are put together by ImageMagick: install it, so that `convert` is found."
        )
    return found


# --- in the terminal ----------------------------------------------------------------------------------------


class Line(NamedTuple):
    """One line of a terminal."""

    text: str
    is_typed: bool = False


def terminal_lines(notes: Sequence[Told], begun: int) -> list[Line]:
    """Return what a player's terminal shows, from one of their turns on."""
    model = Model(spoken=True)
    terminal = Terminal(model)
    lines: list[Line] = []
    for number, message in enumerate(notes):
        if number == begun:
            lines.clear()
        if not isinstance(message, Answer):
            model.handle_message(message)
            terminal.replies.clear()
            lines += map(Line, terminal.message_lines(message))
        elif not terminal.replies:  # else the terminal chose the zone by itself
            lines.append(Line(" ".join(str(pick + 1) for pick in message.picks), is_typed=True))
    return lines


def page(lines: Sequence[Line]) -> list[Line]:
    """Return as many lines as one page holds, each as wide as a row, up to one that is typed."""
    rows = [
        Line(line.text[start : start + TERMINAL_COLUMNS], line.is_typed)
        for line in lines
        for start in range(0, max(1, len(line.text)), TERMINAL_COLUMNS)
    ][:TERMINAL_ROWS]
    while rows and not rows[-1].is_typed:
        rows.pop()
    return rows


def draw_terminal(rows: Sequence[Line]) -> str:
    """Return a terminal with these rows, as SVG."""
    wide, high = round(TERMINAL_COLUMNS * 8.45) + 40, len(rows) * 20 + 36
    words = "\n".join(
        f'<text x="20" y="{34 + 20 * number}"{TYPED if row.is_typed else ""}>{escape(row.text)}</text>'
        for number, row in enumerate(rows)
        if row.text
    )
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}">
<style>text{{font:14px monospace;fill:#d5dde8;white-space:pre}}
.typed{{fill:#ffc14d;font-weight:bold}}</style>
<rect width="100%" height="100%" rx="8" fill="#0e151f"/>
{words}
</svg>
"""


TYPED = ' class="typed"'


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", default="docs/pictures", type=click.Path(file_okay=False, path_type=Path))
def main(folder: Path) -> None:
    """Draw moving.webp and terminal.svg into FOLDER, else into the pictures of the README."""
    convert()
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("FACEDOWN_HOME", tempfile.mkdtemp(prefix="facedown-moving-home-"))
    notes, begun = rich_duel()
    pygame.display.init()
    pygame.display.set_mode(SIZE)
    film(notes, begun, folder / "moving.webp")
    pygame.quit()
    (folder / "terminal.svg").write_text(
        draw_terminal(page(terminal_lines(notes, begun))), encoding="utf-8", newline="\n"
    )


if __name__ == "__main__":
    main()
