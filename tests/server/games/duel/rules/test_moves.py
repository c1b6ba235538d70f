"""Movements by effect: search, excavate, banish, return to hand and Deck; and Ritual Summons."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from facedown_server.games.duel.core.effect import Body, Fx, Instruction
from facedown_server.games.duel.script import (
    OPPONENT,
    YOU,
    add_to_hand,
    banish,
    change_position,
    destroy,
    return_to_deck,
    return_to_hand,
    search,
    send_to_graveyard,
    show,
    shuffle_deck,
    summon_token,
)
from facedown_server.table.state import Card
from facedown_shared.tables.zones import CLASSES
from tests.play import Cards, Game, code
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, lend

WEAK = ["Kuriboh", "Sangan", "Feral Imp"]
DARK = ["Summoned Skull", "Blue-Eyes White Dragon", "Dark Magician"]
SOLDIER, RITUAL = "Black Luster Soldier", "Black Luster Ritual"


# --- search -------------------------------------------------------------------------------------------------


def begin_search(*deck: str) -> Game:
    """Lend an effect that searches for one of the monsters named in DARK, and stop at the choice."""

    def body(fx: Fx) -> Body:
        yield add_to_hand((yield search(lambda card: card.name in DARK)), show=True)
        yield shuffle_deck(fx.you)

    game = lend(Game(Cards(monsters=[BEARER], deck=["Kuriboh", *deck])), body)
    game.begin_act("activate", BEARER)
    while game.ask.kind == "response":
        game.choose("pass")
    return game


@rule("YGO-MOVE-03", "VIS-23")
def test_the_searcher_alone_is_offered_the_cards_in_an_order_that_is_not_the_decks() -> None:
    offers = []
    for deck in (DARK, DARK[::-1]):
        game = begin_search(*deck)
        assert game.ask.seat == 0
        offers.append([game.name_of(*row) for row in game.ask.options])
        assert not {code(name) for name in DARK} & set(game.view(1).facts)
    assert offers[0] == offers[1] == sorted(DARK)


@rule("YGO-MOVE-03", "YGO-MOVE-04")
def test_the_card_chosen_goes_to_the_hand_and_the_deck_is_shuffled() -> None:
    game = begin_search(*DARK)
    hand = game.count("hand")
    game.choose("Dark Magician").to_open()
    assert (game.count("hand"), "Dark Magician" in game.names("hand")) == (hand + 1, True)
    assert [told.seat for told in game.happened("shuffle")] == [0]


@rule("YGO-MOVE-58", "YGO-MOVE-59", "CF-31")
def test_excavated_cards_are_shown_to_both_and_put_on_the_bottom_without_a_shuffle() -> None:
    def body(fx: Fx) -> Body:
        top = fx.cards("deck", YOU)[:3]
        yield show(top)
        yield return_to_deck(top, "bottom")

    game = lend(Game(Cards(monsters=[BEARER], deck=["Kuriboh", *DARK])), body).do("activate", BEARER)
    shown = game.happened("reveal")
    assert [told.card.name for told in shown if told.card] == DARK
    assert all(told.readers == 0b111 for told in shown)
    assert game.names("deck")[-3:] == DARK
    assert not game.happened("shuffle")
    for viewer in CLASSES:
        view = game.view(viewer)
        assert (view.piles["0:deck"].handles, view.piles["0:deck"].count) == ((), game.count("deck"))


# --- banish and return --------------------------------------------------------------------------------------

EVERYWHERE = Cards(
    hand=["Sangan"], deck=["Kuriboh", "Sangan"], graveyard=["Sangan"], monsters=[BEARER, "Sangan"],
    spells=["Sangan"], extra=["Stardust Dragon"], extra_monster="Link Spider", field_spell="Yami",
)  # fmt: skip


PILES = ["hand", "deck", "graveyard", "monster", "spell_trap", "extra_deck", "extra_monster", "field_zone"]


@rule("YGO-MOVE-48")
@pytest.mark.parametrize("face_up", [True, False])
@pytest.mark.parametrize(
    "where",
    ["hand", "deck", "graveyard", "monster", "spell_trap", "extra_deck", "extra_monster", "field_zone"],
)
def test_a_card_is_banished_from_anywhere_with_either_face(where: str, face_up: bool) -> None:
    names = ("Sangan", "Stardust Dragon", "Link Spider", "Yami")

    def there(fx: Fx) -> list[Card]:
        lying = fx.state.pile(0, where) if where == "extra_monster" else fx.duel.cards_at(where, 0)
        return [card for card in lying if card is not None and card.name in names][:1]

    def body(fx: Fx) -> Body:
        yield banish(there(fx), face_up=face_up)

    game = lend(Game(EVERYWHERE), body).do("activate", BEARER)
    (card,) = game.duel.cards_at("banished", 0)
    assert card.face_up is face_up
    assert bool(card.handles[1] and game.view(1).cards[card.handles[1]].code) is face_up


@rule("YGO-MOVE-54", "YGO-MOVE-51", "CF-11")
@pytest.mark.parametrize("name", ["Link Spider", "Number 39: Utopia", "Stardust Dragon"])
@pytest.mark.parametrize("goal", ["top", "bottom", "shuffle", "hand"])
def test_an_extra_deck_monster_returns_face_down_to_the_extra_deck(name: str, goal: str) -> None:
    def body(fx: Fx) -> Body:
        found = fx.monsters(OPPONENT)
        yield return_to_hand(found) if goal == "hand" else return_to_deck(found, goal)

    game = lend(Game(Cards(monsters=[BEARER]), Cards(extra_monster=name)), body)
    before = (game.count("deck", 1), game.count("hand", 1))
    game.do("activate", BEARER)
    assert (game.names("extra_deck", 1), game.card(name).face_up) == ([name], False)
    assert (game.count("deck", 1), game.count("hand", 1)) == before
    assert not game.happened("shuffle")


@rule("YGO-MOVE-55", "YGO-MOVE-53", "GAP-22")
@pytest.mark.parametrize(("goal", "index"), [("top", 0), ("bottom", -1), ("shuffle", None)])
def test_the_deck_is_shuffled_only_when_the_card_is_shuffled_in(goal: str, index: int | None) -> None:
    def body(fx: Fx) -> Body:
        yield return_to_deck(fx.monsters(OPPONENT), goal)

    game = lend(Game(Cards(monsters=[BEARER]), Cards(monsters=["Sangan"])), body)
    count = game.count("deck", 1)
    game.do("activate", BEARER)
    assert game.count("deck", 1) == count + 1
    assert len(game.happened("shuffle")) == (index is None)
    assert "Sangan" in game.names("deck", 1)
    assert index is None or game.names("deck", 1)[index] == "Sangan"


# --- Ritual Summons -----------------------------------------------------------------------------------------


@rule("YGO-MOVE-41", "YGO-MOVE-40")
@pytest.mark.parametrize(
    ("tributes", "possible"),
    [
        (["Dark Magician"], False),
        (["Battle Ox", "Celtic Guardian"], True),
        (["Curse of Dragon", "Battle Ox"], True),
        (["Blue-Eyes White Dragon"], True),
    ],
)
@pytest.mark.parametrize("where", ["hand", "monsters"])
def test_tributes_of_level_8_or_more_in_all(tributes: list[str], possible: bool, where: str) -> None:
    hand = [SOLDIER, RITUAL, *(tributes if where == "hand" else [])]
    you = Cards(hand=hand, monsters=tributes if where == "monsters" else [], deck=["Pot of Greed"])
    game = Game(you)
    assert game.can("activate", RITUAL) is possible
    if possible:
        game.do("activate", RITUAL)
        assert sorted(game.names("graveyard")) == sorted([RITUAL, *tributes])


@rule("YGO-MOVE-42", "YGO-MOVE-43")
def test_the_ritual_monster_comes_to_a_main_zone_and_its_spell_goes_to_the_graveyard() -> None:
    game = Game(Cards(hand=[SOLDIER, RITUAL], monsters=["Blue-Eyes White Dragon", "Feral Imp"]))
    game.begin_act("activate", RITUAL)
    words = {"response": "pass", "Choose a Ritual Monster.": SOLDIER}
    while {option.verb for _, option in game.ask.options} != {"zone"}:
        game.choose(words.get(game.ask.kind) or words.get(str(game.ask.words), "Blue-Eyes White Dragon"))
    assert [str(option.place) for _, option in game.ask.options] == [
        f"0:monster:{slot}" for slot in (0, 2, 3, 4)
    ]
    game.choose("0:monster:3").choose("attack").to_open()
    assert str(game.card(SOLDIER).place) == "0:monster:3"
    assert RITUAL in game.names("graveyard")


# --- Tokens -------------------------------------------------------------------------------------------------


@rule("YGO-TOK-09", "CF-36")
def test_no_effect_brings_or_turns_a_token_face_down() -> None:
    def body(fx: Fx) -> Body:
        yield change_position(fx.monsters(only=lambda card: card.token), "face_down")
        for position in ("face_down", "any_defense"):
            yield summon_token(code("Sheep Token"), position=position)

    game = lend(Game(Cards(monsters=[BEARER, "Sheep Token"])), body).do("activate", BEARER)
    tokens = [card for card in game.duel.cards_at("monster", 0) if card.token]
    assert [(card.face_up, card.defense_position) for card in tokens] == [(True, False), (True, True)]


@rule("YGO-TOK-10", "YGO-TOK-11", "YGO-MOVE-52")
@pytest.mark.parametrize("leave", [destroy, banish, return_to_hand, return_to_deck, send_to_graveyard])
def test_a_token_that_leaves_the_field_is_in_no_pile(leave: Callable[[Iterable[Card]], Instruction]) -> None:
    def body(fx: Fx) -> Body:
        yield leave(fx.monsters(OPPONENT))

    piles = ("graveyard", "banished", "hand", "deck", "extra_deck")
    game = lend(Game(Cards(monsters=[BEARER]), Cards(monsters=["Sheep Token"])), body)
    before = [game.count(pile, 1) for pile in piles]
    game.do("activate", BEARER)
    assert game.count("monster", 1) == 0
    assert [game.count(pile, 1) for pile in piles] == before


# --- triggers that wait -------------------------------------------------------------------------------------


@rule("GAP-53")
@pytest.mark.parametrize("moves_on", [True, False])
def test_a_trigger_that_waits_is_lost_when_its_card_moves_on(moves_on: bool) -> None:
    def body(fx: Fx) -> Body:
        sangan = fx.monsters(only=lambda card: card.name == "Sangan")
        yield send_to_graveyard(sangan)
        yield banish(sangan if moves_on else [])

    game = lend(Game(Cards(monsters=[BEARER, "Sangan"])), body).do("activate", BEARER)
    assert game.names("banished" if moves_on else "graveyard") == ["Sangan"]
    assert len(game.happened("activate")) == (1 if moves_on else 2)
