"""Headless Firefox, driven over WebDriver BiDi: tests click, type and read in its pages."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import trio
from websockets.exceptions import ConnectionClosed
from websockets.trio.client import ClientConnection, connect

from tests.browser.drivers.driven_page import COMMAND_TIMEOUT_S, DrivenPage

PROGRAMS = ("firefox-esr", "firefox")
DESK = (1280, 720)
FLAGS = ("--headless", "--no-remote", "--remote-debugging-port=0")
SETTINGS = """
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("intl.accept_languages", "en-US");
"""
"""It asks no other host for anything."""


def program() -> str:
    """Return the program; "" where there is none on this computer."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), "")


@dataclass
class Firefox:
    """One browser; each page has storage of its own."""

    socket: ClientConnection
    _numbers: count[int] = field(default_factory=lambda: count(1))
    _waiting: dict[int, trio.MemorySendChannel[dict[str, Any]]] = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)
    """Errors of scripts, and what a policy blocked."""

    async def send_command(self, method: str, **values: Any) -> dict[str, Any]:
        """Send one command and return its result."""
        number = next(self._numbers)
        send, receive = trio.open_memory_channel[dict[str, Any]](1)
        self._waiting[number] = send
        await self.socket.send(json.dumps({"id": number, "method": method, "params": values}))
        with trio.fail_after(COMMAND_TIMEOUT_S):
            answer = await receive.receive()
        assert answer["type"] == "success", f"{method}: {answer}"
        return dict(answer["result"])

    async def listen(self) -> None:
        """Pass answers to their callers, and record the errors of pages."""
        try:
            while True:
                message = json.loads(await self.socket.recv())
                if (number := message.get("id")) in self._waiting:
                    self._waiting.pop(number).send_nowait(message)
                elif message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                    self.complaints.append(str(message["params"]["text"]))
        except ConnectionClosed:
            return

    async def page(self, address: str, size: tuple[int, int] = DESK) -> FirefoxPage:
        """Open a page of its own."""
        user = (await self.send_command("browser.createUserContext"))["userContext"]
        made = await self.send_command("browsingContext.create", type="tab", userContext=user)
        page = FirefoxPage(self, made["context"])
        width, height = size
        await self.send_command(
            "browsingContext.setViewport",
            context=page.context,
            viewport={"width": width, "height": height},
        )
        await page.go(address)
        return page


@dataclass
class FirefoxPage(DrivenPage):
    """One page."""

    browser: Firefox
    context: str

    async def _evaluate(self, expression: str) -> dict[str, Any]:
        return await self.browser.send_command(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then(JSON.stringify)",
            target={"context": self.context},
            awaitPromise=True,
            userActivation=True,
        )

    async def value(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript, awaited."""
        told = await self._evaluate(expression)
        assert told["type"] == "success", f"{expression}: {told['exceptionDetails']['text']}"
        return json.loads(told["result"].get("value") or "null")

    async def evaluate_if_there(self, expression: str) -> Any:
        """Return the value of an expression; None while the page is being left."""
        try:
            told = await self._evaluate(expression)
        except AssertionError:
            return None
        return json.loads(told.get("result", {}).get("value") or "null")

    async def go(self, address: str) -> None:
        """Go to an address; return once it is loaded."""
        await self.browser.send_command(
            "browsingContext.navigate", context=self.context, url=address, wait="complete"
        )

    async def reload(self) -> None:
        """Reload it as a person does."""
        await self.browser.send_command("browsingContext.reload", context=self.context, wait="complete")

    async def type(self, selector: str, text: str) -> None:
        """Type into a field, key by key."""
        await self.until(f"!!document.querySelector({json.dumps(selector)})")
        await self.value(f"document.querySelector({json.dumps(selector)}).focus()")
        keys = [{"type": kind, "value": key} for key in text for kind in ("keyDown", "keyUp")]
        await self.browser.send_command(
            "input.performActions",
            context=self.context,
            actions=[{"type": "key", "id": "keys", "actions": keys}],
        )


@asynccontextmanager
async def firefox() -> AsyncIterator[Firefox]:
    """Open a browser with a profile of its own, which is deleted at the end."""
    with tempfile.TemporaryDirectory(prefix="facedown-firefox-", ignore_cleanup_errors=True) as folder:
        await trio.Path(folder, "user.js").write_text(SETTINGS)
        process = await trio.lowlevel.open_process(
            [program(), *FLAGS, "--profile", folder, "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stderr is not None
        try:
            told = b""
            with trio.fail_after(COMMAND_TIMEOUT_S):
                while not (found := re.search(rb"BiDi listening on (ws://\S+)", told)):
                    told += await process.stderr.receive_some()
            address = f"{found[1].decode()}/session"
            async with (
                trio.open_nursery() as nursery,
                connect(address, max_size=None, compression=None, proxy=None) as socket,
            ):
                browser = Firefox(socket)
                nursery.start_soon(browser.listen)
                nursery.start_soon(_drain, process.stderr)
                await browser.send_command("session.new", capabilities={})
                await browser.send_command("session.subscribe", events=["log.entryAdded"])
                yield browser
                nursery.cancel_scope.cancel()
        finally:
            with trio.CancelScope(shield=True):
                process.terminate()
                await process.wait()
                await process.stderr.aclose()


async def _drain(stream: trio.abc.ReceiveStream) -> None:
    """Read and discard output, so that the pipe does not fill."""
    while await stream.receive_some(65_536):
        pass
