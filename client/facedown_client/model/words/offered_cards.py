"""The cards that a prompt offers: what is printed on them, and where they are."""

from __future__ import annotations

from facedown_client.model.words.phrases import (
    Names,
    card_words,
    facts_by_passcode,
    place_words,
    prompt_source,
)
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import Prompt
from facedown_shared.tables import View
from facedown_shared.text import _


def prompted_cards(prompt: Prompt, view: View | None) -> dict[int, Facts]:
    """Return the cards that the options of a prompt name, by the options' numbers from 1, and its source
    card as 0. Cards of a searched Deck are in no View.
    """
    found = {0: prompt_source(prompt, view)}
    for number, option in enumerate(prompt.options, 1):
        known = view.known_facts(option.card) if view is not None and option.card else None
        code = known.code if known is not None else option.code
        found[number] = facts_by_passcode(code, view) if code else None
    return {number: facts for number, facts in found.items() if facts is not None}


def origin_words(handle: int, view: View, names: Names) -> str:
    """Return where a card is: its place, or the monster that has it as material; "" if it is nowhere."""
    place = view.place_of(handle)
    if place is not None:
        return place_words(place, view.table, names)
    above = view.monster_above(handle)
    place = view.place_of(above) if above else None
    if place is None:
        return ""
    where = place_words(place, view.table, names)
    return _("beneath {card}, {place}", card=card_words(above, view), place=where)
