"""The host's control socket of a running server: tables listed and closed, messages sent, strangers
refused.
"""

from __future__ import annotations

import csv
from contextlib import nullcontext
from pathlib import Path

import msgspec
import pytest
import trio
from structlog.testing import capture_logs

from facedown_server.service import command
from facedown_server.service.config import Config
from facedown_server.service.operating.control import DOOR, HOST, ControlDoor, control_path, send_command
from facedown_shared.network.links import parse_link
from facedown_shared.protocol.messages import (
    AtTable,
    CreateTable,
    Ended,
    Hello,
    JoinTable,
    Refused,
    Resume,
    Said,
    Seated,
    Settings,
    Watch,
)
from facedown_shared.text.errors import BadInput, Code
from facedown_shared.text.words import words
from tests.server.service.test_app import receive, run_server, send_messages
from tests.server.serving import player


def config_for(folder: Path) -> Config:
    """Return the configuration of a server with this folder."""
    return Config(data=str(folder))


async def lines_of(config: Config, do: str, table: str = "", text: str = "") -> tuple[str, ...]:
    """Send a command; return the lines of the reply."""
    return (await send_command(config, do, table, text)).lines


async def test_a_host_lists_and_closes_a_table(tmp_path: Path) -> None:
    async with run_server(tmp_path) as (parts, _, _), player(port=parts.port) as wren:
        assert await lines_of(config_for(tmp_path), "list") == ("There is no table.",)
        await send_messages(wren, Hello("Wren"), CreateTable(Settings(format="classic")))
        seated = await receive(wren, Seated)
        (line,) = await lines_of(config_for(tmp_path), "list")
        assert line.startswith(f"{seated.code}  classic  gathering  Wren")
        assert await lines_of(
            config_for(tmp_path), "close", seated.code.lower(), "The club closes at ten."
        ) == (f"Table {seated.code} is closed; its log is kept.",)
        assert str((await receive(wren, Ended)).reason) == "The club closes at ten."
        assert await lines_of(config_for(tmp_path), "list") == ("There is no table.",)


async def run_command(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Run a command line in a thread; return its output."""
    capsys.readouterr()
    with capture_logs():  # of the server, in the same process
        assert await trio.to_thread.run_sync(command.run, words) == 0
    return capsys.readouterr().out


async def test_an_operator_opens_tables_for_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Seen to fail: only the window could open a table, and one without players ended after a minute."""
    own = ("--data", str(tmp_path))
    async with run_server(tmp_path) as (parts, _, _), player(port=parts.port) as wren:
        options = ("--tables", "3", "--format", "classic", "--best-of", "3", "--unlisted")
        rows = [*csv.DictReader((await run_command(capsys, "open", *options, "--csv", *own)).splitlines())]
        assert [[*row] for row in rows] == [["code", "opponent", "spectator", "relay"]] * 3
        assert [row["code"] for row in rows] == [*parts.lobby.rooms]
        link = parse_link(rows[1]["opponent"])
        for client, name, viewer in ((wren, "Wren", 0), (None, "Robin", 1)):
            async with player(port=parts.port) if client is None else nullcontext(client) as one:
                await send_messages(one, Hello(name), JoinTable(link.code, link.secret))
                seated = await receive(one, Seated)
                assert (seated.code, seated.viewer) == (rows[1]["code"], viewer)
                assert bool(seated.links) is (viewer == 0), "the first is the host"
        (line,) = (await run_command(capsys, "open", "--json", *own)).splitlines()
        row = msgspec.json.decode(line)
        assert parse_link(row["links"]["spectator"][0][1]).code == row["code"]
        listed = [
            msgspec.json.decode(one)
            for one in (await run_command(capsys, "list", "--json", *own)).splitlines()
        ]
        assert [(one["format"], one["best_of"], one["listed"]) for one in listed] == [
            *[("classic", 3, False)] * 3, ("master", 1, True),
        ]  # fmt: skip
        assert listed[1]["players"][0] == "Wren"
        words = await run_command(capsys, "open", *own)
        assert words.splitlines()[1].startswith("  opponent: http://127.0.0.1:")


async def test_a_list_of_many_tables_is_received_whole(tmp_path: Path) -> None:
    """Seen to fail: a reply over 4096 bytes was cut off, and the command ended with a traceback."""
    async with run_server(tmp_path):
        assert len((await send_command(config_for(tmp_path), "open", count=120)).rows) == 120
        assert len(await lines_of(config_for(tmp_path), "list")) == 120


async def test_tables_that_cannot_be_opened_are_explained(tmp_path: Path) -> None:
    async with run_server(tmp_path, tables=2) as (parts, _, _):
        with pytest.raises(BadInput, match="no room"):
            await send_command(config_for(tmp_path), "open", count=3)
        assert len(parts.lobby.rooms) == 2
        for wrong in (Settings(mode="core"), Settings(format="chess"), Settings(banlist="TCG", mode="core")):
            with pytest.raises(BadInput):
                await send_command(config_for(tmp_path), "open", settings=wrong)


async def test_a_host_speaks_to_every_table(tmp_path: Path) -> None:
    async with (
        run_server(tmp_path) as (parts, _, _),
        player(port=parts.port) as wren,
        player(port=parts.port) as ilse,
    ):
        for client, told in ((wren, "Said at 1 table."), (ilse, "Said at 2 tables.")):
            await send_messages(client, Hello("Somebody"), CreateTable())
            await receive(client, Seated)
            assert await lines_of(config_for(tmp_path), "say", "", "Back in five minutes.") == (told,)
        for client in (wren, ilse):
            assert await receive(client, Said) == Said(
                "", words=words("operator_says", "Back in five minutes.")
            )


async def test_a_host_gives_out_a_way_back_to_a_seat(tmp_path: Path) -> None:
    """For a player who has lost token and key: valid once, announced at the table, not while they are
    connected.
    """
    async with run_server(tmp_path) as (parts, _, _), player(port=parts.port) as wren:
        await send_messages(wren, Hello("Wren"), CreateTable(Settings(listed=False)))
        seated = await receive(wren, Seated)
        async with player(port=parts.port) as robin:
            link = parse_link(seated.links["opponent"][0][1])
            await send_messages(robin, Hello("Robin"), JoinTable(link.code, link.secret))
            await receive(robin, Seated)
            for seat in ("Robin", "2"):
                with pytest.raises(BadInput, match="Robin is at the table"):
                    await lines_of(config_for(tmp_path), "return", seated.code, seat)
            with pytest.raises(BadInput, match="At the table: Wren and Robin"):
                await lines_of(config_for(tmp_path), "return", seated.code, "Somebody")
        while (await receive(wren, AtTable)).table.seats[1].present:
            pass
        words, *links = await lines_of(config_for(tmp_path), "return", seated.code.lower(), "robin")
        assert "link back to the seat of Robin" in words
        assert "link back to the seat of Robin" in (await receive(wren, Said)).line
        back = parse_link(links[0])
        assert (back.role, back.code) == ("once", seated.code)
        async with player(port=parts.port) as again:
            await send_messages(again, Hello("Anybody"), Resume(f"{back.code}.{back.secret}"))
            assert (await receive(again, Seated)).viewer == 1


async def test_an_operator_kicks_a_player_or_spectator(tmp_path: Path) -> None:
    """Seen to fail: only the host of a table could kick."""
    async with run_server(tmp_path) as (parts, _, _), player(port=parts.port) as wren:
        await send_messages(wren, Hello("Wren"), CreateTable())
        code = (await receive(wren, Seated)).code
        for name, way in (("Ilse", Watch(code)), ("Robin", JoinTable(code))):
            async with player(port=parts.port) as client:
                await send_messages(client, Hello(name), way)
                await receive(client, Seated)
                similar = f"no player or spectator of that name at this table. Similar names: {name}."
                with pytest.raises(BadInput, match=r"no player or spectator of that name at this table\.$"):
                    await lines_of(config_for(tmp_path), "kick", code, "Qux")
                with pytest.raises(BadInput, match=similar):
                    await lines_of(config_for(tmp_path), "kick", code, f"{name}x")
                told = (f"{name} was kicked from table {code}.",)
                assert await lines_of(config_for(tmp_path), "kick", code.lower(), name.upper()) == told
                assert (await receive(client, Ended)).reason == words("kicked_by_operator")
                while (note := (await receive(wren, AtTable)).table.note) != words("was_kicked", name):
                    assert note.id != "was_sent_away", "the host of the table has not kicked anyone"
                await send_messages(client, way)
                assert (await receive(client, Refused)).code is Code.NOT_ALLOWED


async def test_mistakes_get_a_sentence(tmp_path: Path) -> None:
    async with run_server(tmp_path):
        with pytest.raises(BadInput, match="There is no table ABC-234"):
            await lines_of(config_for(tmp_path), "close", "ABC-234")
        with pytest.raises(BadInput, match="Known commands: list, close, say, return, drain, open, kick"):
            await lines_of(config_for(tmp_path), "reveal")
        with pytest.raises(BadInput, match="no text to say"):
            await lines_of(config_for(tmp_path), "say")
    with pytest.raises(BadInput, match="No server runs on"):
        await lines_of(config_for(tmp_path), "list")


async def test_one_who_cannot_read_the_folder_is_refused(tmp_path: Path) -> None:
    async with run_server(tmp_path):
        path = tmp_path / DOOR
        assert path.stat().st_mode & 0o077 == 0
        there = msgspec.json.decode(path.read_bytes(), type=ControlDoor)
        path.write_bytes(msgspec.json.encode(ControlDoor(there.port, "guessed")))
        with pytest.raises(BadInput, match="another server"):
            await lines_of(config_for(tmp_path), "list")


async def test_what_a_crash_has_left_is_replaced_and_nobody_elses_to_read(tmp_path: Path) -> None:
    path = tmp_path / DOOR
    path.write_bytes(b"left")
    path.chmod(0o666)
    async with run_server(tmp_path):
        assert path.stat().st_mode & 0o077 == 0
        assert await lines_of(config_for(tmp_path), "list") == ("There is no table.",)
    assert not path.exists()


async def test_a_server_ends_well_while_somebody_reads_its_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_busy(path: Path) -> None:
        raise PermissionError(f"{path} is being read")

    with monkeypatch.context() as patch:
        async with run_server(tmp_path):
            patch.setattr(Path, "unlink", raise_busy)
    assert (tmp_path / DOOR).exists()


@pytest.mark.parametrize("data", [b"\n", b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 5_000, b"[]\n"])
async def test_nonsense_is_answered_and_forgotten(tmp_path: Path, data: bytes) -> None:
    async with run_server(tmp_path):
        there = msgspec.json.decode((tmp_path / DOOR).read_bytes(), type=ControlDoor)
        async with await trio.open_tcp_stream(HOST, there.port) as stream:
            await stream.send_all(data)
            assert b"not a host's request" in await stream.receive_some()
        assert await lines_of(config_for(tmp_path), "list") == ("There is no table.",)


async def test_with_a_file_no_other_server_can_take_the_tables(tmp_path: Path) -> None:
    async with run_server(tmp_path):
        for text in ("", "look", "cancel"):
            with pytest.raises(BadInput, match="stored in a file here, so no other server"):
                await lines_of(config_for(tmp_path), "drain", text=text)


async def test_servers_of_one_database_have_a_door_each_in_a_folder(tmp_path: Path) -> None:
    one, other = (
        Config(data=str(tmp_path), database="postgresql://x", node=name) for name in ("a", "b")
    )  # fmt: skip
    assert len({control_path(one), control_path(other), control_path(config_for(tmp_path))}) == 3
    with pytest.raises(BadInput, match="The database cannot be opened"):
        await lines_of(other, "drain")
