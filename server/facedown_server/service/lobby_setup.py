"""The lobby of a server and its storage: journal, tables and default ban list, made from the settings."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import structlog
import trio
from sqlalchemy.exc import SQLAlchemyError

from facedown_server.games.duel.library import fingerprint, playable_codes
from facedown_server.games.openings import make_referee, read_file
from facedown_server.network.wire.addresses import Labelled
from facedown_server.room.lobby import Lobby
from facedown_server.room.server_context import Bots, ServerContext, Service
from facedown_server.runtime.world import World
from facedown_server.service.config import Config
from facedown_server.service.limits import bounds
from facedown_server.storage.journal import Journal, explain_failure
from facedown_server.storage.postgresql_advice import TEMPORARY
from facedown_server.storage.replay_archive import Archive, ReplayArchive
from facedown_server.storage.schema import UnknownJournalVersion
from facedown_server.storage.store import Store
from facedown_server.table import Setup
from facedown_shared.cards.facts import every_game
from facedown_shared.decks import banlist_files
from facedown_shared.decks.banlists import NO_LIMITS, Limits
from facedown_shared.decks.card_names import index_names
from facedown_shared.decks.foreign_lists import pool_with_folder
from facedown_shared.network.server_password import read_password
from facedown_shared.text import BadInput, Code, _

if TYPE_CHECKING:
    from facedown_server.games.edopro.core_registry import OfferedCore
    from facedown_server.network.relay.peer_tables import Neighbours

log = structlog.get_logger(__name__)


MIN_DATABASE_RETRY_S, MAX_DATABASE_RETRY_S = 0.5, 15.0
"""Seconds until a database that was not reached at the start is tried again; each time twice as long."""


@asynccontextmanager
async def open_journal(config: Config, world: World, stop: trio.Event | None = None) -> AsyncIterator[Store]:
    """Open the journal within this context.

    `stop`: wait for a shared database that is not there yet, until this is set; then KeyboardInterrupt is
    raised. None: do not wait.

    Raises BadInput if it cannot be opened.
    """
    delay_s = MIN_DATABASE_RETRY_S
    async with trio.open_nursery() as nursery:
        while True:
            try:
                journal = Journal(
                    config.journal, world.report_moment, accept_loss=config.accepts_loss, node=config.node
                )
                await nursery.start(journal.run)
                break
            except (SQLAlchemyError, ImportError, UnknownJournalVersion, OSError) as error:
                reason = explain_failure(error)
                if stop is None or not config.is_shared or not TEMPORARY.search(reason):
                    raise cannot_store(config, error) from error
            log.warning("waiting for the database", reason=reason, seconds=delay_s)
            with trio.move_on_after(delay_s):
                await stop.wait()
                raise KeyboardInterrupt
            delay_s = min(MAX_DATABASE_RETRY_S, 2 * delay_s)
        yield journal
        nursery.cancel_scope.cancel()


def build_lobby(
    config: Config,
    world: World,
    store: Store,
    addresses: Callable[[], tuple[Labelled, ...]],
    banlist: Limits = NO_LIMITS,
    core: OfferedCore | None = None,
    service: Service | None = None,
    bots: Bots | None = None,
) -> Lobby:
    """Return the lobby of this server: for duels by our rules, and by EDOPro's core if there is one."""
    pool = pool_with_folder(every_game(), config.cards)
    if core is not None:
        pool = pool.joined_with(core.facts)

    def core_of(setup: Setup) -> str:
        return setup.core or fingerprint(setup, pool=pool)

    server = ServerContext(
        world, store, bounds(config), pool, partial(make_referee, core=core), partial(read_file, core=core),
        playable_codes(pool), core_of, addresses, banlist, service=service, core=core,
        password=read_password(config.password_file),
        card_names=index_names(pool, core.texts.names() if core is not None else ()), bots=bots,
    )  # fmt: skip
    return Lobby(server, config.name, open_replays(config, world, store), make_neighbours(server))


def open_replays(config: Config, world: World, store: Store) -> Archive | None:
    """Return the public replays: in the shared database, else in files; None if none are stored."""
    if not config.replay_days or not isinstance(store, Journal):
        return None
    days = min(config.replay_days, config.match_days or config.replay_days)
    files = ReplayArchive(config.folder / "replays", days, world)
    if not config.is_shared:
        return files
    from facedown_server.storage.replay_table import ReplayTable

    return ReplayTable(store.engine, config.node, world, files)


def make_neighbours(server: ServerContext) -> Neighbours | None:
    """Return the relay of other nodes' tables for spectators here; None if there are no other nodes.

    Its module is loaded on demand.
    """
    if server.service is None:
        return None
    from facedown_server.network.relay.peer_tables import Neighbours

    return Neighbours(
        server.bounds, server.world, server.printing, bars=server.bars, name=server.service.name,
        server_password=server.password,
    )  # fmt: skip


def read_banlist(path: str) -> Limits:
    """Return the first list of a file; no limits without a path.

    Raises BadInput.
    """
    if not path:
        return NO_LIMITS
    place = Path(path).expanduser()
    try:
        lists, faults = banlist_files.read_file(place)
    except BadInput as refused:
        raise BadInput(Code.BAD_SETTING, str(refused)) from refused
    for fault in faults:
        log.warning("a line of the banlist is left out", reason=fault)
    if not lists:
        raise BadInput(
            Code.BAD_SETTING, _("The banlist {path} holds no list; one begins with a line !Name.", path=path)
        )
    return next(iter(lists.values()))


def cannot_store(config: Config, error: Exception) -> BadInput:
    """Return the error for a journal that cannot be opened or read."""
    where = (
        _("in the database (setting database)") if config.database else _("in {folder}", folder=config.folder)
    )
    return BadInput(
        Code.BAD_SETTING,
        _("Duels cannot be stored {where}: {plainly}.", where=where, plainly=explain_failure(error)),
    )
