"""What a host brings: every ban list of EDOPro's folder is read; the engine is fetched only on request."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from facedown_server.games.edopro import core_registry, edition, installation
from facedown_server.games.edopro.core_referee import OPEN_WINDOWS_VERSION
from facedown_server.games.edopro.wasm import engine_file
from facedown_server.service.operating import core_setup
from facedown_server.service.operating.core_setup import read_lists
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Facts, bundled_pool
from facedown_shared.decks.banlist_files import MAX_FILE_BYTES
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.core_location import FOLDER, stored_lists
from facedown_shared.decks.decks import Deck
from facedown_shared.text.errors import BadInput

GOOD = "#[2026.05 Ours]\n!2026.05 Ours\n$whitelist\n1 3 --One\n2 -1 --Two\n"


def folder(tmp_path: Path, **lists: str) -> Path:
    """Make an EDOPro folder with a database, scripts, and these lists."""
    (tmp_path / "script").mkdir()
    (tmp_path / "lflists").mkdir()
    (tmp_path / "cards.cdb").write_bytes(b"a database")
    for name, text in lists.items():
        (tmp_path / "lflists" / f"{name}.conf").write_text(text, encoding="utf-8")
    return tmp_path


def test_a_bad_line_is_said_with_its_file_and_what_was_found_where(tmp_path: Path) -> None:
    large = "#" * MAX_FILE_BYTES + "##"
    place = folder(tmp_path, bad="!Bad\n1 7\n2 1\n", good=GOOD, large=large, stale="!2024.01 Ours\n1 1\n")
    said: list[str] = []
    lists = read_lists(installation.find_installation(place).lists, said.append)
    assert lists == {
        "Bad": Limits("Bad", {2: 1}),
        "Ours 2026.5": Limits("Ours 2026.5", {1: 3, 2: 0}, whitelist=True),
    }
    bad, big, first, second, older = said
    assert "bad.conf: Line 2 of the list of limits is not an entry" in bad
    assert big == "large.conf is too large for a banlist."
    assert first == f"Ban lists in {place / 'lflists' / 'bad.conf'}: Bad."
    assert second == f"Ban lists in {place / 'lflists' / 'good.conf'}: Ours 2026.5."
    assert older.startswith("Left out: Ours 2024.1 in ")
    assert older.endswith(f"Ours 2026.5 in {place / 'lflists' / 'good.conf'} is newer.")


def test_a_points_list_keeps_its_points(tmp_path: Path) -> None:
    place = folder(tmp_path, points="!Genesys 2026\n$genesys 100\n1 $genesys 20\n")
    row = Limits("Genesys 2026", points={1: 20}, point_cap=100)
    assert read_lists(installation.find_installation(place).lists, lambda _: None) == {"Genesys 2026": row}


def test_what_was_read_is_remembered_for_servers_and_windows(tmp_path: Path) -> None:
    place = tmp_path / "kept"
    (place / FOLDER).mkdir(parents=True)
    engine, edition = place / "engine.wasm", place / FOLDER / "one.edition"
    engine.write_bytes(b"an engine")
    edition.write_bytes(b"an edition")
    read = engine_file.EngineFile(b"an engine", {}, {}, "own")
    row = Limits("Ours 2026.5", {1: 3, 2: 0}, whitelist=True, points={7: 20}, point_cap=100)
    assert stored_lists(place) == {}
    made = core_registry.store_core(place, read, engine, edition, [row])
    assert core_registry.registered_core(place) == made
    assert stored_lists(place) == {"Ours 2026.5": row}


NPM = """#!{python}
import pathlib, sys
assert sys.argv[1:4] == ["pack", {package!r}, "--ignore-scripts"], sys.argv
pathlib.Path(sys.argv[5], "ocgcore-wasm-0.1.2.tgz").write_bytes(b"an engine")
raise SystemExit({code})
"""


def npm(tmp_path: Path, code: int = 0) -> str:
    """Write a program called npm that fetches the requested package, or ends with this code."""
    path = tmp_path / "npm"
    path.write_text(NPM.format(python=sys.executable, package=core_setup.PACKAGE, code=code))
    path.chmod(0o700)
    return str(path)


@pytest.mark.skipif(os.name != "posix", reason="a script with #! is no program elsewhere")
def test_npm_fetches_the_engine_by_its_name_and_a_failure_is_a_sentence(tmp_path: Path) -> None:
    said: list[str] = []
    found = core_setup.fetch(npm(tmp_path), tmp_path / "kept" / "fetched", said.append)
    assert found.read_bytes() == b"an engine"
    assert said == ["Downloading ocgcore-wasm@0.1.2 with npm …"]
    with pytest.raises(BadInput, match="npm could not download ocgcore-wasm"):
        core_setup.fetch(npm(tmp_path, 1), tmp_path / "other", said.append)
    with pytest.raises(BadInput, match="npm could not download"):
        core_setup.fetch(str(tmp_path / "no npm"), tmp_path / "third", said.append)


def test_nothing_is_fetched_unasked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.setattr(core_setup, "can_run_core", lambda: True)
    monkeypatch.setattr("shutil.which", lambda name: name)

    def decline(question: str) -> bool:
        asked.append(question)
        return False

    with pytest.raises(BadInput, match="No engine was found: `npm pack"):
        core_setup.register_core(tmp_path / "kept", str(folder(tmp_path)), "", print, decline)
    assert asked == ["No engine was found. Download ocgcore-wasm@0.1.2 with npm?"]


def test_scripts_that_an_engine_was_not_tried_with_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    scripts = {"constant.lua": b"one", "utility.lua": b"two"}
    tried = core_setup.TriedEngine("2026-06-08", hashlib.sha256(b"onetwo").hexdigest())
    monkeypatch.setattr(core_setup, "KNOWN", {"known": tried})
    core_setup._warn_untested_pair("known", scripts, said.append)
    assert said == []
    core_setup._warn_untested_pair("known", scripts | {"utility.lua": b"newer"}, said.append)
    core_setup._warn_untested_pair("another", scripts, said.append)
    assert "which go up to 2026-06-08" in said[0]
    assert "not tested with these scripts" in said[1]


def test_duels_begun_before_the_folder_was_updated_go_on_with_their_own(tmp_path: Path) -> None:
    """Also after a restart of the server: editions and engines are stored, each is used for its own duels."""
    place = tmp_path / "kept"
    (place / FOLDER).mkdir(parents=True)
    engine = tmp_path / "engine.wasm"
    engine.write_bytes(b"an engine")
    read = engine_file.EngineFile(b"an engine", {}, {}, "own")
    cards = [Facts(code=code, name=f"Card {code}", kinds=("spell",)) for code in (900_001, 900_002)]
    files = [edition.store_edition(place / FOLDER, [], cards[:count]) for count in (1, 2)]
    old, new = (core_registry.store_core(place, read, engine, file) for file in files)
    assert [one.digest for one in new.earlier] == [old.digest]
    core = core_registry.offer(place, new, "here")
    for digest, file, known in ((new.digest, files[1], 2), (old.digest, files[0], 1)):
        setup = Setup("master", (Deck(), Deck()), mode="core", core=digest)
        referee: Any = core.referee(setup, bundled_pool().joined_with(cards))
        assert str(file) in referee._engines.children[0]._command
        assert [card in referee._pool for card in (900_001, 900_002)] == [True, known == 2]
    assert len(core.every_process) == 2
    begun = Setup("master", (Deck(), Deck()), mode="core", core=new.digest_of(OPEN_WINDOWS_VERSION))
    referee = core.referee(begun, bundled_pool())
    assert (referee._engines, referee._version) == (core.processes, OPEN_WINDOWS_VERSION)
    again = core_registry.store_core(place, read, engine, files[0])
    assert [one.digest for one in again.earlier] == [new.digest], "each is remembered once"
    files[1].unlink()
    with pytest.raises(core_registry.CoreUnavailable):
        core_registry.offer(place, again, "here").referee(
            Setup("master", (Deck(), Deck()), core=new.digest), bundled_pool()
        )
