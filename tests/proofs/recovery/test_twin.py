"""The proof of recovery sees what it must see: what was told and is gone, what nobody gave, what is twice."""

from __future__ import annotations

import msgspec
import pytest
from trio.testing import MockClock

from proofs.recovery.caller import Caller
from proofs.recovery.twin import Twin, doubled, lost, twin_of
from server.room.match.rerun import Differs
from server.room.server_context import ServerContext
from server.store.memory import MemoryStore
from server.store.store import StoredLog
from server.table.random_streams import FixedStreams
from shared.protocol.messages import Hello, Prompt, PromptOver, Update, Whole
from tests.server.tables import Player, serving, started


def caller_of(player: Player, sent: list[tuple[Prompt, tuple[int, ...]]]) -> Caller:
    """Somebody who was told and gave what this player was told and gave."""
    caller = Caller("Anna", FixedStreams(), Hello("Anna"), viewer=player.seat)
    for message in player.heard:
        match message:
            case Whole(view=view, log=log):
                caller.note(view, log)
            case Update():
                caller.update(message)
            case PromptOver(ask=ask):
                caller.done.add(ask)
    caller.answers = {prompt.ask: (prompt, picks) for prompt, picks in sent}
    return caller


async def played() -> tuple[Caller, StoredLog, ServerContext]:
    """One who played a few acts, the log of them, and a house to run it in."""
    store = MemoryStore()
    async with serving(store=store) as server:
        first, other = await started(server)
        sent: list[tuple[Prompt, tuple[int, ...]]] = []
        if first.all(Prompt)[0].kind == "order":
            sent.append((first.all(Prompt)[0], (0,)))
        for number in (3, 2):
            await give(first, "say", number, sent)
            await other.pick("pass")
            await other.pick("say", 1)
            await give(first, "pass", 0, sent)
        (name,) = await store.unfinished()
        return caller_of(first, sent), await store.read(name), server.lobby.server


async def give(player: Player, verb: str, amount: int, sent: list[tuple[Prompt, tuple[int, ...]]]) -> None:
    """Answer, and remember it."""
    prompt = player.asked
    await player.pick(verb, amount)
    index = next(
        i for i, option in enumerate(prompt.options) if (option.verb, option.amount) == (verb, amount)
    )
    sent.append((prompt, (index,)))


async def judged(caller: Caller, log: StoredLog, server: ServerContext) -> tuple[list[str], list[str]]:
    """What is lost and what is doubled."""
    twin: Twin = await twin_of(log, server)
    extra, missing = doubled(caller, twin, log)
    return lost(caller, twin) + missing, extra


async def test_nothing_is_found_where_nothing_is_wrong(autojump_clock: MockClock) -> None:
    assert await judged(*await played()) == ([], [])


async def test_an_act_that_was_told_and_is_gone_is_found(autojump_clock: MockClock) -> None:
    caller, log, server = await played()
    for rows in (log.rows[:-1], log.rows[:-3]):
        gone, _ = await judged(caller, msgspec.structs.replace(log, rows=rows), server)
        assert gone != []


async def test_an_act_that_nobody_gave_is_found(autojump_clock: MockClock) -> None:
    caller, log, server = await played()
    last = max(caller.answers)
    prompt, _ = caller.answers[last]
    for answers in ({last: (prompt, ())}, {}):
        caller.answers = {**caller.answers, **answers} if answers else {}
        assert (await judged(caller, log, server))[1] != []


async def test_a_view_that_comes_after_a_later_one_is_found(autojump_clock: MockClock) -> None:
    caller, log, server = await played()
    caller.told = [caller.told[-1], *caller.told]
    assert (await judged(caller, log, server))[0] != []


async def test_a_log_that_runs_otherwise_is_no_twin(autojump_clock: MockClock) -> None:
    _, log, server = await played()
    row = msgspec.structs.replace(log.rows[-1], digest=b"another")
    with pytest.raises(Differs):
        await twin_of(msgspec.structs.replace(log, rows=(*log.rows[:-1], row)), server)
