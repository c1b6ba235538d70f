"""The game around the zones: cards to begin with, points, attacks and defence, the end of a turn."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from facedown_server.games.manual.flesh_and_blood.referee import FleshAndBlood
from facedown_server.refereeing import log_codec
from facedown_server.refereeing.referee import Act, ByHand, Choice, PromptKind
from facedown_server.table import sight
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Facts, Pool, every_game
from facedown_shared.decks.decks import Deck, check, ready_decks
from facedown_shared.manual.menus import pile_menu
from facedown_shared.protocol.gestures import Draw
from facedown_shared.tables.formats import FAB
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, SHARED_SEAT_INDEX, Place
from facedown_shared.text.errors import Code
from tests.rules import rule
from tests.server.games.manual.flesh_and_blood.table import (  # fmt: skip
    ARMS,
    ATTACK,
    BLUE,
    CHEST,
    HAMMER,
    HEAD,
    HERO,
    INSTANT,
    KNIFE,
    LEGS,
    OFF_HAND,
    REACTION,
    STRONG,
    TWO_HANDED,
    FabTable,
    code,
)
from tests.server.games.manual.manual_table import refusal_rule

ARENA = (HEAD, CHEST, ARMS, LEGS, HAMMER, KNIFE, OFF_HAND, TWO_HANDED, HEAD)


def begin_opening(
    arena: Sequence[str] = ARENA, *, pool: Pool | None = None, more: tuple[int, ...] = ()
) -> FleshAndBlood:
    """Return a game in which both are prompted for their first cards: these, and those of `pool` with these
    numbers.
    """
    table = FleshAndBlood(FAB, pool or every_game())
    deck = Deck(main=(code(ATTACK),) * 10, extra=(*(code(name) for name in (HERO, *arena)), *more))
    for _ in table.start(Setup("fab", (deck, deck), mode="free"), RandomStreams(b"opening")):
        pass
    return table


def choose(table: FleshAndBlood, seat: int, *names: str) -> None:
    """Begin with these."""
    keys, used = [], set()
    for name in names:
        key = next(
            key for key, option in table.prompts()[0].options if option.code == code(name) and key not in used
        )
        used.add(key)
        keys.append(key)
    act = Act(seat, Choice(tuple(keys)))
    table.check(act)
    assert log_codec.decode_body(log_codec.encode_body(act.body)) == act.body
    for _ in table.apply(act):
        pass


@rule("FAB-3.2.3", "FAB-3.5.3", "FAB-3.10.3")
def test_equipment_is_chosen_in_secret_and_shown_together() -> None:
    table = begin_opening()
    assert [(ask.seat, ask.kind) for ask in table.prompts()] == [
        (0, PromptKind.CHOICE),
        (1, PromptKind.CHOICE),
    ]
    choose(table, 0, HEAD, CHEST, ARMS)
    for viewer in (1, PUBLIC_CLASS_INDEX):
        assert not sight.view(table.state, viewer).cards, "nothing is told of it"
    assert [ask.seat for ask in table.prompts()] == [1]
    choose(table, 1)
    lying = {zone: table.state.card_at(Place(0, zone, 0)) for zone in ("head", "chest", "arms", "legs")}
    assert [card.name if card else "" for card in lying.values()] == [HEAD, CHEST, ARMS, ""]
    assert all(table.state.card_at(Place(1, zone, 0)) is None for zone in lying)


@rule("FAB-3.12.3", "FAB-3.16.3", "CF-46")
def test_legs_weapons_and_off_hands_are_there_from_the_start() -> None:
    table = begin_opening()
    choose(table, 0, LEGS, KNIFE, OFF_HAND)
    choose(table, 1, TWO_HANDED)
    assert [card.name if card else "" for card in table.state.pile(0, "weapon")] == [KNIFE, OFF_HAND]
    assert [card.name if card else "" for card in table.state.pile(1, "weapon")] == [TWO_HANDED, ""]
    assert table.state.card_at(Place(0, "legs", 0)) is not None


@rule("GAP-F8", "CF-46", "FAB-3.16.2a")
def test_a_quiver_may_be_there_from_the_start() -> None:
    quiver = Facts(code=7, name="Reed Quiver", kinds=("equipment", "quiver"))
    table = begin_opening((KNIFE,), pool=every_game().joined_with([quiver]), more=(7,))
    keys = tuple(key for key, option in table.prompts()[0].options)
    for seat, chosen in ((0, keys), (1, ())):
        table.check(Act(seat, Choice(chosen)))
        assert list(table.apply(Act(seat, Choice(chosen))))
    assert [card and card.name for card in table.state.pile(0, "weapon")] == [KNIFE, "Reed Quiver"]


@pytest.mark.parametrize("names", [(HEAD, HEAD), (TWO_HANDED, KNIFE), (HAMMER, KNIFE, OFF_HAND)])
@rule("FAB-3.10.3", "FAB-3.16.2a", "FAB-3.16.3")
def test_what_does_not_fit_is_not_begun_with(names: tuple[str, ...]) -> None:
    table = begin_opening()
    refusal_rule(Code.AGAINST_RULES, lambda: choose(table, 0, *names))
    assert len(table.prompts()) == 2


def test_hands_wait_until_both_have_chosen() -> None:
    table = begin_opening()
    refusal_rule(Code.NOT_NOW, lambda: table.check(Act(0, ByHand(Draw()))))


def test_the_usual_choice_fits() -> None:
    table = begin_opening()
    usual = table.prompts()[0].default
    table.check(Act(0, Choice(usual)))
    assert len(usual) == 6, "one for each equipment zone, and two hands"


@rule("FAB-3.11.4")
def test_the_game_starts_with_the_hero_and_a_deck_has_one() -> None:
    table = begin_opening()
    choose(table, 0)
    choose(table, 1)
    for seat in (0, 1):
        hero = table.state.card_at(Place(seat, "hero", 0))
        assert hero is not None
        assert hero.name == HERO
    ready = ready_decks()["kiln-and-hammer"].deck
    without = Deck(ready.main, ready.extra[1:])
    assert "Flesh and Blood is played with 1 hero; this deck has none." in map(
        str, check(without, FAB, every_game())
    )


@rule("FAB-3.7.6")
def test_the_deck_starts_in_the_deck_zone() -> None:
    table = begin_opening()
    choose(table, 0)
    choose(table, 1)
    assert len(table.state.pile(0, "deck")) + len(table.state.pile(0, "hand")) == 10
    assert {card.name for card in table.state.pile(0, "deck") if card} == {ATTACK}
    assert len(table.state.pile(0, "hand")) == 4, "the intellect of the hero"
    assert table.state.tallies["0:life"] == 20


@rule("GAP-F1", "GAP-F7")
def test_a_turn_is_played_by_hand() -> None:
    table = FabTable(hand=[STRONG, BLUE], deck=[ATTACK])
    table.put_card(REACTION, "1:hand")
    table.do("pitch", BLUE)
    assert table.view(1).tallies["0:resource"] == 3
    table.do("activate", STRONG, to="-:stack").do("points", text="resource -3").do("resolve", STRONG)
    attack = table.card(STRONG)
    assert attack.zone == "combat_chain"
    assert table.view(1).tallies["links"] == 1
    table.do("defend", REACTION, by=1)
    assert table.card(REACTION).targets == (attack,)
    table.do("life", text="-3", by=1).do("turn")
    assert table.view(0).tallies["1:life"] == 17
    assert table.names("0:graveyard") == [STRONG]
    assert table.names("1:graveyard") == [REACTION]
    assert table.names("0:deck")[-1:] == [BLUE] or BLUE in table.names("0:hand")
    assert table.count("0:hand") == 4
    assert table.free.state.turn_player == 1
    assert (table.view(0).tallies["0:resource"], table.view(0).tallies["1:action"]) == (0, 1)


def test_pitched_cards_go_down_in_an_order_nobody_else_learns() -> None:
    order = [INSTANT, ATTACK, BLUE]
    seen = []
    for chosen in (order, [BLUE, INSTANT, ATTACK]):
        table = FabTable(hand=[BLUE, ATTACK, INSTANT])
        table.do("pitch", BLUE, ATTACK, INSTANT)
        table.told.clear()
        table.do("turn", *chosen)
        assert table.names("0:deck")[-3:] == chosen
        cuts = [sight.redact(told, 1) for told in table.told]
        seen.append((cuts, table.view(1), table.view(PUBLIC_CLASS_INDEX)))
    assert seen[0] == seen[1]


def test_the_pitch_zone_asks_for_the_order() -> None:
    table = FabTable(hand=[BLUE, ATTACK])
    table.do("pitch", BLUE, ATTACK)
    line = next(one for one in pile_menu(table.view(0), Place(0, "pitch")) if "order" in one.title)
    assert line.needs == ("more",)
    assert len(line.cards) == 2
    assert line.gesture.cards == ()
    table.do("bottom", ATTACK, BLUE)
    assert table.names("0:deck")[-2:] == [ATTACK, BLUE]


def test_closing_the_chain_sends_equipment_home() -> None:
    table = FabTable(hand=[ATTACK], arena=[HEAD])
    hammer = table.put_card(HAMMER, "0:weapon:0")
    table.do("attack", ATTACK).do("attack", hammer).do("defend", HEAD)
    assert table.view(1).tallies["links"] == 2
    head = table.card(HEAD)
    life = head.incarnation
    table.do("close_chain")
    assert (table.at("0:head:0"), head.incarnation) == (HEAD, life), "the same object all the while"
    assert table.names("0:graveyard") == [ATTACK]
    assert table.at("0:weapon:0") == HAMMER


def test_points_are_counted_and_never_below_none() -> None:
    table = FabTable()
    table.do("points", text="action +2")
    assert table.view(PUBLIC_CLASS_INDEX).tallies["0:action"] == 3
    refusal_rule(Code.AGAINST_RULES, lambda: table.do("points", text="resource +99999"))
    table.do("points", text="action -9")
    assert table.view(PUBLIC_CLASS_INDEX).tallies["0:action"] == 0
    table.told.clear()
    table.do("points", text="action -9")
    assert [(truth.kind, truth.amount, truth.word) for truth in table.told] == [("points", 0, "action")]
    refusal_rule(Code.NOT_ALLOWED, lambda: table.do("points", text="action +1", seat=1))
    refusal_rule(Code.NOT_OFFERED, lambda: table.do("points", text="luck +1"))
    assert table.state.pile(SHARED_SEAT_INDEX, "stack") == []
