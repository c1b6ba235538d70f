"""Pendulum Summons, and where Pendulum Monsters go when they would go to the Graveyard."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.effect import Body, Fx
from facedown_server.games.duel.script import OPPONENT, YOU, Rule, discard, mill, send_to_graveyard
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.held import hold
from tests.server.games.duel.lent import BEARER, lend

STARGAZER, TIMEGAZER, MANDRAGON, CANNON = (
    "Stargazer Magician", "Timegazer Magician", "Mandragon", "Foucault's Cannon",
)  # fmt: skip
SCALES = [STARGAZER, None, None, None, TIMEGAZER]
"""1 and 8."""

LEVELS = ["Baby Dragon", "Battle Ox", "Curse of Dragon", "Summoned Skull"]
"""3, 4, 5 and 6."""

MAIN = [f"0:monster:{slot}" for slot in range(5)]
EXTRA = ["-:extra_monster:0", "-:extra_monster:1"]


def places(game: Game, card: str) -> list[str]:
    """Return the zones offered for this card in a Pendulum Summon."""
    game.choose(game.offered("pendulum_summon")[0][0])
    if game.can("choose"):
        game.choose(card)
    return [str(option.place) for _, option in game.ask.options if option.verb == "zone"]


def comers(game: Game) -> list[str]:
    """Return the cards a Pendulum Summon offers, sorted."""
    game.choose(game.offered("pendulum_summon")[0][0])
    return sorted(game.name_of(*row) for row in game.offered("choose"))


@rule("YGO-MOVE-32", "YGO-PZ-01")
@pytest.mark.parametrize(
    ("spells", "possible"),
    [
        (SCALES, True),
        ([STARGAZER], False),
        ([None, STARGAZER], False),
        ([f"{STARGAZER}:set", None, None, None, TIMEGAZER], False),
    ],
)
def test_it_takes_a_face_up_scale_in_each_outer_zone(spells: list[str | None], possible: bool) -> None:
    assert Game(Cards(hand=["Curse of Dragon"], spells=spells)).can("pendulum_summon") is possible


@rule("YGO-MOVE-33")
@pytest.mark.parametrize(
    ("low", "high", "possible"), [(4, 4, False), (4, 5, False), (3, 5, True), (5, 3, True)]
)
def test_only_levels_strictly_between_the_scales(low: int, high: int, possible: bool) -> None:
    game = Game(Cards(hand=[*LEVELS, "Kuriboh"], spells=[MANDRAGON, None, None, None, CANNON]))
    for name, number in ((MANDRAGON, low), (CANNON, high)):
        hold(game, Rule.SCALE, name, number)
    game.do("set", "Kuriboh")
    assert game.can("pendulum_summon") is possible


@rule("YGO-MOVE-34", "YGO-MOVE-33")
def test_scales_1_and_8_let_levels_2_to_7_come() -> None:
    hand = ["Kuriboh", "Happy Lover", "Dark Magician", "Blue-Eyes White Dragon"]
    assert comers(Game(Cards(hand=hand, spells=SCALES, deck=["Pot of Greed"]))) == [
        "Dark Magician",
        "Happy Lover",
    ]


@rule("YGO-MOVE-35", "GAP-31")
def test_they_come_from_the_hand_and_face_up_from_the_extra_deck_alone() -> None:
    game = Game(
        Cards(
            hand=["Battle Ox"], deck=["Pot of Greed"], extra=[MANDRAGON, "Stardust Dragon"], spells=SCALES,
            extra_face_up=[CANNON], graveyard=["Silver Fang"], banished=["Feral Imp"],
        )
    )  # fmt: skip
    assert comers(game) == sorted(["Battle Ox", CANNON])


@rule("YGO-MOVE-36")
def test_from_the_hand_to_any_free_main_monster_zone() -> None:
    game = Game(Cards(hand=["Battle Ox"], monsters=["Feral Imp"], spells=SCALES))
    assert places(game, "Battle Ox") == MAIN[1:]


@rule("YGO-MOVE-37", "YGO-PEN-08", "CF-01")
@pytest.mark.parametrize(
    ("mine", "theirs", "offered"),
    [
        (None, None, EXTRA),
        (None, "Decode Talker", [MAIN[3], EXTRA[0]]),
        ("Decode Talker", None, [MAIN[0], MAIN[2]]),
    ],
)
def test_from_the_extra_deck_to_an_extra_or_a_linked_zone(
    mine: str | None, theirs: str | None, offered: list[str]
) -> None:
    you = Cards(extra_face_up=[MANDRAGON], spells=SCALES, deck=["Pot of Greed"], extra_monster=mine)
    assert places(Game(you, Cards(extra_monster=theirs)), MANDRAGON) == offered


@rule("YGO-MOVE-38", "YGO-MOVE-39")
def test_once_a_turn_beside_the_normal_summon() -> None:
    game = Game(Cards(hand=["Battle Ox", "Silver Fang", "Feral Imp"], spells=SCALES))
    game.do("pendulum_summon", "", "Battle Ox", "attack", "done")
    assert not game.can("pendulum_summon")
    game.do("summon", "Silver Fang")
    assert game.names("monster") == ["Battle Ox", "Silver Fang"]
    assert game.end_turn().end_turn().can("pendulum_summon")


# --- the Extra Deck instead of the Graveyard ----------------------------------------------------------------


@rule("YGO-MOVE-10", "YGO-PEN-01")
@pytest.mark.parametrize("verb", ["summon", "set"])
def test_tributed_it_goes_face_up_to_the_extra_deck(verb: str) -> None:
    game = Game(Cards(hand=["Summoned Skull"], monsters=[MANDRAGON])).do(verb, "Summoned Skull")
    assert (game.names("extra_deck"), game.count("graveyard")) == ([MANDRAGON], 0)
    assert game.card(MANDRAGON).face_up


@rule("YGO-PEN-01", "YGO-PEN-07", "YGO-MOVE-44")
@pytest.mark.parametrize("by_battle", [True, False])
def test_destroyed_or_sent_from_the_field_it_lies_open_in_its_owners_extra_deck(by_battle: bool) -> None:
    def body(fx: Fx) -> Body:
        yield send_to_graveyard(fx.monsters(OPPONENT))

    game = lend(Game(Cards(monsters=[BEARER, "Blue-Eyes White Dragon"]), Cards(monsters=[MANDRAGON])), body)
    if by_battle:
        game.attack("Blue-Eyes White Dragon", MANDRAGON)
    else:
        game.do("activate", BEARER)
    (handle,) = [one for one in game.view(0).piles["1:extra_deck"].handles if one]
    assert game.view(0).cards[handle].code == game.card(MANDRAGON).code
    assert game.names("graveyard", 1) == []


@rule("YGO-PEN-03", "YGO-PEN-04", "YGO-MOVE-45")
@pytest.mark.parametrize("where", ["hand", "deck"])
def test_discarded_or_milled_it_goes_to_the_graveyard(where: str) -> None:
    def body(fx: Fx) -> Body:
        yield discard(fx.cards("hand", YOU)) if where == "hand" else mill(fx.you, 1)

    you = Cards(hand=[MANDRAGON], monsters=[BEARER], deck=["Kuriboh", CANNON])
    game = lend(Game(you), body).do("activate", BEARER)
    assert (MANDRAGON if where == "hand" else CANNON) in game.names("graveyard")
    assert game.count("extra_deck") == 0


@rule("YGO-PEN-02", "CF-08", "YGO-XYZ-05")
def test_detached_it_goes_to_the_graveyard() -> None:
    game = Game(Cards(monsters=[TIMEGAZER, "Baby Dragon"], extra=["Number 17: Leviathan Dragon"]))
    game.do("special_summon", "Number 17: Leviathan Dragon")
    game.do("activate", "Number 17: Leviathan Dragon", TIMEGAZER)
    assert (game.names("graveyard"), game.count("extra_deck")) == ([TIMEGAZER], 0)
