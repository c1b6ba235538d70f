"""Two players at two windows move cards by hand: a search, a card banished face-down, one revealed, a step
undone by consent, and one that is not, because it has revealed something.
"""

from __future__ import annotations

import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import trio

from tests.window.byhand import Player
from tests.window.decks import strength_deck
from tests.window.display import display
from tests.window.test_duel import begin, server, shots
from tests.window.windows import TEST_TIMEOUT_S, WindowPlayer, window

__all__ = ["shots"]


@pytest.mark.window
async def test_two_players_move_cards_by_hand_in_two_windows(tmp_path: Path, shots: Path) -> None:
    deck = tmp_path / "deck.ydk"
    deck.write_text(strength_deck(strong=True))
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(server(tmp_path / "data"))
        screen = await stack.enter_async_context(display())
        wren, halvard = [
            await stack.enter_async_context(window(screen, name, tmp_path / name, "--deck", str(deck)))
            for name in ("Wren", "Halvard")
        ]
        with trio.fail_after(TEST_TIMEOUT_S):
            await wren.appear((0, 0))
            await halvard.appear((1300, 0))
            try:
                await gather(wren, halvard, address, shots)
                await begin(wren, halvard, shots)
                for person in (wren, halvard):
                    await person.until("^screen: duel")
                await search(Player(wren), halvard, shots)
                await banish_face_down(Player(wren), halvard)
                await show(Player(wren), halvard, shots)
                await take_back(Player(wren), halvard, shots)
            except BaseException:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 10):
                    for person in (wren, halvard):
                        await person.shot(f"failed-free-{person.name}", shots)
                raise


async def gather(wren: WindowPlayer, halvard: WindowPlayer, address: str, shots: Path) -> None:
    """Open a table for moving cards by hand, and let a friend join."""
    await wren.until("^screen: home")
    await wren.press("Link or code")
    await wren.type(address)
    await wren.press("Join")
    await wren.until("^screen: lobby")
    await wren.press("How")
    await wren.key("Down", "Down", "Return")
    await wren.shot("free-lobby", shots)
    await wren.press("Open a table here")
    await wren.until("^screen: table")
    await wren.press("Copy")
    await wren.now("press", "Copied @")
    await halvard.until("^screen: home")
    await halvard.key("ctrl+v", "Return")
    await halvard.until("^news: You are at table")
    await wren.now("press", "Send away @")


async def search(player: Player, halvard: WindowPlayer, shots: Path) -> None:
    """Search a card from the Deck to the hand; the other player is notified, and not of which."""
    wren = player.person
    await player.open(player.at("deck"), "Look through the Deck")
    await wren.until("^press: Search .*Close")
    await wren.shot("free-search", shots)
    found = await wren.find("^focus: Wren's Deck: (.+)", [(360.0, 200.0)])
    await player.open(found, "To the hand")
    name = (await wren.until("^news: (.+) goes to Wren's hand"))[1]
    await halvard.until("^news: Wren looks through the deck")
    await wren.press("Close")
    await halvard.until("^news: Wren's deck is shuffled")
    assert not any(name in line for line in halvard.lines if "Wren" in line), name


async def banish_face_down(player: Player, halvard: WindowPlayer) -> None:
    """Banish a card face-down: Wren knows which, Halvard does not."""
    place = await player.person.find("^focus: .*hand: ", [(664.0, 664.0)])
    await player.open(place, "Banish face-down")
    name = (await player.person.until("^news: (.+) is banished|^news: (.+) goes to"))[0]
    told = (await halvard.until("^news: (.*)(banished|Banished)"))[0]
    assert name.partition(" (")[0].removeprefix("news: ").split(" goes")[0] not in told, (name, told)


async def show(player: Player, halvard: WindowPlayer, shots: Path) -> None:
    """Show a card of the hand to the other player alone, who can read it."""
    wren = player.person
    place = await wren.find("^focus: .*hand: ", [(664.0, 664.0)])
    focus = wren.last_match("^focus: .*hand: ([^,(]+)")
    assert focus is not None
    name = focus[1].strip()
    await player.open(place, "Show")
    await wren.until("^asked: .*Who sees it")
    await wren.shot("free-show", shots)
    await wren.key("2")
    await halvard.until(f"^news: Wren shows {re.escape(name)}")
    await halvard.shot("free-shown", shots)


async def take_back(player: Player, halvard: WindowPlayer, shots: Path) -> None:
    """Undo a Summon when the other agrees; a step that has revealed a card is not undone."""
    wren = player.person
    place = await wren.find("^focus: .*hand: ", [(620.0, 664.0)])
    await player.drag(place, player.at("monster", 2))
    await player.pick("Special Summon in Attack")
    await halvard.until("^news: Wren Special Summons")
    await player.step(6)
    await wren.key("ctrl+z")
    await halvard.until("^news: Wren asks")
    await halvard.shot("free-asked", shots)
    await wren.now("press", "Asked: withdraw")
    await halvard.press("Yes")
    await wren.until("^step: 5 of 6")
    await wren.find(r"^focus: .*Zone 3(: empty)?$", [player.at("monster", 2)])
    await wren.key("ctrl+z")
    await wren.until("^news: Refused: That cannot be undone: a hidden card was shown")
    await wren.shot("free-refused", shots)
