"""The zone that is chosen for a player who lets their cards be placed: no rule on the board touches it."""

from __future__ import annotations

from collections.abc import Iterator

from facedown_client.model import card_catalogue
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import Prompt
from facedown_shared.tables import TABLES
from facedown_shared.tables.view import View
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place, Table

MONSTER, EXTRA = "monster", "extra_monster"
COLUMN_WORDS = ("column", "纵列", "縦列", "colonne", "spalte", "columna", "colonna", "coluna", "세로열")
"""How a card's text speaks of columns, in the languages that EDOPro's databases are written in."""
EXTRA_ZONE_WORDS = (
    "extramonsterzone", "额外怪兽区", "エクストラモンスターゾーン", "zonemonstreextra",
    "zonademonstruosextra", "zonamostriextra", "zonademonstrosextra", "엑스트라몬스터존",
)  # fmt: skip
"""How it speaks of Extra Monster Zones, without spaces and hyphens."""


def placed_zone(prompt: Prompt, view: View | None) -> int | None:
    """Return the option of the player's leftmost free Main Monster Zone that no Link Arrow points at and no
    face-up card speaks of, by column or Extra Monster Zone; None where the player is asked."""
    table = TABLES.get(view.table) if view is not None else None
    if view is None or table is None or (prompt.least, prompt.most) != (1, 1):
        return None
    zones = {option.place: index for index, option in enumerate(prompt.options) if option.verb == "zone"}
    if len(zones) < len(prompt.options) or any(
        place is None
        or place.seat not in (view.viewer, SHARED_SEAT_INDEX)
        or place.zone not in (MONSTER, EXTRA)
        for place in zones
    ):
        return None
    if points(prompt, view):
        return None  # where its own arrows point is its player's choice
    touched = {*_touched(view, table)}
    free = [place for place in zones if place is not None and place.zone == MONSTER and place not in touched]
    return zones[min(free, key=lambda place: place.slot)] if free else None


def points(prompt: Prompt, view: View) -> bool:
    """Whether the card that a prompt asks a zone for has Link Arrows."""
    handles = (prompt.card, *(option.card for option in prompt.options))
    code = next((view.cards[handle].code for handle in handles if handle in view.cards), prompt.code)
    placed = facts_of(code, view)
    return placed is not None and bool(placed.arrows)


def facts_of(code: int, view: View) -> Facts | None:
    """Return what is printed on a card."""
    return view.facts.get(code) or (card_catalogue.printed(code) if code else None)


def _touched(view: View, table: Table) -> Iterator[Place]:
    """Zones that a face-up card on the field has to do with."""
    for handle, seen in view.cards.items():
        place = view.where(handle)
        facts = facts_of(seen.code, view) if seen.face_up else None
        if place is None or facts is None or "field" not in table.zones[place.zone].tags:
            continue
        if place.zone in (MONSTER, EXTRA):
            yield from table.pointed_at(seen.controller, place, facts.arrows)
        yield from _spoken_of(place, facts, table)


def _spoken_of(place: Place, facts: Facts, table: Table) -> Iterator[Place]:
    """Zones of columns that the text of a card speaks of: its own, and those of the Extra Monster Zones."""
    text = f"{facts.text} {facts.pendulum_text}".casefold()
    if any(word in text for word in COLUMN_WORDS):
        yield from table.column(place)
    joined = text.replace(" ", "").replace("-", "")
    if any(word in joined for word in EXTRA_ZONE_WORDS):
        for slot in range(2):
            yield from table.column(Place(SHARED_SEAT_INDEX, EXTRA, slot))
