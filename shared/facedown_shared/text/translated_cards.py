"""The cards that come with the program in the language in use: names and texts from the catalogues.

Law: what is sent, kept and checked is the English of the data files; this is for showing alone.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.text.language import pgettext

NAME, TEXT = "the name of a card", "the text of a card"
"""What tells translators where these words stand."""


def card_name(name: str) -> str:
    """The name of a card as it is said; one that nobody has translated stays."""
    return pgettext(NAME, name) if name else name


def translated(facts: Facts) -> Facts:
    """These facts with their words in the language in use, as far as the catalogue has them."""
    said = [pgettext(context, text) if text else text for context, text in written(facts)]
    if said == [text for _context, text in written(facts)]:
        return facts
    name, text, pendulum_text = said
    return msgspec.structs.replace(facts, name=name, text=text, pendulum_text=pendulum_text)


def written(facts: Facts) -> tuple[tuple[str, str], ...]:
    """Its words, each with the context of its translation: name, text, text as a Pendulum Spell."""
    return (NAME, facts.name), (TEXT, facts.text), (TEXT, facts.pendulum_text)


def every_text(pool: Pool) -> Iterator[tuple[str, str]]:
    """All that is written on these cards, for the catalogues."""
    return (row for facts in pool for row in written(facts) if row[1])
