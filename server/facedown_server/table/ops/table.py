"""Players, turn, chain and battle as everybody sees them."""

from __future__ import annotations

from functools import lru_cache

from facedown_server.table.ops.telling import note
from facedown_server.table.ops.writing import mix_digest, mix_encoded
from facedown_server.table.state import Card, ChainLink, GameEvent, State
from facedown_shared.protocol.visible_events import Cause
from facedown_shared.tables.view import PromptNotice
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Seat


def tally(state: State, name: str, value: int) -> None:
    """Set a named number everybody sees."""
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


def turn(state: State, seat: Seat) -> None:
    """The next turn begins."""
    state.turn, state.turn_player = state.turn + 1, seat
    note(state, "turn", seat=seat, amount=state.turn, board=True)


def phase(state: State, name: str) -> None:
    """The phase (or step) changes."""
    state.phase = name
    note(state, "phase", seat=state.turn_player, word=name)


def link(state: State, chain_link: ChainLink, mixed: str) -> None:
    """Add a Chain Link. `mixed`: what the digest takes of its effect, which is told nobody."""
    state.chain = [*state.chain, chain_link]
    note(
        state, "activate", seat=chain_link.seat, card=chain_link.card, amount=len(state.chain),
        others=chain_link.targets, by=chain_link.seat, place=chain_link.place,
        board=True, mixed=mixed,
    )  # fmt: skip


def unlink(state: State) -> None:
    """The last Chain Link is done."""
    chain_link = state.chain[-1]
    note(
        state, "resolved", seat=chain_link.seat, card=chain_link.card, amount=len(state.chain),
        word=chain_link.negated, held=chain_link.handles, board=True,
    )  # fmt: skip
    state.chain = state.chain[:-1]


def resolving(state: State, chain_link: ChainLink) -> None:
    """The last Chain Link begins to resolve."""
    note(
        state, "resolving", seat=chain_link.seat, card=chain_link.card, amount=len(state.chain),
        held=chain_link.handles,
    )  # fmt: skip


def negate_link(state: State, chain_link: ChainLink, word: str, by: Seat) -> None:
    """Mark a Chain Link as negated: `word` is "activation" or "effect"."""
    chain_link.negated = word
    note(state, "negate", seat=by, card=chain_link.card, word=word, by=by, held=chain_link.handles)


def battle(state: State, pair: tuple[Card, Card | None] | None) -> None:
    """Who attacks whom, for everybody to see; None: the battle is over."""
    state.battle = pair
    state.fighting = tuple(card.handles if card else (0, 0, 0) for card in pair or ())
    mix_digest(state, "battle", *[card.id for card in pair or () if card], board=False)


def wait(state: State, waiting: tuple[PromptNotice, ...]) -> None:
    """Who is being asked, and of what public kind."""
    state.waiting = waiting
    mix_encoded(state, _wait_words(*[part for row in waiting for part in (row.seat, row.kind)]))


@lru_cache(maxsize=256, typed=True)
def _wait_words(*parts: object) -> bytes:
    """The digest's words of who is asked what: the same few again and again. `parts`: seat, kind, …"""
    return repr(("wait", *zip(parts[::2], parts[1::2], strict=True))).encode()


def finish(state: State, result: str) -> None:
    """The duel is over."""
    state.result, state.waiting = result, ()
    note(state, "result", word=result)


def next_moment(state: State) -> None:
    """What happens from here on is no longer simultaneous with what came before (GAP-15)."""
    state.moment += 1


def take_events(state: State) -> tuple[GameEvent, ...]:
    """Everything since the last frame; the list starts anew."""
    told, state.events = tuple(state.events), []
    return told


def answer(state: State, seat: Seat, keys: tuple[str, ...]) -> None:
    """A prompt was answered with these keys: part of the digest, and nothing else."""
    mix_digest(state, "answer", seat, *keys, changed=False)
