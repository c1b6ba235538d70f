"""The menu entries of a Yu-Gi-Oh! card by hand, in display order."""

from __future__ import annotations

from facedown_shared.manual.board import MATERIAL, Board, PlacedCard
from facedown_shared.manual.game import Fits, MenuEntry, PileEntry, about, both, lies
from facedown_shared.manual.yugioh_summons import SUMMONS, tributes_needed
from facedown_shared.protocol.gestures import (
    Activate,
    Attach,
    ChangeLife,
    ChangePosition,
    CloseDeck,
    DeclareAttack,
    DiscardAtRandom,
    Draw,
    EndTurn,
    Equip,
    FlipSummon,
    FusionSummon,
    GiveControl,
    GoToPhase,
    Hide,
    LinkSummon,
    LookAtTop,
    MakeToken,
    Mill,
    Move,
    NormalSummon,
    PendulumSummon,
    PointAt,
    PutCounters,
    Reveal,
    RitualSummon,
    RollDice,
    SearchDeck,
    SetMonster,
    Shuffle,
    SpecialSummon,
    Summon,
    SynchroSummon,
    TossCoins,
    XyzSummon,
)
from facedown_shared.tables import Seat
from facedown_shared.text import later

MONSTER_ZONES = ("monster", "extra_monster")
FIELD = (*MONSTER_ZONES, "spell_trap", "field")
OFF_FIELD = ("hand", "graveyard", "banished", "deck", "extra_deck", MATERIAL)


def _tribute(card: PlacedCard) -> bool:
    return tributes_needed(card) > 0


def _xyz_there(board: Board, card: PlacedCard, seat: Seat) -> bool:
    return any(
        other.is_a("xyz") and other.face_up and other.zone in MONSTER_ZONES and other.key != card.key
        for other in board.on_field()
    )


def _summonable(kind: type[Summon]) -> Fits:
    row = SUMMONS[kind]
    return lambda board, card, seat: card.zone in row.sources and row.fits(card)


monster = about(lambda card: card.token or (card.facts is not None and card.facts.is_monster))
spell_trap = about(lambda card: card.facts is not None and not card.facts.is_monster)
up, down = about(lambda card: card.face_up), about(lambda card: not card.face_up)
equip_spell = about(lambda card: card.is_a("spell", "equip"))
field_spell = about(lambda card: card.is_a("spell", "field"))
other_spell = both(spell_trap, about(lambda card: not card.is_a("spell", "field")))
pendulum = about(lambda card: card.is_a("pendulum"))
no_link = about(lambda card: not card.is_a("link"))
no_token = about(lambda card: not card.token)

_SUMMONS = tuple(
    MenuEntry(kind, SUMMONS[kind].title, _summonable(kind), "monster", position, ("materials", "place"))
    for kind, position in (
        (FusionSummon, ""), (RitualSummon, ""), (SynchroSummon, ""), (XyzSummon, ""),
        (LinkSummon, "attack"),
    )
)  # fmt: skip

ENTRIES: tuple[MenuEntry, ...] = (
    # from the hand
    MenuEntry(NormalSummon, later("Normal Summon"),
              both(_summonable(NormalSummon), about(lambda c: not _tribute(c))), "monster", "attack",
              ("place",)),
    MenuEntry(NormalSummon,
        later("Tribute Summon"), both(_summonable(NormalSummon), about(_tribute)), "monster",
              "attack", ("materials", "place")),
    MenuEntry(SetMonster,
        later("Set"), both(_summonable(SetMonster), about(lambda c: not _tribute(c))), "monster",
              "set", ("place",)),
    MenuEntry(SetMonster,
        later("Tribute and Set"), both(_summonable(SetMonster), about(_tribute)), "monster", "set",
          ("materials", "place")),
    *_SUMMONS,
    MenuEntry(PendulumSummon, later("Pendulum Summon"), _summonable(PendulumSummon), "monster", "attack",
          ("more",)),
    MenuEntry(Activate, later("Activate"), both(lies("hand"), other_spell), "spell_trap", "up", ("place",)),
    MenuEntry(Activate, later("Activate"), both(lies("hand"), field_spell), "field", "up"),
    MenuEntry(Activate, later("Activate as a Scale"), both(lies("hand"), pendulum), "spell_trap", "scale",
          ("place",)),
    MenuEntry(Move, later("Set"), both(lies("hand"), other_spell), "spell_trap", "down", ("place",)),
    MenuEntry(Move, later("Set"), both(lies("hand"), field_spell), "field", "down"),
    MenuEntry(Equip, later("Equip"), both(lies("hand", "spell_trap"), equip_spell), "spell_trap", "up",
          ("bearer", "place")),
    # on the field
    MenuEntry(FlipSummon, later("Flip Summon"), both(lies("monster"), down)),
    MenuEntry(ChangePosition, later("To Defense Position"), both(lies(*MONSTER_ZONES), up, no_link,
          about(lambda c: not c.defense_position)), position="defense"),
    MenuEntry(ChangePosition, later("To Attack Position"), both(lies(*MONSTER_ZONES), up,
          about(lambda c: c.defense_position)), position="attack"),
    MenuEntry(ChangePosition,
        later("Turn face-up, keep Defense"), both(lies("monster"), down), position="defense"),
    MenuEntry(ChangePosition,
        later("Turn face-down"), both(lies("monster"), up, no_link, no_token), position="set"),
    MenuEntry(ChangePosition, later("Turn face-up"), both(lies("spell_trap", "field"), down), position="up"),
    MenuEntry(ChangePosition,
        later("Turn face-down"), both(lies("spell_trap", "field"), up), position="down"),
    MenuEntry(Activate, later("Activate"), both(lies("spell_trap", "field"), down)),
    MenuEntry(Activate, later("Declare its effect"), both(lies(*FIELD, "graveyard", "banished"), up)),
    MenuEntry(Activate, later("Declare its effect"), both(lies("hand"), monster)),
    MenuEntry(DeclareAttack, later("Attack"), both(lies(*MONSTER_ZONES), up), needs=("target",)),
    MenuEntry(DeclareAttack, later("Attack directly"), both(lies(*MONSTER_ZONES), up)),
    MenuEntry(PointAt, later("Point at…"), lies(*FIELD), needs=("target",)),
    MenuEntry(PutCounters, later("Counters…"), both(lies(*FIELD), up), needs=("text", "amount")),
    MenuEntry(GiveControl, later("Give control"), lies(*MONSTER_ZONES), "monster", other_side=True),
    MenuEntry(Move, later("To another zone"), lies("monster"), "monster", needs=("place",)),
    MenuEntry(Move, later("To a Spell & Trap Zone"), lies(*MONSTER_ZONES), "spell_trap", "up", ("place",)),
    # from anywhere to anywhere
    MenuEntry(SpecialSummon, later("Special Summon in Attack"), both(lies(*OFF_FIELD, "spell_trap"), monster),
          "monster", "attack", ("place",)),
    MenuEntry(SpecialSummon, later("Special Summon in Defense"),
          both(lies(*OFF_FIELD, "spell_trap"), monster, no_link), "monster", "defense", ("place",)),
    MenuEntry(SpecialSummon, later("Special Summon face-down"),
          both(lies("hand", "graveyard", "banished", "deck"), monster, no_link), "monster", "set",
          ("place",)),
    MenuEntry(SpecialSummon, later("Special Summon it as a monster"),
          both(lies(*OFF_FIELD, "spell_trap"), spell_trap), "monster", "attack", ("place",)),
    MenuEntry(Attach, later("Attach as material"), both(lies(*FIELD, *OFF_FIELD), _xyz_there, no_token),
          needs=("bearer",)),
    MenuEntry(Move, later("To the Graveyard"), lies(*FIELD, *OFF_FIELD), "graveyard"),
    MenuEntry(Move, later("Banish"), lies(*FIELD, *OFF_FIELD), "banished", "up"),
    MenuEntry(Move, later("Banish face-down"), lies(*FIELD, *OFF_FIELD), "banished", "down"),
    MenuEntry(Move, later("To the hand"), lies(*FIELD, *OFF_FIELD), "hand"),
    MenuEntry(Move, later("Shuffle into the Deck"), lies(*FIELD, *OFF_FIELD), "deck", "shuffled"),
    MenuEntry(Move, later("To the top of the Deck"), lies(*FIELD, *OFF_FIELD), "deck", "top"),
    MenuEntry(Move, later("To the bottom of the Deck"), lies(*FIELD, *OFF_FIELD), "deck", "bottom"),
    MenuEntry(Move, later("To the Extra Deck"), both(lies(*FIELD, *OFF_FIELD), monster), "extra_deck"),
    MenuEntry(Move, later("To a Spell & Trap Zone"), both(lies(*OFF_FIELD), no_token), "spell_trap", "up",
          ("place",)),
    MenuEntry(Move,
        later("To the Field Zone"), both(lies("graveyard", "banished", "deck"), field_spell), "field",
          "up"),
    MenuEntry(Reveal, later("Show"), lies("hand"), needs=("viewer",)),
    MenuEntry(Reveal, later("Show"), both(lies(*FIELD, "extra_deck", "banished"), down), needs=("viewer",)),
    MenuEntry(Hide, later("Hide again"), about(lambda card: card.revealed)),
)  # fmt: skip

PILES: tuple[PileEntry, ...] = (
    PileEntry("deck", Draw, later("Draw")),
    PileEntry("deck", Draw, later("Draw…"), ("amount",)),
    PileEntry("deck", SearchDeck, later("Look through the Deck")),
    PileEntry("deck", Shuffle, later("Shuffle"), text="deck"),
    PileEntry("deck", LookAtTop, later("Look at the top…"), ("amount",), to_me=True),
    PileEntry("deck", LookAtTop, later("Excavate…"), ("amount",)),
    PileEntry("deck", Mill, later("Send the top to the Graveyard…"), ("amount",), "graveyard"),
    PileEntry("deck", Mill, later("Banish the top…"), ("amount",), "banished", "up"),
    PileEntry("deck", Mill, later("Banish the top face-down…"), ("amount",), "banished", "down"),
    PileEntry("deck", CloseDeck, later("Close the Deck and shuffle it"), while_searching=True),
    PileEntry("hand", Reveal, later("Show the hand"), ("viewer",), whole=True),
    PileEntry("hand", DiscardAtRandom, later("Discard at random…"), ("amount",)),
    PileEntry("hand", Shuffle, later("Shuffle the hand"), text="hand"),
    PileEntry("", ChangeLife, later("Life Points…"), ("text",)),
    PileEntry("", EndTurn, later("End the turn")),
    *(PileEntry("", GoToPhase, title, text=word) for word, title in (
        ("draw", later("To the Draw Phase")), ("standby", later("To the Standby Phase")), ("main1",
            later("To the Main Phase 1")),
        ("battle", later("To the Battle Phase")), ("main2", later("To the Main Phase 2")), ("end",
            later("To the End Phase")),
    )),
    PileEntry("", MakeToken, later("A Token…"), ("token",)),
    PileEntry("", TossCoins, later("Toss a coin")),
    PileEntry("", RollDice, later("Roll a die")),
    PileEntry("", Hide, later("Hide what I show")),
    PileEntry("", DeclareAttack, later("The battle is over")),
)  # fmt: skip
"""Menu entries for a whole pile, and for the table (zone "")."""
