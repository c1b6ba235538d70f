"""The bundled cards in the current language: names and texts from the catalogues.

Law: the English of the data files is sent, stored and checked; translations are only shown.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.text.language import pgettext

NAME, TEXT = "the name of a card", "the text of a card"
"""The translation contexts of card names and card texts."""


def card_name(name: str) -> str:
    """Return the translated name of a card, or the English name if there is no translation."""
    return pgettext(NAME, name) if name else name


def translate_facts(facts: Facts) -> Facts:
    """Return facts with their texts in the current language. Texts without a translation stay English."""
    said = [pgettext(context, text) if text else text for context, text in text_contexts(facts)]
    if said == [text for _context, text in text_contexts(facts)]:
        return facts
    name, text, pendulum_text = said
    return msgspec.structs.replace(facts, name=name, text=text, pendulum_text=pendulum_text)


def text_contexts(facts: Facts) -> tuple[tuple[str, str], ...]:
    """Return a card's texts, each with the context of its translation: name, text, Pendulum text."""
    return (NAME, facts.name), (TEXT, facts.text), (TEXT, facts.pendulum_text)


def every_text(pool: Pool) -> Iterator[tuple[str, str]]:
    """Return all texts of these cards, to be put into the catalogues."""
    return (row for facts in pool for row in text_contexts(facts) if row[1])
