"""Sentences that a server sends, as codes with typed values; whoever reads them has the words, in English.

Law: a server sends Words, never a sentence, so that a client may say it in any language, and whatever is put
into a sentence stands in a place of its own, where it can be looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources

import msgspec

from shared import careful

Value = str | int
"""What may be put into a sentence: a number, a name everybody at the table reads, a word its reader wrote."""


class Words(msgspec.Struct, frozen=True, array_like=True, omit_defaults=True):
    """One sentence or a part of one: its id in `shared/data/words/english.toml`, and the values in it."""

    id: str
    values: tuple[Value | Words, ...] = ()

    def __str__(self) -> str:
        """The sentence in English; of an id this client does not know, from a newer server, the id."""
        template = english().get(self.id)
        if template is None:
            return " ".join([self.id.replace("_", " "), *map(str, self.values)])
        return template.format(*self.values)

    def __bool__(self) -> bool:
        return bool(self.id)


NOTHING = Words("")
"""Where nothing is said."""


def words(name: str, *values: Value | Words) -> Words:
    """A sentence by its id in the catalogue and what is put into it."""
    return Words(name, values)


@cache
def english() -> dict[str, str]:
    """Every sentence by its id; {0} stands where the first value goes."""
    text = (resources.files("shared") / "data" / "words" / "english.toml").read_text("utf-8")
    return {name: str(sentence) for name, sentence in careful.toml(text).items()}


def together(parts: Sequence[Words]) -> Words:
    """Several sentences as one."""
    return parts[0] if len(parts) == 1 else words("two", parts[0], together(parts[1:]))
