"""Windows for triggers do not disclose who has one that could be activated (law 4); with messages of our own.

Each case is the core's messages about cards of our own: once where a player has such a trigger, once where
neither does.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from itertools import islice
from typing import Any

import pytest

from facedown_server.games.edopro.declarations import declarable_cards
from facedown_server.games.edopro.engine_protocol import QueryResult
from facedown_server.games.edopro.locations import DECK_FLAG, HAND_FLAG
from facedown_server.games.edopro.phase_windows import PhaseWindows
from facedown_server.games.edopro.prompt_translation import Questions
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import prompts as asked
from facedown_server.games.edopro.stream import queries
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.games.edopro.trigger_windows import (
    BEFORE_DRAW_HINT_CODE,
    DRAW_PHASE_HINT_CODE,
    ONE_TRIGGER_CODE,
    SEVERAL_TRIGGERS_CODE,
    TriggerWindows,
)
from facedown_server.refereeing.prompts import DuelPrompt
from facedown_server.refereeing.referee import PromptKind, SeatPrompt
from facedown_server.room.match.pending_prompts import is_auto_passed
from facedown_server.table import ops
from facedown_shared.protocol.messages import Option
from facedown_shared.tables.zones import Place, Seat
from tests.server.games.edopro import mini
from tests.server.games.edopro.test_phase_windows import duel

SPOT = CoreSpot(1, HAND_FLAG, 0, 8)
LEADS_ON, ENDS, USES = "is asked and leads on", "is asked", "uses something"
FOUR = [(0, LEADS_ON), (1, LEADS_ON), (0, ENDS), (1, ENDS)]
"""For triggers, and then for fast effects."""
HURT = said.Damage(0, 500)
"""A public event."""


def fast(player: int, able: int = 0) -> asked.SelectChain:
    """Return the core's question about fast effects, of which there are so many."""
    return asked.SelectChain(player, 0, 0, 0, 0, (asked.Chainable(mini.BURNER_PASSCODE, SPOT, 0, 0),) * able)


def trigger(player: int) -> asked.SelectEffect:
    """Return the core's question about the one trigger that this player could activate."""
    return asked.SelectEffect(
        player, mini.BURNER_PASSCODE, CoreSpot(player, HAND_FLAG, 0, 8), ONE_TRIGGER_CODE
    )


def chaining_message(player: int, link: int) -> said.Chaining:
    return said.Chaining(
        mini.BURNER_PASSCODE, CoreSpot(player, HAND_FLAG, 0, 8), player, HAND_FLAG, 0, 0, link
    )


def public_prompts(told: Sequence[Any], *, ours: bool = True) -> list[tuple[Seat, str]]:
    """Return who is publicly prompted and who activates something: windows of one seat that follow each other
    are one where the first leads on. `ours`: with the windows for triggers.
    """
    mirror = duel((0, 1))
    phases = PhaseWindows(mirror)
    before = TriggerWindows(mirror, phases).open_before if ours else phases.open_before
    found: list[tuple[Seat, str]] = []

    def ask(prompt: object) -> None:
        assert isinstance(prompt, DuelPrompt)
        assert (prompt.public or prompt.kind) is PromptKind.RESPONSE
        if found and found[-1] == (prompt.seat, LEADS_ON):
            found.pop()
        found.append((prompt.seat, LEADS_ON if prompt.leads_on else ENDS))

    for message in [said.NewTurn(0), said.NewPhase(0x4), *told]:
        for prompt in mirror.apply_messages([message], (), before):
            ask(prompt)
        if isinstance(message, asked.SelectChain | asked.SelectEffect):
            ask(next(Questions(mirror, declarable_cards(mirror.pool)).prompt(message)))
        elif isinstance(message, said.Chaining):
            found.append((message.player, USES))
    return found


@pytest.mark.parametrize("able", [(), (0,), (1,), (0, 1)])
def test_who_has_a_trigger_is_asked_as_who_has_none(able: tuple[int, ...]) -> None:
    told = [HURT, *(trigger(player) for player in able), fast(0), fast(1)]
    assert public_prompts(told) == FOUR


def test_without_these_windows_a_trigger_of_the_other_player_would_be_seen() -> None:
    """The leak that they close, planted: there are only the windows of phases."""
    runs = [public_prompts([HURT, *more, fast(0), fast(1)], ours=False) for more in ([], [trigger(1)])]
    assert runs[0] != runs[1]


@pytest.mark.parametrize("more", [(), (0,)])
def test_who_used_a_trigger_is_asked_for_another(more: tuple[int, ...]) -> None:
    """The opponent of the player who activated the last one may respond first: their triggers and that
    response share one window.
    """
    told = [HURT, trigger(0), chaining_message(0, 1), *(trigger(player) for player in more), fast(1), fast(0)]
    assert public_prompts(told) == [(0, LEADS_ON), (0, USES), (0, LEADS_ON), (1, ENDS), (0, ENDS)]


@pytest.mark.parametrize("more", [(), (1,)])
def test_the_other_player_is_asked_for_another_too(more: tuple[int, ...]) -> None:
    rest = [
        asked.SelectChain(
            player, SEVERAL_TRIGGERS_CODE, 0, 0, 0, (asked.Chainable(mini.BURNER_PASSCODE, SPOT, 0, 0),) * 2
        )
        for player in more
    ]
    told = [HURT, trigger(1), chaining_message(1, 1), *rest, fast(0), fast(1)]
    assert public_prompts(told) == [
        (0, LEADS_ON),
        (1, LEADS_ON),
        (1, USES),
        (1, LEADS_ON),
        (0, ENDS),
        (1, ENDS),
    ]


def test_where_nothing_happened_nobody_is_asked_for_triggers() -> None:
    assert public_prompts([fast(0), fast(1)]) == FOUR[2:]


@pytest.mark.parametrize("able", [(), (0,), (1,), (0, 1)])
def test_behind_one_that_must_be_used_both_are_asked_for_others(able: tuple[int, ...]) -> None:
    """No player chose it, so it is mandatory: that is public."""
    told = [HURT, chaining_message(0, 1), *(trigger(player) for player in able), fast(1), fast(0)]
    assert public_prompts(told) == [(0, USES), (0, LEADS_ON), (1, ENDS), (0, ENDS)]


def test_of_several_that_must_be_used_the_order_is_chosen_first() -> None:
    order = asked.SelectChain(
        0, SEVERAL_TRIGGERS_CODE, 1, 0, 0, (asked.Chainable(mini.BURNER_PASSCODE, SPOT, 0, 0),) * 2
    )
    mirror = duel((0, 1))
    windows = TriggerWindows(mirror, PhaseWindows(mirror))
    told = [
        said.NewTurn(0),
        said.NewPhase(0x4),
        HURT,
        order,
        chaining_message(0, 1),
        chaining_message(0, 2),
        fast(1),
    ]
    prompts = [one for message in told for one in mirror.apply_messages([message], (), windows.open_before)]
    kinds = [(one.seat, one.kind) for one in prompts if isinstance(one, DuelPrompt)]
    assert kinds == [(0, PromptKind.TRIGGER)], "the other's is one with their window for fast effects"


@pytest.mark.parametrize("own", [(), (said.PositionChange(mini.BURNER_PASSCODE, SPOT, 8, 5),)])
def test_behind_what_somebody_chose_to_activate_nobody_is_asked_for_triggers(own: tuple[Any, ...]) -> None:
    chosen = said.Chaining(mini.BURNER_PASSCODE, SPOT, 1, HAND_FLAG, 0, 0, 1)
    assert public_prompts([fast(0), fast(1), *own, chosen, fast(0)])[2:] == [(1, USES), (0, ENDS)]


def test_of_what_happened_each_is_asked_once() -> None:
    told = [HURT, fast(0), fast(1), fast(0), fast(1)]
    assert public_prompts(told) == [*FOUR, *FOUR[2:]]


def test_who_has_nothing_hidden_at_all_is_not_asked_for_triggers() -> None:
    mirror = duel((1,))
    windows = TriggerWindows(mirror, PhaseWindows(mirror))
    told = [said.NewTurn(0), said.NewPhase(0x4), HURT, fast(0)]
    prompts = [one for message in told for one in mirror.apply_messages([message], (), windows.open_before)]
    assert [prompt.seat for prompt in prompts if isinstance(prompt, DuelPrompt)] == [1]


def test_nobody_who_has_no_trigger_is_bothered() -> None:
    """With every prompt setting it is passed automatically, at the time of any other window."""
    mirror = duel((0, 1))
    windows = TriggerWindows(mirror, PhaseWindows(mirror))
    for message in (said.NewTurn(0), said.NewPhase(0x4), HURT, fast(0)):
        for prompt in mirror.apply_messages([message], (), windows.open_before):
            assert isinstance(prompt, DuelPrompt)
            shown = SeatPrompt(
                prompt.seat, 1, prompt.kind, prompt.text, lambda: [("pass", Option("pass"))],
                default=prompt.default, public=prompt.public,
            )  # fmt: skip
            assert all(is_auto_passed(shown, mode) for mode in ("always", "smart", "able", "never"))


def revealed_hand(codes: Sequence[int]) -> QueryResult:
    """Return the core's message about a hand that is revealed to all."""
    rows = [
        struct.pack("<HII", 8, queries.CODE_FLAG, code) + struct.pack("<HIB", 5, queries.PUBLIC_FLAG, 1)
        + struct.pack("<HI", 4, queries.LAST_FLAG) for code in codes
    ]  # fmt: skip
    return QueryResult(0, HAND_FLAG, b"".join(rows))


@pytest.mark.parametrize("question", [trigger(0), fast(0)])
def test_what_the_core_computes_is_known_those_who_is_asked(question: Any) -> None:
    """Where neither player has a trigger, the window for them precedes the prompt and shows the same."""
    mirror = duel((0, 1))
    held = mirror.cards.lists[(0, HAND_FLAG)]
    told = [said.NewTurn(0), said.NewPhase(0x4), HURT, question]
    answers = [revealed_hand([card.code for card in held])]
    windows = TriggerWindows(mirror, PhaseWindows(mirror))
    for _ in mirror.apply_messages(told, answers, windows.open_before):
        assert all(card.revealed for card in held)
    assert all(card.revealed for card in held)


def usable(card: int, player: int = 0) -> asked.Chainable:
    """Return a card in the hand whose effect can be activated: in `duel`, a Trap (0) or a monster (1)."""
    code = (mini.BURNER_PASSCODE, mini.WALKER_PASSCODE)[card]
    return asked.Chainable(code, CoreSpot(player, HAND_FLAG, card, 8), 0, 0)


def before_draw(*windows: asked.SelectChain) -> list[Any]:
    """Return the core's messages at the beginning of turn 1, with these windows before the draw."""
    draw = said.CardsDrawn(0, (said.Drawn(mini.WALKER_PASSCODE, 8),))
    start = [said.NewTurn(0), said.NewPhase(0x1), said.Hint(1, 0, BEFORE_DRAW_HINT_CODE)]
    return [*start, *windows, draw, said.NewPhase(0x2)]


def prompts_of_a_draw(told: Sequence[Any]) -> list[tuple[str, Seat, bool, list[str]]]:
    """Return all prompts: the last message before each, its seat, whether it leads on, and its verbs."""
    mirror, found, last = duel((0, 1)), list[tuple[str, Seat, bool, list[str]]](), ""
    deck = [ops.create(mirror.state, mirror.pool[mini.WALKER_PASSCODE], 0) for _ in range(2)]
    for card in deck:
        ops.place_card(mirror.state, card, Place(0, "deck"))
    mirror.cards.set_pile(0, DECK_FLAG, deck)
    windows = TriggerWindows(mirror, PhaseWindows(mirror))

    def note(prompt: object) -> None:
        assert isinstance(prompt, DuelPrompt)
        assert (prompt.public or prompt.kind) is PromptKind.RESPONSE
        verbs = [str(offer.verb) for offer in prompt.options().offers_by_key().values()]
        found.append((last, prompt.seat, prompt.leads_on, verbs))

    for message in told:
        for prompt in mirror.apply_messages([message], (), windows.open_before):
            note(prompt)
        if isinstance(message, asked.SelectChain):
            for prompt in islice(Questions(mirror, declarable_cards(mirror.pool)).prompt(message), 1):
                note(prompt)
        else:
            last = type(message).__name__
    return found


ALONE = [("Hint", 0, True, ["pass"])]
"""The turn player's prompt before the draw."""


@pytest.mark.parametrize(
    "windows",
    [
        (fast(0), fast(1)),
        (asked.SelectChain(0, 0, 0, 0, 0, (usable(0), usable(1))), fast(1)),
        (asked.SelectChain(0, 1, 0, 0, 0, (usable(0),)), fast(1)),
        (fast(0), asked.SelectChain(1, 1, 0, 0, 0, (usable(1, player=1),))),
    ],
)
def test_a_card_in_a_deck_that_could_trigger_before_a_draw_shows_in_nothing(
    windows: Sequence[asked.SelectChain],
) -> None:
    """Seen to fail: the core opens windows there because such a card exists, and all viewers saw them. A
    player who was offered a fast effect there knew of the card, too.
    """
    without = prompts_of_a_draw(before_draw())
    assert without[:1] == ALONE
    assert [row for row in without if row[0] == "Hint"] == ALONE
    assert prompts_of_a_draw(before_draw(*windows)) == without


def test_a_first_turn_without_a_draw_shows_no_fast_effect_of_the_opponent() -> None:
    """Seen to fail: without a draw the core's window of the Draw Phase was taken for one before the draw."""
    start = [said.NewTurn(0), said.NewPhase(0x1), said.Hint(1, 0, BEFORE_DRAW_HINT_CODE)]
    window = [
        said.Hint(1, 1, DRAW_PHASE_HINT_CODE),
        asked.SelectChain(1, 0, 0, 0, 0, (usable(0, player=1),)),
    ]
    without, found = (prompts_of_a_draw([*start, *rest, said.NewPhase(0x2)]) for rest in ([], window))
    assert found[-1][3] == ["activate", "pass"], "who has the effect may activate it"
    assert [row[1:3] for row in found] == [row[1:3] for row in without]


def test_a_trigger_before_the_draw_is_offered_where_every_turn_player_is_prompted() -> None:
    """It may be activated, and nothing else of that moment; viewers see the same as without it."""
    window = asked.SelectChain(0, 1, 0, 0, 0, (usable(0), usable(1)))
    found = prompts_of_a_draw(before_draw(window, fast(1)))
    assert found[0] == ("Hint", 0, True, ["activate", "pass"])
    assert [row[:3] for row in found] == [row[:3] for row in prompts_of_a_draw(before_draw())]


def test_who_has_no_hidden_hand_is_not_prompted_before_the_draw() -> None:
    mirror = duel((1,))
    windows = TriggerWindows(mirror, PhaseWindows(mirror))
    start = [said.NewTurn(0), said.NewPhase(0x1), said.Hint(1, 0, BEFORE_DRAW_HINT_CODE), said.Win(1, 0)]
    prompts = [one for message in start for one in mirror.apply_messages([message], (), windows.open_before)]
    assert prompts == []


def test_values_are_not_shown_earlier_because_of_a_window_before_the_draw() -> None:
    """Seen to fail: what the core computed for that window was shown before the draw, not after it."""
    mirror = duel((0, 1))
    windows = TriggerWindows(mirror, PhaseWindows(mirror))
    held = mirror.cards.lists[(0, HAND_FLAG)]
    for message in before_draw()[:3]:
        list(mirror.apply_messages([message], (), windows.open_before))
    shown = revealed_hand([card.code for card in held])
    list(mirror.apply_messages([fast(0)], (shown,), windows.open_before))
    assert not any(card.revealed for card in held)
    list(mirror.apply_messages([said.NewPhase(0x2)], (), windows.open_before))
    assert all(card.revealed for card in held)
