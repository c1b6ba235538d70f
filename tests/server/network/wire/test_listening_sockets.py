"""Opening sockets and folders: what works, and the error sentence when it does not."""

from __future__ import annotations

import errno
import socket
import ssl
from contextlib import suppress
from pathlib import Path

import pytest
import trio
import trustme
from trio.testing import MockClock

from facedown_server.network.wire.listening_sockets import (
    CERTIFICATE_POLL_INTERVAL_S,
    allow_files,
    open_listeners,
    renew_certificate,
    tls_context,
)
from facedown_server.network.wire.streams import TcpListener
from facedown_server.runtime.data_folder import lock_folder
from facedown_shared.text.errors import BadInput


async def shut(*opened: TcpListener) -> None:
    """Close them."""
    for door in opened:
        await door.aclose()


async def test_all_doors_share_a_port() -> None:
    opened = open_listeners(("127.0.0.1", "127.0.0.2"), 0)
    assert opened[0].port == opened[1].port > 0
    assert opened[0].address == f"127.0.0.1:{opened[0].port}"
    await shut(*opened)


async def test_a_machine_without_ipv6_has_one_door(monkeypatch: pytest.MonkeyPatch) -> None:
    create = socket.create_server

    def bind_ipv4_only(address: tuple[str, int], *, family: int, backlog: int) -> socket.socket:
        if family == socket.AF_INET6:
            raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")
        return create(("127.0.0.1", address[1]), backlog=backlog)

    monkeypatch.setattr(socket, "create_server", bind_ipv4_only)
    (door,) = open_listeners(("0.0.0.0", "::"), 0)
    await shut(door)


async def test_a_port_in_use_gets_a_sentence() -> None:
    (first,) = open_listeners(("127.0.0.1",), 0)
    with pytest.raises(BadInput, match=f"^Port {first.port} is in use already; .* --port.$"):
        open_listeners(("127.0.0.1",), first.port)
    with pytest.raises(BadInput, match=f"^Port {first.port} is in use already; .* --admin-port.$"):
        open_listeners(("127.0.0.1",), first.port, flag="--admin-port")
    await shut(first)


@pytest.mark.parametrize(
    ("address", "words"),
    [("203.0.113.77", "no address 203.0.113.77"), ("no.such.host.invalid", "no address no.such")],
)
def test_an_address_of_others_gets_a_sentence(address: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        open_listeners((address,), 0)


def test_other_refusals_of_the_system_get_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, words in ((errno.EACCES, "without more rights"), (errno.ENOBUFS, "Nothing can listen")):
        failure = OSError(number, "No buffer space")

        def refuse(*_: object, failure: OSError = failure, **__: object) -> None:
            raise failure

        monkeypatch.setattr(socket, "create_server", refuse)
        with pytest.raises(BadInput, match=words):
            open_listeners(("127.0.0.1",), 80)


def test_certificates_that_cannot_be_used_get_a_sentence(tmp_path: Path) -> None:
    one, other = (trustme.CA().issue_cert("localhost") for _ in range(2))
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    one.cert_chain_pems[0].write_to_path(str(certificate))
    other.private_key_pem.write_to_path(str(key))
    with pytest.raises(BadInput, match="no certificate and key that belong together"):
        tls_context(str(certificate), str(key))
    with pytest.raises(BadInput, match="No such file"):
        tls_context(str(tmp_path / "none"), str(key))
    one.private_key_pem.write_to_path(str(key))
    assert tls_context(str(certificate), str(key))
    assert tls_context("", "") is None


def issue(folder: Path) -> tuple[str, str, bytes]:
    """Write a new certificate and its key to these files; return the certificate a client would get."""
    issued = trustme.CA().issue_cert("localhost")
    certificate, key = str(folder / "cert.pem"), str(folder / "key.pem")
    issued.cert_chain_pems[0].write_to_path(certificate)
    issued.private_key_pem.write_to_path(key)
    return certificate, key, ssl.PEM_cert_to_DER_cert(issued.cert_chain_pems[0].bytes().decode())


def presented_certificate(server: ssl.SSLContext) -> bytes | None:
    """Return the certificate a client gets, in a handshake within memory."""
    client = ssl.create_default_context()
    client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    sides = (client.wrap_bio(back, there), server.wrap_bio(there, back, server_side=True))
    for side in sides * 4:
        with suppress(ssl.SSLWantReadError):
            side.do_handshake()
    return sides[0].getpeercert(binary_form=True)


def spoil(certificate: str) -> None:
    """Write half of the file. Not in a thread: that takes virtual time, up to the very moment of a poll."""
    Path(certificate).write_text("half of a new cert", encoding="ascii")


async def test_a_renewed_certificate_is_taken_up(tmp_path: Path, autojump_clock: MockClock) -> None:
    certificate, key, before = issue(tmp_path)
    context = tls_context(certificate, key)
    assert context is not None
    async with renew_certificate(context, certificate, key):
        await trio.sleep(CERTIFICATE_POLL_INTERVAL_S / 2)
        spoil(certificate)
        await trio.sleep(CERTIFICATE_POLL_INTERVAL_S)
        assert presented_certificate(context) == before
        _, _, after = issue(tmp_path)
        await trio.sleep(CERTIFICATE_POLL_INTERVAL_S)
        assert presented_certificate(context) == after != before


def test_a_folder_is_one_servers_at_a_time(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "duels"
    with lock_folder(folder) as ours:
        assert ours.is_dir()
        with pytest.raises(BadInput, match="Another server is using"), lock_folder(folder):
            pass
    with lock_folder(folder):
        pass


def test_a_folder_that_cannot_be_made_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with (
        pytest.raises(BadInput, match="choose another folder with --data"),
        lock_folder(tmp_path / "file"),
    ):
        pass


def test_as_many_files_as_the_system_lets_us() -> None:
    allow_files(64)
    allow_files(2**40)
