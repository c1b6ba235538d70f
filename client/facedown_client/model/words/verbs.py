"""Verbs in the form for their subject: "Anna draws", "you draw". Languages without forms leave them out."""

from __future__ import annotations


class Verb(str):
    """Formatter of `{does:draws}` in a text: the verb as it is for a name, in the second person for "you"."""

    def __new__(cls, you: bool) -> Verb:
        made = super().__new__(cls)
        made.you = you
        return made

    you: bool

    def __format__(self, verb: str) -> str:
        return _second_person(verb) if self.you else verb


_IRREGULAR = {"is": "are", "has": "have"}


def _second_person(verb: str) -> str:
    """Return a verb in the second person: "draws" -> "draw", "tosses" -> "toss"."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    return verb.removesuffix("es") if verb.endswith(("sses", "ches")) else verb.removesuffix("s")
