"""Link Spider: a Normal Monster in, a Normal Monster out."""

from tests.play import Cards, Game
from tests.rules import rule


def board(*hand: str) -> Game:
    game = Game(
        Cards(hand=list(hand), monsters=["Celtic Guardian"], extra=["Link Spider"], deck=["Dark Hole"])
    )
    return game.do("special_summon", "Link Spider", zone="shared:extra_monster:0")


def test_brings_a_normal_monster_below_itself() -> None:
    game = board("Silver Fang").do("activate", "Link Spider")
    fang = game.card("Silver Fang")
    assert fang.is_on_field
    assert fang.place.slot == 1


def test_takes_no_effect_monster() -> None:
    assert not board("Sangan").can("activate", "Link Spider")


def test_needs_a_normal_monster_as_material() -> None:
    game = Game(Cards(monsters=["Sangan"], extra=["Link Spider"]))
    assert not game.can("special_summon", "Link Spider")


@rule("GAP-21")
def test_once_a_turn() -> None:
    game = board("Silver Fang", "Battle Ox").do("activate", "Link Spider", "Silver Fang")
    assert not game.can("activate", "Link Spider")


@rule("GAP-48")
def test_needs_its_linked_zone_free() -> None:
    game = Game(
        Cards(
            hand=["Silver Fang"], extra_monster="Link Spider", monsters=[None, "Kuriboh"], deck=["Dark Hole"]
        )
    )
    assert not game.can("activate", "Link Spider")
