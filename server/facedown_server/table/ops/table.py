"""Operations on players, turn, Chain and battle, which are public."""

from __future__ import annotations

from functools import lru_cache

from facedown_server.table.ops.telling import note
from facedown_server.table.ops.writing import mix_digest, mix_encoded
from facedown_server.table.state import Card, ChainLink, GameEvent, State
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables import SHARED_SEAT_INDEX, PromptNotice, Seat


def tally(state: State, name: str, value: int) -> None:
    """Set a public number by name."""
    state.tallies[name] = value
    mix_digest(state, "tally", name, value)


def life(
    state: State,
    seat: Seat,
    change: int,
    *,
    cause: Cause,
    by: Seat = SHARED_SEAT_INDEX,
    source: Card | None = None,
) -> None:
    """Change Life Points; never below 0 (GAP-16)."""
    value = max(0, state.life(seat) + change)
    tally(state, f"{seat}:life", value)
    note(state, "life", seat=seat, amount=change, cause=cause, by=by, source=source, word=cause)


def begin_turn(state: State, seat: Seat) -> None:
    """Begin the next turn."""
    state.turn, state.turn_player = state.turn + 1, seat
    note(state, "turn", seat=seat, amount=state.turn, board=True)


def phase(state: State, name: str) -> None:
    """Change the phase or step."""
    state.phase = name
    note(state, "phase", seat=state.turn_player, word=name)


def link(state: State, chain_link: ChainLink, mixed: str) -> None:
    """Add a Chain Link. `mixed`: words of its effect for the digest, which are not sent."""
    state.chain = [*state.chain, chain_link]
    note(
        state, "activate", seat=chain_link.seat, card=chain_link.card, amount=len(state.chain),
        others=chain_link.targets, by=chain_link.seat, place=chain_link.place,
        board=True, mixed=mixed,
    )  # fmt: skip


def unlink(state: State) -> None:
    """Remove the last Chain Link."""
    chain_link = state.chain[-1]
    note(
        state, "resolved", seat=chain_link.seat, card=chain_link.card, amount=len(state.chain),
        word=chain_link.negated, held=chain_link.handles, board=True,
    )  # fmt: skip
    state.chain = state.chain[:-1]


def start_resolving(state: State, chain_link: ChainLink) -> None:
    """Mark the last Chain Link as resolving."""
    note(
        state, "resolving", seat=chain_link.seat, card=chain_link.card, amount=len(state.chain),
        held=chain_link.handles,
    )  # fmt: skip


def negate_link(state: State, chain_link: ChainLink, word: str, by: Seat) -> None:
    """Mark a Chain Link as negated: `word` is "activation" or "effect"."""
    chain_link.negated = word
    note(state, "negate", seat=by, card=chain_link.card, word=word, by=by, held=chain_link.handles)


def battle(state: State, pair: tuple[Card, Card | None] | None) -> None:
    """Set the attacker and its target, which are public; None ends the battle."""
    state.battle = pair
    state.fighting = tuple(card.handles if card else (0, 0, 0) for card in pair or ())
    mix_digest(state, "battle", *[card.id for card in pair or () if card], board=False)


def set_prompted_seats(state: State, waiting: tuple[PromptNotice, ...]) -> None:
    """Set the prompted seats, and the public kind of each prompt."""
    state.waiting = waiting
    mix_encoded(state, _encode_prompt(*[part for row in waiting for part in (row.seat, row.kind)]))


@lru_cache(maxsize=256, typed=True)
def _encode_prompt(*parts: object) -> bytes:
    """Return the digest's words for a prompt, cached since the same few recur. `parts`: seat, kind, …"""
    return repr(("wait", *zip(parts[::2], parts[1::2], strict=True))).encode()


def finish(state: State, result: str) -> None:
    """End the duel."""
    state.result, state.waiting = result, ()
    note(state, "result", word=result)


def next_moment(state: State) -> None:
    """Begin a new moment: later events are not simultaneous with earlier ones (GAP-15)."""
    state.moment += 1


def take_events(state: State) -> tuple[GameEvent, ...]:
    """Return the events since the last frame and clear the list."""
    event, state.events = tuple(state.events), []
    return event


def answer(state: State, seat: Seat, keys: tuple[str, ...]) -> None:
    """Mix the keys that answered a prompt into the digest."""
    mix_digest(state, "answer", seat, *keys, changed=False)
