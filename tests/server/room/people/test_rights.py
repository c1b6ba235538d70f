"""Permissions: tokens, spent tokens, recovery of a lost seat, what a spectator may not do."""

from __future__ import annotations

from typing import get_args

import pytest
import trio
from trio.testing import MockClock

from facedown_server.storage.memory_store import MemoryStore
from facedown_shared.protocol.gestures import KINDS, Draw
from facedown_shared.protocol.messages import (
    Answer,
    AutoPass,
    ChangeMode,
    Chat,
    Concede,
    Consent,
    ControlRelay,
    Crowd,
    Ended,
    FromClient,
    GetMenu,
    GetOpened,
    GetView,
    JoinTable,
    Kick,
    Propose,
    Ready,
    Refused,
    Restart,
    Resume,
    Rewind,
    Said,
    SaveLine,
    Seal,
    SearchCards,
    Seated,
    Settings,
    Share,
    TakeSide,
    ToServer,
    UseDeck,
    Whole,
    Why,
)
from facedown_shared.protocol.provided_facts import ProvidedFacts, TellFacts
from facedown_shared.text.errors import Code
from tests.server.tables import Player, Server, begin_duel, code_of, run_server, secret_of


def token(player: Player) -> str:
    assert player.seated is not None
    return player.seated.token


def hosts_first(one: Player, other: Player) -> tuple[Player, Player]:
    """Return both players, the host first."""
    return (one, other) if one.seat == 0 else (other, one)


async def request_refusal(player: Player, wish: ToServer) -> Code | None:
    """Return why a request is refused, if it is."""
    await player.do(wish)
    return player.refusal


async def void_token(server: Server, player: Player) -> tuple[str, Player]:
    """Return a void token of a player, and the player reconnected since."""
    old = token(player)
    await player.hang_up()
    again = await server.back(player)
    return old, await server.back(again)


# --- tokens -------------------------------------------------------------------------------------------------


async def test_a_spent_token_takes_no_seat_and_its_owner_is_told(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        old, owner = await void_token(server, first)
        thief = await server.connect("Thief")
        await thief.do(Resume(old))
        assert thief.refusal is Code.WRONG_TOKEN
        assert thief.all(Seated) == []
        assert "tried to resume your seat" in owner.last(Said).line
        assert other.all(Said) == []
        await owner.pick("say", 3)
        assert other.count == 0
        await thief.do(Resume(old))
        assert len(owner.all(Said)) == 1, "once a minute is enough"
        await trio.sleep(61)
        await thief.do(Resume(old))
        assert len(owner.all(Said)) == 2


async def test_a_token_that_never_was_tells_nobody(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, _ = await begin_duel(server)
        thief = await server.connect("Thief")
        await thief.do(Resume(f"{code_of(first)}.guessed"))
        assert thief.refusal is Code.WRONG_TOKEN
        assert first.all(Said) == []


async def test_names_and_addresses_open_nothing(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        await first.hang_up()
        twin = await server.connect("Anna", peer="192.0.2.1")
        wishes = (JoinTable(code_of(other)), Answer(1, (0,)))
        assert [await request_refusal(twin, wish) for wish in wishes] == [Code.SEAT_TAKEN, Code.NOT_NOW]


async def test_of_two_clients_with_one_token_one_has_the_seat(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        first, other = await begin_duel(server)
        one, two = await server.connect("One"), await server.connect("Two")
        await one.do(Resume(token(first)))
        assert first.last(Ended).reason
        await two.do(Resume(token(first)))
        assert one.last(Ended).reason
        assert two.seat == first.seat
        # Its successor was never used, so it became void when the older one was used.
        wishes = (Answer(two.asked.ask, (0,)), Resume(token(one)))
        assert [await request_refusal(one, wish) for wish in wishes] == [Code.NOT_NOW, Code.WRONG_TOKEN]
        await two.pick("say", 3)
        assert other.prompt


# --- attacks on a seat: by an opponent, a host, a stranger with a name --------------------------------------


def sent_links(player: Player) -> list[str]:
    """Return the links in what the server itself has sent this player."""
    return [text for text in player.lines if "#" in text or "http" in text]


@pytest.mark.parametrize("restarted", [False, True], ids=["running", "restarted"])
@pytest.mark.parametrize("host", [False, True], ids=["the guest", "the host"])
async def test_no_opponent_opens_the_seat_of_those_who_lost_the_connection(
    autojump_clock: MockClock, *, restarted: bool, host: bool
) -> None:
    """The connection of one player is lost; the other asks for a link at once and joins by it under another
    name.
    """
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        thief, victim = hosts_first(*await begin_duel(server))[:: 1 if host else -1]
        await victim.hang_up()
        if not restarted:
            await attack(server, thief)
    async with run_server(store=store, seed="after") as server:
        if restarted:
            thief = await server.back(thief)
            await attack(server, thief)
        assert (await server.back(victim)).seat == victim.seat


async def attack(server: Server, thief: Player) -> None:
    """Try all that an opponent can try for the other seat."""
    second = await server.connect("Second")
    await thief.do(Propose("link"))
    assert thief.refusal is Code.MALFORMED
    assert sent_links(thief) == []
    own, seated = token(thief).partition(".")[2], thief.seated
    assert seated is not None
    for wish in (
        *(JoinTable(code_of(thief), secret_of(thief, who)) for who in seated.links),
        JoinTable(code_of(thief)), JoinTable(code_of(thief), own),
    ):  # fmt: skip
        await second.do(wish)
        assert second.all(Seated) == []
        assert second.all(Whole) == []


@pytest.mark.parametrize("restarted", [False, True], ids=["running", "restarted"])
async def test_a_hosts_name_takes_no_seat_and_no_links(autojump_clock: MockClock, *, restarted: bool) -> None:
    """While a table gathers, its host's connection is lost briefly, and a stranger uses the host's public
    name.
    """
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna = await server.host("Anna")
        await anna.hang_up()
        if not restarted:
            await expect_no_host_seat(server, anna)
    if restarted:
        async with run_server(store=store, seed="after") as server:
            await expect_no_host_seat(server, anna)


async def expect_no_host_seat(server: Server, anna: Player) -> None:
    thief = await server.connect("Anna")
    await thief.do(JoinTable(code_of(anna)))
    assert thief.seat == 1, "the free seat is anybody's at a table open to all"
    assert thief.seated is not None
    assert thief.seated.links == {}
    await thief.do(Kick("Anna"))
    assert thief.refusal is Code.NOT_ALLOWED
    again = await server.back(anna)
    assert (again.seat, bool(again.seated and again.seated.links)) == (0, True)


@pytest.mark.parametrize("restarted", [False, True], ids=["running", "restarted"])
async def test_a_guests_name_takes_no_seat(autojump_clock: MockClock, *, restarted: bool) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna = await server.host("Anna")
        ben = await server.guest(anna, "Ben")
        await ben.hang_up()
        if not restarted:
            await expect_no_guest_seat(server, anna, ben)
    if restarted:
        async with run_server(store=store, seed="after") as server:
            await server.back(anna)
            await expect_no_guest_seat(server, anna, ben)


async def expect_no_guest_seat(server: Server, anna: Player, ben: Player) -> None:
    thief = await server.connect("Ben")
    for wish in (JoinTable(code_of(anna)), JoinTable(code_of(anna), secret_of(anna, "opponent"))):
        await thief.do(wish)
        assert thief.refusal is Code.SEAT_TAKEN
    assert (await server.back(ben)).seat == 1


async def test_a_word_with_a_line_end_is_no_proposal(autojump_clock: MockClock) -> None:
    """`$` matches before a line end: "win" with one behind it was accepted, and broke the table."""
    async with run_server() as server:
        first, other = await begin_duel(server)
        await other.do(Propose("win\n"))
        assert other.refusal is Code.MALFORMED
        assert (first.stage, other.stage) == ("duel", "duel")


# --- spectators ---------------------------------------------------------------------------------------------

FORBIDDEN: list[ToServer] = [
    Answer(1, (0,)), Ready(), UseDeck("#main\n1\n"), AutoPass("never"), Concede(), Concede(match=True),
    Propose("pause"), Propose("draw"), Propose("open"), Propose("win"), Consent(yes=True),
    Kick("Ben"), Draw(), Rewind(0), Restart(), TakeSide(0), SaveLine(), Seal(b"s" * 32),
    Share(b"s" * 32), TellFacts((ProvidedFacts(code=1, name="Mine"),)), ChangeMode("half"), Why(1),
    SearchCards(1), GetMenu(1), GetMenu(),
    GetOpened(), Crowd(((1, "Eve"),)), ControlRelay(1, "ban"),
]  # fmt: skip


@pytest.mark.parametrize("wish", FORBIDDEN, ids=lambda wish: type(wish).__name__)
async def test_a_spectator_cannot_act(autojump_clock: MockClock, wish: ToServer) -> None:
    async with run_server() as server:
        host, other = hosts_first(*await begin_duel(server))
        sid = await server.spectator(host)
        heard = [len(player.heard) for player in (host, other)]
        (room,) = server.lobby.rooms.values()
        assert room.lifecycle.runner is not None
        before = room.lifecycle.runner.match.digest()
        await sid.do(wish)
        assert sid.refusal in (Code.NOT_ALLOWED, Code.NOT_NOW)
        assert [len(player.heard) for player in (host, other)] == heard
        assert room.lifecycle.runner.match.digest() == before


@pytest.mark.parametrize("wish", FORBIDDEN, ids=lambda wish: type(wish).__name__)
async def test_nor_where_somebody_plays_alone(autojump_clock: MockClock, wish: ToServer) -> None:
    async with run_server() as server:
        anna = await server.host("Anna", Settings(mode="free", opponent="nobody", pace="off"))
        sid = await server.spectator(anna)
        heard = len(anna.heard)
        await sid.do(wish)
        assert sid.refusal in (Code.NOT_ALLOWED, Code.NOT_NOW)
        assert len(anna.heard) == heard


def test_every_wish_is_tried_by_a_spectator() -> None:
    """What a spectator may do: look again, talk to the others, leave, ping. A table is described to the
    holders of its links before they join. A stored replay is opened by its secret and deleted by its key, for
    any client that has them. Decks are built without a table. The rest is tested above; one gesture stands
    for all, since to a room they are one request.
    """
    allowed = {
        "hello", "list", "create", "join", "watch", "resume", "chat", "leave", "view", "ping",
        "get_replay", "drop_replay", "get_table", "find_cards", "check_deck",
    }  # fmt: skip
    tried = {str(type(wish).__struct_config__.tag) for wish in FORBIDDEN}
    kinds = {kind.__struct_config__.tag for kind in get_args(FromClient)}
    assert kinds == allowed | tried | {*KINDS}
    assert tried & {*KINDS}


async def test_a_spectators_link_tells_nothing_else(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        host, other = hosts_first(*await begin_duel(server))
        sid = await server.spectator(host)
        secrets = [secret_of(host, "opponent"), token(host), token(other)]
        assert secret_of(host, "spectator") not in "".join(secrets)
        for data in sid.raw:
            assert not any(secret.encode() in data for secret in secrets)
        late = await server.connect("Late")
        secret = secret_of(host, "spectator")
        wishes = (JoinTable(code_of(host), secret), Resume(f"{code_of(host)}.{secret}"))
        assert [await request_refusal(late, wish) for wish in wishes] == [Code.WRONG_LINK, Code.WRONG_TOKEN]


async def test_a_second_account_of_a_player_sees_what_any_spectator_sees(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        host, other = hosts_first(*await begin_duel(server))
        sid, twin = await server.spectator(host, "Sid"), await server.spectator(host, "Anna")
        marks = [len(watcher.raw) for watcher in (sid, twin)]
        for actor in (host, other, host):
            if actor.prompt:
                await actor.do(Answer(actor.asked.ask, (0,)))
        await host.do(Chat("hello"))
        await sid.do(GetView())
        await twin.do(GetView())
        assert sid.raw[marks[0] :] == twin.raw[marks[1] :]
        assert sid.table == twin.table
        assert sid.all(Refused) == []
