"""Genesys: today's rules on a field without Extra Monster Zones and Pendulum Zones."""

from __future__ import annotations

import pytest

from facedown_server.games.duel.core import zones
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.table import sight
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import ready_decks_for
from facedown_shared.tables import TABLES
from facedown_shared.tables.formats import FORMATS, GENESYS
from proofs.invariants import complaints
from tests.laws.random_play import play_duel, random_setup
from tests.play import Cards, Game


def test_the_field_has_five_monsters_a_side_and_no_zone_more() -> None:
    named = TABLES[GENESYS.table].zones
    assert named["monster"].slots == 5
    assert {"extra_monster", "pendulum"}.isdisjoint(named)
    duel = DuelReferee(GENESYS, bundled_pool()).duel
    assert zones.free_scales(duel, 0) == []


def test_the_rules_are_those_of_today_but_for_the_field() -> None:
    other = {
        "name",
        "title",
        "table",
        "extra_zones",
        "pendulum_zones",
        "extra_kinds",
        "point_cap",
        "core_rules",
    }
    master = FORMATS["master"]
    for field in type(GENESYS).__dataclass_fields__:
        assert (getattr(GENESYS, field) != getattr(master, field)) == (field in other), field
    emz, pzone, extra_free = 0x2000, 0x800, 0x4000
    assert GENESYS.core_rules == master.core_rules & ~(emz | pzone | extra_free)


def test_extra_deck_monsters_are_summoned_to_main_monster_zones() -> None:
    game = Game(
        Cards(
            hand=["Polymerization", "Gaia The Fierce Knight", "Curse of Dragon"],
            extra=["Gaia the Dragon Champion"],
        ),
        rules="genesys",
    )
    game.do("activate", "Polymerization")
    assert game.card("Gaia the Dragon Champion").place.zone == "monster"


def test_five_monsters_are_the_most() -> None:
    full = ["Mystical Elf", "Feral Imp", "Sangan", "Gemini Elf", "La Jinn the Mystical Genie of the Lamp"]
    game = Game(Cards(hand=["Kuriboh"], monsters=full), rules="genesys")
    assert not game.offered("summon", "Kuriboh")


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_random_duel_is_played_to_its_end(seed: int) -> None:
    secret = seed.to_bytes(32, "big")
    ready = [row.deck for row in ready_decks_for("genesys").values()]
    played = play_duel(random_setup(ready, "genesys", secret), bundled_pool(), secret, 5_000)
    assert played.referee.result() is not None
    assert not list(complaints(played.state))
    assert not any("extra_monster" in name for name in sight.view(played.state, 0).piles)
