"""Cards return to the hand from every zone of the field; scales are placed in Pendulum Zones only."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.effect import Body, Fx
from facedown_server.games.duel.script import EITHER, Selection, place_scale, return_to_hand
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, lend

LOW, HIGH = "Stargazer Magician", "Timegazer Magician"


def return_target(fx: Fx) -> Body:
    """Return the target."""
    yield return_to_hand(fx.targets)


BOARDS = {
    "Main Monster Zone": (Cards(monsters=["Kuriboh"]), "Kuriboh"),
    "Extra Monster Zone": (Cards(extra_monster="Mandragon"), "Mandragon"),
    "Spell & Trap Zone": (Cards(spells=["Swords of Revealing Light:set"]), "Swords of Revealing Light"),
    "Field Zone": (Cards(field_spell="Mountain"), "Mountain"),
    "Pendulum Zone": (Cards(spells=[LOW]), LOW),
}


@rule("YGO-MOVE-50")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("zone", sorted(BOARDS))
def test_a_card_returns_to_its_owners_hand_from_every_zone_of_the_field(zone: str, seat: int) -> None:
    board, name = BOARDS[zone]
    mine = Cards(hand=[BEARER])
    game = Game(mine, board) if seat else Game(combine(mine, board))
    lend(
        game,
        return_target,
        target=(Selection("field", EITHER, lambda card, fx: card.facts.name == name),),
        zones={"hand"},
    )
    before = game.count("hand", seat)
    game.do("activate", BEARER)
    card = game.card(name)
    assert (card.zone, card.owner) == ("hand", seat)
    assert game.count("hand", seat) == before + 1
    assert game.count("field", seat) == 0


@rule("YGO-MOVE-50")
def test_a_borrowed_card_returns_to_its_owners_hand() -> None:
    game = Game(Cards(hand=["Change of Heart", BEARER]), Cards(monsters=["Kuriboh"]))
    lend(game, return_target, target=(Selection("monster"),), zones={"hand"})
    game.do("activate", "Change of Heart").do("activate", BEARER)
    assert (game.names("hand", 1)[-1], game.names("hand", 0)) == ("Kuriboh", [BEARER, "Mystical Elf"])


@rule("YGO-PZ-05")
def test_an_effect_places_a_scale_in_an_outer_zone_alone() -> None:
    def places(fx: Fx) -> Body:
        yield place_scale(fx.cards("hand", only=lambda card: card.name == LOW)[0])

    game = Game(Cards(hand=[LOW], monsters=[BEARER], spells=[None, "Toon World", None, None, None]))
    lend(game, places)
    game.do("activate", BEARER)
    assert str(game.card(LOW).place) in ("0:spell_trap:0", "0:spell_trap:4")
    assert game.card(LOW).summoned == "scale"
    full = Cards(hand=[LOW], monsters=[BEARER], spells=["Toon World", None, None, None, "Toon World"])
    game = lend(Game(full), places)
    game.do("activate", BEARER)
    assert game.card(LOW).zone == "hand", "the three zones between are no Pendulum Zones"


def combine(one: Cards, other: Cards) -> Cards:
    """Return one side with the cards of two."""
    parts = {name: getattr(one, name) or getattr(other, name) for name in ("hand", "monsters", "spells")}
    return Cards(**parts, field_spell=other.field_spell, extra_monster=other.extra_monster)
