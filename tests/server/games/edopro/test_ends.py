"""A duel whose computation was ended is ended in every run of its log; script errors are published when all
may know.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from facedown_server.games.edopro.core_referee import CoreReferee
from facedown_server.games.edopro.engine_protocol import CoreSteps, DropDuel, PlayRequest
from facedown_server.games.edopro.script_errors import Faults, passcode_in_error
from facedown_server.refereeing import log_codec
from facedown_server.refereeing.match import Match
from facedown_server.refereeing.referee import Act, Choice, Cut, ExternalWork, PromptKind
from facedown_server.table import ops
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_server.table.state import State
from facedown_shared.tables import TABLES
from facedown_shared.tables.formats import MASTER
from facedown_shared.tables.zones import Place
from facedown_shared.text.words import words
from tests.server.games.edopro import mini

SETUP = Setup("master", (mini.DECK, mini.DECK), mode="core")


class SameStreams(RandomStreams):
    """The random streams of the recorded duel, for a match, too."""

    def for_duel(self, scope: str) -> RandomStreams:
        return self


def streams() -> SameStreams:
    return SameStreams((7).to_bytes(32, "big"))


class StoppingEngine(mini.RecordedEngine):
    """The recorded engine, which stops at an answer; never if that is 0."""

    def __init__(self, at: int, reason: str) -> None:
        super().__init__()
        self.asked = 0
        self._stops, self._reason = at, reason

    def call(self, request: PlayRequest) -> Iterator[ExternalWork]:
        self.asked += 1
        if self.asked != self._stops:
            return super().call(request)
        self._said[request.duel] = CoreSteps(request.duel, stopped=self._reason)
        return iter(())


def match(engines: mini.RecordedEngine) -> Match:
    return Match(lambda: CoreReferee(MASTER, mini.pool(), engines), mini.pool())


def play_match(engines: mini.RecordedEngine) -> tuple[list[tuple[str, bytes]], Match]:
    """Return the rows of a match's log, each with its digest, and the match."""
    game, rows = match(engines), []
    for _ in game.start(SETUP, streams()):
        pass
    while game.result() is None:
        (prompt,) = game.prompts()
        keys = sorted((key for key, _ in prompt.options), key=lambda key: (mini.order(key), key))
        key = ("first", "second")[prompt.seat] if prompt.kind is PromptKind.ORDER else keys[0]
        act = Act(prompt.seat, Choice((key,)))
        game.check(act)
        for _ in game.apply(act):
            pass
        rows.append((f"{act.seat} {log_codec.encode_body(game.as_logged(act).body)}", game.digest()))
    return rows, game


def run_again(rows: list[tuple[str, bytes]], engines: mini.RecordedEngine) -> Match:
    """Run a log again; every digest must be the same."""
    game = match(engines)
    for _ in game.start(SETUP, streams()):
        pass
    for row, digest in rows:
        act = log_codec.act(int(row[0]), "person", row[2:])
        game.check(act)
        for _ in game.apply(act):
            pass
        assert game.digest() == digest, row
    return game


@pytest.mark.parametrize("reason", ["fuel", "memory", "time", "fault"])
@pytest.mark.parametrize("at", [1, 2, 9])
def test_an_end_by_a_limit_is_in_the_log_and_comes_out_of_it_on_a_machine_that_would_go_on(
    at: int, reason: str
) -> None:
    rows, game = play_match(StoppingEngine(at, reason))
    assert str(game.result()) == f"draw core_{reason}"
    assert rows[-1][0].partition(" ")[2].startswith(f"cut {reason} [")
    assert [row for row, _ in rows[:-1] if "cut" in row] == []
    patient = StoppingEngine(0, "")
    again = run_again(rows, patient)
    assert str(again.result()) == f"draw core_{reason}"
    assert again.cut == reason
    assert patient.asked == at - 1, "what did not end is not tried again"


def test_the_row_of_such_an_end_can_be_read() -> None:
    body = Cut("time", ("card:3", "card:4"))
    assert log_codec.encode_body(body) == 'cut time ["card:3","card:4"]'
    assert log_codec.decode_body(log_codec.encode_body(body)) == body


LINE = '[string "./script/c900003.lua"]:25: attempt to index a nil value'


def test_a_script_that_fails_is_told_once_everybody_has_seen_its_card() -> None:
    state, faults = State(TABLES["master"]), Faults()
    card = ops.create(state, mini.pool()[mini.BURNER_PASSCODE], 1)
    ops.place_card(state, card, Place(1, "hand"))
    faults.note([LINE, LINE])
    assert faults.next_messages(state, over=False) == []
    assert faults.next_messages(state, over=True) == [], "nobody is told of a card that was never seen"
    ops.move(state, card, Place(1, "graveyard"), face_up=True, cause="rule")
    assert faults.next_messages(state, over=False) == [words("script_of_card_fails", mini.BURNER_PASSCODE)]
    faults.note([LINE])
    assert faults.next_messages(state, over=False) == []


def test_a_script_that_is_no_cards_is_told_of_at_the_end() -> None:
    state, faults = State(TABLES["master"]), Faults()
    faults.note(['[string "chain.lua"]:85: invalid CHAININFO flag'])
    assert faults.next_messages(state, over=False) == []
    assert faults.next_messages(state, over=True) == [words("script_fails")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (LINE, 900003),
        ('"proc_xyz.lua" by c12.lua', 12),
        ("utility.lua", 0),
        ("cabc.lua", 0),
        (".lua", 0),
        ("", 0),
    ],
)
def test_the_card_of_a_complaint_is_the_one_whose_script_it_names(line: str, code: int) -> None:
    assert passcode_in_error(line) == code


class ComplainingEngine(mini.RecordedEngine):
    """The recorded engine, which reports a script error of a card at every answer."""

    def last_response(self, duel: int) -> CoreSteps:
        found = super().last_response(duel)
        return CoreSteps(found.duel, found.steps, found.stopped, (LINE,))

    def forget_duel(self, request: DropDuel) -> None:
        pass


def test_a_match_says_what_its_core_complained_of() -> None:
    _, game = play_match(ComplainingEngine())
    assert list(game.complaints()) == [words("script_of_card_fails", mini.BURNER_PASSCODE)]
    assert list(game.complaints()) == []
