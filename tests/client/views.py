"""A small board for client tests: two monsters, a Set card, a hand, a chain; and the names of the players."""

from __future__ import annotations

from facedown_shared.cards.facts import Facts
from facedown_shared.tables.view import Pile, View, VisibleCard, VisibleLink
from facedown_shared.tables.zones import Place
from facedown_shared.text.words import words

NAMES = ("Wren", "Halvard")

ELF = Facts(
    code=1, name="Gemini Elf", kinds=("monster", "normal"), attribute="earth", race="spellcaster", level=4,
    attack=1900, defense=900,
)  # fmt: skip
TALKER = Facts(
    code=2, name="Decode Talker", kinds=("monster", "effect", "link"), attribute="dark", race="cyberse",
    link=3, attack=2300, arrows=("top",), text="Gains 500 ATK for each monster it points to.",
)  # fmt: skip
TYPHOON = Facts(
    code=3, name="Mystical Space Typhoon", kinds=("spell", "quickplay"), text="Destroy 1 Spell or Trap."
)
RING = Facts(code=4, name="Ring of Destruction", kinds=("trap",), text="Destroy 1 monster.")

EMPTY_ROW = (0, 0, 0, 0, 0)


def small_board() -> View:
    """Return seat 0's View: their Elf (1) and hand (21), the other's Set card (11), a Decode Talker (5)
    above.
    """
    piles = {
        "0:monster": Pile(1, (0, 1, 0, 0, 0)),
        "1:monster": Pile(0, EMPTY_ROW),
        "-:extra_monster": Pile(1, (5, 0)),
        "0:spell_trap": Pile(0, EMPTY_ROW),
        "1:spell_trap": Pile(2, (11, 12, 0, 0, 0)),
        "0:field": Pile(0, (0,)),
        "1:field": Pile(0, (0,)),
        "0:hand": Pile(1, (21,)),
        "1:hand": Pile(4),
        "0:deck": Pile(30),
        "1:deck": Pile(31),
        "0:graveyard": Pile(0),
        "1:graveyard": Pile(0),
        "0:extra_deck": Pile(0),
        "1:extra_deck": Pile(3),
        "0:banished": Pile(0),
        "1:banished": Pile(0),
    }
    cards = {
        1: VisibleCard(code=1, face_up=True, attack=1900, defense=900, level=4, counters={"spell": 1}),
        5: VisibleCard(1, 1, 2, face_up=True, attack=2800, link=3),
        11: VisibleCard(1, 1),
        12: VisibleCard(1, 1, 4, face_up=True),
        21: VisibleCard(code=3),
    }
    facts = {card.code: card for card in (ELF, TALKER, TYPHOON, RING)}
    chain = (VisibleLink(1, 12, 4, words("plain", "destroy a monster"), (1,), Place(1, "spell_trap", 1)),)
    return View(
        0, "master", 3, 0, "main1", {"0:life": 8000, "1:life": 5200}, piles, cards, chain, facts=facts
    )  # fmt: skip
