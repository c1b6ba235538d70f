"""The laws at a table of Flesh and Blood, over random gestures; and leaks that must be noticed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from facedown_server.games.manual.flesh_and_blood import turns
from facedown_server.games.manual.flesh_and_blood.hands import FabHands
from facedown_server.refereeing import log_codec
from facedown_server.refereeing.referee import ByHand, ToStep
from facedown_server.table import ops, sight
from facedown_server.table.setup import Setup
from facedown_server.table.state import MATERIAL, Card, State
from facedown_shared.cards.facts import every_game
from facedown_shared.decks.decks import ready_decks
from facedown_shared.manual.game import PositionRow
from facedown_shared.protocol.gestures import Gesture
from facedown_shared.tables.zones import CLASSES, Place, Seat
from tests.laws.duels import check_updates, secret
from tests.laws.random_play import begin_by_hand, play_by_hand
from tests.laws.recording import RecordedPlay
from tests.laws.test_free import _follow
from tests.laws.twins import compare
from tests.server.games.manual.flesh_and_blood.table import ATTACK, BLUE, INSTANT, FabTable

PLAYS_COUNT = 16
SLICES_COUNT = 4
ROWS_PER_PLAY_COUNT = 60
POOL = every_game()


def setup(seed: int) -> Setup:
    """Return the two ready decks, in either order."""
    one, other = (deck.deck for deck in ready_decks().values() if deck.format == "fab")
    return Setup("fab", (one, other) if seed % 2 else (other, one), seed % 3 % 2, mode="free", confirms=True)


@cache
def play_seed(seed: int) -> RecordedPlay:
    """Return one numbered random play; every frame was checked against the invariants."""
    return play_by_hand(setup(seed), POOL, secret(seed), ROWS_PER_PLAY_COUNT)


def part(number: int) -> range:
    """Return one slice of the plays."""
    return range(number, PLAYS_COUNT, SLICES_COUNT)


@pytest.mark.parametrize("number", range(SLICES_COUNT))
def test_alike_plays_show_a_viewer_the_same(number: int) -> None:
    twins = 0
    for seed in part(number):
        for viewer in CLASSES:
            compared = compare(play_seed(seed), viewer)
            assert not compared.difference, f"play {seed}, viewer {viewer}, {compared.difference}"
            twins += compared.alike
    assert twins > PLAYS_COUNT // SLICES_COUNT, "most redeals must make a twin, or nothing was compared"


@pytest.mark.parametrize("number", range(SLICES_COUNT))
def test_a_log_gives_the_same_digest_and_patches_lead_from_view_to_view(number: int) -> None:
    for seed in part(number):
        run = play_seed(seed)
        assert all(
            log_codec.decode_body(log_codec.encode_body(step.act.body)) == step.act.body for step in run.acts
        )
        assert run.run_again().digest() == run.referee.digest()
        for viewer in CLASSES:
            check_updates(run.shown[viewer])


def test_every_gesture_of_the_game_comes_up() -> None:
    done = {
        step.act.body.gesture.tag for seed in range(PLAYS_COUNT) for step in play_seed(seed).acts
        if isinstance(step.act.body, ByHand)
    }  # fmt: skip
    assert {"activate", "attack", "defend", "pitch", "bottom", "attach", "zone", "turn"} <= done


def test_a_handle_is_one_card_and_does_not_come_back() -> None:
    for seed in range(0, PLAYS_COUNT, 3):
        run = begin_by_hand(setup(seed), POOL, secret(seed))
        trail: dict[tuple[int, int], int] = {}
        lost: dict[int, set[int]] = {viewer: set() for viewer in CLASSES}
        for step in play_seed(seed).acts:
            if isinstance(step.act.body, ToStep):
                break
            run.try_out(step)
            _follow(run.state.cards, trail, lost)


# --- mistakes that must be noticed --------------------------------------------------------------------------


def is_leak_seen() -> bool:
    """Return whether any of a few plays shows a viewer the planted leak."""
    for seed in range(PLAYS_COUNT):
        run = play_by_hand(setup(seed), POOL, secret(seed), ROWS_PER_PLAY_COUNT)
        if any(compare(run, viewer).difference for viewer in CLASSES):
            return True
    return False


def leak_zone(monkeypatch: pytest.MonkeyPatch, zone: str) -> None:
    """Make the cards of a zone public from now on."""
    honest = sight.readers

    def readers(state: State, card: Card) -> int:
        return sight.ALL_CLASSES_MASK if card.place.zone == zone else honest(state, card)

    monkeypatch.setattr(sight, "readers", readers)


@pytest.mark.parametrize("zone", ["arsenal", "banished", "hand"])
def test_the_identity_of_a_private_object_is_caught(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leak_zone(monkeypatch, zone)
    assert is_leak_seen()


def test_a_sub_card_that_stays_public_under_a_private_card_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert not sub_card_is_shown()
    leak_zone(monkeypatch, MATERIAL)
    assert sub_card_is_shown()


def sub_card_is_shown() -> bool:
    """Return whether the opponent reads a card put from a hand beneath a private card."""
    table = FabTable(hand=[ATTACK])
    above = table.put_card("Drift Lantern (blue)", "-:permanent", "down")
    table.do("attach", ATTACK, others=[above])
    return table.knows(1, table.card(ATTACK)) or any(
        told.readers & 0b110 for told in table.told if told.card is table.card(ATTACK)
    )


def test_the_order_of_pitched_cards_is_noticed_where_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_order_seen()

    def disclose(table: FabHands[Gesture], seat: Seat, order: Sequence[Card]) -> None:
        for card in order:
            table.move_card(card, Place(seat, "deck"), PositionRow("bottom", face_up=False), cause="pitched")
        ops.arrange(table.state, seat, "deck", [])

    monkeypatch.setattr(turns, "put_on_bottom", disclose)
    assert is_order_seen()


def is_order_seen() -> bool:
    """Return whether another viewer can tell in which of two orders cards went to the bottom."""
    seen = []
    for order in ([INSTANT, ATTACK, BLUE], [BLUE, INSTANT, ATTACK]):
        table = FabTable(hand=[BLUE, ATTACK, INSTANT])
        table.do("pitch", BLUE, ATTACK, INSTANT)
        table.told.clear()
        table.do("turn", *order)
        assert table.names("0:deck")[-3:] == order
        seen.append([[sight.redact(told, viewer) for told in table.told] for viewer in (1, -1)])
    return seen[0] != seen[1]
