"""Every kind of Special Summon and a Chain of three links, by the rules, in a real window: a puzzle of our
own played alone by mouse, by drag and by keys; once in English and once in Chinese.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import trio

from facedown_server.games.openings import make_referee, read_file
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.state import State
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.text.language import _, use_language
from facedown_shared.text.translated_cards import card_name
from tests.window.byhand import Player, Point
from tests.window.display import display
from tests.window.test_duel import shots
from tests.window.windows import TEST_TIMEOUT_S, NarratedPrompt, WindowPlayer, window

__all__ = ["shots"]

SCALES = {"Timegazer Magician": 0, "Stargazer Magician": 4}
SPENT = (
    "Ookazi", "Mystical Space Typhoon", "Junk Synchron", "Happy Lover", "Polymerization", "Curse of Dragon",
    "Gaia The Fierce Knight", "Black Illusion Ritual", "Baby Dragon", "Junk Warrior", "Relinquished",
)  # fmt: skip
REST = ("Beaver Warrior", "Feral Imp", "Giant Soldier of Stone")
PUZZLE = {
    "id": "every-kind-of-summon",
    "ruleset": "MR5",
    "start": {
        "players": [
            {
                "hand": [
                    "Ookazi", "Timegazer Magician", "Stargazer Magician", "Gemini Elf", "Gemini Elf",
                    "Junk Synchron", "Polymerization", "Gaia The Fierce Knight", "Curse of Dragon",
                    "Black Illusion Ritual", "Relinquished", "Baby Dragon",
                ],
                "extra": ["Number 39: Utopia", "Junk Warrior", "Gaia the Dragon Champion", "Proxy Dragon"],
                "gy": ["Happy Lover"],
                "field": [{"zone": "SZ3", "card": "Mystical Space Typhoon", "pos": "set"}],
                "deck": REST,
            },
            {
                "field": [
                    {"zone": "SZ1", "card": "Mystical Space Typhoon", "pos": "set"},
                    {"zone": "SZ2", "card": "Waboku", "pos": "set"},
                ],
                "deck": REST,
            },
        ]
    },
}  # fmt: skip


class Solver(Player):
    """Plays one side of the puzzle; answers the window's prompts by the text of their options."""

    async def expect_prompt(self, *words: str) -> NarratedPrompt:
        """Return the open prompt; it offers all of these."""
        asked = await self.person.asked()
        assert asked is not None
        for one in map(card_name, words):
            assert any(one in option for option in asked.options), (one, asked)
        return asked

    async def answer(self, *wanted: str) -> None:
        """Answer until the Main Phase prompt appears again: these options one after the other as they are
        offered, by their keys; any other prompt by "Done" if it may end, else by its first option (zones,
        positions).
        """
        rest, person = list(map(card_name, wanted)), self.person
        while "Tab" not in (asked := await self.expect_prompt()).words:
            picked: list[str] = []
            several = "Enter" in asked.words
            while (several or not picked) and (key := self._next(rest, asked, picked)):
                picked.append(key)
                rest.pop(0)
            if not picked and _("Done") in asked.options:
                await person.press(_("Done"))
            elif not picked and "Y" in asked.words.rpartition(";")[2]:
                await person.key("y")
            else:
                await person.key(*(picked or asked.keys[:1]), *(["Return"] if several else []))
        assert not rest, f"never offered: {rest}"

    @staticmethod
    def _next(rest: list[str], asked: NarratedPrompt, picked: list[str]) -> str:
        """Return the key of the next wanted option; "" when it is not offered here."""
        offered = zip(asked.keys, asked.options, strict=True)
        fits = [key for key, words in offered if rest and rest[0] in words]
        return next((key for key in fits if key not in picked), "")

    async def extra_deck_point(self, name: str) -> Point:
        """Open the Extra Deck; return where this card is in it."""
        await self.person.click(*self.at("extra_deck"))
        cells = [(x, y) for y in (270.0, 340.0) for x in (360.0, 460.0, 560.0, 660.0)]
        return await self.person.find(f"^focus: .*{re.escape(card_name(name))}", cells)

    async def tab_to(self, words: str, line: str) -> None:
        """Press Tab to this card, Enter, and the number of this line of its menu."""
        person = self.person
        await person.tab_to(re.escape(card_name(words)))
        await person.key("Return")
        menu = await person.until("^menu: (.*)$")
        row = re.search(rf"(\d+)\. {re.escape(line)}", menu[1])
        assert row, menu[1]
        await person.key(row[1])


@pytest.mark.window
@pytest.mark.parametrize("language", ["en", "zh_CN"])
async def test_every_kind_of_summon_and_a_chain_of_three(tmp_path: Path, shots: Path, language: str) -> None:
    puzzle = tmp_path / "summons.json"
    puzzle.write_text(json.dumps(PUZZLE), encoding="utf-8")
    arguments = ("solo", "--line", str(puzzle), "--language", language)
    async with display() as screen, window(screen, "Wren", tmp_path / "Wren", *arguments) as wren:
        with trio.fail_after(TEST_TIMEOUT_S), use_language([language]):
            await wren.appear((0, 0))
            solver = Solver(wren)
            try:
                for part in PARTS:
                    await part(solver)
                    await wren.shot(f"summons-{part.__name__}-{language}", shots)
                check_state(await save_and_rerun(wren))
                english = wren.last_match("Other side|Material|Choose|Activate")
                assert (english is None) == (language != "en"), english
            except BaseException:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                    await wren.shot(f"failed-summons-{language}", shots)
                raise


async def chain(solver: Solver) -> None:
    """Activate by mouse a Spell, the other side's Typhoon at it, and a Typhoon of one's own at their Trap."""
    person, other = solver.person, Solver(solver.person, 1)
    await solver.expect_prompt("Ookazi")
    await solver.open(await solver.hand_card("Ookazi"), _("Activate"))
    await solver.expect_prompt("Waboku")
    await other.open(other.at("spell_trap", 0), _("Activate"))
    targets = await solver.expect_prompt("Ookazi")
    await person.key(targets.number(card_name("Ookazi")), "Return")
    await solver.expect_prompt("Mystical Space Typhoon")
    await solver.open(solver.at("spell_trap", 2), _("Activate"))
    targets = await solver.expect_prompt("Ookazi")
    named = [card_name(name) for name in ("Ookazi", "Mystical Space Typhoon")]
    (theirs,) = (words for words in targets.options if not any(name in words for name in named))
    await person.key(targets.number(theirs), "Return")
    await solver.expect_prompt("Waboku")
    await person.key("Escape")
    await solver.expect_prompt("Polymerization")


async def summon_by_pendulum(solver: Solver) -> None:
    """Place both Scales by drag; then Summon two monsters of the hand at once."""
    await solver.drag(await solver.hand_card("Timegazer Magician"), solver.at("spell_trap", 0))
    await solver.expect_prompt("Stargazer Magician")
    await solver.drag(await solver.hand_card("Stargazer Magician"), solver.at("spell_trap", 4))
    await solver.expect_prompt(_("Pendulum Summon"))
    await solver.open(solver.at("spell_trap", 0), _("Pendulum Summon"))
    await solver.answer("Gemini Elf", "Gemini Elf")


async def summon_by_xyz(solver: Solver) -> None:
    """Summon by mouse, from the Extra Deck."""
    await solver.person.click(*await solver.extra_deck_point("Number 39: Utopia"))
    await solver.pick(_("Special Summon"))
    await solver.answer("Gemini Elf")


async def summon_by_synchro(solver: Solver) -> None:
    """Normal Summon a Tuner by drag, which revives a monster; both are Tuned."""
    await solver.drag(await solver.hand_card("Junk Synchron"), solver.at("monster", 2))
    await solver.answer()
    await solver.drag(await solver.extra_deck_point("Junk Warrior"), solver.at("monster", 4))
    await solver.answer()


async def summon_by_fusion(solver: Solver) -> None:
    """Summon by keys, from the hand."""
    await solver.tab_to("Polymerization", _("Activate"))
    await solver.answer()


async def summon_by_ritual(solver: Solver) -> None:
    """Summon by keys; the Tribute is in the hand."""
    await solver.tab_to("Black Illusion Ritual", _("Activate"))
    await solver.answer("Baby Dragon")


async def link(solver: Solver) -> None:
    """Summon by drag, with two monsters on the field."""
    await solver.drag(await solver.extra_deck_point("Proxy Dragon"), solver.at("extra_monster", 0, -1))
    await solver.answer("Junk Warrior", "Relinquished")


PARTS = (
    chain,
    summon_by_pendulum,
    summon_by_xyz,
    summon_by_synchro,
    summon_by_fusion,
    summon_by_ritual,
    link,
)


async def save_and_rerun(person: WindowPlayer) -> State:
    """Save the line to a file and run it again; return the state of the duel."""
    await person.key("ctrl+s")
    path = trio.Path((await person.until("^line: (.+)$"))[1])
    pool = bundled_pool()
    setup = read_file(await path.read_text(encoding="utf-8"), pool)
    referee = make_referee(setup, pool)
    for _frame in referee.start(setup, RandomStreams(bytes(32))):
        pass
    return referee.state


def check_state(state: State) -> None:
    """Check that every Summon has its monster, its materials are where its kind sends them, and Ookazi has
    burnt.
    """
    assert (state.life(0), state.life(1)) == (8000, 7200)
    monsters = {card.name: card for card in state.cards if card.is_in_monster_zone}
    assert set(monsters) == {"Number 39: Utopia", "Gaia the Dragon Champion", "Proxy Dragon"}
    assert [card.name for card in monsters["Number 39: Utopia"].materials] == ["Gemini Elf"] * 2
    assert monsters["Proxy Dragon"].zone == "extra_monster"
    assert {card.name: card.place.slot for card in state.cards if card.zone == "spell_trap"} == SCALES
    assert sorted(card.name for card in state.pile(0, "graveyard")) == sorted(SPENT)
    assert sorted(card.name for card in state.pile(1, "graveyard")) == ["Mystical Space Typhoon", "Waboku"]
    assert not state.pile(0, "hand")
    assert not state.pile(0, "extra_deck")
