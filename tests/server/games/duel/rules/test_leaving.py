"""Where cards go, their position there and who may read them: Pendulum Monsters, materials, Tokens,
counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from facedown_server.games.duel.core.effect import Body, Fx, Instruction
from facedown_server.games.duel.core.words import EffectKind
from facedown_server.games.duel.script import (
    OPPONENT,
    YOU,
    attach_to_this,
    banish,
    destroy,
    discard,
    place_counters,
    return_to_deck,
    return_to_hand,
    send_to_graveyard,
    special_summon,
)
from facedown_server.table.state import Card
from facedown_shared.tables.zones import CLASSES
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, do_nothing, lend

MANDRAGON, TIMEGAZER = "Mandragon", "Timegazer Magician"
UTOPIA, LEVIATHAN = "Number 39: Utopia", "Number 17: Leviathan Dragon"
PILES = ("graveyard", "banished", "hand", "deck", "extra_deck")


def read(game: Game, viewer: int, pile: str) -> list[str]:
    """Return the names a viewer reads in a pile, in order."""
    view = game.view(viewer)
    codes = [view.cards[handle].code for handle in view.piles[pile].handles if handle]
    return [game.pool[code].name for code in codes if code]


# --- Graveyard and banished cards ---------------------------------------------------------------------------


@rule("YGO-GY-01", "YGO-GY-02")
def test_destroyed_monsters_and_used_spells_and_traps_lie_face_up_for_all_in_both_graveyards() -> None:
    mine = Cards(hand=["Dark Hole"], monsters=["Feral Imp", "Silver Fang:set"])
    game = Game(mine, Cards(spells=["Jar of Greed:set"], monsters=["Battle Ox:set"]))
    game.begin_act("activate", "Dark Hole").respond("Jar of Greed").to_open()
    for viewer in CLASSES:
        assert sorted(read(game, viewer, "0:graveyard")) == ["Dark Hole", "Feral Imp", "Silver Fang"]
        assert sorted(read(game, viewer, "1:graveyard")) == ["Battle Ox", "Jar of Greed"]


@rule("YGO-BAN-10", "YGO-BAN-04", "YGO-BAN-09")
def test_cards_the_opponent_banishes_face_down_are_their_owners_to_read_and_a_number_to_others() -> None:
    def body(fx: Fx) -> Body:
        yield banish(fx.cards("graveyard", OPPONENT), face_up=False)

    them = Cards(graveyard=["Feral Imp", "Dark Hole"], banished=["Silver Fang"])
    game = lend(Game(Cards(monsters=[BEARER]), them), body).do("activate", BEARER)
    for viewer in CLASSES:
        seen = read(game, viewer, "1:banished")
        hidden = ["Dark Hole", "Feral Imp"] if viewer == 1 else []
        assert sorted(seen) == sorted(["Silver Fang", *hidden])
        assert game.view(viewer).piles["1:banished"].count == 3


@rule("YGO-BAN-12", "YGO-BAN-04")
@pytest.mark.parametrize("viewer", CLASSES)
def test_seventy_banished_cards_are_listed(viewer: int) -> None:
    lying = ["Feral Imp", *["Mystical Elf"] * 69]
    assert sorted(read(Game(Cards(), Cards(banished=lying)), viewer, "1:banished")) == sorted(lying)


# --- Deck and hand ------------------------------------------------------------------------------------------


@rule("YGO-DECK-01", "YGO-DECK-04")
@pytest.mark.parametrize("viewer", CLASSES)
def test_both_decks_lie_face_down_and_nobody_reads_a_card_of_them(viewer: int) -> None:
    game = Game(Cards(deck=["Kuriboh", "Dark Hole"]), Cards(deck=["Sangan", "Raigeki"]))
    view = game.view(viewer)
    for seat, hidden in ((0, "Dark Hole"), (1, "Raigeki")):
        pile = view.piles[f"{seat}:deck"]
        assert (pile.handles, pile.count) == ((), game.count("deck", seat))
        assert not any(card.face_up for card in game.duel.cards_at("deck", seat))
        assert game.card(hidden).code not in view.facts


@rule("YGO-HAND-06")
@pytest.mark.parametrize("by_effect", [True, False])
def test_what_waits_for_a_discard_by_an_effect_does_not_hear_the_hand_limit(by_effect: bool) -> None:
    def is_discarded_by_effect(fx: Fx) -> bool:
        told = fx.event
        return (
            told is not None and (told.card, told.cause) == (fx.card, "discard") and told.source is not None
        )

    def body(fx: Fx) -> Body:
        yield discard(fx.cards("hand", YOU, lambda card: card.name == "Feral Imp"))

    game = Game(Cards(hand=["Feral Imp"] * (1 if by_effect else 6), monsters=[BEARER]))
    lend(
        game, do_nothing, "Feral Imp", EffectKind.TRIGGER, on=frozenset({"move"}),
        when=is_discarded_by_effect, must=True, zones=frozenset({"graveyard"}),
    )  # fmt: skip
    if by_effect:
        lend(game, body).do("activate", BEARER)
    else:
        game.phase("end").choose("Feral Imp").to_open()
    assert game.names("graveyard") == ["Feral Imp"]
    told = [one.card.name for one in game.happened("activate") if one.card]
    assert ("Feral Imp" in told) is by_effect


# --- Pendulum Monsters --------------------------------------------------------------------------------------

STANDS = {
    "Main Monster Zone": Cards(monsters=[None, MANDRAGON]),
    "Extra Monster Zone": Cards(extra_monster=MANDRAGON),
    "Pendulum Zone": Cards(spells=[MANDRAGON]),
}


@rule("YGO-PEN-05", "YGO-PEN-06", "YGO-MOVE-49")
@pytest.mark.parametrize(
    ("leave", "pile"), [(banish, "banished"), (return_to_hand, "hand"), (return_to_deck, "deck")]
)
@pytest.mark.parametrize("stands", STANDS)
def test_banished_or_returned_from_the_field_a_pendulum_monster_is_not_redirected(
    stands: str, leave: Callable[[Iterable[Card]], Instruction], pile: str
) -> None:
    def body(fx: Fx) -> Body:
        yield leave(fx.cards("field", OPPONENT, lambda card: card.facts.name == MANDRAGON))

    game = lend(Game(Cards(monsters=[BEARER]), STANDS[stands]), body).do("activate", BEARER)
    assert MANDRAGON in game.names(pile, 1)
    assert (game.count("extra_deck", 1), game.count("graveyard", 1)) == (0, 0)


@rule("YGO-PEN-01", "YGO-MOVE-44")
@pytest.mark.parametrize("stands", STANDS)
def test_destroyed_in_any_zone_it_lies_face_up_in_the_extra_deck(stands: str) -> None:
    def body(fx: Fx) -> Body:
        yield destroy(fx.cards("field", OPPONENT))

    game = lend(Game(Cards(monsters=[BEARER]), STANDS[stands]), body).do("activate", BEARER)
    assert all(read(game, viewer, "1:extra_deck") == [MANDRAGON] for viewer in CLASSES)
    assert game.count("graveyard", 1) == 0


@rule("YGO-PEN-01", "YGO-MOVE-10")
def test_borrowed_and_tributed_it_goes_to_its_owners_extra_deck() -> None:
    game = Game(Cards(hand=["Change of Heart", "Summoned Skull"]), Cards(monsters=[MANDRAGON]))
    game.do("activate", "Change of Heart").do("summon", "Summoned Skull")
    assert (game.names("extra_deck", 0), game.names("extra_deck", 1)) == ([], [MANDRAGON])


@rule("YGO-MOVE-47")
@pytest.mark.parametrize("pile", ["extra_deck", "banished"])
def test_from_the_extra_deck_or_banished_it_is_sent_to_the_graveyard(pile: str) -> None:
    def body(fx: Fx) -> Body:
        yield send_to_graveyard(fx.cards(pile, OPPONENT))

    them = Cards(extra_face_up=[MANDRAGON]) if pile == "extra_deck" else Cards(banished=[MANDRAGON])
    game = lend(Game(Cards(monsters=[BEARER]), them), body).do("activate", BEARER)
    assert (game.names("graveyard", 1), game.count(pile, 1)) == ([MANDRAGON], 0)


# --- materials ----------------------------------------------------------------------------------------------


@rule("YGO-XYZ-04", "YGO-GY-06")
def test_a_borrowed_material_is_detached_to_its_owners_graveyard() -> None:
    game = Game(
        Cards(hand=["Change of Heart"], monsters=["Baby Dragon"], extra=[LEVIATHAN]),
        Cards(monsters=["Claw Reacher"]),
    )
    game.do("activate", "Change of Heart").do("special_summon", LEVIATHAN)
    game.do("activate", LEVIATHAN, "Claw Reacher")
    assert (game.names("graveyard", 1), game.names("graveyard")) == (["Claw Reacher"], ["Change of Heart"])


@rule("YGO-XYZ-10", "YGO-XYZ-11", "CF-08")
@pytest.mark.parametrize("leave", [banish, return_to_hand, return_to_deck, destroy])
def test_a_pendulum_monster_beneath_one_that_leaves_goes_to_the_graveyard(
    leave: Callable[[Iterable[Card]], Instruction],
) -> None:
    def attach(fx: Fx) -> Body:
        yield attach_to_this(fx.cards("hand", YOU, lambda card: card.name == MANDRAGON))
        yield leave([fx.card])

    game = lend(Game(Cards(hand=[MANDRAGON], monsters=[UTOPIA])), attach, UTOPIA).do("activate", UTOPIA)
    assert MANDRAGON in game.names("graveyard")
    assert MANDRAGON not in game.names("extra_deck") + game.names("banished") + game.names("hand")


# --- Tokens and counters ------------------------------------------------------------------------------------


@rule("YGO-TOK-01", "YGO-TOK-02", "YGO-TOK-03")
def test_tokens_come_from_no_pile_and_are_what_the_effect_says() -> None:
    game = Game(Cards(hand=["Scapegoat"]))
    piles = [game.count(pile) for pile in PILES]
    game.do("activate", "Scapegoat")
    assert [game.count(pile) for pile in PILES] == [piles[0] + 1, piles[1], piles[2] - 1, *piles[3:]]
    for viewer in CLASSES:
        view = game.view(viewer)
        seen = [view.cards[handle] for handle in view.piles["0:monster"].handles if handle]
        assert len(seen) == 4
        for card in seen:
            facts = view.facts[card.code]
            assert (facts.name, facts.attribute, facts.race) == ("Sheep Token", "earth", "beast")
            assert (card.level, card.attack, card.defense) == (1, 0, 0)
            assert set(facts.kinds) == {"monster", "normal", "token"}


@rule("YGO-CTR-03")
@pytest.mark.parametrize("pile", ["hand", "banished"])
def test_a_card_that_leaves_the_field_comes_back_without_its_counters(pile: str) -> None:
    def body(fx: Fx) -> Body:
        fang = fx.monsters(only=lambda card: card.name == "Silver Fang")
        yield place_counters(fang[0], "spell", 2)
        held.append(dict(fang[0].counters))
        yield return_to_hand(fang) if pile == "hand" else banish(fang)
        held.append(dict(fang[0].counters))
        yield special_summon(fang, "attack")

    held: list[dict[str, int]] = []
    game = lend(Game(Cards(monsters=[BEARER, "Silver Fang"])), body).do("activate", BEARER)
    assert held == [{"spell": 2}, {}]
    assert (game.card("Silver Fang").zone, game.card("Silver Fang").counters) == ("monster", {})


@rule("YGO-MOVE-57", "YGO-MOVE-56")
@pytest.mark.parametrize("leaves", [True, False])
def test_an_equip_spell_lies_in_its_zone_for_all_and_is_destroyed_with_its_monster(leaves: bool) -> None:
    spell = "Compulsory Evacuation Device:set" if leaves else "Book of Moon:set"
    board = Cards(hand=["Axe of Despair"], monsters=["Feral Imp"])
    game = Game(replace(board, spells=[None, None, None, spell]))
    game.do("activate", "Axe of Despair", zone="0:spell_trap:1")
    axe, imp = game.card("Axe of Despair"), game.card("Feral Imp")
    for viewer in CLASSES:
        view = game.view(viewer)
        assert view.pile(0, "spell_trap").handles[1] == axe.handles[viewer]
        assert view.cards[axe.handles[viewer]].equipped_to == imp.handles[viewer] > 0
    game.do("activate", spell.removesuffix(":set"))
    (gone,) = [one for one in game.happened("move") if one.card is axe and str(one.goal) == "0:graveyard"]
    assert gone.word == "destroy"
