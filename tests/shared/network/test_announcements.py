"""What is announced of a table on its network is what is read of it."""

from __future__ import annotations

import pytest

from facedown_shared.network.announcements import properties, read_properties
from facedown_shared.protocol.messages import LobbyRow


@pytest.mark.parametrize("cap", [None, 0, 250])
def test_a_row_is_read_as_it_was_announced(cap: int | None) -> None:
    row = LobbyRow("AB2-CDE", "Wren", "genesys", 3, "gathering", mode="core", banlist="G", point_cap=cap)
    told = {key.encode(): value.encode() for key, value in properties("here", row, secure=False).items()}
    found = read_properties("10.0.0.2", 7777, told)
    assert found is not None
    assert (found.format, found.mode, found.banlist, found.point_cap) == ("genesys", "core", "G", cap)


def test_points_that_are_no_number_are_refused() -> None:
    row = LobbyRow("AB2-CDE", "Wren", "genesys", 3, "gathering", point_cap=3)
    told = {key.encode(): value.encode() for key, value in properties("here", row, secure=False).items()}
    assert read_properties("10.0.0.2", 7777, {**told, b"point_cap": b"many"}) is None


def test_a_table_of_a_server_with_a_password_is_announced_as_locked() -> None:
    row = LobbyRow("AB2-CDE", "Wren", "master", 1, "gathering")
    for has_password in (True, False):
        announced = properties("here", row, secure=False, has_password=has_password)
        told = {key.encode(): value.encode() for key, value in announced.items()}
        found = read_properties("10.0.0.2", 7777, told)
        assert found is not None
        assert found.locked is has_password
