"""Pictures of the duel screen, for whoever works on its looks: `python -m tools.gallery [FOLDER]`.

Sample Views are shown by the real scene on SDL's dummy driver, in several sizes and both palettes. Nothing is
fetched, and no window opens.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import msgspec
import pygame

from client.data.model import LogEntry, Model
from client.data.preferences import Preferences
from client.window.art import Faces
from client.window.look.theme import Look
from client.window.paint import hand
from client.window.scenes.duel.scene import DuelScene
from shared.protocol.messages import Prompt, Said, TableInfo, ToServer
from shared.view import View
from shared.zones import Place
from tools import samples

SIZES = ((1280, 720), (1920, 1080), (1024, 640), (1600, 720))


class GalleryApp(SimpleNamespace):
    """As much of the app as the scene asks for; what it sends is kept."""

    def __init__(self, model: Model) -> None:
        self.sent: list[ToServer] = []
        self.opened: list[str] = []
        self.laid: list[object] = []
        self.questions: list[tuple[str, Callable[[], object]]] = []
        network = SimpleNamespace(way_back="")
        own = Preferences()
        super().__init__(model=model, preferences=own, notice="", both=(None, None), network=network)

    def send(self, message: ToServer) -> None:
        """Keep a message."""
        self.sent.append(message)

    def say(self, sentence: str) -> None:
        """Keep what the player is told."""
        self.notice = sentence

    def lay(self, scene: object) -> None:
        """Keep a screen that was laid over this one."""
        self.laid.append(scene)

    def show(self, name: str) -> None:
        """Keep which screen was asked for."""
        self.opened.append(name)

    def ask(self, title: str, text: str, yes: str, then: Callable[[], object]) -> None:
        """Keep a question."""
        self.questions.append((title, then))


def scene(
    view: View, prompt: Prompt | None = None, look: Look | None = None, table: TableInfo | None = None
) -> tuple[DuelScene, Any]:
    """A duel scene over a made-up model, with its app."""
    model = Model()
    model.view, model.prompt, model.seat = view, prompt, view.viewer
    model.table = table or samples.table()
    app = GalleryApp(model)
    made = DuelScene(look or Look(), app, Faces(contrast=bool(look and look.contrast)))
    made.update(1.0)
    return made, app


def told(model: Model, board: samples.Busy, *, chain: bool = False) -> None:
    """Give a model the log of the sample board."""
    lines = samples.log(board, chain=chain)
    model.log = deque(LogEntry(happening, text, 9) for text, happening in lines)


def key(name: int, text: str = "") -> pygame.event.Event:
    """A key press."""
    return pygame.event.Event(pygame.KEYDOWN, key=name, mod=0, unicode=text)


def settle(made: DuelScene, surface: pygame.Surface) -> None:
    """Draw until every face is there."""
    made.draw(surface)
    for _ in range(3):
        made.faces.settle()
        made.update(2.0)
        made.draw(surface)


def _busy(
    look: Look, surface: pygame.Surface, prompt: str = "", *, chain: bool = False
) -> tuple[DuelScene, samples.Busy]:
    """The busy board with one of the sample prompts, drawn once."""
    board = samples.Busy(chain=chain)
    view = board.view(chain=board.links()) if chain else board.view()
    made, app = scene(view, getattr(samples, prompt)(board) if prompt else None, look)
    told(app.model, board, chain=chain)
    made.draw(surface)
    return made, board


def _chained(look: Look, surface: pygame.Surface) -> DuelScene:
    made, board = _busy(look, surface, "response_prompt", chain=True)
    made.acting.read(board.talker)
    book = next(handle for handle in board.hand if board.cards[handle].name == "Book of Moon")
    made.acting.doing.point_at(book)
    return made


def _open(look: Look, surface: pygame.Surface) -> DuelScene:
    made, board = _busy(look, surface, "open_prompt")
    made.acting.read(board.hand[2])
    made.acting.doing.point_at(board.hand[2])
    made.event(key(pygame.K_RETURN))
    return made


def _cards(look: Look, surface: pygame.Surface) -> DuelScene:
    made, _ = _busy(look, surface, "cards_prompt")
    made.event(key(pygame.K_9))
    return made


def _zone(look: Look, surface: pygame.Surface) -> DuelScene:
    made, board = _busy(look, surface, "zone_prompt")
    made.acting.read(board.far_grave[4])
    made.event(key(pygame.K_TAB))
    return made


def _asked(which: str) -> Callable[[Look, pygame.Surface], DuelScene]:
    def make(look: Look, surface: pygame.Surface) -> DuelScene:
        made, board = _busy(look, surface, which)
        made.acting.read(board.talker)
        return made

    return make


def _pile(look: Look, surface: pygame.Surface) -> DuelScene:
    made = _open(look, surface)
    made.event(key(pygame.K_ESCAPE))
    made.event(key(pygame.K_F1))
    return made


def _reading(look: Look, surface: pygame.Surface) -> DuelScene:
    made = _chained(look, surface)
    made.event(key(pygame.K_SPACE, " "))
    return made


def _chat(look: Look, surface: pygame.Surface) -> DuelScene:
    made = _chained(look, surface)
    made.app.model.chat.extend(
        [
            Said("Halvard", "Good luck!", 1),
            Said("Wren", "And to you. 祝你好运", 0),
            Said("Ilse", "What a board", -1),
        ]
    )
    made.event(key(pygame.K_t, "t"))
    made.event(pygame.event.Event(pygame.TEXTINPUT, text="Well played"))
    return made


def _paused(look: Look, surface: pygame.Surface) -> DuelScene:
    board = samples.Busy()
    table = msgspec.structs.replace(samples.table(), paused=True, proposal="resume 1")
    made, app = scene(board.view(), None, look, table)
    told(app.model, board)
    return made


def _over(look: Look, surface: pygame.Surface) -> DuelScene:
    board = samples.Busy()
    view = board.view(result="0 lp", tallies={"0:life": 5200, "1:life": 0})
    made, app = scene(view, None, look)
    told(app.model, board)
    return made


def _watched(look: Look, surface: pygame.Surface) -> DuelScene:
    board = samples.Busy(chain=True)
    made, app = scene(samples.public(board), None, look)
    told(app.model, board, chain=True)
    made.acting.doing.turn_around()
    return made


def _free(look: Look, surface: pygame.Surface, *, alone: bool = False, **more: Any) -> DuelScene:
    """A free table in the middle of things, with a card that points at another."""
    board = samples.Busy()
    board.cards[board.talker] = msgspec.structs.replace(board.cards[board.talker], targets=(board.dragon,))
    table, prompt = samples.by_hand(alone=alone)
    view = board.view(waiting=samples.HANDS)
    made, app = scene(view, prompt, look, msgspec.structs.replace(table, **more))
    told(app.model, board)
    made.draw(surface)
    made.acting.read(board.hand[2])
    return made


def _by_hand(look: Look, surface: pygame.Surface) -> DuelScene:
    made = _free(look, surface, alone=True)
    assert made.view is not None
    made.acting.doing.point_at(made.view.pile(0, "hand").handles[2])
    made.event(key(pygame.K_RETURN))
    return made


def _steps(look: Look, surface: pygame.Surface) -> DuelScene:
    made = _free(look, surface, alone=True)
    for step, words in enumerate(samples.STEPS, 1):
        made.app.model.line.told(words)
        made.app.model.line.stands(step, step)
    made.acting.doing.show_tab("steps")
    return made


def _dragged(look: Look, surface: pygame.Surface) -> DuelScene:
    made = _free(look, surface)
    assert made.view is not None
    card = made.view.pile(0, "hand").handles[2]
    box = hand.box_of(made.shown(), card)
    goal = made.layout.rect(Place(0, "monster", 1))
    assert box is not None
    assert goal is not None
    start, end = (tuple(map(round, part.centre)) for part in (box, goal))
    made.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    for at in (start, end, end):
        made.event(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0)))
    return made


def _asked_back(look: Look, surface: pygame.Surface) -> DuelScene:
    made = _free(look, surface, proposal="rewind 1 10")
    made._called = ("Halvard rolls a die: 4", 2.0)
    return made


def _table(name: str) -> Callable[[Look, pygame.Surface], DuelScene]:
    def make(look: Look, surface: pygame.Surface) -> DuelScene:
        made, _ = scene(samples.start(name), None, look)
        return made

    return make


SCREENS: dict[str, Callable[[Look, pygame.Surface], DuelScene]] = {
    "chain": _chained,
    "open": _open,
    "cards": _cards,
    "zone": _zone,
    "position": _asked("position_prompt"),
    "yes": _asked("yes_prompt"),
    "pick": _asked("pick_prompt"),
    "words": _asked("words_prompt"),
    "pile": _pile,
    "reading": _reading,
    "chat": _chat,
    "paused": _paused,
    "over": _over,
    "watched": _watched,
    "free": _free,
    "solo": _by_hand,
    "steps": _steps,
    "drag": _dragged,
    "taken_back": _asked_back,
    "classic": _table("classic"),
    "master3": _table("master3"),
    "fab": _table("fab"),
}


def draw(name: str, size: tuple[int, int], look: Look) -> tuple[pygame.Surface, float]:
    """One screen as a picture, and what a frame of it costs when nothing changes, in milliseconds."""
    surface = pygame.Surface(size)
    made = SCREENS[name](look, surface)
    settle(made, surface)
    begun = time.perf_counter()
    for _ in range(5):
        made.update(2.0)
        made.draw(surface)
    cost = (time.perf_counter() - begun) / 5 * 1000
    made.faces.close()
    return surface, cost


def main(arguments: list[str]) -> int:
    """Draw every screen into a folder."""
    folder = Path(arguments[0]) if arguments else Path(tempfile.mkdtemp(prefix="facedown-gallery-"))
    wanted = arguments[1:] or list(SCREENS)
    folder.mkdir(parents=True, exist_ok=True)
    pygame.display.init()
    pygame.display.set_mode((1280, 720))
    for name in wanted:
        for size in SIZES:
            for contrast in (False, True) if size == SIZES[0] else (False,):
                surface, cost = draw(name, size, Look(contrast=contrast))
                path = folder / f"{name}-{size[0]}x{size[1]}{'-contrast' if contrast else ''}.png"
                pygame.image.save(surface, path)
                print(f"{path}  {cost:.1f} ms a frame")
    pygame.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
