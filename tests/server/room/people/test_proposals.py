"""Proposals: one at a time, agreed to by the other, declined for a while."""

from __future__ import annotations

import pytest

from server.room.people.proposals import PROPOSE_AGAIN_AFTER, Agreement, Proposals
from shared.errors import Code, Illegal


def test_what_both_want_is_agreed() -> None:
    consent = Proposals()
    assert consent.propose("draw", 0, 0.0) is None
    assert str(consent) == "draw 0"
    assert consent.answer(1, 1.0, yes=True) == Agreement("draw", 0)
    assert str(consent) == ""


def test_proposing_the_same_is_agreeing() -> None:
    consent = Proposals()
    consent.propose("pause", 1, 0.0)
    assert consent.propose("pause", 0, 0.0) == Agreement("pause", 1)


def test_nobody_answers_their_own_proposal() -> None:
    consent = Proposals()
    consent.propose("draw", 0, 0.0)
    with pytest.raises(Illegal):
        consent.answer(0, 0.0, yes=True)


def test_a_proposal_can_be_withdrawn_by_whoever_made_it() -> None:
    consent = Proposals()
    consent.propose("draw", 0, 0.0)
    consent.propose("", 1, 0.0)
    assert str(consent) == "draw 0"
    consent.propose("", 0, 0.0)
    assert str(consent) == ""


def test_what_was_declined_is_not_proposed_again_at_once() -> None:
    consent = Proposals()
    consent.propose("draw", 0, 0.0)
    assert consent.answer(1, 0.0, yes=False) is None
    with pytest.raises(Illegal) as refused:
        consent.propose("draw", 0, PROPOSE_AGAIN_AFTER - 1)
    assert refused.value.code is Code.TOO_FAST
    consent.propose("draw", 0, PROPOSE_AGAIN_AFTER)
    assert str(consent) == "draw 0"


def test_an_open_proposal_is_answered_before_another_is_made() -> None:
    consent = Proposals()
    consent.propose("draw", 0, 0.0)
    with pytest.raises(Illegal):
        consent.propose("pause", 1, 0.0)
    consent.clear()
    consent.propose("pause", 1, 0.0)
    assert str(consent) == "pause 1"
