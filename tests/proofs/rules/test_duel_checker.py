"""The proof of the rules: what its duels cover, what it counts, and that it can fail."""

from __future__ import annotations

from functools import partial

import pytest
from click.testing import CliRunner

from facedown_server.refereeing.referee import Act, Choice
from facedown_server.table.random_streams import RandomStreams
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import check, is_allowed
from facedown_shared.tables.formats import FORMATS, PLAYED
from proofs import invariants
from proofs.command import prove
from proofs.figures import play_numbered
from proofs.play.player import choose
from proofs.rules.decks import random_deck
from proofs.rules.duel_checker import (
    MIN_RUNS_PER_PART,
    STANDS_FOR,
    VERBS,
    RulesFigures,
    all_parts,
    play_numbered_duel,
)
from proofs.rules.parts import Part, parts, record_parts
from proofs.rules.play_plans import PLANS, SeatPlan, plan, subjects
from tests.play import Cards, Game


def test_any_number_of_processes_gives_the_same_figures() -> None:
    alone, beside = (list(play_numbered(partial(play_numbered_duel, seed=7), 2, jobs)) for jobs in (1, 2))
    assert alone == beside
    assert [tally.duels for tally in alone] == [1, 1]
    assert not any(tally.complaints for tally in alone)


def test_a_clean_run_has_nothing_wrong_and_has_seen_all_that_cards_do() -> None:
    tally = RulesFigures(verbs=set(VERBS))
    tally.played.update({part: MIN_RUNS_PER_PART for of_card in all_parts().values() for part in of_card})
    assert tally.is_clean()
    tally.played["Sangan", "effect 0"] -= 1
    assert (tally.is_clean(), tally.rare_parts()) == (
        False,
        [(("Sangan", "effect 0"), MIN_RUNS_PER_PART - 1)],
    )
    assert (
        f"cards resolved {MIN_RUNS_PER_PART} times {len(all_parts()) - 1} of {len(all_parts())}"
        in tally.line()
    )


def test_what_breaks_is_counted_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def break_duel(duel: object) -> None:
        raise invariants.InvariantViolation("a card lies in two places")

    monkeypatch.setattr(invariants, "check", break_duel)
    tally = play_numbered_duel(3, 1)
    assert (tally.violations, tally.complaints) == (1, ["duel 3: a card lies in two places"])


def test_the_command_ends_with_one_line_of_figures() -> None:
    run = CliRunner().invoke(prove, ["rules", "--duels", "1", "--boards", "0", "--jobs", "1", "--missing"])
    *rare, last = run.stdout.splitlines()
    assert last.startswith("duels 1, prompts ")
    assert "seen too rarely: Exodia the Forbidden One, wins: 0" in rare
    assert run.exit_code == 1, "one duel shows too little"


# --- parts --------------------------------------------------------------------------------------------------


def test_a_part_tells_when_it_is_carried_out() -> None:
    told: list[Part] = []
    game = Game(Cards(hand=["Pot of Greed"]))
    game.duel.scripts = record_parts(game.duel.scripts, told.append)
    game.do("activate", "Pot of Greed")
    assert told == [("Pot of Greed", "effect 0")]


def test_every_effect_rule_and_summon_of_a_card_is_a_part() -> None:
    scripts = {script.name: script for script in Game().duel.scripts.values()}
    assert [what for _, what in parts(scripts["Stardust Dragon"])] == ["effect 0", "effect 1", "summon 0"]
    assert [what for _, what in parts(scripts["Lord of D."])] == ["no_target"]
    assert [what for _, what in parts(scripts["Thousand Dragon"])] == ["arrives"]


# --- decks and players --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYED)
def test_there_is_a_legal_deck_about_every_card_a_format_allows(name: str) -> None:
    pool = bundled_pool()
    for about in (pool.find_named(card) for card in all_parts()):
        if about is not None and is_allowed(about, FORMATS[name]):
            deck = random_deck(pool, name, bytes(32), about)
            assert check(deck, FORMATS[name], pool) == []
            assert about.code in deck.cards


def test_plans_name_cards_there_are() -> None:
    pool = bundled_pool()
    for name, row in PLANS.items():
        for card in (name, *row.brings, *row.foils, *row.keeps, *row.no_scales, *row.lacks):
            assert card == STANDS_FOR or pool.find_named(card) is not None, card


def test_a_card_has_as_many_turns_as_its_share() -> None:
    turns = list(subjects(all_parts()))
    assert set(turns) == set(all_parts())
    assert turns.count("Exodia the Forbidden One") == plan("Exodia the Forbidden One").share > 1


def test_a_player_leans_towards_its_card_and_keeps_every_option() -> None:
    game = Game(Cards(hand=["Pot of Greed", "Sangan", "Feral Imp"]))
    weights = SeatPlan(0, "Sangan").weights(game.referee)
    by_option = {
        (option.verb, game.name_of(key, option)): weight
        for (key, option), weight in zip(game.ask.options, weights, strict=True)
    }
    assert min(weights) > 0
    assert by_option["summon", "Sangan"] == max(weights) > by_option["summon", "Feral Imp"]
    assert by_option["set", "Sangan"] < by_option["set", "Feral Imp"]


def test_an_option_without_weight_is_never_chosen() -> None:
    game = Game(Cards(hand=["Pot of Greed"]))
    key = next(key for key, option in game.ask.options if option.verb == "activate")
    weights = [int(one == key) for one, _ in game.ask.options]
    dice = RandomStreams(bytes(32))
    assert {choose(game.ask, dice, 20, weights) for _ in range(20)} == {Act(0, Choice((key,)))}
