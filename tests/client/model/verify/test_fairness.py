"""Fair shuffles: clients add to every throw, check them all after the match, and catch a cheating server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from facedown_client.commands.command import main
from facedown_client.connection.link import Link
from facedown_client.connection.return_places import Returns
from facedown_client.connection.visit import Visit
from facedown_client.model.verify.fairness import CALLED_OFF, LEFT_OUT, DuelRecord, Record
from facedown_client.model.verify.verdict import verify
from facedown_client.terminal import terminal
from facedown_shared.network import links
from facedown_shared.protocol.messages import Opened, Settings, Watch
from tests.client.cheats import CHEATS, Table, play_match
from tests.client.house import ADDRESS, house


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("format_name", ["master", "classic"])
async def test_both_players_verify_an_honest_match(
    autojump_clock: MockClock, seed: int, format_name: str
) -> None:
    table = await play_match(seed, format=format_name)
    for model in table.models:
        assert model.verdict is not None
        assert model.verdict.complaints == ()
        assert model.verdict.shuffles >= 1
        assert model.witness.record.chapters[1].over


async def test_a_match_of_three_is_checked_duel_by_duel(autojump_clock: MockClock) -> None:
    table = await play_match(3, best_of=3)
    for model in table.models:
        record = model.witness.record
        assert model.verdict is not None
        assert model.verdict.complaints == ()
        assert len(record.chapters) >= 2
        assert model.verdict.shuffles >= len(record.chapters)


EXPECTED = {
    "skip_shuffle": {0: "where it cannot have lain"},
    "change_secret": {0: "is not the one that was pledged", 1: "is not the one that was pledged"},
    "second_pledge": {0: CALLED_OFF, 1: CALLED_OFF},
    "cancel_and_throw_again": {0: CALLED_OFF, 1: CALLED_OFF},
    "pledge_without_shares": {0: LEFT_OUT, 1: LEFT_OUT},
    "hide_shares": {
        0: "before it had announced the players' shares",
        1: "before it had announced the players' shares",
    },
    "drop_share": {0: "our share was left out", 1: "the share of seat 0 is not the one that was sealed"},
    "deal_from_the_bottom": {0: "where it cannot have lain"},
    "stack_deck": {0: "did not begin with the cards we brought"},
    "load_toss": {0: "toss 1 for who goes first", 1: "toss 1 for who goes first"},
    "open_empty_hand": {0: "was not opened", 1: "was not opened"},
    "announce_unsealed_share": {0: "is not the one that was sealed", 1: "is not the one that was sealed"},
}
"""Cheat -> by seat, a part of its client's complaint. A seat that is not named was not cheated."""


async def test_lost_connections_leave_the_check_whole(autojump_clock: MockClock) -> None:
    """Every connection breaks, before the duel and in the middle of it; all reconnect by themselves."""
    async with house("broken") as server, trio.open_nursery() as nursery:
        table = Table(server, Settings(pace="off", listed=False), 4)
        table.marks = {at: trio.Event() for at in (30, 60, 120)}

        async def cut() -> None:
            for mark in table.marks.values():
                await mark.wait()
                await server.cut()

        nursery.start_soon(cut)
        await table.play()
        nursery.cancel_scope.cancel()
    assert all(mark.is_set() for mark in table.marks.values())
    for model in table.models:
        assert model.verdict is not None
        assert model.verdict.complaints == ()
        assert model.witness.record.share
        assert model.witness.record.chapters[1].whole


async def test_a_spectator_checks_what_everybody_saw(autojump_clock: MockClock) -> None:
    async with house("watched") as server, trio.open_nursery() as nursery:
        table = Table(server, Settings(pace="off", listed=False), 3)
        visits: list[Visit] = []

        async def watch() -> None:
            link = links.parse_link(table.models[0].links["spectator"][0][1])
            visits.append(Visit(Link(ADDRESS, "Sid", wish=Watch(link.code, link.secret), dial=server.dial)))
            nursery.start_soon(visits[0].run_link)
            await wait_all_tasks_blocked()

        await table.play(first=watch)
        (sid,) = visits
        while sid.model.verdict is None:
            await sid.next()
        assert sid.model.verdict.complaints == ()
        assert sid.model.witness.record.opened is not None
        assert sid.model.witness.record.opened.trails == ()
        assert terminal.Terminal(sid.model).message_lines(Opened()) == [sid.model.verdict.summary_line]
        nursery.cancel_scope.cancel()


@pytest.mark.parametrize("cheat", CHEATS)
async def test_a_cheating_server_is_caught(autojump_clock: MockClock, cheat: str) -> None:
    table = await play_match(1, CHEATS[cheat])
    for seat, model in enumerate(table.models):
        assert model.verdict is not None
        complaints = " ".join(model.verdict.complaints)
        assert EXPECTED[cheat].get(seat, "") in complaints
        assert bool(complaints) == (seat in EXPECTED[cheat])
        assert model.verdict.summary_line.startswith("Shuffles NOT verified: ") == bool(complaints)


# --- the record ---------------------------------------------------------------------------------------------


async def test_a_record_says_the_same_from_its_file(
    autojump_clock: MockClock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = await play_match(2)
    model = table.models[0]
    path = Returns(tmp_path / "returns").store_record("ABC", msgspec.json.encode(model.witness.record))
    capsys.readouterr()
    main(["verify", str(path)])
    assert model.verdict is not None
    assert capsys.readouterr().out.strip() == model.verdict.summary_line


def change_secret(record: Record) -> None:
    assert record.opened is not None
    record.opened.secrets["1/coin"] = bytes(32)


def change_commitment(record: Record) -> None:
    assert record.pledge is not None
    record.pledge.commitments["1/deck:0"] = bytes(32)


def drop_pledge(record: Record) -> None:
    record.pledge = None


def change_draw(record: Record) -> None:
    seen = record.chapters[1].seen
    at = next(index for index, row in enumerate(seen) if row[0] == "draw")
    seen[at] = ("draw", "deck", "hand", 1)


def drop_row(record: Record) -> None:
    record.chapters[1].seen.pop()


def change_cards(record: Record) -> None:
    assert record.opened is not None
    (trail,) = record.opened.trails
    turned = msgspec.structs.replace(trail, cards=trail.cards[::-1])
    record.opened = msgspec.structs.replace(record.opened, trails=(turned,))


def corrupt_steps(record: Record) -> None:
    assert record.opened is not None
    (trail,) = record.opened.trails
    steps: tuple[tuple[str, str, tuple[int, ...]], ...] = (
        ("out", "deck", ()), ("to", "hand", (0, 1)), ("fly", "deck", (1,)), ("in", "deck", (5, -9)),
        ("arrange", "deck", (900,)), ("shuffle", "deck", (900,)), ("in", "moon", (0, 0)),
    )  # fmt: skip
    for step in steps:
        broken = msgspec.structs.replace(trail, steps=(*trail.steps, step))
        record.opened = msgspec.structs.replace(record.opened, trails=(broken,))
        assert verify(record).complaints


CHANGES = (
    change_secret, change_commitment, drop_pledge, change_draw, drop_row, change_cards,
    corrupt_steps,
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
async def test_a_changed_record_is_not_verified(
    autojump_clock: MockClock, tmp_path: Path, change: Callable[[Record], None]
) -> None:
    table = await play_match(2)
    record = table.models[0].witness.record
    assert not verify(record).complaints
    change(record)
    path = tmp_path / "record.json"
    path.write_bytes(msgspec.json.encode(record))
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(path)])
    assert ended.value.code == 1


@pytest.mark.parametrize("text", ["", "{", "[1]", '{"seat": "north"}'])
def test_a_file_that_is_no_record_gets_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    path = tmp_path / "record.json"
    path.write_text(text)
    for wrong in (path, tmp_path / "none.json"):
        with pytest.raises(SystemExit) as ended:
            main(["verify", str(wrong)])
        assert ended.value.code == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_duel_not_seen_from_its_beginning_is_said_so() -> None:
    record = Record(chapters={1: DuelRecord(whole=False)})
    assert verify(record).notes == ("not seen from the beginning",)
