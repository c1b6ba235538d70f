"""Pictures of the duel screen, for developers of its looks: `python -m tools.gallery [FOLDER] [SCREEN …]`.

Sample Views are shown by the real scene on SDL's dummy driver, in several sizes and both palettes. Nothing is
fetched, and no window opens.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import click
import msgspec
import pygame

from facedown_client.board import Rect
from facedown_client.model.model import LogEntry, Model, Transition
from facedown_client.window.look.theme import Look
from facedown_client.window.paint import hand
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_shared.protocol.messages import Prompt, Reason, Reasons, Said, TableInfo
from facedown_shared.tables import Pile, Place, PromptNotice, View
from facedown_shared.text import TranslatedText, languages, set_language
from tools import gallery_screens, samples
from tools.sample_scene import scene

Screen = Callable[[Look, pygame.Surface], Any]
Pick = Callable[[samples.BusyBoard], int]
"""A card of the sample board, by its handle."""

SIZES = ((1280, 720), (1920, 1080), (1024, 640), (1600, 720))


def fill_log(model: Model, board: samples.BusyBoard, *, chain: bool = False) -> None:
    """Give a model the log of the sample board."""
    lines = samples.log(board, chain=chain)
    model.log = deque(
        LogEntry(happening, TranslatedText.for_all_languages(text), 9) for text, happening in lines
    )


def key(name: int, text: str = "") -> pygame.event.Event:
    """Return a key press."""
    return pygame.event.Event(pygame.KEYDOWN, key=name, mod=0, unicode=text)


def settle(made: Any, surface: pygame.Surface) -> None:
    """Draw until every face is drawn."""
    made.draw(surface)
    for _ in range(3):
        made.faces.wait_until_idle()
        made.update(2.0)
        made.draw(surface)


def _show(
    look: Look,
    board: samples.BusyBoard,
    view: View,
    prompt: Prompt | None = None,
    table: TableInfo | None = None,
) -> DuelScene:
    """Return a View of the busy board with its log."""
    made, app = scene(view, prompt, look, table)
    fill_log(app.model, board, chain=bool(view.chain))
    return made


def _busy(
    look: Look, surface: pygame.Surface, prompt: str = "", *, chain: bool = False
) -> tuple[DuelScene, samples.BusyBoard]:
    """Return the busy board with one of the sample prompts, drawn once."""
    board = samples.BusyBoard(chain=chain)
    view = board.view(chain=board.links()) if chain else board.view()
    made = _show(look, board, view, getattr(samples, prompt)(board) if prompt else None)
    made.draw(surface)
    return made, board


def _on_board(
    prompt: str, *events: pygame.event.Event, chain: bool = False, reads: Pick | None = None,
    points: Pick | None = None, said: Sequence[Said] = (),
) -> Screen:  # fmt: skip
    """Return the busy board with a prompt, a card that is shown large, one pointed at, some chat, and these
    keys pressed then.
    """

    def make(look: Look, surface: pygame.Surface) -> DuelScene:
        made, board = _busy(look, surface, prompt, chain=chain)
        if reads is not None:
            made.acting.show_card(reads(board))
        if points is not None:
            made.acting.doing.point_at(points(board))
        made.app.model.chat.extend(said)
        for event in events:
            made.event(event)
        return made

    return make


CHAT = (
    Said("Halvard", "Good luck!", 1),
    Said("Wren", "And to you. 祝你好运", 0),
    Said("Ilse", "What a board", -1),
)


def _play_event(look: Look, surface: pygame.Surface, happens: samples.Happens) -> DuelScene:
    """Show a board in the middle of an animation: feed the event, and advance to where it is visible."""
    board = samples.BusyBoard(chain=True)
    old, new, events = happens(board)
    made = _show(look, board, old)
    made.draw(surface)
    made.app.model.view = new
    made.app.model.steps.append(Transition(old, new, events))
    made.update(1.4)
    made.faces.wait_until_idle()
    made.update(1.5)
    made.update(1.75)
    play = made.board_frame().play
    if play is not None and play.own:
        made.acting.show_card(play.card)
    return made


def _lingering_effects(look: Look, surface: pygame.Surface) -> DuelScene:
    """Return lingering effects, marked beside the players and on cards."""
    board = samples.BusyBoard()
    lasts = samples.lingering_effects(board)
    made = _show(look, board, board.view(lasting=lasts))
    made.draw(surface)
    made.acting.show_card(board.talker)
    return made


def _prompt_of_another(look: Look, surface: pygame.Surface) -> DuelScene:
    """Show a prompt of another player."""
    board = samples.BusyBoard(chain=True)
    made = _show(look, board, board.view(chain=board.links(), waiting=(PromptNotice(1, "response"),)))
    made.update(1.0)
    return made


def _paused_table(look: Look, surface: pygame.Surface) -> DuelScene:
    board = samples.BusyBoard()
    table = msgspec.structs.replace(samples.table(), paused=True, proposal="resume 1")
    return _show(look, board, board.view(), None, table)


def _over(look: Look, surface: pygame.Surface) -> DuelScene:
    board = samples.BusyBoard()
    return _show(look, board, board.view(result="0 lp", tallies={"0:life": 5200, "1:life": 0}))


def _spectated_duel(look: Look, surface: pygame.Surface) -> DuelScene:
    board = samples.BusyBoard(chain=True)
    made = _show(look, board, samples.public(board))
    made.acting.doing.turn_around()
    return made


def _free(look: Look, surface: pygame.Surface, *, alone: bool = False, **more: Any) -> DuelScene:
    """Return a free table in the middle of things, with a card that points at another."""
    board = samples.BusyBoard()
    board.cards[board.talker] = msgspec.structs.replace(board.cards[board.talker], targets=(board.dragon,))
    table, prompt = samples.by_hand(alone=alone)
    view = board.view(waiting=samples.HANDS)
    made = _show(look, board, view, prompt, msgspec.structs.replace(table, **more))
    made.draw(surface)
    made.acting.show_card(board.hand[2])
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
        made.app.model.line.add_event_text(TranslatedText.for_all_languages(words))
        made.app.model.line.set_step(step, step)
    made.acting.doing.show_tab("steps")
    return made


def _drag_card(look: Look, surface: pygame.Surface, *, rules: bool = False) -> DuelScene:
    made = _busy(look, surface, "open_prompt")[0] if rules else _free(look, surface)
    assert made.view is not None
    card = made.view.pile(0, "hand").handles[4 if rules else 2]
    box = hand.box_of(made.board_frame(), card)
    goal = made.layout.rect(Place(0, "monster", 1))
    assert box is not None
    assert goal is not None
    start, end = (tuple(map(round, part.centre)) for part in (box, goal))
    made.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    for at in (start, end, end):
        made.event(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0)))
    return made


def _aim_attack(look: Look, surface: pygame.Surface, *, direct: bool = False) -> DuelScene:
    """Return an attack that is being aimed, the pointer on a target."""
    board = samples.BusyBoard()
    view = board.view(phase="battle")
    if direct:
        empty = {"1:monster": Pile(0, (0,) * 5), "-:extra_monster": Pile(1, (board.talker, 0))}
        view = board.view(phase="battle", piles={**view.piles, **empty})
    made = _show(look, board, view, samples.battle_prompt(board))
    made.draw(surface)
    made.acting.act_on(board.talker, Rect(0, 0, 1, 1))
    made.acting.doing.point_at(0, Place(1, "hand") if direct else Place(1, "monster", 4))
    return made


def _show_reasons(look: Look, surface: pygame.Surface) -> DuelScene:
    """Return a card that cannot be played, and why."""
    made, board = _busy(look, surface, "open_prompt")
    made.app.model.prompt = samples.battle_prompt(board)
    ways = (Reason("activate", "no_target"), Reason("set", "main_phase"))
    made.update(1.5)
    made.acting.doing.point_at(board.hand[0])
    made.wondering.show_for(board.hand[0])
    made.app.model.reasons = Reasons(board.hand[0], ways)
    return made


def _asked_back(look: Look, surface: pygame.Surface) -> DuelScene:
    made = _free(look, surface, proposal="rewind 1 10")
    made._called = ("Halvard rolls a die: 4", 2.0)
    return made


def _table(name: str) -> Screen:
    def make(look: Look, surface: pygame.Surface) -> DuelScene:
        made, _ = scene(samples.start(name), None, look)
        return made

    return make


_chained = partial(
    _on_board, "response_prompt", chain=True, reads=lambda board: board.talker,
    points=lambda board: next(card for card in board.hand if board.cards[card].name == "Book of Moon"),
)  # fmt: skip
_open = partial(
    _on_board, "open_prompt", key(pygame.K_RETURN), reads=lambda board: board.hand[2],
    points=lambda board: board.hand[2],
)  # fmt: skip

SCREENS: dict[str, Screen] = {
    "chain": _chained(),
    "open": _open(),
    "cards": _on_board("cards_prompt", key(pygame.K_9)),
    "zone": _on_board("zone_prompt", key(pygame.K_TAB), reads=lambda board: board.far_grave[4]),
    "position": _on_board("position_prompt", reads=lambda board: board.talker),
    "yes": _on_board("yes_prompt", reads=lambda board: board.talker),
    "trigger": _on_board("trigger_prompt"),
    "order": _on_board("order_prompt", key(pygame.K_RIGHT)),
    "aim": _aim_attack,
    "direct": partial(_aim_attack, direct=True),
    "why": _show_reasons,
    "pick": _on_board("pick_prompt", reads=lambda board: board.talker),
    "words": _on_board("words_prompt", reads=lambda board: board.talker),
    "pile": _open(key(pygame.K_ESCAPE), key(pygame.K_F1)),
    "reading": _chained(key(pygame.K_SPACE, " ")),
    "chat": _chained(
        key(pygame.K_t, "t"), pygame.event.Event(pygame.TEXTINPUT, text="Well played"), said=CHAT
    ),
    **{f"shown_{name}": partial(_play_event, happens=happens) for name, happens in samples.HAPPENS.items()},
    "lasting": _lingering_effects,
    "waiting": _prompt_of_another,
    "paused": _paused_table,
    "over": _over,
    "watched": _spectated_duel,
    "free": _free,
    "solo": _by_hand,
    "steps": _steps,
    "drag": _drag_card,
    "drag_rules": partial(_drag_card, rules=True),
    "taken_back": _asked_back,
    "classic": _table("classic"),
    "master3": _table("master3"),
    "fab": _table("fab"),
    **gallery_screens.DECK_SCREENS,
    **gallery_screens.SCREENS,
}


def draw(name: str, size: tuple[int, int], look: Look) -> tuple[pygame.Surface, Callable[[], None]]:
    """Return one screen as a picture in which nothing moves any more, and the function that draws it
    again.
    """
    surface = pygame.Surface(size)
    made = SCREENS[name](look, surface)
    settle(made, surface)

    def redraw() -> None:
        made.update(2.0)
        made.draw(surface)

    redraw()
    made.faces.close()
    return surface, redraw


def cost_of(redraw: Callable[[], None]) -> float:
    """Return the cost of a frame in which nothing changes, in milliseconds."""
    begun = time.perf_counter()
    for _ in range(5):
        redraw()
    return (time.perf_counter() - begun) / 5 * 1000


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.argument("screens", nargs=-1, type=click.Choice([*SCREENS]), metavar="[SCREEN]...")
@click.option("--language", type=click.Choice([*languages()]), help="The language on the pictures.")
@click.option("--list", "lists", is_flag=True, help="Say which screens there are, and draw none.")
def main(folder: Path | None, screens: tuple[str, ...], language: str | None, *, lists: bool) -> None:
    """Draw every screen, or those named, into FOLDER; without one, into a new folder, which is printed."""
    if lists:
        click.echo("\n".join(SCREENS))
        return
    if language is not None:
        set_language(language)
    folder = folder or Path(tempfile.mkdtemp(prefix="facedown-gallery-"))
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("FACEDOWN_HOME", tempfile.mkdtemp(prefix="facedown-gallery-home-"))
    pygame.display.init()
    pygame.display.set_mode((1280, 720))
    for name in screens or SCREENS:
        for size in SIZES:
            for contrast in (False, True) if size == SIZES[0] else (False,):
                surface, again = draw(name, size, Look(contrast=contrast))
                path = folder / f"{name}-{size[0]}x{size[1]}{'-contrast' if contrast else ''}.png"
                pygame.image.save(surface, path)
                click.echo(f"{path}  {cost_of(again):.1f} ms a frame")
    pygame.quit()


if __name__ == "__main__":
    main()
