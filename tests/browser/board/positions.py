"""Positions of a duel, shown by a page of a real server whose websocket is replaced by one of the tests'."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import (
    AtTable,
    Option,
    Prompt,
    Seated,
    SeatInfo,
    TableInfo,
    ToClient,
    Update,
    Welcome,
    Whole,
)
from facedown_shared.tables.view import Pile, View, VisibleCard, VisibleLink
from facedown_shared.tables.zones import Place
from facedown_shared.text.words import NOTHING, Words, words
from tests.browser.chromium import DESK, Chromium, Page

CODE = "ABC-234"
SOCKET = """(() => {
    const seat = {token: '%(code)s.t', key: '', seat: 0, name: 'Ben'};
    localStorage.setItem('facedown seat %(code)s', JSON.stringify(seat));
    window.sent = window.dialed = 0;
    const bytes = hex => Uint8Array.from(hex.match(/../g), one => parseInt(one, 16)).buffer;
    window.WebSocket = class {
        static OPEN = 1;
        readyState = 0;
        constructor() {
            setTimeout(() => { this.readyState = 1; this.onopen(); });
            window.tell = hex => this.onmessage({data: bytes(hex)});
            window.lose = () => this.onclose();
            window.dialed++;
        }
        send() {
            if (!window.sent++) setTimeout(() => %(told)s.forEach(window.tell));
        }
        close() {}
    };
})()"""
"""A websocket that says all at once when it is first written to, and counts what is written."""

TEXT = (
    "When an opponent's monster declares an attack: Destroy all your opponent's Attack Position monsters. "
    "If this card is in your Graveyard, except the turn it was sent there: You can banish this card; draw 1 "
    "card."
)
NAMES = (
    "Mirror Force", "Summoned Skull", "Witch of the Black Forest", "Heavy Storm", "Sangan", "Pot of Greed",
    "Gravekeeper's Spear Soldier", "La Jinn the Mystical Genie of the Lamp", "Neo Bug", "Jinzo",
    "Dark Magician of Chaos", "Mystical Space Typhoon",
)  # fmt: skip
EMPTY_ROW = (0, 0, 0, 0, 0)
EXTRA_DECK_CARDS = 15
FACTS = {
    code: Facts(code=code, name=name, kinds=("trap",), text=TEXT)
    if code % 3 == 0
    else Facts(
        code=code, name=name, kinds=("monster", "effect"), attribute="dark", race="fiend", level=4,
        attack=1900, defense=600, text=TEXT,
    )
    for code, name in enumerate(NAMES, 1)
}  # fmt: skip
TURN = Prompt(1, "turn", words("your_turn"), (Option("phase", text="battle"), Option("phase", text="end")))


@dataclass
class Position:
    """What seat 0 sees and is asked."""

    piles: dict[str, Pile]
    cards: dict[int, VisibleCard]
    chain: tuple[VisibleLink, ...] = ()
    prompt: Prompt = TURN

    def view(self) -> View:
        """Return the View."""
        return View(
            0, "master", turn=5, turn_player=0, phase="main1", tallies={"0:life": 5400, "1:life": 7200},
            piles=self.piles, cards=self.cards, chain=self.chain, facts=FACTS,
        )  # fmt: skip

    def with_hand(self, *codes: int) -> Position:
        """Return it with a hand of these cards."""
        handles = range(100, 100 + len(codes))
        drawn = {handle: VisibleCard(code=code) for handle, code in zip(handles, codes, strict=True)}
        return replace(
            self,
            piles={**self.piles, "0:hand": Pile(len(codes), tuple(handles))},
            cards={**self.cards, **drawn},
        )


def empty() -> Position:
    """Return a board on which nothing is."""
    piles = {f"{seat}:{zone}": Pile(0, EMPTY_ROW) for seat in (0, 1) for zone in ("monster", "spell_trap")}
    piles |= {f"{seat}:deck": Pile(35) for seat in (0, 1)} | {"-:extra_monster": Pile(0, (0, 0))}
    return Position(piles | {"1:hand": Pile(5), "0:hand": Pile(0)}, {})


def hand_of_seven() -> Position:
    """Return a hand of seven and no board."""
    return empty().with_hand(*range(1, 8))


def five_monsters_each() -> Position:
    """Return full rows of monsters, some in Defense Position, and backrow."""
    made = hand_of_seven()
    cards, piles = {**made.cards}, {**made.piles}
    for seat in (0, 1):
        rows = {
            "monster": range(1 + 20 * seat, 6 + 20 * seat),
            "spell_trap": range(11 + 20 * seat, 16 + 20 * seat),
        }
        for zone, handles in rows.items():
            piles[f"{seat}:{zone}"] = Pile(5, tuple(handles))
            for handle in handles:
                is_up = zone == "monster"
                cards[handle] = VisibleCard(
                    seat, seat, 1 + handle % 2 + 3 * (handle % 4) if is_up else 0, face_up=is_up,
                    defense_position=is_up and handle % 3 == 0, attack=1900 if is_up else None,
                    defense=600 if is_up else None, level=4 if is_up else 0,
                )  # fmt: skip
    return replace(made, cards=cards, piles=piles)


def chain_of_four() -> Position:
    """Return a Chain of four, and a choice among twelve cards of the Deck."""
    made = five_monsters_each()
    chain = tuple(
        VisibleLink(
            at % 2, handle, 1 + at, words("plain", "destroy a monster"), (2,), Place(at % 2, "monster", 0)
        )
        for at, handle in enumerate((1, 21, 3, 23))
    )
    options = tuple(Option("choose", code=code) for code in (*range(1, 12), 1))
    asks = Prompt(7, "choice", words("plain", "Add 1 monster with 1500 or less ATK"), options, code=3)
    return replace(made, chain=chain, prompt=asks)


def extra_deck() -> Position:
    """Return an Extra Deck of fifteen, to be opened."""
    made = five_monsters_each()
    handles = tuple(range(200, 200 + EXTRA_DECK_CARDS))
    cards = {handle: VisibleCard(code=1 + handle % len(NAMES)) for handle in handles}
    return replace(
        made,
        piles={**made.piles, "0:extra_deck": Pile(EXTRA_DECK_CARDS, handles)},
        cards={**made.cards, **cards},
    )


POSITIONS = {
    "empty": empty, "hand": hand_of_seven, "monsters": five_monsters_each, "chain": chain_of_four,
    "extra": extra_deck,
}  # fmt: skip


def at_table(stage: str = "duel", best_of: int = 1, clock: float = 238.0, note: Words = NOTHING) -> AtTable:
    """Return the message about the table of Ben and Anna."""
    seats = (SeatInfo("Ben", present=True, clock=clock), SeatInfo("Anna", present=True, clock=252.0))
    return AtTable(TableInfo(CODE, "master", best_of, stage, seats, duel=1, ticking=0, note=note))


def messages(position: Position) -> list[ToClient]:
    """Return what a server sends of a position."""
    return [
        Welcome("Ben"), Seated(CODE, 0, f"{CODE}.t"), at_table(), Whole(1, position.view()),
        position.prompt,
    ]  # fmt: skip


async def shown(browser: Chromium, port: int, position: Position, size: tuple[int, int] = DESK) -> Page:
    """Open a page that shows a position."""
    page = await open_seated_page(browser, port, messages(position), size)
    await page.until("!!document.querySelector('.mat')")
    return page


def encoded(message: ToClient | Update) -> str:
    """Return a message as hexadecimal text."""
    return encode(message, bundled=False).hex()


async def send_to_page(page: Page, *more: ToClient | Update) -> None:
    """Send a page more messages."""
    for one in more:
        await page.value(f"void window.tell('{encoded(one)}')")


async def open_seated_page(
    browser: Chromium, port: int, first: list[ToClient], size: tuple[int, int] = DESK,
    name: str = "127.0.0.1", script: str = "",
) -> Page:  # fmt: skip
    """Open a page that has a seat and is sent these messages, from the server by this name. A script of the
    test runs before those of the page.
    """
    page = await browser.page("about:blank#", size)
    texts = json.dumps([encoded(one) for one in first])
    await page.send_command(
        "Page.addScriptToEvaluateOnNewDocument", source=f"{SOCKET % {'code': CODE, 'told': texts}};{script}"
    )
    await page.go(f"http://{name}:{port}/t/{CODE}")
    await page.until("window.sent > 0")
    return page
