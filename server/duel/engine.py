"""The duel as a Referee: it runs the rules' generators from prompt to prompt and keeps what rules share.

Rules live in the other files of this folder; this one knows none. It is sync and pure (law 5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from server.duel.core import effect_index, zones
from server.duel.core.effect import CardScript, Effect, Fx, Reaction
from server.duel.core.effect_index import Usable
from server.duel.core.prompts import (
    TAKEN_BACK,
    DelayedAction,
    DuelOver,
    DuelPrompt,
    LegalOptions,
    Offer,
    Permission,
    Play,
    Show,
)
from server.duel.core.words import Limit, Rule
from server.duel.effects import listeners, ongoing_effects, state_checks
from server.duel.game_actions import actions
from server.duel.summons import tributes
from server.referee import Act, Agreed, Back, Choice, Conceded, Expire, Frame, Result, SeatPrompt, Setup
from server.table import ops, sight
from server.table.random_streams import RandomStreams
from server.table.state import Card, GameEvent, State
from shared.cards.facts import Pool
from shared.errors import Code, Illegal
from shared.formats import Format
from shared.protocol.messages import Option
from shared.tables import TABLES
from shared.view import Waiting
from shared.words import Words, words
from shared.zones import Seat

FUEL = 5_000
"""Operations of scripts that one answer may set off; the longest real combos stay under a hundred."""


@dataclass
class TurnRecord:
    """What the rules count within one turn."""

    normal_summons: list[int] = field(default_factory=lambda: [0, 0])
    used: dict[tuple[object, ...], int] = field(default_factory=dict)
    summons: list[int] = field(default_factory=lambda: [0, 0])
    """Successful Summons of every kind, by player."""
    pendulum_summoned: list[bool] = field(default_factory=lambda: [False, False])
    attacked: bool = False
    battle_ended: bool = False
    battle_step: bool = False
    happened: list[GameEvent] = field(default_factory=list)
    """Everything so far, for effects that ask whether something happened this turn."""
    permits: list[Permission] = field(default_factory=list)


class Duel:
    """One duel. `scripts` maps passcodes to Scripts; a card without one has no effects."""

    def __init__(self, rules: Format, pool: Pool, scripts: Mapping[int, CardScript] | None = None) -> None:
        from server.duel.library import library

        self.format = rules
        self.pool = pool
        self.scripts = library(pool) if scripts is None else scripts
        self.state = State(TABLES[rules.table])
        self.effect_index = effect_index.EffectIndex()
        self._lying = dict(zones.by_word(self.state))
        self.streams = RandomStreams(bytes(32))
        self.window: tuple[GameEvent, ...] = ()
        self.recent: list[GameEvent] = []
        self.pending: list[listeners.PendingTrigger] = []
        self.this_turn = TurnRecord()
        self.used_in_duel: dict[tuple[object, ...], int] = {}
        self.activated: list[Any] = []
        """Every activation of the Chain that is on, also of links that have resolved."""
        self.afterwards: list[Callable[[], Play[None]]] = []
        """What is to be done immediately after the Chain Link that is resolving."""
        self.ongoing: list[Any] = []
        self.later: list[DelayedAction] = []
        self.tributed_for: dict[int, tuple[Card, ...]] = {}
        self.homes: dict[int, Any] = {}
        """Card id -> where a monster under somebody's control goes when that ends."""
        self.destroyed_by: dict[int, Card | None] = {}
        """Card id -> the monster that destroyed it by battle last."""
        self.attack: Any = None
        self.active: dict[Rule, list[Any]] = {}
        self.untouched: dict[tuple[int, Seat], ongoing_effects.Values] = {}
        """Passcode and owner -> the values of a face-up monster that no effect changes."""
        self.stamps: dict[int, int] = {}
        self.summoning: Any = None
        self.activating: Card | None = None
        """The Spell or Trap whose activation is being paid for."""
        self.priority_seat: Seat | None = None
        self.fast: dict[str, frozenset[str | int]] = {}
        self.step = ""
        self.resolving = False
        """Whether the effect of a Chain Link is being carried out."""
        self.hands_filled = False
        """Whether a card has come to a hand since somebody last looked for cards that win by themselves."""
        self.kept_open: list[Card] = []
        """Hand cards that a rule keeps revealed."""
        self.drew_too_much = [False, False]
        self.decided: Result | None = None
        self.phase_began: GameEvent | None = None
        self.of_phase: set[tuple[int, int, str]] = set()
        """Triggers of this phase noted so far: card, life and which of its effects."""
        self.looked_at = -1
        """What had changed last when somebody looked for more of them."""
        self.scanned = 0
        self._counts = [0, 0]
        self.reactions: list[tuple[Fx, Reaction]] = []
        """What follows without a chain and is to be carried out before anything else."""
        self._fuel = 0
        self._run: Play[None] | None = None
        self._ask: SeatPrompt | None = None
        self._question: DuelPrompt | None = None
        self._offers = LegalOptions(())

    # --- the Referee's face ---------------------------------------------------------------------------------

    def start(self, setup: Setup, streams: RandomStreams) -> Iterator[Frame]:
        """Begin the duel of a setup; frames up to the first prompt."""
        from server.duel.turn.turn import play

        self.streams = streams
        yield from self.run(play(self, setup))

    def run(self, play: Play[None]) -> Iterator[Frame]:
        """Begin with these rules of play; frames up to the first prompt."""
        self._run = play
        yield from self._advance(None)

    def prompts(self) -> tuple[SeatPrompt, ...]:
        """The open prompt, if the duel runs."""
        return (self._ask,) if self._ask else ()

    @property
    def offers(self) -> Sequence[Offer]:
        """What the open prompt offers as the rules make it: for those who run a duel from within."""
        return self._offers.all()

    def result(self) -> Result | None:
        """How it ended, or None."""
        return self.decided

    def digest(self) -> bytes:
        """The rolling digest over operations and prompts."""
        return self.state.digest()

    def check(self, act: Act) -> None:
        """Raise Illegal if the act is not allowed now; changes nothing (CF-35, CLS-SETUP-13)."""
        if self.decided is not None:
            raise Illegal(words("duel_over"), Code.NOT_NOW)
        if isinstance(act.body, Choice | Back):
            if self._ask is None or self._ask.seat != act.seat:
                raise Illegal(words("not_asked_now"), Code.NOT_YOUR_TURN)
            self._check_answer(self._ask, act.body)
        elif not isinstance(act.body, Conceded | Agreed | Expire):
            raise Illegal(words("unknown_act"), Code.NOT_NOW)

    def apply(self, act: Act) -> Iterator[Frame]:
        """Carry out a checked act; frames up to the next prompt or the end (GAP-24)."""
        body = act.body
        if isinstance(body, Choice):
            values = self._values(body.keys)
            ops.answer(self.state, act.seat, body.keys)
            one = self._question is not None and self._question.one
            yield from self._advance(values[0] if one else values)
        elif isinstance(body, Back):
            ops.answer(self.state, act.seat, ("back",))
            yield from self._advance(TAKEN_BACK)
        elif isinstance(body, Agreed):
            yield from self._end(Result(None, "agreed"))
        elif isinstance(body, Conceded):
            yield from self._end(Result(1 - act.seat, "conceded"))
        elif isinstance(body, Expire):
            yield from self._end(Result(1 - act.seat, body.reason))

    # --- running the rules ----------------------------------------------------------------------------------

    def _advance(self, reply: Any) -> Iterator[Frame]:
        assert self._run is not None
        self._ask = self._question = None
        self._offers = LegalOptions(())
        self._fuel = FUEL
        try:
            step = self._run.send(reply)
            while isinstance(step, Show):
                yield self.frame()
                step = self._run.send(None)
        except DuelOver as over:
            yield from self._end(over.result)
            return
        self._open(step)
        yield self.frame()

    def _open(self, question: DuelPrompt) -> None:
        self._question = question
        offers = self._offers = LegalOptions(question.offers())
        self._counts[question.seat] += 1
        ops.wait(self.state, (Waiting(question.seat, question.public or question.kind),))
        self._ask = SeatPrompt(
            question.seat, self._counts[question.seat], question.kind, question.text,
            lambda: self._shown(question.seat, offers), question.least, question.most, True, question.default,
            question.back, public=question.public,
        )  # fmt: skip

    def _shown(self, seat: Seat, offers: LegalOptions) -> Sequence[tuple[str, Option]]:
        return [(offer.key, self._option(offer, seat)) for offer in offers.all()]

    def _option(self, offer: Offer, seat: Seat) -> Option:
        card = offer.card
        handle = card.handles[seat] if card else 0
        code = card.code if card and not handle and self._may_read(card, seat) else 0
        return Option(offer.verb, handle, code, offer.place, offer.amount, offer.text)

    def _may_read(self, card: Card, seat: Seat) -> bool:
        """Its own Deck is open to a player while they choose from it; a blind choice stays blind."""
        return bool(sight.readers(self.state, card) >> seat & 1) or (card.zone, card.owner) == ("deck", seat)

    def _check_answer(self, ask: SeatPrompt, body: Choice | Back) -> None:
        if isinstance(body, Back):
            if not ask.back:
                raise Illegal(words("no_choice_to_take_back"))
            return
        if len(set(body.keys)) != len(body.keys) or not ask.least <= len(body.keys) <= ask.most:
            raise Illegal(words("choose_so_many", _span(ask.least, ask.most)))
        self._values(body.keys)

    def _values(self, keys: tuple[str, ...]) -> list[Any]:
        found = [self._offers.find(key) for key in keys]
        if None in found:
            raise Illegal(words("not_an_option"))
        return [offer.value for offer in found if offer]

    def _end(self, result: Result) -> Iterator[Frame]:
        self.decided = result
        self._ask = self._question = None
        if self._run is not None:
            self._run.close()
        ops.finish(self.state, str(result))
        yield self.frame()

    def frame(self) -> Frame:
        """Everything that has happened since the last frame, for the room to show."""
        self.collect()
        self.scanned = 0
        return Frame(ops.take_events(self.state))

    # --- what rules ask -------------------------------------------------------------------------------------

    def script(self, card: Card) -> CardScript | None:
        """The card's script, if it has one."""
        return self.scripts.get(card.facts.original)

    def usable(self, word: str, seat: Seat) -> Iterator[tuple[Card, Usable]]:
        """A seat's cards that say something, by where they lie, with what can be used of them there."""
        for zone, pile, shared in self._lying[word, seat]:
            for card in pile if zone in self.effect_index.used_from else ():
                if card is None or (shared and card.controller != seat):
                    continue
                if (script := self.scripts.get(card.facts.original)) is not None:
                    yield card, script.by_zone.get(zone) or effect_index.usable(card, script)

    def lying(self, word: str, seat: Seat) -> list[Card]:
        """A seat's cards by where they lie: "monster", "spell_trap", "field" (all), or a pile's name.

        YGO-FLD-03 to 05, CF-25, CLS-CARD-07, YGO-FZ-06 to 07.
        """
        return [
            card for _, pile, shared in self._lying[word, seat] for card in pile
            if card is not None and (not shared or card.controller == seat)
        ]  # fmt: skip

    def seat_order(self) -> tuple[Seat, Seat]:
        """The turn player, then the other."""
        return (self.state.turn_player, 1 - self.state.turn_player)

    def may_target(self, fx: Fx, card: Card) -> bool:
        """Whether this effect may target that card now; what battle has destroyed is out of reach."""
        if "destroyed_by_battle" in card.memory:
            return False
        return not ongoing_effects.bars_target(self, fx, card) and not actions.is_gone_for_good(self, card)

    def may_special_summon(self, fx: Fx, card: Card, seat: Seat) -> bool:
        """Whether this effect may Special Summon that card to that side."""
        return actions.may_special_summon(self, fx, card, seat)

    def tributable(self, seat: Seat) -> list[Card]:
        """Monsters a player may Tribute for anything but a Tribute Summon."""
        return tributes.usable(self, seat)

    def settable(self, seat: Seat) -> list[Card]:
        """Spells and Traps in a hand that could be Set now."""
        from server.duel.summons import summoning

        return [card for card in self.lying("hand", seat) if summoning.may_set_card(self, seat, card)]

    def summons_left(self, seat: Seat) -> int:
        """How many hand cards a player could Normal Summon or Set beyond the one of the turn."""
        from server.duel.summons import summoning

        return len(summoning.extra_summons(self, seat))

    def may_summon_tokens(self, seat: Seat) -> bool:
        """Whether no rule forbids this player every Special Summon."""
        banned = [row for row in ongoing_effects.rows(self, Rule.NO_SPECIAL_SUMMON) if seat in row.seats]
        return all(callable(row.value) for row in banned)

    def uses(self, fx: Fx, effect: Effect) -> int:
        """How often this effect was used within its limit."""
        return self._usage(effect).get(_limit_key(fx, effect), 0)

    def use(self, fx: Fx, effect: Effect) -> None:
        """Count one use of a limited effect."""
        if effect.limit is not Limit.NONE:
            usage = self._usage(effect)
            usage[_limit_key(fx, effect)] = usage.get(_limit_key(fx, effect), 0) + 1

    def unuse(self, fx: Fx, effect: Effect) -> None:
        """A negated activation does not count where the limit is on activating the card."""
        if effect.limit is Limit.ACTIVATED:
            self._usage(effect)[_limit_key(fx, effect)] -= 1

    def forget_uses(self, card: Card) -> None:
        """A monster turned face-down may use its own effects anew once it is face-up again (GAP-21)."""
        life = (card.id, card.incarnation)
        for usage in (self.this_turn.used, self.used_in_duel):
            for key in [key for key in usage if key[:2] == life]:
                del usage[key]

    def carry_uses(self, card: Card, life: int) -> None:
        """What this card has used in that life it has used in its present one, too."""
        for usage in (self.this_turn.used, self.used_in_duel):
            for key in [key for key in usage if key[:2] == (card.id, life)]:
                usage[card.id, card.incarnation, *key[2:]] = usage.pop(key)

    def _usage(self, effect: Effect) -> dict[tuple[object, ...], int]:
        return self.used_in_duel if effect.limit is Limit.DUEL else self.this_turn.used

    # --- cards carried out by hand: none here; a duel that has such cards says otherwise -------------------

    def answers_by_hand(self, seat: Seat) -> bool:
        """Whether public facts allow this player a response by hand."""
        return False

    def applied_by_hand(self, seat: Seat) -> Iterable[Offer]:
        """What a player may carry out by hand in the open state, without a chain."""
        return ()

    # --- triggers -------------------------------------------------------------------------------------------

    def listen(self, card: Card) -> None:
        """Note a new card's triggers, by the kinds of events they listen to."""
        script = self.script(card)
        if script is not None:
            self.effect_index.add(card, script)

    def collect(self) -> None:
        """Note everything that what has happened since last time sets off."""
        if self.scanned < len(self.state.events):
            listeners.collect(self)

    def burn(self) -> None:
        """One operation of a script; a loop no player breaks makes the duel a draw (law 8, GAP-25)."""
        self._fuel -= 1
        if self._fuel < 0:
            raise DuelOver(Result(None, "loop"))

    def check_state(self) -> Play[None]:
        """What the rules do by themselves after every operation (equips fall off, a duel is won)."""
        yield from state_checks.check_state(self)


def _limit_key(fx: Fx, effect: Effect) -> tuple[object, ...]:
    if effect.limit in (Limit.NAME, Limit.ACTIVATED):
        return (effect.name, effect.key, fx.you)
    return (fx.card.id, fx.card.incarnation, effect.key)


def _span(least: int, most: int) -> Words | int:
    return least if least == most else words("one_to", least, most)
