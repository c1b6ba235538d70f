"""`python run.py prove core`: random duels over all cards of the core that a host has installed.

In every third duel (or every one) the core is queried at every prompt for the places and states of all cards
(`mirrored.py`), and our State must agree; the others are played again in an engine process that is killed at
a random answer, and must be equal to the last byte. Every second duel is played with Decks of random cards,
the others with cards of archetypes, which work together.
"""

from __future__ import annotations

import subprocess
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from facedown_server.games.edopro import engine_protocol
from facedown_server.games.edopro.card_texts import OWN
from facedown_server.games.edopro.core_referee import CoreReferee
from facedown_server.games.edopro.engine_processes import command
from facedown_server.games.edopro.engine_protocol import CoreSteps
from facedown_server.games.edopro.mirror import Mirror
from facedown_server.table import RandomStreams, Setup
from facedown_shared.tables.formats import MASTER
from proofs.core.engines import ProvidedCore, RecordingEngine, at_hand, digest
from proofs.core.mirrored import differences
from proofs.core.named_prompts import NamedPrompts
from proofs.figures import Figures
from proofs.play.player import choose, exhaust

MAX_PROMPTS = 6_000


@dataclass
class CoreFigures(Figures):
    """Figures of some duels."""

    prompts: int = 0
    answers: int = 0
    refused: int = 0
    replayed: int = 0
    compared: int = 0
    judged: int = 0
    """Prompts with something to choose."""
    without_card: Counter[str] = field(default_factory=Counter)
    """Of these, those that name no card, by their words."""
    general: Counter[str] = field(default_factory=Counter)
    """Of these, those for which the database has a line that was not shown."""
    late: int = 0
    """Prompts among these for which the core had computed something that was not queried yet."""
    endings: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)

    def lines(self) -> list[str]:
        """Return the figures, and the errors of scripts."""
        endings = ", ".join(f"{name} {count}" for name, count in self.endings.most_common())
        complained = [f"a script complains, {count} times: {text}" for text, count in self.errors.items()]
        counts = (
            f"duels {self.duels}, prompts {self.prompts}, answers {self.answers}, refused {self.refused}, "
            f"replayed alike {self.replayed}, prompts with an equal mirror {self.compared} "
            f"(with a value not asked yet {self.late}), "
            f"wrong {len(self.complaints)}"
        )
        named = (
            f"prompts with a choice {self.judged}, without a card {self.without_card.total()}, "
            f"in general words where the database has a line {self.general.total()}"
        )
        return [*complained, counts, named, f"ended: {endings}"]


def play_numbered_duel(number: int, seed: int, folder: Path | None, *, mirror: bool = False) -> CoreFigures:
    """Play one random duel. `mirror`: compare it with our State, whatever its number."""
    core, figures = at_hand(folder), CoreFigures(duels=1)
    secret = f"{seed}:{number}".encode().ljust(32, b".")
    dice, engine = RandomStreams(secret + b"dice"), RecordingEngine(core)
    referee = CoreReferee(MASTER, core.pool, engine)
    deck = core.themed_deck if number % 2 else core.deck
    setup = Setup(MASTER.name, (deck(dice), deck(dice)), number // 2 % 2)
    looked = mirror or number % 3 == 0
    named = NamedPrompts(partial(core.texts.card_lines, language=OWN))
    engine.handle = named.handle
    exhaust(referee.start(setup, RandomStreams(secret)))
    if looked:  # a window of our own comes before the core's next prompt: only the core's own are compared
        engine.look = lambda: compare(referee.mirror, engine, figures)
    while referee.result() is None and figures.prompts < MAX_PROMPTS:
        named.judge(referee.prompts()[0], referee.state)
        act = choose(referee.prompts()[0], dice, 1)
        referee.check(act)
        exhaust(referee.apply(act))
        figures.prompts += 1
    judge(referee, engine, figures)
    count_named(named, figures)
    if not looked:
        replay_with_crash(core, engine, dice, figures)
    figures.complaints = [f"duel {number}: {complaint}" for complaint in figures.complaints]
    return figures


def count_named(named: NamedPrompts, figures: CoreFigures) -> None:
    """Count prompts without a card, or in general words though the database has a line, as wrong."""
    figures.judged += named.count
    figures.without_card += named.without_card
    figures.general += named.general
    figures.complaints += [
        f"no card in a prompt: {words} ({count})" for words, count in named.without_card.items()
    ]
    figures.complaints += [f"general words: {words} ({count})" for words, count in named.general.items()]


def judge(referee: CoreReferee, engine: RecordingEngine, figures: CoreFigures) -> None:
    result = referee.result()
    reason = "unfinished" if result is None else result.reason
    figures.endings[reason] += 1
    figures.answers, figures.refused = len(engine.asked), engine.refused
    if reason == "unfinished" or reason.startswith("core_"):
        figures.complaints.append(f"it ended by {reason}: {referee.errors[-1:]}")
    else:
        figures.errors.update(referee.errors)
    if engine.refused:
        figures.complaints.append(f"{engine.refused} answers were refused")


# --- the mirror ---------------------------------------------------------------------------------------------


def compare(mirror: Mirror, engine: RecordingEngine, figures: CoreFigures) -> None:
    """Compare everything our State holds with the core."""
    course = engine.desk.duel(1)
    if course is None:
        return
    found = [*differences(mirror, course.query_place)]
    wrong = [one.words for one in found if course.is_fresh or not one.computed]
    figures.complaints += wrong
    figures.compared += not wrong
    figures.late += bool(found) and not wrong


# --- the same again -----------------------------------------------------------------------------------------


class Process:
    """An engine process, used synchronously."""

    def __init__(self, files: tuple[str, str, str]) -> None:
        """`files`: the engine, the edition and the cache."""
        self._process = subprocess.Popen(command(*files), stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    @property
    def pid(self) -> int:
        """Its number in the system."""
        return self._process.pid

    def ask(self, request: engine_protocol.Request) -> CoreSteps:
        """Return the engine's response."""
        pipe_in, pipe_out = self._process.stdin, self._process.stdout
        assert pipe_in is not None
        assert pipe_out is not None
        pipe_in.write(engine_protocol.frame(request))
        pipe_in.flush()
        return engine_protocol.steps(
            pipe_out.read(engine_protocol.size(pipe_out.read(engine_protocol.FRAME_HEADER_BYTES)))
        )

    def kill(self) -> None:
        """Kill it without warning."""
        self._process.kill()
        self._process.communicate()


def replay_with_crash(
    core: ProvidedCore, engine: RecordingEngine, dice: RandomStreams, figures: CoreFigures
) -> None:
    """Play the same in a process that is killed at a random answer, and in its replacement."""
    killed = dice.draw_below(len(engine.asked), "killed")
    for upto in (killed, len(engine.asked)):
        process = Process(core.files)
        for index in range(upto):
            if digest(process.ask(engine.asked[index])) != engine.digests[index]:
                figures.complaints.append(f"answer {index} says otherwise in another process")
                process.kill()
                return
        process.kill()
    figures.replayed += 1
