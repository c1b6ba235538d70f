"""A play as text: its player, its kind, and its effect.

Law: plain text from plain values; no pygame.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from facedown_client.model.play_schedule import BY_HAND, ShownPlay
from facedown_client.model.words.phrases import Names
from facedown_shared.text import Words, _, later
from facedown_shared.text.words import EFFECT, effects

SUMMONS = {
    "normal": later("Normal Summon"), "tribute": later("Tribute Summon"), "special": later("Special Summon"),
    "flip_summon": later("Flip Summon"), "fusion": later("Fusion Summon"), "ritual": later("Ritual Summon"),
    "synchro": later("Synchro Summon"), "xyz": later("Xyz Summon"), "link": later("Link Summon"),
    "pendulum": later("Pendulum Summon"),
}  # fmt: skip
"""Titles of the kinds of Summons, by their words."""

NEGATED = {"activation": later("Activation negated"), "effect": later("Effect negated")}
DONE: dict[str, tuple[str, str]] = {
    "activate": (later("You activate"), later("{name} activates")),
    "attack": (later("You attack"), later("{name} attacks")),
    "directly": (later("You attack directly"), later("{name} attacks directly")),
    "summon": (later("Your {summon}"), later("{name}: {summon}")),
}
"""Verbs of the player's own acts, and of others'."""


def headline(play: ShownPlay, names: Names) -> str:
    """Return an act with its player as a headline: "Halvard activates", "Chain Link 2 resolves"."""
    if play.kind == "resolve":
        return _("Chain Link {number} resolves", number=play.number) if play.number else _("It resolves")
    if play.kind == "negate" and play.number:
        return _("Chain Link {number} is negated", number=play.number)
    if play.kind == "negate":
        return _(NEGATED.get(play.word, later("Negated")))
    directly = play.kind == "attack" and not play.targets and play.word not in BY_HAND
    own, other = DONE["directly" if directly else play.kind]
    name = names[play.seat] if play.seat in (0, 1) else ""
    summon = _(SUMMONS.get(play.word, later("Summon")))
    return _(own, summon=summon) if play.own else _(other, name=name, summon=summon)


def effect_text(play: ShownPlay) -> str:
    """Return the text of a play's effect, if known."""
    return str(play.words) if play.words else ""


def sentences(text: str) -> list[str]:
    """Split a card's text into sentences, each with the separator after it. Joined they are the text."""
    return [piece for piece in _PIECES.split(text) if piece]


def effect_texts(said: Words) -> tuple[str, ...]:
    """Return an effect's text in the current language and in the language of the bundled cards."""
    return tuple(text for text in (str(said), effects().get(said.values, "")) if text and said.id == EFFECT)


def applies(pieces: Sequence[str], *told: str) -> list[bool]:
    """Return the sentences of a card's text that describe this effect: those that share most of its words.

    The effect is given in one or several languages. If no sentence matches, none is marked.
    """
    said = frozenset().union(*map(_stems, told))
    shares = [len(own & said) / len(own) if (own := _stems(piece)) else 0.0 for piece in pieces]
    most = max(shares, default=0.0)
    return [share >= max(SAME_TEXT_RATIO, most * SIMILAR_TEXT_RATIO) for share in shares]


_PIECES = re.compile(r"(?<=[.;])(?=\s)|(?<=[\u3002\uff1b])|(?<=\n)")
SAME_TEXT_RATIO, SIMILAR_TEXT_RATIO = 0.34, 0.6
"""Minimum shares of common words for a sentence to describe the effect, if no other matches much better."""


def _stems(text: str) -> frozenset[str]:
    """Return the stems of a text's words without short words; for text without spaces, its pairs of
    characters.
    """
    words = "".join(sign if sign.isalnum() and sign < CHINESE else " " for sign in text.casefold()).split()
    pairs = (one + other for one, other in pairwise(text) if min(one, other) >= CHINESE)
    return frozenset([*(word[:5] for word in words if len(word) > 2), *pairs])


CHINESE = "\u2e80"
"""First character of the scripts without spaces between words."""
