"""The findings of `check`: good, notes, errors; each in a sentence, nothing changed."""

from __future__ import annotations

import socket
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
import trustme

from facedown_server.runtime.data_folder import lock_folder
from facedown_server.service.command import run
from facedown_server.service.config import JOURNAL, Config
from facedown_server.service.operating.preflight import Mark, check
from facedown_server.storage import schema
from tests.shared.cards.databases import DatabaseCard, make


def config(tmp_path: Path, **more: Any) -> Config:
    """Return settings of a server on loopback, with a folder of its own."""
    return Config(bind=("127.0.0.1",), port=0, data=str(tmp_path / "data"), **more)


def sentences_of(found: Config, mark: Mark, now: datetime | None = None) -> str:
    """Return all sentences of that mark."""
    return " ".join(each.sentence for each in check(found, now or datetime.now(UTC)) if each.mark is mark)


def write_certificate(tmp_path: Path, ends: datetime) -> tuple[str, str]:
    """Write a certificate and its key to files."""
    issued = trustme.CA().issue_cert("duels.example", not_after=ends)
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    issued.cert_chain_pems[0].write_to_path(cert)
    issued.private_key_pem.write_to_path(key)
    return str(cert), str(key)


def test_a_fresh_folder_is_fine(tmp_path: Path) -> None:
    assert sentences_of(config(tmp_path), Mark.WRONG) == ""
    assert "no journal yet" in sentences_of(config(tmp_path), Mark.GOOD)
    assert not (tmp_path / "data" / JOURNAL).exists()


def test_a_port_in_use_is_wrong(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        assert f"Port {port} is in use" in sentences_of(config(tmp_path, admin_port=port), Mark.WRONG)


def test_a_server_that_runs_there_already_is_no_fault(tmp_path: Path) -> None:
    with lock_folder(tmp_path / "data"), closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        found = msgspec.structs.replace(config(tmp_path), port=port)
        assert sentences_of(found, Mark.WRONG) == ""
        assert f"A server is running on {tmp_path / 'data'}." in sentences_of(found, Mark.NOTE)
        assert f"Port {port} is in use" in sentences_of(found, Mark.NOTE)


def test_a_certificate_says_how_long_it_holds(tmp_path: Path) -> None:
    ends = datetime.now(UTC) + timedelta(days=90)
    cert, key = write_certificate(tmp_path, ends)
    found = config(tmp_path, tls_cert=cert, tls_key=key)
    assert f"is valid until {ends:%Y-%m-%d}" in sentences_of(found, Mark.GOOD)
    assert "ends in 9 days" in sentences_of(found, Mark.NOTE, ends - timedelta(days=9, hours=1))


def test_a_certificate_that_has_ended_is_wrong(tmp_path: Path) -> None:
    cert, key = write_certificate(tmp_path, datetime.now(UTC) - timedelta(days=1))
    assert "expired; renew it" in sentences_of(config(tmp_path, tls_cert=cert, tls_key=key), Mark.WRONG)


def test_cards_and_banlist_are_read(tmp_path: Path) -> None:
    make(tmp_path / "cards.cdb", [DatabaseCard(5, "Sky Wyrm"), DatabaseCard(6, "Sea Wyrm")])
    banlist = tmp_path / "lflist.conf"
    banlist.write_text("!Ours\n5 1\n987 0\n")
    found = config(tmp_path, cards=str(tmp_path), banlist=str(banlist))
    assert "2 more cards come from" in sentences_of(found, Mark.GOOD)
    assert "checked against the list Ours (2 cards)" in sentences_of(found, Mark.GOOD)
    assert "in no database here: 1" in sentences_of(found, Mark.NOTE)
    assert "no cards.cdb" in sentences_of(config(tmp_path, cards=str(tmp_path / "data")), Mark.WRONG)


def test_a_journal_of_a_newer_version_is_wrong(tmp_path: Path) -> None:
    found = config(tmp_path)
    found.folder.mkdir()
    with closing(sqlite3.connect(found.folder / JOURNAL)) as journal, journal:
        journal.execute("CREATE TABLE schema (version INTEGER)")
        journal.execute("INSERT INTO schema VALUES (?)", (schema.FILE_SCHEMA_VERSION + 1,))
    assert "written by a newer version" in sentences_of(found, Mark.WRONG)


def test_a_file_that_is_no_journal_is_wrong(tmp_path: Path) -> None:
    found = config(tmp_path)
    found.folder.mkdir()
    (found.folder / JOURNAL).write_text("not a database at all, but long enough to be looked at " * 9)
    assert (
        "cannot be opened: the file is damaged, or no database (file is not a database); go back to a backup"
        in sentences_of(found, Mark.WRONG)
    )


def test_the_command_prints_findings_and_tells_by_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ["--bind", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "data")]
    assert run(["check", *flags]) == 0
    assert "ok    Any free port will be taken on 127.0.0.1." in capsys.readouterr().out
    assert run(["check", *flags, "--banlist", str(tmp_path / "none")]) == 1
    assert "wrong The banlist" in capsys.readouterr().out
