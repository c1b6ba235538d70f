"""Keyboard shortcuts of the lines in manual menus, as a table.

A line without a row gets the first free letter of its title, so that every game's menus work with keys. Law:
plain data.
"""

from __future__ import annotations

from collections.abc import Sequence

from facedown_shared.manual.menus import MenuOffer
from facedown_shared.protocol.gestures import (
    Activate,
    Arrange,
    Attach,
    ChangeLife,
    ChangePosition,
    Clear,
    CloseChain,
    CloseDeck,
    DeclareAttack,
    Defend,
    Draw,
    EndTurn,
    Equip,
    FlipSummon,
    FusionSummon,
    Gesture,
    GiveControl,
    Hide,
    LinkSummon,
    LookAtTop,
    MakeToken,
    Mill,
    Move,
    NormalSummon,
    PendulumSummon,
    Pitch,
    PointAt,
    PutCounters,
    Resolve,
    Reveal,
    RitualSummon,
    RollDice,
    SearchDeck,
    SetMonster,
    SpecialSummon,
    SynchroSummon,
    ToBottom,
    TossCoins,
    XyzSummon,
)

ROWS: dict[tuple[type[Gesture], str, str], str] = {
    (NormalSummon, "monster", "attack"): "N",
    (SetMonster, "monster", "set"): "S",
    (Move, "spell_trap", "down"): "S",
    (Move, "field", "down"): "S",
    (Activate, "", ""): "E",
    (Activate, "spell_trap", "up"): "E",
    (Activate, "field", "up"): "E",
    (Activate, "spell_trap", "scale"): "L",
    (SpecialSummon, "monster", "attack"): "A",
    (SpecialSummon, "monster", "defense"): "D",
    (SpecialSummon, "monster", "set"): "Shift+S",
    (ChangePosition, "", "attack"): "A",
    (ChangePosition, "", "defense"): "D",
    (ChangePosition, "", "set"): "S",
    (ChangePosition, "", "down"): "S",
    (ChangePosition, "", "up"): "F",
    (FlipSummon, "", ""): "F",
    (FusionSummon, "monster", ""): "U",
    (RitualSummon, "monster", ""): "U",
    (SynchroSummon, "monster", ""): "U",
    (XyzSummon, "monster", ""): "U",
    (LinkSummon, "monster", "attack"): "U",
    (PendulumSummon, "monster", "attack"): "P",
    (DeclareAttack, "", ""): "X",
    (PointAt, "", ""): "P",
    (PutCounters, "", ""): "C",
    (GiveControl, "monster", ""): "J",
    (Attach, "", ""): "O",
    (Equip, "spell_trap", "up"): "Q",
    (Move, "", ""): "K",
    (Move, "monster", ""): "M",
    (Move, "graveyard", ""): "G",
    (Move, "banished", "up"): "B",
    (Move, "banished", "down"): "Shift+B",
    (Move, "hand", ""): "H",
    (Move, "deck", "top"): "T",
    (Move, "deck", "bottom"): "Shift+T",
    (Move, "deck", "shuffled"): "Y",
    (Move, "extra_deck", ""): "I",
    (Move, "spell_trap", "up"): "Z",
    (Reveal, "", ""): "R",
    (Hide, "", ""): "Shift+R",
    (Draw, "", ""): "D",
    (SearchDeck, "", ""): "S",
    (LookAtTop, "", ""): "L",
    (Mill, "graveyard", ""): "G",
    (Mill, "banished", "up"): "B",
    (Mill, "banished", "down"): "Shift+B",
    (CloseDeck, "", ""): "C",
    (Arrange, "", "top"): "T",
    (Arrange, "", "bottom"): "Shift+T",
    (Activate, "stack", "up"): "E",
    (DeclareAttack, "combat_chain", "up"): "X",
    (Defend, "combat_chain", "up"): "D",
    (Resolve, "", ""): "V",
    (Pitch, "pitch", "up"): "P",
    (ToBottom, "", ""): "B",
    (Move, "arsenal", "down"): "A",
    (Move, "arsenal", "up"): "Shift+A",
    (Move, "graveyard", "up"): "G",
    (Clear, "", ""): "L",
    (CloseChain, "", ""): "K",
    (ChangeLife, "", ""): "L",
    (EndTurn, "", ""): "N",
    (TossCoins, "", ""): "Shift+C",
    (RollDice, "", ""): "Shift+D",
    (MakeToken, "", ""): "Shift+K",
}
"""Key by gesture, destination zone and position; "move" without a zone takes a card from beneath another."""


def line_keys(lines: Sequence[MenuOffer]) -> list[str]:
    """Return a unique key for each line; "" when every letter is taken."""
    found: list[str] = []
    for line in lines:
        wished = next((ROWS[kind] for kind in _kinds(line) if kind in ROWS), "")
        free = (key for key in (wished, f"Shift+{wished}" if len(wished) == 1 else "") if key)
        found.append(next((key for key in free if key not in found), ""))
    for index, line in enumerate(lines):
        if not found[index]:
            letters = [letter for letter in line.title.upper() if letter.isascii() and letter.isalpha()]
            found[index] = next((letter for letter in letters if letter not in found), "")
    return found


def _kinds(line: MenuOffer) -> list[tuple[type[Gesture], str, str]]:
    """Return the table keys of a line, one for each possible destination zone."""
    goals = () if "beneath" in line.needs else line.gesture.places or line.places
    zones = [place.zone for place in goals] or [""]
    return [(type(line.gesture), zone, line.gesture.position) for zone in zones]
