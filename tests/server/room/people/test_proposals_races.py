"""A yes to a proposal that was replaced meanwhile is refused as outdated and changes nothing."""

from __future__ import annotations

import msgspec
import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.decks import decks
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.gestures import ChangeLife
from facedown_shared.protocol.messages import (
    AtTable,
    ChangeMode,
    Concede,
    Consent,
    JoinTable,
    Kick,
    Leave,
    Propose,
    Ready,
    Refused,
    Rewind,
    Settings,
    TableInfo,
    ToServer,
    UseDeck,
)
from facedown_shared.text.errors import Code
from tests.server.tables import QUIET, Player, begin_duel, code_of, ready_deck, run_server, secret_of

THREE = Settings(pace="off", best_of=3)
FREE = Settings(mode="free", pace="off")


def table(player: Player) -> TableInfo:
    assert player.table is not None
    return player.table


async def send(player: Player, message: ToServer) -> None:
    """Send exactly this, with its own numbers or none."""
    await player.client.send(encode(message))
    await wait_all_tasks_blocked()


# --- consent ------------------------------------------------------------------------------------------------


async def test_a_yes_to_a_pause_does_not_draw_the_duel(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await first.do(Propose("pause"))
        late = Consent(True, table(other).proposal_number)
        await first.do(Propose("draw"))
        await send(other, late)
        assert other.refusal is Code.OUTDATED
        assert (first.stage, table(first).proposal) == ("duel", f"draw {first.seat}")
        await other.do(Consent(True))
        assert first.stage == "over"


async def test_a_yes_to_a_rematch_does_not_open_the_hands(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await other.do(Concede())
        await first.do(Propose("rematch"))
        late = Consent(True, table(other).proposal_number)
        await first.do(Propose("open"))
        await send(other, late)
        assert other.refusal is Code.OUTDATED
        assert table(first).proposal == f"open {first.seat}"
        (room,) = server.lobby.rooms.values()
        assert not room.lifecycle.disclosure.has_both


async def test_a_no_to_what_was_replaced_declines_nothing(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await first.do(Propose("pause"))
        late = Consent(False, table(other).proposal_number)
        await first.do(Propose("draw"))
        await send(other, late)
        assert (other.refusal, table(first).proposal) == (Code.OUTDATED, f"draw {first.seat}")


async def test_the_same_proposed_again_after_it_was_withdrawn_is_another(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await first.do(Propose("draw"))
        late = Consent(True, table(other).proposal_number)
        await first.do(Propose(""), Propose("draw"))
        await send(other, late)
        assert (other.refusal, first.stage) == (Code.OUTDATED, "duel")


async def test_a_step_back_that_was_replaced_is_not_taken(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, FREE)
        for _ in range(3):
            await first.do(ChangeLife("-500"))
        await first.do(Rewind(2))
        late = Consent(True, table(other).proposal_number)
        await first.do(Rewind(0))
        await send(other, late)
        assert (other.refusal, table(first).step) == (Code.OUTDATED, 3)
        await other.do(Rewind(0))
        assert (other.refusal, table(first).step) == (Code.NOT_NOW, 3), "nobody agrees by asking for it too"
        await other.do(Consent(True))
        assert table(first).step == 0


async def test_a_yes_without_a_number_says_that_the_client_is_too_old(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await first.do(Propose("draw"))
        await send(other, Consent(True))
        refused = other.last(Refused)
        assert (refused.code, first.stage) == (Code.OLD_PROTOCOL, "duel")
        assert refused.text.endswith("Update it.")
        await send(other, Propose("draw"))
        assert (other.refusal, first.stage) == (Code.OLD_PROTOCOL, "duel")


async def test_a_rematch_needs_decks_at_the_moment_of_the_yes(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await other.do(Concede())
        await first.do(Propose("rematch"), UseDeck("#main\n1\n"))
        assert not table(first).seats[first.seat].deck
        await other.do(Consent(True))
        assert (other.refusal, first.stage) == (Code.NOT_NOW, "over")
        await first.do(UseDeck(decks.to_ydk(ready_deck())))
        await other.do(Consent(True))
        assert first.stage == "order"


async def test_a_rematch_is_not_agreed_to_at_a_table_played_another_way(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = sorted(await begin_duel(server), key=lambda player: player.seat)
        await ben.do(Concede())
        await anna.do(Propose("rematch"))
        late, same = Consent(True, table(ben).proposal_number), Propose("rematch", table(ben).terms)
        await anna.do(ChangeMode("free"))
        assert table(ben).proposal == ""
        await send(ben, late)
        assert ben.refusal is Code.OUTDATED
        await anna.do(Propose("rematch"))
        await send(ben, same)
        assert (ben.refusal, anna.stage) == (Code.OUTDATED, "over")


# --- ready --------------------------------------------------------------------------------------------------


async def test_ready_for_the_rules_is_not_ready_for_a_free_table(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        late = Ready(True, table(ben).terms)
        await anna.do(ChangeMode("free"), Ready())
        await send(ben, late)
        assert (ben.refusal, anna.stage, table(anna).seats[1].ready) == (Code.OUTDATED, "gathering", False)
        await ben.do(Ready())
        assert anna.stage == "order"


async def test_ready_is_for_the_player_across_the_table(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        await anna.do(Ready())
        late = Ready(True, table(anna).terms)
        await anna.do(Ready(False), Kick("Ben"))
        del ben
        cleo = await server.connect("Cleo", peer="192.0.2.9")
        await cleo.do(JoinTable(code_of(anna), secret_of(anna, "opponent")))
        await cleo.do(Ready())
        await send(anna, late)
        assert (anna.refusal, anna.stage) == (Code.OUTDATED, "gathering")


async def test_who_was_ready_for_one_who_left_is_not_for_the_next(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        await anna.do(Ready())
        await ben.do(Leave())
        assert not table(anna).seats[0].ready
        cleo = await server.guest(anna, "Cleo")
        await cleo.do(Ready())
        assert anna.stage == "gathering"


async def test_ready_without_terms_says_that_the_client_is_too_old(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna")
        await send(anna, Ready())
        assert anna.refusal is Code.OLD_PROTOCOL
        await anna.do(Ready())
        await send(anna, Ready(False))
        assert not table(anna).seats[0].ready


# --- concessions --------------------------------------------------------------------------------------------


async def test_a_duel_is_not_given_up_for_the_one_before(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, THREE)
        late = Concede(False, table(first).terms)
        await other.do(Concede())
        for player in (first, other):
            await player.pick("keep")
        chooser = next(player for player in (first, other) if player.prompt)
        await chooser.pick("first")
        assert first.stage == "duel"
        await send(first, late)
        assert (first.refusal, first.stage) == (Code.OUTDATED, "duel")
        await send(first, Concede())
        assert first.stage == "siding"


async def test_leaving_a_table_gives_up_no_match_that_began_meanwhile(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        await anna.do(Ready())
        late = Leave(table(anna).terms)
        await ben.do(Ready())
        assert anna.stage == "order"
        await send(anna, late)
        assert (anna.refusal, ben.stage) == (Code.OUTDATED, "order")
        await send(anna, Leave(table(ben).terms))
        assert ben.stage == "over"


async def test_a_draw_is_not_proposed_in_the_duel_after(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server, THREE)
        late = Propose("draw", table(first).terms)
        await other.do(Concede())
        for player in (first, other):
            await player.pick("keep")
        chooser = next(player for player in (first, other) if player.prompt)
        await chooser.pick("first")
        await send(first, late)
        assert (first.refusal, table(other).proposal) == (Code.OUTDATED, "")


# --- numbers and rates --------------------------------------------------------------------------------------


async def test_numbers_count_up_across_restarts(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        first, other = await begin_duel(server, THREE)
        await first.do(Propose("pause"))
        await first.do(Propose("draw"))
        number, terms = table(other).proposal_number, table(other).terms
        await other.do(Concede())
        assert table(other).terms > terms
        terms = table(other).terms
    async with run_server(store=store, seed="after") as server:
        one, two = await server.back(first), await server.back(other)
        assert table(one).terms == terms
        await send(two, Consent(True, number))
        assert two.refusal is Code.OUTDATED
        for player in (one, two):
            await player.pick("keep")
        chooser = next(player for player in (one, two) if player.prompt)
        await chooser.pick("first")
        await one.do(Propose("pause"))
        assert table(two).proposal_number == number + 1
        await two.do(Concede(match=True))
        assert one.stage == "over"
        over = table(one).terms
        assert over > terms
        await one.do(Propose("rematch"))
        await two.do(Consent(True))
        assert table(one).terms > over


async def test_a_table_of_a_version_without_numbers_has_them_from_now_on(autojump_clock: MockClock) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        first, other = await begin_duel(server)
        await other.do(Concede())
        (code,) = store.kept
    older = msgspec.json.decode(msgspec.json.encode(store.kept[code]))
    assert older.pop("terms") > 0
    store.kept[code] = msgspec.convert(older, type(store.kept[code]), strict=False)
    async with run_server(store=store, seed="after") as server:
        one, two = await server.back(first), await server.back(other)
        assert table(one).terms > 0
        await one.do(Propose("rematch"))
        assert table(one).proposal_number == 1
        await two.do(Consent(True))
        assert one.stage == "order"


async def test_a_player_proposes_a_few_times_in_ten_seconds(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        heard = len(other.all(AtTable))
        for _ in range(46):  # two messages each: what one connection may send in five seconds
            await first.do(Propose("draw"), Propose(""))
            await trio.sleep(0.1)
        told = [one.table.proposal for one in other.all(AtTable)[heard:]]
        assert 4 <= sum(bool(proposal) for proposal in told) <= 6
        assert Code.TOO_FAST in [refused.code for refused in first.all(Refused)]
        await trio.sleep(10)
        await first.do(Propose("draw"))
        assert (first.refusal, table(other).proposal) == (None, f"draw {first.seat}")


async def test_steps_back_are_proposals_too(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, _ = await begin_duel(server, FREE)
        await first.do(ChangeLife("-500"), ChangeLife("-500"))
        for step in (0, 1) * 3:
            await first.do(Rewind(step))
        assert first.refusal is Code.TOO_FAST


@pytest.mark.parametrize("mode", ["half", "free"])
async def test_a_proposal_to_the_host_is_answered_by_its_number(autojump_clock: MockClock, mode: str) -> None:
    async with run_server() as server:
        anna = await server.host("Anna", QUIET)
        ben = await server.guest(anna, "Ben")
        await ben.do(ChangeMode("free" if mode == "half" else "half"))
        late = Consent(True, table(anna).proposal_number)
        await ben.do(ChangeMode(mode))
        await send(anna, late)
        assert (anna.refusal, table(anna).mode) == (Code.OUTDATED, "rules")
        await anna.do(Consent(True))
        assert table(ben).mode == mode
