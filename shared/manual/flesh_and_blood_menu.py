"""What the menu of a Flesh and Blood card offers by hand, line by line, in the order a client shows them."""

from __future__ import annotations

from shared.manual.board import MATERIAL, Board, PlacedCard
from shared.manual.game import Fits, MenuEntry, PileEntry, about, both, lies
from shared.zones import Seat

EQUIPMENT = ("head", "chest", "arms", "legs")
ARENA = (*EQUIPMENT, "weapon", "hero", "permanent", "combat_chain")
HELD = ("hand", "arsenal")
PILED = ("graveyard", "banished", "pitch", "deck", MATERIAL)
ANYWHERE = (*ARENA, "stack", *HELD, *PILED)

BEGINS_OUTSIDE = ("hero", "equipment", "weapon", "off-hand", "quiver")


def _printed(*kinds: str) -> Fits:
    """One of these is printed on it; a card nobody knows may be anything."""
    return about(lambda card: card.facts is None or not set(kinds).isdisjoint(card.facts.kinds))


def _top(board: Board, card: PlacedCard, seat: Seat) -> bool:
    """The top layer of the stack."""
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
    MenuEntry("activate", "Play", both(lies(*HELD), deck_card), "stack", "up"),
    MenuEntry("attack", "Attack", both(lies(*HELD, "stack"), _printed("attack")), "combat_chain", "up"),
    MenuEntry("resolve", "Resolve", both(lies("stack"), _top)),
    MenuEntry("attack", "Attack", both(lies("weapon", "permanent"), _printed("weapon", "ally", "token"), up)),
    MenuEntry("defend", "Defend", both(lies(*HELD, *EQUIPMENT), _chain_open), "combat_chain", "up", ("more",),
          asks="Choose what else defends with it, or nothing."),
    MenuEntry("pitch", "Pitch", both(lies("hand"), deck_card), "pitch", "up"),
    MenuEntry("move", "Into the arsenal", both(lies("hand"), deck_card), "arsenal", "down", ("place",)),
    MenuEntry("move", "Into the arsenal, face-up", both(lies("deck", *HELD), deck_card), "arsenal", "up",
          ("place",)),
    MenuEntry("activate", "Use its ability", both(lies(*ARENA, "graveyard", "banished"), up)),
    MenuEntry("activate", "Play", both(lies("banished", "graveyard", "pitch"), deck_card), "stack", "up"),
    *(MenuEntry("move", f"Equip to the {zone}", both(lies(*ANYWHERE), _printed(zone), card_itself,
                                                about(lambda card: not card.is_a("hero"))), zone, "up",
            ("place",))
      for zone in EQUIPMENT),
    MenuEntry("move", "Equip", both(lies(*ANYWHERE), _printed("weapon", "off-hand", "quiver"), card_itself),
          "weapon", "up", ("place",)),
    MenuEntry("move", "Into the arena", both(lies("stack", *HELD, *PILED), card_itself), "permanent", "up"),
    MenuEntry("attach", "Beneath a card (a hero's soul)…", both(lies(*ANYWHERE), card_itself),
          needs=("bearer",)),
    MenuEntry("counter", "Counters…", both(lies(*ANYWHERE), up), needs=("text", "amount")),
    MenuEntry("point", "Point at…", lies(*ARENA, "stack"), needs=("target",)),
    MenuEntry("position", "Turn face-down", both(lies(*ARENA, "banished", "arsenal"), up), position="down"),
    MenuEntry("position", "Turn face-up", both(lies(*ARENA, "banished", "arsenal"), down), position="up"),
    MenuEntry("clear", "Clear it", lies(*ARENA, "stack")),
    MenuEntry("move", "To the graveyard", lies(*ANYWHERE), "graveyard", "up"),
    MenuEntry("move", "Banish", lies(*ANYWHERE), "banished", "up"),
    MenuEntry("move", "Banish face-down", lies(*ANYWHERE), "banished", "down"),
    MenuEntry("move", "To the hand", both(lies(*ANYWHERE), deck_card), "hand"),
    MenuEntry("move", "To the top of the deck", both(lies(*ANYWHERE), deck_card), "deck", "top"),
    MenuEntry("move", "To the bottom of the deck", both(lies(*ANYWHERE), deck_card), "deck", "bottom"),
    MenuEntry("move", "Show it, then to the bottom of the deck", both(lies("hand"), deck_card), "deck",
              "shown"),
    MenuEntry("move", "Shuffle into the deck", both(lies(*ANYWHERE), deck_card), "deck", "shuffled"),
    MenuEntry("reveal", "Show", lies(*HELD), needs=("viewer",)),
    MenuEntry("reveal", "Show", both(lies(*ARENA, "banished"), down), needs=("viewer",)),
    MenuEntry("hide", "Hide again", about(lambda card: card.revealed)),
)  # fmt: skip

_ORDER = "Choose your pitched cards in the order they go to the bottom; the rest lie as they were."

PILES: tuple[PileEntry, ...] = (
    PileEntry("deck", "draw", "Draw"),
    PileEntry("deck", "draw", "Draw…", ("amount",)),
    PileEntry("deck", "search", "Look through the deck"),
    PileEntry("deck", "shuffle", "Shuffle", text="deck"),
    PileEntry("deck", "look", "Look at the top…", ("amount",), to_me=True),
    PileEntry("deck", "look", "Reveal the top…", ("amount",)),
    PileEntry("deck", "mill", "Banish the top…", ("amount",), "banished", "up"),
    PileEntry("deck", "mill", "Banish the top face-down…", ("amount",), "banished", "down"),
    PileEntry("deck", "mill", "The top into the arsenal, face-up", (), "arsenal", "up"),
    PileEntry("deck", "close", "Close the deck and shuffle it", while_searching=True),
    PileEntry("hand", "reveal", "Show the hand", ("viewer",), whole=True),
    PileEntry("hand", "random", "Discard at random…", ("amount",)),
    PileEntry("hand", "shuffle", "Shuffle the hand", text="hand"),
    PileEntry("pitch", "bottom", "To the bottom of the deck, in an order", ("more",), whole=True,
              asks=_ORDER),
    PileEntry("", "turn", "End the turn", ("more",), of="pitch", asks=_ORDER),
    PileEntry("", "close_chain", "Close the chain"),
    PileEntry("", "life", "Life…", ("text",)),
    *(PileEntry("", "points", f"{name.capitalize()} {sign}1", text=f"{name} {change}")
      for name in ("action", "resource") for sign, change in (("+", "+1"), ("\N{MINUS SIGN}", "-1"))),
    PileEntry("", "token", "A token…", ("token",)),
    PileEntry("", "zone", "Zones…", ("text",)),
    PileEntry("", "inventory", "Inventory…", ("text",)),
    PileEntry("", "coin", "Toss a coin"),
    PileEntry("", "die", "Roll a die"),
    PileEntry("", "hide", "Hide what I show"),
)  # fmt: skip
