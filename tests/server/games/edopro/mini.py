"""A small pool of our own: cards with scripts that we wrote, for EDOPro's engine if the host has one.

Nothing here is from EDOPro: no card, no script, no constant file. Set FACEDOWN_CORE to an engine (the .tgz or
.wasm) to play these on the real one; otherwise the recorded stream beside this file is played.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from facedown_server.games.edopro import edition, engine_protocol
from facedown_server.games.edopro.core_referee import CoreReferee, Engines
from facedown_server.games.edopro.edition import Edition
from facedown_server.games.edopro.engine_protocol import CoreSteps, DropDuel, GoBack, PlayRequest, Reply
from facedown_server.games.edopro.wasm import engine_file
from facedown_server.refereeing.referee import Act, Choice, ExternalWork, Frame
from facedown_server.refereeing.undo.history import Rewinder
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.decks import Deck
from facedown_shared.tables.formats import MASTER

if TYPE_CHECKING:
    from facedown_server.games.edopro.wasm.engine import Engine
    from facedown_server.games.edopro.wasm.engine_worker import Desk

RECORDING = Path(__file__).with_name("mini.recording")

WALKER_PASSCODE, DRAWER_PASSCODE, BURNER_PASSCODE, GUARD_PASSCODE, WEAVER_PASSCODE = (
    900001,
    900002,
    900003,
    900004,
    900005,
)
CARDS = (
    Facts(
        code=WALKER_PASSCODE,
        name="Mini Walker",
        kinds=("monster", "normal"),
        attribute="earth",
        race="warrior",
        level=4,
        attack=1500,
        defense=1000,
    ),
    Facts(code=DRAWER_PASSCODE, name="Mini Drawer", kinds=("spell",)),
    Facts(code=BURNER_PASSCODE, name="Mini Burner", kinds=("trap",)),
    Facts(
        code=GUARD_PASSCODE,
        name="Mini Guard",
        kinds=("monster", "effect"),
        attribute="light",
        race="fairy",
        level=3,
        attack=800,
        defense=1800,
    ),
    Facts(
        code=WEAVER_PASSCODE,
        name="Mini Weaver",
        kinds=("monster", "effect"),
        attribute="dark",
        race="insect",
        level=5,
        attack=2100,
        defense=900,
    ),
)
SCRIPTS = {
    f"c{DRAWER_PASSCODE}.lua": b"""
function c900002.initial_effect(c)
    local e = Effect.CreateEffect(c)
    e:SetType(0x10)
    e:SetCode(1002)
    e:SetOperation(function(e, tp) Duel.Draw(tp, 2, 0x40) end)
    c:RegisterEffect(e)
end
""",
    f"c{BURNER_PASSCODE}.lua": b"""
function c900003.initial_effect(c)
    local e = Effect.CreateEffect(c)
    e:SetType(0x10)
    e:SetCode(1002)
    e:SetOperation(function(e, tp) Duel.Damage(1 - tp, 500, 0x40) end)
    c:RegisterEffect(e)
end
""",
    f"c{GUARD_PASSCODE}.lua": b"""
function c900004.initial_effect(c)
    local e = Effect.CreateEffect(c)
    e:SetType(0x40)
    e:SetRange(0x4)
    e:SetCountLimit(1)
    e:SetOperation(function(e, tp)
        if Duel.TossCoin(tp, 1) == 1 then Duel.Recover(tp, 300, 0x40) end
        Duel.ShuffleDeck(tp)
    end)
    c:RegisterEffect(e)
end
""",
    f"c{WEAVER_PASSCODE}.lua": b"""
function c900005.initial_effect(c)
    local e = Effect.CreateEffect(c)
    e:SetType(0x40)
    e:SetRange(0x4)
    e:SetCountLimit(1)
    e:SetOperation(function(e, tp)
        local g = Duel.SelectMatchingCard(tp, aux_any, tp, 0x10, 0x10, 0, 1, nil)
        if #g > 0 then Duel.SendtoHand(g, nil, 0x40) end
    end)
    c:RegisterEffect(e)
end
function aux_any() return true end
""",
}
"""A card's script adds to the table that the engine made for it."""

DECK = Deck(
    main=(WALKER_PASSCODE,) * 12
    + (DRAWER_PASSCODE,) * 8
    + (BURNER_PASSCODE,) * 8
    + (GUARD_PASSCODE,) * 6
    + (WEAVER_PASSCODE,) * 6
)


def pool() -> Pool:
    """Return the cards."""
    return Pool(CARDS)


class InProcessEngine:
    """The engine within this process. `heard`: all its messages, by request."""

    def __init__(self, engine: str, folder: Path, scripts: dict[str, bytes] | None = None) -> None:
        from facedown_server.games.edopro.wasm.engine_worker import Desk

        held = Edition(edition.store_edition(folder, (SCRIPTS | (scripts or {})).items(), CARDS))
        self._begin(Desk(compiled_engine(engine), held, ()))

    def _begin(self, desk: Desk) -> None:
        self._desk = desk
        self._duels, self._said = 0, dict[int, CoreSteps]()
        self.heard: list[tuple[str, str]] = []

    @classmethod
    def of(cls, desk: Desk) -> InProcessEngine:
        """Return the same for other cards and scripts."""
        made_up = cls.__new__(cls)
        made_up._begin(desk)
        return made_up

    def number(self) -> int:
        self._duels += 1
        return self._duels

    def call(self, request: PlayRequest) -> Iterator[ExternalWork]:
        said = self._desk.handle(request)
        self.heard.append((shape(request), base64.b64encode(engine_protocol.frame(said)).decode()))
        self._said[request.duel] = said
        return iter(())

    def last_response(self, duel: int) -> CoreSteps:
        return self._said.pop(duel)

    def forget_duel(self, request: DropDuel) -> None:
        self._desk.handle(request)


@cache
def compiled_engine(engine: str) -> Engine:
    """Return a compiled engine: once for all tests."""
    from facedown_server.games.edopro.wasm.engine import Engine

    found = engine_file.read_engine(Path(engine))
    return Engine(found.wasm, found.exports, found.imports)


class RecordedEngine:
    """A recording of an engine's messages about our cards: the same requests get the same answers."""

    def __init__(self, path: Path = RECORDING) -> None:
        self._heard = msgspec.json.decode(path.read_bytes(), type=list[tuple[str, str]])
        self._at, self._said = 0, dict[int, CoreSteps]()

    def number(self) -> int:
        return 1

    def call(self, request: PlayRequest) -> Iterator[ExternalWork]:
        asked, said = self._heard[self._at]
        assert shape(request) == asked, f"question {self._at} is another than was recorded"
        self._at += 1
        self._said[request.duel] = engine_protocol.steps(
            base64.b64decode(said)[engine_protocol.FRAME_HEADER_BYTES :]
        )
        return iter(())

    def last_response(self, duel: int) -> CoreSteps:
        return self._said.pop(duel)

    def forget_duel(self, request: DropDuel) -> None:
        pass


def shape(request: PlayRequest) -> str:
    """Return a request in short form."""
    if isinstance(request, GoBack):
        return f"resume {len(request.answers)}"
    return request.answer.hex() if isinstance(request, Reply) else f"begin {request.seed[0]}"


@cache
def find_engine() -> str:
    """Return the engine that this machine has, or ""."""
    return os.environ.get("FACEDOWN_CORE", "")


def begin(engines: Engines, number: int = 1, first: int = 0) -> CoreReferee:
    """Begin a duel of two small decks, up to its first prompt."""
    referee = CoreReferee(MASTER, pool(), engines)
    setup = Setup("master", (DECK, DECK), first=first)
    exhaust(referee.start(setup, RandomStreams(number.to_bytes(32, "big"))))
    return referee


def exhaust(frames: Iterator[Frame]) -> list[Frame]:
    """Run all frames."""
    return list(frames)


def choose(referee: CoreReferee | Rewinder, *keys: str) -> list[Frame]:
    """Pick these options of the open prompt."""
    (prompt,) = referee.prompts()
    act = Act(prompt.seat, Choice(keys))
    referee.check(act)
    return exhaust(referee.apply(act))


def play_on(referee: CoreReferee | Rewinder, answers: int = 100_000) -> list[tuple[str, ...]]:
    """Play by a simple rule: new options first, and no attack left out. Return the picks."""
    picked: list[tuple[str, ...]] = []
    while referee.result() is None and len(picked) < answers:
        (prompt,) = referee.prompts()
        keys = [key for key, _ in prompt.options]
        most = min(prompt.most, len(keys))
        worth = sorted(keys, key=lambda key: (order(key), key))
        chosen = tuple(worth[: max(prompt.least, min(1, most))])
        choose(referee, *chosen)
        picked.append(chosen)
    return picked


def order(key: str) -> int:
    """Return the priority of a key."""
    words = ("activate", "summon", "attack", "phase:battle", "set", "phase:main2", "phase:end", "pass")
    return next((number for number, word in enumerate(words) if key.startswith(word)), len(words))
