"""One referee that is led from one open decision to the next, with its options and its state there.

What belongs to a decision (targets, costs, zones) is answered on both sides by one law: the same options get
the same answer, in any order.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from facedown_server.games.duel.chain import legality
from facedown_server.games.duel.core import Fx
from facedown_server.games.duel.effects import listeners
from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.edopro.core_referee import CoreReferee
from facedown_server.games.edopro.prompt_translation import CANCELLED_INDEX
from facedown_server.games.scenarios.words import place_name, zone_name
from facedown_server.refereeing.prompted_referee import PromptedReferee
from facedown_server.refereeing.prompts import Offer
from facedown_server.refereeing.referee import Act, Choice, Frame, PromptKind, SeatPrompt
from facedown_server.table import Card, State
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.tables import Seat
from facedown_shared.text import words

FORMAT = "MR5"
"""The rules that both sides play by."""
OPEN = frozenset(
    {"summon", "set", "special_summon", "flip_summon", "change_position", "activate", "attack", "phase"}
)
"""What a player may do in an open state."""
PHASES = ("main2", "end", "battle")
"""Where a player goes who passes in an open state: the first that is offered."""
SAME = {"pendulum_summon": "special_summon", "by_hand": "activate", "scale": "activate"}
"""Verbs of one side, by the other's names for them."""
FIRST = ("direct", "yes", "activate", "position")
THROWS = frozenset({"coin", "die"})
GOES_HOME = words("effect_ends")
"""What ends as the End Phase begins: the core lets it end first, and here its player chooses when."""
MAX_PROMPTS = 600
"""Prompts between two decisions; more are taken for a duel without end."""


class DuelAction(NamedTuple):
    """A possible action: a verb, a card's passcode, its place."""

    verb: str
    code: int
    place: str


class OpenDecision(NamedTuple):
    """An open decision: whose, in an open state ("turn") or a window, and its options."""

    what: str
    seat: Seat
    deeds: frozenset[DuelAction]


class WindowMoment(NamedTuple):
    """The moment of a window: the core sometimes asks the same twice in it, as after the draw of a turn."""

    turn: int
    phase: str
    damage_step: bool
    links: int
    leaves: bool


class PickedOption(NamedTuple):
    """One option that was picked: its verb, its card and that card's place ("Sangan@1:MZ3"), a zone, a
    word.
    """

    verb: str
    card: str
    place: str
    text: str


class AnsweredPrompt(NamedTuple):
    """The answer to one prompt, and when."""

    seat: Seat
    kind: PromptKind
    turn: int
    phase: str
    chosen: tuple[PickedOption, ...]


class LedDuel:
    """One of the two. `salt`: seeds the law of choices, besides the options."""

    def __init__(self, referee: PromptedReferee, salt: str) -> None:
        self.referee, self._salt = referee, salt
        self.thrown = self.last_idle = self._works = False
        """Whether chance was thrown; whether the Chain Link that came last did nothing, being negated or
        without its card; whether the one that is on does something."""
        self.picks: list[AnsweredPrompt] = []
        self.found: OpenDecision | None = None
        """The open decision that `go_on` reached."""
        self._passed: set[tuple[WindowMoment, OpenDecision]] = set()
        """What was passed since the last action: asked again in the same moment, it is passed again."""
        self._gathers = False
        """Whether a card was picked already where more could be: that is enough."""
        self._left = (0, "")
        """Turn and phase that the turn player last wanted to leave."""
        self._leaves_battle = False
        """Whether the core now asks the opponent about the end of the Battle Step alone: our rules have one
        window for both, that of the End Step."""

    @property
    def state(self) -> State:
        """Its State."""
        return self.referee.state

    def take(self, frames: Iterable[Frame]) -> None:
        """Read the events; chance is thrown by each side for itself."""
        for event in (event for frame in frames for event in frame.events):
            self.thrown = self.thrown or event.kind in THROWS
            if event.kind in ("resolving", "resolved"):
                self.last_idle = event.kind == "resolved" and not self._works
                self._works = event.kind == "resolving"

    def advance(self) -> OpenDecision | None:
        """Advance to the next open decision; None: the duel is over, or goes on without end."""
        self.found = self._next()
        return self.found

    def _next(self) -> OpenDecision | None:
        for _ in range(MAX_PROMPTS):
            asks = self.referee.prompts()
            if not asks:
                return None
            found = self._open(asks[0])
            if self._is_battle_step_left(asks[0]):
                self._answer(asks[0], passing=True)
                continue
            if found is not None and not self._has_passed(asks[0], found):
                return found
            self._answer(asks[0], passing=found is not None)
        return None

    def do(self, deed: DuelAction | None) -> None:
        """Carry this out, or pass: in an open state, go to the next phase."""
        (ask,) = self.referee.prompts()
        goes_on = ask.kind is PromptKind.TURN and (deed is None or deed.verb == "phase")
        self._leaves_battle = goes_on and self.state.phase == "battle"
        if deed is None:
            if (found := self._open(ask)) is not None:
                self._passed.add((self._moment(ask), found))
            if ask.kind is PromptKind.TURN:
                self._left = (self.state.turn, self.state.phase)
            self._answer(ask, passing=True)
            return
        if deed in self._waiting_effects(ask):
            while ask.kind is PromptKind.RESPONSE:  # by both: it is prompted for after their windows
                self._answer(ask, passing=True)
                (ask,) = self.referee.prompts()
        self._passed.clear()
        self._gathers = False
        fitting = [offer for offer in self.referee.offers if _duel_action(offer, ask.seat) == deed]
        yes = [offer for offer in self.referee.offers if offer.verb == "yes"]
        self._pick(ask, [(fitting or yes)[0].key])

    def _open(self, ask: SeatPrompt) -> OpenDecision | None:
        offers = self.referee.offers
        if ask.kind is PromptKind.TURN:
            may = {_duel_action(one, ask.seat) for one in offers if SAME.get(one.verb, one.verb) in OPEN}
            return OpenDecision("turn", ask.seat, frozenset(may))
        verbs = {offer.verb for offer in offers}
        if ask.kind is PromptKind.RESPONSE or (ask.kind is PromptKind.TRIGGER and "pass" in verbs):
            deeds = frozenset(_duel_action(offer, ask.seat) for offer in offers if offer.verb == "activate")
            return OpenDecision("window", ask.seat, deeds | self._waiting_effects(ask)) if deeds else None
        if ask.kind is PromptKind.TRIGGER and offers[0].card is not None:
            return OpenDecision(
                "window", ask.seat, frozenset({_action_of_card("activate", offers[0].card, ask.seat)})
            )
        if len(offers) > 1 and verbs == {"activate"}:  # effects of face-up cards are mandatory
            deeds = frozenset(_duel_action(offer, ask.seat) for offer in offers if not _is_face_up(offer))
            return OpenDecision("window", ask.seat, deeds) if deeds else None
        return None

    def _is_battle_step_left(self, ask: SeatPrompt) -> bool:
        """Return whether this is that window of the core's, the first after the turn player wants to
        leave.
        """
        leaves, self._leaves_battle = self._leaves_battle, False
        return leaves and ask.seat != self.state.turn_player and isinstance(self.referee, CoreReferee)

    def _waiting_effects(self, ask: SeatPrompt) -> frozenset[DuelAction]:
        """Return effects of a phase that our rules ask for after a window, and the core within it."""
        if not isinstance(self.referee, DuelReferee) or ask.kind is not PromptKind.RESPONSE:
            return frozenset()
        duel = self.referee.duel
        if duel.state.chain:
            return frozenset()
        waiting = [
            (one.fx, one.effect) for one in duel.pending
            if one.is_phase_trigger and not (one.passed or one.effect.must)
        ]  # fmt: skip
        waiting += [
            (Fx(duel, card, card.controller, effect, event=duel.phase_began, life=card.incarnation), effect)
            for card, effect in listeners.newly_possible(duel) if not effect.must
        ]  # fmt: skip
        return frozenset(
            _action_of_card("activate", fx.card, ask.seat) for fx, effect in waiting
            if fx.you == ask.seat and legality.can_resolve(fx, effect)
            and legality.is_trigger_usable(duel, fx, effect)
        )  # fmt: skip

    def _has_passed(self, ask: SeatPrompt, found: OpenDecision) -> bool:
        """Return whether the same, or more, was passed in this moment."""
        now = self._moment(ask)
        return any(
            at == now
            and (passed.what, passed.seat) == (found.what, found.seat)
            and found.deeds <= passed.deeds
            for at, passed in self._passed
        )

    def _moment(self, ask: SeatPrompt) -> WindowMoment:
        state = self.state
        now = state.turn, state.phase
        within = ask.about is not None and ask.about.what == "damage_step"
        return WindowMoment(*now, within, len(state.chain), now == self._left)

    def _answer(self, ask: SeatPrompt, *, passing: bool) -> None:
        offers = self.referee.offers
        if passing:
            by_verb = {offer.verb: offer.key for offer in offers}
            phases = {offer.text: offer.key for offer in offers if offer.verb == "phase"}
            ends = [phases[goal] for goal in PHASES if goal in phases]
            must = [offer.key for offer in self._ranked_offers(ask) if _is_face_up(offer)]
            self._pick(ask, [(ends or [by_verb.get("pass") or by_verb.get("no") or must[0]])[0]])
            return
        count = min(max(ask.least, min(1, ask.most)), len(offers))
        ranked = self._ranked_offers(ask)
        self._gathers = bool(ranked) and ranked[0].card is not None  # a search may find nothing to show
        self._pick(ask, [offer.key for offer in ranked[:count]])

    def _ranked_offers(self, ask: SeatPrompt) -> list[Offer]:
        return sorted(self.referee.offers, key=lambda offer: self._rank(offer, ask.seat))

    def _rank(self, offer: Offer, seat: Seat) -> tuple[Any, ...]:
        if (
            offer.verb == "no"
            or offer.key.startswith("back:")
            or (offer.verb == "done" and offer.value == CANCELLED_INDEX)
        ):
            return len(FIRST) + 2, ""
        if offer.words == GOES_HOME:
            return -1, ""
        if offer.verb == "done":
            return (-1 if self._gathers else len(FIRST) + 1), ""
        first = FIRST.index(offer.verb) if offer.verb in FIRST else len(FIRST)
        if offer.place is not None:
            return first, place_name(offer.place, seat)
        if offer.card is None:
            return first, {"attack": "", "face_up_attack": ""}.get(offer.text, offer.key)
        action = _action_of_card("", offer.card, seat)
        return first, hashlib.sha256(f"{self._salt} {action}".encode()).hexdigest()

    def _pick(self, ask: SeatPrompt, keys: Sequence[str]) -> None:
        picked = tuple(_picked_option(offer, ask.seat) for offer in self.referee.offers if offer.key in keys)
        self.picks.append(AnsweredPrompt(ask.seat, ask.kind, self.state.turn, self.state.phase, picked))
        act = Act(ask.seat, Choice(tuple(keys)))
        self.referee.check(act)
        self.take(self.referee.apply(act))


def _picked_option(offer: Offer, seat: Seat) -> PickedOption:
    card = offer.card
    where = "" if card is None else f"{card.name}@{place_name(card.place, card.controller)}"
    return PickedOption(
        offer.verb, where, zone_name(offer.place, seat) if offer.place is not None else "", offer.text
    )


def _is_face_up(offer: Offer) -> bool:
    return offer.card is not None and offer.card.face_up


def _duel_action(offer: Offer, seat: Seat) -> DuelAction:
    verb = SAME.get(offer.verb, offer.verb)
    if verb == "phase":
        return DuelAction(verb, 0, offer.text)
    return _action_of_card(verb, offer.card, seat) if offer.card is not None else DuelAction(verb, 0, "")


def _action_of_card(verb: str, card: Card, seat: Seat) -> DuelAction:
    on_field = card.place.slot >= 0
    return DuelAction(
        verb, _code(card), place_name(card.place, seat) if on_field else f"{card.owner}:{card.zone}"
    )


def _code(card: Card) -> int:
    """Return a card's passcode; every Token has the same, as the core gives each picture of one another."""
    return 0 if card.facts.is_a("token") or card.code not in bundled_pool() else card.code


def state_values(state: State) -> dict[str, Any]:
    """Return the state of a duel in plain values: what has no order of its own as a set."""
    values: dict[str, Any] = {"phase": state.phase, "turn player": state.turn_player}
    for seat in (0, 1):
        values[f"life {seat}"] = state.life(seat)
        for zone in ("hand", "graveyard", "banished", "extra_deck"):
            values[f"{zone} {seat}"] = sorted(card.code for card in state.pile(seat, zone))
        values[f"deck {seat}"] = [card.code for card in state.pile(seat, "deck")]
    for card in state.cards:
        if card.place.slot >= 0 and card.zone not in ("deck", "hand", "graveyard", "banished", "extra_deck"):
            values[f"field {place_name(card.place, 0)}"] = _card_values(card)
    return values


def _card_values(card: Card) -> tuple[Any, ...]:
    lies = (_code(card), card.controller, card.face_up)
    if not card.is_in_monster_zone:
        return lies
    values: tuple[int | None, ...] = (card.attack, card.defense, card.level) if card.face_up else ()
    if card.face_up and card.facts.is_a("link"):
        values = (card.attack,)
    return (*lies, card.defense_position, *values, len(card.materials))
