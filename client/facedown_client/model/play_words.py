"""A play as text: its player, its kind, and its effect.

Law: plain text from plain values; no pygame.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from facedown_client.model.play_schedule import BY_HAND, ShownPlay
from facedown_client.model.words.phrases import Names
from facedown_shared.text import EFFECT, Words, _, effects, gettext_noop

SUMMONS = {
    "normal": gettext_noop("Normal Summon"), "tribute": gettext_noop("Tribute Summon"),
    "special": gettext_noop("Special Summon"),
    "flip_summon": gettext_noop("Flip Summon"), "fusion": gettext_noop("Fusion Summon"),
    "ritual": gettext_noop("Ritual Summon"),
    "synchro": gettext_noop("Synchro Summon"), "xyz": gettext_noop("Xyz Summon"),
    "link": gettext_noop("Link Summon"),
    "pendulum": gettext_noop("Pendulum Summon"),
}  # fmt: skip
"""Titles of the kinds of Summons, by their words."""

NEGATED = {"activation": gettext_noop("Activation negated"), "effect": gettext_noop("Effect negated")}
DONE: dict[str, tuple[str, str]] = {
    "activate": (gettext_noop("You activate"), gettext_noop("{name} activates")),
    "attack": (gettext_noop("You attack"), gettext_noop("{name} attacks")),
    "directly": (gettext_noop("You attack directly"), gettext_noop("{name} attacks directly")),
    "pitch": (gettext_noop("You pitch"), gettext_noop("{name} pitches")),
    "defend": (gettext_noop("You defend"), gettext_noop("{name} defends")),
    "summon": (gettext_noop("Your {summon}"), gettext_noop("{name}: {summon}")),
}
"""Verbs of the player's own acts, and of others'."""


def headline(play: ShownPlay, names: Names) -> str:
    """Return an act with its player as a headline: "Halvard activates", "Chain Link 2 resolves"."""
    if play.kind == "resolve":
        return _("Chain Link {number} resolves", number=play.number) if play.number else _("It resolves")
    if play.kind == "negate" and play.number:
        return _("Chain Link {number} is negated", number=play.number)
    if play.kind == "negate":
        return _(NEGATED.get(play.word, gettext_noop("Negated")))
    directly = play.kind == "attack" and not play.targets and play.word not in BY_HAND
    own, other = DONE["directly" if directly else play.kind]
    name = names[play.seat] if play.seat in (0, 1) else ""
    summon = _(SUMMONS.get(play.word, gettext_noop("Summon")))
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


def applies(pieces: Sequence[str], *texts: str) -> list[bool]:
    """Return the sentences of a card's text that describe this effect: those that share most of its words.

    The effect is given in one or several languages. If no sentence matches, none is marked.
    """
    said = frozenset().union(*map(_stems, texts))
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
