"""Playing alone with the whole client: from home, from a file, with a chosen hand, by the rules."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pygame
import pytest
from trio.testing import MockClock

from facedown_client.bot.bot import Bot
from facedown_client.data import deck_entries, solo_lines, solo_table
from facedown_client.model import card_catalogue, data_folder
from facedown_client.window.display import MainWindow
from facedown_client.window.paint import rail
from facedown_client.window.paint.steps import step_rows, steps_room
from facedown_client.window.scenes.dialogs import NameScene, Question
from facedown_client.window.scenes.duel.gesture_fields import GestureFieldScene
from facedown_client.window.scenes.duel.scene import DuelScene
from facedown_client.window.scenes.home import HomeScene
from facedown_client.window.scenes.table.lines import OpenScene, SavedLineScene
from facedown_client.window.scenes.table.opening_hand import OpeningHand
from facedown_client.window.scenes.table.solo import SoloScene
from facedown_client.window.widgets import Slider
from facedown_shared.decks import decks
from facedown_shared.protocol.gestures import Draw, Shuffle, TossCoins
from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.text.errors import BadInput
from facedown_shared.text.words import words
from tests import strangers
from tests.client.window.test_app import Player, own_folder, run_client, window

__all__ = ["own_folder", "window"]

CTRL = pygame.KMOD_CTRL
SPELL = "12580477"
"""The passcode of Raigeki."""
PUZZLE = (
    '{"ruleset":"MR1","first":0,"start":{"players":[{"deck":["Sangan"],"hand":["Raigeki"]},'
    '{"deck":["Sangan"]}]},"decisions":[]}'
)


async def begin(wren: Player, *, rules: bool = False) -> DuelScene:
    """Go from the home screen to a table of one's own."""
    await wren.press(pygame.K_o, "o")
    await wren.until(wren.is_on_top(SoloScene))
    if rules:
        scene = wren.top
        assert isinstance(scene, SoloScene)
        scene._set_mode(1)
        await wren.run_frames()
    await wren.press(pygame.K_b, "b")
    await wren.until(wren.is_on_top(DuelScene))
    await wren.until(lambda: wren.app.model.prompt)
    return duel(wren)


def duel(wren: Player) -> DuelScene:
    scene = wren.app.screens.scene
    assert isinstance(scene, DuelScene)
    return scene


def hand(wren: Player) -> list[str]:
    """Return the names of the own hand."""
    view = wren.app.model.view
    assert view is not None
    found = (view.known_facts(handle) for handle in view.pile(view.viewer, "hand").handles)
    return [facts.name for facts in found if facts is not None]


def step(wren: Player) -> tuple[int, int]:
    table = wren.app.model.table
    return (table.step, table.steps) if table is not None else (-1, -1)


async def test_a_step_is_taken_back_done_again_and_forked(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with run_client(window) as wren:
        await begin(wren)
        began = hand(wren)
        for _ in range(2):
            wren.app.send(Draw())
            await wren.run_frames()
        assert step(wren) == (2, 2)
        drawn = hand(wren)
        await wren.press(pygame.K_z, "", CTRL)
        await wren.press(pygame.K_z, "", CTRL)
        await wren.until(lambda: step(wren) == (0, 2))
        assert hand(wren) == began
        await wren.press(pygame.K_y, "", CTRL)
        await wren.until(lambda: step(wren) == (1, 2))
        assert len(hand(wren)) == 6
        assert {*hand(wren)} <= {*drawn}
        wren.app.send(Shuffle(text="deck"))
        await wren.until(lambda: step(wren) == (2, 2))
        assert len(hand(wren)) == 6, "acting goes on from here, and what came after is gone"


async def test_a_listed_step_is_gone_to_by_a_click(window: MainWindow, autojump_clock: MockClock) -> None:
    async with run_client(window) as wren:
        scene = await begin(wren)
        for _ in range(3):
            wren.app.send(Draw())
        await wren.until(lambda: step(wren) == (3, 3))
        scene.acting.doing.tab = "steps"
        await wren.run_frames()
        rows = step_rows(scene.board_frame())
        assert [(row.number, row.words.partition(" ")[0]) for row in rows] == [
            (0, "The"), (1, "Draws"), (2, "Draws"), (3, "Draws"),
        ]  # fmt: skip
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=rows[1].box.centre, button=1))
        await wren.until(lambda: step(wren) == (1, 3))
        assert len(hand(wren)) == 6


async def test_half_and_half_is_a_way_to_play_alone(window: MainWindow, autojump_clock: MockClock) -> None:
    async with run_client(window) as wren:
        await wren.press(pygame.K_o, "o")
        await wren.until(wren.is_on_top(SoloScene))
        scene = wren.top
        assert isinstance(scene, SoloScene)
        scene._set_mode(scene.modes.index("half"))
        await wren.run_frames()
        await wren.press(pygame.K_b, "b")
        await wren.until(wren.is_on_top(DuelScene))
        table, both = wren.app.model.table, wren.app.solo_decks
        assert table is not None
        assert (table.mode, table.alone) == ("half", True)
        assert both[0] == both[1], "the other side has a deck: the rules ask both"


@pytest.mark.parametrize("mode", ["free", "half", "rules"])
async def test_a_deck_of_cards_that_only_we_know_begins(
    window: MainWindow, autojump_clock: MockClock, mode: str
) -> None:
    card_catalogue.store_cards(strangers.facts())
    one, other = (deck_entries.from_text(decks.to_ydk(deck), "Today's") for deck in strangers.decks())
    async with run_client(window) as wren:
        wren.app.start_solo(solo_table.table("master", mode), one, other)
        await wren.until(wren.is_on_top(DuelScene))
        assert len(hand(wren)) == 5
        assert wren.app.model.refusal is None
    (data_folder.home() / "cards.json").unlink()
    card_catalogue.load_folder("")


async def keep(wren: Player, *, named: bool = False) -> None:
    """Save the line; one without a name gets the suggested one."""
    await wren.press(pygame.K_s, "", CTRL)
    if not named:
        await wren.until(wren.is_on_top(NameScene))
        await wren.press(pygame.K_RETURN)
    await wren.until(wren.is_on_top(SavedLineScene))


async def test_a_line_is_kept_as_a_file_and_opened_again(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with run_client(window) as wren:
        await begin(wren)
        wren.app.send(Draw())
        await wren.until(lambda: step(wren) == (1, 1))
        drawn = hand(wren)
        await keep(wren)
        (kept,) = solo_lines.list_lines()
        await wren.press(pygame.K_ESCAPE)
        wren.app.go_home()
        await wren.until(wren.is_on_top(HomeScene))
        wren.app.play_file(str(kept))
        await wren.until(wren.is_on_top(DuelScene))
        await wren.until(lambda: step(wren) == (1, 1))
        assert hand(wren) == drawn
        deck = wren.app.solo_decks[0]
        assert deck is not None, "the file says which deck it was played with"
        assert wren.app.model.line.rows == ((1, "Draw"),)
        await wren.press(pygame.K_z, "", CTRL)
        await wren.until(lambda: step(wren) == (0, 1))


async def test_after_an_act_in_an_opened_line_undo_goes_on_step_by_step(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    """Seen to fail: the second Undo went to the beginning of the line."""
    async with run_client(window) as wren:
        await begin(wren, rules=True)
        await answer(wren, 3)
        last = step(wren)[1]
        assert last > 3
        await keep(wren)
        wren.app.go_home()
        await wren.until(wren.is_on_top(HomeScene))
        (kept,) = solo_lines.list_lines()
        wren.app.play_file(str(kept))
        await wren.until(wren.is_on_top(DuelScene))
        await wren.until(lambda: step(wren) == (last, last))
        await answer(wren, 1)
        await wren.press(pygame.K_z, "", CTRL)
        await wren.until(lambda: step(wren)[0] == last)
        await wren.press(pygame.K_z, "", CTRL)
        await wren.until(lambda: step(wren)[0] == last - 1)


async def answer(wren: Player, acts: int) -> None:
    """Answer prompts as a player does at the window, until so many acts were steps and a prompt is open.

    An effect that is declared with a target takes several answers for one step.
    """
    await wren.until(lambda: duel(wren).takes_answers and duel(wren).acting.is_asked)
    for _ in range(acts):
        after = step(wren)[0] + 1
        while step(wren)[0] < after:
            model = wren.app.model
            assert model.prompt is not None
            ask = model.prompt.ask
            duel(wren)._send(Bot(model.seat, 1).answer(model.prompt, model.view))
            await wren.until(partial(is_answered, wren, ask, after))
            await wren.until(lambda: duel(wren).takes_answers and duel(wren).acting.is_asked)


def is_answered(wren: Player, ask: int, after: int) -> bool:
    """Return whether the answer made a step, or opened a further prompt of the same act."""
    prompt = wren.app.model.prompt
    return step(wren)[0] >= after or (prompt is not None and prompt.back and prompt.ask != ask)


async def test_an_opened_line_lists_every_step_and_where_it_stands(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with run_client(window) as wren:
        await begin(wren)
        for _ in range(4):
            wren.app.send(TossCoins(1))
        await wren.until(lambda: step(wren) == (4, 4))
        await keep(wren)
        wren.app.go_home()
        await wren.until(wren.is_on_top(HomeScene))
        (kept,) = solo_lines.list_lines()
        wren.app.play_file(str(kept))
        await wren.until(wren.is_on_top(DuelScene))
        await wren.until(lambda: step(wren) == (4, 4))
        scene = duel(wren)
        scene.acting.doing.tab = "steps"
        await wren.run_frames()
        rows = step_rows(scene.board_frame())
        assert [(row.number, row.words) for row in rows] == [
            (0, "The beginning"), *((number, "Coin") for number in range(1, 5)),
        ]  # fmt: skip
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=rows[2].box.centre, button=1))
        await wren.until(lambda: step(wren) == (2, 4))


async def test_the_list_of_steps_scrolls_by_wheel_and_comes_back_with_a_step(
    window: MainWindow, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with run_client(window) as wren:
        await begin(wren)
        for _ in range(30):
            wren.app.send(TossCoins(1))
        await wren.until(lambda: step(wren) == (30, 30))
        scene = duel(wren)
        scene.acting.doing.tab = "steps"
        await wren.run_frames()
        assert step_rows(scene.board_frame())[-1].number == 30
        area = scene.board_frame().layout.pane.chat
        monkeypatch.setattr(pygame.mouse, "get_pos", lambda: tuple(map(round, area.centre)))
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=50))
        await wren.until(lambda: step_rows(scene.board_frame())[0].number == 0)
        assert steps_room(scene.board_frame())[1] == 0
        await wren.press(pygame.K_z, "", CTRL)
        await wren.until(lambda: step(wren) == (29, 30))
        assert step_rows(scene.board_frame())[-1].number >= 29
        line = next(widget for widget in scene.widgets.group.widgets if isinstance(widget, Slider))
        monkeypatch.setattr(pygame.mouse, "get_pos", lambda: line.rect.center)
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=4))
        await wren.until(lambda: step(wren) == (25, 30))


async def test_an_opening_hand_is_chosen_and_stays_chosen(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with run_client(window) as wren:
        await begin(wren)
        await wren.press(pygame.K_h, "", CTRL)
        await wren.until(wren.is_on_top(OpeningHand))
        dialog = wren.top
        assert isinstance(dialog, OpeningHand)
        for code in dialog.deck[:2]:
            dialog._add_card(code)
        wanted = dialog.hand
        await wren.press(pygame.K_b, "b")
        await wren.until(wren.is_on_top(DuelScene))
        view = wren.app.model.view
        assert view is not None
        held = [view.cards[handle].code for handle in view.pile(0, "hand").handles]
        assert len(held) == 5
        assert all(held.count(code) >= wanted.count(code) for code in wanted)
        await wren.press(pygame.K_n, "", CTRL)
        await wren.run_frames(4)
        again = [card.code for card in wren.app.model.view.cards.values()] if wren.app.model.view else []
        assert all(code in again for code in wanted)


async def test_the_other_side_is_looked_at_and_played_too(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with run_client(window) as wren:
        scene = await begin(wren)
        await wren.press(pygame.K_e, "", CTRL)
        await wren.until(lambda: wren.app.model.seat == 1)
        await wren.run_frames()
        assert scene.layout.near == 1
        assert duel(wren).hands.offers is not None


async def test_life_points_are_typed_as_an_expression(window: MainWindow, autojump_clock: MockClock) -> None:
    async with run_client(window) as wren:
        await begin(wren)
        await wren.press(pygame.K_l, "l")
        await wren.until(wren.is_on_top(GestureFieldScene))
        await wren.write("8000/2-500")
        await wren.press(pygame.K_RETURN)
        await wren.until(lambda: wren.app.model.view and wren.app.model.view.tallies["0:life"] == 3500)


async def test_by_the_rules_one_person_answers_for_both_and_goes_back(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with run_client(window) as wren:
        await begin(wren, rules=True)
        seats = set()
        for _ in range(40):
            model = wren.app.model
            if model.prompt is not None and model.prompt.kind == "turn":
                seats.add(model.seat)
                ends = [n for n, option in enumerate(model.prompt.options) if option.text == "end"]
                duel(wren).acting.answer(*ends[:1])
            elif model.prompt is not None:
                duel(wren).acting.pass_if_safe()
            await wren.run_frames()
            if seats == {0, 1}:
                break
        assert seats == {0, 1}
        whole = step(wren)[1]
        await wren.press(pygame.K_z, "", CTRL)
        await wren.until(lambda: step(wren)[0] < whole)
        prompt = wren.app.model.prompt
        assert prompt is not None
        assert prompt.kind == "turn", "back to what was answered, past what was passed by itself"
        await wren.press(pygame.K_y, "", CTRL)
        await wren.until(lambda: step(wren) == (whole, whole))


async def test_a_puzzle_is_opened_from_a_scenario(
    window: MainWindow, autojump_clock: MockClock, tmp_path: Path
) -> None:
    (tmp_path / "puzzle.json").write_text(PUZZLE)
    async with run_client(window) as wren:
        await wren.press(pygame.K_o, "o")
        await wren.press(pygame.K_o, "o")
        await wren.until(wren.is_on_top(OpenScene))
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "puzzle.json")))
        await wren.until(wren.is_on_top(DuelScene))
        assert "Raigeki" in hand(wren)


async def test_what_is_no_line_is_said_in_one_sentence(
    window: MainWindow, autojump_clock: MockClock, tmp_path: Path
) -> None:
    (tmp_path / "broken.json").write_text("{}")
    async with run_client(window) as wren:
        wren.app.play_file(str(tmp_path / "broken.json"))
        await wren.until(lambda: wren.app.notice)
        assert wren.app.notice.startswith("This is not a scenario")
        with pytest.raises(BadInput, match="There is no file"):
            wren.app.play_file(str(tmp_path / "gone.duel"))
        pygame.event.post(pygame.event.Event(pygame.DROPFILE, file=str(tmp_path / "gone.duel")))
        await wren.until(lambda: "There is no file" in wren.app.notice)


@pytest.mark.parametrize("words", ["{}", "facedown = 1\nsteps = [", "#main\n46986414\n"])
async def test_a_file_that_is_no_line_leaves_the_table_as_it_is(
    window: MainWindow, autojump_clock: MockClock, tmp_path: Path, words: str
) -> None:
    (tmp_path / "broken.json").write_text(words)
    async with run_client(window) as wren:
        await begin(wren)
        wren.app.send(Draw())
        await wren.until(lambda: step(wren) == (1, 1))
        code, held = wren.app.model.code, hand(wren)
        await wren.press(pygame.K_o, "", CTRL)
        await wren.until(wren.is_on_top(OpenScene))
        dialog = wren.top
        assert isinstance(dialog, OpenScene)
        dialog.handle_dropped(str(tmp_path / "broken.json"))
        await wren.until(wren.is_on_top(Question))
        question = wren.top
        assert isinstance(question, Question)
        question._accept()
        await wren.until(lambda: dialog.trouble)
        assert dialog.trouble.startswith("This is not a ")
        assert wren.top is dialog
        await wren.press(pygame.K_ESCAPE)
        assert (wren.app.model.code, hand(wren), step(wren)) == (code, held, (1, 1))
        wren.app.send(Draw())
        await wren.until(lambda: step(wren) == (2, 2))


async def test_an_unsaved_line_is_asked_about_before_another_is_opened(
    window: MainWindow, autojump_clock: MockClock, tmp_path: Path
) -> None:
    (tmp_path / "puzzle.json").write_text(PUZZLE)
    async with run_client(window) as wren:
        await begin(wren)
        wren.app.send(Draw())
        await wren.until(lambda: step(wren) == (1, 1))
        wren.app.play_file(str(tmp_path / "puzzle.json"))
        await wren.until(wren.is_on_top(Question))
        await wren.press(pygame.K_ESCAPE)
        assert step(wren) == (1, 1)
        await keep(wren)
        wren.app.play_file(str(tmp_path / "puzzle.json"))
        before = wren.app.model.code
        await wren.until(lambda: wren.app.model.code != before and wren.app.model.view)
        assert "Raigeki" in hand(wren)
        assert wren.top is duel(wren), "kept, it may be left unasked"


@pytest.mark.parametrize("good", [True, False])
async def test_begin_takes_the_path_that_was_typed(
    window: MainWindow, autojump_clock: MockClock, tmp_path: Path, good: bool
) -> None:
    if good:
        (tmp_path / "jinzo.ydk").write_text("#main\n" + "77585513\n" * 40)
    async with run_client(window) as wren:
        await wren.press(pygame.K_o, "o")
        await wren.until(wren.is_on_top(SoloScene))
        scene = wren.top
        assert isinstance(scene, SoloScene)
        scene.path = str(tmp_path / "jinzo.ydk")
        scene._begin()
        if good:
            await wren.until(wren.is_on_top(DuelScene))
            await wren.until(lambda: wren.app.model.view)
            assert set(hand(wren)) == {"Jinzo"}
        else:
            await wren.run_frames()
            assert wren.top is scene
            assert "jinzo.ydk" in scene.trouble


async def test_a_named_line_is_kept_in_its_file_and_forked_into_another(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with run_client(window) as wren:
        await begin(wren)
        wren.app.send(Draw())
        await wren.until(lambda: step(wren) == (1, 1))
        await keep(wren)
        await wren.press(pygame.K_ESCAPE)
        wren.app.send(Draw())
        await wren.until(lambda: step(wren) == (2, 2))
        await keep(wren, named=True)
        await wren.press(pygame.K_ESCAPE)
        assert [path.stem for path in solo_lines.list_lines()] == ["Line"], "its own file is replaced"
        await wren.press(pygame.K_z, "", CTRL)
        await wren.until(lambda: step(wren) == (1, 2))
        await wren.press(pygame.K_f, "", CTRL)
        await wren.until(wren.is_on_top(NameScene))
        await wren.press(pygame.K_RETURN)
        await wren.until(lambda: wren.app.alone.name == "Line, from step 1")
        whole, _ = solo_lines.read_line(str(solo_lines.list_lines()[0]))
        assert whole.count("hand {") == 2, "the old line is whole"
        wren.app.send(TossCoins(1))
        await wren.until(lambda: step(wren) == (2, 2))
        await keep(wren, named=True)
        assert {path.stem for path in solo_lines.list_lines()} == {"Line", "Line, from step 1"}
        forked, _ = solo_lines.read_line(str(solo_lines.own_folder() / "Line, from step 1.duel"))
        assert forked.count("hand {") == 2
        assert forked != whole
        assert solo_lines.read_line(str(solo_lines.own_folder() / "Line.duel"))[0] == whole


async def test_the_rail_stays_where_it_is_when_something_is_asked(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with run_client(window) as wren:
        await begin(wren, rules=True)
        scene = duel(wren)
        await wren.run_frames()
        places = {widget.caption: widget.rect for widget in scene.widgets.group.widgets if widget.caption}
        shown = scene.board_frame()
        asked = Prompt(900, "response", words("plain", "respond"), (Option("pass"),))
        scene.acting.take_prompt(asked, shown.view, None, wren.app.model.names)
        scene._tools = scene.tools.group_layout(scene.board_frame())
        seen = [tool.label for row in scene.tools.shown_groups(scene.board_frame()) for tool in row.tools]
        assert seen == ["Fork…", "Save…", "Open…"]
        boxes = rail.tool_boxes(scene.board_frame(), scene.tools.group_layout(scene.board_frame()))
        for label, box in zip(seen, boxes.cells, strict=True):
            assert places[label].topleft == (box.x, box.y)
        assert places["Undo"].topleft == (boxes.back.x, boxes.back.y)
        assert places["Other side"].topleft == (boxes.turn.x, boxes.turn.y), "there whatever is asked"


async def test_by_the_rules_a_press_shows_the_board_from_the_other_side_and_back(
    window: MainWindow, autojump_clock: MockClock
) -> None:
    async with run_client(window) as wren:
        await begin(wren, rules=True)
        for side in (1, 0):
            await wren.run_frames()
            group = duel(wren).widgets.group
            turn = next(one for one in group.widgets if one.caption == "Other side")
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                pygame.event.post(pygame.event.Event(kind, pos=turn.rect.center, button=1))
            await wren.until(lambda: duel(wren).board_frame().near == side)  # noqa: B023 - awaited here


def test_two_lines_of_one_name_are_both_kept(own_folder: Path) -> None:
    first, second = (
        solo_lines.save_line("master-ABC.duel", "one"),
        solo_lines.save_line("../master-ABC.duel", "two"),
    )
    assert (first.name, second.name) == ("master-ABC.duel", "master-ABC-2.duel")
    assert first.parent == second.parent == own_folder / "lines"
    assert solo_lines.read_line(str(first)) == ("one", {})


async def test_seeking_never_writes(window: MainWindow, autojump_clock: MockClock) -> None:
    """Go to every step of a line by the rules, zones that were chosen without a prompt among them.

    Every card can be Set, and all at once: another hand may have one card that can, and no second.
    """
    deck = deck_entries.from_text(f"#main\n{SPELL}\n" + f"{SPELL}\n" * 39, "Spells")
    async with run_client(window) as wren:
        wren.app.start_solo(solo_table.table("master", "rules"), deck, deck)
        await wren.until(wren.is_on_top(DuelScene))
        scene = duel(wren)
        for __ in range(2):
            await wren.until(lambda: any(option.verb == "set" for option in scene.acting.choices.options))
            options = scene.acting.choices.options
            scene.acting.answer(next(at for at, option in enumerate(options) if option.verb == "set"))
            await wren.run_frames(40)
        await wren.until(lambda: scene.acting.choices.prompt)
        __, last = step(wren)
        assert last >= 4, "two cards, and a zone for each"
        for number in (*range(last), *reversed(range(last + 1))):
            scene.tools._go_to_step(number)
            while step(wren)[0] != number:
                await wren.run_frames(1)
            await wren.run_frames(20)
            assert step(wren) == (number, last), "no step is added, and none is deleted"
        scene.tools._go_to_step(last)
        await wren.until(lambda: scene.acting.choices.prompt)
