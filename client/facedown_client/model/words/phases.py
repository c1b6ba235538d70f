"""Help texts on the phases of a turn, and on clicking them."""

from __future__ import annotations

from facedown_client.model.words.phrases import phase_words
from facedown_shared.text import _, gettext_noop

WHAT = {
    "draw": gettext_noop("The turn player draws a card."),
    "standby": gettext_noop("Effects that say so happen here."),
    "main1": gettext_noop(
        "Here the turn player Summons, Sets and activates; the Battle Phase can come next."
    ),
    "battle": gettext_noop("Monsters attack. The first turn of a duel has none."),
    "main2": gettext_noop("After the Battle Phase: Summon, Set and activate once more."),
    "end": gettext_noop(
        "Effects that say so happen here; a hand of more than 6 cards is discarded down to 6; the turn ends."
    ),
}
"""Explanations by the name of the phase."""


def phase_help(phase: str, *, is_now: bool, goes: bool, key: str = "", marked: bool = False) -> list[str]:
    """Return a few lines of help on a phase.

    `goes`: True if a click goes to this phase; `key`: the key that does too. `marked`: True if the player can
    be prompted to respond in this phase.
    """
    if goes:
        does = _("Click here, or press {key}, to go there.", key=key) if key else _("Click here to go there.")
    else:
        does = _("This is the current phase.") if is_now else _("You cannot go there now.")
    mark = [_("The mark: you can be prompted to respond here.")] if marked else []
    return [phase_words(phase), _(WHAT[phase]), does, *mark]
