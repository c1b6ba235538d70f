"""Every question of yes and no is answered by Y and N, and its buttons show these keys."""

from __future__ import annotations

import msgspec
import pygame
import pytest

from facedown_client.window.look.theme import Look
from facedown_client.window.paint import overlays
from facedown_client.window.scenes.dialogs import Question
from facedown_client.window.widgets import Button
from facedown_shared.protocol.messages import AtTable, Consent
from facedown_shared.text.language import _, use_language
from tests.client.noting_app import NotingApp, press_key, show
from tests.client.screens import Play, surface
from tools import samples

__all__ = ["surface"]

ENGLISH_CHINESE = pytest.mark.parametrize("language", ["en", "zh_CN"])


@ENGLISH_CHINESE
@pytest.mark.parametrize(
    ("code", "done"), [(pygame.K_y, True), (pygame.K_n, False), (pygame.K_ESCAPE, False)]
)
def test_what_cannot_be_taken_back_is_asked_and_answered(code: int, done: bool, language: str) -> None:
    with use_language([language]):
        app, did = NotingApp(), list[bool]()
        ask = Question(Look(), app, _("Give up this duel?"), "", _("Give up"), lambda: did.append(True))
        scene = show(ask)
        caps = {one.label: one.key_cap for one in scene.group.widgets if isinstance(one, Button)}
        assert caps == {_("Give up"): "Y", _("No"): "N"}
        press_key(scene, code)
        assert (did, app.wished) == ([True] * done, ["close"])


@ENGLISH_CHINESE
@pytest.mark.parametrize(("code", "yes"), [(pygame.K_y, True), (pygame.K_n, False)])
def test_what_the_other_player_proposes(surface: pygame.Surface, code: int, yes: bool, language: str) -> None:
    with use_language([language]):
        play = Play(surface, samples.BusyBoard(), None)
        asked = f"draw {1 - play.app.model.seat}"
        play.app.model.handle_message(AtTable(msgspec.structs.replace(samples.table(), proposal=asked)))
        play.scene.update(3.0)
        play.scene.draw(surface)
        assert overlays.proposal(play.scene.board_frame()) == "draw"
        play.press(code)
        assert play.sent == [Consent(yes=yes)]
