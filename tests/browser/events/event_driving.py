"""What tests do on the pages of an event: tap, type, register a player, wait for a text."""

from __future__ import annotations

import json

from tests.browser.chromium import PHONE, Chromium, Page

SCREEN = (1920, 1080)
"""A projector."""


async def tap(page: Page, selector: str) -> None:
    """Tap a button once it is there."""
    found = f"document.querySelector({json.dumps(selector)})"
    await page.until(f"!!{found}")
    await page.value(f"{found}.click()")


async def shows(page: Page, text: str) -> None:
    """Wait until a page shows a text."""
    await page.until(f"document.body.innerText.replaceAll('\u00a0', ' ').includes({json.dumps(text)})")


async def join(browser: Chromium, address: str, name: str) -> Page:
    """Open a phone's page and register a player."""
    page = await browser.page(address, PHONE)
    await page.type("#name", name)
    await tap(page, "#part-join form button")
    await shows(page, "You take part.")
    return page


async def type_line(page: Page, line: str) -> None:
    """Type a line of the organizer and press Enter."""
    await page.type("#line", line)
    await page.press_key("Enter")
