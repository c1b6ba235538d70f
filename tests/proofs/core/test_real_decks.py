"""Decks as players have them: which are parsed, which the database knows completely, what counts as an
error.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown_client.model.model import Model
from facedown_shared.cards.facts import Facts, every_game
from facedown_shared.decks.decks import Deck, parse_to_deck, ready_decks, to_ydk
from facedown_shared.protocol.messages import DeckReport, Prompt, Refused
from facedown_shared.text.errors import Code, FacedownError
from facedown_shared.text.words import words
from proofs.core import mirrored_decks
from proofs.core.engines import ProvidedCore
from proofs.core.real_decks import DeckFigures, NamedDeck, WatchedSeat, pair_decks, read_decks

DECK = next(iter(ready_decks().values())).deck


OTHERS = [facts.code for facts in every_game() if not facts.belongs_in_extra_deck]


class Rows:
    """An edition that plays every card but one."""

    def plays(self, facts: Facts) -> bool:
        return facts.code != DECK.main[0]


def test_decks_are_read_as_a_client_reads_them_and_unknown_cards_give_way_to_others(tmp_path: Path) -> None:
    (tmp_path / "good.ydk").write_text(to_ydk(DECK), encoding="utf-8")
    (tmp_path / "bad.ydk").write_text("#main\nno passcode\n", encoding="utf-8")
    core = ProvidedCore.__new__(ProvidedCore)
    core.edition = Rows()  # type: ignore[assignment]
    core.pool, core.main = every_game(), [code for code in OTHERS if code not in DECK.main]
    figures = DeckFigures()
    (deck,) = read_decks([*tmp_path.glob("*.ydk")], core, figures)
    assert (deck.name, deck.unknown) == ("good", 1)
    played = parse_to_deck(deck.text)
    assert DECK.main[0] not in played.main
    assert {*DECK.main} - {*played.main} == {DECK.main[0]}
    assert len(played.main) == max(40, len(DECK.main) - DECK.main.count(DECK.main[0]))
    assert (figures.decks, figures.read, figures.unknown) == (2, 1, ["good, 1 cards"])
    (complaint,) = figures.complaints
    assert complaint.startswith(
        "bad.ydk: No line of the deck is a card that is known here; the first is line 2,"
    )


def test_a_refusal_a_card_by_hand_and_an_unlawful_deck_are_wrong() -> None:
    seen, model = WatchedSeat(), Model()
    seen.record_message(Refused(Code.NOT_NOW, words("not_asked_now")), model)
    seen.record_message(Prompt(1, "by_hand", words("choose_one"), ()), model)
    assert [why.partition(":")[0] for why in seen.wrong] == ["refused", "something was to be done by hand"]
    with pytest.raises(FacedownError, match="passcode"):
        seen.record_message(DeckReport(legal=False, reasons=(words("passcode_unknown", 7),)), model)


def test_each_deck_is_in_a_pair_and_no_more_pairs_are_played_than_said() -> None:
    decks = [NamedDeck(name, DECK, to_ydk(DECK)) for name in "abc"]
    names = [f"{one.name}{other.name}" for one, other in pair_decks(decks)]
    assert names == ["ab", "ca"]
    assert (len(pair_decks(decks, 1)), pair_decks([])) == (1, [])


def test_a_mirrored_duel_of_a_deck_that_no_format_allows_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    core = ProvidedCore.__new__(ProvidedCore)
    core.pool = every_game()
    monkeypatch.setattr(mirrored_decks, "at_hand", lambda folder: core)
    small = Deck(DECK.main[:9], (), ())
    pair = (NamedDeck("good", DECK, ""), NamedDeck("small", small, ""))
    figures = mirrored_decks.play_numbered_pair(0, [pair], 1, None)
    assert figures.complaints
    assert all(complaint.startswith("good against small: ") for complaint in figures.complaints)
    assert (figures.duels, figures.prompts) == (1, 0)
