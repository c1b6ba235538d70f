"""The rules page: every rule is in every language and sums up the ledger; its chart has every zone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from facedown_shared.tables import TABLES
from facedown_shared.text import languages
from facedown_shared.text.language import ENGLISH, use_language
from facedown_shared.text.rulebook import CHART, english_sections, fitting_sections, sections

LEDGER = Path(__file__).parents[3] / "docs" / "reference" / "rules"
IDS = {
    found
    for page in LEDGER.glob("*.md")
    for found in re.findall(r'^- <a id="([A-Z0-9-]+)"></a>', page.read_text("utf-8"), re.MULTILINE)
}


def test_every_rule_sums_up_rules_of_the_ledger() -> None:
    named = [one for section in english_sections() for rule in section.rules for one in rule.ids]
    assert len(named) > 40
    assert set(named) - IDS == set()
    assert all(rule.ids for section in english_sections() for rule in section.rules)


@pytest.mark.parametrize("language", [name for name in languages() if name != ENGLISH])
def test_every_rule_is_in_every_language(language: str) -> None:
    with use_language([language]):
        own = sections()
    for section, translated in zip(english_sections(), own, strict=True):
        assert section.title != translated.title
        for rule, other in zip(section.rules, translated.rules, strict=True):
            assert rule.ids == other.ids
            assert rule.text != other.text
            assert other.text[-1] in "。.", other.text


def test_a_search_finds_rules_by_a_word_and_sections_by_their_title() -> None:
    (only,) = fitting_sections("quick-play")
    assert only.title == "Spells, Traps and Chains"
    assert len(only.rules) == 1
    (battle,) = [section for section in fitting_sections("battle") if section.title == "Battle"]
    assert len(battle.rules) == len(next(one for one in sections() if one.title == "Battle").rules)
    assert fitting_sections("nothing of this") == []


def test_the_chart_has_every_slot_of_the_mat_once() -> None:
    cells = [cell for row in CHART for cell in row if cell]
    assert len(cells) == len(set(cells))
    zones = TABLES["master"].zones
    for cell in cells:
        name, _space, slot = cell.partition(" ")
        slots = zones[name].slots
        assert (slots is None or slots == 1) if not slot else int(slot) < (slots or 0)
    for name, count in (("monster", 5), ("spell_trap", 5), ("extra_monster", 2)):
        assert sum(cell.startswith(f"{name} ") for cell in cells) == count
