"""`facedown-server check`: test whether a server could start with these settings, and print a sentence for
each part.

It changes nothing. A finding is good, a warning, or wrong. Only a wrong setting would keep the server from
starting or from storing its duels.
"""

from __future__ import annotations

import os
import shutil
import ssl
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

import sqlalchemy as sql

from facedown_server.network.wire.addresses import reachable
from facedown_server.network.wire.listening_sockets import check_listenable, tls_context
from facedown_server.runtime.data_folder import describe_foreign_file, is_held, too_open
from facedown_server.service.config import UNREACHABLE, Config
from facedown_server.service.lobby_setup import read_banlist
from facedown_server.storage import schema
from facedown_server.storage.journal import damage, database_file, explain_failure, open_read_only, readable
from facedown_server.storage.postgresql import parse_database_url
from facedown_shared.cards.facts import every_game
from facedown_shared.decks.foreign_lists import pool_with_folder
from facedown_shared.startup import HOST, typed_command
from facedown_shared.text import BadInput, _

WRITE_TEST_BYTES = 262_144
"""Bytes written as a test of the disk: a few minutes of one or two tables."""

MIN_FREE_DISK_BYTES = 200_000_000
"""Bytes that should be free: enough for about 20,000 finished matches."""

MAX_HANDSHAKE_FLIGHTS = 4
"""Maximum number of messages from each side in a TLS handshake."""

CERTIFICATE_WARNING_DAYS = 21
"""Days before a certificate's expiry from which on it is reported."""


class Mark(StrEnum):
    """Severity of a finding."""

    GOOD = "ok"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    mark: Mark
    sentence: str

    def __str__(self) -> str:
        return f"{self.mark:<6}{self.sentence}"


def check(config: Config, now: datetime) -> list[Finding]:
    """Check everything that these settings name. `now`: the time to compare certificates with.

    The port and the journal of a server that runs on the folder are in use; that is not reported as wrong.
    """
    running = not config.database and is_held(config.folder)
    parts: tuple[Callable[[], Iterator[Finding]], ...] = (
        lambda: _check_running(config) if running else iter(()),
        lambda: _ports(config, running=running),
        lambda: _tls(config, now),
        lambda: _cards(config),
        lambda: _disk(config),
        lambda: _database(config),
    )
    found: list[Finding] = []
    for part in parts:
        try:
            found += part()
        except BadInput as refused:
            found.append(Finding(Mark.WRONG, str(refused)))
    return found


def _check_running(config: Config) -> Iterator[Finding]:
    listing = typed_command(f"list --data {config.data}" if config.data else "list", HOST)
    yield Finding(
        Mark.NOTE,
        _(
            "A server is running on {folder}. `{listing}` lists its tables; stop it to check whether it "
            "could restart.",
            folder=config.folder,
            listing=listing,
        ),
    )


def _ports(config: Config, *, running: bool) -> Iterator[Finding]:
    doors = (config.port, config.bind, "--port"), (config.admin_port, ("127.0.0.1",), "--admin-port")
    for port, bind, flag in doors:
        if port is None:
            continue
        try:
            check_listenable(bind, port, flag)
        except BadInput:
            if not running:
                raise
            yield Finding(
                Mark.NOTE, _("Port {port} is in use; the running server has it, if it is its own.", port=port)
            )
            continue
        word = _("Port {port} is free", port=port) if port else _("Any free port will be taken")
        yield Finding(Mark.GOOD, _("{word} on {bind}.", word=word, bind=", ".join(bind)))
    if not config.port:
        return
    if config.is_unreachable:
        yield Finding(Mark.NOTE, UNREACHABLE)
        return
    addresses = reachable(
        config.bind, config.port, secure=config.is_secure, public_url=config.public_url,
        container=config.container,
    )  # fmt: skip
    yield Finding(Mark.GOOD, _("Public address: {value}.", value=", ".join((base for _, base in addresses))))


def _tls(config: Config, now: datetime) -> Iterator[Finding]:
    context = tls_context(config.tls_cert, config.tls_key)
    if context is None:
        return
    try:
        ends = _certificate_expiry(context, config.tls_cert)
    except ssl.SSLCertVerificationError as error:
        why = error.verify_message or _("it is refused")
        yield Finding(
            Mark.WRONG,
            _(
                "Clients will reject the certificate {tls_cert}: {why}; renew it.",
                tls_cert=config.tls_cert,
                why=why,
            ),
        )
        return
    left = (ends - now).days
    if left < CERTIFICATE_WARNING_DAYS:
        yield Finding(
            Mark.NOTE,
            _(
                "The certificate {tls_cert} ends in {left} days; renew it soon.",
                tls_cert=config.tls_cert,
                left=left,
            ),
        )
    else:
        yield Finding(
            Mark.GOOD,
            _(
                "The certificate {tls_cert} is valid until {ends:%Y-%m-%d}.",
                tls_cert=config.tls_cert,
                ends=ends,
            ),
        )


def _certificate_expiry(server: ssl.SSLContext, certificate: str) -> datetime:
    """Return a certificate's expiry date, read from a TLS handshake in memory with a client that trusts
    it.
    """
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    client.load_verify_locations(certificate)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    sides = (client.wrap_bio(back, there), server.wrap_bio(there, back, server_side=True))
    for side in sides * MAX_HANDSHAKE_FLIGHTS:
        with suppress(ssl.SSLWantReadError):
            side.do_handshake()
    shown = sides[0].getpeercert() or {}
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(str(shown["notAfter"])), UTC)


def _cards(config: Config) -> Iterator[Finding]:
    own = every_game()
    pool = pool_with_folder(own, config.cards)
    if config.cards:
        yield Finding(
            Mark.GOOD,
            _("{count} more cards come from {source}.", count=len(pool) - len(own), source=config.cards),
        )
    if config.banlist:
        limits = read_banlist(config.banlist)
        yield Finding(
            Mark.GOOD,
            _(
                "Decks are checked against the list {name} ({count} cards).",
                name=limits.name,
                count=len(limits.counts),
            ),
        )
        unknown = sum(code not in pool for code in limits.counts)
        if unknown:
            yield Finding(
                Mark.NOTE, _("Cards of that list that are in no database here: {unknown}.", unknown=unknown)
            )


def _disk(config: Config) -> Iterator[Finding]:
    if config.database:
        return
    folder = config.folder
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    try:
        if there == folder and (why := too_open(folder) or describe_foreign_file(folder)):
            yield Finding(Mark.WRONG, why)
        with tempfile.TemporaryFile(dir=there) as file:  # has no name, and is gone with its handle
            file.write(bytes(WRITE_TEST_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        yield Finding(
            Mark.WRONG,
            _("Nothing can be written in {there}: {strerror}.", there=there, strerror=error.strerror),
        )
        return
    free = shutil.disk_usage(there).free
    words = _("Duels are stored in {folder}, where {free:.1f} GB are free", folder=folder, free=free / 1e9)
    if free < MIN_FREE_DISK_BYTES:
        yield Finding(Mark.NOTE, _("{words}; a few thousand matches need more than that.", words=words))
    else:
        yield Finding(Mark.GOOD, _("{text}.", text=words))


def _database(config: Config) -> Iterator[Finding]:
    where = _("The database") if config.database else _("The journal")
    try:
        database = parse_database_url(config.journal, accept_loss=config.accepts_loss)
        file = None if database else database_file(sql.make_url(config.journal))
        if file and not file.exists():
            yield Finding(Mark.GOOD, _("There is no journal yet: the first start makes {file}.", file=file))
            return
        engine = (
            open_read_only(file)
            if file
            else database.engine
            if database
            else sql.create_engine(config.journal)
        )
        try:
            with engine.connect() as connection:
                if database is not None:
                    database.check_identity(connection)
                yield _journal(connection, where)
        finally:
            engine.dispose()
    except (sql.exc.SQLAlchemyError, ImportError, schema.UnknownJournalVersion) as error:
        yield Finding(
            Mark.WRONG, _("{where} cannot be opened: {plainly}.", where=where, plainly=explain_failure(error))
        )


def _journal(connection: sql.Connection, where: str) -> Finding:
    version, current = schema.journal_version(connection), schema.current_version(connection.dialect)
    if version > current:
        return Finding(
            Mark.WRONG,
            _("{where} was written by a newer version; update facedown before you start it.", where=where),
        )
    if version < current:
        older = (
            _(" Its version {version} will be upgraded.", version=version) if version else _(" It is empty.")
        )
        return Finding(Mark.GOOD, _("{where} can be read.{older}", where=where, older=older))
    good, lost = readable(connection)
    problem = damage(connection)
    if problem or lost:
        every = len(good) + len(lost)
        there = _("{count} of {total} tables can be read", count=len(good), total=every)
        aside = _("; the server sets aside {lost}", lost=", ".join(lost)) if lost else ""
        return Finding(
            Mark.WRONG,
            _(
                "{where} is damaged in part{told}: {there}{aside}. The last backup may have them whole.",
                where=where,
                told=problem,
                there=there,
                aside=aside,
            ),
        )
    query = sql.select(sql.func.count()).select_from(schema.MATCHES).where(schema.MATCHES.c.result == "")
    return Finding(
        Mark.GOOD,
        _(
            "{where} can be read; matches that are not over: {scalar}.",
            where=where,
            scalar=connection.scalar(query),
        ),
    )
