"""The operator's bans and mutes: at once, after a restart, at every node, and behind relays."""

from __future__ import annotations

import threading
import time
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sql
import trio

from facedown_server.service import command
from facedown_server.service.config import Config
from facedown_server.service.operating import restriction_desk
from facedown_server.service.operating.control import send_command
from facedown_server.service.operating.operator_messages import OperatorCommand
from facedown_server.service.operating.restriction_desk import RestrictionDesk
from facedown_server.storage.journal import Journal
from facedown_server.storage.restrictions import Restriction, read_restrictions, restriction_job
from facedown_server.storage.store import StoreFailed
from facedown_shared.network.links import parse_link
from facedown_shared.protocol.messages import (
    Chat,
    CreateTable,
    Crowd,
    Dismissed,
    Ended,
    Hello,
    JoinTable,
    ListTables,
    Ping,
    Pong,
    Refused,
    Resume,
    Said,
    Seated,
    Watch,
)
from facedown_shared.text.errors import BadInput, Code
from facedown_shared.text.words import words
from tests import postgresql
from tests.postgresql import database_of
from tests.server.service.operating.test_control import run_command
from tests.server.service.test_app import receive, run_server, send_messages
from tests.server.serving import player
from tests.server.test_cli import child

BANNED = words("banned_by_operator")
KEY = "k" * 24


async def order(folder: Path, do: str, text: str = "", **details: object) -> tuple[dict[str, object], ...]:
    """Send a command to the server of this folder; return the rows of its reply."""
    return (await send_command(Config(data=str(folder)), do, "", text, **details)).rows


async def test_a_banned_player_is_out_at_once_and_stays_out_after_a_restart(tmp_path: Path) -> None:
    async with run_server(tmp_path) as (parts, _, _), player(port=parts.port) as wren:
        await send_messages(wren, Hello("Wren"), CreateTable())
        code = (await receive(wren, Seated)).code
        async with player(port=parts.port) as robin:
            await send_messages(robin, Hello("Robin"), JoinTable(code, key=KEY))
            token = (await receive(robin, Seated)).token
            (row,) = await order(tmp_path, "ban", "Robin", seconds=3_600)
            assert (row["kind"], row["target"]) == ("ban", "Robin")
            assert (await receive(robin, Ended)).reason == BANNED
            for again in (Resume(token), ListTables(), Watch(code), CreateTable()):
                await send_messages(robin, again)
                refused = await receive(robin, Refused)
                assert (refused.code, refused.words) == (Code.NOT_ALLOWED, BANNED)
        for back in (
            Resume(token),
            JoinTable(code, key=KEY),
        ):  # seen to fail: under another name, by the seat's key
            async with player(port=parts.port) as stranger:
                await send_messages(stranger, Hello("Zed"), back)
                assert (await receive(stranger, Refused)).words == BANNED
    async with run_server(tmp_path) as (parts, _, _):
        for name, is_banned in (("Rоbin", True), ("ROBlN", True), ("Robina", False)):
            async with player(port=parts.port) as one:
                await send_messages(one, Hello(name), CreateTable())
                if is_banned:
                    assert (await receive(one, Refused)).words == BANNED
                else:
                    await receive(one, Seated)
        assert [one["target"] for one in await order(tmp_path, "bans")] == ["Robin"]
        with pytest.raises(BadInput, match=r"Robyn is not restricted.* Similar names: Robin\."):
            await order(tmp_path, "unban", "Robyn")
        assert [row["target"] for row in await order(tmp_path, "unban", "robin")] == ["Robin"]
        async with player(port=parts.port) as robin:
            await send_messages(robin, Hello("Robin"), CreateTable())
            await receive(robin, Seated)
        with pytest.raises(BadInput, match="not restricted"):
            await order(tmp_path, "unban", "Robin")


async def test_addresses_and_networks_are_banned(tmp_path: Path) -> None:
    async with run_server(tmp_path, proxies=["127.0.0.1"]) as (parts, _, _):
        await order(tmp_path, "ban", "203.0.113.7/24")
        await order(tmp_path, "ban", "2001:db8::1", seconds=60)
        assert [row["target"] for row in await order(tmp_path, "bans")] == ["2001:db8::/64", "203.0.113.0/24"]
        outside = ["203.0.114.1", "2001:db8:0:1::9"]
        for address in ("203.0.113.200", "2001:db8::9", *outside):
            is_banned = address not in outside
            async with player(port=parts.port, address=address) as one:
                await send_messages(one, Hello("Sid"), CreateTable())
                await receive(one, Refused if is_banned else Seated)


@pytest.mark.parametrize("do", ["ban", "mute", "unban", "unmute"])
async def test_an_address_with_a_typing_error_is_not_taken_for_a_name(do: str, tmp_path: Path) -> None:
    async with run_server(tmp_path):
        for typed in ("127.0.0.1/33", "999.1.1.1", "1.2.3.4.5", "1.2.3.4:9000", "10.0.0/8", "db8::1::2"):
            with pytest.raises(BadInput, match=f"{typed} is no IP address and no network"):
                await order(tmp_path, do, typed)
        assert await order(tmp_path, "bans") == ()


async def test_names_with_dots_and_colons_are_names(tmp_path: Path) -> None:
    names = ("1.5", "v1.2.3", "Mr. A: B", "7/8", ":D :D")
    async with run_server(tmp_path):
        for name in names:
            await order(tmp_path, "ban", name)
        assert {row["target"] for row in await order(tmp_path, "bans")} == set(names)


async def test_the_ban_of_a_name_like_an_address_can_be_lifted(tmp_path: Path) -> None:
    """Older versions took these for names."""
    async with run_server(tmp_path) as (parts, _, _):
        store = parts.lobby.server.store
        assert isinstance(store, Journal)
        made = Restriction("ban", "999.1.1.1")
        await store.writer.write(restriction_job("ban", made.target, made, 0))
        await order(tmp_path, "mute", "Robin")  # reads the journal
        assert [row["target"] for row in await order(tmp_path, "unban", made.target)] == [made.target]
        assert [row["target"] for row in await order(tmp_path, "bans")] == ["Robin"]


async def test_a_ban_ends(tmp_path: Path) -> None:
    async with run_server(tmp_path) as (parts, _, _):
        await order(tmp_path, "ban", "Robin", seconds=1)
        await trio.sleep(1.1)
        async with player(port=parts.port) as robin:
            await send_messages(robin, Hello("Robin"), CreateTable())
            await receive(robin, Seated)
        assert await order(tmp_path, "bans") == ()


async def test_a_mute_survives_a_reconnect_and_ends_when_lifted(tmp_path: Path) -> None:
    async with run_server(tmp_path) as (parts, _, _), player(port=parts.port) as wren:
        await send_messages(wren, Hello("Wren"), CreateTable())
        code = (await receive(wren, Seated)).code
        async with player(port=parts.port) as robin:
            await send_messages(robin, Hello("Robin"), JoinTable(code))
            token = (await receive(robin, Seated)).token
            await send_messages(robin, Chat("one"))
            assert (await receive(wren, Said)).text == "one"
            await order(tmp_path, "mute", "Robin")
            await send_messages(robin, Chat("two"))
            assert (await receive(robin, Refused)).words == words("muted_by_operator")
        async with player(port=parts.port) as robin:
            await send_messages(robin, Hello("Anybody"), Resume(token), Chat("three"))
            assert (await receive(robin, Refused)).words == words("muted_by_operator")
            await send_messages(wren, Chat("mine"))
            assert (await receive(wren, Said)).text != "two"
            await order(tmp_path, "unmute", "Robin")
            await send_messages(robin, Chat("four"))
            while (await receive(wren, Said)).text != "four":
                pass


async def test_relays_get_the_banned_names_and_people_behind_them_leave(tmp_path: Path) -> None:
    async with run_server(tmp_path, proxies=["127.0.0.1"]) as (parts, _, _), player(port=parts.port) as wren:
        await send_messages(wren, Hello("Wren"), CreateTable())
        seated = await receive(wren, Seated)
        link = parse_link(seated.links["relay"][0][1])
        async with player(port=parts.port) as relay:
            await send_messages(relay, Hello("relay"), Watch(seated.code, link.secret, relay=True))
            await send_messages(relay, Crowd(come=((1, "Ilse"), (2, "Robin"))))
            await receive(relay, Dismissed)
            await send_messages(relay, Ping(1))
            await receive(relay, Pong)
            await order(tmp_path, "ban", "Robin")
            told = await receive(relay, Dismissed)
            assert (told.numbers, told.reason, told.barred) == ((2,), BANNED, ("Robin",))
            await order(tmp_path, "ban", "9.9.9.9")
            assert len((await receive(relay, Dismissed)).marks) == 1
        async with player(port=parts.port) as relay:
            await send_messages(relay, Hello("relay"), Watch(seated.code, link.secret, relay=True))
            told = await receive(relay, Dismissed)
            assert told.barred == ("Robin",)
            assert len(told.marks) == 1
            await send_messages(relay, Crowd(come=((5, "Robin"),)))
            assert (await receive(relay, Dismissed)).numbers == (5,)


async def test_a_slow_look_for_bans_does_not_lift_a_newer_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: the look that had read before the ban, and ended after it, lifted it until the next."""
    has_begun, is_banned = threading.Event(), threading.Event()

    def read_slowly(engine: sql.Engine) -> tuple[Restriction, ...]:
        found = read_restrictions(engine)
        if not has_begun.is_set():
            has_begun.set()
            while not read_restrictions(engine):
                time.sleep(0.01)
            is_banned.wait(1)
            time.sleep(0.05)
        elif found:
            is_banned.set()
        return found

    async with run_server(tmp_path) as (parts, _, _):
        monkeypatch.setattr(restriction_desk, "read_restrictions", read_slowly)
        desk = RestrictionDesk(parts.lobby)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(desk.read)
            await trio.to_thread.run_sync(has_begun.wait, 60)
            await desk.restrict(OperatorCommand(KEY, "ban", text="Robin"))
        assert [each.target for each in parts.lobby.server.moderation.active] == ["Robin"]


async def test_a_ban_that_could_not_be_applied_is_applied_at_the_next_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: it held, but who was there stayed."""
    async with run_server(tmp_path) as (parts, _, _), player(port=parts.port) as robin:
        await send_messages(robin, Hello("Robin"), CreateTable())
        await receive(robin, Seated)
        desk = RestrictionDesk(parts.lobby)
        with monkeypatch.context() as failing:

            async def fail() -> None:
                raise StoreFailed("the table could not be stored")

            failing.setattr(parts.lobby, "apply_bans", fail)
            with pytest.raises(StoreFailed):
                await desk.restrict(OperatorCommand(KEY, "ban", text="Robin"))
        await desk.read()
        assert (await receive(robin, Ended)).reason == BANNED


async def test_no_table_waits_for_a_busy_one_to_apply_a_ban(tmp_path: Path) -> None:
    """Seen to fail: tables behind a busy one were not reached, and the banned player chatted on."""
    async with (
        run_server(tmp_path) as (parts, _, _),
        player(port=parts.port) as wren,
        player(port=parts.port) as robin,
        trio.open_nursery() as nursery,
    ):
        await send_messages(wren, Hello("Wren"), CreateTable())
        busy = parts.lobby.rooms[(await receive(wren, Seated)).code]
        await send_messages(robin, Hello("Robin"), CreateTable())
        await receive(robin, Seated)
        is_begun, may_end = trio.Event(), trio.Event()

        async def work() -> None:
            is_begun.set()
            await may_end.wait()

        nursery.start_soon(busy.order, work)
        await is_begun.wait()
        nursery.start_soon(order, tmp_path, "ban", "Robin")
        assert (await receive(robin, Ended)).reason == BANNED
        may_end.set()


@postgresql.needed
async def test_a_ban_holds_at_every_node_and_at_those_that_start_later(tmp_path: Path) -> None:
    database = database_of(tmp_path)
    operator = Config(data=str(tmp_path), database=database)

    def node(name: str) -> AbstractAsyncContextManager[tuple[trio.Process, int]]:
        return child("--data", str(tmp_path / name), "--database", database, "--node", name, "--no-discovery")

    async with node("a") as (one, port_of_one), node("b") as (two, port_of_two):
        async with player(port=port_of_two) as robin:
            await send_messages(robin, Hello("Robin"), CreateTable())
            await receive(robin, Seated)
            await send_command(operator, "ban", "", "Robin")
            assert (await receive(robin, Ended)).reason == BANNED
        async with player(port=port_of_one) as robin:
            await send_messages(robin, Hello("Robin"), CreateTable())
            assert (await receive(robin, Refused)).words == BANNED
        one.terminate()
        two.terminate()
    async with node("c") as (three, port), player(port=port) as robin:
        await send_messages(robin, Hello("Robin"), CreateTable())
        assert (await receive(robin, Refused)).words == BANNED
        assert [row["target"] for row in (await send_command(operator, "bans")).rows] == ["Robin"]
        three.terminate()


async def test_the_commands_say_what_they_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = ("--data", str(tmp_path))
    async with run_server(tmp_path):
        assert await run_command(capsys, "bans", *own) == "Nobody is banned or muted.\n"
        said = await run_command(capsys, "ban", "Robin", "--for", "2d", *own)
        assert said.startswith("Robin: banned until 20")
        assert await run_command(capsys, "mute", "10.0.0.0/8", *own) == "10.0.0.0/8: muted for good.\n"
        rows = [
            msgspec.json.decode(line)
            for line in (await run_command(capsys, "bans", "--json", *own)).splitlines()
        ]
        assert [(row["kind"], row["target"], bool(row["ends"])) for row in rows] == [
            ("ban", "Robin", True), ("mute", "10.0.0.0/8", False),
        ]  # fmt: skip
        assert await run_command(capsys, "unban", "Robin", *own) == "Robin is free again.\n"
        for wrong in ("2", "d", "0d", "2y", "-1d", "9999999w"):
            assert await trio.to_thread.run_sync(command.run, ["ban", "Robin", "--for", wrong, *own]) == 2
            assert "is no time such as" in capsys.readouterr().err
