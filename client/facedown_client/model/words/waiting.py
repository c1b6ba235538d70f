"""Text about the player who is waited for, and the reason. From the View alone, so from public facts."""

from __future__ import annotations

from facedown_client.model.words.phrases import Names, capital
from facedown_shared.tables import View
from facedown_shared.text import _, later

WAITS = {
    "turn": later("{name} decides what to do"),
    "response": later("{name} may respond"),
    "trigger": later("{name} may use an effect"),
    "choice": later("{name} chooses"),
    "by_hand": later("{name} carries out a card"),
    "search": later("{name} looks through the Deck"),
    "confirm": later("{name} checks whether a card was carried out correctly"),
    "order": later("{name} decides who goes first"),
    "side": later("{name} is siding"),
}
"""Reasons for waiting, by the public kind of the prompt."""


def waiting_words(view: View, names: Names) -> str:
    """Return the player this viewer waits for and the reason: "Halvard may respond".

    Returns "" if the viewer waits for no other player, and at tables where both move cards at any time.
    """
    if view.result or len({row.seat for row in view.waiting if row.kind == "by_hand"}) > 1:
        return ""
    others = [row for row in view.waiting if row.seat in (0, 1) and row.seat != view.viewer]
    told = (_(WAITS.get(row.kind, later("{name} has a prompt")), name=names[row.seat]) for row in others)
    return capital("; ".join(told))
