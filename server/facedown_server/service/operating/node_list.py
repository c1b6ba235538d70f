"""The host's command to list the nodes that share a database. Changes nothing."""

from __future__ import annotations

import sqlalchemy as sql

from facedown_server.service.config import Config
from facedown_server.service.nodes.membership import LOOK, NodeRow
from facedown_server.service.operating.operator_messages import OperatorReply
from facedown_server.storage.journal import explain_failure
from facedown_server.storage.postgresql import NODES, parse_database_url
from facedown_server.storage.schema import UnknownJournalVersion
from facedown_shared.text import BadInput, Code, _, ngettext


def nodes(config: Config) -> OperatorReply:
    """Return a line and a row for each node of a service.

    Raises BadInput.
    """
    rows = node_rows(config)
    lines = tuple(map(_node_line, rows)) or (_("No server has used this database yet."),)
    return OperatorReply(
        lines,
        rows=tuple(
            {"name": row.name, "address": row.address, "version": row.version, "state": _state(row),
             "tables": row.tables}
            for row in rows
        ),
    )  # fmt: skip


def node_rows(config: Config) -> list[NodeRow]:
    """Return the nodes of a service.

    Raises BadInput.
    """
    try:
        database = parse_database_url(config.journal, accept_loss=True)
        if database is None:
            raise BadInput(
                Code.BAD_SETTING,
                _("Several servers share a PostgreSQL (--database). Duels are stored in a file here."),
            )
        try:
            with database.engine.connect() as connection:
                there = sql.inspect(connection).has_table(NODES.name)
                found = connection.exec_driver_sql(LOOK).all() if there else []
        finally:
            database.engine.dispose()
    except (sql.exc.SQLAlchemyError, ImportError, UnknownJournalVersion) as error:
        raise BadInput(
            Code.BAD_SETTING, _("The database cannot be opened: {plainly}.", plainly=explain_failure(error))
        ) from error
    return [NodeRow(*row) for row in found]


def _state(row: NodeRow) -> str:
    """Return a node's state, for programs."""
    return ("draining" if row.draining else "running") if row.alive else "gone"


def _node_line(row: NodeRow) -> str:
    state = {"running": _("running"), "gone": _("gone"), "draining": _("draining")}[_state(row)]
    return ngettext(
        "{name}  {address}  version {version}  {state}, {count} table",
        "{name}  {address}  version {version}  {state}, {count} tables",
        row.tables, name=row.name, address=row.address, version=row.version, state=state,
    )  # fmt: skip
