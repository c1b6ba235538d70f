"""Where an EDOPro folder has ban lists, in which encodings, and which of two with one name is used."""

from __future__ import annotations

import codecs
import json
import os
from pathlib import Path

import pytest

from facedown_shared.decks.banlist_files import MAX_FILE_BYTES, collect, list_files, read_file
from facedown_shared.text.errors import BadInput, Code


def put(path: Path, text: str, *, age: int = 0) -> Path:
    """Write a file with this text, dated so many seconds before a fixed day."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (1_800_000_000 - age,) * 2)
    return path


def test_every_place_of_a_folder_is_looked_in(tmp_path: Path) -> None:
    places = (
        "lflist.conf", "lflists/a.conf", "expansions/lflist.conf", "expansions/b.lflist.conf",
        "expansions/lflists/c.conf", "repositories/lflists/0TCG.lflist.conf", "repositories/x/lflists/d.conf",
    )  # fmt: skip
    for place in places:
        put(tmp_path / place, "!L\n")
    for other in (
        "expansions/strings.conf",
        "repositories/x/strings.conf",
        "strings.conf",
        "config/system.conf",
    ):
        put(tmp_path / other, "!system 1\n")
    assert {path.relative_to(tmp_path).as_posix() for path in list_files(tmp_path)} == set(places)
    assert list_files(tmp_path / "none") == ()


def test_what_configs_say_of_repositories_counts(tmp_path: Path) -> None:
    mine = put(tmp_path / "mine" / "limits" / "m.lflist.conf", "!M\n")
    usual = put(tmp_path / "usual" / "lflists" / "u.conf", "!U\n")
    put(tmp_path / "repositories" / "off" / "lflists" / "o.conf", "!O\n")
    rows = [
        {"repo_path": "./mine", "lflist_path": "limits", "should_read": True, "url": "u", "has_core": True},
        {"repo_path": "usual"},
        {"repo_path": "./repositories/off", "should_read": False},
    ]
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "configs.json").write_text(json.dumps({"repos": rows[:1], "urls": []}))
    (tmp_path / "config" / "user_configs.json").write_bytes(
        codecs.BOM_UTF16_LE + json.dumps({"repos": rows[1:]}).encode("utf-16-le")
    )
    assert list_files(tmp_path) == (mine, usual)
    (tmp_path / "config" / "configs.json").write_text("no JSON")
    assert list_files(tmp_path) == (usual,)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "utf-16", "utf-16-le"])
def test_lists_are_read_in_every_encoding(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "list.conf"
    path.write_bytes("!我的列表\n46986414 1 --黑魔术师\n".encode(encoding))
    lists, faults = read_file(path)
    assert lists["我的列表"].counts == {46986414: 1}
    assert not faults


def test_a_bad_line_is_named_with_its_file(tmp_path: Path) -> None:
    path = put(tmp_path / "odd.conf", "!L\n1 1\n2 nine\n3 0\n")
    lists, (fault,) = read_file(path)
    assert lists["L"].counts == {1: 1, 3: 0}
    assert fault.startswith(f"{path}: Line 3 of the list of limits is not an entry")


def test_what_is_no_list_is_said_and_the_others_are_read(tmp_path: Path) -> None:
    picture = tmp_path / "picture.conf"
    picture.write_bytes(b"\x89PNG" + bytes(90))
    found = collect(
        (put(tmp_path / "good.conf", "!L\n"), picture, tmp_path / "gone.conf", put(tmp_path / "e.conf", "#"))
    )
    assert list(found.lists) == ["L"]
    assert ["cannot be read" in fault for fault in found.faults] == [True, True, False]
    large = put(tmp_path / "large.conf", "#" * MAX_FILE_BYTES + "#")
    with pytest.raises(BadInput, match="is too large") as refused:
        read_file(large)
    assert refused.value.code == Code.BAD_FILE


def test_of_lists_with_one_name_the_newest_is_taken(tmp_path: Path) -> None:
    new = put(tmp_path / "repositories" / "lflists" / "0TCG.lflist.conf", "!2026.05 TCG\n1 0\n", age=900)
    stale = put(tmp_path / "lflists" / "0TCG.lflist.conf", "!2024.1 TCG\n1 3\n!World\n", age=1)
    for paths in ((new, stale), (stale, new)):
        found = collect(paths)
        assert set(found.lists) == {"2026.05 TCG", "World"}
        ((old, newer),) = found.older
        assert (old.limits.name, old.path, newer.path) == ("2024.1 TCG", stale, new)


def test_of_lists_without_a_day_the_file_written_last_is_taken(tmp_path: Path) -> None:
    old, new = put(tmp_path / "a.conf", "!L\n1 0\n", age=9), put(tmp_path / "b.conf", "!L\n1 1\n")
    for paths in ((old, new), (new, old)):
        found = collect(paths)
        assert found.lists["L"].limits.counts == {1: 1}
        assert [row.path for row, _newer in found.older] == [old]


def test_a_collection_of_one_file_is_kept(tmp_path: Path) -> None:
    many = put(tmp_path / "lflist.conf", "!2010.3 TCG\n!2014.4 TCG\n!2025.9 TCG\n")
    new = put(tmp_path / "new.conf", "!2026.05 TCG\n")
    found = collect((many, new))
    assert list(found.lists) == ["2010.3 TCG", "2014.4 TCG", "2025.9 TCG", "2026.05 TCG"]
    assert not found.older
