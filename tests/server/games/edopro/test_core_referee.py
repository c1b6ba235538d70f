"""A duel in EDOPro's core, with cards of our own: from a recording of an engine, or on a real one."""

from __future__ import annotations

import errno
import os
import subprocess
from pathlib import Path

import pytest

from facedown_server.games.edopro import edition, installation
from facedown_server.games.edopro.core_referee import Engines
from facedown_server.games.edopro.installation import NoInstallation
from facedown_server.refereeing.referee import Act, Choice, PromptKind
from facedown_server.table import sight
from facedown_shared.tables.zones import CLASSES
from facedown_shared.text.errors import Illegal
from tests.server.games.edopro import mini

SECRET_INDEX = 7
"""The recorded duel's secret."""


@pytest.fixture
def engines(tmp_path: Path) -> Engines:
    """Return the engine that FACEDOWN_CORE names, otherwise the recorded one."""
    return mini.InProcessEngine(mini.find_engine(), tmp_path) if mini.find_engine() else mini.RecordedEngine()


def test_a_whole_duel_is_played_to_its_end(engines: Engines) -> None:
    referee = mini.begin(engines, SECRET_INDEX)
    picked = mini.play_on(referee)
    assert referee.errors == []
    assert str(referee.result()) == "1 lp"
    assert referee.state.life(0) == 0
    assert {key.partition(":")[0] for keys in picked for key in keys} >= {"activate", "attack", "summon"}


def test_the_same_duel_comes_out_the_same(engines: Engines, tmp_path: Path) -> None:
    again = (
        mini.InProcessEngine(mini.find_engine(), tmp_path) if mini.find_engine() else mini.RecordedEngine()
    )
    one, other = mini.begin(engines, SECRET_INDEX), mini.begin(again, SECRET_INDEX)
    assert mini.play_on(one) == mini.play_on(other)
    assert one.digest() == other.digest()


def test_hands_are_drawn_from_our_own_order(engines: Engines) -> None:
    referee = mini.begin(engines, SECRET_INDEX)
    state = referee.state
    assert [len(state.pile(seat, "hand")) for seat in (0, 1)] == [5, 5]
    assert [len(state.pile(seat, "deck")) for seat in (0, 1)] == [35, 35]
    asked = []
    while PromptKind.RESPONSE in (referee.prompts()[0].kind, referee.prompts()[0].public):
        asked.append((state.phase, referee.prompts()[0].seat))
        mini.choose(referee, "pass")
    assert asked == [("draw", 0), ("draw", 0), ("draw", 1), ("standby", 0), ("standby", 1)]
    (prompt,) = referee.prompts()
    assert (prompt.seat, prompt.kind) == (0, PromptKind.TURN)
    assert state.phase == "main1"


def test_nobody_is_shown_anothers_cards(engines: Engines) -> None:
    """A View shows hands and Decks of its own side only."""
    referee = mini.begin(engines, SECRET_INDEX)
    for _ in range(60):
        mini.play_on(referee, 1)
        for viewer in CLASSES:
            view, state = sight.view(referee.state, viewer), referee.state
            assert set(view.cards) <= set(state.named[viewer])
            for seat in (0, 1):
                for card in (*state.pile(seat, "hand"), *state.pile(seat, "deck")):
                    if viewer != seat and not card.revealed:
                        assert card.handles[viewer] == 0


def test_what_is_not_offered_is_refused_and_changes_nothing(engines: Engines) -> None:
    referee = mini.begin(engines, SECRET_INDEX)
    before = referee.digest()
    for act in (Act(1, Choice(("phase:end",))), Act(0, Choice(("summon:999",))), Act(0, Choice(()))):
        with pytest.raises(Illegal):
            referee.check(act)
    assert referee.digest() == before


def test_an_edition_is_named_by_what_is_in_it(tmp_path: Path) -> None:
    one = edition.store_edition(tmp_path, mini.SCRIPTS.items(), mini.CARDS)
    assert edition.store_edition(tmp_path, mini.SCRIPTS.items(), mini.CARDS) == one
    other = edition.store_edition(tmp_path, {**mini.SCRIPTS, "more.lua": b"--"}.items(), mini.CARDS)
    assert other != one
    held = edition.Edition(other)
    assert held.script("./script/more.lua") == b"--"
    assert held.script("none.lua") is None
    row = held.row(mini.WALKER_PASSCODE)
    assert row is not None
    assert (row.attack, row.level, row.type) == (1500, 4, 0x11)
    held.close()


def test_a_card_without_a_script_plays_nothing_unless_it_needs_none(tmp_path: Path) -> None:
    scripts = {name: code for name, code in mini.SCRIPTS.items() if str(mini.BURNER_PASSCODE) not in name}
    held = edition.Edition(edition.store_edition(tmp_path, scripts.items(), mini.CARDS))
    assert {facts.code: held.plays(facts) for facts in mini.CARDS} == {
        mini.WALKER_PASSCODE: True,
        mini.DRAWER_PASSCODE: True,
        mini.BURNER_PASSCODE: False,
        mini.GUARD_PASSCODE: True,
        mini.WEAVER_PASSCODE: True,
    }
    held.close()


@pytest.mark.parametrize(
    ("laid", "why"),
    [((), "no card database"), (("cards.cdb",), "no card scripts")],
)
def test_a_folder_that_lacks_something_is_refused_in_a_sentence(
    tmp_path: Path, laid: tuple[str, ...], why: str
) -> None:
    for name in laid:
        (tmp_path / name).write_bytes(b"x")
    with pytest.raises(NoInstallation, match=why):
        installation.find_installation(tmp_path)


def test_half_a_zip_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "cards.cdb").write_bytes(b"x")
    (tmp_path / "script").mkdir()
    (tmp_path / "expansions").mkdir()
    (tmp_path / "expansions" / "more.zip").write_bytes(b"PK\3\4 and no more")
    found = installation.find_installation(tmp_path)
    with pytest.raises(NoInstallation, match="half a zip"):
        installation.scripts(found)


def test_a_folder_without_the_scripts_that_every_duel_begins_with_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cards.cdb").write_bytes(b"x")
    (tmp_path / "script").mkdir()
    (tmp_path / "script" / "constant.lua").write_bytes(b"")
    with pytest.raises(NoInstallation, match=r"lacks utility\.lua among its scripts"):
        installation.scripts(installation.find_installation(tmp_path))
    (tmp_path / "script" / "utility.lua").write_bytes(b"--")
    assert installation.scripts(installation.find_installation(tmp_path)) == {
        "constant.lua": b"",
        "utility.lua": b"--",
    }


def test_what_cannot_be_read_is_named_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cards.cdb").write_bytes(b"x")
    (tmp_path / "script").mkdir()
    (tmp_path / "script" / "constant.lua").write_bytes(b"")
    found = installation.find_installation(tmp_path)

    def refuse(path: Path, *_: object) -> bytes:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(NoInstallation, match=r"constant.lua cannot be read \(Permission denied\)"):
        installation.scripts(found)
    monkeypatch.setattr(Path, "glob", refuse)
    with pytest.raises(NoInstallation, match="cannot be read"):
        installation.find_installation(tmp_path)


def test_nothing_of_the_fields_is_in_the_repository() -> None:
    root = Path(__file__).parents[4]
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout
    foreign = (".wasm", ".lua", ".cdb", ".dll", ".dylib", ".so", "lflist.conf", ".tgz")
    assert [name for name in listed.splitlines() if name.endswith(foreign)] == []
