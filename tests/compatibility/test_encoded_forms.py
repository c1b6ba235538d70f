"""Renaming a class, a field or a module in the code changes nothing that is stored or sent."""

from __future__ import annotations

import subprocess
import sys

from tests.compatibility.encoded_forms import FORMS

LIST = "from tests.compatibility.encoded_forms import encoded_forms; print('\\n'.join(encoded_forms()))"

EFFECT = "effect: "


def drop_new_cards(now: list[str], kept: list[str]) -> list[str]:
    """Return the forms without the effects of cards that had none: a new card changes nothing stored."""
    cards = {line.split()[1] for line in kept if line.startswith(EFFECT)}
    return [line for line in now if not line.startswith(EFFECT) or line.split()[1] in cards]


def test_a_new_card_is_no_new_form_and_an_effect_more_is_one() -> None:
    kept = ["effect: 12 0", "enum Verb: draw"]
    now = ["effect: 12 0", "effect: 12 1", "effect: 34 0", "enum Verb: draw"]
    assert drop_new_cards(now, kept) == ["effect: 12 0", "effect: 12 1", "enum Verb: draw"]


def test_stored_and_sent_forms_are_those_that_were_released() -> None:
    """In a process of its own: other tests define structs and enums too."""
    listed = subprocess.run(
        [sys.executable, "-c", LIST], capture_output=True, encoding="utf-8", check=True, timeout=120
    )
    kept = FORMS.read_text(encoding="utf-8").splitlines()
    now = drop_new_cards(listed.stdout.splitlines(), kept)
    assert [line for line in kept if line not in now] == [], "no longer encoded"
    assert [line for line in now if line not in kept] == [], "new: write the list again"
    assert now == kept
