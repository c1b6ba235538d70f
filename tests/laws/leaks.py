"""The list of planted leaks, and those of them that show in timing alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.printed_cards import PrintedCards
from facedown_server.room.match.pending_prompts import Pace, PendingPrompt
from facedown_server.room.match.runner import MatchRunner
from facedown_server.table import sight
from facedown_server.table.state import State
from facedown_shared.protocol.messages import Prompt
from facedown_shared.protocol.reasons import Reason
from facedown_shared.tables.view import LingeringEffect
from facedown_shared.tables.zones import Seat

Patcher = pytest.MonkeyPatch
LEAKS: dict[str, Callable[[Patcher], None]] = {}


def leak(seed: Callable[[Patcher], None]) -> Callable[[Patcher], None]:
    """Add a leak to the list, under the name of the function that makes it."""
    LEAKS[seed.__name__] = seed
    return seed


@leak
def due_only_for_the_able(patch: Patcher) -> None:
    """A window whose owner has no response closes at once."""
    honest = Pace.due_time
    patch.setattr(
        Pace,
        "due_time",
        lambda pace, ask, now, **words: honest(pace, ask, now, **words) if ask.can_choose else now,
    )


@leak
def absent_window(patch: Patcher) -> None:
    """A window of an absent owner without a response is passed by rule."""
    honest = Pace.due_time
    patch.setattr(Pace, "due_time", lambda pace, ask, now, unanswerable=False: honest(pace, ask, now))


@leak
def window_after_a_restart(patch: Patcher) -> None:
    """The same, but only with windows that open before any player has reconnected after a restart."""
    honest = MatchRunner._cannot_answer

    def disclose(runner: MatchRunner, seat: int) -> bool:
        return not runner.awaiting_players and honest(runner, seat)

    patch.setattr(MatchRunner, "_cannot_answer", disclose)


@leak
def clock_message(patch: Patcher) -> None:
    """A clock runs from the moment at which its owner really gets the prompt."""

    def disclose(runner: MatchRunner, pending: PendingPrompt, now: float) -> None:
        runner.clocks.start(pending.prompt.seat, now)

    patch.setattr(MatchRunner, "_charge", disclose)


@leak
def allowance_by_who_was_asked(patch: Patcher) -> None:
    """The delay of a clock depends on whether its owner got the last prompt."""
    patch.setattr(PendingPrompt, "is_thinking", property(lambda pending: pending.shown))


@leak
def lasting_from_a_hand(patch: Patcher) -> None:
    """A lingering effect depends on the cards in the hands."""

    def disclose(state: State, viewer: Seat) -> tuple[LingeringEffect, ...]:
        held = sum(card.code for seat in (0, 1) for card in state.pile(seat, "hand"))
        return (LingeringEffect("no_set", held % 2),)

    patch.setattr(sight, "_lingering_effects", disclose)


@leak
def reason_from_a_hand(patch: Patcher) -> None:
    """The reason why a card cannot be played depends on the opponent's hand."""

    def disclose(referee: DuelReferee, seat: Seat, handle: int) -> tuple[Reason, ...]:
        held = sum(card.code for card in referee.duel.cards_at("hand", 1 - seat))
        return (Reason("activate", "condition" if held % 2 else "no_target"),)

    patch.setattr(DuelReferee, "find_reasons", disclose)


def _record_readers(patch: Patcher) -> list[Guest]:
    """Record every guest that connects from now on; return the list."""
    readers: list[Guest] = []
    come = Guest.__init__

    def send_and_record(guest: Guest, *args: Any, **words: Any) -> None:
        come(guest, *args, **words)
        readers.append(guest)

    patch.setattr(Guest, "__init__", send_and_record)
    return readers


@leak
def printed_for_all(patch: Patcher) -> None:
    """Send all who read cards what is printed on those of a deck that another player brings."""
    readers, honest = _record_readers(patch), PrintedCards.deck

    def disclose(printing: PrintedCards, codes: Iterable[int], guest: Guest) -> None:
        known = (*codes,)
        for reader in readers:
            honest(printing, known, reader)

    patch.setattr(PrintedCards, "deck", disclose)


@leak
def printed_of_a_prompt_for_all(patch: Patcher) -> None:
    """Send all who read cards what is printed on those of a Deck that a player looks through."""
    readers, honest = _record_readers(patch), PrintedCards.send_prompt_texts

    def disclose(printing: PrintedCards, prompt: Prompt, guests: Iterable[Guest]) -> None:
        honest(printing, prompt, readers)

    patch.setattr(PrintedCards, "send_prompt_texts", disclose)
