"""Format classic: Life Points, how a duel is won, and how it begins."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.duel.game_actions import players
from facedown_server.refereeing.referee import Act, Choice
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_server.table.sight import redact, view
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import Deck
from facedown_shared.tables import TABLES
from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX
from facedown_shared.text.errors import Illegal
from tests.play import Cards, code
from tests.rules import rule
from tests.server.games.duel.rules.classic.laid_out import classic, read

EXODIA = [
    "Exodia the Forbidden One", "Left Arm of the Forbidden One", "Left Leg of the Forbidden One",
    "Right Arm of the Forbidden One", "Right Leg of the Forbidden One",
]  # fmt: skip


def begin_duel(secret: int = 1) -> DuelReferee:
    """Begin a duel with two Decks of forty different cards, up to its first prompt."""
    names = [card.code for card in bundled_pool() if card.kinds == ("monster", "normal")]
    deck = Deck(tuple(names[:40]), (code("Gaia the Dragon Champion"),) * 2, ())
    duel = DuelReferee(FORMATS["classic"], bundled_pool())
    for _ in duel.start(Setup("classic", (deck, deck)), RandomStreams(bytes([secret]) * 32)):
        pass
    return duel


@rule("CLS-WIN-01", "CLS-SETUP-10")
def test_a_duel_begins_with_8000_and_five_cards() -> None:
    duel = begin_duel()
    assert [duel.state.life(seat) for seat in (0, 1)] == [8000, 8000]
    assert [len(duel.duel.cards_at("hand", 1)), len(duel.duel.cards_at("deck", 1))] == [5, 35]
    assert [len(duel.duel.cards_at("hand", 0)), len(duel.duel.cards_at("deck", 0))] == [6, 34], (
        "who starts has drawn"
    )


@rule("CLS-SETUP-02", "CLS-SETUP-03", "CLS-MAT-11")
def test_decks_are_shuffled_beyond_foresight_and_lie_face_down() -> None:
    orders = {
        tuple(card.code for card in begin_duel(secret).duel.cards_at("deck", 0)) for secret in (1, 2, 3)
    }
    assert len(orders) == 3
    state = begin_duel().state
    for seat, left in ((0, 34), (1, 35)):
        assert {card.owner for card in state.pile(seat, "deck") if card} == {seat}
        for viewer in (0, 1, PUBLIC_CLASS_INDEX):
            pile = view(state, viewer).pile(seat, "deck")
            assert (pile.count, pile.handles) == (left, ())


@rule("CLS-SETUP-04", "CLS-MAT-05", "CLS-FUS-11")
def test_the_fusion_deck_lies_apart_and_only_its_owner_reads_it() -> None:
    duel = begin_duel()
    assert TABLES["classic"].zones["extra_deck"].title == "Fusion Deck"
    assert [card.name for card in duel.duel.cards_at("extra_deck", 0)] == ["Gaia the Dragon Champion"] * 2
    before = duel.duel.cards_at("extra_deck", 0)
    players.shuffle(duel.duel, 0)
    assert duel.duel.cards_at("extra_deck", 0) == before
    own, other = view(duel.state, 0), view(duel.state, 1)
    assert all(own.cards[handle].code for handle in own.pile(0, "extra_deck").handles)
    assert (other.pile(0, "extra_deck").count, other.pile(0, "extra_deck").handles) == (2, ())


@rule("CLS-WIN-02", "CLS-BATTLE-27")
def test_battle_damage_lowers_life_points_once() -> None:
    game = classic(Cards(monsters=["Swordsman of Landstar"])).attack("Swordsman of Landstar")
    assert [told.amount for told in game.happened("life")] == [-500]
    assert game.life(1) == 7500


@rule("CLS-WIN-03")
def test_at_0_a_player_has_lost() -> None:
    game = classic(Cards(monsters=["Swordsman of Landstar"]), Cards(life=300))
    game.attack("Swordsman of Landstar")
    assert (game.over, game.life(1)) == ("0 lp", 0)
    with pytest.raises(Illegal):
        game.referee.check(Act(0, Choice(("phase:end",))))


@rule("CLS-WIN-04")
def test_both_at_0_together_is_a_draw() -> None:
    game = classic(Cards(life=1000, spells=["Self-Destruct Button:set"]))
    assert game.do("activate", "Self-Destruct Button").over == "draw lp"


@rule("CLS-WIN-06", "GAP-46")
@pytest.mark.parametrize("rules", ["classic", "master"])
def test_the_fifth_piece_wins_at_once_even_as_it_is_drawn(rules: str) -> None:
    game = classic(Cards(hand=EXODIA[:4], deck=EXODIA[4:]), rules=rules)
    assert game.over.startswith("0 ")
    assert game.duel.state.phase == "draw"


@rule("CLS-WIN-06")
def test_the_fifth_piece_wins_in_the_opponents_battle_phase() -> None:
    mine = Cards(hand=EXODIA[1:], deck=["Feral Imp", EXODIA[0]], spells=["Jar of Greed:set"])
    game = classic(mine, Cards(monsters=["Battle Ox"]), first=0).declare_attack("Battle Ox")
    game.respond("Jar of Greed", seat=0).calm()
    assert game.over.startswith("0 ")
    assert set(EXODIA) <= set(read(game, 1, 0, "hand"))


@rule("CLS-WIN-06")
def test_four_pieces_in_hand_and_one_on_the_field_win_nothing() -> None:
    assert not classic(Cards(hand=EXODIA[:4], monsters=EXODIA[4:])).over


@rule("CLS-WIN-06")
def test_a_second_head_in_the_hand_changes_nothing() -> None:
    assert classic(Cards(hand=EXODIA[:4] + EXODIA[:1], deck=EXODIA[4:])).over == "0 exodia"


@rule("CLS-SETUP-11")
def test_every_act_is_told_before_what_comes_of_it() -> None:
    game = classic(Cards(hand=["Ookazi"])).do("activate", "Ookazi")
    kinds = [redact(told, 1).kind for told in game.told if told.kind in ("activate", "life")]
    assert kinds == ["activate", "life"]
    game = classic(Cards(monsters=["Battle Ox"]), Cards(monsters=["Silver Fang"])).attack("Battle Ox")
    later = [redact(told, 1).kind for told in game.told if told.kind in ("attack", "life", "move")]
    assert later[-3:] == ["attack", "life", "move"]


@rule("CLS-SETUP-12", "CLS-MAT-07", "GAP-40")
def test_everybody_may_know_graveyards_and_all_counts() -> None:
    game = classic(Cards(hand=["Feral Imp"] * 2, graveyard=["Sangan", "Ookazi"], extra=["Flame Swordsman"]))
    for viewer in (1, PUBLIC_CLASS_INDEX):
        assert read(game, viewer, 0, "graveyard") == ["Ookazi", "Sangan"]
        seen = game.view(viewer)
        assert [seen.pile(0, zone).count for zone in ("hand", "deck", "extra_deck")] == [3, 9, 1]


@rule("CLS-SETUP-13", "CF-35")
def test_cards_of_the_other_side_answer_to_nobody_else() -> None:
    theirs = Cards(hand=["Feral Imp"], monsters=["Battle Ox"], spells=["Waboku:set"])
    game = classic(Cards(monsters=["Silver Fang"]), theirs)
    assert not any(game.duel.state.cards[int(key.split(":")[1])].controller for key, option in
                   game.ask.options if option.verb not in ("phase", "activate"))  # fmt: skip
    with pytest.raises(Illegal):
        game.referee.check(Act(0, Choice((f"change_position:{game.card('Battle Ox').id}",))))
    with pytest.raises(Illegal):
        game.referee.check(Act(1, Choice(("phase:end",))))
