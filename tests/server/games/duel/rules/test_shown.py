"""What players see of cards while effects resolve: destroyed equips, lasting reveals, shuffled Set cards."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core.effect import Body, CardScript, Continuous, Fx
from facedown_server.games.duel.script import (
    OPPONENT,
    YOU,
    Card,
    Rule,
    apply_rule,
    mix_set_cards,
    show,
    take_control,
)
from facedown_server.refereeing.referee import Act, Choice
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import CLASSES, PUBLIC_CLASS_INDEX
from facedown_shared.text.errors import Illegal
from tests.play import Cards, Game
from tests.rules import rule
from tests.server.games.duel.lent import BEARER, lend


def read_names(game: Game, viewer: int, pile: str) -> list[str]:
    """Return the names a viewer reads in a zone, "" for a back."""
    view: View = game.view(viewer)
    codes = [view.cards[handle].code for handle in view.piles[pile].handles if handle]
    return [game.pool[code].name if code else "" for code in codes]


@rule("VIS-13", "YGO-MOVE-57", "VIS-06")
def test_an_equip_card_on_a_monster_turned_face_down_is_destroyed_in_the_open() -> None:
    game = Game(Cards(monsters=[BEARER], hand=["Axe of Despair", "Book of Moon"]))
    game.do("activate", "Axe of Despair").do("activate", "Book of Moon")
    assert [read_names(game, viewer, "0:monster") for viewer in CLASSES] == [[BEARER], [""], [""]]
    assert all("Axe of Despair" in read_names(game, viewer, "0:graveyard") for viewer in CLASSES)


@rule("VIS-41", "YGO-HAND-09", "GAP-V8")
def test_a_hand_revealed_by_an_effect_stays_open_until_it_stops() -> None:
    def body(fx: Fx) -> Body:
        yield apply_rule(Rule.REVEALED, to=fx.cards("hand", OPPONENT), turns=1)

    game = lend(Game(Cards(monsters=[BEARER]), Cards(hand=["Feral Imp"], deck=["Dark Hole"])), body)
    game.do("activate", BEARER)
    for viewer in (0, PUBLIC_CLASS_INDEX):
        assert read_names(game, viewer, "1:hand") == ["Feral Imp"]
    game.end_turn()
    assert read_names(game, 0, "1:hand") == ["Feral Imp"], "the card drawn since is not revealed"
    game.end_turn()
    assert game.view(0).piles["1:hand"].count == 2
    assert read_names(game, 0, "1:hand") == read_names(game, PUBLIC_CLASS_INDEX, "1:hand") == []


@rule("YGO-HAND-09", "VIS-41", "VIS-L11")
@pytest.mark.parametrize("leaves", [True, False])
def test_what_a_face_up_card_reveals_of_a_hand_is_private_again_when_that_card_leaves(leaves: bool) -> None:
    def others(fx: Fx, card: Card) -> bool:
        return card.zone == "hand" and card.owner == fx.opponent

    hand = Cards(hand=["Feral Imp", "Sangan"], deck=["Heavy Storm"])
    game = Game(Cards(hand=["Pot of Greed"], spells=["Toon World"]), hand)
    original = game.card("Toon World").facts.original
    script = CardScript("Toon World", continuous=[Continuous(Rule.REVEALED, fits=others)])
    game.duel.scripts = {**game.duel.scripts, original: script}
    game.duel.listen(game.card("Toon World"))
    game.do("activate", "Pot of Greed")
    for viewer in CLASSES:
        assert sorted(read_names(game, viewer, "1:hand")) == ["Feral Imp", "Sangan"]
    shown = {handle for handle in game.view(0).piles["1:hand"].handles if handle}
    game.end_turn()
    for viewer in CLASSES:
        assert sorted(read_names(game, viewer, "1:hand")) == ["Feral Imp", "Heavy Storm", "Sangan"]
    if not leaves:
        assert shown < set(game.view(0).piles["1:hand"].handles)
        return
    game.do("activate", "Heavy Storm")
    assert game.names("graveyard") == ["Pot of Greed", "Toon World"]
    for viewer in (0, PUBLIC_CLASS_INDEX):
        assert game.view(viewer).piles["1:hand"].count == 2
        assert game.view(viewer).piles["1:hand"].handles == ()
    assert sorted(read_names(game, 1, "1:hand")) == ["Feral Imp", "Sangan"]


@rule("VIS-17", "VIS-27", "GAP-V13")
def test_a_set_card_one_player_looks_at_stays_a_back_to_all_but_its_own_side() -> None:
    def body(fx: Fx) -> Body:
        yield show(fx.cards("spell_trap", OPPONENT), YOU)

    game = lend(Game(Cards(monsters=[BEARER]), Cards(spells=["Waboku:set"])), body).do("activate", BEARER)
    (told,) = game.happened("reveal")
    assert told.readers == 0b011, "the one who looks, and its owner"
    assert [read_names(game, viewer, "1:spell_trap") for viewer in CLASSES] == [[""], ["Waboku"], [""]]


@rule("VIS-04", "VIS-03", "VIS-L12")
def test_a_face_down_monster_taken_over_is_read_by_its_new_controller() -> None:
    def body(fx: Fx) -> Body:
        yield take_control(fx.monsters(OPPONENT)[0], until_end_of_turn=True)

    game = lend(Game(Cards(monsters=[BEARER]), Cards(monsters=["Sangan:set"])), body)
    assert read_names(game, 0, "1:monster") == [""]
    game.do("activate", BEARER)
    assert [read_names(game, viewer, "0:monster")[1] for viewer in CLASSES] == ["Sangan", "Sangan", ""]
    game.end_turn()
    assert [read_names(game, viewer, "1:monster") for viewer in CLASSES] == [[""], ["Sangan"], [""]]


@rule("VIS-L13")
def test_an_effect_that_mixes_set_cards_renews_their_handles_for_others() -> None:
    def body(fx: Fx) -> Body:
        yield mix_set_cards(fx.monsters(YOU, lambda card: not card.face_up))

    game = lend(Game(Cards(monsters=[BEARER, "Sangan:set", "Feral Imp:set"])), body)
    before = [game.view(viewer).piles["0:monster"].handles[1:3] for viewer in CLASSES]
    game.do("activate", BEARER)
    after = [game.view(viewer).piles["0:monster"].handles[1:3] for viewer in CLASSES]
    assert sorted(after[0]) == sorted(before[0])
    assert all(not set(after[viewer]) & set(before[viewer]) for viewer in (1, PUBLIC_CLASS_INDEX))


@rule("VIS-L23")
@pytest.mark.parametrize("lying", ["Speed Warrior:set", "Feral Imp:set"])
def test_what_a_face_down_monster_could_do_face_up_opens_no_window(lying: str) -> None:
    game = Game(Cards(hand=["Battle Ox"]), Cards(monsters=[lying])).begin_act("summon", "Battle Ox")
    while game.ask.kind == "response":
        assert game.ask.seat == 0
        game.choose("pass")


@rule("VIS-L23", "GAP-V11")
def test_who_is_asked_when_does_not_depend_on_what_the_other_player_holds() -> None:
    """One of them can respond to the attack, the other cannot; their opponent sees the same windows."""
    seen = []
    for held, lying in (("Kuriboh", "Mirror Force:set"), ("Feral Imp", "Dark Hole:set")):
        game = Game(Cards(monsters=["Summoned Skull"]), Cards(hand=[held], spells=[lying]))
        game.declare_attack("Summoned Skull")
        windows = []
        while game.ask.kind == "response":
            windows.append((game.view(0).waiting, game.referee.prompts()[0].possible))
            game.choose("pass")
        seen.append(windows)
    assert seen[0] == seen[1]
    assert any(waiting[0].seat == 1 for waiting, _ in seen[0])


@rule("VIS-05")
@pytest.mark.parametrize("how", ["flip summon", "attack", "effect"])
def test_a_card_turned_face_up_is_everybodys_to_read(how: str) -> None:
    mine = Cards(hand=["Swords of Revealing Light"], monsters=["Silver Fang"])
    seat, sides = 1, [mine, Cards(monsters=["Mystical Elf:set"])]
    if how == "flip summon":
        seat, sides = 0, sides[::-1]
    game, pile = Game(*sides), f"{seat}:monster"
    assert [read_names(game, viewer, pile) for viewer in (1 - seat, PUBLIC_CLASS_INDEX)] == [[""], [""]]
    if how == "attack":
        game.attack("Silver Fang")
    else:
        verb, card = ("flip_summon", "Mystical Elf") if how == "flip summon" else ("activate", mine.hand[0])
        game.do(verb, card)
    assert [read_names(game, viewer, pile) for viewer in CLASSES] == [["Mystical Elf"]] * 3
    assert [told.readers for told in game.happened("flip")] == [0b111]


@rule("VIS-56")
def test_the_links_of_a_chain_are_everybodys_to_see() -> None:
    game = Game(Cards(hand=["Ookazi"]), Cards(spells=["Jar of Greed:set"]))
    game.begin_act("activate", "Ookazi").respond("Jar of Greed")
    for viewer in CLASSES:
        view = game.view(viewer)
        assert [(link.seat, game.pool[link.code].name) for link in view.chain] == [
            (0, "Ookazi"), (1, "Jar of Greed")
        ]  # fmt: skip


@rule("VIS-L23")
def test_a_refusal_says_the_same_whatever_the_other_player_has_set_or_holds() -> None:
    said = []
    for held, lying in (("Kuriboh", "Mirror Force:set"), ("Feral Imp", "Ookazi:set")):
        game = Game(Cards(monsters=["Battle Ox"]), Cards(hand=[held], spells=[lying]))
        rows = []
        for card in (*game.duel.cards_at("hand", 1), *game.duel.cards_at("spell_trap", 1)):
            for act in (
                Act(0, Choice((f"activate:{card.id}:0",))),
                Act(1, Choice((f"activate:{card.id}:0",))),
            ):
                with pytest.raises(Illegal) as refusal:
                    game.referee.check(act)
                rows.append((str(refusal.value), refusal.value.code))
        said.append(rows)
    assert said[0] == said[1]
