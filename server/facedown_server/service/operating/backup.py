"""Copies of a server's data: the whole journal while the server runs, or one table as a file for another
server. On a copy, `unfinished_logs` checks which running duels this version can finish.

Copies hold decks, seat keys and the secrets of shuffles: keep them as private as the journal itself.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec
import sqlalchemy as sql
import trio
from msgspec.structs import replace

from facedown_server.network.crowd.names import clean_name
from facedown_server.room.restoring import Arrivals, CannotRun
from facedown_server.room.server_context import ServerContext
from facedown_server.runtime.data_folder import lock_folder, private
from facedown_server.runtime.world import World
from facedown_server.service.config import JOURNAL, Config
from facedown_server.service.lobby_setup import build_lobby, open_journal
from facedown_server.service.operating.node_list import node_rows
from facedown_server.storage import schema
from facedown_server.storage.journal import Journal, damage, explain_failure, open_read_only
from facedown_server.storage.postgresql import AT_ONE_MOMENT, DIALECT, parse_database_url
from facedown_server.storage.store import ChatLine, Store, StoredLog, StoredTable, StoreFailed, TableDamaged
from facedown_shared.network.links import parse_code
from facedown_shared.tables import FORMATS
from facedown_shared.text import BadInput, Code, Illegal, _

IMPORTER = "import"
"""The name of the node that writes an imported table while others run."""

COPY_FORMAT_VERSION = 1
MAX_CHANGES = 2**31
"""Maximum number of changes to the terms, and of proposals, that an imported table may have had."""
COPY_BATCH_PAGES = 512
"""Pages of the journal copied at a time; the server may write between two batches."""


class TableExport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table as a file: its row, its chat, and its running or last match."""

    facedown: int
    table: StoredTable
    chat: tuple[ChatLine, ...] = ()
    log: StoredLog | None = None


def backup(config: Config, path: Path, progress: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Copy the journal to a file, completely or not at all, while the server runs; return the file's size in
    bytes.

    Raises BadInput.
    """
    if config.database:
        raise BadInput(
            Code.BAD_SETTING, _("Duels are stored in a database of your own: back it up with its own tool.")
        )
    journal = config.folder / JOURNAL
    if not journal.exists():
        raise BadInput(
            Code.BAD_FILE,
            _("There is no journal in {folder}; name its folder with --data.", folder=config.folder),
        )
    if path.exists():
        raise BadInput(Code.BAD_FILE, _("{path} is there already; give the copy another name.", path=path))
    try:
        with _atomic_file(path) as part:
            _copy(journal, part, progress)
            _check_copy(part)
    except (OSError, sqlite3.Error, sql.exc.SQLAlchemyError, schema.UnknownJournalVersion) as error:
        raise BadInput(
            Code.BAD_FILE,
            _(
                "{journal} could not be copied to {path}: {plainly}.",
                journal=journal,
                path=path,
                plainly=explain_failure(error),
            ),
        ) from None
    return path.stat().st_size


@contextmanager
def _atomic_file(path: Path) -> Iterator[Path]:
    """Yield a private temporary file; rename it to `path` on success, delete it on failure."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.unlink(missing_ok=True)
        private(part)
        yield part
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def _copy(journal: Path, part: Path, progress: Callable[[int, int], None]) -> None:
    def report_progress(_: int, left: int, of: int) -> None:
        progress(of - left, max(1, of))

    address = f"{journal.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as source, closing(sqlite3.connect(part)) as copy:
        source.backup(copy, pages=COPY_BATCH_PAGES, progress=report_progress)
        copy.execute("PRAGMA journal_mode=DELETE")


def _check_copy(part: Path) -> None:
    """Check that the copy is a complete journal.

    Raises UnknownJournalVersion, SQLAlchemyError.
    """
    engine = open_read_only(part)
    with closing(engine.connect()) as connection:
        if not schema.journal_version(connection):
            raise schema.UnknownJournalVersion(_("it is empty"))
        if damaged := damage(connection):
            raise schema.UnknownJournalVersion(_("it is damaged{told}", told=damaged))
    engine.dispose()


async def export_table(config: Config, world: World, code: str, path: Path, *, replace: bool = False) -> None:
    """Write one table to a file; the table also stays here. The server must not be running on this folder.

    Raises BadInput, also if the file exists and `replace` is not set.
    """
    if not replace and await trio.Path(path).exists():
        raise BadInput(
            Code.BAD_FILE, _("{path} is there already; give another name, or --yes to replace it.", path=path)
        )
    trouble, wanted = "", parse_code(code)
    async with _open_stopped_journal(config, world) as store:
        known = ", ".join(await store.tables()) or "none"
        try:
            if not wanted:
                raise StoreFailed(_("{code} is not a table's code", code=code))
            table, chat = await store.table(wanted)
            log = await store.read_match(table.log) if table.log else None
        except StoreFailed as failed:
            trouble = str(failed)
    if trouble:  # not raised above, where the journal's nursery would wrap it
        raise BadInput(
            Code.BAD_FILE,
            _("The table cannot be read: {trouble}. Stored here: {known}.", trouble=trouble, known=known),
        )
    data = msgspec.json.format(msgspec.json.encode(TableExport(COPY_FORMAT_VERSION, table, chat, log)))
    try:
        await trio.to_thread.run_sync(_write_file, path, data)
    except OSError as error:
        raise BadInput(
            Code.BAD_FILE, _("{path} cannot be written: {strerror}.", path=path, strerror=error.strerror)
        ) from None


def _write_file(path: Path, data: bytes) -> None:
    with _atomic_file(path) as part:
        part.write_bytes(data)


async def import_table(config: Config, world: World, path: Path) -> tuple[str, str]:
    """Import a table from a file into this folder, or to a node of a shared database.

    Returns its code and the running node that has it; "" if a server resumes it at its next start. A server
    must not be running on the folder of an unshared journal.

    Raises BadInput, also if a table with that code exists here.
    """
    found = await _read_export(path)
    trouble = taker = ""
    running = [row for row in node_rows(config) if row.alive] if config.is_shared else []
    for row in sorted(running, key=lambda row: (row.name != config.node, row.draining, row.tables)):
        taker = taker or row.name
    opened = replace(config, node=IMPORTER) if taker else config
    async with _open_stopped_journal(opened, world) as store:
        try:
            if await store.find_table(found.table.code) is not None:
                trouble = _("A table {code} is already stored here.", code=found.table.code)
            else:
                await _import_tables(store, found)
                if taker and isinstance(store, Journal):
                    await trio.to_thread.run_sync(_give_tables, store, taker)
        except StoreFailed as failed:
            trouble = _("The table could not be imported: {failed}.", failed=failed)
    if trouble:
        raise BadInput(Code.BAD_FILE, trouble)
    return found.table.code, taker


def _give_tables(store: Journal, taker: str) -> None:
    """Give all tables of this journal's node to a running node, which recovers them at once."""
    assert store.ownership is not None, "only a shared database has running nodes"
    with store.engine.begin() as connection:
        store.ownership.give_all(taker, connection)


async def _import_tables(store: Store, found: TableExport) -> None:
    await store.import_match(None if found.log is None else found.log.header, found.table)
    if found.log is not None:
        for row in found.log.rows:
            await store.append(row)
        if found.log.result:
            await store.finish_match(found.log.header.log, found.log.result)
    for line in found.chat:
        await store.store_chat_line(line)


async def _read_export(path: Path) -> TableExport:
    try:
        found = msgspec.json.decode(await trio.Path(path).read_bytes(), type=TableExport)
    except OSError as error:
        raise BadInput(
            Code.BAD_FILE, _("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise BadInput(Code.BAD_FILE, _("{path} is not a table written by `export`.", path=path)) from None
    if found.facedown > COPY_FORMAT_VERSION:
        raise BadInput(Code.BAD_FILE, _("{path} was written by a newer version; update facedown.", path=path))
    if not _is_consistent(found):
        raise BadInput(Code.BAD_FILE, _("{path} is not a table written by `export`.", path=path))
    return found


def _is_consistent(found: TableExport) -> bool:
    """Return whether a server could have opened this table: its code, formats, names, secrets and log fit."""
    table, code = found.table, found.table.code
    header = None if found.log is None else found.log.header
    formats = {table.settings.format, table.settings.format if header is None else header.settings.format}
    names = [seat.name for seat in table.seats if seat.name] + list(() if header is None else header.names)
    secrets = [secret for secret in (table.opponents, table.spectators, table.relays) if secret]
    return bool(
        parse_code(code) == code and formats <= FORMATS.keys() and all(map(_is_clean, names))
        and table.opponents and table.spectators and len(set(secrets)) == len(secrets)
        and {line.table for line in found.chat} <= {code}
        and (header is None or (header.code == code and header.log == table.log))
        and (found.log is None or {row.log for row in found.log.rows} <= {table.log})
        and (found.log is None or all(row.seq == seq for seq, row in enumerate(found.log.rows, 1)))
        and 0 <= min(table.terms, table.proposals) <= max(table.terms, table.proposals) <= MAX_CHANGES
        and (not table.log or (table.log.startswith(f"{code}-") and table.log[len(code) + 1 :].isalnum()))
    )  # fmt: skip


def _is_clean(name: str) -> bool:
    try:
        return clean_name(name) == name
    except Illegal:
        return False


@asynccontextmanager
async def _open_stopped_journal(config: Config, world: World) -> AsyncIterator[Store]:
    """Open the journal within this context, if no other process uses it.

    Raises BadInput.
    """
    running = _("A server runs on {folder}; stop it first, and start it again afterwards.")
    with nullcontext() if config.database else lock_folder(config.folder, running):
        async with open_journal(config, world) as store:
            yield store


# --- which duels can be finished ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FinishVerdict:
    """The result for one table: its code, its players, and why its duel cannot go on ("" if it can)."""

    code: str
    names: str
    why: str = ""

    def __str__(self) -> str:
        return f"{self.code}  {self.names}: {self.why or _('can be finished.')}"


async def check_unfinished(config: Config, world: World) -> list[FinishVerdict]:
    """Try to recover every table with a running match, on a copy.

    Raises BadInput if the journal cannot be read.
    """
    with tempfile.TemporaryDirectory(prefix="facedown-unfinished-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        if config.database:
            _copy_database(config, copy)
        else:
            backup(config, copy)
        copied = msgspec.structs.replace(config, database=f"sqlite:///{copy}")
        async with open_journal(copied, world) as store:
            server = build_lobby(copied, world, store, tuple).server
            try:
                return [
                    verdict for code in await store.tables() if (verdict := await _try_recovery(code, server))
                ]
            except StoreFailed as failed:
                raise BadInput(
                    Code.BAD_FILE, _("The journal cannot be read: {failed}.", failed=failed)
                ) from failed


def _copy_database(config: Config, path: Path) -> None:
    """Copy a consistent snapshot of a database to a journal file; servers may keep writing.

    Raises BadInput.
    """
    try:
        private(path)
        database = parse_database_url(config.database, accept_loss=True)
        source = sql.create_engine(config.database) if database is None else database.engine
        target = sql.create_engine(f"sqlite:///{path}")
        try:
            with source.connect() as there, target.begin() as here:
                if there.dialect.name == DIALECT:
                    there.execution_options(isolation_level=AT_ONE_MOMENT)
                schema.copy(there, here)
        finally:
            source.dispose()
            target.dispose()
    except (OSError, sql.exc.SQLAlchemyError, ImportError, schema.UnknownJournalVersion) as error:
        raise BadInput(
            Code.BAD_FILE, _("The database cannot be read: {plainly}.", plainly=explain_failure(error))
        ) from None


async def _try_recovery(code: str, server: ServerContext) -> FinishVerdict | None:
    """Try to recover one table; return None if no match is running there."""
    try:
        table, __ = await server.store.table(code)
    except TableDamaged:
        return FinishVerdict(code, _("unknown players"), _("Its stored data is damaged."))
    names = " against ".join(seat.name or "nobody" for seat in table.seats)
    if table.log not in await server.store.unfinished_logs():
        return None
    try:
        await Arrivals(server, lambda room: None).arrive(code)
    except CannotRun as why:
        return FinishVerdict(code, names, str(why))
    return FinishVerdict(code, names)
