"""The recovery check detects what it must: acts that were sent and are lost, that no client sent, or that
occur twice.
"""

from __future__ import annotations

import msgspec
import pytest
from trio.testing import MockClock

from facedown_server.room.match.match_log import Differs
from facedown_server.room.server_context import ServerContext
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import StoredLog
from facedown_server.table.random_streams import FixedStreams
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.codec import decode_from_server, encode
from facedown_shared.protocol.messages import Answer, ListTables, Prompt
from proofs.recovery.matches import find_doubled, find_lost, run_undisturbed
from proofs.recovery.remembering_player import RememberingPlayer
from tests.server.tables import Player, begin_duel, run_server


async def remember_messages(player: Player, sent: list[tuple[Prompt, Answer]]) -> RememberingPlayer:
    """Return a client that was sent what this player was sent, and gave the same answers."""
    told = RememberingPlayer(TableLink("server", 1), "Anna", FixedStreams(), ListTables())
    for message in (decode_from_server(encode(heard)) for heard in player.heard):
        told.model.handle_message(message)
        if not isinstance(message, Prompt):
            await told.handle(message)
    told.answers = {prompt.ask: (prompt, (answer,)) for prompt, answer in sent}
    return told


async def play_match() -> tuple[RememberingPlayer, StoredLog, ServerContext]:
    """Return a player who made a few acts, the log of them, and a server context to run it in."""
    store = MemoryStore()
    async with run_server(store=store) as server:
        first, other = await begin_duel(server)
        sent: list[tuple[Prompt, Answer]] = []
        if first.all(Prompt)[0].kind == "order":
            sent.append((first.all(Prompt)[0], Answer(0, (0,))))
        for number in (3, 2):
            await give(first, "say", number, sent)
            await other.pick("pass")
            await other.pick("say", 1)
            await give(first, "pass", 0, sent)
        (name,) = await store.unfinished_logs()
        return await remember_messages(first, sent), await store.read_match(name), server.lobby.server


async def give(player: Player, verb: str, amount: int, sent: list[tuple[Prompt, Answer]]) -> None:
    """Answer, and record it."""
    prompt = player.asked
    await player.pick(verb, amount)
    index = next(
        i for i, option in enumerate(prompt.options) if (option.verb, option.amount) == (verb, amount)
    )
    sent.append((prompt, Answer(prompt.ask, (index,))))


async def judge_match(
    player: RememberingPlayer, log: StoredLog, server: ServerContext
) -> tuple[list[str], list[str]]:
    """Return what is lost and what is doubled."""
    undisturbed = await run_undisturbed(log, server)
    extra, missing = find_doubled(player, undisturbed, log)
    return find_lost(player, undisturbed) + missing, extra


async def test_nothing_is_found_where_nothing_is_wrong(autojump_clock: MockClock) -> None:
    assert await judge_match(*await play_match()) == ([], [])


async def test_an_act_that_was_told_and_is_gone_is_found(autojump_clock: MockClock) -> None:
    player, log, server = await play_match()
    for rows in (log.rows[:-1], log.rows[:-3]):
        gone, _ = await judge_match(player, msgspec.structs.replace(log, rows=rows), server)
        assert gone != []


async def test_an_act_that_nobody_gave_is_found(autojump_clock: MockClock) -> None:
    player, log, server = await play_match()
    last = max(player.answers)
    prompt, _ = player.answers[last]
    for answers in ({last: (prompt, (Answer(last),))}, {}):
        player.answers = {**player.answers, **answers} if answers else {}
        assert (await judge_match(player, log, server))[1] != []


async def test_an_answer_that_was_given_while_another_was_on_its_way_is_no_act_too_many(
    autojump_clock: MockClock,
) -> None:
    player, log, server = await play_match()
    prompt, given = player.answers[max(player.answers)]
    player.answers[prompt.ask] = (prompt, (*given, Answer(prompt.ask)))
    assert await judge_match(player, log, server) == ([], [])


async def test_a_view_that_comes_after_a_later_one_is_found(autojump_clock: MockClock) -> None:
    player, log, server = await play_match()
    player.told = [player.told[-1], *player.told]
    assert (await judge_match(player, log, server))[0] != []


async def test_a_log_that_runs_otherwise_is_no_twin(autojump_clock: MockClock) -> None:
    _, log, server = await play_match()
    row = msgspec.structs.replace(log.rows[-1], digest=b"another")
    with pytest.raises(Differs):
        await run_undisturbed(msgspec.structs.replace(log, rows=(*log.rows[:-1], row)), server)
