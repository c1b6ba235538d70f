"""The files that each released version wrote, in a folder of its name, and the report of reading them then.

They stay for good: a later version reads the files of all before it.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from facedown_server.room.people import handover_state
from facedown_server.room.people.handover_state import CarriedSeat, TableHandover
from facedown_server.room.people.proposals import Agreement
from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.text.words import words
from tests.compatibility import journals, kept_files, metrics, replays
from tests.compatibility.tables import SeatSecrets

RELEASED = Path(__file__).with_name("released")
JOURNAL = "journal.sql"
SECRETS = "secrets.json"
CARRIED = "carried.json"
CLIENT = "client"
REPLAYS = "replays"
REPORT = "report.json"


def version_key(version: str) -> tuple[int, ...]:
    """Return what versions are sorted by."""
    return tuple(int(number) for number in version.split("."))


VERSIONS = sorted((path.name for path in RELEASED.iterdir()), key=version_key)
"""The versions whose files are here; the last is the present one or the last before it."""
FOLDER = RELEASED / VERSIONS[-1]


def write(folder: Path) -> None:
    """Write with this version's code what a server and a client store, into an empty folder."""
    written = journals.write_tables()
    folder.mkdir(parents=True)
    (folder / JOURNAL).write_text(written.sql, encoding="utf-8")
    (folder / SECRETS).write_bytes(encode_rows(written.secrets))
    texts = {kind: data.decode() for kind, data in written.carried.items()}
    (folder / CARRIED).write_bytes(encode_rows({**texts, "every field": full_handover().decode()}))
    (folder / REPLAYS).mkdir()
    for name, data in written.replays.items():
        (folder / REPLAYS / f"{name}.replay").write_bytes(data)
    kept_files.write_files(folder / CLIENT, written.line, written.replays["master-rules-public"])


def full_handover() -> bytes:
    """Return a handover of a table, with every field used."""
    one = CarriedSeat(True, b"a" * 32, "always", 12.5, overdue=True, absence=30.0)
    other = CarriedSeat(True, b"b" * 32, "never", 1.5, overdue=True, absence=0.0)
    proposal = Agreement("rewind", 1, 12, "half", 7)
    note = words("is_back", "Anna")
    return handover_state.pack(TableHandover((one, other), note, (300.0, 12.5), True, 60.0, proposal))


def write_report(folder: Path, workshop: Path) -> None:
    """Write the report of this version on the files of a folder."""
    (folder / REPORT).write_bytes(encode_rows({name: part(folder, workshop) for name, part in PARTS.items()}))


def encode_rows(rows: Mapping[str, Any]) -> bytes:
    """Return a JSON object with a line for each key, so that a difference is found by its line."""
    parts = [f"{_json(key)}: {_json(value)}" for key, value in rows.items()]
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def report(folder: Path) -> dict[str, Any]:
    """Return the report that was made when the files of a folder were written."""
    return msgspec.json.decode((folder / REPORT).read_bytes(), type=dict[str, Any])


def secrets(folder: Path) -> dict[str, SeatSecrets]:
    """Return the secrets of the journal's seats."""
    return msgspec.json.decode((folder / SECRETS).read_bytes(), type=dict[str, SeatSecrets])


def read_handovers(folder: Path) -> dict[str, bytes]:
    """Return what a node wrote for another, by kind of table."""
    texts = msgspec.json.decode((folder / CARRIED).read_bytes(), type=dict[str, str])
    return {kind: text.encode() for kind, text in texts.items()}


# --- parts of the report ------------------------------------------------------------------------------------


def tables(folder: Path, workshop: Path) -> dict[str, Any]:
    """Report every table of the journal, as its players and a spectator find it after a restart."""
    found = journals.report_of(_database(folder, workshop), secrets(folder))
    return {kind: as_json(row) for kind, row in found.items()}


def report_matches(folder: Path, workshop: Path) -> dict[str, Any]:
    """Report how many acts of each match are restored at a server that starts on the database file itself."""
    text = (folder / JOURNAL).read_text(encoding="utf-8")
    found = journals.recover_matches(journals.restore_database(text, make_workshop(workshop)))
    return {code: list(row) for code, row in sorted(found.items())}


def report_arrivals(folder: Path, workshop: Path) -> dict[str, Any]:
    """Report what each table has after a handover from another node."""
    known = secrets(folder)
    of_tables = {kind: data for kind, data in read_handovers(folder).items() if kind in known}
    return journals.arrivals_of(_database(folder, workshop), of_tables, known)


def report_client_files(folder: Path, workshop: Path) -> dict[str, Any]:
    """Report what a client reads in a copy of its folder, where it may write."""
    return kept_files.report_of_files(copy_of_client(folder, workshop))


def report_replays(folder: Path, workshop: Path) -> dict[str, Any]:
    """Report what each replay shows."""
    paths = sorted((folder / REPLAYS).glob("*.replay"))
    return {path.stem: as_json(replays.report_of_replay(path.read_bytes())) for path in paths}


def report_metrics(folder: Path, workshop: Path) -> list[str]:
    """Report the names, labels and types of /metrics."""
    return metrics.metrics_text().splitlines()


def digest_new_files(folder: Path, workshop: Path) -> dict[str, str]:
    """Return digests of what this version writes itself. Compressed files are compared uncompressed: not
    every zlib compresses alike.
    """
    now = make_workshop(workshop) / "now"
    write(now)
    database = _database(now, workshop)
    found = {
        "journal": [database.kept, database.chat, database.logs, database.rows],
        "replays": report_replays(now, workshop),
    }
    digests = {name: journals.digest_of(msgspec.json.encode(value)) for name, value in found.items()}
    packed = (JOURNAL, ".replay")
    for path, data in contents(now).items():
        if not path.endswith(packed):
            digests[path] = journals.digest_of(data)
    return digests


PARTS = {
    "tables": tables, "standings": report_matches, "arrivals": report_arrivals,
    "client files": report_client_files, "replays": report_replays, "metrics": report_metrics,
    "written": digest_new_files,
}  # fmt: skip
"""The parts of the report, by name."""


def copy_of_client(folder: Path, workshop: Path) -> Path:
    """Return a copy of the client's folder."""
    target = make_workshop(workshop) / "client"
    shutil.copytree(folder / CLIENT, target)
    return target


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder, by its path in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def as_json(value: object) -> Any:
    """Return a value as it is decoded from JSON."""
    return kept_files.encode_plain(value)


def make_workshop(workshop: Path) -> Path:
    """Return a new folder to work in."""
    number = sum(1 for _ in workshop.iterdir())
    folder = workshop / str(number)
    folder.mkdir()
    return folder


def _database(folder: Path, workshop: Path) -> MemoryStore:
    text = (folder / JOURNAL).read_text(encoding="utf-8")
    return journals.read_database(journals.restore_database(text, make_workshop(workshop)))
