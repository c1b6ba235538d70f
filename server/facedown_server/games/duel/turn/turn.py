"""Turn structure: a duel from its first draw to its end.

Sources: GAP-01, GAP-02, GAP-04, GAP-11, CF-22, CF-38, CLS-TURN rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import cycle

from facedown_server.games.duel.battle import battle_phase
from facedown_server.games.duel.chain import chain, legality, windows
from facedown_server.games.duel.core import (
    Duel,
    DuelPrompt,
    Offer,
    OfferGroup,
    Play,
    Rule,
    TurnRecord,
    Verb,
    prompt_for_cards,
)
from facedown_server.games.duel.effects import ongoing_effects
from facedown_server.games.duel.game_actions import departures, players
from facedown_server.games.duel.summons import normal_summons, pendulum
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table import Card, Setup, dealing, ops
from facedown_shared.tables import Seat
from facedown_shared.text import words

NEXT = {"main1": ("battle", "end"), "main2": ("end",)}
TITLES = {"main1": words("main_phase_1"), "main2": words("main_phase_2")}


def play_duel(duel: Duel, setup: Setup) -> Play[None]:
    """Play a duel until DuelOver is raised (CLS-SETUP-10, CLS-TURN-17 to 18)."""
    prepare(duel, setup)
    for seat in (setup.first, 1 - setup.first):
        players.draw(duel, seat, duel.format.opening_hand)
    yield from turns(duel, setup.first)


def turns(duel: Duel, first: Seat) -> Play[None]:
    """Play alternating turns, beginning with this player."""
    for seat in cycle((first, 1 - first)):
        yield from play_turn(duel, seat)


def prepare(duel: Duel, setup: Setup) -> None:
    """Place both players' cards and shuffle their Decks (CLS-SETUP-02 to 04, YGO-DECK-01)."""
    for seat in (0, 1):
        ops.tally(duel.state, f"{seat}:life", duel.format.life)
        for card in dealing.place_deck(duel.state, duel.pool, setup, seat, duel.streams):
            duel.listen(card)


def play_turn(duel: Duel, seat: Seat) -> Play[None]:
    """Play one turn of one player (CLS-TURN-01 to 04)."""
    duel.this_turn = TurnRecord()
    ops.begin_turn(duel.state, seat)
    for card in duel.state.field_cards():
        if card.attacks:
            ops.mark(duel.state, card, attacks=0)
    yield from draw_phase(duel, seat)
    yield from standby_phase(duel, seat)
    goal = yield from main_phase(duel, seat, "main1")
    if goal == "battle":
        goal = yield from battle_phase.battle_phase(duel, seat)
        yield from main_phase(duel, seat, "main2", through=goal == "end")
    yield from end_phase(duel, seat)


def draw_phase(duel: Duel, seat: Seat) -> Play[None]:
    """Draw one card, unless the format skips the draw of the first turn. A player who cannot draw loses.

    CLS-TURN-05 to 07, CLS-WIN-05.
    """
    ops.phase(duel.state, "draw")
    ops.next_moment(duel.state)
    if duel.state.turn > 1 or duel.format.first_turn_draw:
        players.draw(duel, seat, 1)
        players.check_draws(duel)
    yield from chain.resolve_consequences(duel, windows.DRAW_PHASE)


def standby_phase(duel: Duel, seat: Seat) -> Play[None]:
    """Carry out upkeep, triggers and fast effects (CLS-TURN-08)."""
    ops.next_moment(duel.state)
    ops.phase(duel.state, "standby")
    yield from chain.resolve_consequences(duel, windows.STANDBY_PHASE)


def main_phase(duel: Duel, seat: Seat, name: str, *, through: bool = False) -> Play[str]:
    """Run the open state until the player leaves it and the opponent agrees; return the next phase.

    `through`: open only the opponent's window at the end of the phase, unless the opponent responds.

    CLS-TURN-09.
    """
    ops.next_moment(duel.state)
    ops.phase(duel.state, name)
    yield from chain.resolve_consequences(duel, None)
    if through and (yield from _offer_leaving(duel, seat, name, "end")):
        return "end"
    while True:
        act = yield DuelPrompt(
            seat,
            PromptKind.TURN,
            words("your_phase", TITLES[name]),
            offers(duel, seat, name),
            default=("phase:end",),
        )
        if isinstance(act, str):
            if (yield from _offer_leaving(duel, seat, name, act)):
                return act
            continue
        yield from chain.perform(duel, act)


def offers(duel: Duel, seat: Seat, name: str) -> Sequence[OfferGroup]:
    """Return all options of the turn player in the open state of a Main Phase (CLS-TURN-13, CLS-TURN-15)."""
    return (
        OfferGroup(partial(_hand_offers, duel, seat), _FROM_HAND),
        OfferGroup(partial(_procedure_offers, duel, seat), _BY_PROCEDURE),
        OfferGroup(partial(_turning_offers, duel, seat), _TURNING),
        *legality.open_state(duel, seat),
        OfferGroup(partial(pendulum.offers, duel, seat), _PENDULUM),
        OfferGroup(partial(_phase_offers, duel, seat, name), _PHASE),
    )


def _phase_offers(duel: Duel, seat: Seat, name: str) -> Iterator[Offer]:
    for goal in NEXT[name]:
        if goal != "battle" or can_battle(duel, seat):
            yield Offer(f"phase:{goal}", goal, "phase", text=goal)


def _hand_offers(duel: Duel, seat: Seat) -> Iterator[Offer]:
    """Yield the options for Normal Summons and Sets of the turn player."""
    has_summon = normal_summons.has_normal_summon(duel, seat)
    for card in duel.cards_at("hand", seat):
        for word in normal_summons.normal_summon_verbs(duel, seat, card) if has_summon else ():
            act = partial(normal_summons.normal_summon_or_set, duel, word, seat, card)
            yield Offer(f"{word}:{card.id}", act, word, card)
        if normal_summons.can_set_card(duel, seat, card):
            yield Offer(f"set:{card.id}", partial(normal_summons.set_card, duel, seat, card), "set", card)


def _procedure_offers(duel: Duel, seat: Seat) -> Iterator[Offer]:
    for fx, procedure, key in pendulum.procedures(duel, seat):
        act = partial(pendulum.special_summon, duel, fx, procedure)
        yield Offer(key, act, "special_summon", fx.card, words=procedure.words)


def _turning_offers(duel: Duel, seat: Seat) -> Iterator[Offer]:
    """Yield the options for Flip Summons and position changes."""
    for card in duel.cards_at("monster", seat):
        verb, may, act = _TURNS[card.face_up]
        if may(duel, card):
            yield Offer(f"{verb}:{card.id}", partial(act, duel, seat, card), verb, card)


_TURNS: dict[bool, tuple[Verb, Callable[[Duel, Card], bool], Callable[[Duel, Seat, Card], Play[bool]]]] = {
    False: ("flip_summon", normal_summons.can_flip_summon, normal_summons.flip_summon),
    True: ("change_position", normal_summons.can_change_position, normal_summons.change_position),
}
"""Face-up or not -> the verb, test and action that change a monster's position."""
_PHASE = frozenset({"phase"})
_FROM_HAND = frozenset({"summon", "set"})
_BY_PROCEDURE = frozenset({"special"})
_TURNING = frozenset(verb for verb, _, _ in _TURNS.values())
_PENDULUM = frozenset({"pendulum"})


def can_battle(duel: Duel, seat: Seat) -> bool:
    """Return whether the player may enter the Battle Phase.

    Not in turn 1 (GAP-04), and not if an effect forbids it. CLS-TURN-14.
    """
    too_early = duel.state.turn == 1 and not duel.format.first_turn_battle
    return not too_early and not duel.is_rule_active_for(Rule.NO_BATTLE_PHASE, seat)


def _offer_leaving(duel: Duel, seat: Seat, name: str, goal: str) -> Play[bool]:
    """Let the opponent respond to the end of a phase (GAP-11); return whether the phase ends."""
    answer = yield from chain.respond(duel, 1 - seat, windows.phase_end_window(TITLES[name], goal))
    if answer is not None:
        yield from chain.build(duel, answer)
        yield from chain.resolve_consequences(duel, windows.CHAIN_RESOLVED)
    return answer is None


def end_phase(duel: Duel, seat: Seat) -> Play[None]:
    """Run the End Phase: effects and response windows, then the hand limit (CF-38)."""
    ops.next_moment(duel.state)
    ops.phase(duel.state, "end")
    yield from chain.resolve_consequences(duel, windows.END_PHASE)
    yield from _hand_limit(duel, seat)
    ongoing_effects.expire(duel, "end")
    yield from duel.check_state()


def _hand_limit(duel: Duel, seat: Seat) -> Play[None]:
    """Let a player discard down to the hand limit (CLS-TURN-16, YGO-HAND-05 to 06, YGO-HAND-10)."""
    hand = duel.cards_at("hand", seat)
    surplus = len(hand) - duel.format.hand_limit
    if surplus > 0:
        chosen = yield from prompt_for_cards(
            seat, hand, words("discard_to_keep", surplus, duel.format.hand_limit), least=surplus,
            most=surplus, verb="discard",
        )  # fmt: skip
        ops.next_moment(duel.state)
        yield from departures.discard(duel, chosen, by=seat, source=None, word="hand limit")
        yield from chain.resolve_consequences(duel)
