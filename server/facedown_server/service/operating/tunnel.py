"""A public address that leads to this server through a tunnel: `ssh -R` to a host that the user names, or
cloudflared.

The tunnel's program runs as a child process, is restarted whenever it ends, and ends with this server, even
if that is killed. The address that it prints may change with each start.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from shutil import which

import structlog
import trio

from facedown_shared.text.errors import BadInput, Code
from facedown_shared.text.language import _, gettext_noop

log = structlog.get_logger(__name__)

CLOUDFLARED = "cloudflared"
"""The setting for Cloudflare's program, instead of an ssh host."""

LABEL = gettext_noop("Internet, through a tunnel whose operator could read along")

SETTING = re.compile(
    r"(?P<to>([\w.-]+@)?(?P<host>[A-Za-z0-9][A-Za-z0-9.-]*))(:(?P<ssh_port>\d{1,5}))?(/(?P<port>\d{1,5}))?"
)
"""An ssh host: [user@]host[:ssh port], and after a slash the port on which a host of one's own listens."""

SSH_OPTIONS = (
    "-v", "-T", "-oBatchMode=yes", "-oExitOnForwardFailure=yes", "-oStrictHostKeyChecking=accept-new",
    "-oConnectTimeout=15", "-oServerAliveInterval=15", "-oServerAliveCountMax=2",
)  # fmt: skip

HTTP_PORT = "80"
"""The port that tunnel services are asked for; they answer with an https address."""

ADDRESS_TIMEOUT_S = 30.0
"""Seconds for a tunnel to be open and to print its address."""

RETRY_DELAYS_S = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Seconds until a tunnel that has ended is opened again; the last one repeats."""

SHUTDOWN_TIMEOUT_S = 3.0
MAX_LINE_BYTES = 8_192

_ADDRESS = re.compile(r"https://[\w.-]{1,253}(:\d{1,5})?/?")
_ALLOCATED = re.compile(r"Allocated port (\d{1,5}) for remote forward")
_COLOURS = re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]")

_GUARD = """
import os, subprocess, sys, threading
child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE)
threading.Thread(target=lambda: (os.read(0, 1), child.terminate()), daemon=True).start()
os._exit(child.wait() & 255)
"""
"""Program that ends the tunnel when its own input ends, as it does when the server is killed."""


class Tunnel:
    """A tunnel to `host` and `port` on this computer. `setting`: as in the settings; "" for none."""

    def __init__(self, setting: str, host: str, port: int) -> None:
        self.url = ""
        """The public address; "" while the tunnel is not open."""
        self._last = ""
        """The last line that may be an error."""
        self._setting, self._target = setting, f"{host}:{port}"
        self._ssh = None if setting == CLOUDFLARED else SETTING.fullmatch(setting)
        self._opened = trio.Event()

    def _command(self) -> list[str]:
        if self._ssh is None:
            return [CLOUDFLARED, "tunnel", "--no-autoupdate", "--url", f"http://{self._target}"]
        to, ssh_port, port = self._ssh.group("to", "ssh_port", "port")
        remote = f":{port}" if port else HTTP_PORT
        return [
            "ssh", *SSH_OPTIONS, *(["-p", ssh_port] if ssh_port else []), *(["-N"] if port else []),
            "-R", f"{remote}:{self._target}", "--", to,
        ]  # fmt: skip

    async def keep_open(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Open the tunnel, and open it again whenever it ends.

        Raises BadInput if the first attempt fails.
        """
        tries = 0
        while True:
            opened = await self._run_program(task_status)
            tries = 0 if opened else tries + 1
            if not self._opened.is_set():
                raise BadInput(Code.BAD_SETTING, self._failure())
            log.warning("tunnel closed", reason=self._last)
            await trio.sleep(RETRY_DELAYS_S[min(tries, len(RETRY_DELAYS_S) - 1)])

    async def _run_program(self, task_status: trio.TaskStatus[None]) -> bool:
        """Run the tunnel's program until it ends; return whether the tunnel was open."""
        self._last, opened = "", False
        command = [sys.executable, "-c", _GUARD, *self._command()]
        pipe, merged = subprocess.PIPE, subprocess.STDOUT
        process = await trio.lowlevel.open_process(command, stdin=pipe, stdout=pipe, stderr=merged)
        assert process.stdin is not None, "it is a pipe"
        assert process.stdout is not None, "it is a pipe"
        try:
            with trio.move_on_after(ADDRESS_TIMEOUT_S) as waiting:
                rest = b""
                while data := await process.stdout.receive_some(MAX_LINE_BYTES):
                    *lines, rest = (rest[-MAX_LINE_BYTES:] + data).split(b"\n")
                    for line in lines:
                        self._read_line(_COLOURS.sub("", line.decode(errors="replace")).strip())
                    if self.url and not opened:
                        opened, waiting.deadline = True, float("inf")
                        log.info("tunnel open", address=self.url)
                        if not self._opened.is_set():
                            self._opened.set()
                            task_status.started()
            return opened
        finally:
            self.url = ""
            with trio.CancelScope(shield=True):
                await process.stdin.aclose()
                with trio.move_on_after(SHUTDOWN_TIMEOUT_S):
                    await process.wait()
                process.kill()
                await process.stdout.aclose()

    def _read_line(self, line: str) -> None:
        """Read the address, or the last error, from a line of the program's output."""
        port = self._ssh["port"] if self._ssh else None
        if self._ssh and port:
            if allocated := _ALLOCATED.match(line):
                port = allocated[1]
            if allocated or (line.startswith("debug1: remote forward success") and port != "0"):
                self.url = f"http://{self._ssh['host']}:{port}"
        else:
            for part in line.split("|"):
                *before, last = part.split() or [""]
                words = " ".join(before).lower()
                is_own = words in ("", "https:") or "tunnel" in words or "forward" in words
                if is_own and _ADDRESS.fullmatch(last):  # services print other addresses as well
                    self.url = last.rstrip("/")
        if line and not line.lower().startswith(
            ("debug1:", "authenticated", "openssh_", "transferred:", "bytes", "warning:")
        ):
            self._last = line[:200]

    def _failure(self) -> str:
        if not self._last:
            return _("The tunnel through {host} has no public address.", host=self._setting)
        why = self._last
        return _("The tunnel through {host} could not be opened: {why}", host=self._setting, why=why)


def check_tunnel(setting: str) -> str:
    """Return why the tunnel of this setting cannot be opened here; "" if it may be."""
    if setting == CLOUDFLARED:
        return "" if which(CLOUDFLARED) else _("The program cloudflared is not installed here.")
    if not SETTING.fullmatch(setting):
        return _(
            "A tunnel leads through cloudflared or an ssh host such as user@tunnel.example, not {setting!r}.",
            setting=setting,
        )
    return "" if which("ssh") else _("The program ssh is not installed here.")


@asynccontextmanager
async def open_tunnel(setting: str, host: str, port: int) -> AsyncIterator[Tunnel]:
    """Keep a tunnel to this computer's `host` and `port` open within this context.

    Raises BadInput if it cannot be opened.
    """
    if setting and (why := check_tunnel(setting)):
        raise BadInput(Code.BAD_SETTING, why)
    tunnel = Tunnel(setting, host, port)
    async with trio.open_nursery() as nursery:
        if setting:
            await nursery.start(tunnel.keep_open)
        yield tunnel
        nursery.cancel_scope.cancel()
