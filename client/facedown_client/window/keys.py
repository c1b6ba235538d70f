"""Key bindings as rows: scenes bind keys from here, and the help lists the same rows.

A key is written as on its cap: "H", "Esc", "F11", "Ctrl+V". Law: plain data, no pygame.
"""

from __future__ import annotations

from typing import NamedTuple

from facedown_shared.text import later


class Binding(NamedTuple):
    """Key and its action in one place of the client."""

    key: str
    does: str


ANYWHERE = (
    Binding("Tab", later("Next control (Shift+Tab: the previous one)")),
    Binding("Enter", later("Press it (or Space)")),
    Binding(later("Arrows"), later("Choose within a list")),
    Binding("Esc", later("Back, or close what is open")),
    Binding("?", later("This help")),
    Binding("F11", later("Full screen")),
    Binding("F12", later("Save a picture of the window")),
    Binding("Ctrl+Q", later("Close facedown")),
)

HOME = (
    Binding("Enter", later("Return to your duel, when there is one")),
    Binding("H", later("Host a table")),
    Binding("J", later("Type or paste a link or code, then join")),
    Binding("P", later("Practise against the bot")),
    Binding("O", later("Solo: both sides yourself")),
    Binding("W", later("Watch a duel")),
    Binding("D", later("Decks")),
    Binding("S", later("Settings")),
    Binding("N", later("Enter your name, if you have none yet")),
    Binding("Ctrl+V", later("Paste a link")),
)

LOBBY = (
    Binding("Up / Down", later("Choose a table")),
    Binding("Enter", later("Join it")),
    Binding("W", later("Watch it")),
    Binding("H", later("Open a table here")),
)

TABLE = (
    Binding("R", later("Ready, or not after all")),
    Binding("C", later("Copy the link for your friend")),
    Binding("V", later("Paste a deck (ydke:// or the text of a .ydk file)")),
    Binding("T", later("Chat")),
    Binding("1 / 2", later("Go first or second, when you are asked")),
)

DUEL = (
    Binding("1 - 9", later("Pick the option with that number")),
    Binding(later("Arrows"), later("From zone to zone")),
    Binding("Tab", later("From one legal card to the next")),
    Binding("Space", later("Read the card; hold: see what a prompt covers")),
    Binding("R", later("The result again, when the match is over")),
    Binding(
        later("Drag"),
        later("A card or an attack (right button: on its side)"),
    ),
    Binding("Shift+Left / Right", later("Move a card that is put in an order (Del: leave it out)")),
    Binding("Q", later("Why the card under the focus cannot be played")),
    Binding("Y / N", later("Answer a question: yes, no")),
    Binding("Esc", later("Take the last choice back, or let a window to respond pass")),
    Binding("A", later("Always ask me to respond")),
    Binding("W", later("Ask me when it matters (smart)")),
    Binding("D", later("Ask me whenever I can respond")),
    Binding("S", later("Never ask me")),
    Binding("B / M / E", later("Battle Phase, Main Phase 2, End Phase")),
    Binding("F1 - F4", later("Your Graveyard, banished cards, Extra Deck, materials")),
    Binding("F5 - F8", later("The same of the other side")),
    Binding("T", later("Chat")),
)

_YUGIOH = Binding("A / D / S / F", later("Attack, Defense, Set, turn face-up"))
_FLESH_AND_BLOOD = Binding("P / E / X / D", later("Pitch, play, attack, defend (V: resolve, A: arsenal)"))

HANDS = (
    Binding(later("Drag"), later("A card, or the top of a pile, to a highlighted place")),
    Binding("Enter", later("The menu of the card or pile under the focus (or click)")),
    Binding(later("Letters"), later("A line of that menu at once, by the key it shows there")),
    Binding("G / B / H", later("To the Graveyard, banish, to the hand (Shift+B: face-down)")),
    _YUGIOH,
    Binding("Shift+Enter", later("Choose a card with others (Ctrl-click, or draw a box)")),
    Binding("Ctrl+Z", later("Undo: alone at once, else the other player is asked")),
    Binding("Ctrl+Y", later("Redo")),
    Binding("L / N", later("Life; end the turn")),
    Binding("Ctrl+R", later("Alone: the same hand again (Ctrl+N: another, Ctrl+H: choose)")),
    Binding("Ctrl+E", later("Alone: look from the other side")),
    Binding("Ctrl+S", later("Alone: save the line (Ctrl+O: open one, Ctrl+F: fork it)")),
    Binding("Space", later("Read the card under the focus")),
    Binding("T", later("Chat")),
)

HANDS_OF = {
    "fab": tuple(_FLESH_AND_BLOOD if row is _YUGIOH else row for row in HANDS),
}
"""Manual key bindings of games that differ from the general ones, by the name of their table."""

SIDING = (
    Binding(later("Drag"), later("A card to another part")),
    Binding(later("Arrows"), later("Choose a card (Tab: another part)")),
    Binding("Enter", later("Put it into the other part (or right click)")),
    Binding("U", later("Reset (Ctrl+Z: undo the last swap)")),
    Binding("K", later("Keep the deck as it was")),
    Binding("R", later("Done")),
)

EDITOR = (
    Binding(later("Drag"), later("A card to another part, or out to the cards found")),
    Binding(later("Arrows"), later("From card to card")),
    Binding("Enter", later("Put the found card in (or right click)")),
    Binding("Del", later("Take the chosen card out (or right click)")),
    Binding("S", later("The card to the Side Deck")),
    Binding("M", later("The card to the Main or Extra Deck")),
    Binding("Ctrl+Z", later("Undo")),
    Binding("Ctrl+S", later("Save")),
)

REPLAY = (
    Binding("Space", later("Play or pause")),
    Binding("Left / Right", later("To the previous or next action")),
    Binding("Shift+Left / Shift+Right", later("By a turn (Page up, Page down)")),
    Binding("Home / End", later("To the beginning, to the end")),
    Binding("- / +", later("Slower, faster")),
    Binding("E", later("From the other side")),
    Binding("S", later("Stop at the next turn; again: a turn later (right click: at that turn)")),
    Binding("P", later("Play on from here, alone")),
    Binding("F1 - F7", later("Open a pile: yours (F1 to F3), theirs (F5 to F7)")),
)

DECKS = (
    Binding(later("Arrows"), later("Choose a deck in the list")),
    Binding("P", later("Play with it")),
    Binding("E / N", later("Change it; a new one")),
    Binding("H", later("A test hand")),
    Binding("C / V", later("Copy it; paste one")),
    Binding("D / R", later("Make a copy of it; rename it")),
    Binding("Del", later("Delete it (Ctrl+Z: restore it)")),
)

PLACES: dict[str, tuple[str, tuple[Binding, ...]]] = {
    "home": (later("Home"), HOME),
    "lobby": (later("Tables of this server"), LOBBY),
    "table": (later("At a table"), TABLE),
    "duel": (later("In a duel"), DUEL),
    "hands": (later("By hand"), HANDS),
    **{f"hands of {table}": (later("By hand"), rows) for table, rows in HANDS_OF.items()},
    "replay": (later("In a replay"), REPLAY),
    "siding": (later("Siding"), SIDING),
    "decks": (later("Decks"), DECKS),
    "editor": (later("Editing a deck"), EDITOR),
}
"""Title and rows of each place; a place without rows of its own uses the general ones."""
