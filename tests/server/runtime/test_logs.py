"""Log lines: their destination, in both forms, and never a card."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog
import trio
import trio.lowlevel

from facedown_server.runtime.logs import bind_node, set_up_logging, table_context


@pytest.fixture(autouse=True)
def usual_logging() -> Iterator[None]:
    """Restore logging after the test."""
    before, root = structlog.get_config(), logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    yield
    structlog.configure(**before)
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.contextvars.clear_contextvars()


def lines(out: io.StringIO) -> list[dict[str, object]]:
    """Return the logged lines, as JSON."""
    return [json.loads(line) for line in out.getvalue().splitlines()]


async def test_every_line_of_a_task_has_its_table_and_seat() -> None:
    out = io.StringIO()
    set_up_logging(form="json", stream=out)
    log = structlog.get_logger()

    async def room(code: str, seat: int) -> None:
        structlog.contextvars.bind_contextvars(table=code, seat=seat)
        await trio.lowlevel.checkpoint()
        log.info("act kept", number=7)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(room, "R7K-42Q", 0)
        nursery.start_soon(room, "ABC-234", 1)
    log.info("elsewhere")
    told = sorted((str(line.get("table")), line.get("seat")) for line in lines(out)[:2])
    assert told == [("ABC-234", 1), ("R7K-42Q", 0)]
    assert "table" not in lines(out)[2]


async def test_of_several_servers_a_line_has_its_server_and_the_epoch_of_its_table() -> None:
    out, epochs = io.StringIO(), {"R7K-42Q": 2}
    set_up_logging(form="json", stream=out)
    log = structlog.get_logger()

    async def room() -> None:
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(table="R7K-42Q")
        log.info("act kept")
        epochs["R7K-42Q"] = 3
        log.info("act kept")

    async def server(name: str) -> None:
        bind_node(name, lambda code: epochs.get(code, 0))
        log.info("started")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(room)
        log.info("a table belongs to another node", table="ABC-234")

    async with trio.open_nursery() as nursery:
        nursery.start_soon(server, "one")
    log.info("elsewhere", table="R7K-42Q")
    told = [(line.get("node"), line.get("table"), line.get("epoch")) for line in lines(out)]
    assert told == [
        ("one", None, None), ("one", "R7K-42Q", 2), ("one", "R7K-42Q", 3), ("one", "ABC-234", 0),
        (None, "R7K-42Q", None),
    ]  # fmt: skip


@pytest.mark.parametrize("addresses", [True, False])
def test_addresses_of_clients_can_be_left_out(*, addresses: bool) -> None:
    out = io.StringIO()
    set_up_logging(form="json", stream=out, addresses=addresses)
    structlog.contextvars.bind_contextvars(peer="198.51.100.7")
    structlog.get_logger().info("table opened", table="R7K-42Q")
    (line,) = lines(out)
    assert line["table"] == "R7K-42Q"
    assert ("198.51.100.7" in out.getvalue()) is addresses


def test_a_connection_that_carries_out_an_act_logs_like_the_table() -> None:
    out = io.StringIO()
    set_up_logging(form="json", stream=out)
    structlog.contextvars.bind_contextvars(peer="198.51.100.7")
    with table_context("R7K-42Q"):
        structlog.get_logger().warning("an act was not stored")
    structlog.get_logger().warning("a session failed")
    inside, after = lines(out)
    assert (inside.get("table"), inside.get("peer")) == ("R7K-42Q", None)
    assert (after.get("table"), after.get("peer")) == (None, "198.51.100.7")


def test_a_log_on_a_full_disk_stops_nothing() -> None:
    """Seen to fail: the line that reported why an act was not stored ended the table it was about."""

    class FullStream(io.StringIO):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

    set_up_logging(form="json", stream=FullStream())
    structlog.get_logger().warning("an act was not stored", seq=7)


def test_what_nobody_thought_of_is_not_logged() -> None:
    out = io.StringIO()
    set_up_logging(form="json", stream=out)
    structlog.get_logger().info("card drawn", hand=[55144522], table="R7K-42Q", deck="secret")
    (line,) = lines(out)
    assert line["event"] == "card drawn (left out: deck, hand)"
    assert line["table"] == "R7K-42Q"
    assert "55144522" not in out.getvalue()


@pytest.mark.parametrize("form", ["json", "console"])
def test_of_a_mistake_its_type_and_place_are_logged_and_never_its_text(form: str) -> None:
    out = io.StringIO()
    set_up_logging(form=form, stream=out)
    log = structlog.get_logger()

    def stumble(hand: str) -> None:
        raise KeyError(hand)

    try:
        stumble("Ember Squire")
    except KeyError as bug:
        log.exception("a session failed", table="R7K-42Q")
        log.error("table broke", exc_info=bug)
        log.error("both", exc_info=ExceptionGroup("in the nursery of Ember Squire", [bug]))
    assert "Ember Squire" not in out.getvalue()
    assert "left out" not in out.getvalue()
    for told, error in zip(out.getvalue().splitlines(), ["KeyError"] * 2 + ["ExceptionGroup"], strict=True):
        assert error in told
        assert "stumble:" in told


def test_levels_and_forms() -> None:
    out = io.StringIO()
    set_up_logging("warning", "console", out)
    log = structlog.get_logger()
    log.info("not this")
    log.warning("but this", table="R7K-42Q")
    assert "not this" not in out.getvalue()
    assert "but this" in out.getvalue()
    assert "table=R7K-42Q" in out.getvalue()
    assert "\x1b" not in out.getvalue()


def test_libraries_only_warn() -> None:
    out = io.StringIO()
    set_up_logging(stream=out)
    logging.getLogger("anything").info("chatter")
    logging.getLogger("websockets.server").info("connection open")
    logging.getLogger("anything").warning("careful")
    assert out.getvalue() == "anything: careful\n"


OUTSIDE = "\x1b]0;owned\x07\x1b[2J\x9b31m\x7f\r\n2026 [error] forged\u202egnp\u2066\u2028\u200b\u0000"


@pytest.mark.parametrize("form", ["console", "json"])
def test_no_control_character_from_outside_reaches_a_log(form: str) -> None:
    out = io.StringIO()
    set_up_logging(form=form, stream=out)
    log = structlog.get_logger()
    log.warning(f"spent token {OUTSIDE}", name=OUTSIDE, addresses=[OUTSIDE], error=ValueError(OUTSIDE))
    logging.getLogger("some.library").warning("cannot read %s", OUTSIDE)
    lines = out.getvalue().split("\n")
    assert len(lines) == 3, "two events, two lines"
    assert all(line.isprintable() for line in lines)
    assert "forged" in lines[0]
    assert "u001b" in lines[1]
