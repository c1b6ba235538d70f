"""The rules page: the rules of Yu-Gi-Oh! in short, by sections, each rule with the IDs of those it sums up.

The English is in `shared/facedown_shared/data/words/rules.toml`; the catalogues have the translations. The
IDs are those of docs/reference/rules/.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import NamedTuple

from facedown_shared.text import bounded_parsing
from facedown_shared.text.language import current_language, pgettext, use_language

SECTION, RULE = "a section of the rules", "a rule of the game"
"""The translation contexts of a section's title and of a rule."""


class RuleText(NamedTuple):
    """A rule in one language, and the IDs of the rules that it sums up."""

    text: str
    ids: tuple[str, ...]


class RuleSection(NamedTuple):
    """A section of the rules page."""

    title: str
    rules: tuple[RuleText, ...]


@cache
def english_sections() -> tuple[RuleSection, ...]:
    """Return all sections in English."""
    path = resources.files("facedown_shared") / "data" / "words" / "rules.toml"
    rows: dict[str, list[str]] = bounded_parsing.toml(path.read_text("utf-8"))
    return tuple(RuleSection(title, tuple(map(_parse_rule, rules))) for title, rules in rows.items())


def _parse_rule(line: str) -> RuleText:
    ids, _colon, text = line.partition(": ")
    return RuleText(text, tuple(ids.split()))


def sections() -> tuple[RuleSection, ...]:
    """Return all sections in the current language."""
    return _sections(current_language())


@cache
def _sections(language: str) -> tuple[RuleSection, ...]:
    with use_language([language]):
        return tuple(
            RuleSection(
                pgettext(SECTION, section.title),
                tuple(rule._replace(text=pgettext(RULE, rule.text)) for rule in section.rules),
            )
            for section in english_sections()
        )


def fitting_sections(word: str) -> list[RuleSection]:
    """Return the sections with the rules that have a word; a section whose title has it is whole."""
    word = word.strip().lower()
    found = []
    for section in sections():
        whole = word in section.title.lower()
        rules = tuple(rule for rule in section.rules if whole or word in rule.text.lower())
        if rules:
            found.append(section._replace(rules=rules))
    return found


CHART = (
    ("", "", "extra_monster 0", "", "extra_monster 1", "", ""),
    ("field", "monster 0", "monster 1", "monster 2", "monster 3", "monster 4", "graveyard"),
    ("extra_deck", "spell_trap 0", "spell_trap 1", "spell_trap 2", "spell_trap 3", "spell_trap 4", "deck"),
)
"""The mat of a player, row by row from the far side: in each cell a zone and its slot, "" for none."""
