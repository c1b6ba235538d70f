"""Who may do what: tokens, spent tokens, a way back for who has lost theirs, what a spectator may not."""

from __future__ import annotations

import msgspec
import pytest
import trio
from trio.testing import MockClock

from shared import links
from shared.brought import Brought, TellFacts
from shared.codec import encode
from shared.errors import Code
from shared.messages import (
    Answer,
    AtTable,
    AutoPass,
    ChangeMode,
    Chat,
    Concede,
    Consent,
    Ended,
    Gesture,
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
    Seated,
    Settings,
    Share,
    TakeSide,
    ToServer,
    UseDeck,
)
from tests.server.tables import Player, Server, code_of, secret_of, serving, started


def token(player: Player) -> str:
    assert player.seated is not None
    return player.seated.token


def hosts_first(one: Player, other: Player) -> tuple[Player, Player]:
    """Both players, whoever opened the table first."""
    return (one, other) if one.seat == 0 else (other, one)


async def refused(player: Player, wish: ToServer) -> Code | None:
    """Why this is not carried out, if it is not."""
    await player.do(wish)
    return player.refusal


async def spent(server: Server, player: Player) -> tuple[str, Player]:
    """A token of a player that is good no more, and the player as it has come back since."""
    old = token(player)
    await player.hang_up()
    again = await server.back(player)
    return old, await server.back(again)


# --- tokens -------------------------------------------------------------------------------------------------


async def test_a_spent_token_takes_no_seat_and_its_owner_is_told(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        old, owner = await spent(server, first)
        thief = await server.connect("Thief")
        await thief.do(Resume(old))
        assert thief.refusal is Code.WRONG_TOKEN
        assert thief.all(Seated) == []
        assert "tried to come back to your seat" in owner.last(Said).text
        assert other.all(Said) == []
        await owner.pick("say", 3)
        assert other.count == 0
        await thief.do(Resume(old))
        assert len(owner.all(Said)) == 1, "once a minute is enough"
        await trio.sleep(61)
        await thief.do(Resume(old))
        assert len(owner.all(Said)) == 2


async def test_a_token_that_never_was_tells_nobody(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, _ = await started(server)
        thief = await server.connect("Thief")
        await thief.do(Resume(f"{code_of(first)}.guessed"))
        assert thief.refusal is Code.WRONG_TOKEN
        assert first.all(Said) == []


async def test_names_and_addresses_open_nothing(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        await first.hang_up()
        twin = await server.connect("Anna", peer="192.0.2.1")
        wishes = (JoinTable(code_of(other)), Answer(1, (0,)))
        assert [await refused(twin, wish) for wish in wishes] == [Code.SEAT_TAKEN, Code.NOT_NOW]


async def test_of_two_clients_with_one_token_one_has_the_seat(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        one, two = await server.connect("One"), await server.connect("Two")
        await one.do(Resume(token(first)))
        assert first.last(Ended).reason
        await two.do(Resume(token(first)))
        assert one.last(Ended).reason
        assert two.seat == first.seat
        # Its successor was never used, so it died when the older one was.
        wishes = (Answer(two.asked.ask, (0,)), Resume(token(one)))
        assert [await refused(one, wish) for wish in wishes] == [Code.NOT_NOW, Code.WRONG_TOKEN]
        await two.pick("say", 3)
        assert other.prompt


# --- a way back for whoever has lost the token --------------------------------------------------------------


async def link_back(player: Player) -> JoinTable:
    """The link a player asks for, as the other one opens it."""
    await player.do(Propose("link"))
    found = links.parse_link(player.last(Said).text.rpartition(" ")[2])
    return JoinTable(found.code, found.secret)


async def test_the_opponent_lets_a_lost_player_in_again(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        ask = first.asked
        await first.hang_up()
        join = await link_back(other)
        newcomer = await server.connect("Somebody")
        await newcomer.do(join)
        assert newcomer.seat == first.seat
        assert newcomer.asked == ask
        assert "has let" in other.note
        late = await server.connect("Late")
        await late.do(join)
        assert late.refusal is Code.WRONG_LINK, "good once"
        again = await server.back(newcomer)
        assert again.seat == first.seat


async def test_the_owner_of_the_token_takes_the_seat_back(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        await first.hang_up()
        stranger = await server.connect("Stranger")
        await stranger.do(await link_back(other))
        owner = await server.connect("Owner")
        await owner.do(Resume(token(first)))
        assert owner.seat == first.seat
        assert "another connection" in stranger.last(Ended).reason
        await stranger.do(Resume(token(stranger)))
        assert stranger.refusal is Code.WRONG_TOKEN


async def test_nobody_is_let_in_while_the_player_is_there(autojump_clock: MockClock) -> None:
    async with serving() as server:
        first, other = await started(server)
        await other.do(Propose("link"))
        assert other.refusal is Code.NOT_NOW
        await first.hang_up()
        join = await link_back(other)
        again = await server.back(first)
        late = await server.connect("Late")
        await late.do(join)
        assert late.refusal is Code.WRONG_LINK
        assert again.asked.kind == "turn"


async def test_only_the_opponent_may_ask_for_a_link(autojump_clock: MockClock) -> None:
    async with serving() as server:
        host, other = hosts_first(*await started(server))
        sid = await server.spectator(host)
        await other.hang_up()
        await sid.do(Propose("link"))
        assert sid.refusal is Code.NOT_ALLOWED
        assert sid.all(Said) == []


# --- spectators ---------------------------------------------------------------------------------------------

FORBIDDEN: list[ToServer] = [
    Answer(1, (0,)), Ready(), UseDeck("#main\n1\n"), AutoPass("never"), Concede(), Concede(match=True),
    Propose("pause"), Propose("draw"), Propose("link"), Propose("open"), Propose("win"), Consent(yes=True),
    Kick("Ben"), Gesture("draw"), Rewind(0), Restart(), TakeSide(0), SaveLine(), Seal(b"s" * 32),
    Share(b"s" * 32), TellFacts((Brought(code=1, name="Mine"),)), ChangeMode("half"),
]  # fmt: skip


@pytest.mark.parametrize("wish", FORBIDDEN, ids=lambda wish: type(wish).__name__)
async def test_a_spectator_cannot_act(autojump_clock: MockClock, wish: ToServer) -> None:
    async with serving() as server:
        host, other = hosts_first(*await started(server))
        sid = await server.spectator(host)
        heard = [len(player.heard) for player in (host, other)]
        (room,) = server.lobby.rooms.values()
        assert room.course.play is not None
        before = room.course.play.match.digest()
        await sid.do(wish)
        assert sid.refusal in (Code.NOT_ALLOWED, Code.NOT_NOW)
        assert [len(player.heard) for player in (host, other)] == heard
        assert room.course.play.match.digest() == before


@pytest.mark.parametrize("wish", FORBIDDEN, ids=lambda wish: type(wish).__name__)
async def test_nor_where_somebody_plays_alone(autojump_clock: MockClock, wish: ToServer) -> None:
    async with serving() as server:
        anna = await server.host("Anna", Settings(mode="free", opponent="nobody", pace="off"))
        sid = await server.spectator(anna)
        heard = len(anna.heard)
        await sid.do(wish)
        assert sid.refusal in (Code.NOT_ALLOWED, Code.NOT_NOW)
        assert len(anna.heard) == heard


def test_every_wish_is_tried_by_a_spectator() -> None:
    """What a spectator may do: look again, talk to the others, leave, ping. The rest is tried above."""
    allowed = {"hello", "list", "create", "join", "watch", "resume", "chat", "leave", "view", "ping"}
    tried = {str(type(wish).__struct_config__.tag) for wish in FORBIDDEN}
    kinds = {str(kind.__struct_config__.tag) for kind in ToServer.__subclasses__()}
    assert kinds == allowed | tried


async def test_a_spectators_link_tells_nothing_else(autojump_clock: MockClock) -> None:
    async with serving() as server:
        host, other = hosts_first(*await started(server))
        sid = await server.spectator(host)
        secrets = [secret_of(host, "opponent"), token(host), token(other)]
        assert secret_of(host, "spectator") not in "".join(secrets)
        for data in sid.raw:
            assert not any(secret.encode() in data for secret in secrets)
        late = await server.connect("Late")
        secret = secret_of(host, "spectator")
        wishes = (JoinTable(code_of(host), secret), Resume(f"{code_of(host)}.{secret}"))
        assert [await refused(late, wish) for wish in wishes] == [Code.WRONG_LINK, Code.WRONG_TOKEN]


async def test_a_second_account_of_a_player_sees_what_any_spectator_sees(autojump_clock: MockClock) -> None:
    async with serving() as server:
        host, other = hosts_first(*await started(server))
        sid, twin = await server.spectator(host, "Sid"), await server.spectator(host, "Anna")
        marks = [len(watcher.raw) for watcher in (sid, twin)]
        for actor in (host, other, host):
            if actor.prompt:
                await actor.do(Answer(actor.asked.ask, (0,)))
        await host.do(Chat("hello"))
        await sid.do(GetView())
        await twin.do(GetView())
        assert sid.raw[marks[0] :] == twin.raw[marks[1] :]
        assert encode(msgspec.structs.replace(sid.last(AtTable))) == encode(twin.last(AtTable))
        assert sid.all(Refused) == []
