"""Format classic: Fusion and Ritual Monsters, the kinds of effects, Tokens."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.effect import Fx
from facedown_server.games.duel.core.words import YOU, EffectKind
from facedown_server.games.duel.scripting.conditions import can_special_summon_here
from facedown_server.games.duel.scripting.costs import discard_cost, pay_cost
from facedown_shared.tables.view import VisibleCard
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, do_nothing, lend
from tests.server.games.duel.rules.classic.laid_out import classic, moved_names, read

GAIA, CURSE, CHAMPION = "Gaia The Fierce Knight", "Curse of Dragon", "Gaia the Dragon Champion"
SOLDIER, RITUAL = "Black Luster Soldier", "Black Luster Ritual"
FIVE = ["Battle Ox", "Uraby", "Silver Fang", "Neo the Magic Swordsman", "Mystic Clown"]


def fusion(theirs: Cards | None = None) -> Game:
    """Return a game with Gaia on the field, Curse of Dragon and Polymerization in the hand."""
    mine = Cards(hand=["Polymerization", CURSE, "Feral Imp"], monsters=[GAIA], extra=[CHAMPION])
    return classic(mine, theirs)


# --- Fusion -------------------------------------------------------------------------------------------------


@rule("CLS-FUS-01", "CLS-FUS-02")
def test_fusion_needs_every_material_the_card_names() -> None:
    mine = Cards(hand=["Polymerization", "Battle Ox"], monsters=[GAIA], extra=[CHAMPION])
    assert not classic(mine).can("activate", "Polymerization")
    assert fusion().can("activate", "Polymerization")


@rule("CLS-FUS-03", "CLS-FUS-05", "CLS-FUS-10")
def test_materials_from_field_and_hand_end_in_the_graveyard_with_the_spell() -> None:
    game = fusion().begin_act("activate", "Polymerization")
    assert game.names("spell_trap") == ["Polymerization"]
    game.to_open()
    assert sorted(game.names("graveyard")) == sorted([GAIA, CURSE, "Polymerization"])
    assert (game.names("monster"), game.count("extra_deck")) == ([CHAMPION], 0)
    assert [told.word for told in game.happened("summoned")] == ["fusion"]


@rule("CLS-FUS-10", "CLS-MAT-09")
def test_polymerization_needs_a_free_space_for_itself() -> None:
    mine = Cards(hand=["Polymerization", CURSE], monsters=[GAIA], extra=[CHAMPION], spells=["Waboku:set"] * 5)
    assert not classic(mine).can("activate", "Polymerization")


@rule("CLS-FUS-03")
def test_there_is_no_fusion_in_the_opponents_turn() -> None:
    theirs = Cards(
        hand=[CURSE], monsters=[GAIA], extra=[CHAMPION], spells=["Polymerization:set", "Waboku:set"]
    )
    game = classic(Cards(monsters=["Battle Ox"]), theirs).choose("phase:battle")
    assert game.ask.seat == 1
    assert game.can("activate", "Waboku")
    assert not game.can("activate", "Polymerization")


@rule("CLS-FUS-04", "CF-43")
@pytest.mark.parametrize(("position", "sideways"), [("attack", False), ("defense", True)])
def test_the_fusion_monster_comes_face_up_in_the_position_chosen(position: str, sideways: bool) -> None:
    game = fusion().do("activate", "Polymerization", position)
    champion = game.card(CHAMPION)
    assert (champion.zone, champion.face_up, champion.defense_position) == ("monster", True, sideways)


@rule("CF-01", "CLS-FUS-04")
def test_a_fusion_monster_may_take_any_free_monster_zone() -> None:
    game = fusion().begin_act("activate", "Polymerization").calm()
    while not game.can("zone"):
        game.choose(game.ask.options[0][0])
    assert {str(option.place) for _, option in game.ask.options} == {f"0:monster:{n}" for n in range(5)}


@rule("CLS-FUS-06", "CLS-CARD-08", "CLS-MAT-06")
def test_a_destroyed_fusion_monster_lies_face_up_in_the_graveyard() -> None:
    game = classic(Cards(hand=["Raigeki"]), Cards(monsters=[CHAMPION])).do("activate", "Raigeki")
    assert read(game, 0, 1, "graveyard") == [CHAMPION]
    assert game.card(CHAMPION).face_up


@rule("CLS-FUS-07", "CF-10", "CF-11")
def test_a_fusion_monster_sent_to_the_hand_goes_to_the_fusion_deck() -> None:
    mine = Cards(hand=["Feral Imp"], spells=["Compulsory Evacuation Device:set"])
    game = classic(mine, Cards(monsters=[CHAMPION])).do("activate", "Compulsory Evacuation Device")
    assert (game.names("extra_deck", 1), game.count("hand", 1)) == ([CHAMPION], 1)


@rule("CLS-FUS-08")
def test_trap_hole_does_not_answer_a_fusion() -> None:
    game = fusion(Cards(spells=["Trap Hole:set", "Torrential Tribute:set"])).begin_act(
        "activate", "Polymerization"
    )
    while not game.happened("summoned"):
        game.choose("pass" if game.can("pass") else game.ask.options[0][0])
    while game.ask.seat == 0:
        game.choose("pass")
    assert game.can("activate", "Torrential Tribute")
    assert not game.can("activate", "Trap Hole")


@rule("CLS-FUS-09")
@pytest.mark.parametrize("verb", ["summon", "set"])
def test_after_a_fusion_the_normal_summon_is_still_there(verb: str) -> None:
    game = fusion().do("activate", "Polymerization").do(verb, "Feral Imp")
    assert game.count("monster") == 2


# --- Ritual -------------------------------------------------------------------------------------------------


def ritual() -> Game:
    """Return a game with Black Luster Soldier and its Spell, and 8 Levels to Tribute on field and hand
    together.
    """
    return classic(Cards(hand=[SOLDIER, RITUAL, "Battle Ox", "Feral Imp"], monsters=["Uraby"]))


@rule("CLS-RIT-02", "CLS-SPELL-21")
def test_a_ritual_monster_needs_its_spell_and_the_tributes() -> None:
    game = classic(Cards(hand=[SOLDIER, RITUAL], deck=["Kuriboh"], monsters=["Uraby"]))
    for verb in ("summon", "set", "special_summon"):
        assert not game.can(verb, SOLDIER)
    assert not game.can("activate", RITUAL)
    game = classic(Cards(hand=[SOLDIER, "Black Illusion Ritual"], monsters=["Uraby", "Battle Ox"]))
    for verb in ("summon", "set", "activate"):
        assert not game.can(verb, SOLDIER)
        assert not game.can(verb, "Black Illusion Ritual") or verb == "set"


@rule("CLS-RIT-02")
@pytest.mark.parametrize(
    ("hand", "field"),
    [(["Battle Ox", "Uraby"], []), (["Battle Ox"], ["Uraby"]), ([], ["Battle Ox", "Uraby"])],
)
def test_a_ritual_succeeds_with_its_spell_and_tributes_from_hand_and_field(
    hand: list[str], field: list[str]
) -> None:
    game = classic(Cards(hand=[SOLDIER, RITUAL, "Black Illusion Ritual", *hand], monsters=field))
    assert not game.can("activate", "Black Illusion Ritual"), "another monster's Spell"
    game.do("activate", RITUAL, "Battle Ox", "Uraby")
    assert game.names("monster") == [SOLDIER]
    assert sorted(game.names("graveyard")) == ["Battle Ox", RITUAL, "Uraby"]
    assert [told.word for told in game.happened("summoned")] == ["ritual"]


@rule("CLS-RIT-03")
@pytest.mark.parametrize("where", ["hand", "spells"])
def test_the_ritual_spell_may_lie_set_or_in_the_hand(where: str) -> None:
    mine = {
        "hand": Cards(hand=[SOLDIER, RITUAL, "Battle Ox"], monsters=["Uraby"]),
        "spells": Cards(hand=[SOLDIER, "Battle Ox"], monsters=["Uraby"], spells=[f"{RITUAL}:set"]),
    }
    game = classic(mine[where]).do("activate", RITUAL, "Battle Ox", "Uraby")
    assert game.names("monster") == [SOLDIER]


@rule("CLS-RIT-04", "CLS-RIT-05", "CLS-SPELL-21")
@pytest.mark.parametrize(("position", "sideways"), [("attack", False), ("defense", True)])
def test_a_ritual_summon_ends_in_the_position_chosen_and_the_rest_in_the_graveyard(
    position: str, sideways: bool
) -> None:
    game = ritual().do("activate", RITUAL, "Battle Ox", "Uraby", position)
    soldier = game.card(SOLDIER)
    assert (soldier.zone, soldier.face_up, soldier.defense_position) == ("monster", True, sideways)
    assert sorted(game.names("graveyard")) == ["Battle Ox", RITUAL, "Uraby"]


@rule("CLS-RIT-06", "CLS-CARD-08")
def test_a_destroyed_ritual_monster_goes_to_the_graveyard() -> None:
    game = classic(Cards(hand=["Raigeki"]), Cards(monsters=[SOLDIER])).do("activate", "Raigeki")
    assert game.names("graveyard", 1) == [SOLDIER]


@rule("CLS-RIT-07")
def test_returned_to_the_hand_it_needs_another_ritual_summon() -> None:
    mine = Cards(monsters=[SOLDIER, *FIVE[:2]], spells=["Compulsory Evacuation Device:set"])
    game = classic(mine).do("activate", "Compulsory Evacuation Device", SOLDIER)
    assert SOLDIER in game.names("hand")
    for verb in ("summon", "set", "special_summon"):
        assert not game.can(verb, SOLDIER)


@rule("CLS-RIT-07")
@pytest.mark.parametrize(("name", "allowed"), [(SOLDIER, False), ("Feral Imp", True)])
def test_no_effect_special_summons_it_from_the_hand_it_was_returned_to(name: str, allowed: bool) -> None:
    mine = Cards(
        hand=["Feral Imp"], monsters=[SOLDIER, *FIVE[:2]], spells=["Compulsory Evacuation Device:set"]
    )

    def possible(fx: Fx) -> bool:
        return any(can_special_summon_here(fx, card) for card in fx.cards("hand", YOU) if card.name == name)

    game = lend(classic(mine), do_nothing, "Uraby", only=possible)
    game.do("activate", "Compulsory Evacuation Device", SOLDIER)
    assert SOLDIER in game.names("hand")
    assert game.can("activate", "Uraby") is allowed


@rule("CLS-RIT-08")
@pytest.mark.parametrize(("verb", "words"), [("summon", ["ritual", "normal"]), ("set", ["ritual"])])
def test_after_a_ritual_summon_the_normal_summon_is_still_there(verb: str, words: list[str]) -> None:
    game = ritual().do("activate", RITUAL, "Battle Ox", "Uraby").do(verb, "Feral Imp")
    assert [told.word for told in game.happened("summoned")] == words
    assert sorted(game.names("monster")) == sorted([SOLDIER, "Feral Imp"])


@rule("CLS-RIT-03")
def test_there_is_no_ritual_in_the_opponents_turn() -> None:
    theirs = Cards(hand=[SOLDIER, "Battle Ox"], monsters=["Uraby"], spells=[f"{RITUAL}:set", "Waboku:set"])
    game = classic(Cards(monsters=["Silver Fang"]), theirs).choose("phase:battle")
    assert game.ask.seat == 1
    assert game.can("activate", "Waboku")
    assert not game.can("activate", RITUAL)


# --- kinds of effects ---------------------------------------------------------------------------------------


@rule("CLS-EFF-01")
def test_every_effect_monster_has_an_effect_of_a_known_sort() -> None:
    duel = classic().duel
    sorts = {EffectKind.FLIP, EffectKind.IGNITION, EffectKind.TRIGGER, EffectKind.QUICK}
    for code, script in duel.scripts.items():
        facts = duel.pool[code]
        if facts.is_monster and "pendulum" not in facts.kinds:
            assert {effect.kind for effect in script.effects} <= sorts, facts.name
        flips = any(effect.kind is EffectKind.FLIP for effect in script.effects)
        assert flips == facts.is_a("flip"), facts.name


@rule("CLS-EFF-02")
@pytest.mark.parametrize("how", ["flip summon", "attack", "spell"])
def test_a_flip_effect_comes_however_the_card_is_turned(how: str) -> None:
    if how == "flip summon":
        game = classic(Cards(monsters=["Magician of Faith:set"], graveyard=["Raigeki"]))
        game.do("flip_summon", "Magician of Faith")
        assert "Raigeki" in game.names("hand")
        return
    mine = Cards(hand=["Swords of Revealing Light"], monsters=["Battle Ox"])
    game = classic(mine, Cards(monsters=["Magician of Faith:set"], graveyard=["Raigeki"]))
    game.attack("Battle Ox") if how == "attack" else game.do("activate", "Swords of Revealing Light")
    assert "Raigeki" in game.to_open().names("hand", 1)


@rule("CLS-EFF-03", "CF-27")
def test_the_flip_effect_of_a_beaten_monster_comes_before_the_graveyard() -> None:
    game = classic(Cards(monsters=["Battle Ox", "Summoned Skull"]), Cards(monsters=["Man-Eater Bug:set"]))
    game.attack("Battle Ox").choose("Summoned Skull").calm()
    assert moved_names(game)[-2:] == ["Summoned Skull", "Man-Eater Bug"]


@rule("CLS-EFF-04")
def test_a_flip_monster_summoned_face_up_does_nothing() -> None:
    game = classic(Cards(hand=["Man-Eater Bug"]), Cards(monsters=["Battle Ox"])).do("summon", "Man-Eater Bug")
    assert (game.names("monster", 1), game.happened("activate")) == (["Battle Ox"], [])


@rule("CLS-EFF-05")
def test_a_continuous_effect_ends_when_its_monster_is_turned_face_down() -> None:
    assert not classic(Cards(spells=["Waboku:set"], monsters=["Jinzo"])).can("activate", "Waboku")
    game = classic(Cards(hand=["Book of Moon"], spells=["Waboku:set"], monsters=["Jinzo"]))
    assert game.do("activate", "Book of Moon").can("activate", "Waboku")


@rule("CLS-EFF-06")
@pytest.mark.parametrize(("life", "offered"), [(1001, True), (1000, True), (999, False)])
def test_a_cost_that_cannot_be_paid_is_not_offered(life: int, offered: bool) -> None:
    theirs = Cards(life=life, spells=["Seven Tools of the Bandit:set"])
    game = classic(Cards(spells=["Jar of Greed:set"]), theirs).begin_act("activate", "Jar of Greed")
    assert game.can("activate", "Seven Tools of the Bandit") is offered


@rule("CLS-EFF-06")
@pytest.mark.parametrize(
    ("price", "board", "offered"),
    [
        ("discard", Cards(hand=["Feral Imp"], monsters=[BEARER]), True),
        ("discard", Cards(monsters=[BEARER], deck=[]), True),
        ("life", Cards(monsters=[BEARER], life=500), True),
        ("life", Cards(monsters=[BEARER], life=499), False),
    ],
)
def test_a_monsters_effect_may_cost_a_discard_or_life_points(price: str, board: Cards, offered: bool) -> None:
    cost = discard_cost() if price == "discard" else pay_cost(500)
    game = lend(classic(board), do_nothing, cost=cost)
    assert game.can("activate", BEARER) is offered
    if offered:
        before = game.count("hand"), game.life()
        game.begin_act("activate", BEARER)
        paid = (before[0] - game.count("hand"), before[1] - game.life())
        assert paid == ((1, 0) if price == "discard" else (0, 500)), "paid before it is answered"


@rule("CLS-EFF-06")
def test_a_cost_effect_takes_its_price_at_once() -> None:
    game = classic(Cards(monsters=["Exiled Force"]), Cards(monsters=["Battle Ox"]))
    game.begin_act("activate", "Exiled Force")
    assert (game.names("graveyard"), game.names("monster", 1)) == (["Exiled Force"], ["Battle Ox"])
    assert game.calm().names("graveyard", 1) == ["Battle Ox"]


@rule("CLS-EFF-07")
def test_a_trigger_effect_follows_direct_damage() -> None:
    game = classic(Cards(monsters=["White Magical Hat"]), Cards(hand=["Feral Imp"]))
    game.attack("White Magical Hat")
    assert (game.life(1), game.count("hand", 1), game.count("graveyard", 1)) == (7000, 1, 1)
    game = classic(Cards(monsters=["White Magical Hat"]), Cards(hand=["Feral Imp"]))
    assert game.phase("battle").phase("main2").count("hand", 1) == 2
    game = classic(Cards(hand=["Dark Hole"], monsters=["Sangan"], deck=["Uraby", "Feral Imp"]))
    assert not game.happened("activate")
    assert "Feral Imp" in game.do("activate", "Dark Hole").names("hand"), "a condition of its own"


@rule("CLS-EFF-08")
def test_a_multi_trigger_effect_is_offered_in_the_opponents_turn() -> None:
    game = classic(Cards(monsters=["Battle Ox"]), Cards(hand=["Kuriboh"])).declare_attack("Battle Ox")
    assert game.duel.state.turn_player == 0
    game.respond("Kuriboh", seat=1)
    assert game.duel.state.chain[-1].seat == 1


# --- Tokens -------------------------------------------------------------------------------------------------


def tokens(game: Game, viewer: int = 1) -> list[VisibleCard]:
    """Return the Tokens of seat 0 as a viewer sees them."""
    seen = game.view(viewer)
    lying = [seen.cards[handle] for handle in seen.pile(0, "monster").handles if handle]
    return [card for card in lying if card.token]


@rule("CLS-TOK-02", "CF-36", "CLS-TOK-01")
def test_a_token_shows_its_position_and_is_never_face_down() -> None:
    game = classic(Cards(hand=["Scapegoat", "Book of Moon"])).do("activate", "Scapegoat")
    assert [card.defense_position for card in tokens(game)] == [True] * 4
    assert not game.can("activate", "Book of Moon")
    game.end_turn().end_turn().do("change_position", "Sheep Token")
    assert sorted(card.defense_position for card in tokens(game)) == [False, True, True, True]
    assert all(card.face_up for card in tokens(game))


@rule("CLS-TOK-03")
def test_tokens_take_up_monster_zones() -> None:
    game = classic(Cards(hand=["Scapegoat", "Feral Imp", "Uraby"])).do("activate", "Scapegoat")
    game.do("set", "Feral Imp").end_turn().end_turn()
    assert (game.count("monster"), game.can("summon", "Uraby")) == (5, False)
    assert not classic(Cards(hand=["Scapegoat"], monsters=FIVE[:2])).can("activate", "Scapegoat")


@rule("CLS-TOK-04")
@pytest.mark.parametrize("spell", ["Raigeki", "Compulsory Evacuation Device:set"])
def test_a_token_that_is_destroyed_or_returned_is_just_gone(spell: str) -> None:
    game = classic(
        Cards(hand=["Scapegoat"]), Cards(hand=["Raigeki"], spells=["Compulsory Evacuation Device:set"])
    )
    game.do("activate", "Scapegoat").end_turn()
    hand = game.count("hand")
    game.do("activate", spell.removesuffix(":set"))
    assert game.count("monster") == (0 if spell == "Raigeki" else 3)
    assert (game.names("graveyard"), game.count("hand"), game.count("banished")) == (["Scapegoat"], hand, 0)
