"""Tunnels: a local sshd and a fake cloudflared give a server a public address, which is in its links."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from facedown_server.service.config import Config, read_config
from facedown_server.service.operating import tunnel
from facedown_server.service.operating.tunnel import Tunnel, check_tunnel, open_tunnel
from facedown_shared.network import tunnel_labels
from facedown_shared.network.links import parse_link
from facedown_shared.text.errors import BadInput

SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")

SERVICE = """
Welcome to tunnel.example! Follow us at [https://social.example/tunnel].
To set up and manage custom domains go to https://admin.tunnel.example/
\x1b[32mabc123.tunnel.example tunneled with tls termination, https://abc123.tunnel.example\x1b[0m
"""

CLOUDFLARED = """
INF Thank you for trying Cloudflare Tunnel (https://developers.cloudflare.example/apps)
INF Requesting new quick Tunnel on trycloudflare.example...
INF +------------------------------------------------------+
INF |  Your quick Tunnel has been created! Visit it at:    |
INF |  https://some-words-here.trycloudflare.example       |
"""


def fake_program(folder: Path, name: str, *lines: str, then: str = "time.sleep(600)") -> Path:
    """Write a program that appends its arguments and process id to a file, prints lines, and goes on.

    As ssh -G it prints a host name as if `own.example` were an alias.
    """
    log = folder / f"{name}.log"
    (folder / name).write_text(
        f"#!{sys.executable}\nimport os, sys, time\n"
        "if sys.argv[1] == '-G':\n"
        "    print('user me\\nhostname ' + sys.argv[-1].split('@')[-1].replace('own.', 'real.'))\n"
        "    raise SystemExit\n"
        f"open({str(log)!r}, 'a').write(f'{{os.getpid()}} ' + ' '.join(sys.argv[1:]) + '\\n')\n"
        f"print({chr(10).join(lines)!r}, file=sys.stderr, flush=True)\n{then}\n"
    )
    (folder / name).chmod(0o755)
    return log


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder whose programs are found first."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    monkeypatch.setattr(tunnel, "RETRY_DELAYS_S", (0.05,))
    return folder


async def poll_until(seen: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    with trio.fail_after(60):
        while not seen():  # noqa: ASYNC110  # nothing signals what it waits for
            await trio.sleep(0.02)


def is_port_open(port: int, host: str = "127.0.0.1") -> bool:
    """Return whether something listens on a port of this computer."""
    with socket.socket() as probe:
        return probe.connect_ex((host, port)) == 0


def is_running(pid: int) -> bool:
    """Return whether a process runs."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


@pytest.mark.parametrize(
    ("setting", "program", "prints", "address"),
    [
        ("cloudflared", "cloudflared", CLOUDFLARED, "https://some-words-here.trycloudflare.example"),
        ("nokey@tunnel.example", "ssh", SERVICE, "https://abc123.tunnel.example"),
        ("tunnel.example:443", "ssh", "HTTP: http://a.b.example\nHTTPS: https://a.b.example", "https://a.b.example"),
        ("me@own.example/0", "ssh", "Allocated port 40123 for remote forward to 127.0.0.1:7", "http://real.example:40123"),
        ("own.example/7777", "ssh", "debug1: remote forward success for: listen :7777", "http://real.example:7777"),
    ],
)  # fmt: skip
async def test_the_printed_address_is_read_and_the_program_ends_with_the_tunnel(
    programs: Path, setting: str, program: str, prints: str, address: str
) -> None:
    log = fake_program(programs, program, prints)
    async with open_tunnel(setting, "127.0.0.1", 7) as opened:
        assert opened.url == address
        pid, *arguments = log.read_text().split()
        assert is_running(int(pid))
        assert any("127.0.0.1:7" in argument for argument in arguments)
    assert not is_running(int(pid))


async def test_a_tunnel_that_ends_is_opened_again_with_its_new_address(programs: Path) -> None:
    log = fake_program(
        programs, "cloudflared", then="print(f'https://a{os.getpid()}.example', flush=True); time.sleep(600)"
    )
    async with open_tunnel("cloudflared", "127.0.0.1", 7) as opened:
        first = log.read_text().split()[0]
        assert opened.url == f"https://a{first}.example"
        os.kill(int(first), signal.SIGKILL)
        await poll_until(lambda: opened.url not in ("", f"https://a{first}.example"))
        second = log.read_text().splitlines()[1].split()[0]
        assert opened.url == f"https://a{second}.example"


async def test_a_tunnel_ends_with_a_server_that_is_killed(programs: Path) -> None:
    log = fake_program(programs, "cloudflared", "https://a.example")
    code = (
        "import trio\nfrom facedown_server.service.operating.tunnel import open_tunnel\n"
        "async def main():\n    async with open_tunnel('cloudflared', '127.0.0.1', 7):\n"
        "        print('open', flush=True)\n        await trio.sleep_forever()\ntrio.run(main)\n"
    )
    server = await trio.lowlevel.open_process([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert server.stdout is not None
    printed = b""
    while b"open\n" not in printed:
        printed += (said := await server.stdout.receive_some())
        assert said
    pid = int(log.read_text().split()[0])
    assert is_running(pid)
    server.kill()
    await server.wait()
    await server.stdout.aclose()
    await poll_until(lambda: not is_running(pid))


@pytest.mark.parametrize(
    ("prints", "then", "why"),
    [
        (
            "debug1: Connecting\nme@own.example: Permission denied (publickey).",
            "",
            "ssh-copy-id -p 2222 own.example once",
        ),
        ("Host key verification failed.", "", "connect once with ssh -p 2222 own.example"),
        (
            "Error: remote port forwarding failed for listen port 80",
            "",
            "try: --tunnel own.example:2222/7777",
        ),
        (
            "debug1: remote forward success for: listen 80",
            "time.sleep(600)",
            "--tunnel own.example:2222/7777",
        ),
        ("Welcome", "time.sleep(600)", "Welcome"),
        ("", "", "did not open a tunnel"),
    ],
)
async def test_a_tunnel_that_cannot_be_opened_says_why(
    programs: Path, monkeypatch: pytest.MonkeyPatch, prints: str, then: str, why: str
) -> None:
    monkeypatch.setattr(tunnel, "ADDRESS_TIMEOUT_S", 2.0)
    monkeypatch.setattr(tunnel, "PRINT_TIMEOUT_S", 0.2)
    fake_program(programs, "ssh", prints, then=then)
    with pytest.RaisesGroup(pytest.RaisesExc(BadInput, match=why), flatten_subgroups=True):
        async with open_tunnel("own.example:2222", "127.0.0.1", 7):
            raise AssertionError("it is not open")


@pytest.mark.parametrize(("port", "other"), [(7777, 7778), (80, 7777), (65_535, 65_535)])
async def test_a_refused_port_is_answered_with_another_one(programs: Path, port: int, other: int) -> None:
    """Seen to fail: the advice named the refused port itself."""
    fake_program(programs, "ssh", f"Error: remote port forwarding failed for listen port {port}", then="")
    why = f"try: --tunnel me@own.example/{other}$"
    with pytest.RaisesGroup(pytest.RaisesExc(BadInput, match=why), flatten_subgroups=True):
        async with open_tunnel(f"me@own.example/{port}", "127.0.0.1", 7):
            raise AssertionError("it is not open")


@pytest.mark.parametrize(
    "setting", ["-oProxyCommand=x", "two words", "host/port", "me@host;x", "http://host"]
)
def test_a_setting_that_names_no_host_is_refused(setting: str) -> None:
    assert "not " in check_tunnel(setting)


def test_only_a_tunnel_that_ends_tls_is_trusted_with_the_clients_addresses() -> None:
    """A bare port passes on what clients send, so that their header would be believed."""
    assert Config(tunnel="tunnel.example").trusted_proxies == {"127.0.0.1"}
    assert Config(tunnel="cloudflared", bind=("192.168.1.2",)).trusted_proxies == {"192.168.1.2"}
    assert Config(tunnel="own.example/7777").trusted_proxies == frozenset()
    assert Config(proxies=("10.0.0.1",)).trusted_proxies == {"10.0.0.1"}
    with pytest.raises(BadInput, match="ends TLS itself"):
        read_config(environment={}, flags={"tunnel": "cloudflared", "tls_cert": "a", "tls_key": "b"})


@asynccontextmanager
async def local_sshd(
    folder: Path, programs: Path, *, host: str = "127.0.0.1", gateway_ports: str = "clientspecified"
) -> AsyncIterator[str]:
    """Run an sshd on this computer that admits one new key, and let ssh use it; yield an alias for user and
    host, and its port.
    """
    assert SSHD is not None, "openssh-server is installed by .ci/run"
    with socket.create_server((host, 0)) as free:
        port = free.getsockname()[1]
    for key in ("host_key", "own_key"):
        await trio.run_process(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / key)])
    config, client = folder / "sshd_config", folder / "ssh_config"
    config.write_text(
        f"Port {port}\nListenAddress {host}\nHostKey {folder}/host_key\nPidFile none\nStrictModes no\n"
        f"AuthorizedKeysFile {folder}/own_key.pub\nGatewayPorts {gateway_ports}\nUsePAM no\n"
    )
    client.write_text(
        f"IdentityFile {folder}/own_key\nUserKnownHostsFile {folder}/known_hosts\nHost my_server\n"
        f"HostName {host}\nUser {pwd.getpwuid(os.geteuid()).pw_name}\n"
    )
    (programs / "ssh").write_text(f'#!/bin/sh\nexec {shutil.which("ssh")} -F {client} "$@"\n')
    (programs / "ssh").chmod(0o755)
    if os.geteuid() == 0:
        await trio.Path("/run/sshd").mkdir(exist_ok=True)
    process = await trio.lowlevel.open_process(
        [SSHD, "-D", "-e", "-f", str(config)], stderr=subprocess.DEVNULL
    )
    try:
        await poll_until(lambda: is_port_open(port, host))
        yield f"my_server:{port}"
    finally:
        process.terminate()
        with trio.CancelScope(shield=True):
            await process.wait()


async def test_a_local_sshd_leads_to_what_listens_here(tmp_path: Path, programs: Path) -> None:
    """The link has the host's real name, not the alias in the user's ssh settings."""

    async def handler(stream: trio.SocketStream) -> None:
        await stream.send_all(b"reached")
        await stream.aclose()

    async with local_sshd(tmp_path, programs) as host, trio.open_nursery() as nursery:
        (listener,) = await nursery.start(partial(trio.serve_tcp, handler, 0, host="127.0.0.1"))
        async with open_tunnel(f"{host}/0", "127.0.0.1", listener.socket.getsockname()[1]) as opened:
            outside = int(opened.url.rpartition(":")[2])
            assert opened.url == f"http://127.0.0.1:{outside}"
            async with await trio.open_tcp_stream("127.0.0.1", outside) as stream:
                assert await stream.receive_some() == b"reached"
        await poll_until(lambda: not is_port_open(outside))
        nursery.cancel_scope.cancel()


async def test_a_link_is_dead_without_gateway_ports(tmp_path: Path, programs: Path) -> None:
    """A stock sshd forwards for its own computer alone."""
    sshd = local_sshd(tmp_path, programs, host="127.0.0.2", gateway_ports="no")
    async with sshd as host, open_tunnel(f"{host}/0", "127.0.0.1", 7) as opened:
        assert opened.label == tunnel_labels.CHECKING
        await poll_until(lambda: opened.label == tunnel_labels.SILENT)
        assert "GatewayPorts clientspecified" in tunnel_labels.NOTES[opened.label]
        assert parse_link(opened.url).host == "127.0.0.2"


async def test_a_link_works_once_a_request_to_it_arrives_here(
    tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What listens at the address may accept connections and forward none, or be another program."""
    monkeypatch.setattr(tunnel, "CHECK_INTERVAL_S", 0.05)
    monkeypatch.setattr(tunnel, "CHECK_TIMEOUT_S", 0.5)
    monkeypatch.setattr(tunnel, "SILENCE_TIMEOUT_S", {"http": 0.3})
    answers, opened = "", Tunnel("", "127.0.0.1", 7)

    async def handler(stream: trio.SocketStream) -> None:
        async with stream:
            request = (await stream.receive_some()).decode()
            if answers == "ours":
                opened.note_request(request.split()[1])
            if answers == "other":
                await stream.send_all(b"HTTP/1.1 404 Not Found\r\n\r\n")

    async with local_sshd(tmp_path, programs) as host, trio.open_nursery() as nursery:
        (listener,) = await nursery.start(partial(trio.serve_tcp, handler, 0, host="127.0.0.1"))
        port = listener.socket.getsockname()[1]
        async with open_tunnel(f"{host}/0", "127.0.0.1", port, nonce="n0nce") as opened:
            assert opened.label == tunnel_labels.CHECKING
            await poll_until(lambda: opened.label == tunnel_labels.SILENT)
            answers = "other"
            await poll_until(lambda: opened.label == tunnel_labels.OCCUPIED)
            answers = "ours"
            await poll_until(lambda: opened.label == tunnel_labels.PLAIN)
        nursery.cancel_scope.cancel()


async def test_a_tunnel_keeps_its_address_while_it_is_interrupted(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = fake_program(programs, "ssh", "debug1: remote forward success")
    opened = Tunnel("", "127.0.0.1", 7)

    async def handler(stream: trio.SocketStream) -> None:
        async with stream:
            opened.note_request((await stream.receive_some()).decode().split()[1])

    async with trio.open_nursery() as nursery:
        (listener,) = await nursery.start(partial(trio.serve_tcp, handler, 0, host="127.0.0.1"))
        port = listener.socket.getsockname()[1]
        async with open_tunnel(f"127.0.0.1/{port}", "127.0.0.1", 7, nonce="n0nce") as opened:
            await poll_until(lambda: opened.label == tunnel_labels.PLAIN)
            for label in (tunnel_labels.INTERRUPTED, tunnel_labels.PLAIN):
                changed = opened.changed
                if label == tunnel_labels.INTERRUPTED:
                    os.kill(int(log.read_text().split()[0]), signal.SIGKILL)
                with trio.fail_after(60):
                    await changed.wait()
                assert (opened.url, opened.label) == (f"http://127.0.0.1:{port}", label)
        nursery.cancel_scope.cancel()


async def test_a_lost_tunnel_is_tried_again_about_every_second_at_first(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock
) -> None:
    """Seen to fail: a friend waited for 24 s while the host's server still held the port."""
    tries = []

    async def fail(lost: Tunnel) -> bool:
        tries.append(trio.current_time())
        return False

    monkeypatch.setattr(Tunnel, "_run_program", fail)
    for jitter, most in ((1.0, 1.4), (-1.0, 0.8)):
        tries.clear()
        with trio.move_on_after(8):
            await Tunnel("cloudflared", "127.0.0.1", 7, jitter=partial(float, jitter)).keep_open(
                is_required=False
            )
        assert max(later - earlier for earlier, later in pairwise(tries)) < most


async def test_a_tunnel_that_is_not_required_opens_later(programs: Path) -> None:
    """A resumed duel does not wait for it."""
    fake_program(programs, "cloudflared", then="raise SystemExit(1)")
    async with open_tunnel("cloudflared", "127.0.0.1", 7, is_required=False) as opened:
        assert not opened.url
        await trio.sleep(0.5)
        fake_program(programs, "cloudflared", "https://a.example")
        await poll_until(lambda: opened.url)


async def test_links_have_the_public_address_that_the_host_names(programs: Path) -> None:
    fake_program(programs, "ssh", "debug1: remote forward success for: listen :7777")
    async with open_tunnel("own.example/7777", "127.0.0.1", 7, public_url="https://duels.example/") as opened:
        assert (opened.url, opened.label) == ("https://duels.example", tunnel_labels.CHECKING)
