"""Servers that cheat, as patches to the honest one, and matches of two bots that are played on them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import trio

from facedown_client.bot.bot_player import Robot
from facedown_client.data import deck_entries
from facedown_client.model.model import Model
from facedown_server.games.duel.game_actions import players
from facedown_server.refereeing.match import MatchStage
from facedown_server.room.match.fair_throws import FairThrows
from facedown_server.room.match.lifecycle import MatchLifecycle
from facedown_server.room.match.runner import MatchRunner
from facedown_server.table.random_streams import RandomStreams
from facedown_shared.network import links
from facedown_shared.protocol import fairness
from facedown_shared.protocol.messages import FromServer, Opened, Settings, Shares
from tests.client.house import House, house

Cheat = Callable[[], AbstractContextManager[Any]]


def skip_shuffle() -> AbstractContextManager[Any]:
    """Leave the Deck of seat 0 in the order it was sent."""
    honest = RandomStreams.order

    def order(streams: RandomStreams, count: int, purpose: str) -> Sequence[int]:
        fair_order = honest(streams, count, purpose)
        return range(count) if purpose == "deck:0" else fair_order

    return patch.object(RandomStreams, "order", order)


def change_secret() -> AbstractContextManager[Any]:
    """Pledge other secrets than those that are used."""
    honest = FairThrows.pledge
    return patch.object(FairThrows, "pledge", lambda throws: honest(throws_to_our_liking(throws)))


def second_pledge() -> AbstractContextManager[Any]:
    """Pledge once more with the shares in hand, for throws the server prefers."""
    honest = MatchRunner.start_match

    async def start(runner: MatchRunner) -> None:
        if runner.match.stage is MatchStage.TOSS and runner.throws.shares and not runner.awaited_seats:
            runner.throws = throws_to_our_liking(runner.throws)
            runner._table.audience.send(runner.throws.pledge())
        await honest(runner)

    return patch.object(MatchRunner, "start_match", start)


def cancel_and_throw_again() -> AbstractContextManager[Any]:
    """Cancel the start with the shares in hand; at the next one pledge throws that were searched for, with
    the very shares that the server knows.
    """
    begun = MatchRunner.begin_match
    known: list[FairThrows] = []

    async def share(self: MatchLifecycle, seat: Any, share: bytes) -> None:
        if known:
            return
        self.running.throws.accept_share(seat.number, share)
        if not self.running.awaited_seats:
            known.append(self.running.throws)
            self.runner = None
            self._table.changed()

    async def begin(runner: MatchRunner, table: Any) -> None:
        if known:
            runner.throws = throws_to_our_liking(known[0])
        await begun(runner, table)

    return _Both(
        patch.object(MatchLifecycle, "accept_share", share), patch.object(MatchRunner, "begin_match", begin)
    )


def pledge_without_shares() -> AbstractContextManager[Any]:
    """Pretend that no player gives a share, and so decide the throws alone."""
    honest = MatchRunner.__init__

    def begin(runner: MatchRunner, header: Any, *rest: Any) -> None:
        honest(runner, header, *rest)
        runner.throws = FairThrows(header.secret, header.settings.best_of, (b"", b""))

    return patch.object(MatchRunner, "__init__", begin)


def hide_shares() -> AbstractContextManager[Any]:
    """Begin the duel without announcing whose shares its throws use."""
    return patch.object(FairThrows, "shares_message", lambda throws: throws.pledge())


def drop_share() -> AbstractContextManager[Any]:
    """Leave out the share of seat 0."""
    return patch.object(FairThrows, "shares", property(lambda throws: (b"", throws._given.get(1, b""))))


def deal_from_the_bottom() -> AbstractContextManager[Any]:
    """Let seat 0 draw from the bottom; the shuffle itself is fair."""
    honest = players.draw

    def draw(duel: Any, seat: int, count: int, **more: Any) -> Any:
        deck = duel.state.piles[(0, "deck")]
        if seat == 0:
            deck.reverse()
        drawn = honest(duel, seat, count, **more)
        if seat == 0:
            deck.reverse()
        return drawn

    return patch.object(players, "draw", draw)


def stack_deck() -> AbstractContextManager[Any]:
    """Put the Deck of seat 0 in an order of the server's before it is shuffled fairly."""
    honest = MatchRunner.__init__

    def begin(runner: MatchRunner, header: Any, setup: Any, *rest: Any) -> None:
        honest(runner, header, setup, *rest)
        one, other = setup.decks
        stacked = type(one)(tuple(sorted(one.main)), one.extra, one.side)
        runner.setup = type(setup)(**{**_fields(setup), "decks": (stacked, other)})

    return patch.object(MatchRunner, "__init__", begin)


def load_toss() -> AbstractContextManager[Any]:
    """Let seat 1 win every toss, and after it continue the coin as if nothing had been."""
    honest = RandomStreams.draw_below

    def below(streams: RandomStreams, limit: int, purpose: str) -> int:
        thrown = honest(streams, limit, purpose)
        return 1 - thrown if purpose == "coin" else thrown

    return patch.object(RandomStreams, "draw_below", below)


def open_empty_hand() -> AbstractContextManager[Any]:
    """Open an empty hand after the match."""
    return patch.object(FairThrows, "opened_data", lambda *_: Opened())


def announce_unsealed_share() -> AbstractContextManager[Any]:
    """Announce shares to clients that were never sealed."""
    return patch.object(
        FairThrows,
        "shares_message",
        lambda _: Shares((b"1" * fairness.SECRET_BYTES, b"2" * fairness.SECRET_BYTES)),
    )


def throws_to_our_liking(throws: FairThrows) -> FairThrows:
    """Return other throws than these, with the same shares."""
    return FairThrows(throws._secret[::-1], throws._best_of, throws.seals, throws.shares)


CHEATS: dict[str, Cheat] = {
    cheat.__name__: cheat
    for cheat in (
        skip_shuffle, change_secret, second_pledge, cancel_and_throw_again, pledge_without_shares,
        hide_shares, drop_share, deal_from_the_bottom, stack_deck, load_toss, open_empty_hand,
        announce_unsealed_share,
    )
}  # fmt: skip


@dataclass
class Table:
    """One match of two bots and what each of them knows at its end."""

    server: House
    settings: Settings
    seed: int = 0
    models: list[Model] = field(default_factory=list)
    heard: list[list[FromServer]] = field(default_factory=lambda: [[], []])
    marks: dict[int, trio.Event] = field(default_factory=dict)
    """Set when the first player has read so many messages."""
    _open: trio.Event = field(default_factory=trio.Event)

    async def play(
        self, cheat: Cheat = nullcontext, first: Callable[[], Awaitable[object]] = trio.lowlevel.checkpoint
    ) -> list[Model]:
        """Play it to its end; return the models of seat 0 and seat 1. `first`: before the second player
        joins.
        """
        ready = [deck.text for deck in deck_entries.ready(self.settings.format)]
        chosen = ready[self.seed % len(ready)], ready[self.seed // 2 % len(ready)]
        robots = [
            Robot(name, chosen[at], self.seed + at, dial=self.server.dial, tell=self._make_recorder(at))
            for at, name in enumerate(("Wren", "Halvard"))
        ]
        with cheat(), trio.fail_after(3_000):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(robots[0].host, links.TableLink("server.example", 7777), self.settings)
                await self._open.wait()
                await first()
                link = links.parse_link(self.models[0].links["opponent"][0][1])
                nursery.start_soon(robots[1].play_at, link)
        return self.models

    def _make_recorder(self, at: int) -> Callable[[FromServer, Model], None]:
        def record_message(message: FromServer, model: Model) -> None:
            self.heard[at].append(message)
            if at == 0 and len(self.heard[0]) in self.marks:
                self.marks[len(self.heard[0])].set()
            if model not in self.models:
                self.models.append(model)
            if model.links:
                self._open.set()

        return record_message


async def play_match(seed: int = 0, cheat: Cheat = nullcontext, **settings: Any) -> Table:
    """Play a match on a server of its own."""
    async with house(f"house {seed}") as server:
        table = Table(server, Settings(pace="off", listed=False, **settings), seed)
        await table.play(cheat)
    return table


class _Both:
    def __init__(self, *managers: AbstractContextManager[Any]) -> None:
        self._managers = managers

    def __enter__(self) -> None:
        for manager in self._managers:
            manager.__enter__()

    def __exit__(self, *error: Any) -> None:
        for manager in self._managers:
            manager.__exit__(*error)


def _fields(setup: Any) -> dict[str, Any]:
    return {name: getattr(setup, name) for name in setup.__dataclass_fields__}
