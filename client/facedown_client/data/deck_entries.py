"""The decks a player can bring: the ready ones, own files, a paste. Each as a name and a text.

Law: no pygame. Invalid ones raise BadInput with a sentence that says how to correct it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
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
from facedown_shared.tables.formats import FORMATS, PLAYED, Format
from facedown_shared.text.errors import BadInput, Code
from facedown_shared.text.language import _, later, pgettext
from facedown_shared.text.words import Words

MAX_DECK_LETTERS = 20_000
"""Characters of a deck's text that a server takes."""
MAX_FILE_BYTES = 4 * MAX_DECK_LETTERS
"""Bytes of such a text in any encoding."""


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """A deck to bring. `key` finds it again: the name of a ready deck, or the path of a file."""

    key: str
    title: str
    text: str
    deck: Deck
    about: str = ""
    notes: tuple[Words, ...] = ()
    """What was left out of the text."""
    listed: tuple[Facts, ...] = ()
    """The card facts in a list of names."""

    @property
    def said(self) -> str:
        """Its title as a person reads it: those of ready decks are translated."""
        return pgettext(decks.TITLE, self.title)

    def left_out(self) -> list[str]:
        """Sentences about what was left out of the text."""
        return [note.said(card_catalogue.printed) for note in self.notes]

    def lines(self) -> list[str]:
        """Return every card by name with its number of copies, part by part."""
        lines = []
        for title, part in zip(self.game.parts, self.deck.parts, strict=True):
            if part:
                lines.append(_("{title}, {count}", title=_(title), count=len(part)))
            lines += [f"{count}  {card_catalogue.called(code)}" for code, count in Counter(part).items()]
        return lines

    @property
    def game(self) -> Format:
        """The format whose game this deck is of, for the words it has for things."""
        return decks.meant_for(self.deck, FORMATS[PLAYED[0]], card_catalogue.cards()) or FORMATS[PLAYED[0]]

    @property
    def formats_of_its_game(self) -> list[Format]:
        """Every format of the deck's game, whether it allows the deck or not."""
        return [FORMATS[name] for name in PLAYED if FORMATS[name].card_kinds == self.game.card_kinds]

    @property
    def sizes(self) -> str:
        """The number of cards in every part: "Main Deck 40, Extra Deck 8, Side Deck 6"."""
        return counts_words(self.deck.counts, self.game)

    def reasons(self, format_name: str, limits: Limits = NO_LIMITS) -> list[str]:
        """Return why a format (and this banlist) does not allow it; a server may hold it to a list of its
        own.
        """
        if format_name not in FORMATS:
            return []
        return [
            str(why) for why in decks.check(self.deck, FORMATS[format_name], card_catalogue.cards(), limits)
        ]


def counts_words(counts: Sequence[int], game: Format) -> str:
    """ "Main Deck 40, Extra Deck 8, Side Deck 6"."""
    parts = zip(counts, game.parts, strict=True)
    return _(", ").join(_("{part} {count}", count=count, part=_(part)) for count, part in parts)


def formats(deck: DeckEntry) -> list[str]:
    """Return the names of the formats that allow a deck."""
    return [name for name in PLAYED if not deck.reasons(name)]


def must_suit(deck: DeckEntry | None, format_name: str) -> None:
    """Raise BadInput where a deck is for another game than this format's."""
    other = (
        decks.meant_for(deck.deck, FORMATS[format_name], card_catalogue.cards()) if deck is not None else None
    )
    if deck is not None and other is not None:
        words = _(
            "The deck {deck} is for {other}, not for {title}; add --format {name}.",
            deck=deck.said,
            other=_(other.title),
            title=_(FORMATS[format_name].title),
            name=other.name,
        )
        raise BadInput(Code.BAD_DECK, words)


def ready(format_name: str = "") -> list[DeckEntry]:
    """The decks that come with the program, those of a format alone if one is named."""
    return [
        DeckEntry(name, deck.title, decks.to_ydk(deck.deck), deck.deck, deck.about)
        for name, deck in (decks.ready_decks_for(format_name) if format_name else decks.ready_decks()).items()
    ]


def own() -> list[DeckEntry]:
    """The player's own files that can be read, by name."""
    found = []
    for path in sorted(own_folder().glob("*.ydk"), key=lambda path: (path.stem.casefold(), path.stem)):
        with suppress(BadInput):
            found.append(from_file(path))
    return found


def allowed(format_name: str) -> list[DeckEntry]:
    """Return the player's own decks that a format allows."""
    return [deck for deck in own() if not deck.reasons(format_name)]


def own_folder() -> Path:
    """Return where a player's own decks lie."""
    return data_folder.within("decks")


def find(key: str, format_name: str = "") -> DeckEntry:
    """Return a deck by the name of a ready one, by a path, or a ydke:// address itself; for a table of this
    format, where there is one.

    Raises BadInput.
    """
    if not key.strip():
        raise BadInput(
            Code.BAD_FILE, _("Name a deck file, or a ready deck: {names}.", names=", ".join(_names()))
        )
    if key.strip().lower().startswith(YDKE):
        return from_text(key)
    named = next((deck for deck in ready() if deck.key == key), None)
    return named or from_file(Path(key).expanduser(), format_name)


def _names() -> list[str]:
    return [deck.key for deck in ready()]


def from_file(path: Path, format_name: str = "") -> DeckEntry:
    """Return a deck from a .ydk file, or one that holds a ydke:// address or a list of names."""
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise BadInput(Code.BAD_DECK, _("{name} is too large for a deck.", name=path.name))
        text = decode_deck(path.read_bytes())
    except FileNotFoundError:
        close = get_close_matches(str(path), _names(), 1)
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
    return _boxed(str(path), path.stem, text, format_name)


def from_text(text: str, title: str = later("Pasted deck"), format_name: str = "") -> DeckEntry:
    """A deck from what was pasted: ydke://, the text of a .ydk file, or a list of names."""
    if len(text) > MAX_DECK_LETTERS:
        raise BadInput(Code.BAD_DECK, _("That is too long for a deck."))
    return _boxed("", title, text, format_name)


def from_deck(deck: Deck, title: str) -> DeckEntry:
    """Return a deck put together here."""
    return DeckEntry("", title, decks.to_ydk(deck), deck)


def keep(deck: DeckEntry, title: str, over: str = "") -> DeckEntry:
    """Save a deck among the player's own, in the place of the one with the key `over` where that has this
    title already; any other deck of the title stays, and this one is numbered. Raises BadInput."""
    path = free_path(title, over)
    data_folder.write(path, decks.to_ydk(deck.deck).encode())
    card_catalogue.keep_listed(deck.listed)
    return from_file(path)


def free_path(title: str, over: str = "") -> Path:
    """Return a free path for a deck of this title; the file `over` counts as free."""
    return numbered(own_folder(), title, over)


def numbered(where: Path, title: str, over: str = "") -> Path:
    """Return a path in a folder for a deck of this title, with a number where there is one already."""
    name = re.sub(r"[^\w .,'+-]", "", title).strip(" .")[:60] or "deck"
    paths = (where / f"{name}{f' {number}' if number > 1 else ''}.ydk" for number in counting(1))
    return next(path for path in paths if not path.exists() or str(path) == over)


def starting(key: str, format_name: str) -> DeckEntry | None:
    """Return what to bring without being asked: the deck used last if the format allows it, else a ready
    one.
    """
    with suppress(BadInput):
        if key and not (last := find(key)).reasons(format_name):
            return last
    fitting = ready(format_name)
    return fitting[0] if fitting else None


def _boxed(key: str, title: str, text: str, format_name: str = "") -> DeckEntry:
    rules = FORMATS.get(format_name)
    parsed = decks.parse_deck(text, card_catalogue.cards(), title, rules=rules, names=card_catalogue.names())
    card_catalogue.hear_listed(parsed.listed)
    return DeckEntry(key, title, parsed.text, parsed.deck, notes=tuple(parsed.notes()), listed=parsed.listed)
