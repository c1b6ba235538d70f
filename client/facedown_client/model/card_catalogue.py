"""The cards this client knows itself: bundled ones, EDOPro's, and names the player gave.

A server's facts of a card take precedence. These facts are for the player's own decks, and for cards that a
server does not know. One folder provides everything: EDOPro's own (cards and pictures), or a folder of
pictures by passcode. Law: no pygame, and nothing is downloaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from facedown_client.model import data_folder
from facedown_shared.cards.facts import Facts, Pool, every_game, other_artworks
from facedown_shared.decks import edopro_database, foreign_lists
from facedown_shared.decks.card_names import NameIndex, index_names
from facedown_shared.protocol import provided_facts
from facedown_shared.protocol.provided_facts import MIN_TOKEN_PASSCODE, TellFacts
from facedown_shared.text import ENGLISH, BadInput, Code, _, current_language
from facedown_shared.text.translated_cards import translate_facts

PICTURE_ENDINGS = (".png", ".jpg", ".jpeg")
"""File name endings of pictures by passcode, the preferred one first."""

Row = TypeVar("Row")

_elsewhere = ""
_extra_facts: tuple[Facts, ...] = ()
"""Facts beyond the bundled cards: the player's own, then the folder's."""
_found: dict[int, Facts] = {}
"""Facts from the folder, by passcode."""
_pools: dict[str, Pool] = {}
"""Pools of all known cards, by language."""
_listed: dict[int, Facts] = {}
"""Facts from lists of names read during this run, by passcode."""
_names: dict[str, NameIndex] = {}
"""Indexes of names, by the pool's language."""
_spoken: dict[str, dict[int, Facts]] = {}
"""Names and texts from the folder in languages other than its own, by language and passcode."""
_told: dict[str, dict[int, Facts]] = {}
"""Printed facts from servers, by the language they were read in; only for display."""
_lines: dict[str, dict[int, tuple[str, ...]]] = {}
"""Lines of cards from servers, by the language they were read in."""

MAX_SENT_CARDS, MAX_SENT_CARD_LETTERS = 3_000, 10_000
"""Maximum number of cards whose texts from a server are kept, the latest, and of letters of one."""

MAX_OWN_CARDS = 3_000
"""Maximum number of stored cards of the player's own; the latest are kept."""


def cards() -> Pool:
    """Return the pool of all known cards, in the current language."""
    language = current_language()
    if language not in _pools:
        ours = every_game()
        if language != ENGLISH:
            ours = Pool(map(in_own_language, ours), artworks=other_artworks())
        _pools[language] = ours.joined_with((*_listed.values(), *_extra_facts))
    return _pools[language]


def names() -> NameIndex:
    """Return the lookup of cards by name, in every language known here."""
    language = current_language()
    if language not in _names:
        texts = (_found.values(), *(rows.values() for rows in _spoken.values()))
        _names[language] = index_names(cards(), *texts)
    return _names[language]


def note_sent_cards(sent: Iterable[Facts], said: Mapping[int, tuple[str, ...]] | None = None) -> None:
    """Remember a server's facts and lines of cards while this program runs."""
    _keep_latest(_told.setdefault(current_language(), {}), {facts.code: facts for facts in sent})
    _keep_latest(_lines.setdefault(current_language(), {}), said or {})


def _keep_latest(rows: dict[int, Row], more: Mapping[int, Row]) -> None:
    """Add the texts of cards that are not too long; drop the oldest of too many."""
    for code, row in more.items():
        if len(repr(row)) <= MAX_SENT_CARD_LETTERS:
            rows.pop(code, None)
            rows[code] = row
    for code in tuple(rows)[:-MAX_SENT_CARDS]:
        del rows[code]


def sent_lines(code: int) -> tuple[str, ...]:
    """Return the lines of a card that a server has sent."""
    return _lines.get(current_language(), {}).get(code, ())


def find_facts(code: int) -> Facts | None:
    """Return a card's facts as known here or sent by a server; None if there are none."""
    facts = cards().get(code)
    return facts if facts is not None else _told.get(current_language(), {}).get(code)


def card_name(code: int, unknown: str = "passcode") -> str:
    """Return the name of a card; for an unknown card this word and the passcode."""
    facts = find_facts(code)
    return facts.name if facts is not None else f"{unknown} {code}".strip()


def load_folder(path: str) -> None:
    """Load the cards of this folder, and the names the player gave.

    A folder with only pictures is valid and adds no cards. If the folder is refused, nothing changes.

    Raises BadInput if the folder has neither cards nor pictures, or cannot be read.
    """
    global _elsewhere, _extra_facts, _found, _spoken
    found, spoken = _read_folder(path)
    _elsewhere, _spoken = path, spoken
    _extra_facts = (*own_cards(), *own_names(), *found)
    _found = {facts.code: facts for facts in found}
    _pools.clear()
    _names.clear()


def in_own_language(facts: Facts) -> Facts:
    """Return these facts with name and text in the current language.

    They come from a database of the player's own, else the catalogue, else the server.
    """
    language = current_language()
    own = _spoken.get(language, {}).get(facts.code)
    if own is None and language != ENGLISH:
        own = _found.get(facts.code)
        if own is None or own.name == facts.name:
            if (ours := translate_facts(facts)) is not facts:
                return ours
            own = None
    own = own or _told.get(language, {}).get(facts.code)
    if own is None:
        return facts
    return msgspec.structs.replace(facts, name=own.name, text=own.text, pendulum_text=own.pendulum_text)


def name_card(code: int, name: str) -> None:
    """Give an unknown card a name; an empty one removes it."""
    named = {facts.code: facts.name for facts in own_names()}
    named[code] = name.strip()[: edopro_database.MAX_NAME_LETTERS]
    named_codes = {str(code): word for code, word in sorted(named.items()) if word}
    data_folder.write_private(_names_file(), msgspec.json.format(msgspec.json.encode(named_codes)))
    load_folder(_elsewhere)


def store_cards(cards: Iterable[Facts]) -> None:
    """Store the player's facts of unknown cards; of several facts of one card the latest is kept."""
    by_code = {facts.code: facts for facts in (*own_cards(), *cards)}
    rows = list(map(provided_facts.to_provided, by_code.values()))[-MAX_OWN_CARDS:]
    data_folder.write_private(_cards(), msgspec.json.format(msgspec.json.encode(rows)))
    load_folder(_elsewhere)


def note_listed_cards(listed: Iterable[Facts]) -> None:
    """Use a list's facts of otherwise unknown cards while this program runs."""
    if fresh := {facts.code: facts for facts in listed if facts.code not in cards()}:
        _listed.update(fresh)
        _pools.clear()


def store_listed_cards(listed: Iterable[Facts]) -> None:
    """Store a list's facts of otherwise unknown cards."""
    if fresh := [facts for facts in listed if facts.code in _listed or facts.code not in cards()]:
        for facts in fresh:
            _listed.pop(facts.code, None)
        store_cards(fresh)


def own_cards() -> list[Facts]:
    """Return the cards that the player typed in or that lists described."""
    with suppress(OSError, BadInput, msgspec.MsgspecError, UnicodeDecodeError):
        rows = msgspec.json.decode(_cards().read_bytes(), type=list[provided_facts.ProvidedFacts])
        return [provided_facts.valid_facts(row, every_game()) for row in rows]
    return []


def own_names() -> list[Facts]:
    """Return the names the player gave, as facts with only a name."""
    with suppress(OSError, BadInput, msgspec.MsgspecError, UnicodeDecodeError):
        named = msgspec.json.decode(_names_file().read_bytes(), type=dict[int, str])
        return [Facts(code=code, name=name) for code, name in named.items() if name]
    return []


def facts_messages(codes: Iterable[int]) -> list[TellFacts]:
    """Return messages with facts known here of cards that a server does not know."""
    pool = cards()
    found = (pool.get(code) for code in codes if code < MIN_TOKEN_PASSCODE)
    return list(provided_facts.split_messages(facts for facts in found if facts is not None))


def pictures(path: str) -> tuple[Path, ...]:
    """Return the folders searched for pictures: the named folder, EDOPro's subfolders, and the player's
    `pics`.
    """
    own = Path(path).expanduser()
    return (
        *((own, *edopro_database.picture_folders(own)) if path else ()),
        data_folder.home() / edopro_database.PICTURES,
    )


def _read_folder(path: str) -> tuple[tuple[Facts, ...], dict[str, dict[int, Facts]]]:
    """Return the cards of a folder, and its texts in other languages."""
    if not path:
        return (), {}
    own = Path(path).expanduser()
    if not own.exists():
        raise BadInput(Code.BAD_FILE, _("There is no folder {path} of cards or card pictures.", path=path))
    if own.suffix.lower() == ".json":
        return tuple(foreign_lists.read_files(own)), {}
    if own.is_dir() and not edopro_database.databases(own):
        if not any(map(_has_pictures, (own, *edopro_database.picture_folders(own)))):
            raise BadInput(
                Code.BAD_FILE,
                _(
                    "The folder {path} holds neither cards (cards.cdb) nor pictures named by passcode "
                    "(46986414.jpg); choose EDOPro's own or one of those.",
                    path=path,
                ),
            )
        return (), {}
    spoken = foreign_lists.read_folder_with_texts(own)
    return spoken.cards, spoken.texts


def _has_pictures(where: Path) -> bool:
    """Return whether a folder contains a picture that is named by a passcode."""
    try:
        return any(
            file.stem.isdecimal() and file.suffix.lower() in PICTURE_ENDINGS for file in where.iterdir()
        )
    except OSError as error:
        raise BadInput(
            Code.BAD_FILE,
            _("The folder {where} cannot be read: {strerror}.", where=where, strerror=error.strerror),
        ) from None


def _names_file() -> Path:
    return data_folder.home() / "names.json"


def _cards() -> Path:
    return data_folder.home() / "cards.json"
