"""Views as a server might send them, made up: for the gallery and for tests of screens. No duel is played.

The board is a busy one in the middle of a duel, so that every mark a card can carry is on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from facedown_shared.cards.facts import Facts, bundled_pool
from facedown_shared.protocol.messages import Option, Prompt, SeatInfo, TableInfo
from facedown_shared.tables import (
    SHARED_SEAT_INDEX,
    LingeringEffect,
    Pile,
    Place,
    PromptNotice,
    View,
    VisibleCard,
    VisibleEvent,
    VisibleLink,
)
from facedown_shared.text import EFFECT, Words, words

NAMES = ("Wren", "Halvard")


def facts(name: str) -> Facts:
    """Return a bundled card by name; a plain one where the bundle has none of that name."""
    found = bundled_pool().find_named(name)
    if found is not None:
        return found
    code = 90_000_000 + sum(ord(char) * (place + 1) for place, char in enumerate(name)) % 900_000
    return Facts(code=code, name=name, kinds=("monster", "normal"), attribute="earth", race="warrior",
                 level=4, attack=1500, defense=1200, text="Made up for a picture.")  # fmt: skip


class SampleBoard:
    """A View under construction: put cards down by name, then `view()`."""

    def __init__(self, viewer: int = 0, table: str = "master") -> None:
        self.viewer, self.table = viewer, table
        self.cards: dict[int, VisibleCard] = {}
        self.slots: dict[str, list[int]] = {}
        self.piles: dict[str, Pile] = {}
        self.facts: dict[int, Facts] = {}
        self.next = 1

    def card(
        self, name: str, seat: int = 0, *, face_up: bool = True, turned: bool = False, **now: Any
    ) -> int:
        """Add a card the viewer may read; return its handle. Keywords replace its printed values."""
        known = facts(name)
        self.facts[known.code] = known
        shown = face_up and known.is_monster
        values: dict[str, Any] = {
            "owner": seat, "controller": seat, "code": known.code, "face_up": face_up,
            "defense_position": turned, "kinds": known.kinds, "name": known.name,
        }  # fmt: skip
        if shown:
            values |= {
                "attack": known.attack, "defense": known.defense, "level": known.level, "rank": known.rank,
                "link": known.link, "attribute": known.attribute, "race": known.race,
            }  # fmt: skip
        return self._add(VisibleCard(**{**values, **now}))

    def add_card_back(self, seat: int, *, turned: bool = False) -> int:
        """Add a face-down card the viewer may not read."""
        return self._add(VisibleCard(owner=seat, controller=seat, defense_position=turned))

    def _add(self, seen: VisibleCard) -> int:
        handle, self.next = self.next, self.next + 1
        self.cards[handle] = seen
        return handle

    def put(self, handle: int, zone: str, slot: int, seat: int = 0) -> int:
        """Put a card into a zone of its own."""
        place = Place(seat, zone, slot)
        size = {"extra_monster": 2, "field": 1, "pendulum": 2}.get(zone, 5)
        self.slots.setdefault(place.pile, [0] * size)[slot] = handle
        return handle

    def pile(self, zone: str, seat: int, handles: Iterable[int] = (), count: int = 0) -> None:
        """Put cards into a pile, the last one on top; `count` where they cannot be told apart."""
        known = tuple(handles)
        self.piles[Place(seat, zone).pile] = Pile(max(count, len(known)), known)

    def view(self, **more: Any) -> View:
        """Return the finished View."""
        piles = dict(self.piles)
        for key, handles in self.slots.items():
            piles[key] = Pile(sum(1 for handle in handles if handle), tuple(handles))
        values: dict[str, Any] = {
            "viewer": self.viewer, "table": self.table, "turn": 9, "turn_player": 0, "phase": "main1",
            "tallies": {"0:life": 5200, "1:life": 3900}, "piles": piles, "cards": self.cards,
            "facts": self.facts,
        }  # fmt: skip
        return View(**{**values, **more})


class BusyBoard(SampleBoard):
    """The middle of a duel; the handles that prompts name are attributes."""

    def __init__(self, *, chain: bool = False, hand: Iterable[str] = ()) -> None:
        super().__init__()
        self._own()
        self._other()
        self._between()
        names = tuple(hand) or ("Monster Reborn", "Book of Moon", "Mandragon", "Mystical Space Typhoon",
                                "Ash Blossom & Joyous Spring")  # fmt: skip
        self.hand = [self.card(name, face_up=False) for name in names]
        self.pile("hand", 0, self.hand)
        self.pile("hand", 1, count=4)
        self.ring = self.typhoon = 0
        if chain:
            self._build_chain()

    def _own(self) -> None:
        self.put(self.card("Yami"), "field", 0)
        self.elf = self.put(self.card("Gemini Elf", attack=3100, defense=1100), "monster", 0)
        self.aqua = self.put(self.card("Aqua Madoor", turned=True, attack=1400, defense=2200), "monster", 2)
        self.bug = self.put(self.card("Man-Eater Bug", face_up=False, turned=True), "monster", 4)
        self.axe = self.put(self.card("Axe of Despair", equipped_to=self.elf), "spell_trap", 0)
        self.cylinder = self.put(self.card("Magic Cylinder", face_up=False), "spell_trap", 1)
        self.tools = self.put(self.card("Seven Tools of the Bandit", face_up=False), "spell_trap", 2)
        self.pile("extra_deck", 0, [self.card("Link Spider", face_up=False)], 13)
        self.pile("deck", 0, count=21)
        self.grave = [self.card(name) for name in ("Kuriboh", "Morphing Jar", "Pot of Greed", "Link Spider",
                      "Sangan", "Heavy Storm", "Giant Soldier of Stone")]  # fmt: skip
        self.pile("graveyard", 0, self.grave)
        self.pile("banished", 0, [self.card("Big Eye")])

    def _other(self) -> None:
        for slot in (2, 4, 3):
            self.put(self.add_card_back(1), "spell_trap", slot, 1)
        self.peace = self.put(self.card("Messenger of Peace", 1), "spell_trap", 0, 1)
        harp = self.card("Spirit of the Harp", 1, turned=True, attack=600, defense=1800)
        self.harp = self.put(harp, "monster", 4, 1)
        self.dragon = self.put(self.card("Red-Eyes B. Dragon", 1), "monster", 2, 1)
        self.put(self.add_card_back(1, turned=True), "monster", 0, 1)
        self.pile("deck", 1, count=23)
        self.pile("extra_deck", 1, count=14)
        self.far_grave = [
            self.card(name, 1) for name in ("Relinquished", "Giant Soldier of Stone", "Dark Hole",
                                            "Summoned Skull", "Dark Magician", "Feral Imp")
        ]  # fmt: skip
        self.pile("graveyard", 1, self.far_grave)

    def _between(self) -> None:
        self.talker = self.put(self.card("Decode Talker", attack=3300), "extra_monster", 0, SHARED_SEAT_INDEX)
        beneath = (self.card("Kuriboh", 1), self.card("Sangan", 1))
        self.utopia = self.put(
            self.card("Number 39: Utopia", 1, materials=beneath), "extra_monster", 1, SHARED_SEAT_INDEX
        )

    def _build_chain(self) -> None:
        self.typhoon = self.put(self.card("Mystical Space Typhoon"), "spell_trap", 3)
        self.ring = self.put(self.card("Ring of Destruction", 1), "spell_trap", 3, 1)
        self.hand = [handle for handle in self.hand if self.cards[handle].name != "Mystical Space Typhoon"]
        self.pile("hand", 0, self.hand)

    def links(self) -> tuple[VisibleLink, ...]:
        """Return the Chain of two."""
        return (
            VisibleLink(
                0,
                self.typhoon,
                self.cards[self.typhoon].code,
                targets=(self.peace,),
                place=Place(0, "spell_trap", 3),
            ),
            VisibleLink(
                1,
                self.ring,
                self.cards[self.ring].code,
                Words(EFFECT, (self.cards[self.ring].code, 0)),
                targets=(self.talker,),
                place=Place(1, "spell_trap", 3),
            ),
        )


def table() -> TableInfo:
    """Return the table around it: names, clocks, spectators."""
    seats = (
        SeatInfo("Wren", present=True, ready=True, deck=True, clock=222, wins=1),
        SeatInfo("Halvard", present=True, ready=True, deck=True, clock=255, wins=1),
    )
    watching = ("Ilse", "Tomasz", "Priya")
    return TableInfo("R7K-42Q", "master", 3, "duel", seats, watching, "Wren", 3, ticking=0)


def by_hand(*, alone: bool = False) -> tuple[TableInfo, Prompt]:
    """Return a table on which cards are moved by hand, in the middle of its line; and its prompts."""
    more: dict[str, Any] = {"mode": "free", "alone": alone, "step": 12, "steps": 18, "best_of": 1}
    return msgspec.structs.replace(table(), **more), Prompt(1, "by_hand")


STEPS = (
    "Wren draws a card", "Main Phase 1", "Wren Normal Summons Mandragon", "Wren activates Pot of Desires",
    "Wren draws 2 cards", "Wren activates Terraforming", "Wren looks through the Deck",
    "Yami goes to the hand of Wren", "Wren activates Yami in the Field Zone", "Wren sets Book of Moon",
    "Wren Special Summons Decode Talker with Mandragon, Gemini Elf", "Decode Talker points to Aqua Madoor",
    "Battle Phase", "Decode Talker attacks Spirit of the Harp", "Wren tosses a coin: heads",
    "Halvard loses 1700 Life Points", "Main Phase 2", "Wren ends the turn",
)  # fmt: skip
"""Subjects of the steps of such a line."""

HANDS = (PromptNotice(0, "by_hand"), PromptNotice(1, "by_hand"))
"""What is public of such a table: both may move cards at any time."""


def log(board: BusyBoard, *, chain: bool = False) -> list[tuple[str, VisibleEvent]]:
    """Return the log of that turn, newest last."""
    lines = [
        ("Wren draws a card", VisibleEvent("draw", 0)),
        ("Decode Talker points to Gemini Elf, Aqua Madoor: ATK 3300", VisibleEvent("lasting", 0)),
    ]
    if chain:
        lines += [
            (
                "Wren activates Mystical Space Typhoon on Messenger of Peace",
                VisibleEvent("activate", 0, amount=1),
            ),
            ("Halvard activates Ring of Destruction on Decode Talker", VisibleEvent("activate", 1, amount=2)),
        ]
    else:
        lines.append(("Halvard has no response", VisibleEvent("phase", 1)))
    return lines


Happens = Callable[[BusyBoard], tuple[View, View, tuple[VisibleEvent, ...]]]
"""An event on a board: the View before, the View after, and its messages."""


def activation(board: BusyBoard) -> tuple[View, View, tuple[VisibleEvent, ...]]:
    """Let the other side respond with a Trap."""
    typhoon, ring = board.links()
    code = board.cards[board.ring].code
    event = VisibleEvent("activate", 1, board.ring, code=code, amount=2, others=ring.targets)
    return board.view(chain=(typhoon,)), board.view(chain=(typhoon, ring)), (event,)


def third_link(board: BusyBoard) -> tuple[View, View, tuple[VisibleEvent, ...]]:
    """Let the player below respond to that with a monster: the Chain has three links."""
    old, code = board.view(chain=board.links()), board.cards[board.talker].code
    said = Words(EFFECT, (code, 0))
    link = VisibleLink(0, board.talker, code, said, place=Place(SHARED_SEAT_INDEX, "extra_monster", 0))
    event = VisibleEvent("activate", 0, board.talker, code=code, amount=3)
    return old, board.view(chain=(*board.links(), link)), (event,)


def attack(board: BusyBoard) -> tuple[View, View, tuple[VisibleEvent, ...]]:
    """Let the other side attack a monster."""
    event = VisibleEvent(
        "attack", 1, board.dragon, code=board.cards[board.dragon].code, others=(board.talker,)
    )
    turn = {"turn_player": 1, "turn": 10, "phase": "battle"}
    return board.view(**turn), board.view(**turn, attack=(board.dragon, board.talker)), (event,)


def direct_attack(board: BusyBoard) -> tuple[View, View, tuple[VisibleEvent, ...]]:
    """Let the other side attack the player directly."""
    event = VisibleEvent("attack", 1, board.dragon, code=board.cards[board.dragon].code)
    turn = {"turn_player": 1, "turn": 10, "phase": "battle"}
    return board.view(**turn), board.view(**turn, attack=(board.dragon, 0)), (event,)


def summon(board: BusyBoard) -> tuple[View, View, tuple[VisibleEvent, ...]]:
    """Let the other side Summon a monster."""
    old, place = board.view(), Place(1, "monster", 3)
    magician = board.put(board.card("Dark Magician", 1), *place[1:], 1)
    event = VisibleEvent(
        "move", 1, magician, 0, board.cards[magician].code, Place(1, "hand"), place, word="tribute"
    )
    return old, board.view(), (event,)


def resolution(board: BusyBoard) -> tuple[View, View, tuple[VisibleEvent, ...]]:
    """Resolve the second of two Chain Links."""
    old, code = board.view(chain=board.links()), board.cards[board.ring].code
    event = VisibleEvent("resolving", 1, board.ring, code=code, amount=2)
    return old, board.view(chain=board.links()[:1]), (event,)


def damage(board: BusyBoard) -> tuple[View, View, tuple[VisibleEvent, ...]]:
    """Lower the Life Points of both."""
    old = board.view()
    new = board.view(tallies={"0:life": 4300, "1:life": 1600})
    events = [VisibleEvent("life", seat, amount=lost) for seat, lost in ((0, -900), (1, -2300))]
    return old, new, tuple(events)


def lingering_effects(board: BusyBoard) -> tuple[LingeringEffect, ...]:
    """Return lingering effects: for the player, for the other one, on two monsters."""
    waboku, swords = facts("Waboku"), facts("Swords of Revealing Light")
    book, heart = facts("Effect Veiler"), facts("Change of Heart")
    for known in (waboku, swords, book, heart):
        board.facts[known.code] = known
    return (
        LingeringEffect("no_battle_damage", 0, waboku.code, seats=(0,), turn=9),
        LingeringEffect("no_battle_destruction", 0, waboku.code, turn=9),
        LingeringEffect("no_battle_phase", 1, facts("Soul Exchange").code, seats=(1,), turn=9),
        LingeringEffect("no_special_summon", 0, swords.code, seats=(1,), turn=13, phase="end_phase"),
        LingeringEffect("negate", 1, book.code, cards=(board.talker,), turn=9),
        LingeringEffect("control", 0, heart.code, cards=(board.harp, board.aqua), turn=9, phase="end_phase"),
    )


HAPPENS: dict[str, Happens] = {
    "activation": activation, "third": third_link, "attack": attack, "direct": direct_attack,
    "summon": summon, "resolving": resolution, "damage": damage,
}  # fmt: skip


def open_prompt(board: BusyBoard) -> Prompt:
    """Return the prompt of an open state: the whole hand is legal, two phases may follow."""
    reborn, book, mandragon, typhoon, blossom = board.hand[:5]
    return Prompt(7, "turn", words("plain", "Your Main Phase 1."), (
        Option("activate", reborn), Option("set", reborn), Option("activate", book), Option("set", book),
        Option("summon", mandragon, text="Tribute 1 monster"),
        Option("set", mandragon, text="Tribute 1 monster"),
        Option("activate", mandragon, text="in a Pendulum Zone"),
        Option("activate", typhoon), Option("set", typhoon),
        Option("summon", blossom), Option("set", blossom),
        Option("phase", text="battle"), Option("phase", text="end"),
    ))  # fmt: skip


def response_prompt(board: BusyBoard) -> Prompt:
    """Return a response prompt: two Traps, a Spell and a monster may respond, or pass."""
    book = next(handle for handle in board.hand if board.cards[handle].name == "Book of Moon")
    options = (Option("activate", book, text="as Chain Link 3"), Option("activate", board.tools),
               Option("activate", board.talker), Option("pass"))  # fmt: skip
    return Prompt(8, "response", words("plain", "Ring of Destruction would destroy Decode Talker."), options)


def cards_prompt(board: BusyBoard) -> Prompt:
    """Return a prompt to choose one monster from either Graveyard."""
    wanted = [handle for handle in (*board.grave, *board.far_grave) if "monster" in board.cards[handle].kinds]
    options = tuple(Option("target", handle) for handle in wanted)
    return Prompt(9, "choice", words("plain", "Choose 1 monster to Special Summon"), options, back=True)


def zone_prompt(board: BusyBoard) -> Prompt:
    """Return a prompt to choose a zone for a monster from the other Graveyard."""
    magician = board.far_grave[4]
    options = (
        Option("zone", magician, place=Place(0, "monster", 1)),
        Option("zone", magician, place=Place(0, "monster", 3)),
    )
    return Prompt(
        10,
        "choice",
        words("plain", "Choose a zone for Dark Magician, in Attack Position."),
        options,
        back=True,
    )


def position_prompt(board: BusyBoard) -> Prompt:
    """Return a prompt for Attack or Defense Position, with the card as it would be."""
    magician = board.far_grave[4]
    options = tuple(Option("position", magician, text=word) for word in ("attack", "defense", "face_down"))
    return Prompt(11, "choice", words("plain", "Choose a position."), options, back=True)


def yes_prompt(board: BusyBoard) -> Prompt:
    """Return a yes/no question."""
    options = (Option("no", board.talker), Option("yes", board.talker))
    return Prompt(
        12,
        "choice",
        words("plain", "Use the effect of Decode Talker? You would Tribute Gemini Elf."),
        options,
    )


def trigger_prompt(board: BusyBoard) -> Prompt:
    """Return a prompt whether to use an effect that has been triggered."""
    effect = words("plain", "Destroy 1 monster.")
    options = (Option("pass"), Option("activate", board.bug, words=effect))
    return Prompt(15, "trigger", words("choose_next_effect"), options)


def battle_prompt(board: BusyBoard) -> Prompt:
    """Return a prompt of the Battle Phase: two monsters may attack."""
    attacks = (Option("attack", board.talker), Option("attack", board.elf))
    return Prompt(17, "turn", words("your_battle_phase"), (*attacks, Option("phase", text="main2")))


def order_prompt(board: BusyBoard) -> Prompt:
    """Return a prompt for several effects that have been triggered at once."""
    cards = (board.bug, board.grave[4], board.grave[0])
    options = tuple(Option("activate", card, words=words("plain", "Its effect.")) for card in cards)
    return Prompt(16, "trigger", words("choose_next_effect"), (Option("pass"), *options))


def pick_prompt(board: BusyBoard) -> Prompt:
    """Return a prompt to Tribute two monsters on the board, or fewer."""
    options = tuple(Option("tribute", handle) for handle in (board.elf, board.aqua, board.bug))
    return Prompt(
        13, "choice", words("plain", "Choose 2 Tributes for Mandragon."), options, least=2, most=2, back=True
    )


def words_prompt(board: BusyBoard) -> Prompt:
    """Return a prompt for one of the attributes."""
    among = ("dark", "light", "earth", "water", "fire", "wind")
    return Prompt(
        14,
        "choice",
        words("plain", "Declare an Attribute."),
        tuple(Option("word", text=word) for word in among),
    )


def public(board: BusyBoard) -> View:
    """Return the same board as a spectator sees it: nothing that only a player may read."""
    seen = {
        handle: card
        if card.face_up
        else VisibleCard(card.owner, card.controller, 0, False, card.defense_position)
        for handle, card in board.cards.items()
        if handle not in board.hand
    }
    piles = {**board.view().piles, "0:hand": Pile(len(board.hand)), "0:extra_deck": Pile(13)}
    return board.view(viewer=-1, cards=seen, piles=piles, chain=board.links())


def start(table_name: str) -> View:
    """Return the first turn at any table: piles full, zones empty, a hand of five."""
    board = SampleBoard(0, table_name)
    names = ("Summoned Skull", "Dark Hole", "Trap Hole", "Gemini Elf", "Mystical Elf")
    board.pile("hand", 0, [board.card(name, face_up=False) for name in names])
    board.pile("hand", 1, count=5)
    for seat in (0, 1):
        board.pile("deck", seat, count=35)
        board.pile("graveyard", seat)
    board.pile("graveyard", 0, [board.card("Kuriboh")])
    if table_name == "fab":
        for zone in ("head", "chest", "hero"):
            board.put(board.card(f"Sample {zone}"), zone, 0)
        shared = tuple(board.card(name) for name in ("Sample strike", "Sample guard"))
        board.piles["-:combat_chain"] = Pile(2, shared)
    return board.view(turn=1)
