"""What a test does in a page of any browser: click, and wait until the page shows something."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from typing import Any

import trio

WAIT_TIMEOUT_S = 60.0
"""Seconds after which an awaited event counts as missing."""
COMMAND_TIMEOUT_S = 240.0
"""Seconds that a browser may take for one command, or to start: much work is a minute on a busy machine."""
DESCRIPTION_TIMEOUT_S = 5.0

SHOWN = """[document.activeElement?.outerHTML.slice(0, 200), document.querySelector('.door select')?.value,
    document.body.innerText.slice(-1500)]"""
"""What has the focus, and what a page shows: for the error where a state was not reached."""

LOOK = """new Promise(done => {
    let left = 200;
    const look = () => {
        const found = (%s);
        if (found || !left--) done(found); else setTimeout(look, 20);
    };
    look();
})"""
"""Waits for a condition in the page, for four seconds."""


class DrivenPage(ABC):
    """A page, whatever drives its browser."""

    @abstractmethod
    async def value(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript, awaited."""

    @abstractmethod
    async def evaluate_if_there(self, expression: str) -> Any:
        """Return the value of an expression; None while the page is being left."""

    async def until(self, condition: str) -> Any:
        """Wait until an expression is true; return its value."""
        with trio.move_on_after(WAIT_TIMEOUT_S):
            while not (found := await self.evaluate_if_there(LOOK % condition)):
                pass
            return found
        shown = None
        with trio.move_on_after(DESCRIPTION_TIMEOUT_S):
            shown = await self.evaluate_if_there(SHOWN)
        raise AssertionError(f"{condition} was not true in {WAIT_TIMEOUT_S:.0f} s; the page: {shown}")

    async def wait_for_text(self, text: str) -> None:
        """Wait until the page shows this text."""
        await self.until(f"document.body.innerText.includes({json.dumps(text)})")

    async def click(self, what: str) -> None:
        """Click on the first button (or link) with these words, or on what a selector finds."""
        js = f"""(() => {{
            const words = {json.dumps(what)};
            const named = one => (one.getAttribute('aria-label') || '').startsWith(words);
            const all = [...document.querySelectorAll('button, a, label, summary')]
                .filter(one => !one.disabled);
            const found = /^[.#\\[]/.test(words)
                ? [...document.querySelectorAll(words)].find(one => !one.disabled)
                : all.find(one => one.innerText.trim() === words && one.offsetParent) || all.find(named);
            if (found) found.click();
            return !!found;
        }})()"""
        await self.until(js)
