"""Flesh and Blood over a server: a secret choice, a turn by hand, watched, resumed; and alone."""

from __future__ import annotations

from msgspec.structs import replace
from trio.testing import MockClock

from facedown_shared.cards.facts import every_game
from facedown_shared.decks import decks
from facedown_shared.protocol.gestures import EndTurn, Move, Pitch
from facedown_shared.protocol.messages import (
    Answer,
    ChangeMode,
    Clock,
    DeckReport,
    Ready,
    Refused,
    Settings,
    TakeSide,
    UseDeck,
)
from facedown_shared.tables.zones import Place
from facedown_shared.text.errors import Code
from tests.server.tables import Player, Server, run_server

FAB = Settings(format="fab", pace="off")
READY = [deck for deck in decks.ready_decks().values() if deck.format == "fab"]


async def begin_match(server: Server) -> tuple[Player, Player]:
    """Begin a match of two with ready decks; return the player who begins, and the other."""
    anna = await server.host("Anna", FAB)
    ben = await server.guest(anna, "Ben")
    for player, deck in zip((anna, ben), READY, strict=True):
        await player.do(UseDeck(decks.to_ydk(deck.deck), deck.title), Ready())
    chooser = anna if anna.prompt else ben
    await chooser.pick("first")
    return (anna, ben) if chooser is anna else (ben, anna)


async def choose(player: Player, *picks: int) -> None:
    """Begin with these of the offered cards."""
    assert player.asked.kind == "choice"
    await player.do(Answer(player.asked.ask, picks))


def names_in_zone(player: Player, zone: str, seat: int) -> list[str]:
    """Return the names of the cards in a zone, as far as this player reads them."""
    assert player.view is not None
    handles = player.view.pile(seat, zone).handles
    known = [player.view.known_facts(handle) for handle in handles if handle]
    return [facts.name if facts else "?" for facts in known]


async def test_both_choose_in_secret_and_play_a_turn(autojump_clock: MockClock) -> None:
    async with run_server(pool=every_game()) as server:
        first, second = await begin_match(server)
        assert first.table
        assert (first.table.mode, first.table.format) == ("free", "fab"), "it is always played by hand"
        watcher = await server.spectator(first)
        await choose(first, 0)
        assert first.prompt is None
        assert not watcher.view or not watcher.view.cards
        await choose(second)
        assert first.asked.kind == second.asked.kind == "by_hand"
        assert first.view
        assert watcher.view
        seat = first.view.viewer
        assert len(names_in_zone(watcher, "hero", seat)) == 1
        hand = first.view.pile(seat, "hand").handles
        await first.do(Pitch(hand[:1]))
        assert watcher.view.tallies[f"{seat}:resource"] in (1, 2, 3)
        await first.do(Move(hand[1:2], (Place(seat, "arsenal"),)))
        assert names_in_zone(watcher, "arsenal", seat) == names_in_zone(second, "arsenal", seat) == ["?"]
        assert "?" not in names_in_zone(first, "arsenal", seat)
        await first.do(EndTurn())
        assert watcher.view.turn_player == 1 - seat
        assert first.view.pile(seat, "hand").count == 4


async def test_it_is_played_by_hand_only(autojump_clock: MockClock) -> None:
    async with run_server(pool=every_game()) as server:
        for settings in (replace(FAB, opponent="bot"), replace(FAB, clock=Clock(600, 5))):
            refused = await server.host("Cleo", settings)
            assert refused.refusal is Code.BAD_SETTING
        anna = await server.host("Anna", FAB)
        await anna.do(ChangeMode("rules"))
        assert anna.last(Refused).sentence == "Flesh and Blood is played by hand only."


async def test_alone_too_a_deck_of_another_game_is_refused_in_one_sentence(
    autojump_clock: MockClock,
) -> None:
    async with run_server() as server:
        anna = await server.host("Anna", replace(FAB, opponent="nobody", listed=False))
        deck = decks.ready_decks()["starter-yugi"]
        await anna.do(UseDeck(decks.to_ydk(deck.deck), deck.title))
        report = anna.last(DeckReport)
        assert not report.legal
        assert list(map(str, report.reasons)) == [
            "This deck is for Yu-Gi-Oh! Master, not for Flesh and Blood."
        ]


async def test_alone_one_chooses_for_both_sides(autojump_clock: MockClock) -> None:
    async with run_server(pool=every_game()) as server:
        anna = await server.host("Anna", replace(FAB, opponent="nobody", listed=False))
        await anna.do(UseDeck(decks.to_ydk(READY[0].deck), "One"))
        await anna.do(UseDeck(decks.to_ydk(READY[1].deck), "Other", seat=1), Ready())
        await choose(anna, 0)
        if anna.prompt is None:
            await anna.do(TakeSide(1))
        await choose(anna, 0)
        assert anna.asked.kind == "by_hand"
