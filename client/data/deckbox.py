"""The decks a player can bring: the ready ones, files of their own, a paste. Each as a name and a text.

Law: no pygame. What cannot be used raises BadInput with a sentence that says how to mend it.
"""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from client.data import folder, known
from shared.cards import decks, flesh_and_blood
from shared.cards.decks import Deck
from shared.errors import BadInput, Code
from shared.formats import FORMATS, PLAYED, Format

LARGEST = 20_000
"""Characters of a deck's text that a server takes."""


@dataclass(frozen=True, slots=True)
class Boxed:
    """A deck to bring. `key` finds it again: the name of a ready deck, or the path of a file."""

    key: str
    title: str
    text: str
    deck: Deck
    about: str = ""

    def lines(self) -> list[str]:
        """Every card by name with its number of copies, part by part."""
        lines = []
        for title, part in zip(self.game.parts, self.deck.parts, strict=True):
            if part:
                lines.append(f"{title}, {len(part)}")
            lines += [f"{count}  {known.called(code)}" for code, count in Counter(part).items()]
        return lines

    @property
    def game(self) -> Format:
        """The format whose game this deck is of, for the words it has for things."""
        return decks.meant_for(self.deck, FORMATS[PLAYED[0]], known.cards()) or FORMATS[PLAYED[0]]

    @property
    def formats_of_its_game(self) -> list[Format]:
        """Every format of the deck's game, whether it allows the deck or not."""
        return [FORMATS[name] for name in PLAYED if FORMATS[name].card_kinds == self.game.card_kinds]

    @property
    def sizes(self) -> str:
        """The number of cards in every part: "40 Main, 8 Extra, 6 Side"."""
        parts = zip(self.game.parts, self.deck.counts, strict=True)
        return ", ".join(f"{count} {part.removesuffix(' Deck')}" for part, count in parts)

    def reasons(self, format_name: str) -> list[str]:
        """Why a format does not allow it, as far as can be told without the server's banlist."""
        if format_name not in FORMATS:
            return []
        return [str(why) for why in decks.check(self.deck, FORMATS[format_name], known.cards())]


def formats(deck: Boxed) -> list[str]:
    """The names of the formats that allow a deck."""
    return [name for name in PLAYED if not deck.reasons(name)]


def must_suit(deck: Boxed | None, format_name: str) -> None:
    """Raise BadInput where a deck is for another game than this format's."""
    other = decks.meant_for(deck.deck, FORMATS[format_name], known.cards()) if deck is not None else None
    if deck is not None and other is not None:
        words = f"is for {other.title}, not for {FORMATS[format_name].title}; add --format {other.name}."
        raise BadInput(Code.BAD_DECK, f"The deck {deck.title} {words}")


def ready(format_name: str = "") -> list[Boxed]:
    """The decks that come with the program, those of a format alone if one is named."""
    return [
        Boxed(name, deck.title, decks.to_ydk(deck.deck), deck.deck, deck.about)
        for name, deck in decks.ready_decks().items()
        if not format_name or deck.format == format_name
    ]


def own() -> list[Boxed]:
    """The player's own files that can be read, by name."""
    found = []
    for path in sorted(own_folder().glob("*.ydk")):
        with suppress(BadInput):
            found.append(from_file(path))
    return found


def own_folder() -> Path:
    """Where a player's own decks lie."""
    return folder.within("decks")


def find(key: str) -> Boxed:
    """A deck by the name of a ready one or by a path, or a ydke:// address itself. Raises BadInput."""
    if not key.strip():
        raise BadInput(Code.BAD_FILE, f"Name a deck file, or a ready deck: {', '.join(_names())}.")
    if key.strip().lower().startswith(decks.YDKE):
        return from_text(key)
    named = next((deck for deck in ready() if deck.key == key), None)
    return named or from_file(Path(key).expanduser())


def _names() -> list[str]:
    return [deck.key for deck in ready()]


def from_file(path: Path) -> Boxed:
    """A deck from a .ydk file (or one that holds a ydke:// address)."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput(Code.BAD_DECK, f"{path.name} is too large for a deck.")
        text = path.read_text("utf-8-sig")
    except FileNotFoundError:
        close = get_close_matches(str(path), _names(), 1)
        hint = f"did you mean {close[0]}?" if close else f"the ready decks are {', '.join(_names())}."
        raise BadInput(Code.BAD_FILE, f"There is no deck file {path}; {hint}") from None
    except (OSError, UnicodeDecodeError):
        if path.is_dir():
            raise BadInput(Code.BAD_FILE, f"{path} is a folder; name a deck file in it.") from None
        raise BadInput(Code.BAD_FILE, f"{path} cannot be read as a deck file.") from None
    return _boxed(str(path), path.stem, text)


def from_text(text: str, title: str = "Pasted deck") -> Boxed:
    """A deck from what was pasted: ydke:// or the text of a .ydk file."""
    if len(text) > LARGEST:
        raise BadInput(Code.BAD_DECK, "That is too long for a deck.")
    return _boxed("", title, text)


def from_deck(deck: Deck, title: str) -> Boxed:
    """A deck put together here."""
    return Boxed("", title, decks.to_ydk(deck), deck)


def keep(deck: Boxed, title: str) -> Boxed:
    """Save a deck among the player's own. Raises BadInput."""
    name = re.sub(r"[^\w .,'+-]", "", title).strip(" .")[:60] or "deck"
    path = own_folder() / f"{name}.ydk"
    folder.write(path, decks.to_ydk(deck.deck).encode())
    return from_file(path)


def starting(key: str, format_name: str) -> Boxed | None:
    """What to bring without being asked: the deck used last if the format allows it, else a ready one."""
    with suppress(BadInput):
        if key and not (last := find(key)).reasons(format_name):
            return last
    fitting = ready(format_name)
    return fitting[0] if fitting else None


def _boxed(key: str, title: str, text: str) -> Boxed:
    listed = flesh_and_blood.is_list(text)
    if listed:
        known.keep_listed(text)
    deck = decks.read(text, known.cards(), title)
    return Boxed(key, title, decks.to_ydk(deck) if listed else text.strip(), deck)
