"""XY-Dragon Cannon: by contact Fusion alone."""

from tests.play import Cards, Game
from tests.rules import rule


def board(hand: tuple[str, ...] = (), *theirs: str) -> Game:
    return Game(
        Cards(hand=hand, monsters=["X-Head Cannon", "Y-Dragon Head"], extra=["XY-Dragon Cannon"]),
        Cards(spells=list(theirs)),
    )


@rule("GAP-29")
def test_banishes_its_materials_from_the_field() -> None:
    game = board().do("special_summon", "XY-Dragon Cannon")
    assert game.names("monster") == ["XY-Dragon Cannon"]
    assert sorted(game.names("banished")) == ["X-Head Cannon", "Y-Dragon Head"]


def test_a_union_equipped_counts_as_well() -> None:
    game = board().do("activate", "Y-Dragon Head").do("special_summon", "XY-Dragon Cannon")
    assert game.names("monster") == ["XY-Dragon Cannon"]
    assert game.count("spell_trap") == 0


def test_no_polymerization_makes_it() -> None:
    game = board(("Polymerization",))
    assert not game.can("activate", "Polymerization")
    game = Game(Cards(hand=["X-Head Cannon", "Y-Dragon Head"], extra=["XY-Dragon Cannon"]))
    assert not game.can("special_summon", "XY-Dragon Cannon")


def test_a_discard_destroys_a_face_up_spell() -> None:
    game = board(("Kuriboh",), "Gravity Bind", "Mirror Force:set").do("special_summon", "XY-Dragon Cannon")
    game.do("activate", "XY-Dragon Cannon", "Kuriboh")
    assert game.names("graveyard", 1) == ["Gravity Bind"]
    assert not game.can("activate", "XY-Dragon Cannon")


def test_cannot_come_back_from_the_graveyard() -> None:
    game = board(("Dark Hole", "Monster Reborn")).do("special_summon", "XY-Dragon Cannon")
    game.do("activate", "Dark Hole")
    assert game.names("graveyard") == ["XY-Dragon Cannon", "Dark Hole"]
    assert not game.can("activate", "Monster Reborn")
