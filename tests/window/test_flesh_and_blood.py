"""A turn of Flesh and Blood at two windows, watched from a third: equipment chosen in secret, cards pitched,
an attack on the combat chain and its defense, the arsenal, and the end of the turn.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from facedown_shared.tables.formats import PLAYED
from tests.window.byhand import Player
from tests.window.decks import attacks_deck
from tests.window.display import display
from tests.window.gathering import gather
from tests.window.test_duel import CORNERS, begin, server, shots
from tests.window.windows import TEST_TIMEOUT_S, WindowPlayer, window

__all__ = ["shots"]

HERO = "Brannoc Hale, Keeper of the Kiln"
INTELLECT_CARDS = 4
"""Cards in the hand of the hero's player after a turn."""

FORMAT_LINE_INDEX = 2 * PLAYED.index("fab")
"""Which line of the list of formats is this game, as a single duel: each has one for a match as well."""


@pytest.mark.window
async def test_a_turn_of_flesh_and_blood_is_played_in_two_windows_and_watched_in_a_third(
    tmp_path: Path, shots: Path
) -> None:
    deck = tmp_path / "deck.ydk"
    deck.write_text(attacks_deck(HERO, "Slagmaul", "Bellows Hook", "Sooted Visor", "Firebrick Plate"))
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(server(tmp_path / "data"))
        screen = await stack.enter_async_context(display())
        flags = {"Ilse": ()}
        wren, halvard, ilse = people = [
            await stack.enter_async_context(
                window(screen, name, tmp_path / name, *flags.get(name, ("--deck", str(deck))))
            )
            for name in CORNERS
        ]
        with trio.fail_after(TEST_TIMEOUT_S):
            for person in people:
                await person.appear(CORNERS[person.name])
            try:
                await gather(people, address, FORMAT_LINE_INDEX, "Flesh and Blood, free, by hand, best of 1")
                await wren.shot("fab-table", shots)
                await begin(wren, halvard, shots)
                first, second = await choose(wren, halvard, ilse, shots)
                await pitch(first, second, ilse)
                await attack(first, second, ilse)
                await defend(second, first, ilse, shots)
                await put_into_arsenal(first, second, ilse)
                await end(first, second, ilse, shots)
            except BaseException:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                    for person in people:
                        await person.shot(f"failed-fab-{person.name}", shots)
                raise


async def choose(
    wren: WindowPlayer, halvard: WindowPlayer, ilse: WindowPlayer, shots: Path
) -> tuple[Player, Player]:
    """Choose both players' starting cards in secret, revealed when both have. Return who goes first and who
    second.
    """
    await wren.until("^asked: Choose what you begin with")
    await halvard.until("^asked: Choose what you begin with")
    await wren.shot("fab-equipment", shots)
    await wren.key("Return")
    await wren.until("^waiting: ")
    assert not ilse.last_match("^news: .*(Slagmaul|Sooted Visor)"), ilse.lines[-20:]
    await halvard.key("Return")
    for person in (wren, halvard, ilse):
        await person.until("^news: Halvard begins with Firebrick Plate")
        turn = await person.until("^news: Turn 1: (.+)")
    players = Player(wren, 0, "fab"), Player(halvard, 1, "fab")
    return players if turn[1] == "Wren" else players[::-1]


async def pitch(first: Player, second: Player, ilse: WindowPlayer) -> None:
    """Drag cards of the hand to the pitch zone: they are public there, and their player has resources."""
    for _ in range(2):
        await first.drag(await first.any_hand_card(), first.at("pitch"))
        await narrated_group(f"{first.person.name} pitches (.+)", first.person, second.person, ilse)
        await narrated_group(f"{first.person.name}: (.+) resource point", first.person, second.person, ilse)


async def attack(first: Player, second: Player, ilse: WindowPlayer) -> None:
    """Drag a card to the combat chain, where it attacks."""
    await first.drag(await first.any_hand_card(), first.at("combat_chain", seat=-1))
    await narrated_group("(.+) attacks", first.person, second.person, ilse)
    await narrated_group("Chain link (1)", first.person, second.person, ilse)


async def defend(second: Player, first: Player, ilse: WindowPlayer, shots: Path) -> None:
    """Defend with a card of the other hand and a piece of equipment together."""
    person = second.person
    await second.open(await second.any_hand_card(), "Defend")
    await person.until("^asked: Defend. Choose what else defends with it, or nothing")
    await person.shot("fab-defend", shots)
    await person.click(*second.at("chest", 0))
    await person.key("Return")
    await narrated_group(f"{person.name} defends with (.+)", person, first.person, ilse)
    assert (
        await narrated_group(f"{person.name} defends with (.+)", person, first.person, ilse)
        == "Firebrick Plate"
    )
    await ilse.shot("fab-chain", shots)


async def put_into_arsenal(first: Player, second: Player, ilse: WindowPlayer) -> None:
    """Put a card into the arsenal face-down: its player alone knows which."""
    await first.drag(await first.any_hand_card(), first.at("arsenal", 0))
    await first.pick("Into the arsenal")
    words = f"(.+) goes to {first.person.name}'s Arsenal"
    name = await narrated_group(words, first.person)
    assert name != await narrated_group(words, second.person, ilse) == "A face-down card"


async def narrated_group(words: str, *people: WindowPlayer) -> str:
    """Return what the pattern's group matches in the narration: the same, for all of these people."""
    found = {(await person.until(f"^news: {words}"))[1] for person in people}
    assert len(found) == 1, found
    return found.pop()


async def end(first: Player, second: Player, ilse: WindowPlayer, shots: Path) -> None:
    """End the turn: its player alone chooses the order of the pitched cards, and both draw up."""
    await first.person.shot("fab-before-end", shots)
    await first.person.press("End turn")
    await first.person.until("^asked: End the turn. Choose your pitched cards in the order")
    await first.person.key("2", "1")
    await first.person.shot("fab-order", shots)
    await first.person.key("Return")
    for person in (first.person, second.person, ilse):
        await person.until("^news: The combat chain closes")
        whose = ".+" if person is first.person else "A card"
        await person.until(f"^news: {whose} goes to the bottom of the deck")
        drawn = 0
        while drawn < INTELLECT_CARDS:  # cards of one name that are drawn one after the other are one line
            found = await person.until(rf"^news: {first.person.name} draws (.+?)(?: \(×(\d)\))?$")
            assert (found[1] == "a card") == (person is not first.person)
            drawn += int(found[2] or 1)
        assert drawn == INTELLECT_CARDS
        await person.until("^news: Turn 2: ")
    await first.person.shot("fab-turn-2", shots)
