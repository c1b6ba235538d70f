"""Each law of play fails when it is broken: by a state that must not be visible, or by an option that was not
offered.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from facedown_server.games.duel.core.duel import PendingTrigger
from facedown_server.games.duel.core.effect import Fx
from facedown_server.refereeing.referee import Frame, PromptKind
from facedown_server.table import ops
from facedown_server.table.ops.writing import snapshot
from facedown_server.table.state import Card, GameEvent
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables.formats import Format
from facedown_shared.tables.zones import Place
from proofs.invariants import InvariantViolation
from proofs.rules.laws import Laws, WatchedDuel, WatchedReferee
from tests.play import Cards, Game

NEVER_MOMENT_INDEX = 10**9
"""A moment that no duel reaches."""


class WatchedGame(Game):
    """A duel under the laws, which receive every frame; checked at the prompt kinds in `looks`."""

    laws: Laws
    looks: tuple[PromptKind, ...] = tuple(PromptKind)

    def make(self, rules: Format) -> WatchedReferee:
        """Make the duel's referee."""
        referee = WatchedReferee(rules, self.pool)
        self.laws = Laws(referee)
        return referee

    def _take(self, frames: Iterable[Frame]) -> None:
        for frame in frames:
            self.told.extend(frame.events)
            for told in frame.events:
                self.laws.handle(told)
        if self.referee.prompts() and self.ask.kind in self.looks:
            self.laws.check()
            self.laws.record_answer(passed=True)


class UnseenWindows(WatchedGame):
    """The same, as if no response window ever opened."""

    looks = (PromptKind.TURN, PromptKind.CHOICE)


def watch_duel() -> WatchedGame:
    """Return a duel in which seat 1 has a Trap that could be activated."""
    mine = Cards(
        hand=["Battle Ox", "Pot of Greed"], monsters=["Summoned Skull"], spells=["Swords of Revealing Light"]
    )
    return WatchedGame(mine, Cards(monsters=["Kuriboh"], spells=["Solemn Judgment:set"]))


def expect_violation(game: WatchedGame, said: str) -> None:
    """Assert that the next check fails."""
    with pytest.raises(InvariantViolation, match=said):
        game.laws.check()


def move_event(card: Card, cause: Cause, goal: str = "graveyard") -> GameEvent:
    """Return the event of a card's move."""
    return GameEvent("move", card=card, before=snapshot(card), goal=Place(card.owner, goal), cause=cause)


def test_a_lawful_duel_is_not_complained_about() -> None:
    game = (
        watch_duel()
        .do("activate", "Pot of Greed")
        .do("summon", "Battle Ox")
        .attack("Summoned Skull", "Kuriboh")
    )
    game.phase("main2").end_turn()
    assert game.duel.state.turn == 3


@pytest.mark.parametrize("negated", [True, False])
def test_negated_is_what_something_negates_and_nothing_else(negated: bool) -> None:
    mine = Cards(monsters=["Sangan"], spells=[] if negated else ["Skill Drain"])
    game = WatchedGame(mine)
    ops.set_values(game.duel.state, game.card("Sangan"), {"negated": negated})
    expect_violation(game, "negated by nothing" if negated else "not negated by its negator")


def test_a_negated_card_has_no_continuous_effect() -> None:
    game = WatchedGame(Cards(spells=["Skill Drain"]))
    game.card("Skill Drain").negated = True
    with pytest.raises(InvariantViolation, match=r"negated by nothing|holds all the same"):
        game.laws.check()


def test_counters_lie_only_where_they_can() -> None:
    game = WatchedGame(Cards(monsters=["Relinquished"]), Cards(monsters=["Kuriboh"])).do(
        "activate", "Relinquished"
    )
    ops.counters(game.duel.state, game.card("Kuriboh"), "spell", 1)
    expect_violation(game, "keeps counters")


def test_an_equip_card_has_a_monster() -> None:
    game = WatchedGame(Cards(hand=["Axe of Despair"], monsters=["Sangan"])).do("activate", "Axe of Despair")
    axe = game.card("Axe of Despair")
    axe.equipped_to = None
    expect_violation(game, "without a monster")
    axe.equipped_to = game.card("Mystical Elf")
    expect_violation(game, "which cannot be")


def unseen() -> UnseenWindows:
    """Return a duel in which a Normal Summon is possible, and seat 1 has a Trap that could respond."""
    return UnseenWindows(Cards(hand=["Battle Ox"]), Cards(spells=["Solemn Judgment:set"]))


def test_a_summon_has_a_window_to_negate_it() -> None:
    with pytest.raises(InvariantViolation, match="had no window to negate"):
        unseen().do("summon", "Battle Ox")


def test_a_summon_has_a_window_after_it() -> None:
    game = unseen().begin_act("summon", "Battle Ox")
    while game.duel.summoning is not None:
        game.laws.check()
        game.choose("pass")
    with pytest.raises(InvariantViolation, match="no window after the Summon"):
        game.to_open()


def test_what_came_before_the_last_link_cannot_be_answered() -> None:
    game = watch_duel().begin_act("summon", "Battle Ox")
    while game.duel.summoning is not None:
        game.choose("pass")
    game.laws.resolved_at = NEVER_MOMENT_INDEX
    expect_violation(game, "summoned of .* can be answered")


def test_no_material_goes_for_nothing() -> None:
    game = watch_duel()
    card = game.card("Summoned Skull")
    for told in (
        GameEvent("resolving", card=card, amount=1),
        move_event(card, "material"),
        GameEvent("resolved", card=card, amount=1),
    ):
        game.laws.handle(told)
    expect_violation(game, "nothing was Summoned")


def test_what_has_resolved_is_no_longer_on_the_field_for_the_rest_of_its_chain() -> None:
    game = watch_duel()
    card = game.card("Pot of Greed")
    game.laws.away.add((card.id, card.incarnation))
    game.laws.handle(move_event(card, "effect", "hand"))
    expect_violation(game, "had resolved and was still taken to the hand")


@pytest.mark.parametrize(("word", "barred"), [("normal", 1), ("special", 0)])
def test_who_may_summon_nothing_summons_nothing(
    word: str, barred: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = WatchedGame(Cards(hand=["Battle Ox"]))
    monkeypatch.setattr(game.laws, "_barred_seats", lambda rule: {0})
    game.laws.barred = ({0}, set()) if barred == 0 else (set(), {0})
    game.laws.handle(GameEvent("summoned", card=game.card("Battle Ox"), by=0, word=word))
    expect_violation(game, "although it could not")


def test_a_trigger_is_used_once_and_a_mandatory_one_is_forced() -> None:
    def record_duel(game: WatchedGame) -> tuple[WatchedDuel, PendingTrigger]:
        duel, card = game.duel, game.card("Sangan")
        assert isinstance(duel, WatchedDuel)
        effect = duel.scripts[card.code].effects[0]
        pending = PendingTrigger(Fx(duel, card, 0, effect, life=card.incarnation), effect, 0, False)
        duel.noted.append((pending, duel.state.turn))
        return duel, pending

    game = WatchedGame(Cards(graveyard=["Sangan"]))
    record_duel(game)
    expect_violation(game, "was never forced")
    game = WatchedGame(Cards(graveyard=["Sangan"]))
    duel, pending = record_duel(game)
    duel.used_by += [pending.fx, pending.fx]
    expect_violation(game, "used one trigger 2 times")


def test_an_effect_of_a_phase_is_offered_before_the_phase_ends() -> None:
    game = watch_duel()
    card = game.card("Summoned Skull")
    game.laws.due, game.laws.passed = {(card.id, card.incarnation, 0)}, True
    game.laws.handle(GameEvent("turn", seat=1, amount=3))
    expect_violation(game, "was never offered its effect")


def test_a_card_uses_no_effect_above_its_own_activation() -> None:
    game = WatchedGame(Cards(hand=["Toon World"]), Cards(spells=["Solemn Judgment:set"]))
    game.begin_act("activate", "Toon World")
    (link,) = game.duel.state.chain
    other = WatchedGame(Cards(monsters=["Time Wizard"]), Cards(spells=["Solemn Judgment:set"]))
    other.begin_act("activate", "Time Wizard")
    above = other.duel.state.chain[0]
    above.card = link.card
    game.duel.state.chain = [link, above]
    expect_violation(game, "above its own activation")
