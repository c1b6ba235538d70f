"""The list of nodes, as a host asks for it: the servers that share a database, and the answer where none
do.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
import trio

from facedown_server.service.config import Config
from facedown_server.service.operating.node_list import nodes
from facedown_server.storage.journal import Journal
from facedown_shared.text.errors import BadInput
from tests import postgresql
from tests.postgresql import database_of
from tests.server.storage.test_ownership import do, node
from tests.server.storage.test_store import TABLE


@postgresql.needed
async def test_a_line_for_each_server_says_whether_it_is_there(tmp_path: Path) -> None:
    config = msgspec.convert({"database": database_of(tmp_path)}, Config)
    assert nodes(config).lines == ("No server has used this database yet.",)
    async with node(tmp_path, "one") as (journal, _), node(tmp_path, "two") as (_, gone):
        assert isinstance(journal, Journal)
        await journal.store_table(TABLE)
        await trio.to_thread.run_sync(gone.resign)
        assert nodes(config).lines == (
            "one  http://one.example  version 1  running, 1 table",
            "two  http://two.example  version 1  gone, 0 tables",
        )
        first = {
            "name": "one",
            "address": "http://one.example",
            "version": "1",
            "state": "running",
            "tables": 1,
        }
        assert nodes(config).rows[0] == first


@postgresql.needed
async def test_a_node_that_has_gone_for_good_is_forgotten(tmp_path: Path) -> None:
    config = msgspec.convert({"database": database_of(tmp_path)}, Config)
    async with node(tmp_path, "old"), node(tmp_path, "full") as (journal, _):
        await journal.store_table(TABLE)
    do(tmp_path, "UPDATE nodes SET lease = clock_timestamp() - interval '25 hours'")
    async with node(tmp_path, "new"):
        assert [row["name"] for row in nodes(config).rows] == ["full", "new"], "a node with tables stays"


def test_where_duels_are_kept_in_a_file_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="Duels are stored in a file here"):
        nodes(Config(data=str(tmp_path)))
