"""What a player says of unknown cards holds for that player's own cards: no look-up finds the opponent's."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from trio.testing import MockClock

from facedown_server.storage.restrictions import Restriction
from facedown_shared.cards.facts import Facts, Pool, bundled_pool, every_game
from facedown_shared.decks import decks
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol.messages import (
    Answer,
    Concede,
    DeckReport,
    Prompt,
    Ready,
    Refused,
    Settings,
    UseDeck,
)
from facedown_shared.protocol.provided_facts import (
    MIN_DERIVED_PASSCODE,
    ProvidedFacts,
    placeholder,
    split_messages,
    without_free_words,
)
from facedown_shared.text.errors import Code
from tests import strangers
from tests.server.tables import Player, Server, run_server

EMBER, TIDE = strangers.decks()
FAB = [ready.deck for ready in decks.ready_decks().values() if ready.format == "fab"]


async def bring(
    player: Player, deck: Deck, known: Pool, changed: Sequence[int] = (), kinds: tuple[str, ...] = ()
) -> None:
    """Bring a deck and send the facts of its unknown cards; some of them with other kinds than they have."""
    await player.do(UseDeck(decks.to_ydk(deck), deck.name))
    facts = [
        Facts(code=code, name=f"Other {code}", kinds=kinds, attack=100) if code in changed else known[code]
        for code in player.last(DeckReport).unknown
    ]
    await player.do(*split_messages(facts))
    assert player.last(DeckReport).legal, player.last(DeckReport)


async def begin(anna: Player, ben: Player) -> None:
    """Begin the match; Anna goes first."""
    for player in (anna, ben):
        await player.do(Ready())
    await (anna.pick("first") if anna.prompt else ben.pick("second"))


async def seat_two(server: Server, settings: Settings) -> tuple[Player, Player]:
    """Seat Anna, who hosts, and Ben."""
    anna = await server.host("Anna", settings)
    return anna, await server.guest(anna, "Ben")


@pytest.mark.parametrize("mode", ["free", "half"])
async def test_a_refused_deck_says_nothing_of_the_opponents_cards(
    autojump_clock: MockClock, mode: str
) -> None:
    """Seen to fail: the sizes in the refusal counted the cards of the opponent's Extra Deck."""
    refused: list[Refused] = []
    candidates = Deck(EMBER.cards)
    for opponents in (EMBER, TIDE):
        async with run_server() as server:
            anna, ben = await seat_two(server, Settings(mode=mode, pace="off", best_of=3))
            await bring(anna, opponents, strangers.facts())
            await bring(ben, TIDE, strangers.facts())
            await begin(anna, ben)
            await anna.do(Concede())
            assert ben.stage == "siding"
            await ben.do(UseDeck(decks.to_ydk(candidates)))
            assert ben.refusal is Code.BAD_DECK
            refused.append(ben.last(Refused))
    assert refused[0] == refused[1]


async def test_a_description_changes_no_card_of_the_opponent(autojump_clock: MockClock) -> None:
    """Seen to fail: the host's Spells were Normal Monsters for the rules once the guest called them so."""
    options: list[Prompt] = []
    main = Deck(EMBER.main)
    for changed in ((), EMBER.main):
        async with run_server() as server:
            anna, ben = await seat_two(server, Settings(mode="half", pace="off"))
            await bring(anna, EMBER, strangers.facts())
            await bring(ben, main, strangers.facts(), changed, ("monster", "normal"))
            await begin(anna, ben)
            if anna.asked.kind != "turn":
                await anna.do(Answer(anna.asked.ask, ()))
            options.append(anna.asked)
    assert options[0].options == options[1].options
    assert any(option.verb == "by_hand" for option in options[0].options)


async def test_a_player_sides_whatever_the_opponent_called_the_cards(autojump_clock: MockClock) -> None:
    """Seen to fail: cards of the host's Main Deck were Fusion Monsters, so that no deck had its size."""
    strange = tuple(code for code in dict.fromkeys(EMBER.main) if code in strangers.facts())
    async with run_server() as server:
        anna, ben = await seat_two(server, Settings(mode="free", pace="off", best_of=3))
        await bring(anna, EMBER, strangers.facts())
        fusions = Deck(TIDE.main, strange)
        await bring(ben, fusions, strangers.facts(), strange, ("monster", "effect", "fusion"))
        await begin(anna, ben)
        await anna.do(Concede())
        await anna.do(UseDeck(decks.to_ydk(EMBER)))
        assert anna.refusal is None


async def test_a_hero_is_what_its_owner_says(autojump_clock: MockClock) -> None:
    """Seen to fail: the host began without hero and weapon once the guest called them actions."""
    async with run_server(pool=bundled_pool()) as server:
        anna, ben = await seat_two(server, Settings(format="fab", pace="off"))
        await bring(anna, FAB[0], every_game())
        both = Deck((*FAB[1].main, *FAB[0].extra), FAB[1].extra)
        await bring(ben, both, every_game(), FAB[0].extra, ("action", "generic"))
        await begin(anna, ben)
        for player in (anna, ben):
            await player.do(Answer(player.asked.ask, ()))
        assert anna.view is not None
        (hero,) = anna.view.pile(0, "hero").handles
        assert anna.view.known_facts(hero) == every_game()[anna.view.cards[hero].code]


async def test_a_muted_player_writes_nothing_by_facts(autojump_clock: MockClock) -> None:
    """Seen to fail: the opponent read names and texts that a muted player sent as those of cards."""
    async with run_server() as server:
        anna, ben = await seat_two(server, Settings(mode="free", pace="off"))
        assert server.lobby.server.moderation.replace((Restriction("mute", "Anna"),))
        await bring(anna, EMBER, strangers.facts())
        await bring(ben, TIDE, strangers.facts())
        one, other = next(iter(server.lobby.rooms.values())).table.seats
        assert one.facts
        assert {card.name for card in one.facts.values()} == {placeholder(code).name for code in one.facts}
        assert not any(card.text for card in one.facts.values())
        assert one.facts[EMBER.extra[0]].belongs_in_extra_deck, "the cards are still what they are"
        assert all(card.text for card in other.facts.values()), "Ben is not muted"


def test_kinds_are_no_words_of_a_muted_player() -> None:
    card = ProvidedFacts(
        code=MIN_DERIVED_PASSCODE, name="You lose", kinds=("hero", "you lose", "trap"), text="You lose."
    )
    assert without_free_words(card) == ProvidedFacts(
        code=card.code, name=placeholder(card.code).name, kinds=("hero", "trap")
    )
