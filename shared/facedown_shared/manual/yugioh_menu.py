"""The menu entries of a Yu-Gi-Oh! card by hand, in display order."""

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
from facedown_shared.manual.yugioh_summons import SUMMONS, tributes_needed
from facedown_shared.protocol.gestures import (
    Activate,
    Arrange,
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
from facedown_shared.text import gettext_noop

MONSTER_ZONES = ("monster", "extra_monster")
FIELD = (*MONSTER_ZONES, "spell_trap", "field")
OFF_FIELD = ("hand", "graveyard", "banished", "deck", "extra_deck", MATERIAL)


def _tribute(card: PlacedCard) -> bool:
    return tributes_needed(card) > 0


def _has_xyz_materials(board: Board, card: PlacedCard, seat: Seat) -> bool:
    return any(
        other.has_kinds("xyz") and other.face_up and other.zone in MONSTER_ZONES and other.key != card.key
        for other in board.field_cards()
    )


def _summonable(kind: type[Summon]) -> Fits:
    row = SUMMONS[kind]
    return lambda board, card, seat: card.zone in row.sources and row.fits(card)


monster = is_card(lambda card: card.token or (card.facts is not None and card.facts.is_monster))
spell_trap = is_card(lambda card: card.facts is not None and not card.facts.is_monster)
up, down = is_card(lambda card: card.face_up), is_card(lambda card: not card.face_up)
equip_spell = is_card(lambda card: card.has_kinds("spell", "equip"))
field_spell = is_card(lambda card: card.has_kinds("spell", "field"))
other_spell = all_of(spell_trap, is_card(lambda card: not card.has_kinds("spell", "field")))
pendulum = is_card(lambda card: card.has_kinds("pendulum"))
no_link = is_card(lambda card: not card.has_kinds("link"))
no_token = is_card(lambda card: not card.token)

_SUMMONS = tuple(
    MenuEntry(kind, SUMMONS[kind].title, _summonable(kind), "monster", position, ("materials", "place"))
    for kind, position in (
        (FusionSummon, ""), (RitualSummon, ""), (SynchroSummon, ""), (XyzSummon, ""),
        (LinkSummon, "attack"),
    )
)  # fmt: skip

ENTRIES: tuple[MenuEntry, ...] = (
    # from the hand
    MenuEntry(NormalSummon, gettext_noop("Normal Summon"),
              all_of(_summonable(NormalSummon), is_card(lambda c: not _tribute(c))), "monster", "attack",
              ("place",)),
    MenuEntry(NormalSummon,
        gettext_noop("Tribute Summon"), all_of(_summonable(NormalSummon), is_card(_tribute)), "monster",
              "attack", ("materials", "place")),
    MenuEntry(SetMonster,
        gettext_noop("Set"), all_of(_summonable(SetMonster), is_card(lambda c: not _tribute(c))), "monster",
              "set", ("place",)),
    MenuEntry(SetMonster,
        gettext_noop("Tribute and Set"), all_of(_summonable(SetMonster), is_card(_tribute)), "monster", "set",
          ("materials", "place")),
    *_SUMMONS,
    MenuEntry(PendulumSummon, gettext_noop("Pendulum Summon"), _summonable(PendulumSummon), "monster",
        "attack",
          ("more",)),
    MenuEntry(Activate, gettext_noop("Activate"), all_of(is_in_zones("hand"), other_spell), "spell_trap",
        "up", ("place",)),
    MenuEntry(Activate, gettext_noop("Activate"), all_of(is_in_zones("hand"), field_spell), "field", "up"),
    MenuEntry(Activate, gettext_noop("Activate as a Scale"), all_of(is_in_zones("hand"), pendulum),
        "spell_trap", "scale",
          ("place",)),
    MenuEntry(Move, gettext_noop("Set"), all_of(is_in_zones("hand"), other_spell), "spell_trap", "down",
        ("place",)),
    MenuEntry(Move, gettext_noop("Set"), all_of(is_in_zones("hand"), field_spell), "field", "down"),
    MenuEntry(Equip, gettext_noop("Equip"), all_of(is_in_zones("hand", "spell_trap"), equip_spell),
        "spell_trap", "up",
          ("bearer", "place")),
    # on the field
    MenuEntry(FlipSummon, gettext_noop("Flip Summon"), all_of(is_in_zones("monster"), down)),
    MenuEntry(ChangePosition, gettext_noop("To Defense Position"), all_of(is_in_zones(*MONSTER_ZONES), up,
        no_link,
          is_card(lambda c: not c.defense_position)), position="defense"),
    MenuEntry(ChangePosition, gettext_noop("To Attack Position"), all_of(is_in_zones(*MONSTER_ZONES), up,
          is_card(lambda c: c.defense_position)), position="attack"),
    MenuEntry(ChangePosition,
        gettext_noop("Turn face-up, keep Defense"), all_of(is_in_zones("monster"), down), position="defense"),
    MenuEntry(ChangePosition,
        gettext_noop("Turn face-down"), all_of(is_in_zones("monster"), up, no_link, no_token),
            position="set"),
    MenuEntry(ChangePosition, gettext_noop("Turn face-up"), all_of(is_in_zones("spell_trap", "field"),
        down), position="up"),
    MenuEntry(ChangePosition,
        gettext_noop("Turn face-down"), all_of(is_in_zones("spell_trap", "field"), up), position="down"),
    MenuEntry(Activate, gettext_noop("Activate"), all_of(is_in_zones("spell_trap", "field"), down)),
    MenuEntry(Activate, gettext_noop("Declare its effect"), all_of(is_in_zones(*FIELD, "graveyard",
        "banished"), up)),
    MenuEntry(Activate, gettext_noop("Declare its effect"), all_of(is_in_zones("hand"), monster)),
    MenuEntry(DeclareAttack, gettext_noop("Attack"), all_of(is_in_zones(*MONSTER_ZONES), up),
        needs=("target",)),
    MenuEntry(DeclareAttack, gettext_noop("Attack directly"), all_of(is_in_zones(*MONSTER_ZONES), up)),
    MenuEntry(PointAt, gettext_noop("Point at…"), is_in_zones(*FIELD), needs=("target",)),
    MenuEntry(PutCounters, gettext_noop("Counters…"), all_of(is_in_zones(*FIELD), up), needs=("text",
        "amount")),
    MenuEntry(GiveControl, gettext_noop("Give control"), is_in_zones(*MONSTER_ZONES), "monster",
        other_side=True),
    MenuEntry(Move, gettext_noop("To another zone"), is_in_zones("monster"), "monster", needs=("place",)),
    MenuEntry(Move, gettext_noop("To a Spell & Trap Zone"), is_in_zones(*MONSTER_ZONES), "spell_trap", "up",
        ("place",)),
    # from anywhere to anywhere
    MenuEntry(SpecialSummon, gettext_noop("Special Summon in Attack"), all_of(is_in_zones(*OFF_FIELD,
        "spell_trap"), monster),
          "monster", "attack", ("place",)),
    MenuEntry(SpecialSummon, gettext_noop("Special Summon in Defense"),
          all_of(is_in_zones(*OFF_FIELD, "spell_trap"), monster, no_link), "monster", "defense", ("place",)),
    MenuEntry(SpecialSummon, gettext_noop("Special Summon face-down"),
          all_of(is_in_zones("hand", "graveyard", "banished", "deck"), monster, no_link), "monster", "set",
          ("place",)),
    MenuEntry(SpecialSummon, gettext_noop("Special Summon it as a monster"),
          all_of(is_in_zones(*OFF_FIELD, "spell_trap"), spell_trap), "monster", "attack", ("place",)),
    MenuEntry(Attach, gettext_noop("Attach as material"), all_of(is_in_zones(*FIELD, *OFF_FIELD),
        _has_xyz_materials, no_token),
          needs=("bearer",)),
    MenuEntry(Move, gettext_noop("To the Graveyard"), is_in_zones(*FIELD, *OFF_FIELD), "graveyard"),
    MenuEntry(Move, gettext_noop("Banish"), is_in_zones(*FIELD, *OFF_FIELD), "banished", "up"),
    MenuEntry(Move, gettext_noop("Banish face-down"), is_in_zones(*FIELD, *OFF_FIELD), "banished", "down"),
    MenuEntry(Move, gettext_noop("To the hand"), is_in_zones(*FIELD, *OFF_FIELD), "hand"),
    MenuEntry(Move, gettext_noop("Shuffle into the Deck"), is_in_zones(*FIELD, *OFF_FIELD), "deck",
        "shuffled"),
    MenuEntry(Move, gettext_noop("To the top of the Deck"), is_in_zones(*FIELD, *OFF_FIELD), "deck", "top"),
    MenuEntry(Move, gettext_noop("To the bottom of the Deck"), is_in_zones(*FIELD, *OFF_FIELD), "deck",
        "bottom"),
    MenuEntry(Move, gettext_noop("To the Extra Deck"), all_of(is_in_zones(*FIELD, *OFF_FIELD), monster),
        "extra_deck"),
    MenuEntry(Move, gettext_noop("To a Spell & Trap Zone"), all_of(is_in_zones(*OFF_FIELD), no_token),
        "spell_trap", "up",
          ("place",)),
    MenuEntry(Move,
        gettext_noop("To the Field Zone"), all_of(is_in_zones("graveyard", "banished", "deck"),
            field_spell), "field",
          "up"),
    MenuEntry(Reveal, gettext_noop("Show"), is_in_zones("hand"), needs=("viewer",)),
    MenuEntry(Reveal, gettext_noop("Show"), all_of(is_in_zones(*FIELD, "extra_deck", "banished"), down),
        needs=("viewer",)),
    MenuEntry(Hide, gettext_noop("Hide again"), is_card(lambda card: card.revealed)),
)  # fmt: skip

PILES: tuple[PileEntry, ...] = (
    PileEntry("deck", Draw, gettext_noop("Draw")),
    PileEntry("deck", Draw, gettext_noop("Draw…"), ("amount",)),
    PileEntry("deck", SearchDeck, gettext_noop("Look through the Deck")),
    PileEntry("deck", Shuffle, gettext_noop("Shuffle"), text="deck"),
    PileEntry("deck", LookAtTop, gettext_noop("Look at the top…"), ("amount",), to_me=True),
    PileEntry("deck", LookAtTop, gettext_noop("Excavate…"), ("amount",)),
    PileEntry("deck", Arrange, gettext_noop("On top, the first uppermost"), ("more",), position="top",
        whole=True, asks=PUT_BACK_ORDER),
    PileEntry("deck", Arrange, gettext_noop("To the bottom"), ("more",), position="bottom", whole=True,
        asks=PUT_BACK_ORDER),
    PileEntry("deck", Mill, gettext_noop("Send the top to the Graveyard…"), ("amount",), "graveyard"),
    PileEntry("deck", Mill, gettext_noop("Banish the top…"), ("amount",), "banished", "up"),
    PileEntry("deck", Mill, gettext_noop("Banish the top face-down…"), ("amount",), "banished", "down"),
    PileEntry("deck", CloseDeck, gettext_noop("Close the Deck and shuffle it"), while_searching=True),
    PileEntry("hand", Reveal, gettext_noop("Show the hand"), ("viewer",), whole=True),
    PileEntry("hand", DiscardAtRandom, gettext_noop("Discard at random…"), ("amount",)),
    PileEntry("hand", Shuffle, gettext_noop("Shuffle the hand"), text="hand"),
    PileEntry("", ChangeLife, gettext_noop("Life Points…"), ("text",)),
    PileEntry("", EndTurn, gettext_noop("End the turn")),
    *(PileEntry("", GoToPhase, title, text=word) for word, title in (
        ("draw", gettext_noop("To the Draw Phase")), ("standby", gettext_noop("To the Standby Phase")),
        ("main1",
            gettext_noop("To the Main Phase 1")),
        ("battle", gettext_noop("To the Battle Phase")), ("main2", gettext_noop("To the Main Phase 2")),
        ("end",
            gettext_noop("To the End Phase")),
    )),
    PileEntry("", MakeToken, gettext_noop("A Token…"), ("token",)),
    PileEntry("", TossCoins, gettext_noop("Toss a coin")),
    PileEntry("", RollDice, gettext_noop("Roll a die")),
    PileEntry("", Hide, gettext_noop("Hide what I show")),
    PileEntry("", DeclareAttack, gettext_noop("The battle is over")),
)  # fmt: skip
"""Menu entries for a whole pile, and for the table (zone "")."""
