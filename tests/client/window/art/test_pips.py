"""The three pitch colours differ in grey, and a card shows its cost."""

from __future__ import annotations

import pygame
import pytest

from facedown_client.window.art import marks
from facedown_client.window.art.drawing import face
from facedown_shared.cards.facts import Facts, every_game


def card(name: str) -> Facts:
    """Return a bundled card."""
    facts = every_game().find_named(name)
    assert facts is not None, name
    return facts


def pip_mask(facts: Facts) -> bytes:
    """Return the pips of a card without their colours, as a mask of what is bright."""
    surface = pygame.Surface((60, 20), pygame.SRCALPHA)
    marks.draw_pips(surface, facts, (0, 0), 12)
    return bytes(sum(surface.get_at((x, y))[:3]) > 300 for y in range(20) for x in range(60))


def test_shapes_differ_without_their_colours() -> None:
    seen = {pip_mask(card(f"Stoke Till White ({colour})")) for colour in marks.COLOURS}
    assert len(seen) == 3
    assert all(any(mask) for mask in seen)


def test_only_cards_of_the_game_have_pips() -> None:
    assert [marks.pitch_value(card(f"Stoke Till White ({colour})")) for colour in marks.COLOURS] == [1, 2, 3]
    assert marks.pitch_value(card("Slagmaul")) == marks.pitch_value(card("Dark Magician")) == 0
    assert marks.has_pips(card("Slagmaul"))
    assert not marks.has_pips(card("Dark Magician"))


@pytest.mark.parametrize("style", ["board", "hand", "wide"])
def test_a_face_shows_the_colour(style: str) -> None:
    faces = [
        pygame.image.tobytes(face(card(f"Stoke Till White ({colour})"), (96, 140), style), "RGBA")
        for colour in marks.COLOURS
    ]
    assert len(set(faces)) == 3
