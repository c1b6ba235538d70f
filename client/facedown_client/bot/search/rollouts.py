"""Rollouts: a determinized duel in which both seats are played by `normal`, and what it is worth then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from facedown_client.bot.board_worth import (
    EMPTY_FIELD_POINTS,
    HAND_CARD_POINTS,
    LETHAL_POINTS,
    SET_CARD_POINTS,
    Unit,
    life_worth,
)
from facedown_client.bot.bot import MAX_REPEATS, act_key
from facedown_client.bot.normal_bot import NormalBot
from facedown_client.bot.plan_context import monster_keep
from facedown_client.bot.plans import QUICK_DEPTH
from facedown_client.bot.search.determinization import Determinization, format_of
from facedown_client.bot.search.search_calls import Candidate, SearchRequest
from facedown_client.bot.tactics import DuelBoard
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.duel.resumed_duel import resume_duel
from facedown_server.refereeing.referee import Act, Conceded, Origin, PromptKind, SeatPrompt
from facedown_server.room.match.pending_prompts import PendingPrompt, is_auto_passed
from facedown_server.table import Card, RandomStreams, State, sight
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.protocol.asking import DEFAULT
from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.tables import FORMATS, Seat, View
from facedown_shared.text import Illegal

MAX_ROLLOUT_PROMPTS = 400
MAX_REFUSALS = 3
LIFE_RATIO = 1.5
"""Weight of Life Points against that of plans: a rollout ends before their loss does."""
READY_CARD_POINTS = HAND_CARD_POINTS + 100
OTHER_CARD_POINTS = 350
"""Worth of a face-up Spell or Trap on the field."""
EXTRA_DECK_BONUS_POINTS = 250
WIN_BONUS_POINTS_PER_TURN = 500
"""What an earlier victory, or a later defeat, is worth more."""


class RolloutBot(NormalBot):
    """`normal` with quick plans, which begins with a given act."""

    depth = QUICK_DEPTH

    def __init__(self, seat: Seat, seed: int) -> None:
        super().__init__(seat, seed)
        self.first: Candidate | None = None

    def begin_with(self, act: Candidate, banned: Sequence[Option], turn: int) -> None:
        """Take this act at the next prompt of the open state, and none of the banned ones in this turn."""
        self.first, self._turn = act, turn
        for option in banned:
            self._acts[act_key(option)] = MAX_REPEATS

    def _open_state(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        if self.first is None:
            return super()._open_state(prompt, board)
        act, self.first = self.first, None
        self._aims = act.aims
        return [act.option]


class Rollout:
    """One determinized duel. `is_faithful`: whether the prompt and the numbers of the View come out of it."""

    def __init__(self, request: SearchRequest, assumed: Determinization, seed: int) -> None:
        self.request, self.seat = request, request.seat
        self.referee = DuelReferee(FORMATS[format_of(request)], bundled_pool())
        streams = RandomStreams(f"search:{seed}".encode().ljust(32, b"."))
        cards, frames = resume_duel(self.referee, assumed.duel, streams)
        _exhaust(frames)
        self._views: list[tuple[View, int] | None] = [None, None]
        self._bots = (RolloutBot(0, seed), RolloutBot(1, seed))
        self._pass_to_open_state()
        self._handles = {
            handle: card.handles[self.seat]
            for handle, card in zip(assumed.handles, cards, strict=True) if handle
        }  # fmt: skip
        self._cards = {handle: card for handle, card in zip(assumed.handles, cards, strict=True) if handle}

    @property
    def state(self) -> State:
        return self.referee.state

    def _pass_to_open_state(self) -> None:
        """Pass what is asked before the open state: the beginning of the phase is over already."""
        for _ in range(MAX_ROLLOUT_PROMPTS):
            ask = self._ask()
            if ask is None or (ask.kind is PromptKind.TURN and ask.seat == self.seat):
                return
            _exhaust(self.referee.apply(PendingPrompt(ask, 0.0).default(Origin.AUTO)))

    def _ask(self) -> SeatPrompt | None:
        return None if self.referee.result() is not None else self.referee.prompts()[0]

    @property
    def is_faithful(self) -> bool:
        """Whether monsters have the numbers that the View shows."""
        return self._ask() is not None and all(
            seen.attack == card.attack and seen.defense == card.defense
            for handle, card in self._cards.items()
            if card.is_in_monster_zone and (seen := self.request.view.cards[handle]).face_up
        )

    def find_act(self, candidate: Candidate) -> Candidate | None:
        """Return a candidate with this duel's options and handles; None if the act is not offered here."""
        wanted = self.request.prompt.options[candidate.option]
        key = self._key_of(wanted, self._handles.get(wanted.card, 0))
        ask = self._ask()
        for index, (_, option) in enumerate(ask.options if ask else ()):
            if self._key_of(option, option.card) == key:
                return Candidate(index, tuple(self._handles.get(aim, 0) for aim in candidate.aims))
        return None

    @staticmethod
    def _key_of(option: Option, card: int) -> tuple[str, int, int, str]:
        return option.verb, card, option.code if not card else 0, option.does

    def play(self, candidate: Candidate, last_turn: int) -> float | None:
        """Play a candidate, then both seats up to the end of a turn. Return what the duel is worth then."""
        act, ask = self.find_act(candidate), self._ask()
        if act is None or ask is None:
            return None
        known = {
            self._key_of(option, self._handles.get(option.card, 0)) for option in self.request.prompt.options
        }
        banned = [option for _, option in ask.options if self._key_of(option, option.card) not in known]
        self._bots[self.seat].begin_with(act, banned, self.state.turn)
        for _ in range(MAX_ROLLOUT_PROMPTS):
            ask = self._ask()
            if ask is None or self.state.turn > last_turn:
                break
            self._answer(ask)
        return self._worth()

    def _answer(self, ask: SeatPrompt) -> None:
        passed = is_auto_passed(ask, DEFAULT)
        act = PendingPrompt(ask, 0.0).default(Origin.AUTO) if passed else self._decide(ask)
        _exhaust(self.referee.apply(act))

    def _decide(self, ask: SeatPrompt) -> Act:
        bot, pending = self._bots[ask.seat], PendingPrompt(ask, 0.0)
        prompt = pending.message()
        for _ in range(MAX_REFUSALS):
            answer = bot.answer(prompt, self._view(ask.seat))
            try:
                act = pending.parse_answer(answer)
                self.referee.check(act)
            except Illegal:
                bot.note_refusal(ask.number)
            else:
                return act
        return Act(ask.seat, Conceded())

    def _view(self, seat: Seat) -> View:
        last = self._views[seat]
        if last is None:
            view = sight.view(self.state, seat)
        else:
            view = sight.renew_view(sight.Glance(self.state, last[1]), last[0])
        self._views[seat] = (view, self.state.touches)
        return view

    def _worth(self) -> float:
        result, state = self.referee.result(), self.state
        if result is not None:
            if result.winner is None:
                return 0.0
            late = WIN_BONUS_POINTS_PER_TURN * (state.turn - self.request.view.turn)
            return (LETHAL_POINTS - late) * (1 if result.winner == self.seat else -1)
        return side_worth(state, self.seat) - side_worth(state, 1 - self.seat)


def side_worth(state: State, seat: Seat) -> float:
    """Return what a player's cards and Life Points are worth, hidden ones included."""
    monsters = 0
    value = LIFE_RATIO * life_worth(state.life(seat)) + sum(map(_hand_card_worth, state.pile(seat, "hand")))
    for card in state.field_cards():
        if card.controller != seat:
            continue
        if card.is_in_monster_zone:
            monsters += 1
            value += unit_of_card(card).worth
        else:
            value += OTHER_CARD_POINTS if card.face_up else _set_card_worth(card)
    return value + EMPTY_FIELD_POINTS * (not monsters)


def _hand_card_worth(card: Card) -> int:
    """Return what a card in the hand is worth: a monster less than on the field, for there is one Normal
    Summon a turn.
    """
    return monster_keep(card.facts) if card.facts.is_monster else HAND_CARD_POINTS


def _set_card_worth(card: Card) -> int:
    """Return what a Set Spell or Trap is worth: ready, it is worth more than in the hand."""
    ready = card.facts.is_trap or card.facts.is_a("quickplay")
    return READY_CARD_POINTS if ready else SET_CARD_POINTS


def unit_of_card(card: Card) -> Unit:
    """Return a monster on the field as a unit of plans."""
    facts = card.facts
    bonus = 120 * (card.is_a("effect") and not card.negated) + EXTRA_DECK_BONUS_POINTS * (
        facts.belongs_in_extra_deck
    )
    position = "set" if not card.face_up else "defense" if card.defense_position else "attack"
    return Unit(
        1, card.attack or 0, card.defense, position, level=card.level, bonus=bonus, kinds=card.kinds,
    )  # fmt: skip


def _exhaust(frames: Iterable[object]) -> None:
    for _ in frames:
        pass
