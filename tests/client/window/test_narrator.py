"""The narration: a line for each change, in the words of the text client, with what can be pressed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

from facedown_client.board import Shape
from facedown_client.model.model import Model
from facedown_client.window.app_port import Scene
from facedown_client.window.look.theme import Look
from facedown_client.window.narrator import Narrator, SilentNarrator, write_lines
from facedown_client.window.scenes.duel.scene import INPUT_GUARD_S, DuelScene
from facedown_shared.protocol.messages import LineText, Option, Said, Seated
from tools import samples
from tools.sample_scene import scene


class Screen:
    """One scene, and what is known."""

    def __init__(self, shown: Scene, model: Model) -> None:
        self.place = "duel"
        self.scene: Scene = shown
        self.top: Scene = shown
        self.overlays: tuple[Scene, ...] = ()
        self.model = model


def make_narrator() -> tuple[Narrator, list[str]]:
    lines: list[str] = []

    def write(fresh: Iterable[str]) -> None:
        lines.extend(fresh)

    return Narrator(write), lines


def busy_screen() -> tuple[Screen, samples.BusyBoard]:
    board = samples.BusyBoard()
    made, app = scene(board.view(), samples.open_prompt(board), Look())
    return Screen(made, app.model), board


def test_a_screen_and_its_question_are_said_once() -> None:
    narrator, lines = make_narrator()
    screen, _ = busy_screen()
    narrator.narrate_changes(screen, screen.model, "")
    assert lines[0] == "screen: duel"
    assert any(line.startswith("asked: ") and "Tab to a card" in line for line in lines)
    options = [line for line in lines if line.startswith("option: ")]
    assert f" {len(options)} options" in next(line for line in lines if line.startswith("asked: "))
    lines.clear()
    narrator.narrate_changes(screen, screen.model, "")
    assert lines == []


def test_a_question_that_comes_again_is_said_again() -> None:
    narrator, lines = make_narrator()
    screen, _ = busy_screen()
    narrator.narrate_changes(screen, screen.model, "")
    asked = [line for line in lines if line.startswith(("asked: ", "option: "))]
    lines.clear()
    assert screen.model.prompt is not None
    narrator.narrate_message(screen.model.prompt, screen.model)  # as after a connection that was lost
    narrator.narrate_changes(screen, screen.model, "")
    assert lines == asked


def test_the_end_of_a_question_is_said() -> None:
    narrator, lines = make_narrator()
    screen, _ = busy_screen()
    narrator.narrate_changes(screen, screen.model, "")
    assert isinstance(screen.scene, DuelScene)
    screen.scene.acting.answer(0)
    lines.clear()
    narrator.narrate_changes(screen, screen.model, "")
    assert "waiting: nothing to decide" in lines


def test_news_are_the_text_clients() -> None:
    narrator, lines = make_narrator()
    model, said = Model(), Said("Halvard", "Good luck!", 1)
    model.handle_message(said)
    narrator.narrate_message(said, model)
    assert lines == ["news: Halvard: Good luck!"]


@pytest.mark.parametrize(("alone", "told"), [(False, 1), (True, 0)])
def test_links_are_told_where_somebody_may_come(alone: bool, told: int) -> None:
    narrator, lines = make_narrator()
    model, seated = Model(), Seated("AB2-CDE", 0, "t", {"opponent": (("here", "127.0.0.1:7777/AB2-CDE"),)})
    model.handle_message(seated)
    narrator.narrate_message(seated, model, alone=alone)
    assert sum("Link for the opponent" in line for line in lines) == told


def test_a_question_is_said_once_it_takes_answers() -> None:
    narrator, lines = make_narrator()
    screen, board = busy_screen()
    assert isinstance(screen.scene, DuelScene)
    narrator.narrate_changes(screen, screen.model, "")
    lines.clear()
    screen.model.prompt = samples.yes_prompt(board)
    screen.scene.update(5.0)
    narrator.narrate_changes(screen, screen.model, "")
    assert not any(line.startswith("asked: ") for line in lines)
    screen.scene.update(5.0 + INPUT_GUARD_S)
    narrator.narrate_changes(screen, screen.model, "")
    assert sum(line.startswith("asked: ") for line in lines) == 1


def test_silence_says_nothing() -> None:
    lines: list[str] = []
    silent = SilentNarrator(lines.extend)
    screen, _ = busy_screen()
    silent.narrate_changes(screen, screen.model, "")
    silent.narrate_message(Said("Halvard", "Good luck!", 1), Model())
    silent.narrate_screenshot("x.png")
    assert lines == []


def test_a_picture_is_named() -> None:
    narrator, lines = make_narrator()
    narrator.narrate_screenshot("x.png")
    assert lines == ["picture: x.png"]


def test_lines_are_printed_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    write_lines(["a", "b"])
    assert capsys.readouterr().out == "a\nb\n"


def test_the_numbers_said_are_the_keys_that_pick() -> None:
    narrator, lines = make_narrator()
    board = samples.BusyBoard()
    prompt = samples.pick_prompt(board)
    done = msgspec.structs.replace(prompt, least=0, options=(Option("done"), *prompt.options))
    made, app = scene(board.view(), done, Look())
    narrator.narrate_changes(Screen(made, app.model), app.model, "")
    said = [line for line in lines if line.startswith("option: ")]
    assert made.acting is not None
    choices = made.acting.choices
    assert choices.shape is Shape.PICK
    verbs = [choices.options[index].verb for index in choices.numbered_options.values()]
    assert verbs == ["tribute"] * len(prompt.options)
    keys = [line.removeprefix("option: ").partition(".")[0] for line in said]
    assert keys[:-1] == list(map(str, sorted(choices.numbered_options)))
    assert said[-1] == "option: N. Done", said
    assert len(said) == len(done.options)


def test_keys_are_said_as_they_answer() -> None:
    board = samples.BusyBoard()
    prompt = samples.pick_prompt(board)
    for most, keys in ((1, "; a number picks."), (2, "; a number picks; Enter confirms.")):
        narrator, lines = make_narrator()
        made, app = scene(board.view(), msgspec.structs.replace(prompt, least=1, most=most), Look())
        narrator.narrate_changes(Screen(made, app.model), app.model, "")
        assert next(line for line in lines if line.startswith("asked: ")).endswith(keys)


def test_a_line_is_kept_by_the_window_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path))
    narrator, lines = make_narrator()
    screen, _ = busy_screen()
    narrator.narrate_message(LineText("MR5-49H-9DC", "facedown line"), screen.model)
    assert not lines
    assert not list(tmp_path.rglob("*.duel"))
