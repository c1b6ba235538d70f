"""What the window does for trust: shuffles checked, both Decks opened, a link back for a lost one."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pygame
import pytest

from client import samples
from client.paint import overlays
from client.scenes import duel_widgets
from client.scenes.result import ResultScene
from client.theme import Look
from client.verdict import Verdict
from client.widgets import Button
from shared.fairness import Trail
from shared.messages import AtTable, Consent, Opened, Propose, Said, Seated, SeatInfo, TableInfo
from tests.client.desks import NotingDesk, press, show
from tests.client.screens import Play, click, surface

__all__ = ["surface"]

SIZES = ((1280, 720), (900, 560), (720, 1280))


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))


def over(proposal: str = "", *, seats: tuple[int, ...] = (0,), present: bool = True) -> NotingDesk:
    """A match of ours that is over and whose shuffles were checked; of these seats the Decks are opened."""
    desk = NotingDesk()
    both = (SeatInfo("Wren", True), SeatInfo("Halvard", present, wins=1))
    desk.model.feed(Seated("AB2-CDE", 0, "t"))
    desk.model.feed(AtTable(TableInfo("AB2-CDE", "master", 1, "over", both, proposal=proposal)))
    desk.model.witness.record.opened = Opened(trails=tuple(Trail(1, seat, ()) for seat in seats))
    desk.model.verdict = Verdict(7, 2, ())
    return desk


@pytest.mark.parametrize(
    ("proposal", "label", "message"),
    [
        ("", "Open both Decks", Propose("open")),
        ("open 1", "Open both Decks", Consent(yes=True)),
        ("open 1", "No", Consent(yes=False)),
        ("open 0", "Asked. Take it back", Propose("")),
        ("rematch 1", "Play again", Consent(yes=True)),
    ],
)
def test_both_decks_are_opened_if_both_agree(proposal: str, label: str, message: object) -> None:
    desk = over(proposal)
    press(show(ResultScene(Look(), desk)), label)
    assert desk.sent == [message]


@pytest.mark.parametrize("desk", [over(seats=(0, 1)), over(present=False)], ids=["both open", "alone"])
def test_there_is_nothing_more_to_open(desk: NotingDesk) -> None:
    labels = [one.label for one in show(ResultScene(Look(), desk)).group.widgets if isinstance(one, Button)]
    assert "Open both Decks" not in labels
    assert "Leave" in labels


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", [Look(), Look(contrast=True, text_scale=1.3)])
def test_its_button_lies_over_no_other(size: tuple[int, int], look: Look) -> None:
    scene = show(ResultScene(look, over()), size)
    boxes = [pygame.Rect(widget.rect) for widget in scene.group.widgets if isinstance(widget, Button)]
    assert len(boxes) == 4
    for at, box in enumerate(boxes):
        assert pygame.Rect(0, 0, *size).contains(box)
        assert box.collidelist(boxes[at + 1 :]) == -1


def test_a_link_back_is_asked_for_and_copied(
    surface: pygame.Surface, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied: list[str] = []
    monkeypatch.setattr(duel_widgets, "to_clipboard", copied.append)
    play = Play(surface, samples.Busy(), None)
    model, table = play.desk.model, samples.table()
    other = 1 - model.seat
    seats = tuple(
        msgspec.structs.replace(seat, present=at != other, overdue=at == other)
        for at, seat in enumerate(table.seats)
    )
    away = msgspec.structs.replace(table, seats=seats)
    model.feed(AtTable(away))
    for message in (None, Said("", "A link back for Halvard, good once: http://10.0.0.2/t/AB2-CDE#seat=x")):
        if message is not None:
            model.feed(message)
        play.scene.update(3.0)
        play.scene.draw(surface)
        click(play.scene, overlays.link_box(play.scene.shown()).centre)
    assert play.sent == [Propose("link")]
    assert copied == ["http://10.0.0.2/t/AB2-CDE#seat=x"]
    model.feed(AtTable(table))
    assert model.link_back == "", "whoever is back needs none"
