"""The fingerprint of a duel changes with its cards, and with nothing else."""

from __future__ import annotations

from dataclasses import replace

from facedown_server.games.duel import library
from facedown_server.games.duel.core.words import Rule
from facedown_server.games.duel.library import card_scripts, fingerprint
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import ops
from facedown_server.table.setup import Setup
from facedown_server.table.state import State
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks.decks import Deck
from facedown_shared.tables import TABLES
from facedown_shared.tables.view import PromptNotice
from tests.play import code

SETUP = Setup("master", (Deck((code("Pot of Greed"),)), Deck((code("Feral Imp"),))))


def test_the_same_decks_have_the_same_fingerprint() -> None:
    assert fingerprint(SETUP, bundled_pool()) == fingerprint(replace(SETUP, first=1), bundled_pool())


def test_another_card_gives_another_one() -> None:
    other = replace(SETUP, decks=(SETUP.decks[0], Deck((code("Sangan"),))))
    assert fingerprint(SETUP, bundled_pool()) != fingerprint(other, bundled_pool())


def test_every_card_file_is_found_by_its_name() -> None:
    assert set(library._files()) == set(card_scripts())


def test_words_in_digests_keep_their_form_whatever_their_classes_are_called() -> None:
    said = (PromptKind.TURN, Rule.ATTACK)
    assert [repr(word) for word in said] == ["<Kind.TURN: 'turn'>", "<Rule.ATTACK: 'attack'>"]
    one, other = (State(TABLES["master"]) for _ in range(2))
    ops.set_prompted_seats(one, (PromptNotice(0, PromptKind.TURN),))
    other.hash.update(b"('wait', (0, <Kind.TURN: 'turn'>))")
    assert one.digest() == other.digest()
