"""A public address that leads to this server through a tunnel: `ssh -R` to a host that the user names, or
cloudflared.

The tunnel's program runs as a child process, is restarted whenever it ends, and ends with this server, even
if that is killed. The address that it prints may change with each start. Whether links through it work is
checked by a request to this server by way of that address.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from shutil import which

import structlog
import trio

from facedown_shared.network.dialing import trusted_authorities
from facedown_shared.network.links import DEFAULT_PORT, TableLink, parse_link
from facedown_shared.network.tunnel_labels import CHECKING, ENCRYPTED, INTERRUPTED, OCCUPIED, PLAIN, SILENT
from facedown_shared.startup import module_command
from facedown_shared.text.errors import BadInput, Code
from facedown_shared.text.language import _, gettext_noop

log = structlog.get_logger(__name__)

CLOUDFLARED = "cloudflared"
"""The setting for Cloudflare's program, instead of an ssh host."""

SETTING = re.compile(
    r"(?P<to>([\w.-]+@)?(?P<host>[A-Za-z0-9][A-Za-z0-9_.-]*))(:(?P<ssh_port>\d{1,5}))?(/(?P<port>\d{1,5}))?"
)
"""An ssh host: [user@]host[:ssh port], and after a slash the port on which a host of one's own listens."""

SSH_OPTIONS = (
    "-v", "-T", "-oBatchMode=yes", "-oExitOnForwardFailure=yes", "-oStrictHostKeyChecking=accept-new",
    "-oConnectTimeout=15", "-oServerAliveInterval=5", "-oServerAliveCountMax=2",
)  # fmt: skip

HTTP_PORT = "80"
"""The port that tunnel services are asked for; they answer with an https address."""

ADDRESS_TIMEOUT_S = 30.0
"""Seconds for a tunnel to be open and to print its address."""

PRINT_TIMEOUT_S = 6.0
"""Seconds for an ssh host to print an address after it has accepted the forwarding."""

CHECK_TIMEOUT_S = 4.0
CHECK_INTERVAL_S = 1.0
SILENCE_TIMEOUT_S = {"http": 2.0, "https": 30.0}
"""Seconds for a new link to answer; the name of a tunnel service may be new to the network."""

SSH_CAUSES = {
    "Permission denied": gettext_noop(
        "No password can be typed here, so ssh needs a key that opens without one: run ssh-copy-id {login} "
        "once, or ssh-add."
    ),
    "Host key verification failed": gettext_noop(
        "The key of that host has changed, or is unknown: connect once with ssh {login}, and compare it."
    ),
    "Could not resolve hostname": gettext_noop("Is the name spelled correctly?"),
    "remote port forwarding failed": gettext_noop(
        "That host refuses the port: another program has it, or it forbids this port. A server of your own "
        "needs a free port above 1023, so try: --tunnel {host}/{other}"
    ),
}
"""Advice by what ssh prints."""

NO_ADDRESS = gettext_noop(
    "{host} printed no https address, so it is no tunnel service. For a server of your own, add the port on "
    "which it shall listen: --tunnel {host}/7777"
)

RETRY_DELAYS_S = (*(1.0,) * 15, 2.0, 5.0, 10.0, 30.0)
"""Seconds until a tunnel that has ended is opened again; the last one repeats. An ssh host may hold the port
of a lost connection for a while, and friends wait meanwhile.
"""

JITTER_RATIO = 0.3
MIN_FREE_PORT, MAX_PORT = 1024, 65_535

SHUTDOWN_TIMEOUT_S = 3.0
MAX_LINE_BYTES = 8_192

_ADDRESS = re.compile(r"https://[\w.-]{1,253}(:\d{1,5})?/?")
_ALLOCATED = re.compile(r"Allocated port (\d{1,5}) for remote forward")
GUARD_MODULE = "facedown_server.service.operating.tunnel_guard"
_COLOURS = re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]")


class Tunnel:
    """A tunnel to `host` and `port` on this computer. `setting`: as in the settings; "" for none.

    `public_url`: the address for links, if it differs from the one at which the tunnel listens. `nonce`: part
    of the requests that check it. `jitter` returns a number from -1 to 1, for the delays of retries.
    """

    def __init__(
        self, setting: str, host: str, port: int, public_url: str = "", nonce: str = "",
        jitter: Callable[[], float] = float,
    ) -> None:  # fmt: skip
        self.url = ""
        """The public address; "" before the tunnel was open."""
        self.label = ""
        """Whether links through it work, one of the labels."""
        self.changed = trio.Event()
        """Event that is set, and replaced, when the address or its label changes."""
        self._last = ""
        """The last line that may be an error."""
        self._setting, self._target, self._public_url = setting, f"{host}:{port}", public_url.rstrip("/")
        self._ssh = None if setting == CLOUDFLARED else SETTING.fullmatch(setting)
        self._host = ""
        """The host name behind the ssh host, which may be an alias of the user's."""
        self._found = ""
        """The address that this run of the program has printed."""
        self._forwards = trio.Event()
        """Event that is set when ssh forwards, although no address was printed yet."""
        self._opened = trio.Event()
        self._nonce, self._jitter = nonce, jitter
        self._arrived = trio.Event()
        self._is_occupied = False
        """True if another program has answered a request to the address."""

    def note_request(self, path: str) -> None:
        """Note the path of a request to this server: it may be our own, which came through the tunnel."""
        if self._nonce and self._nonce in path:
            self._arrived.set()

    def _set_address(self, url: str, label: str) -> None:
        if (url, label) != (self.url, self.label):
            self.url, self.label = url, label
            self.changed.set()
            self.changed = trio.Event()

    def _command(self) -> list[str]:
        if self._ssh is None:
            return [CLOUDFLARED, "tunnel", "--no-autoupdate", "--url", f"http://{self._target}"]
        to, ssh_port, port = self._ssh.group("to", "ssh_port", "port")
        remote = f":{port}" if port else HTTP_PORT
        return [
            "ssh", *SSH_OPTIONS, *(["-p", ssh_port] if ssh_port else []), *(["-N"] if port else []),
            "-R", f"{remote}:{self._target}", "--", to,
        ]  # fmt: skip

    async def keep_open(self, *, is_required: bool) -> None:
        """Open the tunnel, and open it again whenever it ends.

        Raises BadInput if it is required and the first attempt fails.
        """
        if self._ssh and self._ssh["port"]:
            self._host = await _host_name(self._ssh["to"]) or self._ssh["host"]
        tries = 0
        while True:
            opened = await self._run_program()
            tries = 0 if opened else tries + 1
            if is_required and not self._opened.is_set():
                raise BadInput(Code.BAD_SETTING, self._failure())
            log.warning("tunnel closed", reason=self._last)
            delay = RETRY_DELAYS_S[min(tries, len(RETRY_DELAYS_S) - 1)]
            await trio.sleep(delay * (1 + JITTER_RATIO * self._jitter()))

    async def wait_until_open(self) -> None:
        """Wait until the tunnel was open once."""
        await self._opened.wait()

    async def _run_program(self) -> bool:
        """Run the tunnel's program until it ends; return whether the tunnel was open."""
        self._last = self._found = ""
        self._forwards = trio.Event()
        command = module_command(GUARD_MODULE, *self._command())
        pipe, merged = subprocess.PIPE, subprocess.STDOUT
        process = await trio.lowlevel.open_process(command, stdin=pipe, stdout=pipe, stderr=merged)
        assert process.stdin is not None, "it is a pipe"
        try:
            async with trio.open_nursery() as nursery:
                with trio.move_on_after(ADDRESS_TIMEOUT_S) as waiting:
                    nursery.start_soon(self._limit_wait, waiting)
                    await self._read_output(process.stdout, waiting, nursery)
                nursery.cancel_scope.cancel()
            return bool(self._found)
        finally:
            if self.url:
                self._set_address(self.url, INTERRUPTED)
            with trio.CancelScope(shield=True):
                await process.stdin.aclose()
                with trio.move_on_after(SHUTDOWN_TIMEOUT_S):
                    await process.wait()
                process.kill()
                if process.stdout is not None:
                    await process.stdout.aclose()

    async def _read_output(
        self, stdout: trio.abc.ReceiveStream | None, waiting: trio.CancelScope, nursery: trio.Nursery
    ) -> None:
        """Read what the program prints until it ends. Once the address is known, check it."""
        rest, is_open = b"", False
        while stdout is not None and (data := await stdout.receive_some(MAX_LINE_BYTES)):
            *lines, rest = (rest[-MAX_LINE_BYTES:] + data).split(b"\n")
            for line in lines:
                self._read_line(_COLOURS.sub("", line.decode(errors="replace")).strip())
            if self._found and not is_open:
                is_open, waiting.deadline = True, float("inf")
                log.info("tunnel open", address=self._found)
                nursery.start_soon(self._check_link, self._public_url or self._found)

    async def _limit_wait(self, waiting: trio.CancelScope) -> None:
        """Wait no longer than PRINT_TIMEOUT_S for the address once ssh forwards."""
        await self._forwards.wait()
        if not self._found:
            waiting.deadline = trio.current_time() + PRINT_TIMEOUT_S

    async def _check_link(self, url: str) -> None:
        """Note the address, and whether it leads here. A tunnel of a service may need a while for that."""
        scheme = url.partition(":")[0]
        if url != self.url:
            self._set_address(url, CHECKING)
        self._opened.set()
        silent_from = trio.current_time() + SILENCE_TIMEOUT_S[scheme]
        while not await self._is_reached(url):
            is_own_port = self._ssh is not None and self._ssh["port"] and not self._public_url
            if self._is_occupied and is_own_port:
                self._set_address(url, OCCUPIED)
            elif trio.current_time() > silent_from:
                self._set_address(url, SILENT)
            await trio.sleep(CHECK_INTERVAL_S)
        self._set_address(url, ENCRYPTED if scheme == "https" else PLAIN)

    async def _is_reached(self, url: str) -> bool:
        """Return whether a request to the address arrives here."""
        self._arrived, self._is_occupied = trio.Event(), False
        there = parse_link(url)
        with suppress(OSError, trio.BrokenResourceError), trio.move_on_after(CHECK_TIMEOUT_S):
            stream: trio.abc.Stream = await trio.open_tcp_stream(there.host, there.port)
            if there.secure:
                stream = trio.SSLStream(stream, trusted_authorities(), server_hostname=there.host)
            async with stream:
                asked = f"GET /emblem.svg?{self._nonce} HTTP/1.1\r\nHost: {there.netloc}\r\n\r\n"
                await stream.send_all(asked.encode())
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._wait_for_answer, stream, nursery.cancel_scope)
                    await self._arrived.wait()
                    nursery.cancel_scope.cancel()
        return self._arrived.is_set()

    async def _wait_for_answer(self, stream: trio.abc.Stream, waiting: trio.CancelScope) -> None:
        """End the wait for our request when the address answers, or closes the connection."""
        with suppress(trio.BrokenResourceError):
            self._is_occupied = bool(await stream.receive_some(1)) and not self._arrived.is_set()
        waiting.cancel()

    def _read_line(self, line: str) -> None:
        """Read the address, or the last error, from a line of the program's output."""
        port = self._ssh["port"] if self._ssh else None
        if self._ssh and port:
            if allocated := _ALLOCATED.match(line):
                port = allocated[1]
            if allocated or (line.startswith("debug1: remote forward success") and port != "0"):
                self._found = TableLink(self._host, int(port)).base
        else:
            if line.startswith("debug1: remote forward success"):
                self._forwards.set()
            for part in line.split("|"):
                *before, last = part.split() or [""]
                words = " ".join(before).lower()
                is_own = words in ("", "https:") or "tunnel" in words or "forward" in words
                if is_own and _ADDRESS.fullmatch(last):  # services print other addresses as well
                    self._found = last.rstrip("/")
        if line and not line.lower().startswith(
            ("debug1:", "authenticated", "openssh_", "transferred:", "bytes", "warning:")
        ):
            self._last = line[:200]

    def _failure(self) -> str:
        """Return why the tunnel could not be opened, and what to do."""
        host = self._setting.partition("/")[0]
        if self._forwards.is_set():
            return _(NO_ADDRESS, host=host)
        if not self._last:
            return _(
                "{host} did not open a tunnel within {seconds:.0f} seconds.",
                host=host,
                seconds=ADDRESS_TIMEOUT_S,
            )
        to, ssh_port, port = self._ssh.group("to", "ssh_port", "port") if self._ssh else ("", "", "")
        login = f"-p {ssh_port} {to}" if ssh_port else to
        other = min(int(port) + 1, MAX_PORT) if port and int(port) >= MIN_FREE_PORT else DEFAULT_PORT
        advice = next((says for words, says in SSH_CAUSES.items() if words in self._last), "")
        why = _("The tunnel through {host} could not be opened: {why}", host=host, why=self._last)
        return f"{why.rstrip('.')}. {_(advice, host=host, login=login, other=other)}" if advice else why


async def _host_name(alias: str) -> str:
    """Return the host name behind an ssh host, from the user's ssh settings; "" if ssh cannot tell."""
    with suppress(OSError, trio.TooSlowError), trio.fail_after(CHECK_TIMEOUT_S):
        output = await trio.run_process(
            ["ssh", "-G", "--", alias], capture_stdout=True, capture_stderr=True, check=False
        )
        found = re.search(r"^hostname (\S+)$", output.stdout.decode(errors="replace"), re.MULTILINE)
        return found[1] if found else ""
    return ""


def check_tunnel(setting: str) -> str:
    """Return why the tunnel of this setting cannot be opened here; "" if it may be."""
    if setting == CLOUDFLARED:
        return "" if which(CLOUDFLARED) else _("The program cloudflared is not installed here.")
    if not SETTING.fullmatch(setting):
        return _(
            "A tunnel leads through cloudflared or an ssh host like you@your.server/7777, not {setting!r}.",
            setting=setting,
        )
    return "" if which("ssh") else _("The program ssh is not installed here.")


@asynccontextmanager
async def open_tunnel(
    setting: str, host: str, port: int, *, public_url: str = "", nonce: str = "", is_required: bool = True,
    jitter: Callable[[], float] = float,
) -> AsyncIterator[Tunnel]:  # fmt: skip
    """Keep a tunnel to this computer's `host` and `port` open within this context.

    Raises BadInput if it cannot be opened. A tunnel that is not required is opened later.
    """
    if setting and (why := check_tunnel(setting)):
        raise BadInput(Code.BAD_SETTING, why)
    tunnel = Tunnel(setting, host, port, public_url, nonce, jitter)
    async with trio.open_nursery() as nursery:
        if setting:
            nursery.start_soon(partial(tunnel.keep_open, is_required=is_required))
            if is_required:
                await tunnel.wait_until_open()
        yield tunnel
        nursery.cancel_scope.cancel()
