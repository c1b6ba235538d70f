"""Every target passes for its seeds, earlier finds, and some random bytes near both."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.__main__ import KEPT, NAMES, random_bytes
from tests.fuzz.targets import TARGETS

QUICK = [name for name in TARGETS if name not in ("door", "table", "line", "database")]
SLOW = [name for name in TARGETS if name not in QUICK]


def test_every_target_can_be_named() -> None:
    assert list(NAMES) == list(TARGETS)


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_and_old_finds_are_no_trouble(name: str) -> None:
    for data in TARGETS[name].seeds():
        TARGETS[name].put(data)
    for path in sorted(KEPT.glob(f"{name}-*")):
        TARGETS[name].put(path.read_bytes())


@pytest.mark.parametrize("name", QUICK)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_wild_bytes_are_no_trouble(name: str, data: st.DataObject) -> None:
    TARGETS[name].put(data.draw(random_bytes(TARGETS[name])))


@pytest.mark.parametrize("name", SLOW)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_wild_bytes_are_no_trouble_to_what_is_slow(name: str, data: st.DataObject) -> None:
    TARGETS[name].put(data.draw(random_bytes(TARGETS[name])))
