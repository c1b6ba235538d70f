"""Help texts on the phases of a turn, and the player who is waited for, from the View alone."""

from __future__ import annotations

from facedown_client.model.words.phrases import Names, capital, phase_words
from facedown_shared.tables import View
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


WAITS = {
    "turn": gettext_noop("{name} decides what to do"),
    "response": gettext_noop("{name} may respond"),
    "trigger": gettext_noop("{name} may use an effect"),
    "choice": gettext_noop("{name} chooses"),
    "by_hand": gettext_noop("{name} carries out a card"),
    "search": gettext_noop("{name} looks through the Deck"),
    "confirm": gettext_noop("{name} checks whether a card was carried out correctly"),
    "order": gettext_noop("{name} decides who goes first"),
    "side": gettext_noop("{name} is siding"),
}
"""Reasons for waiting, by the public kind of the prompt."""


def waiting_words(view: View, names: Names) -> str:
    """Return the player this viewer waits for and the reason: "Halvard may respond".

    Returns "" if the viewer waits for no other player, and at tables where both move cards at any time.
    """
    if view.result or len({row.seat for row in view.waiting if row.kind == "by_hand"}) > 1:
        return ""
    others = [row for row in view.waiting if row.seat in (0, 1) and row.seat != view.viewer]
    waiting = (
        _(WAITS.get(row.kind, gettext_noop("{name} has a prompt")), name=names[row.seat]) for row in others
    )
    return capital("; ".join(waiting))
