"""The packed past of a duel equals plain lists, over random plays of all games with undo: the line of steps,
the event logs, the trail of throws.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.network.crowd.viewer_group import EventLog
from facedown_server.refereeing.referee import Act, ByHand, ToStep
from facedown_server.refereeing.undo import saved_lines
from facedown_server.refereeing.undo.history import Rewinder
from facedown_server.table.random_streams import RandomStreams
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.protocol.codec import encode_events
from facedown_shared.protocol.gestures import SendSignal
from facedown_shared.tables import packed_rows
from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.zones import CLASSES
from proofs.play.player import choose
from tests import strangers
from tests.laws import test_flesh_and_blood, test_free, test_half
from tests.laws.duels import decks, secret
from tests.laws.random_play import play_by_hand, play_half, random_setup
from tests.laws.recording import PlayedAct, RecordedPlay


def play_alone(seed: int) -> RecordedPlay:
    """Play a solo duel by the rules, going back and forth on its line."""
    setup = random_setup(decks(), ("master", "classic")[seed % 2], secret(seed))
    played = RecordedPlay(
        lambda begun: Rewinder(lambda: DuelReferee(FORMATS[begun.format], bundled_pool()), alone=True),
        setup, secret(seed),
    )  # fmt: skip
    dice, line = RandomStreams(secret(seed) + b"dice"), played.referee
    assert isinstance(line, Rewinder)
    for _ in range(50):
        if dice.draw_below(8, "back") == 0:
            step = line.step - 3 + dice.draw_below(5, "how far")
            played.try_out(PlayedAct(Act(0, ToStep(min(len(line.line), max(0, step))))))
        elif asks := played.referee.prompts():
            played.do(PlayedAct(choose(asks[0], dice, 20)))
    return played


PLAYS: dict[str, Callable[[int], RecordedPlay]] = {
    "free": lambda seed: play_by_hand(test_free.setup(seed), bundled_pool(), secret(seed), 60),
    "Flesh and Blood": lambda seed: play_by_hand(
        test_flesh_and_blood.setup(seed), test_flesh_and_blood.POOL, secret(seed), 60
    ),
    "half": lambda seed: play_half(test_half.play_seed(seed).setup, strangers.pool(), secret(seed), 60),
    "alone": play_alone,
}


def plain_line(played: RecordedPlay) -> list[Act]:
    """Return the steps of a play's line, followed without packing."""
    line: list[Act] = []
    step = 0
    for act in (each.act for each in played.acts):
        if isinstance(act.body, ToStep):
            step = act.body.step
        elif not (isinstance(act.body, ByHand) and isinstance(act.body.gesture, SendSignal)):
            line[step:] = [act]
            step += 1
    return line


@pytest.mark.parametrize("game", PLAYS)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_packed_past_is_the_past(game: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = PLAYS[game](seed)
    assert isinstance(whole.referee, Rewinder)
    trail, text, digest = list(whole.state.trail), whole.referee.file_text(), whole.referee.digest()
    monkeypatch.setattr(packed_rows, "BLOCK_ROWS", 4)
    packed = PLAYS[game](seed)
    line = packed.referee
    assert isinstance(line, Rewinder)
    rows = [row.decode().partition(" ") for row in line.line]
    assert [saved_lines.parse_step(step, origin) for origin, _, step in rows] == plain_line(packed)
    assert len(rows) > 8
    assert (list(packed.state.trail), line.file_text(), line.digest()) == (trail, text, digest)
    again = packed.run_again()
    assert isinstance(again, Rewinder)
    assert (again.file_text(), again.digest(), again._spent) == (text, digest, line._spent)
    for viewer in CLASSES:
        log, events = EventLog(), [event for _, told in packed.shown[viewer] for event in told]
        for _, told in packed.shown[viewer]:
            log.add(told)
        assert list(log) == events
        assert log.encoded_events() == (len(events), b"".join(encode_events(events)))


def test_an_earlier_step_has_the_usage_it_had() -> None:
    """Running the line again counts the same limits as playing it did."""
    played = PLAYS["free"](3)
    line = played.referee
    assert isinstance(line, Rewinder)
    before = list(line._spent)
    for _ in line._replay_until(line.step - 2, 0):
        pass
    assert line._spent != before
    for _ in line._replay_until(line.step + 2, 0):
        pass
    assert line._spent == before
