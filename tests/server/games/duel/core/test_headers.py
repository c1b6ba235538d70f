"""What a header must declare, compared with what the bodies of all cards do."""

import inspect

import pytest

from facedown_server.games.duel.core.effect import Effect
from facedown_server.games.duel.library import card_scripts, playable_codes
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.text.words import effects
from tests.rules import rule

EFFECTS = [(name, effect) for name, script in sorted(card_scripts().items()) for effect in script.effects]
NEGATES = ("negate_activation", "negate_summon")
"""What these negate is not on the field yet, so destroying it is no destruction of a card on the field."""


@pytest.mark.parametrize(
    ("name", "effect"), EFFECTS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_what_destroys_says_so(name: str, effect: Effect) -> None:
    body = inspect.getsource(effect.body)
    if "destroy(" in body and not any(word in body for word in NEGATES):
        assert effect.destroys is not None, f"{name} destroys, and its header does not say what"


@pytest.mark.parametrize(
    ("name", "effect"), EFFECTS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_effect_says_what_it_does(name: str, effect: Effect) -> None:
    assert effect.text, f"{name} has an effect without a description"


def test_the_catalogue_says_what_every_effect_does_and_nothing_else() -> None:
    codes = {facts.name: facts.original for facts in bundled_pool()}
    told: dict[tuple[object, ...], str] = {
        (codes[name], effect.number): effect.text for name, effect in EFFECTS
    }  # fmt: skip
    assert effects() == told, (
        "shared/facedown_shared/data/words/effects_english.toml says otherwise than the scripts"
    )


@rule("GAP-38")
def test_every_card_of_the_pool_plays_by_its_own_text() -> None:
    known = playable_codes(bundled_pool())
    assert not [facts.name for facts in bundled_pool() if facts.code not in known]
    named = {facts.name for facts in bundled_pool()}
    assert set(card_scripts()) <= named, "a script belongs to a card there is"
