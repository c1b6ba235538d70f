"""Headless Chromium, driven over its DevTools protocol: tests click, type and read in its pages.

No step waits blindly: a page reports when the awaited state is reached.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import trio
from websockets.exceptions import ConnectionClosed
from websockets.trio.client import ClientConnection, connect

from tests.browser.drivers.driven_page import COMMAND_TIMEOUT_S, DrivenPage

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
DESK, PHONE = (1280, 720), (390, 844)

KEYS = {"Tab": 9, "Escape": 27, "ArrowDown": 40}
"""Keys that a browser itself handles, by its names for them."""

FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--mute-audio",
    "--remote-debugging-port=0", "--enable-precise-memory-info", "--lang=en-US",
    "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
)  # fmt: skip


def program() -> str:
    """Return the program; "" where there is none on this computer."""
    return next((found for name in PROGRAMS if (found := shutil.which(name))), "")


class CommandError(Exception):
    """A command that the browser refused, such as to focus an element that is gone."""


@dataclass
class Chromium:
    """One browser; `page` opens pages that share nothing by default."""

    socket: ClientConnection
    nursery: trio.Nursery
    _numbers: count[int] = field(default_factory=lambda: count(1))
    _waiting: dict[int, trio.MemorySendChannel[dict[str, Any]]] = field(default_factory=dict)
    pages: dict[str, Page] = field(default_factory=dict)

    async def send_command(self, method: str, session: str = "", **values: Any) -> dict[str, Any]:
        """Send one command and return its result."""
        (result,) = await self.send_together(session, (method, values))
        return result

    async def send_together(
        self, session: str, *commands: tuple[str, dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """Send commands without a wait between them, and return their results."""
        answers = []
        for method, values in commands:
            number = next(self._numbers)
            send, receive = trio.open_memory_channel[dict[str, Any]](1)
            self._waiting[number] = send
            message = {"id": number, "method": method, "params": values}
            await self.socket.send(json.dumps(message | ({"sessionId": session} if session else {})))
            answers.append((method, receive))
        results = []
        with trio.fail_after(COMMAND_TIMEOUT_S):
            for method, receive in answers:
                answer = await receive.receive()
                if (error := answer.get("error")) is not None:
                    raise CommandError(f"{method}: {error['message']}")
                results.append(dict(answer["result"]))
        return results

    async def listen(self) -> None:
        """Pass answers to their callers, and record the errors of pages."""
        try:
            while True:
                message = json.loads(await self.socket.recv())
                if (number := message.get("id")) in self._waiting:
                    self._waiting.pop(number).send_nowait(message)
                elif (page := self.pages.get(message.get("sessionId", ""))) is not None:
                    page.handle_event(message["method"], message["params"])
        except ConnectionClosed:
            return

    async def page(
        self, address: str, size: tuple[int, int] = DESK, context: str = "", language: str = "en-US"
    ) -> Page:
        """Open a page of its own, or beside others in their context."""
        context = context or (await self.send_command("Target.createBrowserContext"))["browserContextId"]
        blank = {"url": "about:blank", "browserContextId": context}
        target = (await self.send_command("Target.createTarget", **blank))["targetId"]
        session = (await self.send_command("Target.attachToTarget", targetId=target, flatten=True))[
            "sessionId"
        ]
        page = Page(self, session, context, target)
        self.pages[session] = page
        for domain in ("Page", "Runtime", "Log", "Network"):
            await self.send_command(f"{domain}.enable", session)
        await page.resize(size)
        agent = (await page.value("navigator.userAgent")).replace("Headless", "")
        await self.send_command(
            "Emulation.setUserAgentOverride", session, userAgent=agent, acceptLanguage=language
        )
        await page.go(address)
        return page


@dataclass
class Page(DrivenPage):
    """One page."""

    browser: Chromium
    session: str
    context: str
    target: str
    complaints: list[str] = field(default_factory=list)
    """Its errors: of scripts, and what its policy blocked."""
    received: dict[str, int] = field(default_factory=dict)
    """Bytes received, by request."""
    frames: list[bytes] = field(default_factory=list)
    """Frames received over its websocket."""
    sockets: list[str] = field(default_factory=list)
    """Addresses of its websockets."""
    pieces: list[str] = field(default_factory=list)
    """The snapshot of its memory that is being taken."""

    def handle_event(self, method: str, said: dict[str, Any]) -> None:
        """Handle an event of the browser about it."""
        match method:
            case "Runtime.exceptionThrown":
                self.complaints.append(str(said["exceptionDetails"].get("exception", said)))
            case "Log.entryAdded" if said["entry"]["level"] == "error":
                # A server that is being stopped is no error of the page.
                if "WebSocket" not in (text := said["entry"]["text"]) or "Policy" in text:
                    self.complaints.append(text)
            case "HeapProfiler.addHeapSnapshotChunk":
                self.pieces.append(said["chunk"])
            case "Network.loadingFinished":
                self.received[said["requestId"]] = int(said["encodedDataLength"])
            case "Network.webSocketCreated":
                self.sockets.append(said["url"])
            case "Network.webSocketFrameReceived" if said["response"]["opcode"] == 2:
                self.frames.append(base64.b64decode(said["response"]["payloadData"]))

    async def send_command(self, method: str, **values: Any) -> dict[str, Any]:
        """Send one command about this page."""
        return await self.browser.send_command(method, self.session, **values)

    async def send_together(self, *commands: tuple[str, dict[str, Any]]) -> None:
        """Send commands about this page of which one follows the other at once, on a busy machine too."""
        await self.browser.send_together(self.session, *commands)

    async def value(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript, awaited."""
        told = await self.send_command(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True
        )
        assert "exceptionDetails" not in told, f"{expression}: {told['exceptionDetails']}"
        return told["result"].get("value")

    async def go(self, address: str) -> None:
        """Go to an address; return once it is loaded."""
        await self.send_command("Page.navigate", url=address)
        await self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    async def reload(self) -> None:
        """Reload it as a person does."""
        await self.value("void (window.isOld = true)")
        await self.send_command("Page.reload")
        await self.until("!window.isOld && document.readyState === 'complete'")

    async def evaluate_if_there(self, expression: str) -> Any:
        """Return the value of an expression; None while the page is being left."""
        try:
            told = await self.send_command(
                "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
            )
        except CommandError:
            return None
        return told["result"].get("value")

    async def press_key(self, key: str) -> None:
        """Press a key."""
        number = {"windowsVirtualKeyCode": KEYS[key]} if key in KEYS else {}
        for kind in ("keyDown", "keyUp"):
            text = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {}
            await self.send_command("Input.dispatchKeyEvent", type=kind, key=key, code=key, **text, **number)

    async def type(self, selector: str, text: str) -> None:
        """Type into a field."""
        await self.until(f"!!document.querySelector({json.dumps(selector)})")
        await self.value(f"document.querySelector({json.dumps(selector)}).focus()")
        await self.send_command("Input.insertText", text=text)

    async def resize(self, size: tuple[int, int]) -> None:
        """Change the size of its window."""
        await self.send_command(
            "Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1,
            mobile=size == PHONE,
        )  # fmt: skip

    async def take_picture(self, path: Path) -> None:
        """Return a picture of it as it is."""
        data = (await self.send_command("Page.captureScreenshot", format="png"))["data"]
        await trio.Path(path).write_bytes(base64.b64decode(data))

    async def heap(self) -> str:
        """Return everything in its memory, as the browser's snapshot, with numbers."""
        self.pieces.clear()
        await self.send_command(
            "HeapProfiler.takeHeapSnapshot", exposeNumericValues=True, captureNumericValue=True
        )
        return "".join(self.pieces)

    async def close(self) -> None:
        """Close it."""
        await self.browser.send_command("Target.closeTarget", targetId=self.target)


@asynccontextmanager
async def chromium(*flags: str) -> AsyncIterator[Chromium]:
    """Open a browser with a profile of its own, which is deleted at the end, and with further flags."""
    with tempfile.TemporaryDirectory(prefix="facedown-browser-", ignore_cleanup_errors=True) as folder:
        process = await trio.lowlevel.open_process(
            [program(), *FLAGS, *flags, f"--user-data-dir={folder}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert process.stderr is not None
        try:
            told = b""
            with trio.fail_after(COMMAND_TIMEOUT_S):
                while not (found := re.search(rb"listening on (ws://\S+)", told)):
                    told += await process.stderr.receive_some()
            async with (
                trio.open_nursery() as nursery,
                connect(found[1].decode(), max_size=None, compression=None, proxy=None) as socket,
            ):
                browser = Chromium(socket, nursery)
                nursery.start_soon(browser.listen)
                nursery.start_soon(_drain, process.stderr)
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
