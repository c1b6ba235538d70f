"""What a Yu-Gi-Oh! card's menu offers by hand, line by line, in the order a client shows them."""

from __future__ import annotations

from shared.manual.board import MATERIAL, Board, PlacedCard
from shared.manual.game import Fits, MenuEntry, PileEntry, about, both, lies
from shared.manual.yugioh_summons import SUMMONS, tributes_needed
from shared.zones import Seat

MONSTER_ZONES = ("monster", "extra_monster")
FIELD = (*MONSTER_ZONES, "spell_trap", "field")
OFF_FIELD = ("hand", "graveyard", "banished", "deck", "extra_deck", MATERIAL)


def _monster(card: PlacedCard) -> bool:
    return card.token or (card.facts is not None and card.facts.is_monster)


def _spell_or_trap(card: PlacedCard) -> bool:
    return card.facts is not None and not card.facts.is_monster


def _up(card: PlacedCard) -> bool:
    return card.face_up


def _down(card: PlacedCard) -> bool:
    return not card.face_up


def _tribute(card: PlacedCard) -> bool:
    return tributes_needed(card) > 0


def _equips(card: PlacedCard) -> bool:
    return card.is_a("spell", "equip")


def _xyz_there(board: Board, card: PlacedCard, seat: Seat) -> bool:
    return any(
        other.is_a("xyz") and other.face_up and other.zone in MONSTER_ZONES and other.key != card.key
        for other in board.on_field()
    )


def _summonable(do: str) -> Fits:
    row = SUMMONS[do]
    return lambda board, card, seat: card.zone in row.sources and row.fits(card)


monster, spell_trap, up, down = about(_monster), about(_spell_or_trap), about(_up), about(_down)
field_spell = about(lambda card: card.is_a("spell", "field"))
other_spell = both(spell_trap, about(lambda card: not card.is_a("spell", "field")))
pendulum = about(lambda card: card.is_a("pendulum"))
link = about(lambda card: card.is_a("link"))
no_link = about(lambda card: not card.is_a("link"))
no_token = about(lambda card: not card.token)

_SUMMONS = tuple(
    MenuEntry(do, SUMMONS[do].title, _summonable(do), "monster", position, ("materials", "place"))
    for do, position in (
        ("fusion_summon", ""), ("ritual_summon", ""), ("synchro_summon", ""), ("xyz_summon", ""),
        ("link_summon", "attack"),
    )
)  # fmt: skip

ENTRIES: tuple[MenuEntry, ...] = (
    # from the hand
    MenuEntry("summon", "Normal Summon", both(_summonable("summon"), about(lambda c: not _tribute(c))),
          "monster", "attack", ("place",)),
    MenuEntry("summon", "Tribute Summon", both(_summonable("summon"), about(_tribute)), "monster", "attack",
          ("materials", "place")),
    MenuEntry("set", "Set", both(_summonable("set"), about(lambda c: not _tribute(c))), "monster", "set",
          ("place",)),
    MenuEntry("set", "Tribute and Set", both(_summonable("set"), about(_tribute)), "monster", "set",
          ("materials", "place")),
    *_SUMMONS,
    MenuEntry("pendulum_summon", "Pendulum Summon", _summonable("pendulum_summon"), "monster", "attack",
          ("more",)),
    MenuEntry("activate", "Activate", both(lies("hand"), other_spell), "spell_trap", "up", ("place",)),
    MenuEntry("activate", "Activate", both(lies("hand"), field_spell), "field", "up"),
    MenuEntry("activate", "Activate as a Scale", both(lies("hand"), pendulum), "spell_trap", "scale",
          ("place",)),
    MenuEntry("move", "Set", both(lies("hand"), other_spell), "spell_trap", "down", ("place",)),
    MenuEntry("move", "Set", both(lies("hand"), field_spell), "field", "down"),
    MenuEntry("equip", "Equip", both(lies("hand", "spell_trap"), about(_equips)), "spell_trap", "up",
          ("bearer", "place")),
    # on the field
    MenuEntry("flip_summon", "Flip Summon", both(lies("monster"), down)),
    MenuEntry("position", "To Defense Position", both(lies(*MONSTER_ZONES), up, no_link,
          about(lambda c: not c.defense_position)), position="defense"),
    MenuEntry("position", "To Attack Position", both(lies(*MONSTER_ZONES), up,
          about(lambda c: c.defense_position)), position="attack"),
    MenuEntry("position", "Turn face-up, keep Defense", both(lies("monster"), down), position="defense"),
    MenuEntry("position", "Turn face-down", both(lies("monster"), up, no_link, no_token), position="set"),
    MenuEntry("position", "Turn face-up", both(lies("spell_trap", "field"), down), position="up"),
    MenuEntry("position", "Turn face-down", both(lies("spell_trap", "field"), up), position="down"),
    MenuEntry("activate", "Activate", both(lies("spell_trap", "field"), down)),
    MenuEntry("activate", "Declare its effect", both(lies(*FIELD, "graveyard", "banished"), up)),
    MenuEntry("activate", "Declare its effect", both(lies("hand"), monster)),
    MenuEntry("attack", "Attack", both(lies(*MONSTER_ZONES), up), needs=("target",)),
    MenuEntry("attack", "Attack directly", both(lies(*MONSTER_ZONES), up)),
    MenuEntry("point", "Point at…", lies(*FIELD), needs=("target",)),
    MenuEntry("counter", "Counters…", both(lies(*FIELD), up), needs=("text", "amount")),
    MenuEntry("control", "Give control", lies(*MONSTER_ZONES), "monster", other_side=True),
    MenuEntry("move", "To another zone", lies("monster"), "monster", needs=("place",)),
    MenuEntry("move", "To a Spell & Trap Zone", lies(*MONSTER_ZONES), "spell_trap", "up", ("place",)),
    # from anywhere to anywhere
    MenuEntry("special_summon", "Special Summon in Attack", both(lies(*OFF_FIELD, "spell_trap"), monster),
          "monster", "attack", ("place",)),
    MenuEntry("special_summon", "Special Summon in Defense",
          both(lies(*OFF_FIELD, "spell_trap"), monster, no_link), "monster", "defense", ("place",)),
    MenuEntry("special_summon", "Special Summon face-down",
          both(lies("hand", "graveyard", "banished", "deck"), monster, no_link), "monster", "set",
          ("place",)),
    MenuEntry("special_summon", "Special Summon it as a monster",
          both(lies(*OFF_FIELD, "spell_trap"), spell_trap), "monster", "attack", ("place",)),
    MenuEntry("attach", "Attach as material", both(lies(*FIELD, *OFF_FIELD), _xyz_there, no_token),
          needs=("bearer",)),
    MenuEntry("move", "To the Graveyard", lies(*FIELD, *OFF_FIELD), "graveyard"),
    MenuEntry("move", "Banish", lies(*FIELD, *OFF_FIELD), "banished", "up"),
    MenuEntry("move", "Banish face-down", lies(*FIELD, *OFF_FIELD), "banished", "down"),
    MenuEntry("move", "To the hand", lies(*FIELD, *OFF_FIELD), "hand"),
    MenuEntry("move", "Shuffle into the Deck", lies(*FIELD, *OFF_FIELD), "deck", "shuffled"),
    MenuEntry("move", "To the top of the Deck", lies(*FIELD, *OFF_FIELD), "deck", "top"),
    MenuEntry("move", "To the bottom of the Deck", lies(*FIELD, *OFF_FIELD), "deck", "bottom"),
    MenuEntry("move", "To the Extra Deck", both(lies(*FIELD, *OFF_FIELD), monster), "extra_deck"),
    MenuEntry("move", "To a Spell & Trap Zone", both(lies(*OFF_FIELD), no_token), "spell_trap", "up",
          ("place",)),
    MenuEntry("move", "To the Field Zone", both(lies("graveyard", "banished", "deck"), field_spell), "field",
          "up"),
    MenuEntry("reveal", "Show", lies("hand"), needs=("viewer",)),
    MenuEntry("reveal", "Show", both(lies(*FIELD, "extra_deck", "banished"), down), needs=("viewer",)),
    MenuEntry("hide", "Hide again", about(lambda card: card.revealed)),
)  # fmt: skip

PILES: tuple[PileEntry, ...] = (
    PileEntry("deck", "draw", "Draw"),
    PileEntry("deck", "draw", "Draw…", ("amount",)),
    PileEntry("deck", "search", "Look through the Deck"),
    PileEntry("deck", "shuffle", "Shuffle", text="deck"),
    PileEntry("deck", "look", "Look at the top…", ("amount",), to_me=True),
    PileEntry("deck", "look", "Excavate…", ("amount",)),
    PileEntry("deck", "mill", "Send the top to the Graveyard…", ("amount",), "graveyard"),
    PileEntry("deck", "mill", "Banish the top…", ("amount",), "banished", "up"),
    PileEntry("deck", "mill", "Banish the top face-down…", ("amount",), "banished", "down"),
    PileEntry("deck", "close", "Close the Deck and shuffle it", while_searching=True),
    PileEntry("hand", "reveal", "Show the hand", ("viewer",), whole=True),
    PileEntry("hand", "random", "Discard at random…", ("amount",)),
    PileEntry("hand", "shuffle", "Shuffle the hand", text="hand"),
    PileEntry("", "life", "Life Points…", ("text",)),
    PileEntry("", "turn", "End the turn"),
    *(PileEntry("", "phase", f"To the {title}", text=word) for word, title in (
        ("draw", "Draw Phase"), ("standby", "Standby Phase"), ("main1", "Main Phase 1"),
        ("battle", "Battle Phase"), ("main2", "Main Phase 2"), ("end", "End Phase"),
    )),
    PileEntry("", "token", "A Token…", ("token",)),
    PileEntry("", "coin", "Toss a coin"),
    PileEntry("", "die", "Roll a die"),
    PileEntry("", "hide", "Hide what I show"),
    PileEntry("", "attack", "The battle is over"),
)  # fmt: skip
"""Lines about a whole pile, and about the table (zone "")."""
