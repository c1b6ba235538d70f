"""Which sentences of a card's text describe an effect: found by their words."""

from __future__ import annotations

import pytest

from facedown_client.model.play_words import applies, effect_texts, sentences
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.text.language import use_language
from facedown_shared.text.words import EFFECT, Words, effects, words


def mark_effect(name: str, effect: int) -> str:
    """Return what is marked of a card for one of its effects."""
    facts = bundled_pool().find_named(name)
    assert facts is not None
    pieces = sentences(facts.text)
    assert "".join(pieces) == facts.text
    said = effects()[facts.code, effect]
    return "".join(piece for piece, is_it in zip(pieces, applies(pieces, said), strict=True) if is_it)


@pytest.mark.parametrize(
    ("name", "effect", "is_marked", "is_not"),
    [
        ("Decode Talker", 0, "negate that activation", "Gains 500 ATK"),
        ("Axe of Despair", 0, "gains 1000 ATK", "Graveyard"),
        ("Axe of Despair", 1, "on top of your Deck", "gains 1000 ATK"),
        ("Stardust Dragon", 1, "In the End Phase", "Quick Effect"),
        ("Breaker the Magical Warrior", 1, "target 1 Spell or Trap", "Gains 300 ATK"),
    ],
)
def test_of_several_effects_one_is_marked(name: str, effect: int, is_marked: str, is_not: str) -> None:
    told = mark_effect(name, effect)
    assert is_marked in told
    assert is_not not in told


def test_where_nothing_fits_nothing_is_marked() -> None:
    assert applies(["A dragon that lives far away.", ""], "Draw 2 cards.") == [False, False]


def test_most_effects_are_found_in_their_cards_texts() -> None:
    pool = bundled_pool()
    rows = [
        (facts.text, said) for (code, _), said in effects().items() if (facts := pool.get(int(str(code))))
    ]
    found = sum(any(applies(sentences(text), said)) for text, said in rows)
    assert found >= 0.95 * len(rows)


def test_a_text_in_another_language_is_marked_by_the_effect_in_either() -> None:
    said = Words(EFFECT, (83555666, 0))
    with use_language(["zh-CN"]):
        told = effect_texts(said)
    assert len(told) == 2
    assert any(applies(sentences(bundled_pool()[83555666].text), *told))
    assert applies(["对手回合：破坏对手的怪兽。", "这张卡不能放置。"], told[0]) == [True, False]


def test_words_of_no_effect_mark_nothing() -> None:
    assert effect_texts(words("respond")) == ()
