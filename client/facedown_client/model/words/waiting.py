"""Text about the player who is waited for, and the reason. From the View alone, so from public facts."""

from __future__ import annotations

from facedown_client.model.words.phrases import Names, capital
from facedown_shared.tables import View
from facedown_shared.text import _, gettext_noop

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
    told = (
        _(WAITS.get(row.kind, gettext_noop("{name} has a prompt")), name=names[row.seat]) for row in others
    )
    return capital("; ".join(told))
