"""Spectators of one table, here and behind relays: their names, and the latest roster.

A relay is a spectator that relays to others (server/facedown_server/network/relay); it does not count itself.
People behind it have numbers that the relay assigns, and a name that is unique at the whole table. Thousands
may come and go: with more than a few spectators, names are sent once a second at most, as arrivals and
departures, and only some of many.
"""

from __future__ import annotations

import heapq
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import count
from typing import NamedTuple

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.names import clean_name, person_name, skeleton, unlike
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.room.broadcast.audience import Audience
from facedown_shared.protocol.messages import Crowd, Dismissed
from facedown_shared.protocol.table_settings import roster_after
from facedown_shared.tables import PUBLIC_CLASS_INDEX
from facedown_shared.text import Illegal, Words, words

MAX_NAMED_SPECTATORS = 200
"""Spectators whose names are sent; of the others there is a count."""

MAX_IMMEDIATE_SPECTATORS = 16
"""With up to this many spectators and no relays, arrivals and departures are sent at once."""

ROSTER_INTERVAL_S = 1.0
"""Seconds between two rosters, with more spectators."""


MAX_ORDERED_SUFFIXES = 20
"""Number suffixes of a name that are tried in order. After them the table's next unused number is taken."""


class NameNumbers:
    """Supply of number suffixes for one name that several people have.

    Returned numbers are reused first, the smallest before the others. No number above `MAX_ORDERED_SUFFIXES`
    is tried twice at a table, whatever names people have there.
    """

    __slots__ = ("_large", "_last", "_returned", "used")

    def __init__(self, large: Iterator[int]) -> None:
        """Create a supply. `large`: numbers above `MAX_ORDERED_SUFFIXES`, shared by all names of a table."""
        self._large = large
        self.used = 0
        """The number of people who have a suffix."""
        self._last = 1
        self._returned: list[int] = []

    def next(self, tried: int) -> int:
        """Return the suffix to try after `tried`, which is taken."""
        if self._returned:
            return heapq.heappop(self._returned)
        self._last = self._last + 1 if self._last < MAX_ORDERED_SUFFIXES else next(self._large)
        return self._last

    def release(self, number: int) -> None:
        """Release the number of a spectator who has left."""
        self.used -= 1
        if len(self._returned) < self._last:
            heapq.heappush(self._returned, number)


class Behind(NamedTuple):
    """A person who watches behind a relay."""

    relay: Guest
    number: int
    name: str
    """The requested name. The name as displayed may have a number suffix."""
    look: str
    """The requested name in the form used to find similar names."""


class DepartedSpectator(NamedTuple):
    """A spectator who has left, and can still be kicked."""

    address: str
    name: str
    """The requested name."""


class Watchers:
    """The spectators of one table."""

    def __init__(self, audience: Audience, bounds: Bounds) -> None:
        self._audience, self._bounds = audience, bounds
        self._shown: dict[Guest, dict[int, str]] = {}
        """The public name of each person behind a relay, by relay and number."""
        self._behind: dict[str, Behind] = {}
        """The people behind relays by their public name."""
        self._departed: dict[str, Behind | DepartedSpectator] = {}
        """The spectators who left last, by their public name."""
        self._looks: set[str] = set()
        """The public names behind relays, in the form used to find similar names."""
        self._numbers: dict[str, NameNumbers] = {}
        """The suffixes of each name that several people have, by the form used to find similar names."""
        self._large_numbers = count(MAX_ORDERED_SUFFIXES + 1)
        self._numbered: dict[str, tuple[str, int]] = {}
        """Public names with a suffix -> the name's form used to find similar names, and the suffix."""
        self.told: tuple[str, ...] = ()
        """The names in the last roster."""
        self.counted = 0
        """The count in the last roster."""
        self.due = math.inf
        """The time of the next roster; infinity without news."""
        self._next = -math.inf

    @property
    def local_guests(self) -> list[Guest]:
        """Guests who watch at this server."""
        return [guest for guest in self._audience.spectators if not guest.is_relay]

    @property
    def relays(self) -> list[Guest]:
        """The relays among the spectators."""
        return [guest for guest in self._audience.spectators if guest.is_relay]

    @property
    def count(self) -> int:
        """The number of spectators, here and behind relays."""
        return len(self.local_guests) + len(self._behind)

    # --- names ----------------------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        """The public names of the spectators, here and behind relays, and of those who left last."""
        return [*(guest.shown for guest in self.local_guests), *self._behind, *self._departed]

    def distinct(self, name: str, others: Iterable[str]) -> str:
        """Return the name, with a number suffix if a spectator or one of `others` has a similar name."""
        numbers = self._numbers.get(skeleton(name), NameNumbers(self._large_numbers))
        return self._distinct(name, self._first_names(others), numbers)[0]

    def _first_names(self, others: Iterable[str]) -> set[str]:
        return {skeleton(name) for name in (*others, *(guest.shown for guest in self.local_guests))}

    def _distinct(self, name: str, few: Collection[str], numbers: NameNumbers) -> tuple[str, int]:
        return unlike(name, lambda other: other in few or other in self._looks, numbers.next)

    def _admit(self, relay: Guest, number: int, name: str, few: Collection[str]) -> None:
        """Add a person behind a relay, with a unique name."""
        clean = clean_name(name)
        look = skeleton(clean)
        numbers = self._numbers.get(look) or NameNumbers(self._large_numbers)
        shown, suffix = self._distinct(clean, few, numbers)
        if suffix > 1:
            numbers.used += 1
            self._numbers[look], self._numbered[shown] = numbers, (look, suffix)
        self._shown.setdefault(relay, {})[number] = shown
        self._behind[shown] = Behind(relay, number, name, look)
        self._looks.add(skeleton(shown))

    def public_name(self, relay: Guest, number: int) -> str:
        """Return the public name of a person behind a relay; "" if there is none."""
        return self._shown.get(relay, {}).get(number, "")

    def numbers_behind(self, relay: Guest, looks: Collection[str]) -> tuple[int, ...]:
        """Return the numbers of the people behind a relay whose names look like one of these."""
        mine = (each for each in self._behind.values() if each.relay is relay)
        return tuple(each.number for each in mine if each.look in looks)

    def find_person(self, name: str) -> Behind | DepartedSpectator | None:
        """Return who has this public name behind a relay, or had it when leaving; None if no one."""
        return self._behind.get(name) or self._departed.get(name)

    def similar_people(self, skeleton: str, excluded: Behind | None) -> Iterator[Behind]:
        """Return the people behind relays, except one, who asked for a name that looks like this."""
        return (other for other in self._behind.values() if other.look == skeleton and other is not excluded)

    # --- relays ---------------------------------------------------------------------------------------------

    def update_people(
        self, relay: Guest, news: Crowd, others: Iterable[str], banned: Iterable[str]
    ) -> Iterator[Dismissed]:
        """Take arrivals and departures behind a relay. Yields messages about people who may not watch.

        `others`: the names of the players. `banned`: banned names.
        """
        for number in news.gone:
            self.remove_person(relay, number)
        away, few = frozenset(map(skeleton, banned)), self._first_names(others)
        refused: defaultdict[Words, list[int]] = defaultdict(list)
        for number, name in news.come:
            if self.public_name(relay, number):
                continue
            if (why := self._refusal(relay, name, away)) is not None:
                refused[why].append(number)
                continue
            self._admit(relay, number, name, few)
        for why, numbers in refused.items():
            yield Dismissed(tuple(numbers), why)

    def crowd_size(self, relay: Guest) -> int:
        """Return the number of people who watch behind this relay."""
        return len(self._shown.get(relay, ()))

    def _has_room(self, relay: Guest) -> bool:
        """Return whether one more person may watch behind this relay.

        Relays without the host's link have a limit each. Relays with it share one limit.
        """
        if not relay.by_link:
            return self.crowd_size(relay) < self._bounds.crowd_per_relay
        crowd = sum(len(names) for other, names in self._shown.items() if other.by_link)
        return crowd < self._bounds.crowd

    def _refusal(self, relay: Guest, name: str, away: Collection[str]) -> Words | None:
        if not self._has_room(relay):
            return words("no_room_for_spectators")
        try:
            clean = person_name(name)
        except Illegal as bad:
            return bad.words
        return words("sent_away_by_host") if skeleton(clean) in away else None

    def remove_person(self, relay: Guest, number: int) -> None:
        """Remove a person behind a relay."""
        shown = self._shown.get(relay, {}).pop(number, "")
        if shown:
            self._note_departure(shown, self._behind.pop(shown))
            self._looks.discard(skeleton(shown))
            look, suffix = self._numbered.pop(shown, ("", 0))
            if look:
                self._numbers[look].release(suffix)
                if not self._numbers[look].used:
                    del self._numbers[look]
        if not self._behind:
            self._large_numbers = count(MAX_ORDERED_SUFFIXES + 1)

    def _note_departure(self, shown: str, person: Behind | DepartedSpectator) -> None:
        self._departed.pop(shown, None)
        self._departed[shown] = person
        if len(self._departed) > self._bounds.barred:
            del self._departed[next(iter(self._departed))]

    def forget(self, guest: Guest) -> None:
        """Remove a spectator. With a relay, remove the people behind it."""
        if guest.viewer == PUBLIC_CLASS_INDEX and not guest.is_relay:
            self._note_departure(guest.shown, DepartedSpectator(guest.address, guest.name))
        for number in tuple(self._shown.get(guest, ())):
            self.remove_person(guest, number)
        self._shown.pop(guest, None)

    # --- the roster -----------------------------------------------------------------------------------------

    def take_roster_changes(self, now: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return arrivals and departures since the last roster, if one is due. It counts as sent then."""
        names = [guest.shown for guest in self.local_guests][:MAX_NAMED_SPECTATORS]
        for name in self._behind:
            if len(names) >= MAX_NAMED_SPECTATORS:
                break
            names.append(name)
        count = self.count
        if len(names) == len(self.told) and count == self.counted and set(names) == set(self.told):
            self.due = math.inf
            return (), ()
        if (max(count, self.counted) > MAX_IMMEDIATE_SPECTATORS or self._behind) and now < self._next:
            self.due = self._next
            return (), ()
        known, there = set(self.told), set(names)
        come = tuple(name for name in names if name not in known)
        gone = tuple(name for name in self.told if name not in there)
        self.told, self.counted = roster_after(self.told, come, gone), count
        self.due, self._next = math.inf, now + ROSTER_INTERVAL_S
        return come, gone
