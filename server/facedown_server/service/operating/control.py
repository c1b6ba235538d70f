"""Commands of the operator to the running server: list its tables, open some, close one, say a text to all,
return a seat whose player has lost token and key, drain its tables.

The server listens on this machine alone and answers only clients that can read the key in its folder, so the
commands are the operator's alone. A request and its response are one line of JSON each. No command discloses
hidden cards.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import structlog
import trio
from msgspec.structs import replace

from facedown_server.events.rules.faults import IllegalAct
from facedown_server.room.lobby import Lobby
from facedown_server.room.people.entrance import Entrance
from facedown_server.room.room import Room
from facedown_server.runtime.world import World
from facedown_server.service.config import Config
from facedown_server.service.operating.name_matching import find_name
from facedown_server.service.operating.operator_messages import OperatorCommand, OperatorReply
from facedown_server.service.operating.restriction_desk import RestrictionDesk
from facedown_server.storage.store import StoreFailed
from facedown_shared.network.links import parse_code
from facedown_shared.text import BadInput, Code, FacedownError, _, ngettext, words

if TYPE_CHECKING:
    from facedown_server.events.live.event_pages import EventHub
    from facedown_server.service.nodes.drain import Drain
    from facedown_server.service.nodes.node import Node

log = structlog.get_logger(__name__)

DOOR = "facedown.control"
"""The name of the file in the server's folder that holds the port and the key for commands."""

HOST = "127.0.0.1"
MAX_REQUEST_BYTES = 4_096
MAX_REPLY_BYTES = 16_000_000
REQUEST_TIMEOUT_S = 10.0


def control_path(config: Config) -> Path:
    """Return the path of the control file. With a shared database its name contains the node, since nodes may
    share a folder.
    """
    return config.folder / (f"{config.node}.{DOOR}" if config.database else DOOR)


class ControlDoor(msgspec.Struct, frozen=True):
    """The content of the control file."""

    port: int
    key: str


# --- in the server ------------------------------------------------------------------------------------------


class Control:
    """Handler of the operator's commands."""

    def __init__(
        self, lobby: Lobby, key: str, drain: Drain | None = None, desk: RestrictionDesk | None = None,
        hub: EventHub | None = None,
    ) -> None:  # fmt: skip
        self._lobby, self._key, self._draining, self._hub = lobby, key, drain, hub
        self._desk = RestrictionDesk(lobby) if desk is None else desk

    async def serve(self, stream: trio.SocketStream) -> None:
        """Read one command and send the response."""
        with trio.move_on_after(REQUEST_TIMEOUT_S), suppress(trio.BrokenResourceError):
            async with stream:
                line = await _read_line(stream)
                await stream.send_all(await self.carry_out(line, self._key) + b"\n")

    async def carry_out(self, line: bytes, key: str = "") -> bytes:
        """Carry out a command; return the encoded reply. `key`: the command must have it."""
        try:
            wish = msgspec.json.decode(line, type=OperatorCommand)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            reply = OperatorReply(refused=_("That is not a host's request."))
        else:
            is_own = hmac.compare_digest(wish.key.encode(), key.encode())
            wrong = OperatorReply(refused=_("The key belongs to another server."))
            reply = await self._grant(wish) if is_own else wrong
        return msgspec.json.encode(reply)

    async def _grant(self, wish: OperatorCommand) -> OperatorReply:
        wishes = {
            "list": self._list, "close": self._close, "say": self._announce, "return": self._return,
            "drain": self._drain, "open": self._open, "kick": self._kick, "forget": self._forget,
            "bans": self._desk.list_restrictions,
            **dict.fromkeys(("ban", "unban", "mute", "unmute"), self._desk.restrict),
        }  # fmt: skip
        if wish.do not in wishes:
            return OperatorReply(refused=_("Known commands: {wishes}.", wishes=", ".join(wishes)))
        try:
            return await wishes[wish.do](wish)
        except FacedownError as refusal:
            return OperatorReply(refused=str(refusal))
        except IllegalAct as refusal:
            return OperatorReply(refused=str(refusal))
        except StoreFailed:
            return OperatorReply(
                refused=_("The server could not store that, so it has not happened. Try again.")
            )

    async def _list(self, wish: OperatorCommand) -> OperatorReply:
        rooms = self._lobby.rooms.values()
        events = () if self._hub is None else tuple(self._hub.event_lines())
        lines = tuple(map(_describe_room, rooms)) or (_("There is no table."),)
        return OperatorReply((*lines, *events), rows=tuple(map(_room_row, rooms)))

    async def _open(self, wish: OperatorCommand) -> OperatorReply:
        """Open tables without players; return the code and the links of each."""
        rooms = [await self._lobby.reserve(wish.settings) for _number in range(wish.count)]
        lines, rows = list[str](), list[dict[str, Any]]()
        for room in rooms:
            found = Entrance(room.table).links()
            rows.append({"code": room.code, "links": found})
            lines += [room.code, *(f"  {role}: {links[0][1]}" for role, links in found.items())]
        return OperatorReply(tuple(lines), rows=tuple(rows))

    async def _close(self, wish: OperatorCommand) -> OperatorReply:
        if (ended := await self._end_event(wish.table)) is not None:
            return ended
        room = self._room(wish)
        await room.close(words("operator_says", wish.text) if wish.text else words("closed_by_operator"))
        log.info("table closed by the host", table=room.code)
        return OperatorReply(
            (_("Table {code} is closed; its log is kept.", code=room.code),), rows=({"code": room.code},)
        )

    async def _end_event(self, code: str) -> OperatorReply | None:
        """End the event with this code; None if there is none."""
        name = "" if self._hub is None else await self._hub.end_event(code)
        if not name:
            return None
        log.info("event ended by the host")
        return OperatorReply((_("The event {name} is over; its file is kept.", name=name),))

    async def _kick(self, wish: OperatorCommand) -> OperatorReply:
        """Kick a player or spectator from a table.

        Raises FacedownError if no guest there has that name.
        """
        room = self._room(wish)
        there = dict.fromkeys((*room.table.player_names, *room.table.watchers.names))
        name = find_name(wish.text, there, words("nobody_of_that_name"))
        await room.kick(name)
        log.info("guest kicked by the host", table=room.code)
        line = _("{name} was kicked from table {code}.", name=name, code=room.code)
        return OperatorReply((line,), rows=({"code": room.code, "name": name},))

    async def _forget(self, wish: OperatorCommand) -> OperatorReply:
        """Forget lines of chat in memory; the command has deleted those that are stored."""
        for room in self._lobby.rooms.values():
            for line in [line for line in room.table.chat if line.said.name == wish.text]:
                room.table.chat.remove(line)
        return OperatorReply()

    def _room(self, wish: OperatorCommand) -> Room:
        """Return the room of the table that a command names.

        Raises BadInput if there is none.
        """
        room = self._lobby.rooms.get(parse_code(wish.table))
        if room is None:
            raise BadInput(
                Code.BAD_SETTING,
                _("There is no table {code}; `list` names those there are.", code=wish.table),
            )
        return room

    async def _return(self, wish: OperatorCommand) -> OperatorReply:
        """Return one-time links to a seat, for a player who has lost the token and the key.

        Raises BadInput.
        """
        room = self._room(wish)
        names = [seat.name for seat in room.table.seats]
        sat = list(filter(None, names))
        if wish.text in ("1", "2") and wish.text not in names:
            number = int(wish.text) - 1
        else:
            there = _(" and ").join(sat)
            unknown = _("Name the seat: a player's name, or 1 or 2. At the table: {names}.", names=there)
            number = names.index(find_name(wish.text, sat, unknown))
        links = await room.make_return_link(number)
        heading = _(
            "One-time link back to the seat of {name}. Anyone who opens it sees that hand:",
            name=names[number],
        )
        return OperatorReply(
            (heading, *(f"  {label}: {link}" for label, link in links)),
            rows=({"code": room.code, "name": names[number], "links": links},),
        )

    async def _drain(self, wish: OperatorCommand) -> OperatorReply:
        """Start, cancel or check the drain of this node; return its progress.

        Raises BadInput.
        """
        if self._draining is None:
            raise BadInput(
                Code.BAD_SETTING,
                _(
                    "Duels are stored in a file here, so no other server can take the tables. Stop this "
                    "one with Ctrl+C: it resumes them when it starts again."
                ),
            )
        if wish.text == "cancel":
            return OperatorReply(tuple(self._draining.cancel_drain()))
        if wish.text != "look":
            self._draining.begin_drain()
        return OperatorReply(tuple(self._draining.progress_lines()))

    async def _announce(self, wish: OperatorCommand) -> OperatorReply:
        if not wish.text.strip():
            return OperatorReply(refused=_("There is no text to say; write it after say."))
        rooms = list(self._lobby.rooms.values())
        for room in rooms:
            room.table.broadcast_line(words("operator_says", wish.text))
        return OperatorReply(
            (ngettext("Said at {count} table.", "Said at {count} tables.", len(rooms)),),
            rows=({"tables": len(rooms)},),
        )


def _room_row(room: Room) -> dict[str, Any]:
    """Return what `list --json` prints about a table."""
    row = msgspec.to_builtins(room.row)
    return {**row, "players": [seat.name for seat in room.table.seats], "listed": room.is_listed}


def _describe_room(room: Room) -> str:
    row = room.row
    names = _(" and ").join(seat.name for seat in room.table.seats if seat.name) or _("nobody")
    watching = _("{count} watching", count=row.spectators)
    return f"{room.code}  {row.format}  {row.stage}  {names}  {watching}"


@asynccontextmanager
async def door(
    config: Config, lobby: Lobby, world: World, drain: Drain | None = None, node: Node | None = None,
    desk: RestrictionDesk | None = None, hub: EventHub | None = None,
) -> AsyncIterator[None]:  # fmt: skip
    """Listen for commands within this context; delete the control file at the end. `node`: it passes on those
    that came through the shared database.

    Raises BadInput.
    """
    key = world.entropy(16).hex()
    (listener,) = await trio.open_tcp_listeners(0, host=HOST)
    path = control_path(config)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_control_file(path, ControlDoor(listener.socket.getsockname()[1], key))
    except OSError as error:
        listener.socket.close()
        raise BadInput(
            Code.BAD_SETTING,
            _("Nothing can be written in {there}: {strerror}.", there=config.folder, strerror=error.strerror),
        ) from error
    own = Control(lobby, key, drain, desk, hub)
    if node is not None:
        node.carry_out = own.carry_out
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, own.serve, [listener])
        try:
            yield
        finally:
            with suppress(OSError):  # a file that is being read; the next start replaces it
                path.unlink()
            nursery.cancel_scope.cancel()


def _write_control_file(path: Path, there: ControlDoor) -> None:
    """Write a new control file that only the host can read, replacing one left by a crash."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(msgspec.json.encode(there))


# --- the host's commands ------------------------------------------------------------------------------------


async def send_command(
    config: Config, do: str, table: str = "", text: str = "", **details: Any
) -> OperatorReply:  # fmt: skip
    """Send a command to the running server of these settings; return its response.

    Nodes of a shared database are reached through it; only a drain goes through a door that is here.

    Raises BadInput.
    """
    command = OperatorCommand("", do, table, text, **details)
    if config.is_shared and not (do == "drain" and control_path(config).exists()):
        from facedown_server.service.operating.remote_control import ask_nodes

        return await ask_nodes(config, command)
    try:
        there = msgspec.json.decode(await trio.Path(control_path(config)).read_bytes(), type=ControlDoor)
        stream = await trio.open_tcp_stream(HOST, there.port)
    except (OSError, msgspec.MsgspecError):
        raise BadInput(
            Code.UNREACHABLE,
            _("No server runs on {folder}; name its folder with --data.", folder=config.folder),
        ) from None
    with trio.move_on_after(REQUEST_TIMEOUT_S):
        async with stream:
            command = replace(command, key=there.key)
            await stream.send_all(msgspec.json.encode(command) + b"\n")
            reply = msgspec.json.decode(await _read_line(stream, MAX_REPLY_BYTES), type=OperatorReply)
        if reply.refused:
            raise BadInput(Code.BAD_SETTING, reply.refused)
        return reply
    raise BadInput(Code.UNREACHABLE, _("The server did not answer."))


async def _read_line(stream: trio.abc.ReceiveStream, most: int = MAX_REQUEST_BYTES) -> bytes:
    """Return the first received line, at most about `most` bytes; less if the stream ends."""
    data = bytearray()
    while not data.endswith(b"\n") and len(data) < most and (more := await stream.receive_some(65_536)):
        data += more
    return bytes(data.partition(b"\n")[0])
