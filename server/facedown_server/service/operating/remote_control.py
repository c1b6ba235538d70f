"""Commands of the operator to nodes of a shared database, from any machine that reaches it.

They go through a table of the database, since nodes take commands from their own machine only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import sqlalchemy as sql
import trio

from facedown_server.service.config import Config
from facedown_server.service.nodes.membership import LOOK, NodeRow
from facedown_server.service.operating.operator_messages import OperatorCommand, OperatorReply
from facedown_server.storage.journal import explain_failure
from facedown_server.storage.ownership import CHANNEL
from facedown_server.storage.postgresql import ORDERS, OWNERS, parse_database_url
from facedown_server.storage.schema import UnknownJournalVersion
from facedown_shared.network.links import parse_code
from facedown_shared.text.errors import BadInput, Code
from facedown_shared.text.language import _

REPLY_TIMEOUT_S = 10.0
POLL_INTERVAL_S = 0.1
TO_ALL = ("list", "say", "forget")
"""Commands that every node gets."""

TO_ANY = ("open", "ban", "unban", "mute", "unmute", "bans")
"""Commands that any node can carry out."""


async def ask_nodes(config: Config, command: OperatorCommand) -> OperatorReply:
    """Send a command to the node that has its table, to every node, or to `config.node`; return the reply.

    Raises BadInput.
    """
    try:
        database = parse_database_url(config.journal, accept_loss=True)
        assert database is not None, "only nodes of a PostgreSQL are reached through it"
        engine = database.engine
        try:
            targets = await trio.to_thread.run_sync(_find_targets, engine, config.node, command)
            numbers = await trio.to_thread.run_sync(_send, engine, targets, msgspec.json.encode(command))
            replies = dict[str, OperatorReply]()
            with trio.move_on_after(REPLY_TIMEOUT_S):
                while len(replies) < len(targets):
                    await trio.sleep(POLL_INTERVAL_S)
                    replies = await trio.to_thread.run_sync(_read_replies, engine, numbers)
            await trio.to_thread.run_sync(_forget, engine, numbers)
        finally:
            engine.dispose()
    except (sql.exc.SQLAlchemyError, ImportError, UnknownJournalVersion) as error:
        raise BadInput(
            Code.UNREACHABLE, _("The database cannot be opened: {plainly}.", plainly=explain_failure(error))
        ) from error
    return _join(command, targets, replies)


def _find_targets(engine: sql.Engine, node: str, command: OperatorCommand) -> list[str]:
    """Return the nodes that must carry out a command.

    Raises BadInput if none runs.
    """
    with engine.connect() as connection:
        found = [NodeRow(*row) for row in connection.exec_driver_sql(LOOK)]
        alive = [row for row in found if row.alive]
        names = [row.name for row in alive]
        if command.table:
            code = parse_code(command.table)
            owner = connection.scalar(sql.select(OWNERS.c.node).where(OWNERS.c.code == code))
            if owner not in names:
                raise BadInput(
                    Code.BAD_SETTING,
                    _("There is no table {code}; `list` names those there are.", code=command.table),
                )
            return [owner]
    if command.do in TO_ALL and names:
        return names
    if command.do in TO_ANY and node not in names:
        names = [row.name for row in sorted(alive, key=lambda row: (row.draining, row.tables))][:1]
        node = names[0] if names else node
    if node not in names:
        raise BadInput(
            Code.UNREACHABLE,
            _("No server named {node} runs on this database; `nodes` lists those there are.", node=node),
        )
    return [node]


def _send(engine: sql.Engine, targets: Sequence[str], body: bytes) -> dict[int, str]:
    """Send a command to these nodes; return its number for each."""
    with engine.begin() as connection:
        insert = sql.insert(ORDERS).returning(ORDERS.c.number)
        numbers = {connection.execute(insert, {"node": node, "body": body}).scalar_one(): node
                   for node in targets}  # fmt: skip
        connection.exec_driver_sql("NOTIFY " + CHANNEL)
    return numbers


def _read_replies(engine: sql.Engine, numbers: Mapping[int, str]) -> dict[str, OperatorReply]:
    query = sql.select(ORDERS).where(ORDERS.c.number.in_(numbers), ORDERS.c.reply.is_not(None))
    with engine.connect() as connection:
        rows = connection.execute(query).all()
    return {row.node: msgspec.json.decode(row.reply, type=OperatorReply) for row in rows}


def _forget(engine: sql.Engine, numbers: Mapping[int, str]) -> None:
    with engine.begin() as connection:
        connection.execute(sql.delete(ORDERS).where(ORDERS.c.number.in_(numbers)))


def _join(
    command: OperatorCommand, targets: Sequence[str], replies: Mapping[str, OperatorReply]
) -> OperatorReply:  # fmt: skip
    """Return the replies of several nodes as one.

    Raises BadInput if one has refused, or not answered.
    """
    lines, rows = list[str](), list[dict[str, object]]()
    for node in targets:
        if node not in replies:
            raise BadInput(Code.UNREACHABLE, _("Server {node} did not answer.", node=node))
        reply = replies[node]
        if reply.refused:
            raise BadInput(Code.BAD_SETTING, reply.refused)
        rows += [{**row, "node": node} for row in reply.rows]
        if reply.rows or command.do != "list":
            marked = command.do in TO_ALL and len(targets) > 1
            lines += [f"{node}: {line}" if marked else line for line in reply.lines]
    return OperatorReply(tuple(lines) or (_("There is no table."),), rows=tuple(rows))
