"""Key bindings as rows: scenes bind keys from here, and the help lists the same rows.

A key is written as on its cap: "H", "Esc", "F11", "Ctrl+V". Law: plain data, no pygame.
"""

from __future__ import annotations

from typing import NamedTuple

from facedown_shared.text import gettext_noop


class Binding(NamedTuple):
    """Key and its action in one place of the client."""

    key: str
    does: str


ANYWHERE = (
    Binding("Tab", gettext_noop("Next control (Shift+Tab: the previous one)")),
    Binding("Enter", gettext_noop("Press it; in a dialog: confirm")),
    Binding("Space", gettext_noop("Press it, or change the option")),
    Binding(gettext_noop("Arrows"), gettext_noop("Choose within a list")),
    Binding("Esc", gettext_noop("Back, or close what is open")),
    Binding("?", gettext_noop("This help")),
    Binding("F9", gettext_noop("The glossary: what the terms of the rules mean")),
    Binding("Ctrl+,", gettext_noop("Settings")),
    Binding("F11", gettext_noop("Full screen")),
    Binding("F12", gettext_noop("Save a picture of the window")),
    Binding("Ctrl+Q", gettext_noop("Close facedown")),
)

HOME = (
    Binding("Enter", gettext_noop("Return to your duel, when there is one")),
    Binding("L", gettext_noop("All duels to return to, when there are several")),
    Binding("H", gettext_noop("Host a table")),
    Binding("J", gettext_noop("Type or paste a link or code, then join")),
    Binding("P", gettext_noop("Practise against the bot")),
    Binding("O", gettext_noop("Solo: both sides yourself")),
    Binding("T", gettext_noop("Lessons")),
    Binding("W", gettext_noop("Watch a duel")),
    Binding("D", gettext_noop("Decks")),
    Binding("R", gettext_noop("Replays")),
    Binding("M", gettext_noop("All options of a table to host")),
    Binding("N", gettext_noop("Enter your name, if you have none yet")),
    Binding("Ctrl+V", gettext_noop("Paste a link")),
)

LOBBY = (
    Binding("Up / Down", gettext_noop("Choose a table")),
    Binding("Enter", gettext_noop("Join it")),
    Binding("W", gettext_noop("Watch it")),
    Binding("H", gettext_noop("Open a table here")),
)

TABLE = (
    Binding("R", gettext_noop("Ready, or not after all")),
    Binding("C", gettext_noop("Copy the link for your friend")),
    Binding("V", gettext_noop("Paste a deck (ydke:// or the text of a .ydk file)")),
    Binding("T", gettext_noop("Chat")),
    Binding("1 / 2", gettext_noop("Go first or second, when you are asked")),
)

DUEL = (
    Binding("1 - 9", gettext_noop("Pick the option with that number")),
    Binding(gettext_noop("Arrows"), gettext_noop("From zone to zone")),
    Binding("Tab", gettext_noop("From one legal card to the next")),
    Binding("Space", gettext_noop("Read the card; hold: see what a prompt covers")),
    Binding("R", gettext_noop("The result again, when the match is over")),
    Binding(
        gettext_noop("Drag"),
        gettext_noop("A card or an attack (right button: on its side)"),
    ),
    Binding("Shift+Left / Right", gettext_noop("Move a card that is put in an order (Del: leave it out)")),
    Binding("Q", gettext_noop("Why the card under the focus cannot be played")),
    Binding("Y / N", gettext_noop("Answer a question: yes, no")),
    Binding("Esc", gettext_noop("Take the last choice back, or let a window to respond pass")),
    Binding("A", gettext_noop("Hold: always ask me to respond")),
    Binding("W", gettext_noop("Hold: ask me when it matters (smart)")),
    Binding("D", gettext_noop("Hold: ask me whenever I can respond")),
    Binding("S", gettext_noop("Hold: never ask me")),
    Binding("U", gettext_noop("Undo a change by a tap on A, W, D or S")),
    Binding("B / M / E", gettext_noop("Battle Phase, Main Phase 2, End Phase")),
    Binding("F1 - F4", gettext_noop("Your Graveyard, banished cards, Extra Deck, materials")),
    Binding("F5 - F8", gettext_noop("The same of the other side")),
    Binding("T", gettext_noop("Chat")),
)

_YUGIOH = Binding("A / D / S / F", gettext_noop("Attack, Defense, Set, turn face-up"))
_FLESH_AND_BLOOD = Binding(
    "P / E / X / D", gettext_noop("Pitch, play, attack, defend (V: resolve, A: arsenal)")
)

HANDS = (
    Binding(gettext_noop("Drag"), gettext_noop("A card, or the top of a pile, to a highlighted place")),
    Binding("Enter", gettext_noop("The menu of the card or pile under the focus (or click)")),
    Binding(gettext_noop("Letters"), gettext_noop("A line of that menu at once, by the key it shows there")),
    Binding("G / B / H", gettext_noop("To the Graveyard, banish, to the hand (Shift+B: face-down)")),
    _YUGIOH,
    Binding("Shift+Enter", gettext_noop("Choose a card with others (Ctrl-click, or draw a box)")),
    Binding("Ctrl+Z", gettext_noop("Undo: alone at once, else the other player is asked")),
    Binding("Ctrl+Y", gettext_noop("Redo")),
    Binding("L / N", gettext_noop("Life; end the turn")),
    Binding("Ctrl+R", gettext_noop("Alone: the same hand again (Ctrl+N: another, Ctrl+H: choose)")),
    Binding("Ctrl+E", gettext_noop("Alone: look from the other side")),
    Binding("Ctrl+S", gettext_noop("Alone: save the line (Ctrl+O: open one, Ctrl+F: fork it)")),
    Binding("Space", gettext_noop("Read the card under the focus")),
    Binding("T", gettext_noop("Chat")),
)

HANDS_OF = {
    "fab": tuple(_FLESH_AND_BLOOD if row is _YUGIOH else row for row in HANDS),
}
"""Manual key bindings of games that differ from the general ones, by the name of their table."""

SIDING = (
    Binding(gettext_noop("Drag"), gettext_noop("A card to another part")),
    Binding(gettext_noop("Arrows"), gettext_noop("Choose a card (Tab: another part)")),
    Binding("Enter", gettext_noop("Put it into the other part (or right click)")),
    Binding("U", gettext_noop("Reset (Ctrl+Z: undo the last swap)")),
    Binding("K", gettext_noop("Play the same deck")),
    Binding("R", gettext_noop("Done")),
)

EDITOR = (
    Binding(gettext_noop("Drag"), gettext_noop("A card to another part, or out to the cards found")),
    Binding(gettext_noop("Arrows"), gettext_noop("From card to card")),
    Binding("Enter", gettext_noop("Put the found card in (or right click)")),
    Binding("Del", gettext_noop("Take the chosen card out (or right click)")),
    Binding("S", gettext_noop("The card to the Side Deck")),
    Binding("M", gettext_noop("The card to the Main or Extra Deck")),
    Binding("Ctrl+Z", gettext_noop("Undo")),
    Binding("Ctrl+S", gettext_noop("Save")),
)

REPLAY = (
    Binding("Space", gettext_noop("Play or pause")),
    Binding("Left / Right", gettext_noop("To the previous or next action")),
    Binding("Shift+Left / Shift+Right", gettext_noop("By a turn (Page up, Page down)")),
    Binding("Home / End", gettext_noop("To the beginning, to the end")),
    Binding("- / +", gettext_noop("Slower, faster")),
    Binding("E", gettext_noop("From the other side")),
    Binding(".", gettext_noop("Stop at the next turn; again: a turn later (right click: at that turn)")),
    Binding("P", gettext_noop("Play on from here, alone")),
    Binding("F1 - F7", gettext_noop("Open a pile: yours (F1 to F3), theirs (F5 to F7)")),
)

DECKS = (
    Binding(gettext_noop("Arrows"), gettext_noop("Choose a deck in the list")),
    Binding("P", gettext_noop("Play with it")),
    Binding("E / N", gettext_noop("Change it; a new one")),
    Binding("H", gettext_noop("A test hand")),
    Binding("C / V", gettext_noop("Copy it; paste one")),
    Binding("D / R", gettext_noop("Make a copy of it; rename it")),
    Binding("Del", gettext_noop("Delete the deck (Ctrl+Z: restore it)")),
)

PLACES: dict[str, tuple[str, tuple[Binding, ...]]] = {
    "home": (gettext_noop("Home"), HOME),
    "lobby": (gettext_noop("Tables of this server"), LOBBY),
    "table": (gettext_noop("At a table"), TABLE),
    "duel": (gettext_noop("In a duel"), DUEL),
    "hands": (gettext_noop("By hand"), HANDS),
    **{f"hands of {table}": (gettext_noop("By hand"), rows) for table, rows in HANDS_OF.items()},
    "replay": (gettext_noop("In a replay"), REPLAY),
    "siding": (gettext_noop("Siding"), SIDING),
    "decks": (gettext_noop("Decks"), DECKS),
    "editor": (gettext_noop("Editing a deck"), EDITOR),
}
"""Title and rows of each place; a place without rows of its own uses the general ones."""
