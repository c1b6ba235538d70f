"""The files that a client stores, as it writes them, and what it reads in them.

Every field has a value of its own, so that a field that is no longer read is noticed. A report holds values
in their encoded form, so it has no names of Python.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec

from facedown_client.connection.return_places import Return, Returns
from facedown_client.data import deck_entries, preferences, solo_lines
from facedown_client.data.deck_entries import DeckEntry
from facedown_client.data.preferences import Practice, Preferences
from facedown_client.model import card_catalogue, data_folder
from facedown_client.model.verify.fairness import DuelRecord, Record
from facedown_client.model.verify.verdict import check_record
from facedown_client.replays import replay_list, shared_replays
from facedown_server.games.openings import open_file
from facedown_shared.cards.facts import Facts, every_game
from facedown_shared.decks.decks import Deck, ready_decks
from facedown_shared.network.links import TableLink
from facedown_shared.protocol.fairness import Trail
from facedown_shared.protocol.messages import Clock, Opened, Pledge, Settings, Shares

WRITTEN_AT_S = 1_767_225_600.0
"""When the files were written: the first second of 2026."""
UNTIL = "3000-01-01T00:00:00+00:00"
STRANGER_PASSCODE = 990_000_777

SETTINGS = Settings(
    format="classic", best_of=3, clock=Clock(300, 5), listed=False, password="swordfish", pace="careful",
    opponent="bot", mode="half", banlist="A list", open_hands=True,
)  # fmt: skip
PREFERENCES = Preferences(
    name="Anna", language="zh_CN", text_size=1.15, contrast=True, motion=0.5, reduced=True, plays="slow",
    sound=False, volume=3, full_screen=True, window=(1280, 800), respond="always", zones="place",
    table=SETTINGS, solo="half", practice=Practice("classic", "starter-yugi", "starter-kaiba"),
    deck="decks/Mine.ydk", banlist="A list", open_port=True, cards="/cards", server="server.example:7777",
)  # fmt: skip
PLACE = Return(
    TableLink("server.example", 7777, True), "ABC-234", 1, "ABC-234.token", "Ben", "Turn 3", "#main\n1\n",
    hosted=True, practice="One", record='{"code":"ABC-234"}', key="k" * 32,
)  # fmt: skip
TOLD = Facts(
    code=STRANGER_PASSCODE, name="Nobody's Card", kinds=("monster", "effect"), attribute="dark", race="fiend",
    level=4, attack=1600, defense=1200, text="It does what it says.",
)  # fmt: skip


def full_record() -> Record:
    """Return the record of a match, with every field used."""
    trail = Trail(1, 1, (89631139,), (("in", "deck", (0, 0)), ("shuffle", "deck", (1,))))
    return Record(
        "ABC-234", 1, ("Anna", "Ben"), b"s" * 32, 1, Pledge({"1/coin": b"c" * 32}, (b"d" * 32, b"e" * 32)),
        Shares((b"f" * 32, b"s" * 32)), ["#main\n1\n"],
        {1: DuelRecord([("draw", "deck", "hand", 89631139)], True, True, False, 1)}, {1: 0}, ["A complaint."],
        Opened({"1/coin": b"g" * 32}, {"1/coin": (2,)}, (trail,)),
    )  # fmt: skip


@contextmanager
def home_at(path: Path) -> Iterator[None]:
    """Set a client's folder and the time."""
    home = {"FACEDOWN_HOME": str(path)}
    with mock.patch.dict(os.environ, home), mock.patch("time.time", return_value=WRITTEN_AT_S):
        card_catalogue.load_folder("")
        try:
            yield
        finally:
            card_catalogue._listed.clear()
    card_catalogue.load_folder("")


def write_files(path: Path, line: str, replay: bytes) -> None:
    """Write one of each file that a client stores."""
    with home_at(path):
        preferences.save(PREFERENCES)
        returns = Returns()
        returns.store_place(PLACE)
        data_folder.write_private(path / "records" / "record.json", msgspec.json.encode(full_record()))
        ready = next(deck for deck in ready_decks().values() if deck.format == "master")
        deck_entries.save_deck(DeckEntry("", "Mine", "", ready.deck), "Mine")
        solo_lines.save_line("A line", line)
        card_catalogue.store_cards([TOLD])
        card_catalogue.name_card(STRANGER_PASSCODE + 1, "My own name")
        kept = replay_list.save_replay(replay)
        shared_replays.store_link(kept, "https://server.example:7777/replay#replay=SECRET", days=300_000)
        notes = kept.parent / shared_replays.NOTES
        text = notes.read_text(encoding="utf-8")
        notes.write_text(re.sub(r"\d{4}-\d\d-\d\dT[0-9:+]+", UNTIL, text), encoding="utf-8")


def report_of_files(path: Path) -> dict[str, Any]:
    """Report what a client reads in a copy of such a folder, after it has written the files again."""
    with home_at(path):
        (place,) = Returns().valid_places()
        (replay,) = replay_list.list_replays()
        (line,) = solo_lines.list_lines()
        (deck,) = deck_entries.own()
        verdict = check_record(path / "records" / "record.json")
        opened = open_file(line.read_text(encoding="utf-8"), every_game())
        found = {
            "settings.json": encode_plain(preferences.load()),
            "returns": [encode_plain(place), place.link],
            "record": [verdict.shuffles, verdict.throws, len(verdict.complaints)],
            "deck": [deck.title, _cards(deck.deck)],
            "line": [line.name, opened.mode, opened.format, list(opened.names), list(opened.decks[0].main)],
            "cards": [encode_plain(facts) for facts in card_catalogue.own_cards()],
            "names": [encode_plain(facts) for facts in card_catalogue.own_names()],
            "replay": [replay.path.name, encode_plain(replay.head), shared_replays.link_of(replay.path)],
        }
        preferences.save(preferences.load())
        Returns().store_place(place)
        record = path / "records" / "record.json"
        record.write_bytes(msgspec.json.encode(msgspec.json.decode(record.read_bytes(), type=Record)))
        card_catalogue.store_cards(card_catalogue.own_cards())
    return found


def encode_plain(value: object) -> Any:
    """Return a value in its encoded form."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _cards(deck: Deck) -> list[list[int]]:
    return [list(deck.main), list(deck.extra), list(deck.side)]
