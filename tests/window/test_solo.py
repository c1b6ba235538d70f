"""A combo alone, in a real window: Summoned by drag and menu, undone to the start and redone. A lesson, begun
from the home screen.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import trio

from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import Deck, to_ydk
from facedown_shared.tables.lessons import lessons
from facedown_shared.text.language import _, use_language
from tests.window.byhand import Player
from tests.window.display import display
from tests.window.test_duel import shots
from tests.window.test_summons import Solver
from tests.window.windows import TEST_TIMEOUT_S, WindowPlayer, window

__all__ = ["shots"]

MAIN = (
    "Gaia The Fierce Knight", "Curse of Dragon", "Stargazer Magician", "Timegazer Magician", "Gemini Elf",
    "Gemini Elf", "Summoned Skull", "Axe of Despair",
)  # fmt: skip
EXTRA = ("Gaia the Dragon Champion", "Number 39: Utopia", "Proxy Dragon")


def combo(path: Path) -> Path:
    """Return a deck of which every card is drawn: five at first, then the other three."""
    codes = [[bundled_pool().find_named(name) for name in part] for part in (MAIN, EXTRA)]
    main, extra = (tuple(card.code for card in part if card is not None) for part in codes)
    path.write_text(to_ydk(Deck(main, extra, ())), encoding="utf-8")
    return path


@pytest.mark.window
async def test_a_combo_alone_is_played_undone_and_redone(tmp_path: Path, shots: Path) -> None:
    arguments = ("solo", "--deck", str(combo(tmp_path / "combo.ydk")))
    async with display() as screen, window(screen, "Wren", tmp_path / "Wren", *arguments) as wren:
        with trio.fail_after(TEST_TIMEOUT_S):
            await wren.appear((0, 0))
            try:
                await begin(wren, shots)
                await summon_by_pendulum(Player(wren), shots)
                await summon_by_xyz(Player(wren), shots)
                await summon_by_fusion(Player(wren), shots)
                await link(Player(wren), shots)
                await undo_and_redo(Player(wren), shots)
            except BaseException:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                    await wren.shot("failed-solo", shots)
                raise


async def begin(wren: WindowPlayer, shots: Path) -> None:
    """Draw the five cards of the hand, and three more."""
    await wren.until("^screen: duel")
    await wren.until("^press: .*Same hand")
    player = Player(wren)
    await player.open(player.at("deck"), r"Draw…")
    await wren.until("^screen: gesturefield")
    await wren.key("3", "Return")
    await player.step(1)
    await wren.shot("solo-hand", shots)


async def summon_by_pendulum(player: Player, shots: Path) -> None:
    """Place two Scales by drag; Pendulum Summon three cards chosen together with one line of their menu."""
    for step, (name, slot) in enumerate((("Stargazer Magician", 0), ("Timegazer Magician", 4)), 2):
        await player.drag(await player.hand_card(name), player.at("spell_trap", slot))
        await player.pick("Activate as a Scale")
        await player.step(step)
    first = await player.hand_card("Gemini Elf")
    second = await player.hand_card("Gemini Elf", beyond=first[0] + 80)
    curse = await player.hand_card("Curse of Dragon")
    await player.choose(first, second, curse)
    await player.person.until("^chosen: (.*Elf.*){2}")
    await player.open(curse, "Pendulum Summon of these")
    await player.step(4)
    await player.person.shot("solo-pendulum", shots)


async def summon_by_xyz(player: Player, shots: Path) -> None:
    """Make both chosen Elves the materials of Utopia, and detach one of them with a key."""
    elves = [await player.monster("Gemini Elf", range(2)), await player.monster("Gemini Elf", range(1, 3))]
    await player.choose(*elves)
    await player.person.until("^chosen: Gemini Elf, Gemini Elf")
    await player.open(elves[0], "Xyz Summon: Number 39: Utopia")
    await player.person.until("^asked: .*choose a zone")
    await player.person.shot("solo-zone", shots)
    await player.person.click(*player.at("extra_monster", 0, -1))
    await player.step(5)
    utopia = await player.person.find("^focus: .*Utopia", [player.at("extra_monster", 0, -1)])
    await player.person.key("k")
    await player.person.until("^asked: .*detached")
    await player.person.key("1", "Return")
    await player.step(6)
    assert player.person.last_match("^news: Gemini Elf goes to Wren's Graveyard"), player.person.lines[-12:]
    await player.person.find("^focus: .*Utopia", [utopia])
    await player.person.shot("solo-detached", shots)


async def summon_by_fusion(player: Player, shots: Path) -> None:
    """Fuse materials from field and hand; the Fusion Monster is one line of the menu of the chosen cards."""
    dragon = await player.monster("Curse of Dragon")
    gaia = await player.hand_card("Gaia The Fierce Knight")
    await player.choose(dragon, gaia)
    await player.open(gaia, "Fusion Summon: Gaia the Dragon Champion")
    await player.person.until("^asked: .*choose a zone")
    await player.person.key("1")
    await player.step(7)
    await player.person.shot("solo-fusion", shots)


async def link(player: Player, shots: Path) -> None:
    """Drag a Link Monster out of the open Extra Deck onto a zone that its material frees."""
    person = player.person
    await person.click(*player.at("extra_deck"))
    cells = [(x, y) for y in (270.0, 340.0) for x in (360.0, 460.0, 560.0)]
    proxy = await person.find("^focus: .*Proxy Dragon", cells)
    await player.drag(proxy, player.at("extra_monster", 0, -1))
    await player.pick("Link Summon")
    await person.until("^asked: .*materials")
    await person.shot("solo-materials", shots)
    await person.key("1", "2", "Return")
    await player.step(8)
    await person.shot("solo-link", shots)


async def undo_and_redo(player: Player, shots: Path) -> None:
    """Undo every step to the opening hand and redo them: the same board, and a file that holds it all."""
    person = player.person
    for step in range(7, -1, -1):
        await person.key("ctrl+z")
        await player.step(step)
    await player.any_hand_card()  # the shuffle decided which five of the eight began in the hand
    await person.shot("solo-undone", shots)
    for step in range(1, 9):
        await person.key("ctrl+y")
        await player.step(step)
    await person.find("^focus: .*Proxy Dragon", [player.at("extra_monster", 0, -1)])
    await person.key("ctrl+s")
    await person.until("^screen: name")
    await person.type("The long combo")
    await person.key("Return")
    kept = trio.Path((await person.until("^line: (.+)$"))[1])
    written = await kept.read_text(encoding="utf-8")
    assert written.count("hand {") == 8, written
    await person.until("^screen: savedline")
    await person.shot("solo-kept", shots)


@pytest.mark.window
@pytest.mark.parametrize("language", ["en", "zh_CN"])
async def test_the_first_lesson_is_played(tmp_path: Path, shots: Path, language: str) -> None:
    steps = lessons()[0].steps
    async with (
        display() as screen,
        window(screen, "Wren", tmp_path / "Wren", "--language", language) as wren,
    ):
        with trio.fail_after(TEST_TIMEOUT_S), use_language([language]):
            await wren.appear((0, 0))
            solver = Solver(wren)

            async def reach(number: int) -> None:
                await wren.now("lesson", re.escape(steps[number].text))

            await wren.press(_("Lessons"))
            await wren.until("^screen: lessons")
            await wren.shot(f"lessons-{language}", shots)
            await wren.press(_("Begin"))
            await reach(0)
            await solver.expect_prompt()
            await wren.shot(f"lesson-{language}", shots)
            await wren.press(_("Go on"))
            await reach(1)
            await wren.key("g")
            await reach(2)
            await solver.drag(await solver.hand_card("Mystical Elf"), solver.at("monster", 2))
            await reach(3)
            await solver.answer()
            await solver.open(await solver.hand_card("Yami"), _("Activate"))
            await reach(4)
            await solver.answer()
            await solver.open(await solver.hand_card("Waboku"), _("Set"))
            await solver.answer()
            await reach(5)
            await wren.key("e")
            await wren.now("lesson", re.escape(_("The lesson is complete.")))
            await wren.shot(f"lesson-over-{language}", shots)
