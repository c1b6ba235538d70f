"""Free table of Flesh and Blood, with its own gestures and start. Synchronous and pure (law 5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar

from facedown_server.games.manual import referee
from facedown_server.games.manual.flesh_and_blood import combat, opening, turns
from facedown_server.games.manual.flesh_and_blood import gestures as own
from facedown_server.games.manual.flesh_and_blood.hands import FabHands
from facedown_server.games.manual.hands import Planners, PlayerHands
from facedown_server.games.manual.referee import FreeTable
from facedown_server.refereeing.referee import Act, ByHand, Choice, Frame, PromptKind, SeatPrompt
from facedown_server.table import Card, RandomStreams, Setup, dealing, ops
from facedown_shared.protocol import gestures
from facedown_shared.tables import PromptNotice
from facedown_shared.text import Code, Illegal, words

GESTURES: Planners = {
    **referee.GESTURES,
    gestures.Move: own.plan_move,
    gestures.ChangePosition: own.position,
    gestures.Activate: own.activate,
    gestures.Resolve: own.resolve,
    gestures.DeclareAttack: combat.attack,
    gestures.Defend: combat.defend,
    gestures.CloseChain: combat.close_chain,
    gestures.Attach: own.attach,
    gestures.Clear: own.clear,
    gestures.PutCounters: own.counter,
    gestures.ChangePoints: own.points,
    gestures.Pitch: own.pitch,
    gestures.ToBottom: turns.bottom,
    gestures.ChangeZones: own.zone,
    gestures.FetchInventory: own.inventory,
    gestures.EndTurn: turns.plan_end_turn,
    gestures.MakeToken: own.token,
}
"""Planner of each gesture of this game, including the gestures of every table."""


class FleshAndBlood(FreeTable):
    """A game played by hand. It begins after both players have chosen their starting cards."""

    gestures: ClassVar[Planners] = GESTURES
    hands: ClassVar[type[PlayerHands[Any]]] = FabHands

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Place the decks and prompt both players for their starting cards."""
        self.streams = streams
        self._first = setup.first
        self.outside: tuple[list[Card], list[Card]] = ([], [])
        """Possible starting cards of each player, including the hero. They have no place until they are
        shown.
        """
        for seat in (0, 1):
            dealing.place_deck(self.state, self.pool, setup, seat, streams)
            for code in setup.decks[seat].extra:
                self.outside[seat].append(dealing.create_card(self.state, self.pool, setup, seat, code))
        self.picked: list[tuple[str, ...] | None] = [
            None if opening.options(cards) else () for cards in self.outside
        ]
        """Keys that each player has chosen so far."""
        self._begin_if_chosen()
        yield self._frame()

    def prompts(self) -> tuple[SeatPrompt, ...]:
        """Return the open prompts: first a secret prompt for starting cards to each player, later one for
        gestures.
        """
        if self.begun or self._result is not None:
            return tuple(ask.with_number(2) for ask in super().prompts())
        return tuple(self._prompt_for_cards(seat) for seat in (0, 1) if self.picked[seat] is None)

    def check(self, act: Act) -> None:
        """Check that an act is allowed now, without changing anything. Raises Illegal if it is not."""
        if isinstance(act.body, Choice) and not self.begun and self._result is None:
            if self.picked[act.seat] is not None:
                raise Illegal(words("already_chosen"), Code.NOT_NOW)
            opening.find_cards(self.outside[act.seat], act.body.keys)
        elif isinstance(act.body, ByHand) and not self.begun:
            raise Illegal(words("both_choose_first"), Code.NOT_NOW)
        else:
            super().check(act)

    def apply(self, act: Act) -> Iterator[Frame]:
        """Carry out a checked act."""
        if not isinstance(act.body, Choice):
            yield from super().apply(act)
            return
        ops.answer(self.state, act.seat, act.body.keys)
        self.picked[act.seat] = act.body.keys
        self._begin_if_chosen()
        yield self._frame()

    @property
    def begun(self) -> bool:
        """True once both players have chosen and the starting cards are on the table."""
        return None not in self.picked

    def _prompt_for_cards(self, seat: int) -> SeatPrompt:
        cards = self.outside[seat]
        offer = partial(opening.options, cards)
        usual = opening.suggested_keys(cards)
        return SeatPrompt(
            seat,
            1,
            PromptKind.CHOICE,
            words("choose_beginning"),
            offer,
            0,
            len(offer()),
            default=usual,
            usual=usual,
        )

    def _begin_if_chosen(self) -> None:
        if not self.begun:
            return
        for seat in (0, 1):
            heroes = [card for card in self.outside[seat] if card.is_a("hero")][:1]
            equipped = opening.find_cards(self.outside[seat], self.picked[seat] or ())
            for card, place in opening.places(seat, [*heroes, *equipped]):
                ops.move(self.state, card, place, cause="opening", by=seat, controller=seat)
            health = int(heroes[0].facts.extra.get("health", self.format.life)) if heroes else 0
            ops.tally(self.state, f"{seat}:life", health or self.format.life)
            for name in own.POINTS:
                ops.tally(self.state, f"{seat}:{name}", 0)
            turns.draw_up(self.state, seat)
        turns.begin_turn(self.state, self._first)

    def _prompt_notices(self) -> tuple[PromptNotice, ...]:
        if self.begun or self._result is not None:
            return super()._prompt_notices()
        return tuple(
            PromptNotice(seat, str(PromptKind.CHOICE)) for seat in (0, 1) if self.picked[seat] is None
        )
