"""The API for programs of others: the bots of its page play whole duels, and a mistake is one sentence."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

import facedown_client.bot
from facedown_client.bot import BotTable, Prompt, Settings, connect, open_table
from facedown_shared.text import BadInput, Code, FacedownError
from tests.arch.source import ROOT
from tests.client.house import ADDRESS, House, house
from tests.reliability.processes import server_process

PAGE = (ROOT / "docs" / "develop" / "play-by-program.md").read_text(encoding="utf-8")
BOTS = [block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "sys.argv" in block]
MAX_BOT_LINES = 30
DUEL_TIMEOUT_S = 240.0
SERVER = ADDRESS.base
EXPORTED = [
    "BadInput", "BotTable", "Code", "FacedownError", "Facts", "FoundCard", "Option", "Prompt", "Settings",
    "View", "connect", "open_table", "play",
]  # fmt: skip
"""What 0.1 promises: names are added, none is taken away."""
QUIET = Settings(listed=False, pace="off")


async def play_first_options(table: BotTable) -> None:
    """Answer every prompt with its first options until the match is over."""
    async for prompt in table:
        if prompt.declare:
            await table.declare(prompt, (await table.search(prompt))[0])
        else:
            await table.answer(prompt, *prompt.options[: prompt.least or 1])


def test_the_page_has_two_bots_of_at_most_thirty_lines() -> None:
    assert len(BOTS) == 2
    assert all(bot.count("\n") <= MAX_BOT_LINES for bot in BOTS)


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS, ids=["random", "eager"])
async def test_a_bot_of_the_page_plays_a_whole_duel(bot: str, tmp_path: Path) -> None:
    """As its reader runs it: a file with the text of the page, a process of its own, a real server."""
    file = tmp_path / "bot.py"
    file.write_text(bot, encoding="utf-8")
    with trio.fail_after(DUEL_TIMEOUT_S):
        async with (
            server_process(tmp_path / "data") as (_process, port),
            open_table(f"http://127.0.0.1:{port}", "Halvard", settings=QUIET) as table,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(play_first_options, table)
            line = [sys.executable, str(file), table.invitation]
            found = await trio.run_process(line, capture_stdout=True, capture_stderr=True, check=False)
            assert found.returncode == 0, found.stderr.decode()
            assert table.is_over
            assert sum(table.wins) == 1
            assert found.stdout.decode().strip() == table.result
            assert "wins" in table.result


@asynccontextmanager
async def pair() -> AsyncIterator[tuple[House, BotTable, BotTable]]:
    """Run a server in memory with two programs at a table."""
    async with (
        house() as server,
        open_table(SERVER, "Halvard", settings=QUIET, dial=server.dial) as one,
        connect(one.invitation, "Wren", dial=server.dial) as two,
    ):
        yield server, one, two


async def answer_until(table: BotTable, so: Callable[[], bool]) -> Prompt:
    """Answer prompts until a condition holds; return the prompt that is open then."""
    async for prompt in table:
        if so():
            return prompt
        await table.answer(prompt, *prompt.options[: prompt.least or 1])
    raise AssertionError("the match is over")


async def test_two_bots_see_the_same_result_and_only_their_own_hand(autojump_clock: MockClock) -> None:
    async with pair() as (_server, one, two), trio.open_nursery() as nursery:
        nursery.start_soon(play_first_options, one)
        await answer_until(two, lambda: two.view.turn > 0)
        mine, theirs = two.view.pile(1, "hand"), two.view.pile(0, "hand")
        assert all(two.view.known_facts(handle) for handle in mine.handles)
        assert (len(mine.handles) > 0, theirs.count > 0, theirs.handles) == (True, True, ())
        await two.concede()
        assert await two.next_prompt() is None
        assert await one.next_prompt() is None
        assert (one.result, one.wins) == (two.result, two.wins) == ("Halvard wins: Wren gave up", (1, 0))
        assert (one.seat, two.seat, one.names) == (0, 1, ("Halvard", "Wren"))
        assert two.log[-1] == two.result


async def test_a_program_that_fails_gives_up_and_raises_its_own_error(autojump_clock: MockClock) -> None:
    async def fail(link: str, server: House) -> None:
        async with connect(link, "Wren", dial=server.dial) as two:
            await answer_until(two, lambda: two.view.turn > 0)
            raise ZeroDivisionError

    async with house() as server, open_table(SERVER, "Halvard", settings=QUIET, dial=server.dial) as one:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(play_first_options, one)
            with pytest.raises(ZeroDivisionError):
                await fail(one.invitation, server)
        assert one.result == "Halvard wins: Wren gave up"


async def test_an_answer_that_does_not_fit_is_refused_and_the_prompt_stays(autojump_clock: MockClock) -> None:
    async with pair() as (_server, one, two), trio.open_nursery() as nursery:
        nursery.start_soon(play_first_options, one)
        prompt = await answer_until(two, lambda: two.view.turn > 0)
        count = len(prompt.options)
        for picks in ((), (count,), (-1,), (0, 0)):
            with pytest.raises(BadInput, match=rf"takes 1 to 1 of its {count} options, each once\.$"):
                await two.answer(prompt, *picks)
        with pytest.raises(BadInput, match=rf"^Answer prompt {prompt.ask} before the next one\.$") as error:
            await two.next_prompt()
        assert error.value.code is Code.NOT_NOW
        await two.answer(prompt, prompt.options[0])
        assert await two.next_prompt() is not None
        nursery.cancel_scope.cancel()


async def test_an_old_prompt_cannot_be_answered(autojump_clock: MockClock) -> None:
    async with pair() as (_server, one, two), trio.open_nursery() as nursery:
        nursery.start_soon(play_first_options, one)
        prompt = await answer_until(two, lambda: two.view.turn > 0)
        await two.answer(prompt, prompt.options[0])
        await answer_until(two, lambda: True)
        with pytest.raises(BadInput, match="is answered or over") as error:
            await two.answer(prompt, prompt.options[0])
        assert error.value.code is Code.OLD_PROMPT
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("R7K-42Q", "needs the full link"),
        (SERVER, "needs the link of a table"),
        (f"{SERVER}/t/R7K-42Q#watch=abc", "link of a free seat"),
        ("http://", "neither a link"),
    ],
)
def test_a_wrong_link_is_a_sentence(link: str, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence) as error:
        connect(link)
    assert error.value.code is Code.WRONG_LINK


async def test_a_seat_that_cannot_be_taken_is_a_sentence(autojump_clock: MockClock) -> None:
    async with house() as server:
        with pytest.raises(FacedownError) as error:
            async with connect(f"{SERVER}/t/R7K-42Q#seat=abc", dial=server.dial):
                raise AssertionError("there is no such table")
        assert error.value.code is Code.NO_SUCH_TABLE
        by_hand = Settings(listed=False, mode="free")
        with pytest.raises(FacedownError, match="does not play"):
            async with open_table(SERVER, settings=by_hand, dial=server.dial):
                raise AssertionError("a bot cannot move cards by hand")


async def test_an_illegal_deck_is_a_sentence(autojump_clock: MockClock) -> None:
    async with house() as server:
        with pytest.raises(BadInput, match="40") as error:
            async with open_table(
                SERVER, settings=QUIET, deck="#main\n46986414\n", dial=server.dial
            ) as table:
                await table.next_prompt()
        assert error.value.code is Code.BAD_DECK


async def test_a_server_that_does_not_answer_is_a_sentence(autojump_clock: MockClock) -> None:
    async with house() as server:
        server.away = True
        with pytest.raises(FacedownError) as error:
            async with connect(f"{SERVER}/t/R7K-42Q#seat=abc", dial=server.dial):
                raise AssertionError("there is no server")
        assert error.value.code is Code.UNREACHABLE


async def test_a_lost_connection_is_made_again_and_no_answer_is_lost(autojump_clock: MockClock) -> None:
    async with pair() as (server, one, two), trio.open_nursery() as nursery:
        nursery.start_soon(play_first_options, one)
        for _cut in range(4):
            answered = iter(range(5))
            await answer_until(two, lambda answered=answered: next(answered) == 4)  # type: ignore[misc]
            prompt = two.prompt
            assert prompt is not None
            await two.answer(prompt, *prompt.options[: prompt.least or 1])
            await server.cut()
        await answer_until(two, lambda: two.view.turn > 0)
        await two.concede()
        assert await two.next_prompt() is None
        assert two.result == "Halvard wins: Wren gave up"


def test_the_page_names_what_is_exported_and_what_a_table_has() -> None:
    assert sorted(facedown_client.bot.__all__) == EXPORTED
    assert not [name for name in EXPORTED if not re.search(rf"\b{name}\b", PAGE)]
    public = [name for name, _value in inspect.getmembers(BotTable) if not name.startswith("_")]
    assert not [name for name in public if not re.search(rf"\b{name}\b", PAGE)]
