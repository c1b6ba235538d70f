"""What a gesture may do with cards that its player may not read: nothing that discloses which card it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from facedown_server.games.duel.core.effect import CardScript
from facedown_server.games.manual.yugioh.half.gestures import MAX_OBJECTIONS
from facedown_server.games.manual.yugioh.half.scripts import deck_scripts
from facedown_server.refereeing.referee import Act, ByHand
from facedown_server.table.state import Card
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.protocol.gestures import KINDS as GESTURES
from facedown_shared.protocol.gestures import Gesture, is_complete, make_gesture, with_fields
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place
from facedown_shared.text.errors import Code, Illegal
from tests import strangers
from tests.play import Cards
from tests.server.games.manual.yugioh.half.halves import HalfGame, refusal_sentence

BLANK = "Nobody's Card"
POOL = Pool([Facts(code=990_900_000, name=BLANK)], strangers.pool())
PENDULUM = "Stargazer Magician"
KINDS = {
    "monster": ("Tide Diver", PENDULUM, "Ember King", BLANK),
    "spell_trap": ("Tide Song", "Tide Lock", "Ember Court", "Tide Diver", PENDULUM, BLANK),
}
"""Cards that may be face-down in a zone; each looks the same to the opponent."""

POSITIONS = ("", "attack", "defense", "set", "up", "down", "scale", "top")
PLACES = (
    *(
        Place(seat, zone, slot)
        for seat in (0, 1)
        for zone in ("monster", "spell_trap")
        for slot in (-1, 0, 3)
    ),
    *(
        Place(seat, zone)
        for seat in (0, 1)
        for zone in ("graveyard", "banished", "hand", "deck", "extra_deck")
    ),
    *(Place(seat, "field", 0) for seat in (0, 1)),
    *(Place(SHARED_SEAT_INDEX, "extra_monster", slot) for slot in (0, 1)),
)
TO_PLACES = ("move", "special_summon", "control", "equip", "summon", "fusion_summon", "pendulum_summon")
IN_PLACE = (
    "position", "flip_summon", "control", "attach", "equip", "point", "counter", "reveal", "hide", "negate",
    "stats", "mill", "arrange",
)  # fmt: skip


def begin_carrying_out(zone: str, name: str) -> tuple[HalfGame, Card]:
    """Return a game in which seat 0 carries out a card, and this card of seat 1 is face-down in the zone."""
    them = {
        "monster": Cards(monsters=[f"{name}:set"]),
        "spell_trap": Cards(spells=[f"{name}:set"]),
    }[zone]
    game = HalfGame(Cards(hand=["Ember Call"], monsters=["Ember Squire", "Ember Twin"]), them, pool=POOL)
    card = next(card for card in game.duel.state.cards if card.owner == 1 and card.name == name)
    return game.activate("Ember Call"), card


def possible_gestures(game: HalfGame, card: Card) -> Iterator[Gesture]:
    """Yield all gestures that could be tried on this card."""
    cards = (card.handles[0],)
    own = [(), *((game.card(name).handles[0],) for name in ("Ember Squire", "Ember Twin"))]
    for do, place, position in product(TO_PLACES, PLACES, POSITIONS):
        aims = own[1] if do == "equip" else ()
        yield make_gesture(GESTURES[do], cards=cards, places=(place,), position=position, others=aims)
    for do, position, others in product(IN_PLACE, POSITIONS, own):
        for named, aims, text in ((cards, others, "Spell"), (others, cards, "attack +100")):
            tried = make_gesture(
                GESTURES[do],
                cards=named,
                others=aims,
                position=position,
                amount=int(named == cards),
                text=text,
            )
            if is_complete(tried):
                yield tried


def sentence(game: HalfGame, gesture: Gesture) -> str:
    """Return the words of the refusal, if there is one."""
    try:
        game.referee.check(Act(0, ByHand(gesture)))
    except Illegal as illegal:
        return f"{illegal.code} {illegal}"
    return ""


@pytest.mark.parametrize("zone", KINDS)
def test_what_is_refused_of_a_face_down_card_tells_nothing_of_it(zone: str) -> None:
    heard: list[list[tuple[Gesture, str]]] = []
    for name in KINDS[zone]:
        game, card = begin_carrying_out(zone, name)
        assert game.view(0).cards[card.handles[0]].code == 0
        heard.append([(bare(gesture), sentence(game, gesture)) for gesture in possible_gestures(game, card)])
    for name, other in zip(KINDS[zone][1:], heard[1:], strict=True):
        apart = [one for one, two in zip(heard[0], other, strict=True) if one != two]
        assert not apart, f"{KINDS[zone][0]} and {name} are told apart by {apart[0]}"
    assert any(not words for _, words in heard[0])


def bare(gesture: Gesture) -> Gesture:
    """Return the gesture without its handles, which are compared by their places."""
    return with_fields(gesture, cards=(), others=())


def test_face_down_banished_cards_of_the_other_player_are_not_even_told_apart() -> None:
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(graveyard=["Tide Song"]))
    game.activate("Ember Call").hand("move", "Tide Song", to="1:banished", position="down")
    assert game.card("Tide Song").handles[0] == 0
    assert (
        refusal_sentence(Code.NOT_NOW, game, "move", "Tide Song", to="1:hand")
        == "That card is not there any more."
    )


def test_a_face_down_card_still_goes_where_every_card_goes() -> None:
    for zone, to in product(("monster", "spell_trap"), ("1:hand", "1:graveyard", "1:banished", "1:deck")):
        game, card = begin_carrying_out(zone, "Tide Diver")
        game.hand("move", card, to=to)
        if game.ask.kind == "confirm":
            game.answer_consent(agree=True)
        assert card.place.zone == to[2:]
    game, card = begin_carrying_out("monster", "Tide Diver")
    game.hand("control", card, to="0:monster:3").answer_consent(agree=True)
    assert (str(card.place), card.face_up) == ("0:monster:3", False)


@pytest.mark.parametrize("to", ["0:monster:3", "1:graveyard", "1:banished", "1:deck"])
def test_the_owner_is_asked_before_a_set_card_is_seen(to: str) -> None:
    """Seen to fail: the player who carried a card out took each Set card, read it, and only then asked."""
    game, card = begin_carrying_out("monster", "Tide Diver")
    start, do = card.place, "control" if to[0] == "0" else "move"
    game.hand(do, card, to=to)
    if to == "1:deck":
        assert card.zone == "deck", "it stays hidden: the question after it is enough"
        return
    assert (game.ask.kind, game.ask.seat, card.place) == ("confirm", 1, start)
    game.answer_consent(agree=False)
    assert (game.ask.kind, card.place) == ("by_hand", start)
    for _ in range(MAX_OBJECTIONS - 1):
        game.hand(do, card, to=to).answer_consent(agree=False)
    assert "refused three times" in refusal_sentence(Code.NOT_ALLOWED, game, do, card, to=to)
    assert game.hand("move", card, to="1:deck").declare_done().ask.kind != "confirm"


@pytest.mark.parametrize("do", ["mill", "random"])
def test_the_owner_is_asked_before_unseen_cards_are_taken(do: str) -> None:
    game = HalfGame(Cards(hand=["Ember Call"]), Cards(hand=["Tide Song"]))
    game.activate("Ember Call").hand(do, seat=1, amount=1)
    assert (game.ask.kind, game.ask.seat, game.names("graveyard", 1)) == ("confirm", 1, [])
    assert game.answer_consent(agree=True).ask.kind == "by_hand"
    assert len(game.names("graveyard", 1)) == 1


def test_the_owner_shows_a_card_and_then_its_kind_decides() -> None:
    for name, goes in ((PENDULUM, True), ("Tide Diver", False)):
        game, card = begin_carrying_out("monster", name)
        assert "You do not see" in refusal_sentence(Code.AGAINST_RULES, game, "move", card, to="1:extra_deck")
        game.hand("reveal", card, by=1)
        if goes:
            game.hand("move", card, to="1:extra_deck")
            assert card.zone == "extra_deck"
        else:
            said = refusal_sentence(Code.AGAINST_RULES, game, "move", card, to="1:extra_deck")
            assert "Pendulum Monsters can be in the Extra Deck" in said


@pytest.mark.parametrize("zone", KINDS)
def test_nobody_shows_themselves_a_card_of_the_other_player(zone: str) -> None:
    game, card = begin_carrying_out(zone, KINDS[zone][0])
    assert refusal_sentence(Code.NOT_ALLOWED, game, "reveal", card, viewer=0) == "Its owner shows it."
    game.hand("reveal", card, by=1, viewer=0)
    assert game.view(0).cards[card.handles[0]].code == card.code
    assert refusal_sentence(Code.NOT_ALLOWED, game, "hide", card) == "Its owner shows it."
    game.declare_done().to_open()
    assert game.view(0).cards[card.handles[0]].code == 0


def test_a_searched_deck_is_shuffled_by_nothing_that_was_seen_in_it() -> None:
    orders = []
    for deck in (["Tide Diver", "Ember Page"], ["Ember Page", "Tide Diver"]):
        game = HalfGame(Cards(hand=["Ember Call"], deck=["Ember Smith", *deck]))
        game.activate("Ember Call").hand("search").declare_done().to_open()
        orders.append([card.id for card in game.duel.state.pile(0, "deck")])
    assert orders[0] == orders[1]


def test_what_is_offered_tells_nothing_of_copies_in_the_other_deck() -> None:
    codes = [facts.code for deck in strangers.decks() for facts in map(POOL.get, deck.cards) if facts]
    once, often = deck_scripts(POOL, list(dict.fromkeys(codes))), deck_scripts(POOL, codes)
    assert {code: _keys(script) for code, script in once.items()} == {
        code: _keys(script) for code, script in often.items()
    }


def _keys(script: CardScript) -> list[str]:
    return [effect.key for effect in script.effects]
