"""The laws in half-manual duels, over random play: secrecy, handles, replay, patches, invariants."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from facedown_server.games.duel.core.effect import Fx
from facedown_server.games.manual.yugioh.half import manual_effects
from facedown_server.games.manual.yugioh.half.gestures import HalfDuelHands
from facedown_server.refereeing import log_codec
from facedown_server.refereeing.prompts import DuelPrompt, Play
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Facts
from facedown_shared.decks.decks import Deck
from facedown_shared.tables.zones import CLASSES, Seat
from facedown_shared.text.words import words
from tests import strangers
from tests.laws.duels import check_updates, secret
from tests.laws.random_play import begin_half, play_half
from tests.laws.recording import RecordedPlay
from tests.laws.twins import TwinPlay, alike, compare

PLAYS_COUNT = 24
SLICES_COUNT = 6
PENDULUMS = ("Timegazer Magician", "Foucault's Cannon")
SMALL_PLAYS_COUNT = 4
ROWS = (15, 25, 45, 120)
"""Acts in one play: in short plays many cards stay hidden to the end, in long ones more happens."""


def deck(number: int) -> Deck:
    """Return a deck of unknown cards with Pendulum Monsters among its small ones: face-down they look like
    any other.
    """
    pool, strange = strangers.pool(), strangers.decks()[number]
    small = dict.fromkeys(code for code in strange.main if pool[code].level == SMALL_PLAYS_COUNT)
    pendulums = dict(
        zip(small, (facts.code for facts in map(pool.find_named, PENDULUMS) if facts), strict=False)
    )
    return replace(strange, main=tuple(pendulums.get(code, code) for code in strange.main))


def visible_traits(facts: Facts) -> tuple[object, ...]:
    """Return what cards must share to stand for each other while unread: face-down cards look alike."""
    if facts.belongs_in_extra_deck:
        return alike(facts)
    if facts.is_monster:
        return ("monster", facts.level <= 4, facts.level <= 6)
    return ("spell or trap", facts.is_a("field"))


@cache
def compare_twins(seed: int, viewer: Seat) -> TwinPlay:
    """Compare one play and its twin for a viewer class."""
    return compare(play_seed(seed), viewer, visible_traits)


def setup(seed: int) -> Setup:
    """Return the decks of unknown cards, one of the two on each side."""
    one, other = deck(0), deck(1)
    return Setup(
        "master", ((one, other), (other, one), (one, one))[seed % 3], seed % 2, mode="half", confirms=True
    )


@cache
def play_seed(seed: int) -> RecordedPlay:
    """Return one numbered random play; every frame was checked against the invariants."""
    return play_half(setup(seed), strangers.pool(), secret(seed), ROWS[seed % len(ROWS)])


def part(number: int) -> range:
    """Return one slice of the plays."""
    return range(number, PLAYS_COUNT, SLICES_COUNT)


@pytest.mark.parametrize("number", range(SLICES_COUNT))
def test_alike_plays_show_and_ask_a_viewer_the_same(number: int) -> None:
    twins = 0
    for seed in part(number):
        for viewer in CLASSES:
            found = compare_twins(seed, viewer)
            assert not found.difference, f"play {seed}, viewer {viewer}, {found.difference}"
            twins += found.alike
    assert twins > PLAYS_COUNT // SLICES_COUNT, "enough redeals must make a twin, or nothing was compared"


@pytest.mark.parametrize("number", range(SLICES_COUNT))
def test_a_log_gives_the_same_digest_and_stands_in_lines(number: int) -> None:
    for seed in part(number):
        run = play_seed(seed)
        for step in run.acts:
            assert log_codec.decode_body(log_codec.encode_body(step.act.body)) == step.act.body
        assert run.run_again().digest() == run.referee.digest()


@pytest.mark.parametrize("number", range(SLICES_COUNT))
def test_patches_lead_from_view_to_view(number: int) -> None:
    for seed in part(number):
        for viewer in CLASSES:
            check_updates(play_seed(seed).shown[viewer])


def test_hands_do_much_of_it() -> None:
    assert (
        sum(one.gesture is not None for seed in range(PLAYS_COUNT) for one in play_seed(seed).acts)
        > 5 * PLAYS_COUNT
    )


def test_a_twin_with_another_secret_is_told_apart() -> None:
    """The comparison is effective: other shuffles give other hands."""
    one = begin_half(setup(0), strangers.pool(), secret(0))
    other = begin_half(setup(0), strangers.pool(), RandomStreams(secret(1)).secret("another"))
    assert one.shown[0] != other.shown[0]


def test_a_refusal_by_what_a_face_down_card_is_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted mistake: gestures on unreadable cards are judged by the cards' identity."""
    monkeypatch.setattr(HalfDuelHands, "can_read", lambda hands, card: True)
    pool, seed = strangers.pool(), 19
    run = play_half(replace(setup(seed), confirms=False), pool, secret(seed), ROWS[seed % len(ROWS)])
    found = [compare(run, viewer, visible_traits) for viewer in (0, 1)]
    assert any("is answered by" in one.difference for one in found)


def test_what_is_tried_on_face_down_cards_is_compared() -> None:
    words = [words for seed in range(PLAYS_COUNT) for _, _, words in play_seed(seed).tried]
    assert sum("You do not see" in one for one in words) > PLAYS_COUNT
    assert "" in words, "some of it is allowed"


def test_a_name_where_nobody_may_know_it_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted mistake: the check whether a card was carried out correctly discloses its name while it is
    hidden.
    """

    def disclose(fx: Fx) -> Play[bool]:
        agreed: bool = yield DuelPrompt(
            fx.opponent,
            PromptKind.CONFIRM,
            words("plain", f"Was {fx.card.name} right?"),
            lambda: (manual_effects.CONFIRM, manual_effects.OBJECT),
            default=(manual_effects.CONFIRM.key,),
        )
        return agreed

    monkeypatch.setattr(manual_effects, "_confirm_with_opponent", disclose)
    pool, found = strangers.pool(), []
    for seed in (21, 30, 41, *range(PLAYS_COUNT)):
        run = play_half(setup(seed), pool, secret(seed), ROWS[seed % len(ROWS)])
        twins = [compare(run, viewer, visible_traits) for viewer in (0, 1)]
        found += [twin.difference for twin in twins]
        if any(found):
            return
    pytest.fail("no duel told the name")
