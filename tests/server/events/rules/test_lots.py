"""Lots: the same event draws the same, and anyone can check it afterwards."""

from __future__ import annotations

from facedown_server.events.rules.lots import commitment, lot_order, lots
from facedown_shared.protocol import fairness
from tests.server.events.evening import SECRET, Evening


def test_the_same_secret_draws_the_same() -> None:
    assert lots(SECRET, "round 1").order(50) == lots(SECRET, "round 1").order(50)
    assert lots(SECRET, "round 1").order(50) != lots(SECRET, "round 2").order(50)


def test_the_commitment_binds_the_secret() -> None:
    assert commitment(Evening().state) == fairness.commitment("event", bytes.fromhex(SECRET)).hex()


def test_a_late_player_leaves_the_order_of_the_others() -> None:
    evening = Evening(9)
    before = lot_order(evening.state, "standings")
    evening.register("Late")
    assert [player for player in lot_order(evening.state, "standings") if player != 10] == before
