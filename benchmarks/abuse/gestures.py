"""Gestures at their largest: of as many cards as one may name, with 400 at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from benchmarks.abuse import strangers
from benchmarks.abuse.strangers import Stage
from facedown_shared.cards.facts import TokenPrint
from facedown_shared.protocol import gestures as g
from facedown_shared.protocol.envelope import ToServer
from facedown_shared.tables import Place

Send = Callable[[Stage, int], None]
Row = tuple[str, str, Send]

HEROES = "heroes"
MAX_CARDS = g.MAX_CARDS
"""Cards that a gesture may name."""
PILE_CARDS = 100
"""Cards drawn or viewed together."""
HAND, DECK, GRAVE = "hand", "deck", "graveyard"


def with_hand(stage: Stage) -> None:
    """Seat a player alone at a free table with 400 cards, half of their own Deck in the hand."""
    strangers.alone(stage)
    stage.one.do(g.Draw(PILE_CARDS))


def with_monsters(stage: Stage) -> None:
    """Do the same with five monsters on the field, face-up."""
    with_hand(stage)
    view = stage.one.view
    hand = [
        card for card in view.pile(0, HAND).handles if (known := view.known_facts(card)) and known.is_monster
    ]
    stage.one.do(
        g.Move(tuple(hand[:5]), tuple(Place(0, "monster", slot) for slot in range(5)), "attack", effect=True)
    )


STAGES: dict[str, Callable[[Stage], None]] = {
    "alone": strangers.alone,
    "hand": with_hand,
    "monsters": with_monsters,
    "heroes": strangers.alone_with_heroes,
}
"""The states in which gestures are made."""

TOKEN = TokenPrint("n" * 24, 99_999, 99_999, 13, "a" * 24, "r" * 24)


def hand(stage: Stage, count: int = MAX_CARDS) -> tuple[int, ...]:
    """Return handles of so many cards of the own hand; of a missing card where it is empty."""
    return stage.one.cards(max(0, stage.one.view.viewer), HAND)[:count] or (1,)


def with_cards(make: Callable[[tuple[int, ...]], ToServer]) -> Send:
    """Return a gesture of as many cards of the hand as one may name."""
    return lambda stage, number: stage.one.send_messages(make(hand(stage)))


def with_card(make: Callable[[int, tuple[int, ...]], ToServer]) -> Send:
    """Return a gesture of a card of the hand and as many others as one may name."""

    def send(stage: Stage, number: int) -> None:
        first, *others = hand(stage, MAX_CARDS + 1)
        stage.one.send_messages(make(first, tuple(others)))

    return send


def same(*messages: ToServer) -> Send:
    """Return the same each round."""
    return lambda stage, number: stage.one.send_messages(*messages)


def on_field(stage: Stage) -> int:
    """Return a card of the Monster Zones."""
    cards = (*stage.one.cards(0, "monster"), *stage.one.cards(1, "monster"))
    return next((card for card in cards if card), 1)


def _move_and_return(stage: Stage, number: int) -> None:
    cards = hand(stage) if number % 2 == 0 else stage.one.cards(0, GRAVE)[:MAX_CARDS]
    stage.one.do(g.Move(cards, (Place(0, HAND if number % 2 else GRAVE),)))


def _shuffle_in(stage: Stage, number: int) -> None:
    if number % 2 == 0:
        stage.one.do(g.Move(hand(stage), (Place(0, DECK),), "shuffled"))
    else:
        stage.one.do(g.Draw(MAX_CARDS))


def _summon_with_materials(kind: type[ToServer]) -> Send:
    """Return the Summon of one card with as many materials as may be named."""
    return with_card(lambda card, others: kind((card,), (Place(0, "monster", 4),), "attack", others, True))


def _mill(stage: Stage, number: int) -> None:
    if number % 2 == 0:
        stage.one.do(g.Mill(MAX_CARDS, effect=True))
    else:
        stage.one.do(g.Move(stage.one.cards(0, GRAVE)[:MAX_CARDS], (Place(0, DECK),), "top", effect=True))


def _discard_cards(stage: Stage, number: int) -> None:
    if number % 2 == 0:
        stage.one.do(g.DiscardAtRandom(MAX_CARDS))
    else:
        stage.one.do(g.Move(stage.one.cards(0, GRAVE)[:MAX_CARDS], (Place(0, HAND),)))


def _arrange_cards(stage: Stage, number: int) -> None:
    if number == 0:
        stage.one.do(g.LookAtTop(MAX_CARDS))
    known = [card for card in stage.one.cards(0, DECK) if card][:MAX_CARDS]
    stage.one.send_messages(g.Arrange(tuple(reversed(known)) or (1,)))


def _attach_cards(stage: Stage, number: int) -> None:
    stage.one.do(g.Attach(hand(stage), (on_field(stage),), True))


def _turn_cards(stage: Stage, number: int) -> None:
    stage.one.send_messages(g.EndTurn())


def _of_field(make: Callable[[int], ToServer]) -> Send:
    """Return a gesture of a card on the field."""

    def send(stage: Stage, number: int) -> None:
        stage.one.send_messages(make(on_field(stage)))

    return send


SUMMONS: Sequence[type[ToServer]] = (
    g.NormalSummon, g.SetMonster, g.FusionSummon, g.RitualSummon, g.SynchroSummon, g.XyzSummon, g.LinkSummon,
    g.PendulumSummon,
)  # fmt: skip

ROWS: dict[type[ToServer], tuple[Row, ...]] = {
    g.Move: (
        ("of eighty cards", "hand", _move_and_return),
        ("of eighty cards into the Deck, and drawn", "hand", _shuffle_in),
        (
            "of eighty cards to no place",
            "hand",
            with_cards(lambda cards: g.Move(cards, (Place(0, "monster"),))),
        ),
    ),
    g.SpecialSummon: (
        (
            "of eighty cards",
            "hand",
            with_cards(lambda cards: g.SpecialSummon(cards, (Place(0, "monster"),), effect=True)),
        ),
    ),
    **{kind: (("with eighty materials", "hand", _summon_with_materials(kind)),) for kind in SUMMONS},
    g.FlipSummon: (("of a card of the hand", "hand", with_card(lambda card, others: g.FlipSummon((card,)))),),
    g.ChangePosition: (
        ("of a monster", "monsters", _of_field(lambda card: g.ChangePosition((card,), "set", True))),
    ),
    g.Activate: (
        (
            "with eighty targets",
            "hand",
            with_card(
                lambda card, others: g.Activate((card,), (Place(0, "spell_trap"),), "up", others, True)
            ),
        ),
    ),
    g.GiveControl: (
        ("of a monster", "monsters", _of_field(lambda card: g.GiveControl((card,), effect=True))),
    ),
    g.Attach: (("of eighty cards", "monsters", _attach_cards),),
    g.Equip: (
        (
            "to a card of the hand",
            "monsters",
            with_card(lambda card, others: g.Equip((card,), (others[0],), effect=True)),
        ),
    ),
    g.PointAt: (("at eighty cards", "hand", with_card(lambda card, others: g.PointAt((card,), others))),),
    g.DeclareAttack: (("directly", "monsters", _of_field(lambda card: g.DeclareAttack((card,), (), True))),),
    g.PutCounters: (
        (
            "of many names",
            "monsters",
            lambda stage, number: stage.one.send_messages(
                g.PutCounters((on_field(stage),), f"{number} " + "c" * 36, 99_999)
            ),
        ),
    ),
    g.MakeToken: (
        ("one after another", "hand", same(g.MakeToken(TOKEN, (Place(0, "monster"),), "attack", True))),
    ),
    g.Reveal: (
        (
            "of eighty cards, and hidden",
            "hand",
            lambda stage, number: stage.one.send_messages(g.Hide() if number % 2 else g.Reveal(hand(stage))),
        ),
    ),
    g.Hide: (("of eighty cards", "hand", with_cards(lambda cards: g.Hide(cards))),),
    g.Draw: (
        ("of eighty cards, and back", "hand", _shuffle_in),
        ("of too many", "alone", same(g.Draw(99_999))),
    ),
    g.Mill: (("of eighty cards, and back", "alone", _mill),),
    g.LookAtTop: (
        (
            "of the whole Deck",
            "alone",
            lambda stage, number: stage.one.send_messages(g.Hide() if number % 2 else g.LookAtTop(150)),
        ),
    ),
    g.Arrange: (("of eighty cards", "alone", _arrange_cards),),
    g.SearchDeck: (
        (
            "and close",
            "alone",
            lambda stage, number: stage.one.send_messages(g.CloseDeck() if number % 2 else g.SearchDeck()),
        ),
    ),
    g.CloseDeck: (("of none that is open", "alone", same(g.CloseDeck())),),
    g.Shuffle: (("a Deck", "alone", same(g.Shuffle())), ("a hand", "hand", same(g.Shuffle(text="hand")))),
    g.DiscardAtRandom: (("of eighty cards, and back", "hand", _discard_cards),),
    g.ChangeLife: (("by a long sum", "alone", same(g.ChangeLife("-1+1-1+1-1+1-1+1-1+1-1+1-1+1-1+1-1+1"))),),
    g.GoToPhase: (
        (
            "the next",
            "alone",
            lambda stage, number: stage.one.send_messages(g.GoToPhase("main2" if number % 2 else "battle")),
        ),
    ),
    g.EndTurn: (("one after another", "alone", _turn_cards),),
    g.TossCoins: (("ten", "alone", same(g.TossCoins(10))), ("too many", "alone", same(g.TossCoins(99_999)))),
    g.RollDice: (("ten", "alone", same(g.RollDice(10))),),
    g.SendSignal: (("wait", "alone", same(g.SendSignal("wait"))),),
    g.Negate: (("nothing", "alone", same(g.Negate((1,)))),),
    g.ChangeStats: (
        ("of a monster", "monsters", _of_field(lambda card: g.ChangeStats((card,), "attack +500"))),
    ),
    g.Resolve: (("nothing", HEROES, same(g.Resolve((1,)))),),
    g.Defend: (("with the hand", HEROES, with_cards(lambda cards: g.Defend(cards, True))),),
    g.CloseChain: (("that is closed", HEROES, same(g.CloseChain())),),
    g.Clear: (("the hand", HEROES, with_cards(lambda cards: g.Clear(cards))),),
    g.ChangePoints: (("one more", HEROES, same(g.ChangePoints("action +1"))),),
    g.Pitch: (("the hand", HEROES, with_cards(lambda cards: g.Pitch(cards, True))),),
    g.ToBottom: (("the hand", HEROES, with_cards(lambda cards: g.ToBottom(cards))),),
    g.ChangeZones: (
        (
            "one more and one less",
            HEROES,
            lambda stage, number: stage.one.send_messages(
                g.ChangeZones("arsenal -1" if number % 2 else "arsenal +1")
            ),
        ),
    ),
    g.FetchInventory: (("of an unknown name", HEROES, same(g.FetchInventory("n" * 40))),),
}
