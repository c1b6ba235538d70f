"""`python run.py prove core --decks FOLDER --mirror`: decks of players in duels of two bots in this process.

At every prompt our whole State is compared with the core, as in random duels. Windows are passed as for
players in mode *smart*.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from facedown_client.bot.bot import Bot
from facedown_server.games.edopro.card_texts import OWN
from facedown_server.games.edopro.core_referee import CoreReferee
from facedown_server.refereeing.referee import Act, Choice, Conceded, SeatPrompt
from facedown_server.room.match.pending_prompts import PendingPrompt, is_auto_passed
from facedown_server.table import RandomStreams, Setup, State, sight
from facedown_shared.decks.decks import check, remove_tokens
from facedown_shared.tables.formats import MASTER
from proofs.core.duels import MAX_PROMPTS, CoreFigures, compare, count_named, judge
from proofs.core.engines import RecordingEngine, at_hand
from proofs.core.named_prompts import NamedPrompts
from proofs.core.real_decks import Pair
from proofs.play.player import choose, exhaust


def play_numbered_pair(number: int, pairs: Sequence[Pair], seed: int, folder: Path | None) -> CoreFigures:
    """Play one pair of decks."""
    core, figures = at_hand(folder), CoreFigures(duels=1)
    one, other = (remove_tokens(named.deck, core.pool)[0] for named in pairs[number])
    if unlawful := [*check(one, MASTER, core.pool), *check(other, MASTER, core.pool)]:
        figures.complaints += map(str, unlawful)
    else:
        _play(number, seed, Setup(MASTER.name, (one, other), number % 2), folder, figures)
    names = " against ".join(named.name for named in pairs[number])
    figures.complaints = [f"{names}: {complaint}" for complaint in figures.complaints]
    return figures


def _play(number: int, seed: int, setup: Setup, folder: Path | None, figures: CoreFigures) -> None:
    core = at_hand(folder)
    secret = f"{seed}:{number}".encode().ljust(32, b".")
    dice, engine = RandomStreams(secret + b"dice"), RecordingEngine(core)
    referee, bots = CoreReferee(MASTER, core.pool, engine), (Bot(0, seed), Bot(1, seed))
    named = NamedPrompts(partial(core.texts.card_lines, language=OWN))
    engine.handle = named.handle
    exhaust(referee.start(setup, RandomStreams(secret)))
    engine.look = lambda: compare(referee.mirror, engine, figures)
    while referee.result() is None and figures.prompts < MAX_PROMPTS:
        prompt = referee.prompts()[0]
        named.judge(prompt, referee.state)
        act = _act(prompt, referee.state, bots[prompt.seat], dice)
        referee.check(act)
        exhaust(referee.apply(act))
        figures.prompts += 1
    judge(referee, engine, figures)
    count_named(named, figures)


def _act(prompt: SeatPrompt, state: State, bot: Bot, dice: RandomStreams) -> Act:
    """Return a bot's act in mode *smart*; a declared name is any of those allowed."""
    if is_auto_passed(prompt, "smart"):
        return Act(prompt.seat, Choice(tuple(prompt.default)))
    if prompt.names is not None:
        return choose(prompt, dice, 1)
    answer = bot.answer(PendingPrompt(prompt, 0.0).message(), sight.view(state, prompt.seat))
    if bot.must_concede:
        return Act(prompt.seat, Conceded())
    return Act(prompt.seat, Choice(tuple(prompt.options[pick][0] for pick in answer.picks)))
