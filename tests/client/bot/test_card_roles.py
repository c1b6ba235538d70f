"""Roles of cards: the data file names our own cards, and texts of others show what they do."""

from __future__ import annotations

import pytest

from facedown_client.bot.card_roles import bundled_roles, read_role, role_of
from facedown_shared.cards.facts import Facts, bundled_pool


def test_each_role_belongs_to_a_card_of_ours() -> None:
    pool = bundled_pool()
    assert [role.name for role in bundled_roles().values() if pool[role.code].name != role.name] == []


def test_every_spell_and_trap_of_ours_has_a_role() -> None:
    cards = (card for card in bundled_pool() if not card.is_monster)
    assert [card.name for card in cards if card.original not in bundled_roles()] == []


@pytest.mark.parametrize(
    ("text", "kinds", "role"),
    [
        ("Destroy all monsters your opponent controls.", ("spell",), "wipe_monsters"),
        ("Draw 2 cards.", ("spell",), "draw"),
        ("When an opponent's monster declares an attack: Destroy all Attack Position monsters.",
         ("trap",), "stop_attack"),
        ("Target 1 monster in your GY; Special Summon it.", ("spell",), "revive"),
        ("Add 1 \"Rokket\" monster from your Deck to your hand.", ("spell",), "search"),
        ("Nothing that is known.", ("spell",), "other"),
    ],
)  # fmt: skip
def test_a_text_shows_a_role(text: str, kinds: tuple[str, ...], role: str) -> None:
    assert read_role(text, kinds).role == role


def test_costs_are_read_too() -> None:
    assert read_role("Pay half your LP; draw 2 cards.", ("spell",)).half
    assert read_role("Discard 1 card; draw 2 cards.", ("spell",)).cards == 1
    assert read_role("Pay 1000 LP; draw 2 cards.", ("spell",)).life == 1000


def test_another_artwork_has_the_role_of_the_original() -> None:
    raigeki = next(card for card in bundled_pool() if card.name == "Raigeki")
    print_ = Facts(code=1, alias=raigeki.code, name="Raigeki", kinds=("spell",))
    assert role_of(print_).role == "wipe_monsters"
