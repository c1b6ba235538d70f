"""A hostile server breaks no page: what does not fit the protocol ends the connection with a sentence."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import trio

from facedown_shared.protocol.codec import decode_from_server, encode
from facedown_shared.protocol.messages import Welcome
from facedown_shared.text.errors import MalformedMessage
from tests.arch.source import hold
from tests.browser.chromium import Page, program
from tests.browser.node import bundle_script, is_there, run
from tests.browser.playing import tables
from tests.client.hostile_messages import (
    PROPER,
    SEATED,
    _other_values,
    _paths,
    _replace_value,
    _value_at,
    hostile_messages,
)

WRONG: tuple[object, ...] = (
    None, True, 5, -7, 2.5, math.nan, math.inf, "text", "toString", "__proto__", b"bytes",
    [], [1], [[]], ["text"], {}, {"text": 1}, {"5": "text"},
)  # fmt: skip
"""Values of every type."""

MAX_EXACT_NUMBER = 2**53
"""Whole numbers from here on are not exact in the page."""

HOSTILE_SOCKET = """(() => {
    window.deliver = hex => window.line.onmessage(
        {data: Uint8Array.from(hex.match(/../g) || [], one => parseInt(one, 16)).buffer});
    window.faults = [];
    addEventListener('error', event => window.faults.push(String(event.error?.stack || event.message)));
    addEventListener('unhandledrejection', event => window.faults.push(String(event.reason)));
    window.WebSocket = class {
        static OPEN = 1;
        readyState = 0;
        constructor() {
            window.line = this;
            setTimeout(() => { this.readyState = 1; this.onopen(); });
        }
        send() {}
        close() { this.readyState = 3; }
    };
})()"""
"""A connection over which the test sends what it likes, and a list of all errors of the page."""

STATE = """document.body.innerText.includes('Back to the start page') ? 'ended'
    : document.querySelector('.table, .door') ? 'table' : ''"""
"""What the page shows: a table, or the end of the conversation and what to do."""

PAGE_MESSAGES_COUNT, PAGE_WRONG_COUNT = 300, 60
"""Messages that the page gets: of those that it decodes, and of the others."""


def altered_messages() -> Iterator[tuple[bytes, str]]:
    """Yield every message with one value exchanged for one of every type, and for hostile ones of its own;
    and what was exchanged.
    """
    for message in PROPER:
        plain = msgspec.msgpack.decode(encode(message), strict=False)
        for path in _paths(plain):
            if path[-1:] == ("m",):  # the page does not read the name of a message within another
                continue
            value = _value_at(plain, path)
            for other in (*WRONG, *_other_values(value)):
                try:
                    data = msgspec.msgpack.encode(_replace_value(plain, path, other))
                except (TypeError, OverflowError):
                    continue
                yield data, f"{type(message).__name__} {path}: {other!r:.60}"


def is_message(data: bytes) -> bool:
    """Return whether Python's clients accept a message."""
    try:
        decode_from_server(data)
    except MalformedMessage:
        return False
    return True


def holds_large_number(value: Any) -> bool:
    """Return whether a value holds a number that the page does not know exactly."""
    if isinstance(value, dict | list):
        parts = [*value, *value.values()] if isinstance(value, dict) else value
        return any(map(holds_large_number, parts))
    return isinstance(value, int | float) and not abs(value) < MAX_EXACT_NUMBER


def test_the_page_accepts_exactly_what_the_other_clients_accept(tmp_path: Path) -> None:
    """Seen to fail: the page took texts for numbers, numbers for lists, and seats beyond the board."""
    if not is_there():
        return
    messages = dict(altered_messages())
    script = bundle_script(
        Path(__file__).parents[2] / "client/browser/tests/hostile.ts", tmp_path / "hostile.cjs"
    )
    found = json.loads(run("node", str(script), said=json.dumps([data.hex() for data in messages])))
    differing = []
    for (data, change), told in zip(messages.items(), found, strict=True):
        assert told in ("taken", "ignored", "malformed"), (told, change)
        is_same = told == "ignored" or (told == "taken") == is_message(data)
        if not is_same and not holds_large_number(msgspec.msgpack.decode(data, strict=False)):
            differing.append(f"{told}: {change}")
    hold(differing)
    assert found.count("malformed") > 5_000
    assert found.count("taken") > 2_000


MAX_PAGE_HEAP_MB = 200
"""Memory for lists and texts that the page's decoder may use for messages of a few bytes or of 4 MB."""


def test_a_message_of_a_few_bytes_takes_little_memory_in_the_page(tmp_path: Path) -> None:
    """Seen to fail: room was made for as many values as a list promised, 256 MB for each five bytes."""
    if not is_there():
        return
    script = bundle_script(
        Path(__file__).parents[2] / "client/browser/tests/hostile.ts", tmp_path / "hostile.cjs"
    )
    bombs = [bytes.fromhex(head) * count for head, count in (
        ("dd01ffffff", 12), ("df01ffffff", 12), ("dcffff", 1_000), ("91", 1_000_000), ("81a0", 500_000),
    )]  # fmt: skip
    messages = [*bombs, *(b"\x82\xa1m\xa4talk\xa5lines" + bomb for bomb in bombs)]
    heap = f"--max-old-space-size={MAX_PAGE_HEAP_MB}"
    found = json.loads(run("node", heap, str(script), said=json.dumps([data.hex() for data in messages])))
    assert found == ["malformed"] * len(messages)


async def test_no_message_breaks_the_page(tmp_path: Path) -> None:
    """Seen to fail: a number for a text left a page that showed nothing, until a reload."""
    if not program():
        print("There is no Chromium here: nothing was shown in a browser.")
        return
    shown = [encode(message) for message in hostile_messages()]
    wrong = [data for data, _change in altered_messages() if not is_message(data)]
    dice = random.Random(7)
    chosen = dice.sample(shown, PAGE_MESSAGES_COUNT) + dice.sample(wrong, PAGE_WRONG_COUNT)
    dice.shuffle(chosen)
    async with tables(tmp_path) as made, trio.open_nursery() as nursery:
        _host, links = await made.table(nursery)
        page = await made.browser.page("about:blank#")
        await page.send_command("Page.addScriptToEvaluateOnNewDocument", source=HOSTILE_SOCKET)
        await page.go(links["spectator"])
        for data in chosen:
            await _expect_survival(page, data)
        assert await page.value("window.faults") == []
        nursery.cancel_scope.cancel()


async def _expect_survival(page: Page, data: bytes) -> None:
    """Send a message to a page at a table; expect it to be usable, or to lead to the start page."""
    if await page.value("!!document.querySelector('.door input')"):
        await page.click("Watch")
    await page.until("window.line && window.line.readyState === 1")
    greeting = (Welcome("Anna"), *SEATED)
    told = json.dumps([encode(each).hex() for each in greeting] + [data.hex()])
    await page.value(f"void {told}.forEach(window.deliver)")
    state = await page.until(STATE)
    plain = str(msgspec.msgpack.decode(data, strict=False))[:300]
    assert state in ("table", "ended"), (state, plain)
    if state == "ended":
        await page.click("Back to the start page")
        await page.until("!!document.querySelector('.door input')")
