"""Which zone a card comes to: asked only when something may hang on it, unless a player wants it always.

Law: judged from the prompt and the own View alone. Where nothing is asked, the free zone most would take is
taken: the middle first, so that the sides stay free for Pendulum Scales.
"""

from __future__ import annotations

from shared.protocol.messages import Option, Prompt
from shared.view import View

MONSTERS = ("monster", "extra_monster")
ORDER = (2, 1, 3, 0, 4)
"""Slots of a row of five, the one taken first in front."""


def rank(option: Option) -> tuple[bool, int]:
    """How early a zone is taken where nothing hangs on it: main zones before shared ones."""
    place = option.place
    if place is None:
        return True, len(ORDER)
    return place.zone == "extra_monster", ORDER.index(place.slot) if place.slot in ORDER else len(ORDER)


def usual(prompt: Prompt, view: View | None) -> int | None:
    """The option to take for somebody who does not care; None where something else, or more, is asked."""
    places = [option.place for option in prompt.options if option.place is not None]
    if view is None or len(places) != len(prompt.options) or (prompt.least, prompt.most) != (1, 1):
        return None
    if any(option.verb != "zone" for option in prompt.options) or not places:
        return None
    if len({(place.seat, place.zone) for place in places}) > 1 or _arrows(view):
        return None
    return min(range(len(prompt.options)), key=lambda index: rank(prompt.options[index]))


def _arrows(view: View) -> bool:
    """Whether a Link Monster lies on the field: then it matters what it points to."""
    links = (view.where(handle) for handle, seen in view.cards.items() if seen.link)
    return any(place is not None and place.zone in MONSTERS for place in links)
