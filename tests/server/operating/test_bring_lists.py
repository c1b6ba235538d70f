"""Ban lists of an EDOPro folder: all of them are read, and a bad one is a sentence that stops nothing."""

from __future__ import annotations

from pathlib import Path

from server.edopro import brought, installation, offered
from server.operating.bring_core import LARGEST_LIST, read_lists
from shared.cards.banlists import Limits
from shared.offered_core import FOLDER, kept_lists

GOOD = "#[2026.05 Ours]\n!2026.05 Ours\n$whitelist\n1 3 --One\n2 -1 --Two\n"


def folder(tmp_path: Path, **lists: str) -> Path:
    """An EDOPro folder with a database, scripts, and these lists."""
    (tmp_path / "script").mkdir()
    (tmp_path / "lflists").mkdir()
    (tmp_path / "cards.cdb").write_bytes(b"a database")
    for name, text in lists.items():
        (tmp_path / "lflists" / f"{name}.conf").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_bad_list_is_said_and_the_others_are_read(tmp_path: Path) -> None:
    found = installation.look(folder(tmp_path, bad="!Bad\n1 7\n", good=GOOD, large="#" * LARGEST_LIST + "##"))
    said: list[str] = []
    lists = read_lists(found.lists, said.append)
    assert lists == {"Ours 2026.5": Limits("Ours 2026.5", {1: 3, 2: 0}, whitelist=True)}
    bad, large, told = said
    assert "bad.conf is left out. Line 2 of the list of limits is no entry" in bad
    assert "large.conf is left out." in large
    assert told == "Ban lists: Ours 2026.5."


def test_what_was_read_is_remembered_for_servers_and_windows(tmp_path: Path) -> None:
    place = tmp_path / "kept"
    (place / FOLDER).mkdir(parents=True)
    engine, edition = place / "engine.wasm", place / FOLDER / "one.edition"
    engine.write_bytes(b"an engine")
    edition.write_bytes(b"an edition")
    read = brought.BroughtEngine(b"an engine", {}, {}, "own")
    row = Limits("Ours 2026.5", {1: 3, 2: 0}, whitelist=True)
    assert kept_lists(place) == {}
    made = offered.remember(place, read, engine, edition, [row])
    assert offered.remembered(place) == made
    assert kept_lists(place) == {"Ours 2026.5": row}
