"""Events for listeners that a board shows beside the log: Life Points left, changed numbers.

Law: derived from Views and events alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from facedown_shared.tables import TABLES, Place, View, VisibleCard, VisibleEvent

NUMBERS = "numbers"
"""Kind of this client's own event for changed numbers of a card."""


def life_after(visible_events: Sequence[VisibleEvent], view: View) -> dict[int, int]:
    """Return the Life Points left after each change, by the index of its event. `view` is the View after the
    events.
    """
    later, found = [0, 0], dict[int, int]()
    for index, happening in reversed([*enumerate(visible_events)]):
        if happening.kind == "life" and happening.seat in (0, 1):
            now = view.tallies.get(f"{happening.seat}:life")
            if now is not None:
                found[index] = now - later[happening.seat]
            later[happening.seat] += happening.amount
    return found


def changed_numbers(before: View, view: View) -> Iterator[VisibleEvent]:
    """Return events for face-up cards that stayed on the field and whose attack or defense has changed."""
    for handle, seen in view.cards.items():
        old = before.cards.get(handle)
        if old is None or old == seen or not (old.face_up and seen.face_up) or old.code != seen.code:
            continue
        stays = _is_on_field(before.place_of(handle), before) and _is_on_field(view.place_of(handle), view)
        if stays and _numbers(old) != _numbers(seen):
            yield VisibleEvent(NUMBERS, seen.controller, handle)


def _numbers(seen: VisibleCard) -> Iterable[int | None]:
    return seen.attack, seen.defense


def _is_on_field(place: Place | None, view: View) -> bool:
    zone = TABLES[view.table].zones.get(place.zone) if place and view.table in TABLES else None
    return zone is not None and "field" in zone.tags
