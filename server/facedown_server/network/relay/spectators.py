"""The people who watch through a relay, as reported to the upstream server: numbers, arrivals and departures,
chat.

People behind a lower relay count as this relay's own, under this relay's numbers. Names are reported as
arrivals and departures, at most once a second, within the rate limit of names. The table's server makes the
public names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

import trio

from facedown_server.network.crowd.chat_quota import ChatQuota
from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.names import person_name, skeleton
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.crowd.relay_quotas import RepeatedNames
from facedown_server.network.wire.token_buckets import Bucket
from facedown_server.runtime.world import World
from facedown_shared.protocol.messages import Chat, Crowd, Dismissed, Refused, ToServer
from facedown_shared.text import Code, Illegal, words

REPORT_INTERVAL_S = 1.0
"""Seconds between two reports of arrivals and departures."""

MAX_NAMES_PER_MESSAGE = 170
"""Arrivals and departures in one message: as many as the rate allows each second."""

RESERVED_NAMES_RATIO = 0.1
"""Share of the rate of names that is reserved for people who chat as soon as they arrive."""

LOWER_RELAYS_CHAT_RATIO = 0.5
"""Share of the rate of chat lines that all lower relays without the host's link have together."""

OWN_SPECTATOR_INDEX = 0
"""The number of a guest who is no relay: the guest counts as its own only spectator."""


class People:
    """All people who watch through one relay. `run` is its task. `send` sends a message to the upstream
    server.
    """

    def __init__(self, bounds: Bounds, world: World, send: Callable[[ToServer], None]) -> None:
        self._bounds, self._world, self._send = bounds, world, send
        self._who: dict[int, tuple[Guest, int]] = {}
        """Our number of a person -> the guest, and that guest's number of the person (if the guest is a
        relay).
        """
        self._numbers: dict[Guest, dict[int, int]] = {}
        """Guest -> that guest's number of a person -> our number."""
        self._departed: dict[int, tuple[Guest, int]] = {}
        """The people who left last, like `_who`: the host may still kick them."""
        self._names: dict[int, str] = {}
        self._come: dict[int, str] = {}
        """Arrivals that are not reported yet: number -> name."""
        self._gone: list[int] = []
        self._last = 0
        self._news = trio.Event()
        self._allowance = self._full_allowance()
        self._chat_quota = ChatQuota(bounds)
        self._talk = Bucket(bounds.relay_chat_rate, bounds.relay_chat_burst, world.now())
        share = LOWER_RELAYS_CHAT_RATIO
        self._lower_talk = Bucket(
            share * bounds.relay_chat_rate, share * bounds.relay_chat_burst, world.now()
        )
        self._barred: dict[str, str] = {}
        """Skeleton -> name that the table's host has banned; the latest last."""
        self._repeats: dict[Guest, RepeatedNames] = {}
        """Lower relay -> its repeated announcements of banned names."""

    def __len__(self) -> int:
        return len(self._who)

    @property
    def banned_names(self) -> tuple[str, ...]:
        """The names that the table's host has banned, the latest last."""
        return tuple(self._barred.values())

    def ban_names(self, names: Iterable[str]) -> None:
        """Add names that the table's host has banned."""
        for name in names:
            look = skeleton(name)
            self._barred.pop(look, None)
            self._barred[look] = name
        for look in tuple(self._barred)[: -self._bounds.barred]:
            del self._barred[look]

    # --- coming and going -----------------------------------------------------------------------------------

    def add_person(self, guest: Guest, name: str, theirs: int = OWN_SPECTATOR_INDEX) -> None:
        """Add a person: the guest, or for a relay the person with the relay's number `theirs`."""
        self._last += 1
        self._who[self._last] = guest, theirs
        self._numbers.setdefault(guest, {})[theirs] = self._last
        self._names[self._last] = self._come[self._last] = name
        self._news.set()

    def remove_person(self, guest: Guest, theirs: int = OWN_SPECTATOR_INDEX) -> None:
        """Remove a person: the guest, or for a relay the person with the relay's number `theirs`."""
        number = self._numbers.get(guest, {}).pop(theirs, 0)
        if number:
            self._departed[number] = self._who.pop(number)
            if len(self._departed) > self._bounds.barred:
                del self._departed[next(iter(self._departed))]
            del self._names[number]
            if self._come.pop(number, None) is None:
                self._gone.append(number)
                self._news.set()

    def forget(self, guest: Guest) -> None:
        """Remove a guest who has left; for a relay, all people behind it."""
        for theirs in tuple(self._numbers.get(guest, ())):
            self.remove_person(guest, theirs)
        self._numbers.pop(guest, None)
        self._repeats.pop(guest, None)

    def crowd(self, relay: Guest, message: Crowd) -> bool:
        """Handle a lower relay's list of people; return whether that relay must be banned for repeating
        banned names.

        Raises Illegal if the guest is no relay.
        """
        relay.check_crowd(message, self._bounds, self._world.now())
        for theirs in message.gone:
            self.remove_person(relay, theirs)
        too_many: list[int] = []
        away: dict[int, str] = {}
        for theirs, raw in message.come:
            if theirs in self._numbers.get(relay, ()):
                continue
            try:
                name = person_name(
                    raw
                )  # as the upstream server compares: else a banned name would be admitted here
            except Illegal as bad:
                relay.send(Dismissed((theirs,), bad.words))
                continue
            if self._barred and (look := skeleton(name)) in self._barred:
                away[theirs] = look
            elif not self._has_room(relay):
                too_many.append(theirs)
            else:
                self.add_person(relay, name, theirs)
        if too_many:
            relay.send(Dismissed(tuple(too_many), words("no_room_for_spectators")))
        if away:
            relay.send(Dismissed(tuple(away), words("sent_away_by_host")))
        return bool(away) and self._is_repeating(relay, frozenset(away.values()))

    def _has_room(self, relay: Guest) -> bool:
        own = len(self._numbers.get(relay, ()))
        reported = len(self._who) + len(self._gone)
        return reported < self._bounds.crowd and (relay.by_link or own < self._bounds.crowd_per_relay)

    def _is_repeating(self, relay: Guest, looks: frozenset[str]) -> bool:
        repeats = self._repeats.setdefault(relay, RepeatedNames())
        return not relay.behind and repeats.count_announcement(looks, self._world.now(), self._bounds.barred)

    def is_banned(self, name: str) -> bool:
        """Return whether a name that looks like this is banned."""
        return skeleton(name) in self._barred

    def handle_dismissed(self, message: Dismissed) -> Iterator[tuple[Guest, Dismissed]]:
        """Handle kicks by the table's host: yield each affected guest and the message for it.

        A lower relay gets its own numbers.
        """
        self.ban_names(message.barred)
        for guest, numbers in self._remove_people(message.numbers).items():
            yield guest, Dismissed(numbers, message.reason, message.barred)
        looks = {skeleton(name) for name in message.barred}
        late = [number for number, name in self._come.items() if skeleton(name) in looks] if looks else []
        for guest, numbers in self._remove_people(late).items():
            yield guest, Dismissed(numbers, words("sent_away_by_host"))

    def _remove_people(self, ours: Iterable[int]) -> dict[Guest, tuple[int, ...]]:
        """Remove people by our numbers; return each guest's own numbers of them, also of those who have
        left.
        """
        whose: dict[Guest, tuple[int, ...]] = {}
        for number in ours:
            known = self._who.get(number) or self._departed.pop(number, None)
            if known is not None:
                guest, theirs = known
                whose[guest] = (*whose.get(guest, ()), theirs)
                self.remove_person(guest, theirs)
        return whose

    # --- talking --------------------------------------------------------------------------------------------

    def send_chat(self, guest: Guest, message: Chat) -> None:
        """Send a person's chat line upstream. The line comes back for all to read.

        Raises Illegal if the person is unknown or chats too fast.
        """
        number = self._numbers.get(guest, {}).get(message.who if guest.is_relay else OWN_SPECTATOR_INDEX, 0)
        if not number:
            raise Illegal(words("nobody_of_that_name"), Code.NOT_OFFERED)
        bounds, now = self._bounds, self._world.now()
        is_limited = guest.is_relay and not guest.by_link
        may_talk = self._chat_quota.take(guest, now) and (not is_limited or self._lower_talk.take(now))
        if not (may_talk and self._talk.take(now)):
            raise Illegal(words("too_much_talk"), Code.TOO_FAST)
        if (name := self._come.pop(number, None)) is not None:
            self._send(Crowd(((number, name),)))
        self._send(Chat(message.text[: bounds.chat_letters], number))

    def forward_refusal(self, message: Refused) -> None:
        """Send the reason of a refused line to its author."""
        if message.ask in self._who:
            guest, theirs = self._who[message.ask]
            guest.send(Refused(message.code, message.words, theirs if guest.is_relay else -1))

    # --- telling those above --------------------------------------------------------------------------------

    def report_all(self) -> None:
        """Report all people again, to a server that does not know them (any longer)."""
        self._come, self._gone = dict(self._names), []
        self._allowance = self._full_allowance()
        self.report_changes()

    def report_changes(self) -> None:
        """Report arrivals and departures as far as the rate allows; leave the rest for later."""
        while self._come or self._gone:
            # At least half for departures: else the table's server would count people who have long left.
            gone = self._gone[: MAX_NAMES_PER_MESSAGE - min(len(self._come), MAX_NAMES_PER_MESSAGE // 2)]
            come = tuple(islice(self._come.items(), MAX_NAMES_PER_MESSAGE - len(gone)))
            if not self._allowance.take(self._world.now(), 1 + len(come) + len(gone)):
                self._news.set()
                return
            self._send(Crowd(come, tuple(gone)))
            for number, _ in come:
                del self._come[number]
            del self._gone[: len(gone)]

    def _full_allowance(self) -> Bucket:
        """Return a full bucket of names for a new connection, less the share for people who chat at once."""
        bounds = self._bounds
        spare = 1 - RESERVED_NAMES_RATIO
        return Bucket(spare * bounds.crowd_rate, spare * bounds.crowd_burst, self._world.now())

    async def run(self, is_up: Callable[[], bool]) -> None:
        """Report until cancelled. While there is no connection, news waits; after it, all people are reported
        again.
        """
        while True:
            await self._news.wait()
            self._news = trio.Event()
            if is_up():
                self.report_changes()
            await trio.sleep(REPORT_INTERVAL_S)
