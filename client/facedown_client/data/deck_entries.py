"""The decks a player can bring: ready decks, own files, pasted text. Each has a name and a text.

Law: no pygame. Invalid ones raise BadInput with a sentence that says how to correct it.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import count as counting
from pathlib import Path

from facedown_client.model import card_catalogue, data_folder
from facedown_shared.cards.facts import Facts
from facedown_shared.decks import decks
from facedown_shared.decks.banlists import NO_LIMITS, Limits
from facedown_shared.decks.deck_decoding import decode_deck
from facedown_shared.decks.deck_parsing import YDKE
from facedown_shared.decks.decks import Deck
from facedown_shared.protocol.messages import TableInfo
from facedown_shared.tables import DECK_FORMATS, FORMATS, Format, Seat
from facedown_shared.text import BadInput, Code, Words, _, gettext_noop, pgettext

MAX_DECK_LETTERS = 20_000
"""Maximum characters of a deck's text that a server accepts."""
MAX_FILE_BYTES = 4 * MAX_DECK_LETTERS
"""Maximum bytes of a deck's text in any encoding."""

SURPRISE = "surprise"
"""The word for a ready deck that is picked by chance."""

PIPE_TIMEOUT_S = 5.0
"""Seconds for a pipe to send a whole deck."""
PIPE_POLL_INTERVAL_S = 0.02


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """A deck to bring. `key` identifies it: the name of a ready deck, or the path of a file."""

    key: str
    title: str
    text: str
    deck: Deck
    about: str = ""
    notes: tuple[Words, ...] = ()
    """Notes on parts of the text that were left out."""
    listed: tuple[Facts, ...] = ()
    """Card facts found in a list of names."""

    @property
    def display_title(self) -> str:
        """Title for display; titles of ready decks are translated."""
        return pgettext(decks.TITLE, self.title)

    @property
    def display_about(self) -> str:
        """How a ready deck plays, in a sentence; "" for another deck."""
        return pgettext(decks.ABOUT, self.about) if self.about else ""

    def omitted_sentences(self) -> list[str]:
        """Sentences about parts of the text that were left out."""
        return [note.text(card_catalogue.find_facts) for note in self.notes]

    def card_lines(self) -> list[str]:
        """Return every card by name with its number of copies, part by part."""
        lines = []
        for title, part in zip(self.game.parts, self.deck.parts, strict=True):
            if part:
                lines.append(_("{title}, {count}", title=_(title), count=len(part)))
            lines += [f"{count}  {card_catalogue.card_name(code)}" for code, count in Counter(part).items()]
        return lines

    @property
    def game(self) -> Format:
        """A format of the deck's game, which determines the game's vocabulary."""
        return self.other_game_format(DECK_FORMATS[0]) or FORMATS[DECK_FORMATS[0]]

    def other_game_format(self, format_name: str) -> Format | None:
        """Return a format of the deck's game if that is another game than this format's."""
        if format_name not in FORMATS:
            return None
        return decks.other_game_format(self.deck, FORMATS[format_name], card_catalogue.cards())

    @property
    def game_formats(self) -> list[Format]:
        """All formats of the deck's game, including those that do not allow the deck."""
        return [FORMATS[name] for name in DECK_FORMATS if FORMATS[name].card_kinds == self.game.card_kinds]

    @property
    def sizes(self) -> str:
        """Number of cards in every part: "Main Deck 40, Extra Deck 8, Side Deck 6"."""
        return counts_words(self.deck.counts, self.game)

    def reasons(self, format_name: str, limits: Limits = NO_LIMITS) -> list[str]:
        """Return the reasons why a format and this ban list do not allow the deck.

        A server may apply another ban list.
        """
        if format_name not in FORMATS:
            return []
        return [
            str(why) for why in decks.check(self.deck, FORMATS[format_name], card_catalogue.cards(), limits)
        ]


def counts_words(counts: Sequence[int], game: Format) -> str:
    """Return the sizes of the parts as text: "Main Deck 40, Extra Deck 8, Side Deck 6"."""
    parts = zip(counts, game.parts, strict=True)
    return _(", ").join(_("{part} {count}", count=count, part=_(part)) for count, part in parts)


def formats(deck: DeckEntry) -> list[str]:
    """Return the names of the formats that allow a deck."""
    return [name for name in DECK_FORMATS if not deck.reasons(name)]


def check_game(deck: DeckEntry | None, format_name: str) -> None:
    """Raise BadInput if a deck is for another game than this format's."""
    other = deck.other_game_format(format_name) if deck is not None else None
    if deck is not None and other is not None:
        words = _(
            "The deck {deck} is for {other}, not for {title}; add --format {name}.",
            deck=deck.display_title,
            other=_(other.title),
            title=_(FORMATS[format_name].title),
            name=other.name,
        )
        raise BadInput(Code.BAD_DECK, words)


def ready(format_name: str = "") -> list[DeckEntry]:
    """Return the decks that tables begin with; with a format, only the decks for it."""
    return _entries(decks.ready_decks_for(format_name) if format_name else decks.ready_decks())


def shelf(format_name: str = "", *, by_core: bool = False) -> list[DeckEntry]:
    """Return all decks that come with the program, `ready` first; with a format, only the decks for it.

    `by_core`: those for EDOPro's core too, the last ones.
    """
    more = decks.more_decks_for(format_name) if format_name else decks.more_decks()
    return [*ready(format_name), *_entries(more), *(core_shelf(format_name) if by_core else ())]


def core_shelf(format_name: str = "") -> list[DeckEntry]:
    """Return the decks for tables by EDOPro's core; with a format, only the decks for it."""
    return _entries(decks.core_decks_for(format_name) if format_name else decks.core_decks())


def surprise(format_name: str = "", *, by_core: bool = False) -> DeckEntry:
    """Return one of all decks for a format, picked by chance; `by_core`: one for EDOPro's core.

    Raises BadInput if there is none.
    """
    name = format_name or DECK_FORMATS[0]
    found = (core_shelf(name) if by_core else []) or shelf(name)
    if not found:
        raise BadInput(Code.BAD_DECK, _("There is no ready deck for this format."))
    return random.choice(found)


def _entries(found: Mapping[str, decks.ReadyDeck]) -> list[DeckEntry]:
    return [
        DeckEntry(name, deck.title, decks.to_ydk(deck.deck), deck.deck, deck.about)
        for name, deck in found.items()
    ]


def starting_deck(table: TableInfo, seat: Seat) -> DeckEntry | None:
    """Return the ready deck that a server gives to a new seat; None where the server checks them further."""
    if table.banlist or table.point_cap is not None:
        return None
    entries = ready(table.format)
    return entries[seat % len(entries)] if entries else None


def own(format_name: str = "") -> list[DeckEntry]:
    """Return the player's own readable deck files, sorted by name; with a format, those of its game."""
    found = []
    for path in sorted(own_folder().glob("*.ydk"), key=lambda path: (path.stem.casefold(), path.stem)):
        with suppress(BadInput):
            found.append(from_file(path))
    return [deck for deck in found if deck.other_game_format(format_name) is None]


def allowed_decks(format_name: str) -> list[DeckEntry]:
    """Return the player's own decks that a format allows."""
    return [deck for deck in own() if not deck.reasons(format_name)]


def own_folder() -> Path:
    """Return the folder of the player's own decks."""
    return data_folder.subfolder("decks")


def find_deck(key: str, format_name: str = "") -> DeckEntry:
    """Return a deck by the name of a ready deck, a path, or a ydke:// address; "surprise" picks one.

    Raises BadInput if there is no such deck, or it is for another game than the table's format.
    """
    if not key.strip():
        raise BadInput(
            Code.BAD_FILE, _("Name a deck file, or a ready deck: {names}.", names=", ".join(_names()))
        )
    if key.strip().lower().startswith(YDKE):
        return from_text(key)
    if key.strip().lower() == SURPRISE:
        return surprise(format_name)
    named = next((deck for deck in shelf(by_core=True) if deck.key == key), None)
    return named or from_file(Path(key).expanduser(), format_name)


def _names() -> list[str]:
    return [deck.key for deck in ready()]


def from_file(path: Path, format_name: str = "") -> DeckEntry:
    """Return the deck in a file: a .ydk file, a ydke:// address, or a list of names."""
    try:
        if path.stat().st_size > MAX_FILE_BYTES or path.is_char_device():
            raise BadInput(Code.BAD_DECK, _("{name} is too large for a deck.", name=path.name))
        text = decode_deck(_read_pipe(path) if path.is_fifo() else path.read_bytes())
    except FileNotFoundError:
        close = get_close_matches(str(path), [deck.key for deck in shelf(by_core=True)], 1)
        hint = (
            _("did you mean {close}?", close=close[0])
            if close
            else _("the ready decks are {names}.", names=", ".join(_names()))
        )
        raise BadInput(
            Code.BAD_FILE, _("There is no deck file {path}; {hint}", path=path, hint=hint)
        ) from None
    except OSError:
        if path.is_dir():
            raise BadInput(
                Code.BAD_FILE, _("{path} is a folder; name a deck file in it.", path=path)
            ) from None
        raise BadInput(Code.BAD_FILE, _("{path} cannot be read as a deck file.", path=path)) from None
    if text is None:
        raise BadInput(Code.BAD_FILE, _("{path} cannot be read as a deck file.", path=path))
    if len(text) > MAX_DECK_LETTERS:
        raise BadInput(Code.BAD_DECK, _("{name} is too large for a deck.", name=path.name))
    return _make_entry(str(path), path.stem, text, format_name)


def _read_pipe(path: Path) -> bytes:
    """Return what a pipe sends, at most a byte more than a deck may have.

    Raises BadInput if it does not end in time, or OSError.
    """
    data, deadline = b"", time.monotonic() + PIPE_TIMEOUT_S
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as pipe:
        while len(data) <= MAX_FILE_BYTES:
            more = pipe.read(MAX_FILE_BYTES + 1 - len(data))  # None: nothing yet; b"": no writer
            if more == b"" and data:
                return data
            if time.monotonic() >= deadline:
                raise BadInput(Code.BAD_FILE, _("No deck came from {path}.", path=path))
            if not more:
                time.sleep(PIPE_POLL_INTERVAL_S)
            data += more or b""
    raise BadInput(Code.BAD_DECK, _("{name} is too large for a deck.", name=path.name))


def from_text(text: str, title: str = gettext_noop("Pasted deck"), format_name: str = "") -> DeckEntry:
    """Return the deck in pasted text: ydke://, the text of a .ydk file, or a list of names."""
    if len(text) > MAX_DECK_LETTERS:
        raise BadInput(Code.BAD_DECK, _("That is too long for a deck."))
    return _make_entry("", title, text, format_name)


def from_deck(deck: Deck, title: str) -> DeckEntry:
    """Return the entry of a deck that was built in this program."""
    return DeckEntry("", title, decks.to_ydk(deck), deck)


def save_deck(deck: DeckEntry, title: str, over: str = "") -> DeckEntry:
    """Save a deck among the player's own. It replaces the deck with key `over` if that has the same title.

    Any other deck of the title stays, and the new one gets a number.

    Raises BadInput if the file cannot be written.
    """
    path = free_path(title, over)
    data_folder.write_private(path, decks.to_ydk(deck.deck).encode())
    card_catalogue.store_listed_cards(deck.listed)
    return from_file(path)


def free_path(title: str, over: str = "") -> Path:
    """Return a free path for a deck of this title; the file `over` counts as free."""
    return free_path_for(own_folder(), title, over)


def free_path_for(where: Path, title: str, over: str = "") -> Path:
    """Return a free path in a folder for a deck of this title; a number is added if the name is taken."""
    name = data_folder.file_stem(title, "deck")
    paths = (where / f"{name}{f' {number}' if number > 1 else ''}.ydk" for number in counting(1))
    return next(path for path in paths if not path.exists() or str(path) == over)


def default_deck(key: str, format_name: str) -> DeckEntry | None:
    """Return the default deck: the deck used last if the format allows it, else a ready deck."""
    with suppress(BadInput):
        if key and not (last := find_deck(key)).reasons(format_name):
            return last
    fitting = ready(format_name)
    return fitting[0] if fitting else None


def _make_entry(key: str, title: str, text: str, format_name: str = "") -> DeckEntry:
    rules = FORMATS.get(format_name)
    parsed = decks.parse_deck(text, card_catalogue.cards(), title, rules=rules, names=card_catalogue.names())
    card_catalogue.note_listed_cards(parsed.listed)
    return DeckEntry(key, title, parsed.text, parsed.deck, notes=tuple(parsed.notes()), listed=parsed.listed)
