"""The browser's link among several servers of one service, one of which lies: it accepts nothing of a table
from a server that had it before, and connects to no address that the service did not name.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from facedown_shared.network.service_route import MAX_REDIRECTS
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import (
    AtTable,
    Moved,
    Nodes,
    Pong,
    Prompt,
    Seated,
    SeatInfo,
    TableInfo,
    ToClient,
    Welcome,
    Whole,
)
from facedown_shared.tables.view import View
from tests.browser.node import bundle_script, is_there, run

A, B, EVIL = "http://a.test:1", "http://b.test:2", "http://evil.test:3"
AT_A, AT_B = "ws://a.test:1/", "ws://b.test:2/"
CODE = "ABC-234"
INFO = TableInfo(CODE, "master", 1, "gathering", (SeatInfo(), SeatInfo()))
TRUE_TURN, FALSE_TURN = 1, 99
"""Turns of the Views that servers send."""

JOIN, WATCH = {"m": "join", "code": CODE, "secret": "s"}, {"m": "watch", "code": CODE, "secret": "s"}


def server(
    *told: ToClient, silent: bool = False, breaks_off: bool = False, nodes: tuple[str, ...] = (A, B)
) -> dict[str, Any]:
    """Serve clients that request to join: welcome them, send these messages, and fall silent or break off."""
    said = (Welcome("", nodes=nodes), *told)
    messages = [encode(one).hex() for one in said]
    return {"told": messages, "isSilent": silent, "breaksOff": breaks_off, "isDown": False}


def table(epoch: int, version: int = 1, turn: int = TRUE_TURN, seat: int = 0) -> tuple[ToClient, ...]:
    """Return what a server that has the table sends a joining client."""
    seated = Seated(CODE, seat, f"{CODE}.token" if seat >= 0 else "", epoch=epoch)
    return seated, AtTable(INFO), Whole(version, View(0, "master", turn=turn))


LIES: dict[str, tuple[ToClient, ...]] = {
    "that it has the table still": table(1, 9, FALSE_TURN),
    "of a table, and not at which epoch": table(1, 9, FALSE_TURN)[1:],
    "a question, and not at which epoch": (Prompt(9, "turn"),),
    "an epoch of none": table(0, 9, FALSE_TURN),
    "that the table went back": (Moved(A, CODE, 1), *table(1, 9, FALSE_TURN)),
    "of an address that nobody named": (Moved(EVIL, CODE, 7), *table(7, 9, FALSE_TURN)),
    "of an address that is named no more": (Nodes((B,)), Moved(A, CODE, 7), *table(7, 9, FALSE_TURN)),
}


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """Return the browser's link as one file for node; None where there is no node."""
    if not is_there():
        return None
    return bundle_script(Path("tests/servers.ts"), tmp_path_factory.mktemp("link") / "servers.cjs")


def went(
    script: Path, wish: dict[str, Any], *servers: dict[str, Any], time: float = 30.0,
    says: dict[str, Any] | None = None, says_late: dict[str, Any] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return which servers the link went to in so many seconds, its requests there, the messages it passed
    on, the states it reported, and what became of `says` and `says_late`.
    """
    given = {
        "origin": A, "code": CODE, "wish": wish, "servers": servers, "pong": encode(Pong(1)).hex(),
        "time": time, "says": says, "saysLate": says_late,
    }  # fmt: skip
    return dict(json.loads(run("node", str(script), said=json.dumps(given))))


def turns(told: dict[str, Any], dial: int) -> list[int]:
    """Return the turns of the Views that were passed on over one connection."""
    wholes = [one["message"] for one in told["heard"] if one["dial"] == dial]
    return [one["view"]["turn"] for one in wholes if one["m"] == "whole"]


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("wish", [JOIN, WATCH])
def test_nothing_that_a_server_lies_is_taken(script: Path | None, lie: str, wish: dict[str, Any]) -> None:
    """A server that had the table before wakes and sends messages of it; the link goes to the next."""
    if script is None:
        return
    seat = 0 if wish is JOIN else -1
    told = went(
        script, wish, server(*table(2, seat=seat), breaks_off=True), server(*LIES[lie]),
        server(*table(2, 4, seat=seat)),
    )  # fmt: skip
    assert len(told["dialed"]) == 3
    assert told["dialed"][:2] == [AT_A, AT_B]
    assert told["dialed"][2] in (AT_A, AT_B), "never where nobody named"
    assert [turns(told, dial) for dial in (1, 2, 3)] == [[TRUE_TURN], [], [TRUE_TURN]]
    assert "prompt" not in [one["message"]["m"] for one in told["heard"]]


def test_a_server_that_leads_back_to_an_old_epoch_is_not_followed(script: Path | None) -> None:
    """The server there sends messages as of that epoch; they are not accepted either."""
    if script is None:
        return
    told = went(
        script, WATCH, server(*table(2, seat=-1), breaks_off=True), server(Moved(A, CODE, 1)),
        server(*table(1, 9, FALSE_TURN, -1)), server(*table(2, 4, seat=-1)),
    )  # fmt: skip
    assert [turns(told, dial) for dial in (1, 2, 3, 4)] == [[TRUE_TURN], [], [], [TRUE_TURN]]


def test_a_table_is_followed_to_another_server_at_once(script: Path | None) -> None:
    if script is None:
        return
    told = went(script, JOIN, server(*table(1), Moved(B, CODE, 2)), server(*table(2)), time=0.1)
    assert told["dialed"] == [AT_A, AT_B]
    assert (turns(told, 1), turns(told, 2)) == ([TRUE_TURN], [TRUE_TURN])
    first, second = [one["message"] for one in told["wished"]]
    assert first["m"] == "join"
    assert second == {"m": "resume", "token": f"{CODE}.token"}, "the seat, by the last token"
    assert told["statuses"] == ["connecting", "up", "up"], "nothing was lost, and nobody is told so"


def test_an_answer_given_before_our_seat_is_ours_again_is_given_to_its_prompt(script: Path | None) -> None:
    """Seen to fail: it was sent at once, and the prompt was shown again. (The server repeats it.)"""
    if script is None:
        return
    prompt, answer = Prompt(9, "turn"), {"m": "answer", "ask": 9, "picks": [0]}
    told = went(
        script, JOIN, server(*table(1), prompt, Moved(B, CODE, 2)), server(*table(2), prompt), time=0.1,
        says=answer,
    )  # fmt: skip
    assert [one["message"]["m"] for one in told["wished"]] == ["join", "resume", "answer"]
    shown = [one["dial"] for one in told["heard"] if one["message"]["m"] == "prompt"]
    assert shown == [1, 2], "and not at once"


CHAT = {"m": "chat", "text": "hello"}


def test_what_is_said_before_our_seat_is_ours_again_waits_for_it(script: Path | None) -> None:
    """Seen to fail: it was sent before the server had us at the table, and refused."""
    if script is None:
        return
    told = went(script, JOIN, server(*table(1), Moved(B, CODE, 2)), server(*table(2)), time=0.1, says=CHAT)
    assert [one["message"]["m"] for one in told["wished"]] == ["join", "resume", "chat"]
    assert [one["after"] for one in told["wished"]][1:] == ["welcome", "seated"], (
        "not before the seat is ours"
    )
    assert told["sent"] == [True]


def test_what_waits_for_our_seat_is_reported_when_its_connection_is_lost(script: Path | None) -> None:
    """Seen to fail: it was dropped without a word."""
    if script is None:
        return
    told = went(
        script, JOIN, server(*table(1), Moved(B, CODE, 2)), server(breaks_off=True), server(*table(2)),
        time=6.0, says=CHAT,
    )  # fmt: skip
    assert told["sent"] == [True, "never"]
    assert [one["message"]["m"] for one in told["wished"]] == ["join", "resume", "resume"]


@pytest.mark.parametrize("seat", [0, -1])
def test_what_is_said_without_a_connection_is_not_sent_and_said_to_be(script: Path | None, seat: int) -> None:
    """Seen to fail: it was dropped without a word."""
    if script is None:
        return
    told = went(
        script, WATCH if seat < 0 else JOIN, server(*table(1, seat=seat), breaks_off=True, nodes=(A,)),
        server(*table(1, seat=seat), nodes=(A,)), time=6.0, says_late=CHAT,
    )  # fmt: skip
    assert told["sent"] == [False]
    assert "chat" not in [one["message"]["m"] for one in told["wished"]]


def test_an_answer_without_a_connection_is_sent_once_there_is_one(script: Path | None) -> None:
    if script is None:
        return
    prompt, answer = Prompt(9, "turn"), {"m": "answer", "ask": 9, "picks": [0]}
    told = went(
        script, JOIN, server(*table(1), prompt, breaks_off=True, nodes=(A,)),
        server(*table(1), prompt, nodes=(A,)), time=6.0, says_late=answer,
    )  # fmt: skip
    assert told["sent"] == [True]
    assert [one["message"]["m"] for one in told["wished"]] == ["join", "resume", "answer"]


def test_who_is_sent_on_to_a_server_that_breaks_off_is_told(script: Path | None) -> None:
    if script is None:
        return
    silent = server(breaks_off=True)
    told = went(script, JOIN, server(*table(1), Moved(B, CODE, 2)), silent, server(*table(2)), time=6.0)
    assert told["statuses"] == ["connecting", "up", "up", "waiting", "connecting", "up"]


def test_a_server_that_falls_silent_is_left_for_the_next(script: Path | None) -> None:
    if script is None:
        return
    told = went(script, WATCH, server(*table(1, seat=-1), silent=True), server(*table(2, seat=-1)), time=6.0)
    assert told["dialed"] == [AT_A, AT_B], "and the one that answers is stayed with"
    assert turns(told, 2) == [TRUE_TURN]


def test_a_single_server_that_falls_silent_counts_as_lost(script: Path | None) -> None:
    """Seen to fail: a stalled network was never said, for 100 seconds and more."""
    if script is None:
        return
    alone = (A,)
    told = went(
        script, WATCH, server(*table(1, seat=-1), silent=True, nodes=alone),
        server(*table(1, seat=-1), nodes=alone), time=60.0,
    )  # fmt: skip
    assert told["statuses"] == ["connecting", "up", "waiting", "connecting", "up"]
    assert told["times"][1] <= 22_000
    assert len(told["dialed"]) == 2, "and one that answers is stayed with"


def test_servers_that_send_one_on_in_a_circle_are_not_asked_at_once_for_ever(script: Path | None) -> None:
    if script is None:
        return
    circle = [server(Moved((B, A)[number % 2], CODE, 3)) for number in range(4 * MAX_REDIRECTS)]
    told = went(script, WATCH, *circle, time=0.05)
    assert len(told["dialed"]) == MAX_REDIRECTS + 1


def test_while_connections_are_refused_each_second_brings_another_attempt(script: Path | None) -> None:
    """Seen to fail: the delay doubled up to 15 seconds."""
    if script is None:
        return
    down = {**server(), "isDown": True}
    told = went(
        script, JOIN, server(*table(1), breaks_off=True, nodes=(A,)), *[down] * 20,
        server(*table(1), nodes=(A,)), time=60.0,
    )  # fmt: skip
    pauses = [after - before for before, after in zip(told["times"][1:], told["times"][2:], strict=False)]
    assert len(pauses) == 20
    assert min(pauses) >= 700
    assert max(pauses) <= 1_300
    assert turns(told, 22) == [TRUE_TURN]
