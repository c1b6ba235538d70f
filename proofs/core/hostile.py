"""`python run.py prove core --hostile`: cards of our own with malicious scripts, each in a duel of its own.

Beside each another duel is played in the same engine: it must go on. Nothing of the field's is in here.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from facedown_server.games.edopro import edition
from facedown_server.games.edopro.core_referee import CoreReferee
from facedown_server.games.edopro.edition import Edition
from facedown_server.refereeing.referee import Act, Choice
from facedown_server.table import RandomStreams, Setup
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.decks import Deck
from facedown_shared.tables.formats import MASTER
from proofs.core.engines import InProcessEngine, at_hand
from proofs.figures import Figures
from proofs.play.player import exhaust

MAX_END_DELAY_S = 2.0
"""Seconds after which a duel that cannot go on must have ended, on a core of its own."""
ANSWERS_COUNT = 12

WALKER_PASSCODE, HARM_PASSCODE = 900001, 900002
POOL = Pool(
    [
        Facts(code=WALKER_PASSCODE, name="Mini Walker", kinds=("monster", "normal"), attribute="earth",
              race="warrior", level=4, attack=1500, defense=1000),
        Facts(code=HARM_PASSCODE, name="Mini Harm", kinds=("spell",)),
    ]
)  # fmt: skip
DECK = Deck(main=(WALKER_PASSCODE,) * 20 + (HARM_PASSCODE,) * 20)
SCRIPT = """
function c900002.initial_effect(c)
    local e = Effect.CreateEffect(c)
    e:SetType(0x10)
    e:SetCode(1002)
    e:SetOperation(function(e, tp) %s end)
    c:RegisterEffect(e)
end
"""


class Kind(NamedTuple):
    """What a card does when it is activated. `ends`: why its duel may end so, "" where it goes on."""

    body: str
    ends: str = ""


KINDS = {
    "loop": Kind("while true do end", "fuel"),
    "memory": Kind("local t = {} for i = 1, 1e9 do t = {t} end", "memory"),
    "recursion through C": Kind("local function f() return (string.gsub('x', 'x', f)) end f()", "fault"),
    "recursion in Lua": Kind("local function f() return 1 + f() end f()", "memory"),
    "pattern": Kind("string.find(string.rep('a', 200000), '.-.-.-.-.-b')", "fuel"),
    "pattern of maybes": Kind(
        "string.find(string.rep('a', 40), string.rep('a?', 40) .. string.rep('a', 40))", "fuel"
    ),
    "pattern of brackets": Kind("string.match(string.rep('(', 100000), '%b()%b()')", "fuel"),
    "talk": Kind("while true do Debug.Message('x') end", "fuel"),
    "a long text": Kind("local s = string.rep('x', 1e9)"),
    "a text that doubles": Kind("local s = 'x' while true do s = string.gsub(s, 'x', 'xx') end"),
    "a false order": Kind(
        "local t = {} for i = 1, 1e6 do t[i] = i % 7 end table.sort(t, function(a, b) return true end)"
    ),
    "numbers as text": Kind("while true do string.format('%99.99f', 1e300) end", "fuel"),
    "texts put together": Kind(
        "local t = {} for i = 1, 200000 do t[i] = 'xxxxxxxxxx' end while true do table.concat(t) end", "fuel"
    ),
    "files": Kind("io.open('/etc/passwd')"),
    "coroutines": Kind("local function f() return coroutine.wrap(f)() end f()"),
    "missing script": Kind("Duel.LoadScript('none.lua') error('a fault of a script')"),
    "groups": Kind("while true do Duel.GetFieldGroup(0, 0xff, 0xff) end", "fuel"),
    "draws": Kind("while true do Duel.Draw(tp, 1, 0x40) end", "deckout"),
    "cards": Kind("while true do Duel.CreateToken(tp, 900001) end", "memory"),
    "errors": Kind("while true do pcall(error, 'x') end", "fuel"),
    "errors in errors": Kind("local function f() pcall(f) end f()"),
}
"""The clock may run out before the fuel anywhere: which of the two depends on the machine."""


@dataclass
class HostileFigures(Figures):
    """Figures of the kinds."""

    rows: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """Return a row for each kind, and the counts."""
        head = f"{'kind':20} {'ended by':12} {'wall s':>7} {'computed s':>11}"
        return [head, *self.rows, f"kinds {self.duels}, wrong {len(self.complaints)}"]


class WorstAnswer:
    """The longest that one answer took."""

    def __init__(self) -> None:
        self.wall = self.computed = 0.0

    def play(self, referee: CoreReferee, answers: int, without: str = "") -> None:
        """Give some answers: activate the first card that can be; an option that begins `without` is never
        picked.
        """
        for _ in range(answers):
            if referee.result() is not None:
                return
            (prompt,) = referee.prompts()
            keys = sorted((key for key, _ in prompt.options), key=_order)
            picked = next(key for key in keys if not without or not key.startswith(without))
            wall, computed = time.perf_counter(), time.process_time()
            exhaust(referee.apply(Act(prompt.seat, Choice((picked,)))))
            self.wall = max(self.wall, time.perf_counter() - wall)
            self.computed = max(self.computed, time.process_time() - computed)


def _order(key: str) -> tuple[int, str]:
    words = ("activate", "phase:main2", "phase:end", "pass")
    return next((number for number, word in enumerate(words) if key.startswith(word)), len(words)), key


def play(folder: Path | None) -> HostileFigures:
    """Play them all."""
    figures = HostileFigures()
    with tempfile.TemporaryDirectory(prefix="facedown-hostile-") as place:
        for name, kind in KINDS.items():
            figures.duels += 1
            figures.complaints += [
                f"{name}: {why}" for why in _play_hostile(name, kind, folder, Path(place), figures)
            ]
    return figures


def _play_hostile(
    name: str, kind: Kind, folder: Path | None, place: Path, figures: HostileFigures
) -> Iterator[str]:  # fmt: skip
    edition_file = edition.store_edition(place, scripts(name).items(), POOL)
    held = Edition(edition_file)
    engines = InProcessEngine(at_hand(folder), held, ())
    good, bad = (CoreReferee(MASTER, POOL, engines) for _ in range(2))
    for referee in (good, bad):
        exhaust(referee.start(Setup("master", (DECK, DECK)), RandomStreams((7).to_bytes(32, "big"))))
    beside, worst = WorstAnswer(), WorstAnswer()
    beside.play(good, 4, without="activate")
    worst.play(bad, ANSWERS_COUNT)
    beside.play(good, 4, without="activate")
    result = bad.result()
    reason = "" if result is None else result.reason.removeprefix("core_")
    figures.rows.append(f"{name:20} {reason or 'goes on':12} {worst.wall:7.2f} {worst.computed:11.2f}")
    if reason not in ((kind.ends, "time") if kind.ends else ("",)):
        yield f"it ended by {reason or 'nothing'}"
    if worst.computed > MAX_END_DELAY_S:
        yield f"an answer took {worst.computed:.2f} seconds of computing"
    if good.result() is not None:
        yield "the duel beside it ended"


def scripts(name: str) -> dict[str, bytes]:
    """Return the scripts of the pool, with what this kind does."""
    return {f"c{HARM_PASSCODE}.lua": (SCRIPT % KINDS[name].body).encode()}
