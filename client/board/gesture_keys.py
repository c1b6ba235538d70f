"""Which key stands for which line of a menu by hand, as rows.

A line that no row knows gets the first letter of its title that is still free, so that every game's menus can
be used by keys. Law: plain data, no pygame.
"""

from __future__ import annotations

from collections.abc import Sequence

from shared.manual.menus import Offered

ROWS: dict[tuple[str, str, str], str] = {
    ("summon", "monster", "attack"): "N",
    ("set", "monster", "set"): "S",
    ("move", "spell_trap", "down"): "S",
    ("move", "field", "down"): "S",
    ("activate", "", ""): "E",
    ("activate", "spell_trap", "up"): "E",
    ("activate", "field", "up"): "E",
    ("activate", "spell_trap", "scale"): "L",
    ("special_summon", "monster", "attack"): "A",
    ("special_summon", "monster", "defense"): "D",
    ("special_summon", "monster", "set"): "Shift+S",
    ("position", "", "attack"): "A",
    ("position", "", "defense"): "D",
    ("position", "", "set"): "S",
    ("position", "", "down"): "S",
    ("position", "", "up"): "F",
    ("flip_summon", "", ""): "F",
    ("fusion_summon", "monster", ""): "U",
    ("ritual_summon", "monster", ""): "U",
    ("synchro_summon", "monster", ""): "U",
    ("xyz_summon", "monster", ""): "U",
    ("link_summon", "monster", "attack"): "U",
    ("pendulum_summon", "monster", "attack"): "P",
    ("attack", "", ""): "X",
    ("point", "", ""): "P",
    ("counter", "", ""): "C",
    ("control", "monster", ""): "J",
    ("attach", "", ""): "O",
    ("equip", "spell_trap", "up"): "Q",
    ("move", "", ""): "K",
    ("move", "monster", ""): "M",
    ("move", "graveyard", ""): "G",
    ("move", "banished", "up"): "B",
    ("move", "banished", "down"): "Shift+B",
    ("move", "hand", ""): "H",
    ("move", "deck", "top"): "T",
    ("move", "deck", "bottom"): "Shift+T",
    ("move", "deck", "shuffled"): "Y",
    ("move", "extra_deck", ""): "I",
    ("move", "spell_trap", "up"): "Z",
    ("reveal", "", ""): "R",
    ("hide", "", ""): "Shift+R",
    ("draw", "", ""): "D",
    ("search", "", ""): "S",
    ("look", "", ""): "L",
    ("mill", "graveyard", ""): "G",
    ("mill", "banished", "up"): "B",
    ("mill", "banished", "down"): "Shift+B",
    ("close", "", ""): "C",
    ("arrange", "", "top"): "T",
    ("arrange", "", "bottom"): "Shift+T",
    ("activate", "stack", "up"): "E",
    ("attack", "combat_chain", "up"): "X",
    ("defend", "combat_chain", "up"): "D",
    ("resolve", "", ""): "V",
    ("pitch", "pitch", "up"): "P",
    ("bottom", "", ""): "B",
    ("move", "arsenal", "down"): "A",
    ("move", "arsenal", "up"): "Shift+A",
    ("move", "graveyard", "up"): "G",
    ("clear", "", ""): "L",
    ("close_chain", "", ""): "K",
    ("life", "", ""): "L",
    ("turn", "", ""): "N",
    ("coin", "", ""): "Shift+C",
    ("die", "", ""): "Shift+D",
    ("token", "", ""): "Shift+K",
}
"""(gesture, zone it leads to, position) -> its key; "move" without a zone takes something from beneath."""


def keys(lines: Sequence[Offered]) -> list[str]:
    """A key for each line, no key twice; "" when every letter is taken."""
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


def _kinds(line: Offered) -> list[tuple[str, str, str]]:
    """What a line may be looked up by: with every zone it can lead to."""
    zones = [place.zone for place in line.gesture.places or line.places] or [""]
    return [(line.gesture.do, zone, line.gesture.position) for zone in zones]
