"""A page as a screen reader has it: roles, names, descriptions and states from Chromium's accessibility tree.

An element is focused and pressed by key; nothing else of the page is known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import trio

from tests.browser.chromium import Page
from tests.browser.drivers.driven_page import WAIT_TIMEOUT_S


@dataclass
class Element:
    """An element of the accessibility tree."""

    role: str
    name: str
    description: str
    states: dict[str, Any]
    node: int
    """Its number in the browser, to focus it by."""
    children: list[Element] = field(default_factory=list)

    def walk(self) -> Iterator[Element]:
        """Yield it, and all in it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all(self, role: str, matches: Callable[[Element], bool] = lambda one: True) -> list[Element]:
        """Return the elements of a role in it that match and can be used."""
        return [
            one for one in self.walk() if one.role == role and not one.states.get("disabled") and matches(one)
        ]

    def named(self, role: str, name: str) -> Element | None:
        """Return the first element of a role whose name begins so."""
        return next(iter(self.all(role, lambda one: one.name.startswith(name))), None)

    @property
    def text(self) -> str:
        """What it says, read from beginning to end."""
        return " ".join(one.name for one in self.walk() if one.role == "StaticText")

    @property
    def is_pressed(self) -> bool:
        """Whether it is a button that is pressed."""
        return self.states.get("pressed") == "true"


async def read(page: Page) -> Element:
    """Read the whole page."""
    rows = (await page.send_command("Accessibility.getFullAXTree"))["nodes"]
    elements: dict[str, Element] = {}
    root = Element("root", "", "", {}, 0)
    for row in rows:
        if row["ignored"]:
            elements[row["nodeId"]] = elements.get(row.get("parentId", ""), root)
            continue
        role, name, description = (
            str(row.get(key, {}).get("value", "")) for key in ("role", "name", "description")
        )
        states = {each["name"]: each["value"].get("value") for each in row.get("properties", ())}
        one = Element(role, name, description, states, int(row.get("backendDOMNodeId", 0)))
        elements.get(row.get("parentId", ""), root).children.append(one)
        elements[row["nodeId"]] = one
    return root


async def wait_for(page: Page, role: str, name: str) -> Element:
    """Wait until there is an element that can be used."""
    with trio.fail_after(WAIT_TIMEOUT_S):
        while not (found := (await read(page)).named(role, name)):
            await page.value("new Promise(done => setTimeout(done, 100))")
        return found


async def focus(page: Page, element: Element) -> None:
    """Go to an element."""
    await page.send_command("DOM.focus", backendNodeId=element.node)


async def press(page: Page, element: Element) -> None:
    """Go to an element and press it by key, once a new prompt takes keys."""
    await page.value("new Promise(done => setTimeout(done, 520))")
    await focus(page, element)
    await page.press_key("Enter")
    await page.value("new Promise(done => setTimeout(done, 80))")
