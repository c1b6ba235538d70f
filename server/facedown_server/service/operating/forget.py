"""The operator's command to remove a person's name from finished matches, public replays and chat."""

from __future__ import annotations

from contextlib import nullcontext

import sqlalchemy as sql

from facedown_server.network.crowd.names import clean_name
from facedown_server.service.config import JOURNAL, Config
from facedown_server.service.operating.operator_messages import OperatorReply
from facedown_server.storage import personal_data
from facedown_server.storage.journal import Journal, explain_failure
from facedown_server.storage.personal_data import Search
from facedown_server.storage.schema import UnknownJournalVersion, journal_version
from facedown_shared.text import BadInput, Code, _


def forget_person(config: Config, name: str, first: str, last: str, *, apply: bool) -> OperatorReply:
    """Return what is stored about a name; with `apply`, replace or delete it.

    The server may run. Tables that are open keep the name until they close.

    Raises BadInput.
    """
    search = Search(clean_name(name), first, last)
    try:
        engine = Journal(config.journal, accept_loss=True, node="forget").engine
        try:
            is_there = bool(config.database) or (config.folder / JOURNAL).exists()
            with engine.connect() if is_there else nullcontext() as connection:
                if connection is None or not journal_version(connection):
                    raise UnknownJournalVersion(_("no duels are stored there"))
            matches = personal_data.find_matches(engine, search)
            replays = personal_data.find_replays(engine, config.folder / "replays", search)
            lines = [] if last else personal_data.find_chat(engine, search.name)
            if apply:
                personal_data.replace_in_matches(engine, search, matches)
                personal_data.replace_in_replays(engine, search, replays)
                personal_data.delete_chat(engine, lines)
        finally:
            engine.dispose()
    except (sql.exc.SQLAlchemyError, ImportError, UnknownJournalVersion, OSError) as error:
        raise BadInput(
            Code.BAD_SETTING, _("The journal cannot be read: {failed}.", failed=explain_failure(error))
        ) from error
    rows = tuple({"log": header.log, "made": header.made, "names": header.names} for header in matches)
    heading = (
        _("Replaced by Player 1 or 2, and deleted:")
        if apply
        else _("Nothing is changed without --yes. Found:")
    )
    counts = _(
        "Matches: {matches}. Public replays: {replays}. Lines of chat at open tables: {lines}.",
        matches=len(matches), replays=len(replays), lines=len(lines),
    )  # fmt: skip
    shown = (f"{header.made[:16]}  {_(' against ').join(header.names)}" for header in matches)
    totals = {"matches": len(matches), "replays": len(replays), "lines": len(lines), "applied": apply}
    return OperatorReply((*shown, heading, counts), rows=(*rows, totals))
