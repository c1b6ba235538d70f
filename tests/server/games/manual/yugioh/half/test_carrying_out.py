"""Cards without a script in a duel by the rules: activated, responded to, negated, carried out, agreed
upon.
"""

from __future__ import annotations

import pytest

from facedown_server.games.manual.yugioh.half.gestures import MAX_OBJECTIONS
from facedown_shared.cards.facts import TokenPrint
from facedown_shared.protocol.gestures import Activate, DeclareAttack, EndTurn, Gesture, GoToPhase, Move
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX, Place
from facedown_shared.text.errors import Code, Illegal
from tests.play import Cards
from tests.rules import rule
from tests.server.games.manual.yugioh.half.halves import HalfGame, refusal_sentence

PENDULUM = "Stargazer Magician"


def test_a_spell_is_a_chain_link_that_its_controller_carries_out() -> None:
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(monsters=["Tide Diver"]))
    game.activate("Ember Call", "Tide Diver")
    assert [link.card.name for link in game.duel.state.chain] == ["Ember Call"]
    assert game.duel.state.chain[0].targets == (game.card("Tide Diver"),)
    game.hand("move", "Tide Diver", to="1:graveyard", text="destroy").declare_done().to_open()
    assert (game.names("graveyard", 1), game.names("graveyard")) == (["Tide Diver"], ["Ember Call"])
    assert game.happened("move")[-2].cause == "destroy"


def test_an_objection_gives_the_word_back_until_both_agree() -> None:
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(hand=["Tide Song"]))
    game.activate("Ember Call").hand("life", text="-2000", seat=1).declare_done(agree=False)
    assert (game.ask.kind, game.ask.seat) == ("by_hand", 0)
    assert [(told.seat, told.card) for told in game.happened("objection")] == [(1, game.card("Ember Call"))]
    game.hand("life", text="+1000", seat=1).declare_done(agree=True)
    assert game.life(1) == 7000
    assert game.to_open().names("graveyard") == ["Ember Call"]


def test_only_so_many_objections_hold_up_the_controller_of_a_card() -> None:
    """Seen to fail: the opponent objected for ever, while the other player's clock ran out."""
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(hand=["Tide Song"]))
    game.activate("Ember Call").hand("life", text="-2000", seat=1)
    for _ in range(MAX_OBJECTIONS):
        game.declare_done(agree=False)
    assert len(game.happened("objection")) == MAX_OBJECTIONS
    assert (game.ask.kind, game.ask.seat) == ("by_hand", 0)
    game.declare_done()
    assert game.ask.kind != "confirm"
    assert game.to_open().names("graveyard") == ["Ember Call"]


def test_what_moves_nothing_needs_no_consent() -> None:
    game = HalfGame(Cards(hand=["Ember Call"]))
    game.activate("Ember Call").declare_done()
    assert game.ask.kind != "confirm"


def test_the_cost_is_paid_when_the_card_is_activated() -> None:
    game = HalfGame(Cards(hand=["Ember Call", "Ember Squire"]))
    game.begin_act("by_hand", "Ember Call").until("by_hand")
    assert game.duel.state.chain == []
    game.hand("move", "Ember Squire", to="0:graveyard", text="discard").declare_done()
    assert len(game.duel.state.chain) == 1
    assert "Ember Squire" in game.names("graveyard")
    assert game.ask.kind == "response"


def test_a_summon_is_no_cost() -> None:
    game = HalfGame(Cards(hand=["Ember Call", "Ember Squire"]))
    game.begin_act("by_hand", "Ember Call").until("by_hand")
    refusal_sentence(
        Code.AGAINST_RULES, game, "special_summon", "Ember Squire", to="0:monster:0", position="attack"
    )


def test_a_written_counter_trap_negates_what_goes_by_hand() -> None:
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(spells=["Magic Jammer:set"], hand=["Kuriboh"]))
    game.begin_act("by_hand", "Ember Call").until("by_hand")
    game.declare_done()
    game.respond("Magic Jammer").to_open()
    assert game.names("graveyard") == ["Ember Call"]
    assert [told.word for told in game.happened("negate")] == ["activation"]
    assert not any(told.kind == "objection" for told in game.told)


def test_a_hand_negates_a_written_card_on_the_chain() -> None:
    game = HalfGame(Cards(hand=["Pot of Greed"]), Cards(hand=["Tide Diver"]))
    game.begin_act("activate", "Pot of Greed")
    assert (game.ask.seat, game.ask.kind) == (1, "response")
    game._pick(game._found("by_hand", "Tide Diver")[0])
    game.until("by_hand").hand("move", "Tide Diver", to="1:graveyard", text="discard").declare_done()
    game.until("by_hand")
    refusal_sentence(Code.AGAINST_RULES, game, "negate", amount=2)
    game.hand("negate", amount=1, text="effect").declare_done().to_open()
    assert game.count("hand") == 1, "the draw of the turn, and nothing by Pot of Greed"
    assert "Tide Diver" in game.names("graveyard", 1)


def test_the_effects_of_a_face_up_card_are_negated_for_the_turn() -> None:
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(monsters=["Jinzo"]))
    jinzo = game.card("Jinzo")
    game.activate("Ember Call").hand("negate", others=[jinzo])
    assert jinzo.negated
    game.declare_done().to_open().end_turn()
    assert not jinzo.negated


def test_numbers_change_for_the_turn_or_as_long_as_the_monster_stays() -> None:
    game = HalfGame(Cards(hand=["Ember Call"], monsters=["Ember Squire"]), Cards(monsters=["Tide Diver"]))
    squire, diver = game.card("Ember Squire"), game.card("Tide Diver")
    game.activate("Ember Call").hand("stats", others=[squire], text="attack +1000")
    game.hand("stats", others=[diver], text="attack /2", position="stays").declare_done().to_open()
    assert (squire.attack, diver.attack) == (2600, 850)
    game.attack("Ember Squire", "Tide Diver")
    assert game.life(1) == 8000 - 1750
    game.end_turn()
    assert squire.attack == 1600


def test_a_number_the_monster_lacks_is_refused() -> None:
    game = HalfGame(Cards(hand=["Ember Call"], monsters=["Ember Squire"], extra_monster="Tide Anchor"))
    game.activate("Ember Call")
    refusal_sentence(
        Code.AGAINST_RULES, game, "stats", others=[game.card("Tide Anchor")], text="defense +100"
    )
    refusal_sentence(Code.NOT_OFFERED, game, "stats", others=[game.card("Ember Squire")], text="speed +100")


def test_control_changes_for_good() -> None:
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(monsters=["Tide Diver"]))
    game.activate("Ember Call").hand("control", "Tide Diver", to="0:monster:2").declare_done().to_open()
    game.end_turn().end_turn()
    assert game.names("monster") == ["Tide Diver"]


def test_what_a_hand_gives_back_stays_when_a_written_card_lets_go() -> None:
    game = HalfGame(Cards(hand=["Change of Heart", "Ember Call"]), Cards(monsters=["Tide Diver"]))
    game.do("activate", "Change of Heart")
    assert game.names("monster") == ["Tide Diver"]
    game.activate("Ember Call").hand("control", "Tide Diver", to="1:monster:4").declare_done().to_open()
    game.end_turn()
    assert str(game.card("Tide Diver").place) == "1:monster:4"


@pytest.mark.parametrize("gesture", [GoToPhase("battle"), EndTurn(), DeclareAttack((1,)), Activate((1,))])
def test_what_the_rules_do_no_hand_does(gesture: Gesture) -> None:
    game = HalfGame(Cards(hand=["Ember Call"], monsters=["Ember Squire"]))
    game.activate("Ember Call")
    with pytest.raises(Illegal, match="The rules of the duel do that"):
        game.send(gesture)


def test_outside_of_a_card_nothing_goes_by_hand() -> None:
    game = HalfGame(Cards(hand=["Ember Call", "Ember Squire"]))
    refusal_sentence(Code.NOT_NOW, game, "draw")
    game.begin_act("by_hand", "Ember Call")
    game.until("by_hand").declare_done()
    refusal_sentence(Code.NOT_NOW, game, "draw", by=0)


def test_the_other_player_gives_up_cards_and_gains_nothing() -> None:
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(hand=["Tide Song", "Tide Diver"]))
    game.activate("Ember Call")
    game.hand("move", "Tide Song", to="1:graveyard", by=1, text="discard")
    assert "Tide Song" in game.names("graveyard", 1)
    refusal_sentence(Code.NOT_NOW, game, "draw", by=1)
    refusal_sentence(Code.NOT_NOW, game, "move", "Tide Diver", to="1:monster:0", by=1)


@pytest.mark.parametrize(
    ("card", "to"), [("Ember King", "1:graveyard"), (PENDULUM, "1:hand"), ("Mandragon", "1:extra_deck")]
)
def test_the_other_player_gives_cards_of_the_hand_alone(card: str, to: str) -> None:
    """Seen to fail: Extra Deck cards went to the Graveyard or the hand meanwhile, without a question."""
    theirs = Cards(hand=["Mandragon"], extra=["Ember King"], extra_face_up=[PENDULUM])
    game = HalfGame(Cards(hand=["Ember Call"]), theirs)
    game.activate("Ember Call")
    refusal_sentence(Code.NOT_NOW, game, "move", card, to=to, by=1)


def test_what_the_other_player_shows_is_moved_for_them() -> None:
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(extra=["Ember King"]))
    game.activate("Ember Call").hand("reveal", "Ember King", by=1)
    game.hand("move", "Ember King", to="1:graveyard").declare_done(agree=True)
    assert game.to_open().names("graveyard", 1) == ["Ember King"]


def test_the_other_player_does_not_move_own_cards_of_the_field() -> None:
    """Seen to fail: a monster was sent to the Graveyard, and its effect searched, without a question."""
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(monsters=["Tide Diver"]))
    game.activate("Ember Call")
    refusal_sentence(Code.NOT_NOW, game, "move", "Tide Diver", to="1:graveyard", by=1, text="destroy")
    game.hand("move", "Tide Diver", to="1:graveyard", text="destroy").declare_done(agree=True)
    assert game.to_open().names("graveyard", 1) == ["Tide Diver"]
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(hand=["Tide Song", "Tide Diver"]))
    game.activate("Ember Call")
    refusal_sentence(Code.NOT_NOW, game, "move", "Tide Diver", to="1:graveyard", by=0)


def test_a_handle_nobody_has_is_refused() -> None:
    game = HalfGame(Cards(hand=["Ember Call"]))
    game.activate("Ember Call")
    with pytest.raises(Illegal, match="not there"):
        game.send(Move((999,), (Place(0, "graveyard"),)))


def test_a_set_trap_waits_a_turn_and_then_answers() -> None:
    game = HalfGame(Cards(hand=["Ember Snare"], monsters=["Ember Squire"]), Cards(monsters=["Tide Diver"]))
    game.do("set", "Ember Snare").end_turn()
    game.declare_attack("Tide Diver", "Ember Squire")
    while game.ask.seat != 0:
        game._default()
    game._pick(game._found("by_hand", "Ember Snare")[0])
    game.until("by_hand").declare_done().until("by_hand")
    game.hand("move", "Tide Diver", to="1:banished", position="down").declare_done().to_open()
    assert (game.life(), game.names("monster")) == (8000, ["Ember Squire"])
    assert game.names("graveyard") == ["Ember Snare"]


def test_an_attack_whose_target_left_by_hand_is_replayed() -> None:
    game = HalfGame(
        Cards(monsters=["Ember Squire"]), Cards(monsters=["Tide Diver", "Tide Guard"], hand=["Tide Singer"])
    )
    game.declare_attack("Ember Squire", "Tide Diver")
    while game.ask.seat != 1:
        game._default()
    game._pick(game._found("by_hand", "Tide Singer")[0])
    game.until("by_hand").declare_done().until("by_hand")
    game.hand("move", "Tide Diver", to="1:hand").declare_done()
    while game.ask.kind in ("response", "trigger"):
        game._default()
    assert "Replay" in str(game.ask.words)


@rule("CF-11")
def test_what_no_effect_may_is_refused_with_the_rule() -> None:
    game = HalfGame(Cards(hand=["Ember Call"], extra=["Ember King"], monsters=["Ember Squire"]))
    game.activate("Ember Call")
    refusal_sentence(Code.AGAINST_RULES, game, "move", "Ember King", to="0:hand")
    refusal_sentence(Code.AGAINST_RULES, game, "move", "Ember Call", to="0:monster:1")
    refusal_sentence(Code.NOT_OFFERED, game, "position", "Ember Squire", position="sideways")


def test_a_deck_that_was_searched_is_closed_and_shuffled_by_itself() -> None:
    game = HalfGame(
        Cards(hand=["Ember Call"], deck=["Mystical Elf", "Ember Squire"]), Cards(hand=["Tide Song"])
    )
    squire = game.card("Ember Squire")
    game.activate("Ember Call").hand("search")
    assert game.duel.state.waiting[0].kind == "search"
    assert not game.view(1).pile(0, "deck").handles
    game.hand("move", squire, to="0:hand").declare_done()
    assert "Ember Squire" in game.names("hand")
    assert not any(card.revealed for card in game.duel.state.cards)
    assert game.view(0).pile(0, "deck").handles == ()
    assert [told.word for told in game.happened("shuffle")][-1] == "deck"


def test_summoned_by_hand_it_may_not_change_its_position_at_once() -> None:
    game = HalfGame(Cards(hand=["Ember Call", "Ember Squire"]), Cards(hand=["Tide Song"]))
    game.activate("Ember Call")
    game.hand("special_summon", "Ember Squire", to="0:monster:2", position="attack").declare_done().to_open()
    squire = game.card("Ember Squire")
    assert (squire.arrived, squire.summoned) == (2, "special")
    assert not game.can("change_position", "Ember Squire")
    assert game.duel.this_turn.summons[0] == 1


def test_a_trap_set_by_hand_waits_for_the_next_turn() -> None:
    game = HalfGame(Cards(hand=["Ember Call"], graveyard=["Ember Snare"]))
    game.activate("Ember Call").hand(
        "move", "Ember Snare", to="0:spell_trap:3", position="down"
    ).declare_done()
    assert game.card("Ember Snare").set_turn == 2
    assert not game.to_open().offered("by_hand", "Ember Snare")


def test_what_is_equipped_by_hand_falls_with_its_monster() -> None:
    game = HalfGame(Cards(hand=["Ember Call"], monsters=["Ember Squire"]), Cards(monsters=["Tide Warden"]))
    game.activate("Ember Call")
    game.hand("equip", "Ember Call", others=["Ember Squire"]).declare_done().to_open()
    assert game.names("spell_trap") == ["Ember Call"]
    game.attack("Ember Squire", "Tide Warden")
    assert "Ember Call" in game.names("graveyard")


def test_paying_the_last_life_points_by_hand_ends_the_duel() -> None:
    game = HalfGame(Cards(hand=["Ember Call"]))
    game.activate("Ember Call").hand("life", text="=0", seat=1)
    assert game.ask.kind == "by_hand", "the other player has not agreed"
    game.declare_done(agree=True)
    assert game.over == "0 lp"


def test_no_player_loses_by_what_the_opponent_objects_to_and_what_is_corrected() -> None:
    """Seen to fail: the duel was over before the other player was asked."""
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(hand=["Tide Song"]))
    game.activate("Ember Call").hand("life", text="=0", seat=1).declare_done(agree=False)
    assert (game.ask.kind, game.ask.seat) == ("by_hand", 0)
    game.hand("life", text="=7000", seat=1).declare_done(agree=True)
    assert not game.over
    assert game.to_open().life(1) == 7000


def test_a_cost_is_paid_with_what_is_ones_own() -> None:
    """Seen to fail: the Life Points of the opponent were paid, and no question was asked."""
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(hand=["Tide Song"], monsters=["Tide Diver"]))
    game.begin_act("by_hand", "Ember Call").until("by_hand")
    sentence = refusal_sentence(Code.AGAINST_RULES, game, "life", text="=0", seat=1)
    assert "your own" in sentence
    refusal_sentence(Code.NOT_NOW, game, "move", "Tide Song", to="1:graveyard", by=1)
    for gesture, goal in (("move", "1:graveyard"), ("position", ())):
        assert "your own" in refusal_sentence(Code.NOT_ALLOWED, game, gesture, "Tide Diver", to=goal)
    game.hand("life", text="-1000", seat=0)
    assert game.life(0) == 7000


def test_a_cost_gains_nothing_and_leaves_the_other_monsters_alone() -> None:
    """Seen to fail: a cost gave 50,000 Life Points and took the ATK of the opponent's monster."""
    game = HalfGame(
        Cards(hand=["Ember Call", "Ember Page"], monsters=["Tide Song"], deck=["Tide Diver"] * 3),
        Cards(hand=["Tide Song"], monsters=["Tide Diver"]),
    )
    game.begin_act("by_hand", "Ember Call").until("by_hand")
    diver = game.duel.cards_at("monster", 1)[0]
    for gesture, rest in (
        ("life", {"text": "+50000"}), ("draw", {"amount": 3}), ("look", {"amount": 3}),
        ("stats", {"others": [diver], "text": "attack =0"}), ("negate", {"others": [diver]}),
    ):  # fmt: skip
        with pytest.raises(Illegal):
            game.hand(gesture, **rest)
    for goal in ("0:monster", "1:monster", "0:spell_trap", "0:hand"):
        assert "gains nothing" in refusal_sentence(
            Code.AGAINST_RULES, game, "move", "Ember Page", to=goal, position="attack"
        )
    game.hand("move", "Ember Page", to="0:graveyard")
    game.hand("life", text="/2")
    assert game.life(0) == 4000


def test_a_cost_is_asked_about_when_the_effect_did_nothing() -> None:
    """Seen to fail: after a cost alone, the opponent was asked nothing."""
    game = HalfGame(Cards(hand=["Ember Call", "Ember Page"]), Cards(hand=["Tide Song"]))
    game.begin_act("by_hand", "Ember Call").until("by_hand")
    game.hand("move", "Ember Page", to="0:graveyard")
    game._pick("done")
    game.until("by_hand")
    game._pick("done")
    assert (game.ask.kind, game.ask.seat) == ("confirm", 1)


def test_a_cost_with_cards_of_the_deck_is_asked_about_at_once() -> None:
    """Seen to fail: it was asked about with the effect, which never came where the card was gone by then."""
    game = HalfGame(Cards(hand=["Ember Call"], deck=["Ember Page", "Sangan"]), Cards(hand=["Tide Song"]))
    game.begin_act("by_hand", "Ember Call").until("by_hand")
    left = game.names("deck")[-1]
    game.hand("search").hand("move", left, to="0:graveyard").hand("close")
    game._pick("done")
    assert (game.ask.kind, game.ask.seat) == ("confirm", 1)
    game._pick("object")
    assert (game.ask.kind, game.ask.seat) == ("by_hand", 0)
    game.hand("move", left, to="0:deck").declare_done()
    assert game.names("graveyard") == []


@pytest.mark.parametrize("gesture", ["search", "mill"])
def test_a_cost_that_searches_or_mills_is_asked_about_at_once(gesture: str) -> None:
    game = HalfGame(Cards(hand=["Ember Call"], deck=["Sangan"] * 3), Cards(hand=["Tide Song"]))
    game.begin_act("by_hand", "Ember Call").until("by_hand")
    game.hand(gesture, amount=2 if gesture == "mill" else 0)
    game._pick("done")
    assert (game.ask.kind, game.ask.seat) == ("confirm", 1)


def test_a_token_is_made_by_hand_and_fights_by_the_rules() -> None:
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(hand=["Tide Song"]))
    game.activate("Ember Call")
    game.hand(
        "token", to="0:monster:1", position="attack", token=TokenPrint("Ember", attack=900)
    ).declare_done()
    game.to_open().attack("Ember")
    assert game.life(1) == 7100


def test_alone_nobody_is_asked_to_agree() -> None:
    game = HalfGame(Cards(hand=["Ember Call"]), alone=True)
    game.activate("Ember Call").hand("draw")
    game._pick("done")
    assert not game.happened("objection")
    assert game.ask.kind != "confirm"


def test_a_summon_by_its_own_procedure_is_told_and_can_be_answered() -> None:
    game = HalfGame(
        Cards(extra=["Ember King"], monsters=["Ember Kindler", "Ember Page"]),
        Cards(spells=["Solemn Judgment:set"]),
    )
    game.apply("Ember King")
    game.hand(
        "synchro_summon", "Ember King", to="-:extra_monster:0", others=["Ember Kindler", "Ember Page"],
        position="attack",
    )  # fmt: skip
    assert "being Summoned" in str(game.ask.words)
    game.respond("Solemn Judgment").until("by_hand")
    assert "Ember King" in game.names("graveyard")
    assert [told.kind for told in game.told if told.kind == "summon_negated"]
    assert not [told for told in game.happened("summoned") if told.word == "synchro"]


def test_a_synchro_monster_summoned_by_hand_may_come_back_from_the_graveyard() -> None:
    game = HalfGame(Cards(extra=["Ember King"], monsters=["Ember Kindler", "Ember Page"]))
    game.apply("Ember King")
    game.hand(
        "synchro_summon", "Ember King", to="-:extra_monster:0", others=["Ember Kindler", "Ember Page"],
        position="attack",
    )  # fmt: skip
    game.until("by_hand").declare_done().to_open()
    assert game.card("Ember King").proper
    assert game.names("graveyard") == ["Ember Kindler", "Ember Page"]


def test_a_link_monster_stands_in_attack_position_whatever_a_hand_says() -> None:
    game = HalfGame(Cards(extra=["Tide Anchor"], monsters=["Ember Kindler", "Ember Page"]))
    game.apply("Tide Anchor")
    with pytest.raises(Illegal):
        game.hand(
            "link_summon", "Tide Anchor", to="-:extra_monster:0", others=["Ember Kindler", "Ember Page"],
            position="defense",
        )  # fmt: skip


def test_nothing_of_a_hidden_card_is_told_by_asking_whether_it_was_right() -> None:
    game = HalfGame(Cards(hand=["Ember Squire"]), Cards(hand=["Tide Song"]))
    game.apply("Ember Squire").hand("life", text="-100")
    game._pick("done")
    assert game.ask.kind == "confirm"
    assert "Ember Squire" not in str(game.ask.words)
    assert "Ember Squire" not in [facts.name for facts in game.view(1).facts.values()]
    assert "Ember Squire" not in [facts.name for facts in game.view(PUBLIC_CLASS_INDEX).facts.values()]


def test_what_was_shown_by_hand_is_hidden_again() -> None:
    game = HalfGame(Cards(hand=["Ember Call", "Ember Squire"]), Cards(hand=["Tide Song"]))
    game.activate("Ember Call").hand("reveal", "Ember Squire")
    assert game.card("Ember Squire").revealed
    game.declare_done().to_open()
    assert not game.card("Ember Squire").revealed


def test_a_player_with_a_hand_is_always_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    with_hand = HalfGame(Cards(hand=["Pot of Greed"]), Cards(hand=["Mystical Elf"]))
    with_hand.begin_act("activate", "Pot of Greed")
    assert (with_hand.ask.seat, with_hand.ask.kind) == (1, "response")
    assert [option.verb for _, option in with_hand.ask.options] == ["pass"]


@rule("YGO-MOVE-05")
def test_a_monster_nobody_has_written_is_summoned_by_the_rules() -> None:
    game = HalfGame(Cards(hand=["Ember Captain", "Ember Squire"], monsters=["Ember Page"]))
    game.do("summon", "Ember Captain")
    assert game.names("monster") == ["Ember Captain"]
    assert not game.can("summon", "Ember Squire")


def test_windows_open_by_what_lies_open_and_never_by_what_a_hand_or_deck_holds() -> None:
    strange = HalfGame(Cards(hand=["Celtic Guardian"]), Cards(hand=["Tide Singer"], deck=["Tide Diver"]))
    plain = HalfGame(Cards(hand=["Celtic Guardian"]), Cards(hand=["Mystical Elf"], deck=["Sangan"]))
    plain.duel.deck_scripts = ({}, {})
    asked: list[list[tuple[int, str, str]]] = [[], []]
    for game, put in zip((strange, plain), asked, strict=True):
        game._pick(game._found("summon", "Celtic Guardian")[0])
        while game.ask.kind != "turn":
            put.append((game.ask.seat, game.ask.kind, str(game.ask.words)))
            game._default()
    assert asked[0] == asked[1]
    assert (1, "response", "Respond?") in asked[1]
