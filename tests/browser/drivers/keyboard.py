"""A keyboard on a page, as the browser itself gets it: keys alone move the focus, never a script."""

from __future__ import annotations

import json

from tests.browser.chromium import Page

CODES = {
    "Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36, "ArrowLeft": 37, "ArrowUp": 38,
    "ArrowRight": 39, "ArrowDown": 40, "Delete": 46,
}  # fmt: skip
"""Key codes of the keys that write no letter, by their names in a browser."""
TEXTS = {"Enter": "\r", " ": " "}
"""What a named key writes."""
MODIFIERS = {"": 0, "Control": 2, "Shift": 8}
"""Bits of the keys that are held down."""
HOLD_FRAMES = """(() => {
    const after = window.setTimeout;
    window.setTimeout = (act, wait) => wait === 20 ? after(act, wait) : 0;
    window.requestAnimationFrame = () => 0;
})()"""
"""From now on a page runs nothing that waits for a frame, as on a machine too busy to paint: what a key needs
must be there without it. The timers that a test waits with go on.
"""
FOCUSED = "document.activeElement !== document.body && document.activeElement.matches({})"


async def press(page: Page, key: str, *, held: str = "", times: int = 1) -> None:
    """Press a key, once or several times, with Control or Shift held down."""
    code = CODES.get(key, ord(key[0].upper()))
    text = "" if held == "Control" else TEXTS.get(key, key if len(key) == 1 else "")
    for _time in range(times):
        for kind in ("keyDown", "keyUp"):
            written = {"text": text} if text and kind == "keyDown" else {}
            await page.send_command(
                "Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code,
                modifiers=MODIFIERS[held], **written,
            )  # fmt: skip


async def write(page: Page, text: str) -> None:
    """Type a text, letter by letter."""
    for letter in text:
        await press(page, letter)


async def focused(page: Page, selector: str) -> bool:
    """Return whether the focus is on an element that the selector describes."""
    return bool(await page.value(FOCUSED.format(json.dumps(selector))))


async def wait_for_focus(page: Page, selector: str) -> None:
    """Wait until the focus is on an element that the selector describes."""
    await page.until(FOCUSED.format(json.dumps(selector)))


async def tab_to(page: Page, selector: str, most: int, *, back: bool = False) -> int:
    """Press Tab, or Shift+Tab, until the focus is on an element; return how often. Fails after `most`."""
    for pressed in range(most + 1):
        if await focused(page, selector):
            return pressed
        await press(page, "Tab", held="Shift" if back else "")
    where = await page.value("document.activeElement.outerHTML.slice(0, 160)")
    raise AssertionError(f"{most} Tabs do not reach {selector}; the focus is on {where}")
