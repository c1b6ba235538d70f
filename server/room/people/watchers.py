"""Who watches one table, here and behind relays: their names, and what everybody was told of them last.

A relay is a spectator that tells others (server/relay); it counts as nobody. Who watches behind it is known
by numbers of the relay's making, and has a name that is distinct at the whole table. Thousands may come and
go: where more than a few watch, names go out once a second at most, as those who came and went, and of many
only some.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from server.room.broadcast.audience import Audience
from server.room.people.guest import Guest
from server.room.people.names import clean_name, skeleton, unlike
from shared.errors import Illegal
from shared.protocol.messages import Crowd, Dismissed
from shared.protocol.table_settings import after
from shared.words import Words, words

NAMED = 200
"""Of so many spectators the names are told; of the others there is a count."""

FEW = 16
"""While no more watch, and none behind a relay, everybody is told at once who comes and goes."""

BETWEEN = 1.0
"""Seconds between two times that everybody is told, where more watch."""

TRIED = 20
"""Numbers behind a name that are tried one by one, before the one used last."""


class Behind(NamedTuple):
    """Somebody who watches behind a relay."""

    relay: Guest
    number: int
    name: str
    """As they said it; how it is shown may have a number behind it."""


class Watchers:
    """The spectators of one table."""

    def __init__(self, audience: Audience, most: int) -> None:
        """`most`: how many fit behind all relays together."""
        self._audience, self._most = audience, most
        self._shown: dict[Guest, dict[int, str]] = {}
        """By relay, the name under which everybody knows each of its crowd."""
        self._behind: dict[str, Behind] = {}
        """The same people by that name."""
        self._looks: set[str] = set()
        """What these names look like."""
        self._numbers: dict[str, int] = {}
        """The last number behind a name that many have, by what the name looks like."""
        self.told: tuple[str, ...] = ()
        """The names that everybody was told."""
        self.counted = 0
        """How many watch, as everybody was told."""
        self.due = math.inf
        """When everybody is to be told next; infinity while there is no news."""
        self._next = -math.inf

    @property
    def here(self) -> list[Guest]:
        """Those who watch at this server."""
        return [guest for guest in self._audience.spectators if not guest.is_relay]

    @property
    def relays(self) -> list[Guest]:
        """Who tells others."""
        return [guest for guest in self._audience.spectators if guest.is_relay]

    @property
    def count(self) -> int:
        """How many watch now, here and behind relays."""
        return len(self.here) + len(self._behind)

    # --- names ----------------------------------------------------------------------------------------------

    def distinct(self, name: str, others: Iterable[str]) -> str:
        """The name, with a number behind it when a spectator, or one of `others`, has one that looks like
        it."""
        return self._distinct(name, self._few(others))

    def _few(self, others: Iterable[str]) -> set[str]:
        return {skeleton(name) for name in (*others, *(guest.shown for guest in self.here))}

    def _distinct(self, name: str, few: Collection[str]) -> str:
        look = skeleton(name)
        found, number = unlike(
            name,
            lambda other: other in few or other in self._looks,
            lambda tried: tried + 1 if tried < TRIED else max(tried, self._numbers.get(look, 0)) + 1,
        )
        if number > TRIED:
            self._numbers[look] = number
        return found

    def shown(self, relay: Guest, number: int) -> str:
        """The name under which everybody knows one of a relay's crowd; "" when there is none."""
        return self._shown.get(relay, {}).get(number, "")

    def find(self, name: str) -> Behind | None:
        """Who watches behind a relay under this name."""
        return self._behind.get(name)

    # --- relays ---------------------------------------------------------------------------------------------

    def take(
        self, relay: Guest, news: Crowd, others: Iterable[str], barred: Iterable[str]
    ) -> Iterator[Dismissed]:
        """Who came and went behind a relay; what it is told of those who may not watch. `others`: the names
        of the players. `barred`: names that were sent away."""
        for number in news.gone:
            self.drop(relay, number)
        away, few = frozenset(map(skeleton, barred)), self._few(others)
        refused: defaultdict[Words, list[int]] = defaultdict(list)
        for number, name in news.come:
            if self.shown(relay, number):
                continue
            if (why := self._refusal(name, away)) is not None:
                refused[why].append(number)
                continue
            shown = self._distinct(clean_name(name), few)
            self._shown.setdefault(relay, {})[number] = shown
            self._behind[shown] = Behind(relay, number, name)
            self._looks.add(skeleton(shown))
        for why, numbers in refused.items():
            yield Dismissed(tuple(numbers), why)

    def _refusal(self, name: str, away: Collection[str]) -> Words | None:
        if len(self._behind) >= self._most:
            return words("no_room_for_spectators")
        try:
            clean = clean_name(name)
        except Illegal as bad:
            return bad.words
        return words("sent_away_by_host") if skeleton(clean) in away else None

    def drop(self, relay: Guest, number: int) -> None:
        """One of a relay's crowd has gone."""
        shown = self._shown.get(relay, {}).pop(number, "")
        if shown:
            del self._behind[shown]
            self._looks.discard(skeleton(shown))
        if not self._behind:
            self._numbers.clear()

    def forget(self, guest: Guest) -> None:
        """Somebody has gone; if it was a relay, its crowd with it."""
        for number in tuple(self._shown.get(guest, ())):
            self.drop(guest, number)
        self._shown.pop(guest, None)

    # --- what everybody is told -----------------------------------------------------------------------------

    def look(self, now: float) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Who has come and gone since everybody was told, if it is time to tell: it counts as told then."""
        names = [guest.shown for guest in self.here][:NAMED]
        for name in self._behind:
            if len(names) >= NAMED:
                break
            names.append(name)
        count = self.count
        if len(names) == len(self.told) and count == self.counted and set(names) == set(self.told):
            self.due = math.inf
            return (), ()
        if (max(count, self.counted) > FEW or self._behind) and now < self._next:
            self.due = self._next
            return (), ()
        known, there = set(self.told), set(names)
        come = tuple(name for name in names if name not in known)
        gone = tuple(name for name in self.told if name not in there)
        self.told, self.counted = after(self.told, come, gone), count
        self.due, self._next = math.inf, now + BETWEEN
        return come, gone
