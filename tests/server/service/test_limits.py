"""Every limit is a setting, reaches the part that enforces it, and is enforced there."""

from __future__ import annotations

import msgspec
import pytest
import trio
from trio.testing import MockClock

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.wire.traffic_limits import WireLimits
from facedown_server.runtime.world import SeededWorld
from facedown_server.service.app import build_wire
from facedown_server.service.config import Config, read_config
from facedown_server.service.lobby_setup import build_lobby
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.protocol.codec import DEFAULT_CLIENT_MESSAGE_BYTES, encode
from facedown_shared.protocol.messages import Chat, CreateTable, Hello, Ping, Pong, Refused, Said, UseDeck
from facedown_shared.text.errors import BadInput, Code
from tests.server.serving import player, serve_in_memory
from tests.server.tables import QUIET, Player, run_server

OTHER = {
    "connections": 7, "connections_per_address": 3, "connections_per_second": 2,
    "journal_megabytes_per_day": 5, "tables": 5, "tables_per_address": 2, "spectators": 4,
    "relays": 3, "undo_per_second": 9,
    "messages_per_second": 11, "address_share": 2, "message_bytes": 5_000, "name_letters": 5,
    "chat_letters": 9, "chat_per_minute": 30, "trusted_network": ("10.0.0.0/8",),
}  # fmt: skip
"""Settings with values other than the defaults."""


def part_limits(config: Config) -> dict[str, object]:
    """Return the limits of a server's parts, by the name of the setting."""
    world = SeededWorld(clock=lambda: 0.0)
    lobby = build_lobby(config, world, MemoryStore(), lambda: ())
    bounds, limits = lobby.bounds, build_wire(config, world, lobby).limits
    return {
        "connections": limits.connections, "connections_per_address": limits.per_address,
        "connections_per_second": limits.connection_rate,
        "journal_megabytes_per_day": bounds.journal_bytes_per_day / 1e6,
        "tables": bounds.tables, "tables_per_address": bounds.tables_per_address,
        "spectators": bounds.spectators, "relays": bounds.relays, "messages_per_second": bounds.message_rate,
        "undo_per_second": bounds.replay_rate,
        "address_share": bounds.address_share, "message_bytes": limits.message_bytes,
        "name_letters": bounds.name_letters, "chat_letters": bounds.chat_letters,
        "chat_per_minute": 60 * bounds.chat_rate,
        "trusted_network": tuple({*limits.trusted_networks, *bounds.trusted_networks}),
    }  # fmt: skip


def test_every_limit_is_a_setting() -> None:
    assert part_limits(msgspec.convert(OTHER, Config)) == OTHER
    usual = part_limits(Config())
    assert all(usual[name] != OTHER[name] for name in OTHER)


def test_usual_limits_are_the_same_with_and_without_settings() -> None:
    usual = part_limits(Config())
    assert usual["address_share"] == Bounds().address_share
    assert usual["message_bytes"] == WireLimits().message_bytes == DEFAULT_CLIENT_MESSAGE_BYTES
    assert (usual["name_letters"], usual["chat_letters"]) == (Bounds().name_letters, Bounds().chat_letters)
    assert usual["chat_per_minute"] == 60 * Bounds().chat_rate
    assert usual["undo_per_second"] == Bounds().replay_rate


@pytest.mark.parametrize(
    ("name", "value"),
    [("message_bytes", "100"), ("message_bytes", "999999"), ("name_letters", "0"), ("name_letters", "25"),
     ("chat_letters", "401"), ("address_share", "0"), ("chat_per_minute", "-1"), ("spectators", "0")],
)  # fmt: skip
def test_a_limit_that_cannot_be_is_refused(name: str, value: str) -> None:
    with pytest.raises(BadInput, match=f"The setting {name} cannot be"):
        read_config(None, {f"FACEDOWN_{name.upper()}": value})


# --- and each is enforced -----------------------------------------------------------------------------------


async def test_one_address_may_send_so_much_with_all_its_connections(autojump_clock: MockClock) -> None:
    bounds = Bounds(
        message_rate=1, message_burst=10, address_share=2, fair_share_rate=0.0, fair_share_burst=1.0
    )
    async with run_server(bounds=bounds) as server:
        one, two, three = [await server.connect(name, peer="192.0.2.1") for name in ("One", "Two", "Three")]
        stranger = await server.connect("Stranger", peer="198.51.100.9")
        for each in (one, two):
            await each.do(*[Ping(number) for number in range(10)])
            assert len(each.all(Pong)) == 10
        await three.do(*[Ping(number) for number in range(4)])
        assert three.refusal is Code.TOO_FAST
        await stranger.do(Ping(1))
        assert stranger.last(Pong) == Pong(1)


async def test_a_network_of_ipv6_is_one_address(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(tables_per_address=1)) as server:
        first = await server.connect("First", peer="2001:db8::1")
        await first.do(CreateTable(QUIET))
        second = await server.connect("Second", peer="2001:db8::2")
        await second.do(CreateTable(QUIET))
        assert second.refusal is Code.SERVER_FULL
        other = await server.connect("Other", peer="2001:db8:1::1")
        await other.do(CreateTable(QUIET))
        assert other.seated is not None


async def test_a_trusted_network_opens_any_number_of_tables(autojump_clock: MockClock) -> None:
    async with run_server(
        bounds=Bounds(tables_per_address=1, trusted_networks=("192.168.0.0/16",))
    ) as server:
        for number in range(14):
            owner = await server.connect(f"Owner {number}", peer="192.168.1.20")
            await owner.do(CreateTable(QUIET))
            assert owner.seated is not None
        for expected in (True, False):
            stranger = await server.connect("Stranger", peer="203.0.113.9")
            await stranger.do(CreateTable(QUIET))
            assert (stranger.seated is not None) is expected


async def test_a_message_may_be_so_large() -> None:
    async with (
        serve_in_memory(limits=WireLimits(message_bytes=5_000)) as (_, listener),
        player(listener.connect()) as client,
    ):
        await client.send(bytes(5_000))
        assert len(await client.recv()) == 5_000
        await client.send(bytes(5_001))
        await client.wait_closed()
        assert client.close_code == 1009


async def test_a_name_has_so_many_letters(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(name_letters=5)) as server:
        anna = await server.host("Annabella")
        assert anna.table is not None
        assert anna.table.host == "Annab"


async def test_a_line_of_chat_has_so_many_letters(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(chat_letters=9)) as server:
        anna = await server.host()
        await anna.do(Chat("good luck and have fun"))
        assert anna.last(Said).text == "good luck"


async def test_one_says_so_much_and_no_more(autojump_clock: MockClock) -> None:

    async with run_server(bounds=Bounds(chat_rate=0.5, chat_burst=3)) as server:
        anna = await server.host()
        ben = await server.guest(anna)
        await anna.do(*[Chat(f"line {number}") for number in range(5)])
        assert [refused.code for refused in anna.all(Refused)] == [Code.TOO_FAST] * 2
        await ben.do(Chat("hello"))
        assert len(ben.lines) == 4, "only who talks too much is stopped"
        await trio.sleep(2.1)
        await anna.do(Chat("again"))
        assert ben.lines[-1] == "again"


async def send_nested(anna: Player, depth: int) -> Code | None:
    """Return the outcome of nested arrays in place of a deck's text."""
    inside = b"\x91" * depth + b"\x01"
    await anna.client.send(b"\x82\xa1m\xa4deck\xa4deck" + inside)
    await anna.do(Ping(1))
    refusals = anna.all(Refused)
    return refusals[-1].code if refusals else None


@pytest.mark.parametrize("depth", [1, 40, 2_000, 30_000])
async def test_nesting_is_bounded_by_the_shape_of_messages(autojump_clock: MockClock, depth: int) -> None:
    async with run_server() as server:
        anna = await server.host()
        assert await send_nested(anna, depth) is Code.MALFORMED
        assert anna.last(Pong) == Pong(1)


async def test_no_message_of_a_client_needs_more_than_the_least_size() -> None:
    """A whole deck of the maximum size fits in the minimum that a host may set."""

    largest = "\n".join(["#main", *["4294967295"] * 60, "#extra", *["4294967295"] * 15, "!side"])
    assert len(encode(UseDeck(largest))) < 4_096
    assert len(encode(Hello("x" * 24))) < 100
