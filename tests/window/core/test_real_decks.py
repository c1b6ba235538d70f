"""A whole duel of two decks of the field by EDOPro's core, in two real windows and watched in a third.

Both decks are parsed from .ydk files by the windows; the server and the core's process are killed in the
middle, and the duel goes on at the same prompt to its end. Needs what `tests/core_data.py` names.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from facedown_shared.cards.facts import Facts
from facedown_shared.decks import foreign_lists
from tests import core_data
from tests.reliability.processes import server_process
from tests.window.core import own_decks
from tests.window.core.deciding import Decider
from tests.window.core.test_chain import begin
from tests.window.display import display
from tests.window.test_duel import CORNERS, shots
from tests.window.windows import NarratedPrompt, WindowPlayer, window

__all__ = ["shots"]

PAIRS = (
    ("AI_BlueEyes", "AI_Salamangreat"), ("AI_Nekroz", "AI_Qliphort"), ("AI_Zoodiac", "AI_ABC"),
    ("AI_LightswornShaddoldinosour", "AI_CyberDragon"), ("AI_ChainBurn", "AI_Burn"),
    ("AI_Blackwing", "AI_Mathmech"), own_decks.PAIR,
)  # fmt: skip
"""Decks of the folder that play each other, and two of our own."""

DUEL_TIMEOUT_S = 3000.0
"""Seconds for a whole duel; only what hangs takes so long."""
KILL_AFTER_ANSWERS = 12
"""Answers after which server and core are killed."""
PASSIVE_FROM_TURN = 10
"""The turn from which one of both no longer uses anything, and the other attacks: before, cards are used."""
EXTRA = ("fusion", "synchro", "xyz", "link", "ritual", "pendulum")
SUMMONED = re.compile(r"^news: \w+ (\w+) Summons (.+)")
LINK = re.compile(r"^news: Chain Link (\d+) resolves")


def turn_of(person: WindowPlayer) -> int:
    """Return the number of the turn, as the window shows it."""
    found = (re.search(r"^news: .*\bturn (\d+)", line, re.IGNORECASE) for line in reversed(person.lines))
    return next((int(turn[1]) for turn in found if turn), 0)


def narrated_kinds(person: WindowPlayer) -> Counter[str]:
    """Return what a window has narrated: kinds of Summons, and Chain Links that resolved, by their
    numbers.
    """
    counts = Counter[str]()
    for line in person.lines:
        if link := LINK.search(line):
            counts[f"Chain Link {link[1]}"] += 1
        if summon := SUMMONED.search(line):
            counts[f"{summon[1]} Summon"] += 1
    return counts


def known_cards() -> dict[str, Facts]:
    """Return every card of EDOPro's folder, by its name."""
    return {
        facts.name: facts
        for facts in foreign_lists.read_folder_with_texts(Path(os.environ[core_data.EDOPRO])).cards
    }


def deciders_of(wren: WindowPlayer, halvard: WindowPlayer, ilse: WindowPlayer) -> dict[WindowPlayer, Decider]:
    """Let both use cards for some turns; then Wren attacks, and Halvard lets it come to an end."""
    known = known_cards()

    def is_new(card: str) -> bool:
        """Return whether a monster would be Summoned in a way that was not seen yet."""
        told = narrated_kinds(ilse)
        return any(
            not told[f"{kind.title()} Summon"]
            for kind in EXTRA
            if card in known and kind in known[card].kinds
        )

    def turn() -> int:
        return turn_of(ilse)

    def is_over() -> bool:
        return turn() >= PASSIVE_FROM_TURN

    return {
        wren: Decider(wren, turn, attacks=is_over, first=is_new),
        halvard: Decider(halvard, turn, is_over, attacks=lambda: False, first=is_new),
    }


def own_players(
    wren: WindowPlayer, halvard: WindowPlayer, ilse: WindowPlayer, shots: Path
) -> dict[WindowPlayer, Decider]:
    """Return players of our own decks; no monster attacks before all has been seen that these are for."""
    known = known_cards()

    def turn() -> int:
        return turn_of(ilse)

    def is_over() -> bool:
        return narrated_kinds(ilse).keys() >= {*own_decks.WANTED}

    return {
        wren: own_decks.OwnPlayer(wren, turn, attacks=is_over, known=known, shots=shots),
        halvard: own_decks.OwnPlayer(
            halvard, turn, is_over, attacks=lambda: False, known=known, shots=shots
        ),
    }  # fmt: skip


async def kill_everything(
    people: list[WindowPlayer], server: AsyncExitStack, process: trio.Process, port: int, data: Path
) -> trio.Process:
    """Kill the core's processes, then the server; restart it, and wait until both players are back at the
    duel.
    """
    core_data.kill_core(process.pid)
    process.kill()
    await server.aclose()
    for person in people:
        await person.until("^screen: reconnectdialog")
    begun, _ = await server.enter_async_context(server_process(data, port))
    for person in people:
        await person.until("^screen: duel$")  # by itself: there may be no time to press "Try now"
    return begun


async def expect_same_prompt(person: WindowPlayer, before: NarratedPrompt) -> NarratedPrompt:
    """Expect the same prompt as before the server was killed."""
    again = await person.asked()
    assert again is not None
    assert (again.words, again.options) == (before.words, before.options)
    return again


@core_data.needs_all
@pytest.mark.window
@pytest.mark.parametrize("decks", PAIRS, ids=" and ".join)
async def test_two_real_decks_to_the_end_with_everything_killed_in_the_middle(
    tmp_path: Path, shots: Path, decks: tuple[str, str]
) -> None:
    data, is_own = tmp_path / "data", decks == own_decks.PAIR
    core_data.install(data)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(AsyncExitStack())
        process, port = await server.enter_async_context(server_process(data))
        screen = await stack.enter_async_context(display())
        flags = {
            name: ("--deck", str(own_decks.write(deck, tmp_path) if is_own else core_data.deck(deck)))
            for name, deck in zip(CORNERS, decks, strict=False)
        }
        people = [
            await stack.enter_async_context(window(screen, name, tmp_path / name, *flags.get(name, ())))
            for name in CORNERS
        ]
        wren, halvard, ilse = people
        deciders = own_players(wren, halvard, ilse, shots) if is_own else deciders_of(wren, halvard, ilse)
        with trio.fail_after(DUEL_TIMEOUT_S):
            for person in people:
                await person.appear(CORNERS[person.name])
            try:
                await begin(people, f"127.0.0.1:{port}")
                if is_own:
                    for person in (wren, halvard):
                        await person.key("a")  # prompted at every window, for Chains as long as possible
                held = await play_both(
                    deciders, lambda: deciders[wren].answers + deciders[halvard].answers >= KILL_AFTER_ANSWERS
                )
                assert held is not None, "the duel ended before its middle"
                chooser, before = held
                await ilse.shot("real-middle", shots)
                await kill_everything(people, server, process, port, data)
                await deciders[chooser].answer(await expect_same_prompt(chooser, before))
                await play_both(deciders)
                await ilse.until("^screen: result, under duel")
                for person in people:
                    await person.shot(f"real-result-{person.name}", shots)
            finally:
                for person in people:
                    narrated = "\n".join(person.lines)
                    (shots / f"real-{person.name}.txt").write_text(narrated, encoding="utf-8")
                print(sorted(narrated_kinds(ilse).items()))
                print([(one.person.name, one.answers, one.lost) for one in deciders.values()])
        results = {person.last_match("^news: .* wins: ") is not None for person in people}
        assert results == {True}, wren.lines[-20:]
        if is_own:
            assert narrated_kinds(ilse).keys() >= {*own_decks.WANTED}, narrated_kinds(ilse)


async def play_both(
    deciders: dict[WindowPlayer, Decider], until: Callable[[], bool] = lambda: False
) -> tuple[WindowPlayer, NarratedPrompt] | None:
    """Play both to the end (None), or until this is so; return who is prompted then, and the prompt."""
    held: list[tuple[WindowPlayer, NarratedPrompt]] = []
    async with trio.open_nursery() as nursery:

        async def play_one(person: WindowPlayer, decider: Decider) -> None:
            asked = await decider.play(until)
            if asked is not None:
                held.append((person, asked))
                for other in deciders.values():
                    other.wait_for_rest()

        for person, decider in deciders.items():
            nursery.start_soon(play_one, person, decider)
    return held[0] if held else None
