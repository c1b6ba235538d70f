"""Servers found on the network, as rows: open tables first, those of another protocol not at all."""

from __future__ import annotations

from facedown_client.connection.network_search import NetworkSearch
from facedown_shared.network.announcements import Announcement
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.messages import PROTOCOL_VERSION


def test_tables_are_rows_and_servers_are_not() -> None:
    search = NetworkSearch()
    assert search.state_text == "looking for tables"
    search._found = {
        "one": Announcement(TableLink("10.0.0.3", code="AB2-CDE"), "box", "Wren", "master", 1, "duel", 2),
        "two": Announcement(
            TableLink("10.0.0.4", code="AB2-CDF"), "box", "Halvard", "classic", 3, "gathering"
        ),
        "over": Announcement(TableLink("10.0.0.3", code="AB2-CDH"), "box", "Wren", "master", 1, "over", 2),
        "server": Announcement(TableLink("10.0.0.5"), "box"),
        "strange": Announcement(TableLink("10.0.0.6", code="AB2-CDG"), protocol=PROTOCOL_VERSION + 1),
    }
    search._update_rows()
    assert [table.host for table in search.tables] == ["Halvard", "Wren"]
    assert [table.is_open for table in search.tables] == [True, False]
    assert search.state_text == "2 tables, still looking"


def test_a_network_that_cannot_be_searched_is_said_so() -> None:
    search = NetworkSearch(trouble="no network")
    assert search.state_text == "this network cannot be searched"
