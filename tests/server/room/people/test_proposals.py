"""Proposals: one at a time, accepted by the opponent, declined for a while, each with a number."""

from __future__ import annotations

from dataclasses import replace

import pytest

from facedown_server.room.people.proposals import CORE, REPROPOSE_DELAY_S, REWIND, Agreement, Proposals
from facedown_shared.text.errors import Code, Illegal

DRAW, PAUSE = Agreement("draw", 0), Agreement("pause", 1)


def make_proposals(wanted: Agreement, number: int = 1) -> Proposals:
    """Return proposals of which this is the open one."""
    proposals = Proposals()
    assert not proposals.is_agreed(wanted, 0.0)
    proposals.open = replace(wanted, number=number)
    return proposals


def code_of_answer(proposals: Proposals, seat: int, number: int) -> Code:
    with pytest.raises(Illegal) as refused:
        proposals.find_named(seat, number, host=0)
    return refused.value.code


def test_the_other_seat_answers_the_proposal_it_names() -> None:
    proposals = make_proposals(DRAW, 7)
    assert (str(proposals), proposals.number) == ("draw 0", 7)
    assert proposals.find_named(1, 7, host=0) == replace(DRAW, number=7)


def test_another_number_is_outdated_and_none_is_of_an_old_client() -> None:
    proposals = make_proposals(DRAW, 7)
    assert code_of_answer(proposals, 1, 6) is Code.OUTDATED
    assert code_of_answer(proposals, 1, 0) is Code.OLD_PROTOCOL
    proposals.clear()
    assert code_of_answer(proposals, 1, 7) is Code.OUTDATED
    assert code_of_answer(proposals, 1, 0) is Code.NOT_NOW


def test_nobody_answers_their_own_proposal() -> None:
    assert code_of_answer(make_proposals(DRAW, 7), 0, 7) is Code.NOT_NOW


def test_proposing_the_same_is_agreeing() -> None:
    proposals = make_proposals(PAUSE)
    assert proposals.is_agreed(Agreement("pause", 0), 0.0)
    assert proposals.is_open(PAUSE)
    assert not proposals.is_open(Agreement("pause", 0))


def test_a_step_back_is_never_agreed_to_by_proposing_it_too() -> None:
    proposals = make_proposals(Agreement(REWIND, 1, step=12))
    with pytest.raises(Illegal) as refused:
        proposals.is_agreed(Agreement(REWIND, 0, step=12), 0.0)
    assert refused.value.code is Code.NOT_NOW


def test_a_proposal_can_be_withdrawn_by_those_who_made_it() -> None:
    proposals = make_proposals(DRAW)
    proposals.withdraw(1)
    assert str(proposals) == "draw 0"
    proposals.withdraw(0)
    assert (str(proposals), proposals.number) == ("", 0)


def test_what_was_declined_is_not_proposed_again_at_once() -> None:
    proposals = make_proposals(DRAW)
    proposals.decline(0.0)
    with pytest.raises(Illegal) as refused:
        proposals.is_agreed(DRAW, REPROPOSE_DELAY_S - 1)
    assert refused.value.code is Code.TOO_FAST
    assert not proposals.is_agreed(DRAW, REPROPOSE_DELAY_S)


def test_an_open_proposal_is_answered_before_another_is_made() -> None:
    proposals = make_proposals(DRAW)
    with pytest.raises(Illegal):
        proposals.is_agreed(PAUSE, 0.0)
    assert not proposals.is_agreed(Agreement("pause", 0), 0.0)
    proposals.clear()
    assert not proposals.is_agreed(PAUSE, 0.0)


def test_each_seat_has_a_few_proposals_in_ten_seconds() -> None:
    proposals = Proposals()
    for _ in range(4):
        proposals.charge(0, 0.0)
    with pytest.raises(Illegal) as refused:
        proposals.charge(0, 0.0)
    assert refused.value.code is Code.TOO_FAST
    proposals.charge(1, 0.0)
    for _ in range(4):
        proposals.charge(0, 10.0)
    with pytest.raises(Illegal):
        proposals.charge(0, 10.0)


def test_the_host_answers_what_a_deck_asks_those_who_brought_it() -> None:
    for proposer in (0, 1):
        proposals = Proposals()
        proposals.open = Agreement(CORE, proposer, number=3)
        assert proposals.find_named(1, 3, host=1).proposer == proposer
        with pytest.raises(Illegal):
            proposals.find_named(0, 3, host=1)
