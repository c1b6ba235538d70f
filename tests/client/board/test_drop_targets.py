"""Where a card may be dropped in a duel by the rules, what that means, and why it means nothing."""

from __future__ import annotations

from facedown_client.board.answer_planner import DIRECT_ATTACK_TARGET_INDEX, PlannedAnswers
from facedown_client.board.choices import sort_options
from facedown_client.board.drop_targets import Drop, Drops
from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.tables.view import Pile
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place
from facedown_shared.text.words import NOTHING
from tools import samples

BOARD = samples.BusyBoard()
REBORN, BOOK, MANDRAGON, TYPHOON, BLOSSOM = BOARD.hand
FREE = {Place(0, "monster", 1), Place(0, "monster", 3)}


def find_drops(*options: Option) -> Drops:
    view = BOARD.view()
    return Drops(view, sort_options(Prompt(1, "turn", NOTHING, options), view))


def test_a_monster_goes_to_a_free_zone_upright_it_is_summoned_turned_it_is_set() -> None:
    found = find_drops(Option("summon", BLOSSOM), Option("set", BLOSSOM))
    assert set(found.drop_places(BLOSSOM)) == FREE
    place = Place(0, "monster", 3)
    assert found.possible_drops(BLOSSOM, place) == [Drop(0, PlannedAnswers(place=place, position="attack"))]
    assert found.possible_drops(BLOSSOM, place, turned=True) == [
        Drop(1, PlannedAnswers(place=place, position="defense"))
    ]


def test_a_spell_may_be_activated_or_set_where_it_is_let_go() -> None:
    found = find_drops(Option("set", REBORN), Option("activate", REBORN))
    place = Place(0, "spell_trap", 3)
    assert place in found.drop_places(REBORN)
    assert [drop.option for drop in found.possible_drops(REBORN, place)] == [1, 0], (
        "what most would do stands first"
    )


def test_a_pendulum_monster_is_let_go_on_a_scale() -> None:
    found = find_drops(Option("activate", MANDRAGON))
    assert set(found.drop_places(MANDRAGON)) == {Place(0, "spell_trap", 4)}, "the other one is taken"


def test_a_monster_of_the_extra_deck_may_go_to_the_extra_monster_zone() -> None:
    spider = BOARD.view().pile(0, "extra_deck").handles[0]
    found = find_drops(Option("special_summon", spider))
    assert set(found.drop_places(spider)) == FREE, "both Extra Monster Zones are taken"
    view = BOARD.view()
    view = BOARD.view(piles={**view.piles, "-:extra_monster": Pile(1, (BOARD.talker, 0))})
    open_zone = Drops(
        view, sort_options(Prompt(1, "turn", NOTHING, (Option("special_summon", spider),)), view)
    )
    assert Place(SHARED_SEAT_INDEX, "extra_monster", 1) in open_zone.drop_places(spider)


def test_an_attack_is_let_go_on_its_target_or_on_the_opponent() -> None:
    found = find_drops(Option("attack", BOARD.elf, targets=(BOARD.harp, DIRECT_ATTACK_TARGET_INDEX)))
    assert set(found.drop_places(BOARD.elf)) == {Place(1, "monster", 4), Place(1, "hand")}
    assert found.possible_drops(BOARD.elf, Place(1, "monster", 4)) == [
        Drop(0, PlannedAnswers(target=BOARD.harp))
    ]
    assert found.possible_drops(BOARD.elf, Place(1, "hand")) == [
        Drop(0, PlannedAnswers(target=DIRECT_ATTACK_TARGET_INDEX))
    ]
    assert found.possible_drops(BOARD.elf, Place(1, "monster", 2)) == []


def test_an_effect_let_go_on_a_card_is_aimed_at_it() -> None:
    found = find_drops(Option("activate", TYPHOON), Option("set", TYPHOON))
    (drop,) = found.possible_drops(TYPHOON, Place(1, "spell_trap", 0))
    assert drop == Drop(0, PlannedAnswers(target=BOARD.peace), BOARD.peace)


def test_an_effect_that_says_what_it_may_be_aimed_at_is_let_go_there_alone() -> None:
    there, elsewhere = Place(1, "spell_trap", 0), Place(1, "monster", 4)
    found = find_drops(Option("activate", TYPHOON, targets=(BOARD.peace,)), Option("set", TYPHOON))
    assert there in found.drop_places(TYPHOON)
    assert found.possible_drops(TYPHOON, there) == [Drop(0, PlannedAnswers(target=BOARD.peace))], "at once"
    assert elsewhere not in found.drop_places(TYPHOON)
    assert found.possible_drops(TYPHOON, elsewhere) == []


def test_reasons() -> None:
    found = find_drops(Option("summon", BLOSSOM))
    assert found.refusal_reason(BLOSSOM, Place(0, "monster", 0)) == "Another card lies there."
    assert (
        found.refusal_reason(BLOSSOM, Place(0, "spell_trap", 3))
        == "Ash Blossom & Joyous Spring cannot go there."
    )
    assert found.refusal_reason(REBORN, Place(0, "spell_trap", 3)) == "Monster Reborn cannot be used now."
    view = BOARD.view()
    nothing = Drops(view, sort_options(None, view))
    assert nothing.refusal_reason(REBORN, Place(0, "spell_trap", 3)) == "You have nothing to decide now."
