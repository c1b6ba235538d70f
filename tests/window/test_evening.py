"""An evening in Chinese, in two real windows: a table hosted from the home screen, joined by its link, a few
turns, one side concedes; and no shown word is English.
"""

from __future__ import annotations

import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from facedown_shared.text.language import _, use_language
from tests.window.decks import strength_deck
from tests.window.display import display
from tests.window.test_duel import shots
from tests.window.windows import TEST_TIMEOUT_S, WindowPlayer, window

__all__ = ["shots"]

CHINESE = "zh_CN"
UNREAD = ("screen: ", "picture: ")
"""Lines of the narration that contain internal names."""
ALLOWED = re.compile(
    r"https?://\S+|\b[A-Z0-9]{3}-[A-Z0-9]{3}\b|\b(Wren|Halvard|Tab|Enter|Esc|Shift|Ctrl|facedown|deck)\b|\.ydk\b",
    re.ASCII,
)
"""Names, keys, links, the codes of tables."""
TURNS_COUNT = 3
"""How many turns are played before a player concedes."""


@pytest.mark.window
async def test_an_evening_in_chinese_from_home_to_the_result(tmp_path: Path, shots: Path) -> None:
    deck = tmp_path / "deck.ydk"
    deck.write_text(strength_deck(strong=True))
    arguments = ("--deck", str(deck), "--language", CHINESE)
    async with AsyncExitStack() as stack:
        screen = await stack.enter_async_context(display())
        wren, halvard = people = [
            await stack.enter_async_context(window(screen, name, tmp_path / name, *arguments))
            for name in ("Wren", "Halvard")
        ]
        with trio.fail_after(TEST_TIMEOUT_S), use_language([CHINESE]):
            await wren.appear((0, 0))
            await halvard.appear((1300, 0))
            try:
                await gather(wren, halvard, shots)
                await begin(wren, halvard)
                await play(wren, halvard, shots)
                await end(wren, halvard, shots)
                for person in people:
                    assert not english_lines(person), english_lines(person)
            except BaseException:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                    for person in people:
                        await person.shot(f"failed-evening-{person.name}", shots)
                raise


async def gather(wren: WindowPlayer, halvard: WindowPlayer, shots: Path) -> None:
    """Host with one button, and join by the copied link."""
    await wren.until("^screen: home")
    await wren.shot("evening-home", shots)
    await wren.press(_("Host a table"))
    await wren.until("^screen: table")
    await wren.now("press", f"{_('Copy')} @")
    await wren.press(_("Copy"))
    await wren.now("press", f"{_('Copied')} @")
    await halvard.until("^screen: home")
    await halvard.key("ctrl+v", "Return")
    await halvard.until("^screen: table")
    await wren.now("press", f"{_('Send away')} @")
    await wren.shot("evening-table", shots)


async def begin(wren: WindowPlayer, halvard: WindowPlayer) -> None:
    """Make both ready; the winner of the toss goes first."""
    await wren.get_ready()
    await halvard.get_ready()
    async with trio.open_nursery() as nursery:
        for person in (wren, halvard):
            nursery.start_soon(go_first, person)


async def go_first(person: WindowPlayer) -> None:
    """Answer who goes first, for the player who is asked."""
    first = _("I go first")
    if (await person.until(f"^press: .*{first}|^screen: duel$"))[0].startswith("press"):
        await person.press(first)
        await person.until("^screen: duel$")


async def play(wren: WindowPlayer, halvard: WindowPlayer, shots: Path) -> None:
    """End two turns by their key; the third begins."""
    begins = (await wren.until("^(waiting: Halvard|asked: )"))[1] == "asked: "
    wren.read = 0
    order = (wren, halvard) if begins else (halvard, wren)
    for turn in range(TURNS_COUNT):
        person = order[turn % 2]
        await person.until("^asked: 你的主要阶段1")
        if turn < TURNS_COUNT - 1:
            await person.key("e")
    await wren.shot("evening-turn", shots)


async def end(wren: WindowPlayer, halvard: WindowPlayer, shots: Path) -> None:
    """Let Wren concede; both see the result."""
    await wren.press(_("More"))
    found = await wren.until(rf"^menu: .*{_('Give up this duel')} @(\d+),(\d+)")
    await wren.click(int(found[1]), int(found[2]))
    await wren.until("^screen: question")
    await wren.press(_("Give up"))
    for person in (wren, halvard):
        await person.until("^screen: result, under duel")
        await person.now("press", _("Rematch"))
        await person.shot(f"evening-result-{person.name}", shots)


def english_lines(person: WindowPlayer) -> list[str]:
    """Return lines with Latin words in them, except names, keys and links."""
    said = [line.partition(": ")[2] for line in person.lines if not line.startswith(UNREAD)]
    return [line for line in said if re.search(r"[A-Za-z]{3,}", ALLOWED.sub("", line))]
