"""Fingers, a mouse and keys on a page, as the browser itself gets them: only what is visible is touched."""

from __future__ import annotations

import json
from typing import Any

import trio

from tests.browser.chromium import Page

REST_S = 0.06
"""Seconds that a finger rests before it is lifted: else the next tap only ends a fling."""

FIND = """(selector => new Promise(done => {
    const ends = performance.now() + 50_000;
    let before = '';
    const visiblePoint = one => {
        const box = one.getBoundingClientRect();
        for (const down of [.5, .25, .75, .1, .9]) for (const right of [.5, .2, .8, .05, .95]) {
            const [x, y] = [box.x + box.width * right, box.y + box.height * down];
            const hit = document.elementFromPoint(x, y);
            if (hit && one.contains(hit)) return [x, y];
        }
    };
    const find = () => {
        const all = [...document.querySelectorAll(selector)].filter(one => !one.disabled && one.offsetParent);
        const one = all.find(visiblePoint) ?? all[0];
        const point = one && visiblePoint(one);
        if (one && !point) one.scrollIntoView({block: 'nearest'});
        if (point && String(point) === before) return done(point);
        before = String(point);
        if (performance.now() < ends) requestAnimationFrame(find);
        else done(`${all.length} found, none visible: ${selector}`);
    };
    find();
}))(%s)"""
"""Finds a point at which an element is visible and rests."""

FOCUS = """(selector => {
    const one = [...document.querySelectorAll(selector)].find(one => !one.disabled && one.offsetParent);
    one?.focus();
    return !!one && document.activeElement === one && one.tabIndex >= 0;
})(%s)"""


NOTE_CLICK = """void (window.clicked = false,
    addEventListener('click', () => { window.clicked = true; }, {capture: true, once: true}))"""
CLICKED = """new Promise(done => {
    let left = 500;
    const look = () => { if (window.clicked !== false || !left--) done(0); else setTimeout(look, 20); };
    look();
})"""
"""Waits for the click that follows a touch: what is scrolled before it would be clicked in its place."""


async def find_point(page: Page, selector: str) -> tuple[float, float]:
    """Return a point of the page at which an element is visible, once there is one."""
    found = await page.value(FIND % json.dumps(selector))
    assert isinstance(found, list), found
    return found[0], found[1]


async def tap(page: Page, selector: str) -> None:
    """Tap with a finger; return once the page has the click, which comes after the touch."""
    x, y = await find_point(page, selector)
    await page.value(NOTE_CLICK)
    await page.send_together(touched("touchStart", x, y), touched("touchEnd"))
    await page.evaluate_if_there(CLICKED)


def touched(kind: str, *point: float) -> tuple[str, dict[str, Any]]:
    """Return the command for one event of a finger: its point, or none at its end.

    A finger that does not rest is moved or lifted together with its start: later, it would be one that rests.
    """
    points = [{"x": point[0], "y": point[1]}] if point else []
    return "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}


async def touch(page: Page, kind: str, *point: float) -> None:
    """Send one event of a finger."""
    await page.send_together(touched(kind, *point))


async def drag_by_finger(page: Page, source: str, goal: str, lift: tuple[int, int] = (0, -24)) -> None:
    """Drag with a finger, which first moves by `lift`."""
    x, y = await find_point(page, source)
    try:
        await page.send_together(touched("touchStart", x, y), touched("touchMove", x + lift[0], y + lift[1]))
        end = await find_point(page, goal)
        await touch(page, "touchMove", *end)
        await trio.sleep(REST_S)
        await touch(page, "touchMove", end[0], end[1] + 1)
    finally:
        await touch(page, "touchEnd")


async def drag_rested(page: Page, source: str, goal: str) -> None:
    """Rest with a finger until it lifts a card, and drag it."""
    x, y = await find_point(page, source)
    await touch(page, "touchStart", x, y)
    try:
        await page.until("!!document.querySelector('.ghost')")
        end = await find_point(page, goal)
        await touch(page, "touchMove", *end)
        await trio.sleep(REST_S)
        await touch(page, "touchMove", end[0], end[1] + 1)
    finally:
        await touch(page, "touchEnd")


async def drag_by_mouse(page: Page, source: str, goal: str) -> None:
    """Drag with the left button of the mouse."""
    x, y = await find_point(page, source)
    await page.send_together(moused("mousePressed", x, y), moused("mouseMoved", x + 12, y - 12))
    end = await find_point(page, goal)
    await move_mouse(page, "mouseMoved", *end)
    await move_mouse(page, "mouseReleased", *end)


def moused(kind: str, x: float, y: float, modifiers: int = 0) -> tuple[str, dict[str, Any]]:
    """Return the command for one event of the mouse with its left button, and with keys held down."""
    button = "none" if kind == "mouseMoved" else "left"
    return "Input.dispatchMouseEvent", {
        "type": kind, "x": x, "y": y, "button": button, "buttons": 1, "clickCount": 1,
        "modifiers": modifiers,
    }  # fmt: skip


async def move_mouse(page: Page, kind: str, x: float, y: float) -> None:
    """Send one event of the mouse."""
    await page.send_together(moused(kind, x, y))


async def press_on(page: Page, selector: str) -> None:
    """Focus what a selector finds, and press Enter."""
    await page.until(FOCUS % json.dumps(selector))
    await page.press_key("Enter")


async def press_row_key(page: Page, key: str) -> None:
    """Press the key of a row: a letter, alone or with Shift."""
    letter, shift = key[-1], 8 if key.startswith("Shift+") else 0
    name = letter if shift else letter.lower()
    for kind in ("keyDown", "keyUp"):
        await page.send_command(
            "Input.dispatchKeyEvent", type=kind, key=name, code=f"Key{letter}", modifiers=shift,
            windowsVirtualKeyCode=ord(letter),
        )  # fmt: skip
