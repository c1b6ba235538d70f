"""At solo tables the choice of an only Tribute is a step; lines of earlier versions, in which it was none,
give the same result.
"""

from __future__ import annotations

import pytest

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.openings import read_file
from facedown_server.refereeing.referee import Act, Choice
from facedown_server.refereeing.undo import saved_lines
from facedown_server.refereeing.undo.history import Rewinder
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import Deck
from facedown_shared.tables.formats import FORMATS

POOL = bundled_pool()
SMALL, LARGE = "Silver Fang", "Curse of Dragon"


def solo_rewinder(setup: Setup) -> Rewinder:
    table = Rewinder(lambda: DuelReferee(FORMATS["master"], POOL), alone=True)
    for _ in table.start(setup, RandomStreams(bytes(32))):
        pass
    return table


def fighters(*, announces: bool) -> Setup:
    """Return hands with a monster to Summon now, and one that needs it as its Tribute."""
    codes = [facts.code for name in (SMALL, LARGE) if (facts := POOL.find_named(name)) is not None]
    deck = Deck((codes[0],) * 20 + (codes[1],) * 20)
    hand = (codes[0], codes[1])
    return Setup("master", (deck, deck), hands=(hand, hand), alone=True, announces=announces)


def pick(table: Rewinder, *keys: str) -> None:
    for _ in table.apply(Act(table.prompts()[0].seat, Choice(keys))):
        pass


def summon(table: Rewinder, name: str) -> None:
    """Begin to Summon a card of this name."""
    offered = [key for key, option in table.prompts()[0].options if option.verb == "summon"]
    cards = {key: table.state.cards[int(key.split(":")[1])].name for key in offered}
    pick(table, next(key for key in offered if cards[key] == name))


def go_on(table: Rewinder, turn: int) -> None:
    """Give default answers until the Main Phase of a turn."""
    while table.state.turn < turn or table.state.phase != "main1":
        ask = table.prompts()[0]
        pick(table, *(ask.default or [key for key, _ in ask.options[: ask.least]]))


@pytest.mark.parametrize(("announces", "asked"), [(True, "tribute"), (False, "zone")])
def test_a_saved_line_asks_as_it_did_when_it_was_played(announces: bool, asked: str) -> None:
    table = solo_rewinder(fighters(announces=announces))
    go_on(table, 1)
    summon(table, SMALL)
    go_on(table, 3)
    summon(table, LARGE)
    assert table.prompts()[0].options[0][1].verb == asked
    pick(table, table.prompts()[0].options[0][0])
    written = table.file_text()
    assert ("announces = true" in written) is announces
    again = solo_rewinder(read_file(written, POOL))
    assert again.step == table.step
    assert saved_lines.parse_line(again.file_text()).announces is announces
