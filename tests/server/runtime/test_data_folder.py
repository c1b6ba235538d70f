"""A server's folder is private to its user: files 0600, a folder writable by others is tightened or
refused.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from stat import S_IMODE

import pytest

from facedown_server.runtime.data_folder import LOCK, describe_foreign_file, lock_folder, private
from facedown_server.runtime.world import RealWorld
from facedown_server.service.config import JOURNAL, Config
from facedown_server.service.lobby_setup import open_journal
from facedown_server.service.operating import control
from facedown_shared.text.errors import BadInput
from tests.server.service.test_app import run_server
from tests.server.storage.test_store import TABLE

pytestmark = pytest.mark.skipif(os.name != "posix", reason="elsewhere files have no modes")


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """Set the umask of most systems, which lets all users read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    """Return every file of the folder and its mode."""
    return {path.name: S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


async def test_a_server_in_a_folder_that_was_there_keeps_everything_to_itself(tmp_path: Path) -> None:
    """Seen to fail: its journal, log and index were 0644 in a folder of 0755."""
    folder = tmp_path / "duels"
    folder.mkdir(mode=0o755)
    async with run_server(folder):
        found = modes(folder)
    assert {JOURNAL, f"{JOURNAL}-wal", f"{JOURNAL}-shm", LOCK, "facedown.control"} <= set(found)
    assert set(found.values()) == {0o600}
    assert S_IMODE(folder.stat().st_mode) == 0o700


def test_files_of_an_earlier_version_are_tightened(tmp_path: Path) -> None:
    """Also what a crash left beside the journal, and where other things in the folder keep it open."""
    with closing(sqlite3.connect(tmp_path / JOURNAL)) as journal:
        journal.execute("PRAGMA journal_mode=WAL")
        (tmp_path / "notes.txt").write_text("for everybody")
        tmp_path.chmod(0o755)
        assert modes(tmp_path)[JOURNAL] == 0o644
        with lock_folder(tmp_path):
            assert modes(tmp_path) == {"notes.txt": 0o644} | dict.fromkeys(
                modes(tmp_path).keys() - {"notes.txt"}, 0o600
            )
    assert S_IMODE(tmp_path.stat().st_mode) == 0o755, "the notes may be meant to be read"


async def test_a_database_file_elsewhere_is_private_too(tmp_path: Path) -> None:
    path = tmp_path / "duels.db"
    async with open_journal(Config(database=f"sqlite:///{path}"), RealWorld()) as store:
        await store.store_table(TABLE)
        assert set(modes(tmp_path).values()) == {0o600}


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o1777])
def test_a_shared_folder_that_others_may_change_is_refused(tmp_path: Path, mode: int) -> None:
    (tmp_path / "notes.txt").write_text("somebody's")
    tmp_path.chmod(mode)
    sentence = r"Other users of this computer can write in .*chmod go-w.*--data"
    with pytest.raises(BadInput, match=sentence), lock_folder(tmp_path):
        pass
    assert not (tmp_path / LOCK).exists()


@pytest.mark.parametrize("mode", [0o777, 0o775, 0o750])
def test_an_empty_folder_is_tightened(tmp_path: Path, mode: int) -> None:
    tmp_path.chmod(mode)
    with lock_folder(tmp_path):
        assert S_IMODE(tmp_path.stat().st_mode) == 0o700


def test_a_group_may_write_where_somebody_else_gave_it_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A volume that an administrator prepares for a container is root's, writable by its group."""
    monkeypatch.setattr(os, "geteuid", lambda: tmp_path.stat().st_uid + 1)
    tmp_path.chmod(0o777)
    with pytest.raises(BadInput, match="Other users"), lock_folder(tmp_path):
        pass
    tmp_path.chmod(0o2775)
    with lock_folder(tmp_path):
        assert modes(tmp_path) == {LOCK: 0o600}


def test_what_root_makes_for_a_server_is_its_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seen to fail: after an import by root the server could not open lock and journal any more."""
    given: list[tuple[str, int, int]] = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda path, user, group: given.append((path.name, user, group)))
    owner = tmp_path.stat()
    with lock_folder(tmp_path):
        private(tmp_path / JOURNAL)
        private(tmp_path / "copy of mine")
    assert given == [(name, owner.st_uid, owner.st_gid) for name in (LOCK, JOURNAL)]


async def test_a_disk_that_fills_up_during_the_start_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_disk_full(path: Path, there: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(control, "_write_control_file", raise_disk_full)
    sentence = rf"Nothing can be written in {tmp_path}: No space left on device\."
    with pytest.RaisesGroup(pytest.RaisesExc(BadInput, match=sentence), flatten_subgroups=True):
        async with run_server(tmp_path):
            pass


def test_a_file_that_another_user_has_laid_there_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen to fail: "unable to open database file", after root had moved a backup into place."""
    private(tmp_path / JOURNAL)
    assert describe_foreign_file(tmp_path) == ""
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path).name != JOURNAL)
    with (
        pytest.raises(BadInput, match=f"cannot read and write .*{JOURNAL}.* give it .*chown"),
        lock_folder(tmp_path),
    ):
        pass


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives a file away")
def test_root_hears_it_of_its_own_file_in_the_folder_of_another(tmp_path: Path) -> None:
    os.chown(tmp_path, 12345, 12345)
    private(tmp_path / JOURNAL)
    assert describe_foreign_file(tmp_path) == ""
    os.chown(tmp_path / JOURNAL, 0, 0)
    assert JOURNAL in describe_foreign_file(tmp_path)
