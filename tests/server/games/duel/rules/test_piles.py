"""Graveyard, Deck, Extra Deck, hand and banished cards: their owners, positions, and what may be done."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.effect import Body, Fx
from facedown_server.games.duel.script import (
    YOU,
    add_to_hand,
    banish,
    mill,
    search,
    shuffle_deck,
    special_summon,
)
from facedown_server.games.scenarios import words
from facedown_server.table.state import Card
from facedown_shared.tables.zones import CLASSES, PUBLIC_CLASS_INDEX, Place
from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, do_nothing, lend

UTOPIA = "Number 39: Utopia"
THREE = ["Feral Imp", "Silver Fang", "Battle Ox"]


def read_names(game: Game, viewer: int, pile: str) -> list[str]:
    """Return the names a viewer reads in a pile, in order."""
    view = game.view(viewer)
    codes = [view.cards[handle].code for handle in view.piles[pile].handles]
    return [game.pool[code].name for code in codes if code]


# --- Graveyard ----------------------------------------------------------------------------------------------


@rule("YGO-GY-04")
def test_gy_is_a_short_word_for_the_graveyard() -> None:
    assert words.place_of_name("gy", 0) == words.place_of_name("0:gy", 1) == Place(0, "graveyard")
    others = {"hand": "hand", "deck": "deck", "extra": "extra_deck", "banished": "banished"}
    assert {word: words.place_of_name(word, 1).zone for word in others} == others


@rule("YGO-GY-05", "VIS-21")
def test_the_owner_chooses_the_order_of_cards_destroyed_at_once() -> None:
    game = Game(Cards(hand=["Raigeki"]), Cards(monsters=THREE)).begin_act("activate", "Raigeki")
    while game.ask.kind == "response":
        game.choose("pass")
    assert (game.ask.seat, sorted(game.name_of(*row) for row in game.ask.options)) == (1, sorted(THREE))
    assert read_names(game, 0, "1:graveyard") == []
    game.choose("Battle Ox").choose("Silver Fang").calm()
    assert all(read_names(game, viewer, "1:graveyard") == THREE[::-1] for viewer in CLASSES)


@rule("YGO-GY-05")
def test_the_owner_is_asked_although_the_other_player_controls_the_cards() -> None:
    game = Game(Cards(hand=["Change of Heart", "Dark Hole"]), Cards(monsters=["Feral Imp", "Battle Ox"]))
    game.do("activate", "Change of Heart", "Feral Imp").begin_act("activate", "Dark Hole")
    while game.ask.kind == "response":
        game.choose("pass")
    assert game.ask.seat == 1
    assert game.choose("Battle Ox").calm().names("graveyard", 1) == ["Battle Ox", "Feral Imp"]


@rule("YGO-GY-05")
def test_tributes_stack_in_the_order_they_were_picked() -> None:
    game = Game(Cards(hand=["Blue-Eyes White Dragon"], monsters=THREE))
    game.do("summon", "Blue-Eyes White Dragon", "Battle Ox", "Feral Imp")
    assert game.names("graveyard") == ["Battle Ox", "Feral Imp"]


@rule("YGO-GY-07", "YGO-GY-06")
def test_a_monster_taken_and_tributed_goes_to_its_owners_graveyard() -> None:
    game = Game(Cards(hand=["Change of Heart", "Summoned Skull"]), Cards(monsters=["Feral Imp"]))
    game.do("activate", "Change of Heart").do("summon", "Summoned Skull")
    assert (game.names("graveyard", 0), game.names("graveyard", 1)) == (["Change of Heart"], ["Feral Imp"])


@rule("YGO-GY-08", "YGO-GY-02", "VIS-20")
@pytest.mark.parametrize("viewer", [0, 1, PUBLIC_CLASS_INDEX])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_graveyard_of_seventy_cards_is_listed_in_its_order(seat: int, viewer: int) -> None:
    lying = [*THREE, *["Mystical Elf"] * 67]
    side = Cards(graveyard=lying)
    game = Game(Cards(), side) if seat else Game(side)
    for now in (game, game.end_turn()):
        assert read_names(now, viewer, f"{seat}:graveyard") == lying
        assert now.view(viewer).piles[f"{seat}:graveyard"].count == 70


@rule("YGO-GY-03")
def test_nobody_is_offered_to_reorder_the_graveyard() -> None:
    game = Game(Cards(graveyard=THREE))
    assert not [key for key, _ in game.ask.options if game.name_of(key, _) in THREE]
    with pytest.raises(Illegal):
        game.do("order", "Feral Imp")
    assert game.names("graveyard") == THREE


@rule("VIS-30", "YGO-MOVE-46")
def test_milled_cards_lie_face_up_in_the_graveyard() -> None:
    def body(fx: Fx) -> Body:
        yield mill(fx.you, 2)

    game = lend(Game(Cards(monsters=[BEARER], deck=["Dark Hole", *THREE])), body).do("activate", BEARER)
    assert (
        read_names(game, 1, "0:graveyard") == read_names(game, PUBLIC_CLASS_INDEX, "0:graveyard") == THREE[:2]
    )


# --- Deck ---------------------------------------------------------------------------------------------------


def begin_search(found: str) -> Game:
    """Begin a lent effect that adds a card of this name from the Deck; it has been activated and prompts."""

    def body(fx: Fx) -> Body:
        cards: list[Card] = yield search(lambda card: card.name == found)
        yield add_to_hand(cards, show=True)
        yield shuffle_deck(fx.you)

    deck = ["Dark Hole", "Silver Fang", "Battle Ox", "Feral Imp", "Silver Fang"]
    return lend(Game(Cards(monsters=[BEARER], deck=deck), Cards(deck=THREE)), body)


@rule("YGO-DECK-06", "CF-31", "YGO-DECK-03")
@pytest.mark.parametrize(("found", "count"), [("Silver Fang", 2), ("Summoned Skull", 1)])
def test_a_deck_is_shuffled_once_when_the_search_is_over(found: str, count: int) -> None:
    game = begin_search(found).do("activate", BEARER)
    kinds = [told.kind for told in game.told if told.kind in ("shuffle", "activate", "reveal", "resolved")]
    assert kinds.count("shuffle") == 1
    assert kinds[-2:] == ["shuffle", "resolved"]
    assert game.count("hand") == count


@rule("YGO-DECK-07", "VIS-23", "VIS-L08")
def test_the_deck_is_ones_own_and_read_in_no_order_of_the_deck() -> None:
    def body(fx: Fx) -> Body:
        cards: list[Card] = yield search(lambda card: card.facts.is_monster)
        yield add_to_hand(cards)
        yield shuffle_deck(fx.you)

    them = Cards(deck=["Summoned Skull"])
    game = lend(Game(Cards(monsters=[BEARER], deck=["Dark Hole", *THREE], fillers=0), them), body)
    game.begin_act("activate", BEARER).calm()
    assert [game.name_of(*row) for row in game.ask.options] == sorted(THREE)
    assert all(option.card == 0 and option.code for _, option in game.ask.options), "no handle"
    for viewer in CLASSES:
        assert game.view(viewer).piles["0:deck"].handles == ()
        assert not {option.code for _, option in game.ask.options} & set(game.view(viewer).facts)


@rule("YGO-DECK-02", "VIS-44", "YGO-HAND-01")
def test_a_draw_takes_the_top_card_and_shows_others_a_number() -> None:
    game = Game(Cards(hand=["Pot of Greed"], deck=["Dark Hole", "Feral Imp", "Silver Fang", "Battle Ox"]))
    game.do("activate", "Pot of Greed")
    assert sorted(game.names("hand")) == ["Dark Hole", "Feral Imp", "Silver Fang"]
    for viewer in (1, PUBLIC_CLASS_INDEX):
        view = game.view(viewer)
        assert (view.piles["0:hand"].count, view.piles["0:hand"].handles) == (3, ())
        assert view.piles["0:deck"].count == game.count("deck")


@rule("YGO-DECK-05", "YGO-ED-06", "YGO-HAND-04")
@pytest.mark.parametrize("viewer", [0, 1, PUBLIC_CLASS_INDEX])
def test_everybody_is_told_every_count(viewer: int) -> None:
    game = Game(Cards(hand=THREE, extra=["Link Spider"] * 3), Cards(extra=[UTOPIA]))
    piles = game.view(viewer).piles
    for seat in (0, 1):
        for zone in ("deck", "extra_deck", "hand"):
            assert piles[f"{seat}:{zone}"].count == game.count(zone, seat)
    assert (piles["0:extra_deck"].count, piles["1:extra_deck"].count, piles["0:hand"].count) == (3, 1, 4)


@rule("YGO-DECK-08", "CF-44")
def test_within_the_duel_a_deck_may_shrink_and_an_extra_deck_grow_past_their_limits() -> None:
    game = Game(Cards(hand=["Dark Hole"], monsters=["Mandragon"], extra=["Link Spider"] * 15))
    game.do("activate", "Dark Hole")
    assert game.count("extra_deck") == 16
    assert game.count("deck") < 40
    assert not game.over


# --- Extra Deck ---------------------------------------------------------------------------------------------


@rule("YGO-ED-02", "YGO-ED-05", "VIS-31")
def test_only_its_owner_reads_an_extra_deck() -> None:
    game = Game(Cards(extra=["Link Spider", UTOPIA]))
    assert sorted(read_names(game, 0, "0:extra_deck")) == ["Link Spider", UTOPIA]
    for viewer in (1, PUBLIC_CLASS_INDEX):
        assert game.view(viewer).piles["0:extra_deck"].handles == ()


@rule("YGO-ED-03", "VIS-33")
@pytest.mark.parametrize("viewer", [1, PUBLIC_CLASS_INDEX])
def test_the_order_of_an_extra_deck_means_nothing_and_shows_nowhere(viewer: int) -> None:
    extra = ["Link Spider", UTOPIA, "Proxy Dragon"]
    games = [Game(Cards(monsters=[BEARER], extra=order)) for order in (extra, extra[::-1])]
    assert games[0].view(viewer) == games[1].view(viewer)
    offered = [sorted(game.name_of(*row) for row in game.ask.options) for game in games]
    assert offered[0] == offered[1]


@rule("YGO-ED-03", "VIS-33")
def test_others_see_face_up_cards_of_an_extra_deck_in_no_order_of_its_owners() -> None:
    piles = []
    scales = ["Mandragon", "Stargazer Magician"]
    for order in (scales, scales[::-1]):
        mine = Cards(hand=["Mystical Space Typhoon"] * 2, spells=[scales[0], None, None, None, scales[1]])
        game = Game(mine)
        for name in order:
            game.do("activate", "Mystical Space Typhoon", *[name] * (game.count("spell_trap") > 1))
        assert read_names(game, 0, "0:extra_deck") == order
        piles.append(read_names(game, 1, "0:extra_deck"))
    assert piles[0] == piles[1]


@rule("YGO-ED-04", "VIS-01")
def test_summoned_from_the_extra_deck_it_is_everybodys_to_read() -> None:
    game = Game(Cards(monsters=["Battle Ox", BEARER], extra=[UTOPIA])).do("special_summon", UTOPIA)
    card = game.card(UTOPIA)
    assert game.count("extra_deck") == 0
    assert all(game.view(viewer).cards[card.handles[viewer]].code == card.code for viewer in CLASSES)


@rule("YGO-ED-07", "YGO-ED-08", "VIS-32")
def test_a_destroyed_pendulum_monster_lies_open_in_the_extra_deck() -> None:
    game = Game(Cards(hand=["Dark Hole"], monsters=["Mandragon"])).do("activate", "Dark Hole")
    assert game.names("graveyard") == ["Dark Hole"]
    assert all(read_names(game, viewer, "0:extra_deck") == ["Mandragon"] for viewer in CLASSES)


# --- hand ---------------------------------------------------------------------------------------------------


@rule("YGO-HAND-03", "CF-14", "YGO-HAND-02")
@pytest.mark.parametrize("viewer", [1, PUBLIC_CLASS_INDEX])
def test_the_order_of_a_hand_shows_nowhere(viewer: int) -> None:
    games = [Game(Cards(hand=hand)) for hand in (THREE, THREE[::-1])]
    assert games[0].view(viewer) == games[1].view(viewer)


@rule("YGO-HAND-05", "VIS-46")
def test_the_turn_player_discards_down_to_six_as_the_turn_ends_and_everybody_sees() -> None:
    sides = (Cards(hand=["Feral Imp"] * 8), Cards(hand=["Battle Ox"] * 9))
    game = Game(*sides, first=0, skip_first_turn=False).to_open()
    game.choose("phase:end").calm()
    assert (game.ask.seat, game.ask.least, game.ask.most) == (0, 2, 2)
    game.to_turn(2)
    assert (game.count("hand"), game.count("hand", 1)) == (6, 10)
    assert read_names(game, 1, "0:graveyard") == read_names(game, PUBLIC_CLASS_INDEX, "0:graveyard") != []


@rule("YGO-HAND-07", "YGO-DECK-07")
@pytest.mark.parametrize("zone", ["hand", "deck"])
def test_a_monster_special_summoned_from_hand_or_deck_comes_from_ones_own(zone: str) -> None:
    def body(fx: Fx) -> Body:
        found = fx.cards(zone, YOU, lambda card: card.name == "Feral Imp")
        yield special_summon(found, position="attack")

    side = Cards(hand=["Feral Imp"]) if zone == "hand" else Cards(deck=["Dark Hole", "Feral Imp"])
    mine = Cards(hand=side.hand, deck=side.deck, monsters=[BEARER])
    game = lend(Game(mine, side), body).do("activate", BEARER)
    assert game.card("Feral Imp", 0).is_on_field
    assert game.card("Feral Imp", 1).zone == zone


@rule("YGO-HAND-08", "VIS-43", "GAP-V6")
def test_a_monster_used_from_the_hand_is_shown_as_it_is_declared() -> None:
    game = Game(Cards(monsters=["Sangan"]), Cards(hand=["Kuriboh"]))
    game.declare_attack("Sangan").respond("Kuriboh")
    (told,) = [one for one in game.happened("activate") if one.card is game.card("Kuriboh")]
    assert told.readers == 0b111
    assert game.view(0).chain[0].code == game.view(PUBLIC_CLASS_INDEX).chain[0].code == told.code


# --- banished -----------------------------------------------------------------------------------------------


@rule("YGO-BAN-01", "YGO-BAN-02", "CF-15")
def test_banished_cards_lie_off_the_field_in_a_pile_of_their_owners() -> None:
    them = Cards(graveyard=["Battle Ox"])
    game = Game(Cards(hand=["Soul Release"], graveyard=["Feral Imp"]), them)
    game.do("activate", "Soul Release", "Feral Imp", "Battle Ox")
    assert (game.names("banished", 0), game.names("banished", 1)) == (["Feral Imp"], ["Battle Ox"])
    for viewer in CLASSES:
        piles = game.view(viewer).piles
        assert [read_names(game, viewer, f"{seat}:banished") for seat in (0, 1)] == [
            ["Feral Imp"],
            ["Battle Ox"],
        ]
        assert [piles[f"{seat}:banished"].count for seat in (0, 1)] == [1, 1]
    assert not any(card.is_on_field for seat in (0, 1) for card in game.duel.cards_at("banished", seat))
    assert "banished" not in game.duel.state.table.zones_tagged("field")


@rule("YGO-BAN-02", "YGO-BAN-05")
def test_a_banished_card_lies_with_those_of_its_owner_those_who_controlled_it() -> None:
    def body(fx: Fx) -> Body:
        yield banish(fx.monsters(YOU, lambda card: card.owner == fx.opponent))

    game = Game(Cards(hand=["Change of Heart"], monsters=[BEARER]), Cards(monsters=["Feral Imp"]))
    lend(game.do("activate", "Change of Heart"), body).do("activate", BEARER)
    assert (game.names("banished", 0), game.names("banished", 1)) == ([], ["Feral Imp"])
    assert game.card("Feral Imp").controller == 1


@rule("YGO-BAN-11")
@pytest.mark.parametrize("face_up", [True, False])
def test_a_face_down_banished_card_uses_no_effect(face_up: bool) -> None:
    def body(fx: Fx) -> Body:
        yield banish(fx.cards("graveyard"), face_up=face_up)

    game = Game(Cards(monsters=[BEARER], graveyard=["Feral Imp"]))
    lend(lend(game, body), do_nothing, "Feral Imp", zones=frozenset({"banished"})).do("activate", BEARER)
    assert game.names("banished") == ["Feral Imp"]
    assert game.can("activate", "Feral Imp") is face_up


@rule("YGO-BAN-12", "YGO-BAN-10", "VIS-51")
def test_face_down_banished_cards_are_kept_apart_from_the_open_ones() -> None:
    def body(fx: Fx) -> Body:
        yield banish(fx.cards("hand"), face_up=False)

    game = Game(Cards(monsters=[BEARER], hand=THREE, banished=["Summoned Skull", "Dark Hole"]))
    lend(game, body).do("activate", BEARER)
    assert (game.count("banished"), game.view(1).piles["0:banished"].count) == (6, 6)
    assert (
        read_names(game, 1, "0:banished")
        == read_names(game, PUBLIC_CLASS_INDEX, "0:banished")
        == ["Summoned Skull", "Dark Hole"]
    )
    assert len(read_names(game, 0, "0:banished")) == 6
