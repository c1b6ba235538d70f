"""Pictures of the screens around a duel, for the gallery: home, a table before and after, dialogs, replays.

Their content is made up; no server is used, and no folder of the player's is read.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pygame

from facedown_client.connection import ConnectionState, Return
from facedown_client.connection.hosting import OwnServer
from facedown_client.data import deck_entries
from facedown_client.data.deck_editor import Part
from facedown_client.data.preferences import Preferences
from facedown_client.data.solo_table import SoloTable
from facedown_client.model.model import Model
from facedown_client.model.verify.verdict import FairnessVerdict
from facedown_client.replays import replay_list
from facedown_client.replays.player import Player
from facedown_client.window.art import Faces
from facedown_client.window.look.theme import Look
from facedown_client.window.scenes.decks.card_form import CardScene
from facedown_client.window.scenes.decks.cards_scene import CardsScene
from facedown_client.window.scenes.decks.decks import DecksScene
from facedown_client.window.scenes.decks.editor import EditorScene, UnsavedChangesScene
from facedown_client.window.scenes.decks.hand import HandScene
from facedown_client.window.scenes.decks.reasons import ReasonsScene
from facedown_client.window.scenes.dialogs import Help, NameScene, Password, Question, ReconnectDialog
from facedown_client.window.scenes.home import HomeScene
from facedown_client.window.scenes.lobby import LobbyScene
from facedown_client.window.scenes.replays.scene import ReplayScene
from facedown_client.window.scenes.replays.shelf import ReplaysScene
from facedown_client.window.scenes.result import ResultScene
from facedown_client.window.scenes.settings import SettingsScene
from facedown_client.window.scenes.table.hosting import HostScene
from facedown_client.window.scenes.table.lines import OpenScene, SavedLineScene
from facedown_client.window.scenes.table.opening_hand import OpeningHand
from facedown_client.window.scenes.table.siding import SidingScene
from facedown_client.window.scenes.table.solo import PractiseScene, SoloScene
from facedown_client.window.scenes.table.table import TableScene
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import Deck, check
from facedown_shared.network.announcements import Announcement
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import (
    AtTable,
    Clock,
    DeckReport,
    FromServer,
    LobbyRow,
    Option,
    Prompt,
    Said,
    Seated,
    SeatInfo,
    TableInfo,
    Tables,
    Welcome,
)
from facedown_shared.replay import Head, ReplayWriter, parse_replay
from facedown_shared.tables.formats import MASTER
from facedown_shared.text import _, words
from tools import samples
from tools.sample_scene import scene

DeckScreen = Callable[[Look, pygame.Surface], Any]


def _app() -> Any:
    """Return as much of the app as these scenes need."""
    network = SimpleNamespace(way_back="", connection=ConnectionState("up"), recorded_replay=None)
    return SimpleNamespace(
        model=Model(), preferences=Preferences(), network=network, notice="", alone=SoloTable(),
        play_press_sound=int, save_preferences=bool, open_scene=bool, send=bool, edit_deck=bool, close=int,
        leave_duel=int,
    )  # fmt: skip


def _editor(name: str) -> DeckScreen:
    return lambda look, _: EditorScene(
        look, _app(), deck_entries.find_deck(name), Faces(contrast=look.contrast)
    )


def _wrong(look: Look, surface: pygame.Surface) -> EditorScene:
    main = deck_entries.find_deck("synchro-xyz").deck.main
    odd = deck_entries.from_deck(Deck(main + main[:2], (4,)), "Salt Road")
    return EditorScene(look, _app(), odd, Faces(contrast=look.contrast))


def _carry_card(start: Part, goal: Part) -> DeckScreen:
    def make(look: Look, surface: pygame.Surface) -> EditorScene:
        made: EditorScene = _editor("synchro-xyz")(look, surface)
        made.update(1.0)
        made.draw(surface)
        carry(made, made.grids[start].box_of(2).center, made.boxes[goal].panel.center)
        return made

    return make


def carry(made: CardsScene, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Take a card up and carry it."""
    made.event(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    for at in ((start[0] + 20, start[1]), end):
        made.event(pygame.event.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0)))


def _hand(look: Look, surface: pygame.Surface) -> HandScene:
    main = deck_entries.find_deck("synchro-xyz").deck.main
    made = HandScene(look, _app(), main, MASTER, Faces(contrast=look.contrast))
    made.trial.mark(0)
    return made


def _siding_screen(seat: int) -> DeckScreen:
    def make(look: Look, surface: pygame.Surface) -> SidingScene:
        app = _app()
        seats = (SeatInfo("Wren", True, deck=True), SeatInfo("Halvard", True, deck=True, wins=1))
        app.model.handle_message(Seated("AB2-CDE", seat, "t", {}))
        app.model.handle_message(
            AtTable(TableInfo("AB2-CDE", "master", 3, "siding", seats, ("Ilse",), duel=1))
        )
        if seat == 0:
            app.model.handle_message(Prompt(9, "side", words("plain", "side"), (Option("keep"),)))
        made = SidingScene(look, app, deck_entries.find_deck("synchro-xyz"), Faces(contrast=look.contrast))
        made.siding.move_card(made.siding.cards(Part.SIDE)[0], Part.SIDE, Part.MAIN, at=4)
        return made

    return make


DECK_SCREENS: dict[str, DeckScreen] = {
    "decks": lambda look, _: DecksScene(look, _app(), Faces(contrast=look.contrast)),
    "editor": _editor("synchro-xyz"),
    "editor_wrong": _wrong,
    "editor_carried": _carry_card(Part.MAIN, Part.SIDE),
    "editor_refused": _carry_card(Part.MAIN, Part.EXTRA),
    "editor_fab": _editor("kiln-and-hammer"),
    "hand": _hand,
    "siding": _siding_screen(0),
    "siding_watched": _siding_screen(-1),
}


Screen = Callable[[Look, pygame.Surface], Any]

LINKS = {
    "opponent": (
        ("this network", "http://192.168.2.17:7777/t/R7K-42Q#seat=secret"),
        ("Internet, not checked", "https://duel.example.org/t/R7K-42Q#seat=secret"),
    ),
    "spectator": (("Internet, not checked", "https://duel.example.org/t/R7K-42Q#watch=secret"),),
}
"""As a host receives them: their audience, their address, the link."""

CHAT = (
    Said("Halvard", "Hi! Best of three?", 1),
    Said("Wren", "With pleasure. 你好", 0),
    Said("Ilse", "I watch", -1),
)
WREN = SeatInfo("Wren", present=True, deck=True, counts=(40, 8, 6))
HALVARD = SeatInfo("Halvard", present=True, deck=True, counts=(40, 15, 15))


class LayeredScene:
    """Scenes over each other, as the app would draw them."""

    def __init__(self, look: Look, *scenes: Any) -> None:
        self.scenes = scenes
        own = (scene.faces for scene in scenes if hasattr(scene, "faces"))
        self.faces: Faces = next(own, None) or Faces(contrast=look.contrast)

    def event(self, event: pygame.event.Event) -> None:
        """Pass an event to the topmost."""
        self.scenes[-1].event(event)

    def update(self, now: float) -> None:
        """Pass them the time."""
        for each in self.scenes:
            each.update(now)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all of them."""
        for each in self.scenes:
            each.draw(surface)


class SampleApp(SimpleNamespace):
    """As much of the app as these scenes need; requests are ignored."""

    def __init__(self, *messages: FromServer, **network: Any) -> None:
        usual: dict[str, Any] = {
            "connection": ConnectionState("up", "", "duel.example.org", 0.0, 0.023), "nearby": (),
            "search_state": "", "returns": (), "way_back": "", "is_practice": False, "try_now": int,
            "own_server": OwnServer(), "recorded_replay": None,
        }  # fmt: skip
        network = usual | network
        super().__init__(
            model=Model(), preferences=Preferences(name="Wren"), notice="", alone=SoloTable(),
            network=SimpleNamespace(**network), solo_decks=(None, None),
        )  # fmt: skip
        for message in messages:
            self.model.handle_message(message)

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("_"):
            raise AttributeError(name)
        return lambda *values, **more: None


NETWORK: dict[str, Any] = {
    "search_state": "192.168.2.0/24",
    "nearby": (
        Announcement(TableLink("192.168.2.20", code="AB2-CDE"), host="Halvard", format="master",
        stage="gathering"),
        Announcement(
            TableLink("192.168.2.31", code="K7Q-M42"), host="Priya", format="fab", best_of=3,
            stage="gathering",
            locked=True,
        ),
        Announcement(
            TableLink("192.168.2.8", code="ZZ4-PLM"), host="Tomasz", format="classic", stage="duel",
            spectators=4
        ),
    ),
}  # fmt: skip
ROWS = (
    LobbyRow("AB2-CDE", "Halvard", "master", 1, "gathering", 0, False, clock=Clock(600, 15)),
    LobbyRow("K7Q-M42", "Priya", "fab", 3, "gathering", 0, True, mode="free"),
    LobbyRow("HW3-9TX", "Ayşe", "master", 3, "siding", 2, False, mode="half"),
    LobbyRow("ZZ4-PLM", "Tomasz", "classic", 1, "duel", 14, False),
)


# --- home and what opens over it --------------------------------------------------------------------------


def _home(look: Look, *, notice: str = "", **network: Any) -> HomeScene:
    app = SampleApp(**(NETWORK | network))
    app.notice = notice
    return HomeScene(look, app)


def _over_home(opens: Callable[[Look, Any], Any], *messages: FromServer) -> Screen:
    """Return a dialog over the home screen."""

    def make(look: Look, surface: pygame.Surface) -> LayeredScene:
        app = SampleApp(*messages, **NETWORK)
        return LayeredScene(look, HomeScene(look, app), opens(look, app))

    return make


def _returns(look: Look, surface: pygame.Surface) -> LayeredScene:
    place = Return(TableLink("duel.example.org", 443, True), "R7K-42Q", 0, "", opponent="Halvard")
    other = Return(TableLink("127.0.0.1", 7777), "AAA-AAA", 0, "", practice="one")
    return LayeredScene(look, _home(look, returns=(place, other)))


def _connecting_screen(look: Look, surface: pygame.Surface) -> LayeredScene:
    state = ConnectionState("connecting", "", "duel.example.org")
    return LayeredScene(look, _home(look, connection=state))


def _notice(look: Look, surface: pygame.Surface) -> LayeredScene:
    return LayeredScene(look, _home(look, notice=str(words("wrong_password"))))


def _lobby(look: Look, *messages: FromServer) -> LayeredScene:
    app = SampleApp(*messages, **NETWORK)
    scene = LobbyScene(look, app)
    scene.link = "" if messages else "duel.example.org"
    return LayeredScene(look, scene)


# --- a table before and after -------------------------------------------------------------------------------


def _table(
    *messages: FromServer, seat: int = 0, links: Any = None, settings: dict[str, Any] | None = None,
    deck: str = "synchro-xyz", seats: tuple[SeatInfo, SeatInfo] = (WREN, HALVARD),
    watching: tuple[str, ...] = ("Ilse", "Tomasz"), played: str = "master", best_of: int = 3,
    stage: str = "gathering", practice: bool = False, **more: Any,
) -> Screen:  # fmt: skip
    """Return the table's own screen; `more` is the rest of its TableInfo."""

    def make(look: Look, surface: pygame.Surface) -> LayeredScene:
        app = SampleApp(is_practice=practice)
        app.model.handle_message(
            Seated("R7K-42Q", seat, "t", LINKS if links is None else links, **(settings or {}))
        )
        app.model.handle_message(
            AtTable(TableInfo("R7K-42Q", played, best_of, stage, seats, watching, "Wren", **more))
        )
        for message in (*messages, *(() if practice else CHAT)):
            app.model.handle_message(message)
        return LayeredScene(look, TableScene(look, app, deck_entries.find_deck(deck)))

    return make


def _result(look: Look, surface: pygame.Surface, *, proposal: str = "") -> LayeredScene:
    """Return the end of a match over its last board."""
    board = samples.BusyBoard()
    view = board.view(result="0 lp", tallies={"0:life": 5200, "1:life": 0})
    seats = (
        SeatInfo("Wren", present=True, deck=True, wins=2), SeatInfo("Halvard", present=True, deck=True,
        wins=1)
    )  # fmt: skip
    table = TableInfo("R7K-42Q", "master", 3, "over", seats, ("Ilse",), "Wren", 3, proposal=proposal)
    below, app = scene(view, None, look, table)
    app.model.verdict = FairnessVerdict(7, 2, ())
    app.close, app.network.replay_link, app.replay_link = int, "", ""
    above = ResultScene(look, app)
    return LayeredScene(look, below, above)


def _over_board(opens: Callable[[Look, Any], Any]) -> Screen:
    """Return a dialog over a duel."""

    def make(look: Look, surface: pygame.Surface) -> LayeredScene:
        board = samples.BusyBoard()
        below, app = scene(board.view(), None, look)
        app.close, app.go_home, app.faces = int, int, below.faces
        return LayeredScene(look, below, opens(look, app))

    return make


def _lost_connection(look: Look, app: Any) -> ReconnectDialog:
    why = _("The server is stopping; reconnect in a moment.").rstrip(".。")
    ended = _("The server closed the connection: {why}.", why=why)
    app.network.connection = ConnectionState("waiting", ended, "duel.example.org", retry=4.0)
    app.network.is_practice, app.network.try_now, app.go_home = False, int, int
    return ReconnectDialog(look, app)


def _replay(look: Look, surface: pygame.Surface) -> LayeredScene:
    """Return a replay of a few frames, in its middle."""
    board = samples.BusyBoard(chain=True)
    old, new, events = samples.HAPPENS["summon"](board)
    writer = ReplayWriter()
    for turn, view in enumerate((old, new) * 6, 3):
        writer.add(msgspec.structs.replace(view, turn=turn // 2), events)
    made = "2026-11-20T19:30:00+00:00"
    head = Head(sides=(0,), names=("Wren", "Halvard"), decks=("Synchro and Xyz", ""), made=made)
    scene = ReplayScene(look, SampleApp(), Player(parse_replay(writer.file_bytes(head))))
    scene.screening.show_frame(6)
    shown = LayeredScene(look, scene)
    shown.faces = scene.duel.faces
    return shown


ENDS = (("0 lp", "1 lp", "0 deck_out"), ("0 lp",), ("draw both",), ("1 lp",))


def _replays(look: Look, surface: pygame.Surface) -> LayeredScene:
    """Return the shelf with a few on it."""
    names = (("Wren", "Halvard"), ("Ayşe", "Wren"), ("Wren", "Priya"), ("Tomasz", "Ilse"))
    rows = []
    for day, (pair, results, side) in enumerate(
        zip(
            names,
            ENDS,
            (0, 1, 0, -1),
            strict=True,
        )
    ):
        head = Head(
            sides=(side,), names=pair, decks=("Synchro and Xyz", "Dragons of old"),
            made=f"2026-11-{20 - day:02}T19:30:00",
            best_of=3 if len(results) > 1 else 1, results=results, turns=(9, 12, 7)[: len(results)],
            frames=400,
        )  # fmt: skip
        rows.append(replay_list.Row(Path(f"{day}.replay"), head))
    scene = ReplaysScene(look, SampleApp())
    scene.rows = rows
    scene._filter_rows()
    return LayeredScene(look, scene)


def _opening(look: Look, app: Any) -> OpeningHand:
    deck = deck_entries.find_deck("synchro-xyz")
    made = OpeningHand(look, app, deck, (), app.faces, lambda *cards, **more: None)
    for code in made.deck[:6:2]:
        made._add_card(code)
    return made


def _saved_line(path: str, look: Look, app: Any) -> SavedLineScene:
    return SavedLineScene(look, app, path)


def _rename_scene(look: Look, app: Any) -> NameScene:
    return NameScene(look, app, _("Rename the deck"), "Synchro and Xyz 2", _("Rename"), int)


def _close_question(look: Look, app: Any) -> Question:
    return Question(look, app, _("Close facedown?"), _("Ctrl+Q closes it at once."), _("Close"), int)


def _leave_question(look: Look, app: Any) -> Question:
    words = _(
        "The duel is still running. Your seat is kept for a while, then the other player may claim the "
        "win. Return on the home screen brings you back."
    )
    return Question(look, app, _("Leave and keep your seat?"), words, _("Leave, keep my seat"), int)


def _help(place: str) -> Callable[[Look, Any], Help]:
    return lambda look, app: Help(look, app, place)


def _faulty_report() -> DeckReport:
    """Return a server's report on a deck with several faults."""
    main = deck_entries.find_deck("synchro-xyz").deck.main
    deck = Deck((*main[2:], *main[:1] * 3), (main[3],))
    reasons = check(deck, MASTER, bundled_pool())
    return DeckReport(False, tuple(reasons), 38, 41, ("Ember Squire", "Ember Page"))


ORDER = Prompt(1, "order", words("plain", "Who goes first?"), (Option("first"), Option("second")))
DECKLESS = SeatInfo("Wren", present=True)
AWAY = SeatInfo("Halvard", overdue=True, deck=True, counts=(40, 15, 15))
READY = (
    SeatInfo("Wren", present=True, ready=True, deck=True, counts=(40, 8, 6)),
    SeatInfo("Halvard", present=True, ready=True, deck=True, counts=(40, 15, 15)),
)
WELCOME = Welcome("Wren", "duel.example.org", formats=("master", "classic", "fab"))


def _reasons(look: Look, app: Any) -> ReasonsScene:
    return ReasonsScene(look, app, [str(reason) for reason in _faulty_report().reasons])


def _card(look: Look, app: Any) -> CardScene:
    return CardScene(look, app, (), lambda facts: None)


SCREENS: dict[str, Screen] = {
    "home": lambda look, surface: LayeredScene(look, _home(look, nearby=())),
    "home_nearby": lambda look, surface: LayeredScene(look, _home(look)),
    "home_returns": _returns,
    "home_calling": _connecting_screen,
    "home_told": _notice,
    "settings": _over_home(SettingsScene),
    "host": _over_home(HostScene),
    "practise": _over_home(PractiseScene),
    "alone": _over_home(SoloScene),
    "lines": _over_home(OpenScene),
    "line_kept": _over_board(partial(_saved_line, "~/.facedown/lines/The long combo.duel")),
    "password": _over_home(lambda look, app: Password(look, app, int)),
    "quit": _over_home(_close_question),
    "name": _over_home(_rename_scene),
    "help_home": _over_home(_help("home")),
    "help_duel": _over_board(_help("duel")),
    "help_hands": _over_board(_help("hands")),
    "help_decks": _over_home(_help("decks")),
    "help_editor": _over_home(_help("editor")),
    "lobby": lambda look, surface: _lobby(look, WELCOME, Tables(ROWS)),
    "watch": lambda look, surface: _lobby(look),
    "table_alone": _table(seats=(WREN, SeatInfo()), watching=(), settings={"pace": "quick"}),
    "table": _table(
        DeckReport(True, (), 54, 54), settings={"clock": Clock(600, 15), "pace": "quick", "locked": True}
    ),
    "table_odd": _table(_faulty_report(), seats=(DECKLESS, HALVARD), settings={"pace": "careful"}),
    "table_strange": _table(DeckReport(True, (), 52, 60, ("Ember Squire", "Ember Page"), (123456,))),
    "table_guest": _table(seat=1, links={}, proposal="mode 0 half"),
    "table_watched": _table(seat=-1, links={}, seats=READY, mode="half"),
    "table_fab": _table(played="fab", mode="free", deck="kiln-and-hammer"),
    "table_practice": _table(seats=(READY[0], SeatInfo()), practice=True, watching=(), best_of=1),
    "toss": _table(ORDER, seats=READY, stage="order", chooser=0),
    "toss_waits": _table(seats=READY, stage="order", chooser=1),
    "claim": _table(seats=(READY[0], AWAY), stage="order", chooser=1),
    "reconnecting": _over_board(_lost_connection),
    "leaving": _over_board(_leave_question),
    "result": _result,
    "result_asked": partial(_result, proposal="rematch 1"),
    "result_open": partial(_result, proposal="open 1"),
    "opening": _over_board(_opening),
    "editor_leaving": _over_home(lambda look, app: UnsavedChangesScene(look, app, int)),
    "editor_reasons": _over_home(_reasons),
    "editor_card": _over_home(_card),
    "replays": _replays,
    "replay": _replay,
}
