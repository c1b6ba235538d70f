"""A client's shares: each is revealed for one pledge and never again, whatever the server does."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import msgspec
import pytest

from facedown_client.connection.return_places import Return, Returns
from facedown_client.model.verify.fairness import CALLED_OFF, LEFT_OUT, OTHER_PLEDGE, FairnessWitness, Record
from facedown_client.model.verify.verdict import verify
from facedown_server.table.random_streams import RandomStreams
from facedown_shared.network import links
from facedown_shared.protocol import fairness
from facedown_shared.protocol.messages import (
    AtTable,
    Consent,
    FromServer,
    Opened,
    Pledge,
    Propose,
    Ready,
    Seal,
    Seated,
    SeatInfo,
    Share,
    Shares,
    TableInfo,
    ToServer,
)
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX

NOBODY = b""


def table_info(stage: str, *, ready: bool = False) -> AtTable:
    """Return the table as it is sent; both are there."""
    seats = (SeatInfo("Anna", present=True, ready=ready), SeatInfo("Ben", present=True, ready=ready))
    return AtTable(TableInfo("ABC", "master", 1, stage, seats))


def pledge_messages(secret: bytes, seal: bytes) -> Pledge:
    """Return the messages of a server that is bound to this secret to the one player who gives a share."""
    streams, names = RandomStreams(secret), fairness.names(1)
    return Pledge({name: fairness.commitment(name, streams.secret(name)) for name in names}, (seal, NOBODY))


def sent_shares(answers: tuple[ToServer, ...]) -> list[bytes]:
    """Return the shares among a client's messages."""
    return [answer.share for answer in answers if isinstance(answer, Share)]


def sent_seals(answers: tuple[ToServer, ...]) -> list[bytes]:
    """Return the seals among a client's messages."""
    return [answer.seal for answer in answers if isinstance(answer, Seal)]


def search(share: bytes, wanted: set[int]) -> bytes:
    """Return a secret under which the two cards on top of the Deck of seat 0 are wanted ones."""
    for number in count():
        secret = number.to_bytes(32, "big")
        if set(RandomStreams(secret, (share, NOBODY), "1").order(40, "deck:0")[:2]) <= wanted:
            return secret
    raise AssertionError("it counts for ever")


def test_a_server_that_calls_a_start_off_cannot_search_for_a_shuffle() -> None:
    """With the share in hand it cancelled the start and pledged a secret found by some hundred attempts; the
    client revealed the same share once more, and so the server had chosen the shuffle.
    """
    witness = FairnessWitness()
    (seal,) = sent_seals(witness.handle_message(Seated("ABC", 0, "token")))
    witness.handle_message(table_info("gathering", ready=True))
    (share,) = sent_shares(witness.handle_message(pledge_messages(b"first".ljust(32), seal)))
    witness.handle_message(table_info("gathering", ready=False))
    found = search(share, wanted={0, 1, 2})
    witness.handle_message(table_info("gathering", ready=True))
    again = sent_shares(witness.handle_message(pledge_messages(found, seal)))
    assert again == []
    assert witness.record.caught == [CALLED_OFF]


# --- when a share is revealed -------------------------------------------------------------------------------


def seated_witness(seat: int = 0) -> tuple[FairnessWitness, bytes]:
    """Return a client that has just sat down, and the seal it has sent."""
    witness = FairnessWitness()
    (seal,) = sent_seals(witness.handle_message(Seated("ABC", seat, "token")))
    return witness, seal


def begin_match(witness: FairnessWitness, seal: bytes) -> tuple[bytes, bytes]:
    """Pledge and begin a match; return the share that is revealed, and the seal of the next one."""
    answers = witness.handle_message(pledge_messages(b"first".ljust(32), seal))
    (share,), (after,) = sent_shares(answers), sent_seals(answers)
    assert fairness.seal(share) == seal
    assert after != seal
    witness.handle_message(Shares((share, NOBODY)))
    return share, after


def test_a_share_is_shown_only_against_a_pledge_that_holds_its_seal() -> None:
    witness, seal = seated_witness()
    begin_match(witness, seal)
    for wrong, seat in ((NOBODY, 0), (fairness.seal(b"another"), 0), (seal, 1)):
        assert seated_witness(seat)[0].handle_message(pledge_messages(b"first".ljust(32), wrong)) == ()


def test_a_spectator_gives_no_share() -> None:
    witness = FairnessWitness()
    assert witness.handle_message(Seated("ABC", PUBLIC_CLASS_INDEX)) == ()
    assert witness.handle_message(pledge_messages(b"first".ljust(32), NOBODY)) == ()


def test_a_share_is_drawn_again_after_every_showing() -> None:
    """For a rematch, for a connection lost in between, and for a client that is restarted."""
    witness, seal = seated_witness()
    shares, seals = set[bytes](), set[bytes]()
    for number in range(4):
        answers = witness.handle_message(pledge_messages(bytes([number]) * 32, seal))
        shares.update(sent_shares(answers))
        (seal,) = sent_seals(answers)
        seals.add(seal)
        assert sent_seals(witness.handle_message(Seated("ABC", 0, "next"))) == [seal], (
            "not shown yet: the same one"
        )
        (share,) = sent_shares(answers)
        witness.handle_message(Shares((share, NOBODY)))
        witness.handle_message(Opened())
    again = FairnessWitness()
    again.restore(msgspec.json.decode(msgspec.json.encode(witness.record), type=Record))
    seals.update(sent_seals(again.handle_message(Seated("ABC", 0, "next"))))
    assert (len(shares), len(seals)) == (4, 5)
    assert witness.record.caught == []


def test_the_same_share_is_shown_again_only_for_the_very_pledge_it_was_shown_for() -> None:
    """The first message may have been lost with the connection, or with the server."""
    witness, seal = seated_witness()
    pledge = pledge_messages(b"first".ljust(32), seal)
    (share,) = sent_shares(witness.handle_message(pledge))
    for _ in range(3):
        witness.handle_message(Seated("ABC", 0, "next"))
        assert sent_shares(witness.handle_message(pledge)) == [share]
    witness.handle_message(Shares((share, NOBODY)))
    assert sent_shares(witness.handle_message(pledge)) == [], "nobody waits for it any more"
    witness.handle_message(Opened())
    assert sent_shares(witness.handle_message(pledge)) == []


def test_a_client_that_was_closed_shows_it_again_for_that_pledge_and_for_no_other() -> None:
    witness, seal = seated_witness()
    pledge = pledge_messages(b"first".ljust(32), seal)
    (share,) = sent_shares(witness.handle_message(pledge))
    for later, expected in ((pledge, [share]), (pledge_messages(b"other".ljust(32), seal), [])):
        again = FairnessWitness()
        again.restore(msgspec.json.decode(msgspec.json.encode(witness.record), type=Record))
        again.handle_message(Seated("ABC", 0, "next"))
        assert sent_shares(again.handle_message(later)) == expected
        assert again.record.caught == ([] if expected else [CALLED_OFF])


# --- what a server is caught at -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("later", "complaint"),
    [
        (pledge_messages(b"other".ljust(32), NOBODY), OTHER_PLEDGE),
        (Shares((b"x" * 32, b"y" * 32)), "It changed the players' shares."),
    ],
)
def test_what_was_pledged_does_not_change_during_a_match(later: FromServer, complaint: str) -> None:
    witness, seal = seated_witness()
    share, _ = begin_match(witness, seal)
    for told_again in (pledge_messages(b"first".ljust(32), seal), Shares((share, NOBODY))):
        witness.handle_message(told_again)
    assert witness.record.caught == []
    witness.handle_message(later)
    witness.handle_message(Opened())
    assert verify(witness.record).summary_line.startswith(f"Shuffles NOT verified: {complaint}")


@pytest.mark.parametrize("asked", [Ready(), Propose("rematch"), Consent(yes=True)])
def test_a_match_we_asked_for_has_our_share_in_it(asked: ToServer) -> None:
    witness, seal = seated_witness()
    _, after = begin_match(witness, seal)
    witness.handle_message(Opened())
    for late, caught in ((after, []), (seal, [LEFT_OUT]), (NOBODY, [LEFT_OUT])):
        again = FairnessWitness()
        again.__dict__.update(witness.__dict__)
        again.note_sent(asked)
        again.handle_message(pledge_messages(b"second".ljust(32), late))
        assert again.record.caught == caught


def test_who_comes_into_a_match_that_runs_only_says_that_no_share_of_theirs_is_in_it() -> None:
    witness, _ = seated_witness()
    witness.handle_message(table_info("duel"))
    witness.handle_message(pledge_messages(b"first".ljust(32), fairness.seal(b"of another device")))
    assert witness.record.caught == []
    assert "without a share of ours" in verify(witness.record).notes


def test_a_match_without_a_pledge_of_its_own_is_caught() -> None:
    """Or the throws of the last one, which are opened by now, would be made once more."""
    witness, seal = seated_witness()
    begin_match(witness, seal)
    witness.handle_message(Opened())
    witness.handle_message(table_info("over"))
    assert witness.record.caught == []
    witness.handle_message(table_info("order"))
    assert witness.record.caught == ["It began a match without a pledge."]


def test_matches_that_ended_when_our_share_was_known_are_counted() -> None:
    """A player who leaves may have seen what was coming: no player can be held, but each time is reported."""
    witness, seal = seated_witness()
    for number in range(3):
        (seal,) = sent_seals(witness.handle_message(pledge_messages(bytes([number]) * 32, seal)))
        witness.handle_message(Opened())
    assert "it ended before anything was thrown" in verify(witness.record).notes
    begin_match(witness, seal)
    assert "before it, 3 matches ended without a duel" in verify(witness.record).notes


def test_a_table_closed_with_our_share_is_said_not_to_be_checked() -> None:
    witness, seal = seated_witness()
    begin_match(witness, seal)
    assert verify(witness.record).complaints == ("the server opened nothing after the match.",)


def test_a_spectator_who_was_away_for_the_end_of_a_match_accuses_nobody() -> None:
    witness = FairnessWitness()
    witness.handle_message(Seated("ABC", PUBLIC_CLASS_INDEX))
    witness.handle_message(pledge_messages(b"first".ljust(32), NOBODY))
    witness.handle_message(Seated("ABC", PUBLIC_CLASS_INDEX))
    witness.handle_message(pledge_messages(b"second".ljust(32), NOBODY))
    assert witness.record.caught == []
    witness.handle_message(pledge_messages(b"third".ljust(32), NOBODY))
    assert witness.record.caught == [CALLED_OFF]


def test_a_closed_client_goes_on_with_its_record(tmp_path: Path) -> None:
    witness, seal = seated_witness()
    share, _ = begin_match(witness, seal)
    returns = Returns(tmp_path)
    kept = msgspec.json.encode(witness.record).decode()
    returns.store_place(Return(links.TableLink("server.example", 7777), "ABC", 0, "token", record=kept))
    again = FairnessWitness()
    again.restore(msgspec.json.decode(returns.valid_places()[0].record, type=Record))
    again.handle_message(Seated("ABC", 0, "next"))
    assert again.record.share == share
    again.handle_message(Shares((share, share)))
    assert again.record.caught
