"""The menu entries of a Flesh and Blood card by hand, in display order."""

from __future__ import annotations

from facedown_shared.manual.board import MATERIAL, Board, PlacedCard
from facedown_shared.manual.game import (
    PUT_BACK_ORDER,
    Fits,
    MenuEntry,
    PileEntry,
    all_of,
    is_card,
    is_in_zones,
)
from facedown_shared.protocol.gestures import (
    Activate,
    Arrange,
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
from facedown_shared.text import gettext_noop

EQUIP_TO = {
    "head": gettext_noop("Equip to the head"), "chest": gettext_noop("Equip to the chest"),
    "arms": gettext_noop("Equip to the arms"), "legs": gettext_noop("Equip to the legs"),
}  # fmt: skip
EQUIPMENT = tuple(EQUIP_TO)
ARENA = (*EQUIPMENT, "weapon", "hero", "permanent", "combat_chain")
HELD = ("hand", "arsenal")
PILED = ("graveyard", "banished", "pitch", "deck", MATERIAL)
ANYWHERE = (*ARENA, "stack", *HELD, *PILED)

BEGINS_OUTSIDE = ("hero", "equipment", "weapon", "off-hand", "quiver")


def _has_printed_kind(*kinds: str) -> Fits:
    """Return whether a card has one of these kinds. True for unknown cards."""
    return is_card(lambda card: card.facts is None or not set(kinds).isdisjoint(card.facts.kinds))


def _top(board: Board, card: PlacedCard, seat: Seat) -> bool:
    """Return whether a card is the top layer of the stack."""
    layers = [other for other in board.cards.values() if other.zone == "stack"]
    return bool(layers) and layers[-1].key == card.key


def _chain_open(board: Board, card: PlacedCard, seat: Seat) -> bool:
    return any(other.zone == "combat_chain" for other in board.cards.values())


up, down = is_card(lambda card: card.face_up), is_card(lambda card: not card.face_up)
card_itself = is_card(lambda card: not card.token)
deck_card = all_of(
    card_itself, is_card(lambda card: card.facts is None or not any(map(card.has_kinds, BEGINS_OUTSIDE)))
)

ENTRIES: tuple[MenuEntry, ...] = (
    MenuEntry(Activate, gettext_noop("Play"), all_of(is_in_zones(*HELD), deck_card), "stack", "up"),
    MenuEntry(DeclareAttack, gettext_noop("Attack"), all_of(is_in_zones(*HELD, "stack"),
        _has_printed_kind("attack")), "combat_chain",
              "up"),
    MenuEntry(Resolve, gettext_noop("Resolve"), all_of(is_in_zones("stack"), _top)),
    MenuEntry(DeclareAttack, gettext_noop("Attack"),
              all_of(is_in_zones("weapon", "permanent"), _has_printed_kind("weapon", "ally", "token"), up)),
    MenuEntry(Defend,
        gettext_noop("Defend"), all_of(is_in_zones(*HELD, *EQUIPMENT), _chain_open), "combat_chain", "up",
            ("more",),
          asks=gettext_noop("Choose what else defends with it, or nothing.")),
    MenuEntry(Pitch, gettext_noop("Pitch"), all_of(is_in_zones("hand"), deck_card), "pitch", "up"),
    MenuEntry(Move, gettext_noop("Into the arsenal"), all_of(is_in_zones("hand"), deck_card), "arsenal",
        "down", ("place",)),
    MenuEntry(Move, gettext_noop("Into the arsenal, face-up"), all_of(is_in_zones("deck", *HELD),
        deck_card), "arsenal", "up",
          ("place",)),
    MenuEntry(Activate, gettext_noop("Use its ability"), all_of(is_in_zones(*ARENA, "graveyard",
        "banished"), up)),
    MenuEntry(Activate,
        gettext_noop("Play"), all_of(is_in_zones("banished", "graveyard", "pitch"), deck_card), "stack",
            "up"),
    *(MenuEntry(Move, EQUIP_TO[zone], all_of(is_in_zones(*ANYWHERE), _has_printed_kind(zone), card_itself,
                                                is_card(lambda card: not card.has_kinds("hero"))), zone, "up",
            ("place",))
      for zone in EQUIPMENT),
    MenuEntry(Move,
        gettext_noop("Equip"), all_of(is_in_zones(*ANYWHERE), _has_printed_kind("weapon", "off-hand",
            "quiver"), card_itself),
          "weapon", "up", ("place",)),
    MenuEntry(Move,
        gettext_noop("Into the arena"), all_of(is_in_zones("stack", *HELD, *PILED), card_itself),
            "permanent", "up"),
    MenuEntry(Attach, gettext_noop("Beneath a card (a hero's soul)…"), all_of(is_in_zones(*ANYWHERE),
        card_itself),
          needs=("bearer",)),
    MenuEntry(PutCounters, gettext_noop("Counters…"), all_of(is_in_zones(*ANYWHERE), up), needs=("text",
        "amount")),
    MenuEntry(PointAt, gettext_noop("Point at…"), is_in_zones(*ARENA, "stack"), needs=("target",)),
    MenuEntry(ChangePosition, gettext_noop("Turn face-down"), all_of(is_in_zones(*ARENA, "banished",
        "arsenal"), up),
              position="down"),
    MenuEntry(ChangePosition,
        gettext_noop("Turn face-up"), all_of(is_in_zones(*ARENA, "banished", "arsenal"), down),
            position="up"),
    MenuEntry(Clear, gettext_noop("Clear it"), is_in_zones(*ARENA, "stack")),
    MenuEntry(Move, gettext_noop("To the graveyard"), is_in_zones(*ANYWHERE), "graveyard", "up"),
    MenuEntry(Move, gettext_noop("Banish"), is_in_zones(*ANYWHERE), "banished", "up"),
    MenuEntry(Move, gettext_noop("Banish face-down"), is_in_zones(*ANYWHERE), "banished", "down"),
    MenuEntry(Move, gettext_noop("To the hand"), all_of(is_in_zones(*ANYWHERE), deck_card), "hand"),
    MenuEntry(Move, gettext_noop("To the top of the deck"), all_of(is_in_zones(*ANYWHERE), deck_card),
        "deck", "top"),
    MenuEntry(Move, gettext_noop("To the bottom of the deck"), all_of(is_in_zones(*ANYWHERE), deck_card),
        "deck", "bottom"),
    MenuEntry(Move, gettext_noop("Show it, then to the bottom of the deck"), all_of(is_in_zones("hand"),
        deck_card), "deck",
              "shown"),
    MenuEntry(Move, gettext_noop("Shuffle into the deck"), all_of(is_in_zones(*ANYWHERE), deck_card),
        "deck", "shuffled"),
    MenuEntry(Reveal, gettext_noop("Show"), is_in_zones(*HELD), needs=("viewer",)),
    MenuEntry(Reveal, gettext_noop("Show"), all_of(is_in_zones(*ARENA, "banished"), down), needs=("viewer",)),
    MenuEntry(Hide, gettext_noop("Hide again"), is_card(lambda card: card.revealed)),
)  # fmt: skip

_ORDER = gettext_noop(
    "Choose your pitched cards in the order they go to the bottom; the rest lie as they were."
)

PILES: tuple[PileEntry, ...] = (
    PileEntry("deck", Draw, gettext_noop("Draw")),
    PileEntry("deck", Draw, gettext_noop("Draw…"), ("amount",)),
    PileEntry("deck", SearchDeck, gettext_noop("Look through the deck")),
    PileEntry("deck", Shuffle, gettext_noop("Shuffle"), text="deck"),
    PileEntry("deck", LookAtTop, gettext_noop("Look at the top…"), ("amount",), to_me=True),
    PileEntry("deck", LookAtTop, gettext_noop("Reveal the top…"), ("amount",)),
    PileEntry("deck", Arrange, gettext_noop("On top, the first uppermost"), ("more",), position="top",
        whole=True, asks=PUT_BACK_ORDER),
    PileEntry("deck", Arrange, gettext_noop("To the bottom"), ("more",), position="bottom", whole=True,
        asks=PUT_BACK_ORDER),
    PileEntry("deck", Mill, gettext_noop("Banish the top…"), ("amount",), "banished", "up"),
    PileEntry("deck", Mill, gettext_noop("Banish the top face-down…"), ("amount",), "banished", "down"),
    PileEntry("deck", Mill, gettext_noop("The top into the arsenal, face-up"), (), "arsenal", "up"),
    PileEntry("deck", CloseDeck, gettext_noop("Close the deck and shuffle it"), while_searching=True),
    PileEntry("hand", Reveal, gettext_noop("Show the hand"), ("viewer",), whole=True),
    PileEntry("hand", DiscardAtRandom, gettext_noop("Discard at random…"), ("amount",)),
    PileEntry("hand", Shuffle, gettext_noop("Shuffle the hand"), text="hand"),
    PileEntry("pitch", ToBottom, gettext_noop("To the bottom of the deck, in an order"), ("more",),
        whole=True,
              asks=_ORDER),
    PileEntry("", EndTurn, gettext_noop("End the turn"), ("more",), of="pitch", asks=_ORDER),
    PileEntry("", CloseChain, gettext_noop("Close the chain")),
    PileEntry("", ChangeLife, gettext_noop("Life…"), ("text",)),
    PileEntry("", ChangePoints, gettext_noop("Action +1"), text="action +1"),
    PileEntry("", ChangePoints, gettext_noop("Action \N{MINUS SIGN}1"), text="action -1"),
    PileEntry("", ChangePoints, gettext_noop("Resource +1"), text="resource +1"),
    PileEntry("", ChangePoints, gettext_noop("Resource \N{MINUS SIGN}1"), text="resource -1"),
    PileEntry("", MakeToken, gettext_noop("A token…"), ("token",)),
    PileEntry("", ChangeZones, gettext_noop("Zones…"), ("text",)),
    PileEntry("", FetchInventory, gettext_noop("Inventory…"), ("text",)),
    PileEntry("", TossCoins, gettext_noop("Toss a coin")),
    PileEntry("", RollDice, gettext_noop("Roll a die")),
    PileEntry("", Hide, gettext_noop("Hide what I show")),
)  # fmt: skip
