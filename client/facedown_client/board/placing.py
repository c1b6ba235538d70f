"""Default zone for a card of a player who lets the client place cards."""

from __future__ import annotations

from collections.abc import Iterator

from facedown_client.model import card_catalogue
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import Prompt
from facedown_shared.tables import SHARED_SEAT_INDEX, TABLES, Place, Table, View

MONSTER, EXTRA = "monster", "extra_monster"
COLUMN_WORDS = ("column", "纵列", "縦列", "colonne", "spalte", "columna", "colonna", "coluna", "세로열")
"""Words for columns in card texts, in the languages of EDOPro's databases."""
EXTRA_ZONE_WORDS = (
    "extramonsterzone", "额外怪兽区", "エクストラモンスターゾーン", "zonemonstreextra",
    "zonademonstruosextra", "zonamostriextra", "zonademonstrosextra", "엑스트라몬스터존",
)  # fmt: skip
"""Words for Extra Monster Zones in card texts, without spaces and hyphens."""


def placed_zone(prompt: Prompt, view: View | None) -> int | None:
    """Return the option of the leftmost free Main Monster Zone of the player that is safe to choose.

    Safe: no Link Arrow points at it, and no face-up card mentions its column or Extra Monster Zone. None if
    the player must be asked.
    """
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
    if has_arrows(prompt, view):
        return None  # the player chooses where its own arrows point
    touched = {*_affected_zones(view, table)}
    free = [place for place in zones if place is not None and place.zone == MONSTER and place not in touched]
    return zones[min(free, key=lambda place: place.slot)] if free else None


def has_arrows(prompt: Prompt, view: View) -> bool:
    """Return whether the card that is being placed has Link Arrows."""
    handles = (prompt.card, *(option.card for option in prompt.options))
    code = next((view.cards[handle].code for handle in handles if handle in view.cards), prompt.code)
    placed = facts_of(code, view)
    return placed is not None and bool(placed.arrows)


def facts_of(code: int, view: View) -> Facts | None:
    """Return the printed facts of a card."""
    return view.facts.get(code) or (card_catalogue.find_facts(code) if code else None)


def _affected_zones(view: View, table: Table) -> Iterator[Place]:
    """Return the zones that a face-up card on the field may affect."""
    for handle, seen in view.cards.items():
        place = view.place_of(handle)
        facts = facts_of(seen.code, view) if seen.face_up else None
        if place is None or facts is None or "field" not in table.zones[place.zone].tags:
            continue
        if place.zone in (MONSTER, EXTRA):
            yield from table.zones_pointed_at(seen.controller, place, facts.arrows)
        yield from _mentioned_zones(place, facts, table)


def _mentioned_zones(place: Place, facts: Facts, table: Table) -> Iterator[Place]:
    """Return the zones that a card's text mentions: its own column, and those of the Extra Monster Zones."""
    text = f"{facts.text} {facts.pendulum_text}".casefold()
    if any(word in text for word in COLUMN_WORDS):
        yield from table.column(place)
    joined = text.replace(" ", "").replace("-", "")
    if any(word in joined for word in EXTRA_ZONE_WORDS):
        for slot in range(2):
            yield from table.column(Place(SHARED_SEAT_INDEX, EXTRA, slot))
