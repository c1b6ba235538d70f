"""Where a table is redirected to: never at a lower epoch than was received, nor at an address that was not
announced.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown_shared.network.connection_errors import ConnectionLost
from facedown_shared.network.links import TableLink
from facedown_shared.network.service_route import MAX_REDIRECTS, Redirected, ServiceRoute
from facedown_shared.protocol.messages import AtTable, Moved, Nodes, Pong, Seated, SeatInfo, TableInfo, Update
from facedown_shared.tables.diff import Patch
from facedown_shared.text.errors import FacedownError

A, B, C = "http://a.test:1", "http://b.test:2", "http://c.test:3"
CODE = "ABC-234"
GATHERING = TableInfo(CODE, "master", 1, "gathering", (SeatInfo(), SeatInfo()))


def way() -> ServiceRoute:
    """Return a route at the first of three servers."""
    found = ServiceRoute(TableLink("a.test", 1))
    found.note_welcome([A, B, C])
    return found


def current_address(way: ServiceRoute) -> str:
    return way.here.host


def test_a_table_that_lives_elsewhere_is_followed() -> None:
    found = way()
    with pytest.raises(Redirected):
        found.check(Moved(B, CODE, 2))
    assert current_address(found) == "b.test"


@pytest.mark.parametrize("address", ["http://evil.test:2", "http://b.test:3", "https://b.test:2", "?", ""])
def test_an_address_that_was_not_named_is_never_followed(address: str) -> None:
    found = way()
    with pytest.raises(ConnectionLost):
        found.check(Moved(address, CODE, 2))
    assert current_address(found) == "a.test"


def test_an_address_that_is_named_no_more_is_not_followed() -> None:
    found = way()
    found.check(Nodes((A, C)))
    with pytest.raises(ConnectionLost):
        found.check(Moved(B, CODE, 2))


@pytest.mark.parametrize("lie", [Seated(CODE, -1, epoch=4), Seated(CODE, -1), Moved(C, CODE, 4)])
def test_a_lower_epoch_is_refused(lie: Seated | Moved) -> None:
    found = way()
    found.check(Seated(CODE, -1, epoch=5))
    found.note_welcome([A, B, C])
    with pytest.raises(ConnectionLost):
        found.check(lie)
    assert current_address(found) == "a.test"


def test_epochs_are_of_one_table_each() -> None:
    found = way()
    found.check(Seated(CODE, -1, epoch=5))
    found.check(Seated("XYZ-789", -1, epoch=1))


def test_nothing_is_told_of_a_table_before_its_epoch() -> None:
    """Also over a new connection: that server must have sent the epoch of its table."""
    found = way()
    with pytest.raises(ConnectionLost):
        found.check(Update(1, Patch()))
    found.check(Pong(1))
    found.check(Seated(CODE, -1, epoch=5))
    found.check(Update(1, Patch()))
    found.note_welcome([A, B, C])
    with pytest.raises(ConnectionLost):
        found.check(AtTable(GATHERING))


def test_servers_that_send_one_on_in_a_circle_are_not_asked_at_once_for_ever() -> None:
    found = way()
    for number in range(MAX_REDIRECTS):
        with pytest.raises(Redirected):
            found.check(Moved((A, B)[number % 2], CODE, 3))
    with pytest.raises(ConnectionLost):
        found.check(Moved(A, CODE, 3))


@given(
    st.lists(
        st.one_of(
            st.builds(
                Moved, st.sampled_from([A, B, C, "http://evil.test:9"]), st.just(CODE), st.integers(0, 6)
            ),
            st.builds(lambda epoch: Seated(CODE, -1, epoch=epoch), st.integers(0, 6)),
            st.builds(Nodes, st.lists(st.sampled_from([A, B, C]), unique=True).map(tuple)),
        )
    )
)
def test_whatever_is_said_the_epoch_never_falls(said: list[Moved | Seated | Nodes]) -> None:
    """What was accepted counts up, and the current address is the first one or an announced one."""
    found, taken = way(), [0]
    for message in said:
        try:
            found.check(message)
        except FacedownError:
            continue
        except Redirected:
            pass
        if isinstance(message, Moved | Seated):
            taken.append(message.epoch)
    assert taken == sorted(taken)
    assert current_address(found) in ("a.test", "b.test", "c.test")
