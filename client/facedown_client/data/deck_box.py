"""The deck box: every deck of a player, the chosen one, and operations on whole decks.

Law: no pygame. A deleted deck is moved to a folder beside the others, so that it can be restored.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from facedown_client.data import deck_entries
from facedown_client.data.deck_entries import DeckEntry
from facedown_client.model import card_catalogue, data_folder
from facedown_shared.tables import DECK_FORMATS, FORMATS
from facedown_shared.text import BadInput, Code, _


class DeletedDeck(NamedTuple):
    """A deleted deck: its title, its old path and its present one."""

    title: str
    was: Path
    now: Path


class DeckBox:
    """The player's own decks and the ready ones. `key` identifies the chosen deck, which stays chosen during
    searches.
    """

    def __init__(self, key: str = "", game: str = DECK_FORMATS[0]) -> None:
        self.key = key
        self._game = game if game in FORMATS else DECK_FORMATS[0]
        """Format that was played last."""
        self.words = ""
        """Search words, matched with titles and names of cards."""
        self.decks: list[DeckEntry] = []
        self._deleted: list[DeletedDeck] = []
        self._files: list[tuple[Path, int]] = []
        self._told: dict[str, str] = {}
        """Searched text of each deck, by key."""
        self.load()

    # --- queries --------------------------------------------------------------------------------------------

    def load(self) -> None:
        """Read all decks again, game by game; the player's own decks come first in each game."""
        self._files = _files()
        self.decks = sorted([*deck_entries.own(), *deck_entries.shelf()], key=self._rank)
        self._told = {deck.key: _searched_text(deck) for deck in self.decks}
        if all(deck.key != self.key for deck in self.decks):
            self.key = self.decks[0].key

    def _rank(self, deck: DeckEntry) -> tuple[bool, str]:
        """Return the sort key of a game: the game played last comes first, then the others by name."""
        kinds = deck.game.card_kinds
        return kinds != FORMATS[self._game].card_kinds, " ".join(sorted(kinds))

    def has_changed(self) -> bool:
        """Return whether deck files have changed since they were read; if so, read them again."""
        if changed := _files() != self._files:
            self.load()
        return changed

    @property
    def matching_decks(self) -> list[DeckEntry]:
        """The decks that match the search: every word is in the title or in the name of a card."""
        wanted = self.words.casefold().split()
        return [deck for deck in self.decks if all(word in self._told[deck.key] for word in wanted)]

    @property
    def chosen(self) -> DeckEntry:
        """The chosen deck."""
        return next((deck for deck in self.decks if deck.key == self.key), self.decks[0])

    @property
    def is_own(self) -> bool:
        """True if the chosen deck is the player's own file, not a ready deck."""
        return Path(self.key).parent == deck_entries.own_folder()

    @property
    def chosen_index(self) -> int:
        """Index of the chosen deck among those found; -1 if it is not found."""
        return next((place for place, deck in enumerate(self.matching_decks) if deck.key == self.key), -1)

    @property
    def last_deleted(self) -> str:
        """Title of the deck that `undo` restores; "" if there is none."""
        return self._deleted[-1].title if self._deleted else ""

    # --- changes --------------------------------------------------------------------------------------------

    def add(self, deck: DeckEntry) -> DeckEntry:
        """Save a deck among the player's own and choose it; return the saved deck.

        Raises BadInput if it cannot be saved.
        """
        entry = deck_entries.save_deck(deck, deck.title)
        self.key = entry.key
        self.load()
        return entry

    def rename(self, title: str) -> DeckEntry:
        """Rename the chosen deck and return its entry.

        Raises BadInput if it is a ready deck, or the file cannot be renamed.
        """
        self._must_be_own(_("A ready deck cannot be renamed; make a copy and rename that."))
        goal = deck_entries.free_path(title, self.key)
        with data_folder.explain_os_error(_("{title} cannot be renamed", title=self.chosen.title)):
            Path(self.key).rename(goal)
        self.key = str(goal)
        self.load()
        return self.chosen

    def delete(self) -> str:
        """Move the chosen deck to the folder of deleted decks; return its title.

        Raises BadInput if it is a ready deck, or the file cannot be moved.
        """
        self._must_be_own(_("A ready deck is part of the program and cannot be deleted."))
        was, title, place = Path(self.key), self.chosen.title, self.chosen_index
        now = deck_entries.free_path_for(data_folder.subfolder("deleted"), title)
        with data_folder.explain_os_error(_("{title} cannot be deleted", title=title)):
            was.rename(now)
        self._deleted.append(DeletedDeck(title, was, now))
        self.load()
        if found := self.matching_decks:
            self.key = found[min(max(place, 0), len(found) - 1)].key
        return title

    def undo(self) -> str:
        """Restore the deck deleted last and choose it; return its title, "" if there is none.

        Raises BadInput if the file cannot be moved.
        """
        if not self._deleted:
            return ""
        last = self._deleted[-1]
        goal = deck_entries.free_path(last.title)
        with data_folder.explain_os_error(_("{title} cannot be restored", title=last.title)):
            last.now.rename(goal)
        self._deleted.pop()
        self.key = str(goal)
        self.load()
        return self.chosen.title

    def _must_be_own(self, why: str) -> None:
        if not self.is_own:
            raise BadInput(Code.BAD_DECK, why)


def _files() -> list[tuple[Path, int]]:
    """Return the player's own deck files with their modification times. Other screens and programs change
    them.
    """
    found = []
    for path in sorted(deck_entries.own_folder().glob("*.ydk")):
        with suppress(OSError):
            found.append((path, path.stat().st_mtime_ns))
    return found


def _searched_text(deck: DeckEntry) -> str:
    names = (card_catalogue.card_name(code) for code in dict.fromkeys(deck.deck.cards))
    return " ".join((deck.title, deck.display_title, *names)).casefold()
