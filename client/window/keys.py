"""Every key and what it does, as rows: scenes bind them from here, and the help lists the same rows.

A key is written as on its cap: "H", "Esc", "F11", "Ctrl+V". Law: plain data, no pygame.
"""

from __future__ import annotations

from typing import NamedTuple


class Binding(NamedTuple):
    """One key in one place of the client."""

    key: str
    does: str


ANYWHERE = (
    Binding("Tab", "Next thing to press (Shift+Tab: the one before)"),
    Binding("Enter", "Press it (Space does too)"),
    Binding("Arrows", "Choose within a list"),
    Binding("Esc", "Back, or close what is open"),
    Binding("?", "This help"),
    Binding("F11", "Full screen"),
    Binding("F12", "Save a picture of the window"),
    Binding("Ctrl+Q", "Close facedown"),
)

HOME = (
    Binding("Enter", "Return to your duel, when there is one"),
    Binding("H", "Host a table"),
    Binding("J", "Type or paste a link or code, then join"),
    Binding("P", "Practise against the bot"),
    Binding("O", "Solo: both sides yourself"),
    Binding("W", "Watch a duel"),
    Binding("D", "Decks"),
    Binding("S", "Settings"),
    Binding("Ctrl+V", "Paste a link"),
)

LOBBY = (
    Binding("Up / Down", "Choose a table"),
    Binding("Enter", "Join it"),
    Binding("W", "Watch it"),
    Binding("H", "Open a table here"),
)

TABLE = (
    Binding("R", "Ready, or not after all"),
    Binding("C", "Copy the link for your friend"),
    Binding("V", "Paste a deck (ydke:// or the text of a .ydk file)"),
    Binding("T", "Talk: type into the chat"),
    Binding("1 / 2", "Go first or second, when you are asked"),
)

DUEL = (
    Binding("1 - 9", "Pick the option with that number"),
    Binding("Arrows", "From zone to zone"),
    Binding("Tab", "From one legal card to the next"),
    Binding("Space", "Read the card under the focus"),
    Binding("Esc", "Pass, or take the last choice back"),
    Binding("A", "Always ask me to respond"),
    Binding("D", "Ask me when I am able to"),
    Binding("S", "Never ask me"),
    Binding("B / M / E", "Battle Phase, Main Phase 2, End Phase"),
    Binding("F1 - F4", "Your Graveyard, banished cards, Extra Deck, materials"),
    Binding("F5 - F8", "The same of the other side"),
    Binding("T", "Talk: type into the chat"),
)

_YUGIOH = Binding("A / D / S / F", "Attack, Defense, Set, turn face-up")
_FLESH_AND_BLOOD = Binding("P / E / X / D", "Pitch, play, attack, defend (V: resolve, A: arsenal)")

HANDS = (
    Binding("Drag", "A card, or the top of a pile, to wherever it lights up"),
    Binding("Enter", "The menu of the card or pile under the focus (a click too)"),
    Binding("Letters", "A line of that menu at once, by the key it shows there"),
    Binding("G / B / H", "To the Graveyard, banish, to the hand (Shift+B: face-down)"),
    _YUGIOH,
    Binding("Shift+Enter", "Choose a card with others (Ctrl-click, or draw a box)"),
    Binding("Ctrl+Z", "Take back: alone at once, else the other player is asked"),
    Binding("Ctrl+Y", "Do again what was taken back"),
    Binding("L / N", "Life; end the turn"),
    Binding("Ctrl+R", "Alone: the same hand again (Ctrl+N: another, Ctrl+H: choose)"),
    Binding("Ctrl+E", "Alone: look from the other side"),
    Binding("Ctrl+S", "Alone: save the line as a file (Ctrl+O: open one)"),
    Binding("Space", "Read the card under the focus"),
    Binding("T", "Talk: type into the chat"),
)

HANDS_OF = {
    "fab": tuple(_FLESH_AND_BLOOD if row is _YUGIOH else row for row in HANDS),
}
"""Games whose hands do other things than those above, by the name of their table."""

SIDING = (
    Binding("Up / Down", "Choose a card"),
    Binding("Enter", "Put it into the other part"),
    Binding("U", "As it was"),
    Binding("R", "Done"),
)

EDITOR = (
    Binding("Arrows", "From card to card"),
    Binding("Enter", "Put the found card in"),
    Binding("Del", "Take the chosen card out"),
    Binding("Ctrl+Z", "Undo"),
    Binding("Ctrl+S", "Save"),
)

PLACES: dict[str, tuple[str, tuple[Binding, ...]]] = {
    "home": ("Home", HOME),
    "lobby": ("Tables of this server", LOBBY),
    "table": ("At a table", TABLE),
    "duel": ("In a duel", DUEL),
    "hands": ("By hand", HANDS),
    **{f"hands of {table}": ("By hand", rows) for table, rows in HANDS_OF.items()},
    "siding": ("Siding", SIDING),
    "editor": ("Editing a deck", EDITOR),
}
"""The title and the rows of each place; a place without rows of its own has those of anywhere."""
