"""Dimensional Fissure: monsters are banished instead of going to a Graveyard."""

from tests.play import Cards, Game
from tests.rules import rule

OPEN = "Dimensional Fissure"


def test_destroyed_monsters_of_both_players_are_banished() -> None:
    you = Cards(hand=[OPEN, "Dark Hole"], monsters=["Feral Imp"])
    game = Game(you, Cards(monsters=["Silver Fang"])).do("activate", OPEN).do("activate", "Dark Hole")
    assert game.names("banished") == ["Feral Imp"]
    assert game.names("banished", 1) == ["Silver Fang"]


def test_discarded_monsters_are_banished_and_spells_are_not() -> None:
    you = Cards(hand=["Graceful Charity", "Feral Imp", "Umi"], spells=[OPEN])
    game = Game(you).do("activate", "Graceful Charity", "Feral Imp", "Umi")
    assert game.names("banished") == ["Feral Imp"]
    assert set(game.names("graveyard")) == {"Graceful Charity", "Umi"}


def test_a_monster_that_is_banished_does_not_trigger_on_the_graveyard() -> None:
    you = Cards(hand=["Dark Hole"], spells=[OPEN], monsters=["Sangan"])
    game = Game(you).do("activate", "Dark Hole")
    assert game.names("banished") == ["Sangan"]
    assert len(game.happened("activate")) == 1


def test_spells_go_to_the_graveyard_as_ever() -> None:
    you = Cards(hand=["Heavy Storm"], spells=[OPEN, "Toon World"])
    game = Game(you).do("activate", "Heavy Storm")
    assert set(game.names("graveyard")) == {OPEN, "Toon World", "Heavy Storm"}


@rule("GAP-52")
def test_tokens_just_vanish() -> None:
    game = Game(Cards(hand=["Scapegoat", "Dark Hole"], spells=[OPEN])).do("activate", "Scapegoat")
    assert game.do("activate", "Dark Hole").count("banished") == 0


def test_without_a_free_zone_it_is_refused() -> None:
    you = Cards(hand=[OPEN], spells=["Trap Hole:set"] * 5)
    assert not Game(you).can("activate", OPEN)


def test_once_it_is_gone_graveyards_work_again() -> None:
    you = Cards(hand=["Heavy Storm", "Dark Hole"], spells=[OPEN], monsters=["Feral Imp"])
    game = Game(you).do("activate", "Heavy Storm").do("activate", "Dark Hole")
    assert "Feral Imp" in game.names("graveyard")


@rule("GAP-52")
def test_a_pendulum_monster_is_banished_too() -> None:
    you = Cards(hand=["Dark Hole"], spells=[OPEN], monsters=["Foucault's Cannon"])
    game = Game(you).do("activate", "Dark Hole")
    assert game.names("banished") == ["Foucault's Cannon"]


def test_what_falls_because_something_left_with_it_is_not_banished() -> None:
    """The monster of Call of the Haunted is destroyed after both have left together."""
    game = Game(
        Cards(
            hand=["Giant Trunade"], graveyard=["Feral Imp"],
            spells=["Call of the Haunted:set", "Dimensional Fissure"],
        )
    )  # fmt: skip
    game.do("activate", "Call of the Haunted").do("activate", "Giant Trunade")
    assert "Feral Imp" in game.names("graveyard")
    assert game.names("banished") == []
