"""When a trigger misses its timing, with one made for the test: "when … you can" against "if … you can"
(GAP-15).
"""

from __future__ import annotations

import pytest

from facedown_server.games.duel import instructions
from facedown_server.games.duel.core.effect import Body, CardScript, Effect, Fx
from facedown_server.games.duel.core.words import EITHER, EffectKind
from facedown_server.games.duel.library import library
from facedown_server.games.duel.scripting.conditions import was_sent_to_graveyard
from facedown_server.games.duel.scripting.costs import tribute_cost
from facedown_shared.cards.facts import bundled_pool
from tests.play import Cards, Game, code
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, do_nothing, lend

NAME = "Feral Imp"


def gain_life_points(fx: Fx) -> Body:
    """Gain 500 Life Points."""
    yield instructions.gain_life(fx.you, 500)


def teach(monkeypatch: pytest.MonkeyPatch, *, can_miss_timing: bool, must: bool = False) -> None:
    """Give a Normal Monster a trigger on going to the Graveyard."""
    effect = Effect(
        NAME, EffectKind.TRIGGER, "Gain 500 LP.", gain_life_points,
        when=was_sent_to_graveyard, on=frozenset({"move"}),
        can_miss_timing=can_miss_timing, must=must, zones=frozenset({"graveyard"}), key="0",
    )  # fmt: skip
    scripts = {**library(bundled_pool()), code(NAME): CardScript(NAME, effects=[effect])}
    monkeypatch.setattr("facedown_server.games.duel.engine.library", lambda pool: scripts)


def is_asked(game: Game) -> bool:
    """Return whether the trigger is offered before the turn player's next open state."""
    while game.ask.kind != "turn":
        if game.can("activate", NAME):
            return True
        game.choose(*(game.ask.default or (game.ask.options[0][0],)))
    return False


@rule("GAP-15")
@pytest.mark.parametrize("can_miss_timing", [True, False])
def test_in_time_both_are_offered(monkeypatch: pytest.MonkeyPatch, can_miss_timing: bool) -> None:
    teach(monkeypatch, can_miss_timing=can_miss_timing)
    game = Game(Cards(hand=["Dark Hole"], monsters=[NAME]))
    assert is_asked(game.begin_act("activate", "Dark Hole"))


@rule("GAP-15")
@pytest.mark.parametrize(("can_miss_timing", "asked"), [(True, False), (False, True)])
def test_a_tribute_is_over_when_the_summon_succeeds(
    monkeypatch: pytest.MonkeyPatch, can_miss_timing: bool, asked: bool
) -> None:
    teach(monkeypatch, can_miss_timing=can_miss_timing)
    game = Game(Cards(hand=["Summoned Skull"], monsters=[NAME]))
    assert is_asked(game.begin_act("summon", "Summoned Skull")) is asked


@rule("GAP-15")
@pytest.mark.parametrize(("can_miss_timing", "asked"), [(True, False), (False, True)])
def test_what_happens_in_the_middle_of_a_chain_is_not_the_last_thing(
    monkeypatch: pytest.MonkeyPatch, can_miss_timing: bool, asked: bool
) -> None:
    teach(monkeypatch, can_miss_timing=can_miss_timing)
    mine = Cards(spells=["Call of the Haunted:set"], graveyard=[NAME], hand=["Pot of Greed"])
    game = Game(mine, Cards(spells=["Mystical Space Typhoon:set"])).do("activate", "Call of the Haunted")
    game.begin_act("activate", "Pot of Greed").respond("Mystical Space Typhoon", "Call of the Haunted")
    assert is_asked(game) is asked


@rule("GAP-15", "GAP-48")
def test_a_mandatory_trigger_is_never_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    teach(monkeypatch, can_miss_timing=True, must=True)
    game = Game(Cards(hand=["Summoned Skull"], monsters=[NAME])).do("summon", "Summoned Skull")
    assert game.life() == 8500


@rule("GAP-15")
def test_what_is_no_event_makes_nothing_late(monkeypatch: pytest.MonkeyPatch) -> None:
    def body(fx: Fx) -> Body:
        yield instructions.destroy(fx.monsters(EITHER, lambda card: card.name == NAME))
        yield instructions.shuffle_deck(fx.you)

    effect = Effect("Ookazi", EffectKind.ACTIVATION, "Destroy, then shuffle.", body, key="0")
    teach(monkeypatch, can_miss_timing=True)
    game = Game(Cards(hand=["Ookazi"], monsters=[NAME]))
    game.duel.scripts = {**game.duel.scripts, code("Ookazi"): CardScript("Ookazi", effects=[effect])}
    assert is_asked(game.begin_act("activate", "Ookazi"))


@rule("GAP-15")
@pytest.mark.parametrize(("can_miss_timing", "asked"), [(True, False), (False, True)])
def test_a_cost_is_long_paid_when_its_effect_does_nothing(
    monkeypatch: pytest.MonkeyPatch, can_miss_timing: bool, asked: bool
) -> None:
    teach(monkeypatch, can_miss_timing=can_miss_timing)
    cost = tribute_cost(only=lambda card, fx: card.name == NAME)
    game = lend(Game(Cards(monsters=[NAME, BEARER])), do_nothing, cost=cost)
    assert is_asked(game.begin_act("activate", BEARER)) is asked
