"""The menu entries of a Flesh and Blood card by hand, in display order."""

from __future__ import annotations

from facedown_shared.manual.board import MATERIAL, Board, PlacedCard
from facedown_shared.manual.game import Fits, MenuEntry, PileEntry, about, both, lies
from facedown_shared.protocol.gestures import (
    Activate,
    Attach,
    ChangeLife,
    ChangePoints,
    ChangePosition,
    ChangeZones,
    Clear,
    CloseChain,
    CloseDeck,
    DeclareAttack,
    Defend,
    DiscardAtRandom,
    Draw,
    EndTurn,
    FetchInventory,
    Hide,
    LookAtTop,
    MakeToken,
    Mill,
    Move,
    Pitch,
    PointAt,
    PutCounters,
    Resolve,
    Reveal,
    RollDice,
    SearchDeck,
    Shuffle,
    ToBottom,
    TossCoins,
)
from facedown_shared.tables import Seat
from facedown_shared.text import later

EQUIP_TO = {
    "head": later("Equip to the head"), "chest": later("Equip to the chest"),
    "arms": later("Equip to the arms"), "legs": later("Equip to the legs"),
}  # fmt: skip
EQUIPMENT = tuple(EQUIP_TO)
ARENA = (*EQUIPMENT, "weapon", "hero", "permanent", "combat_chain")
HELD = ("hand", "arsenal")
PILED = ("graveyard", "banished", "pitch", "deck", MATERIAL)
ANYWHERE = (*ARENA, "stack", *HELD, *PILED)

BEGINS_OUTSIDE = ("hero", "equipment", "weapon", "off-hand", "quiver")


def _printed(*kinds: str) -> Fits:
    """Return whether a card has one of these kinds. True for unknown cards."""
    return about(lambda card: card.facts is None or not set(kinds).isdisjoint(card.facts.kinds))


def _top(board: Board, card: PlacedCard, seat: Seat) -> bool:
    """Return whether a card is the top layer of the stack."""
    layers = [other for other in board.cards.values() if other.zone == "stack"]
    return bool(layers) and layers[-1].key == card.key


def _chain_open(board: Board, card: PlacedCard, seat: Seat) -> bool:
    return any(other.zone == "combat_chain" for other in board.cards.values())


up, down = about(lambda card: card.face_up), about(lambda card: not card.face_up)
card_itself = about(lambda card: not card.token)
deck_card = both(
    card_itself, about(lambda card: card.facts is None or not any(map(card.is_a, BEGINS_OUTSIDE)))
)

ENTRIES: tuple[MenuEntry, ...] = (
    MenuEntry(Activate, later("Play"), both(lies(*HELD), deck_card), "stack", "up"),
    MenuEntry(DeclareAttack, later("Attack"), both(lies(*HELD, "stack"), _printed("attack")), "combat_chain",
              "up"),
    MenuEntry(Resolve, later("Resolve"), both(lies("stack"), _top)),
    MenuEntry(DeclareAttack, later("Attack"),
              both(lies("weapon", "permanent"), _printed("weapon", "ally", "token"), up)),
    MenuEntry(Defend,
        later("Defend"), both(lies(*HELD, *EQUIPMENT), _chain_open), "combat_chain", "up", ("more",),
          asks=later("Choose what else defends with it, or nothing.")),
    MenuEntry(Pitch, later("Pitch"), both(lies("hand"), deck_card), "pitch", "up"),
    MenuEntry(Move, later("Into the arsenal"), both(lies("hand"), deck_card), "arsenal", "down", ("place",)),
    MenuEntry(Move, later("Into the arsenal, face-up"), both(lies("deck", *HELD), deck_card), "arsenal", "up",
          ("place",)),
    MenuEntry(Activate, later("Use its ability"), both(lies(*ARENA, "graveyard", "banished"), up)),
    MenuEntry(Activate,
        later("Play"), both(lies("banished", "graveyard", "pitch"), deck_card), "stack", "up"),
    *(MenuEntry(Move, EQUIP_TO[zone], both(lies(*ANYWHERE), _printed(zone), card_itself,
                                                about(lambda card: not card.is_a("hero"))), zone, "up",
            ("place",))
      for zone in EQUIPMENT),
    MenuEntry(Move,
        later("Equip"), both(lies(*ANYWHERE), _printed("weapon", "off-hand", "quiver"), card_itself),
          "weapon", "up", ("place",)),
    MenuEntry(Move,
        later("Into the arena"), both(lies("stack", *HELD, *PILED), card_itself), "permanent", "up"),
    MenuEntry(Attach, later("Beneath a card (a hero's soul)…"), both(lies(*ANYWHERE), card_itself),
          needs=("bearer",)),
    MenuEntry(PutCounters, later("Counters…"), both(lies(*ANYWHERE), up), needs=("text", "amount")),
    MenuEntry(PointAt, later("Point at…"), lies(*ARENA, "stack"), needs=("target",)),
    MenuEntry(ChangePosition, later("Turn face-down"), both(lies(*ARENA, "banished", "arsenal"), up),
              position="down"),
    MenuEntry(ChangePosition,
        later("Turn face-up"), both(lies(*ARENA, "banished", "arsenal"), down), position="up"),
    MenuEntry(Clear, later("Clear it"), lies(*ARENA, "stack")),
    MenuEntry(Move, later("To the graveyard"), lies(*ANYWHERE), "graveyard", "up"),
    MenuEntry(Move, later("Banish"), lies(*ANYWHERE), "banished", "up"),
    MenuEntry(Move, later("Banish face-down"), lies(*ANYWHERE), "banished", "down"),
    MenuEntry(Move, later("To the hand"), both(lies(*ANYWHERE), deck_card), "hand"),
    MenuEntry(Move, later("To the top of the deck"), both(lies(*ANYWHERE), deck_card), "deck", "top"),
    MenuEntry(Move, later("To the bottom of the deck"), both(lies(*ANYWHERE), deck_card), "deck", "bottom"),
    MenuEntry(Move, later("Show it, then to the bottom of the deck"), both(lies("hand"), deck_card), "deck",
              "shown"),
    MenuEntry(Move, later("Shuffle into the deck"), both(lies(*ANYWHERE), deck_card), "deck", "shuffled"),
    MenuEntry(Reveal, later("Show"), lies(*HELD), needs=("viewer",)),
    MenuEntry(Reveal, later("Show"), both(lies(*ARENA, "banished"), down), needs=("viewer",)),
    MenuEntry(Hide, later("Hide again"), about(lambda card: card.revealed)),
)  # fmt: skip

_ORDER = later("Choose your pitched cards in the order they go to the bottom; the rest lie as they were.")

PILES: tuple[PileEntry, ...] = (
    PileEntry("deck", Draw, later("Draw")),
    PileEntry("deck", Draw, later("Draw…"), ("amount",)),
    PileEntry("deck", SearchDeck, later("Look through the deck")),
    PileEntry("deck", Shuffle, later("Shuffle"), text="deck"),
    PileEntry("deck", LookAtTop, later("Look at the top…"), ("amount",), to_me=True),
    PileEntry("deck", LookAtTop, later("Reveal the top…"), ("amount",)),
    PileEntry("deck", Mill, later("Banish the top…"), ("amount",), "banished", "up"),
    PileEntry("deck", Mill, later("Banish the top face-down…"), ("amount",), "banished", "down"),
    PileEntry("deck", Mill, later("The top into the arsenal, face-up"), (), "arsenal", "up"),
    PileEntry("deck", CloseDeck, later("Close the deck and shuffle it"), while_searching=True),
    PileEntry("hand", Reveal, later("Show the hand"), ("viewer",), whole=True),
    PileEntry("hand", DiscardAtRandom, later("Discard at random…"), ("amount",)),
    PileEntry("hand", Shuffle, later("Shuffle the hand"), text="hand"),
    PileEntry("pitch", ToBottom, later("To the bottom of the deck, in an order"), ("more",), whole=True,
              asks=_ORDER),
    PileEntry("", EndTurn, later("End the turn"), ("more",), of="pitch", asks=_ORDER),
    PileEntry("", CloseChain, later("Close the chain")),
    PileEntry("", ChangeLife, later("Life…"), ("text",)),
    *(PileEntry("", ChangePoints, f"{name.capitalize()} {sign}1", text=f"{name} {change}")
      for name in ("action", "resource") for sign, change in (("+", "+1"), ("\N{MINUS SIGN}", "-1"))),
    PileEntry("", MakeToken, later("A token…"), ("token",)),
    PileEntry("", ChangeZones, later("Zones…"), ("text",)),
    PileEntry("", FetchInventory, later("Inventory…"), ("text",)),
    PileEntry("", TossCoins, later("Toss a coin")),
    PileEntry("", RollDice, later("Roll a die")),
    PileEntry("", Hide, later("Hide what I show")),
)  # fmt: skip
