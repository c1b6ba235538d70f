"""The glossary: every term is explained in every language, and texts that players read are covered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from facedown_shared.cards.facts import every_game
from facedown_shared.text import effects, english, languages
from facedown_shared.text.glossary import FILES, Term, english_rows, find_terms, terms, used_terms
from facedown_shared.text.language import ENGLISH, use_language

TABLES = ("master", "fab")
MAX_MEANING_LETTERS = 190
WORDS = (
    "Normal Summon", "Tribute Summon", "Special Summon", "Flip Summon", "Fusion Summon", "Ritual Summon",
    "Synchro Summon", "Xyz Summon", "Pendulum Summon", "Link Summon", "Set", "Tribute", "Chain Link",
    "Main Monster Zone", "Extra Monster Zone", "Spell & Trap Zone", "Field Zone", "Pendulum Zone",
    "Graveyard", "Main Deck", "Extra Deck", "Side Deck", "Draw Phase", "Standby Phase", "Main Phase",
    "Battle Phase", "Damage Step", "End Phase", "Attack Position", "Defense Position", "Life Points", "Level",
    "Rank", "Link Rating", "Pendulum Scale", "Attribute", "Type", "Tuner", "Token", "Spell", "Trap",
)  # fmt: skip
"""Terms that a prompt, the log or a card text of ours has, by the title."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("table", TABLES)
def test_every_term_is_explained_in_every_language(language: str, table: str) -> None:
    english = terms(table)
    with use_language([language]):
        found = terms(table)
    assert len(found) == len(english) > 15
    for term in found:
        assert all(form.strip() == form and form for form in term.forms), term
        assert 3 < len(term.meaning) <= MAX_MEANING_LETTERS, term.title
        assert term.meaning[-1] in ".。", term.title
    if language != ENGLISH:
        own = {term.meaning for term in english} & {term.meaning for term in found}
        assert own == set(), "each explanation is translated"


def test_no_form_stands_for_two_terms() -> None:
    for file in FILES:
        forms = [form for row in english_rows(file) for form in row.split("|")]
        assert sorted(forms) == sorted(set(forms))


@pytest.mark.parametrize("word", WORDS)
def test_a_term_of_prompts_and_cards_is_explained(word: str) -> None:
    (found,) = find_terms(f"a {word} here")
    assert found.term.title.lower() == word.lower()


def sentences() -> Iterator[str]:
    """Yield what the server says, what effects do, and the texts of our cards."""
    yield from english().values()
    yield from effects().values()
    for facts in every_game():
        yield from filter(None, (facts.text, facts.pendulum_text))


def test_the_texts_that_players_read_are_full_of_terms() -> None:
    used = {term for text in sentences() for term in used_terms([text])}
    unused = {term.title for term in terms()} - {term.title for term in used}
    assert len(used) > 60, sorted(unused)


def titles(text: str, *, names: tuple[str, ...] = ()) -> list[str]:
    return [found.term.title for found in find_terms(text, names=names)]


def test_the_longest_term_is_found_and_inside_of_words_none() -> None:
    assert titles("Special Summon 1 monster in Attack Position.") == ["Special Summon", "Attack Position"]
    assert titles("The Settings of a Summoner") == []
    assert titles("Target 1 monster; banish it.") == ["Target", "Banish"]


def test_the_name_of_a_card_is_no_term() -> None:
    assert titles("Trap Hole was activated. Respond?", names=("Trap Hole",)) == ["Activate", "Respond"]
    with use_language(["zh_CN"]):
        found = find_terms("「卡通世界」已发动。是否回应？")
        assert [text.term.forms[0] for text in found] == ["发动", "回应"]


def test_terms_of_a_chinese_prompt_are_found() -> None:
    with use_language(["zh_CN"]):
        assert [one.term.forms[0] for one in find_terms("选择1只怪兽特殊召唤到怪兽区。")] == [
            "特殊召唤",
            "怪兽区",
        ]


def test_each_game_has_its_own_terms() -> None:
    def found(text: str, table: str) -> list[Term]:
        return [one.term for one in find_terms(text, table)]

    assert [term.title for term in found("Pitch a card; go again.", "fab")] == ["Pitch", "Go again"]
    assert found("Pitch a card; go again.", "master") == []
