"""The inventory: cards that a player does not begin with. An effect equips one later; it is private until
then.
"""

from __future__ import annotations

from functools import partial

from facedown_server.table import sight
from facedown_shared.text.errors import Code
from tests.server.games.manual.flesh_and_blood.table import CHEST, HAMMER, HEAD, KNIFE, TWO_HANDED, FabTable
from tests.server.games.manual.manual_table import expect_needs_effect, refusal_rule

EVERYTHING = (HEAD, CHEST, HAMMER, KNIFE, TWO_HANDED)


def table(*begun: str) -> FabTable:
    """Return a game that seat 0 began with these, and could have begun with more."""
    found = FabTable(arena=EVERYTHING, chosen=begun)
    found.told.clear()
    return found


def test_only_an_effect_equips_what_is_in_the_inventory() -> None:
    fab = table(HEAD)
    words = expect_needs_effect(lambda effect: fab.do("inventory", text="firebrick", effect=effect))
    assert words == "Only a card's effect equips what is in the inventory."
    assert fab.at("0:chest:0") == CHEST
    assert fab.public(fab.card(CHEST))


def test_what_lies_on_the_table_is_in_no_inventory() -> None:
    fab = table(HEAD, CHEST)
    for name in (HEAD, "Sefa Marrow", "No Such Card"):  # on the table, of the other side, of neither
        refusal_rule(Code.NOT_OFFERED, partial(fab.do, "inventory", text=name, effect=True))


def test_there_must_be_a_zone_free_for_it() -> None:
    fab = table(HAMMER)
    refusal_rule(Code.AGAINST_RULES, lambda: fab.do("inventory", text=TWO_HANDED, effect=True))
    fab.do("inventory", text=KNIFE, effect=True)
    assert [fab.at("0:weapon:0"), fab.at("0:weapon:1")] == [HAMMER, KNIFE]


def test_nobody_else_fetches_from_it_or_knows_of_it() -> None:
    fab = table()
    refusal_rule(Code.NOT_OFFERED, lambda: fab.do("inventory", text=HEAD, effect=True, by=1))
    for viewer in (1, -1):
        view = sight.view(fab.state, viewer)
        assert fab.card(HEAD).code not in view.facts
