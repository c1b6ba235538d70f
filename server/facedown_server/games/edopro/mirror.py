"""The core's messages as operations on our State: where every card lies, and what everybody may see happen.

The core says codes and places, never which physical card; equal copies that were shuffled are taken in their
order. What is computed is asked for (`requests.Asked`). Nothing else of its stream comes any further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any

from facedown_server.games.edopro.engine_protocol import QueryResult
from facedown_server.games.edopro.locations import (
    BANISHED,
    DECK,
    DEFENSE,
    EXTRA,
    FACE_UP,
    GRAVEYARD,
    HAND,
    MONSTERS,
    OVERLAY,
    SCALES,
    SLOTS,
    SPELLS,
    CoreMaterials,
    Places,
)
from facedown_server.games.edopro.pile_orders import OutOfStep, PileOrders, at_once
from facedown_server.games.edopro.revealed_cards import ShownCards, Shows
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import move_reasons, prompts, queries, values
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.games.edopro.stream.prompt_sources import PromptSources
from facedown_server.refereeing.prompts import DuelPrompt, Play, Show
from facedown_server.refereeing.referee import Result
from facedown_server.table import ops
from facedown_server.table.state import Card, ChainLink, State
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.protocol.asking import About, What
from facedown_shared.protocol.visible_events import Cause, EventKind
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place
from facedown_shared.text.words import NOTHING, Words

PHASES = {0x1: "draw", 0x2: "standby", 0x4: "main1", 0x8: "battle", 0x100: "main2", 0x200: "end"}
LASTING: dict[str, What] = {
    "draw": "draw_phase", "standby": "standby_phase", "battle": "battle_begins", "end": "end_phase",
}  # fmt: skip
WINS = {0x1: "lp", 0x2: "deckout", 0x10: "exodia"}
BATTLE_END_PHASE_BITS = 0x80
NO_PLAYER_CODE = 2
LEAVING_REASON_FLAG = 1 << 32
"""Above all bits of the core's reasons."""


class Mirror:
    """The State of one duel, moved by what the core says."""

    def __init__(self, state: State, pool: Pool, places: Places) -> None:
        self.state, self.pool, self.places = state, pool, places
        self.ended: Result | None = None
        self.hint = 0
        """What the core says the next choice is for: a number of its own texts, or a passcode."""
        self.about: About | None = None
        self.lists: dict[tuple[int, int], list[Any]] = {
            (player, location): [None] * SLOTS.get(location, 0)
            for player in (0, 1)
            for location in (DECK, HAND, MONSTERS, SPELLS, GRAVEYARD, BANISHED, EXTRA)
        }
        """Cards by the core's own count of places: a Deck's topmost is its last."""
        self._materials = CoreMaterials(state)
        self._pending: list[tuple[ChainLink, int]] = []
        """What is being activated, before it stands on the chain."""
        self._summoning: list[tuple[Card, str]] = []
        self.showing = ShownCards(state, places, self.card, self._pending)
        self.sources = PromptSources(state, self.card)
        self.is_scaling = False
        """Whether a Pendulum Summon was chosen in the open state that was asked last."""
        self._used = 0
        """The core's reasons of materials since the last monster came to the field; Tributes for a Tribute
        Summon are such."""
        self._orders = PileOrders(state, places, self.lists, self.card)
        self._moves: dict[type[Any], Callable[[Any], Shows | None]] = {
            said.CardsDrawn: self._draw, said.CardMoved: self._move, said.PositionChange: self._position,
            said.Swap: self._swap, said.ShuffleHand: self._orders.shuffle_named,
            said.ShuffleExtra: self._orders.shuffle_named, said.ConfirmCards: self._confirm,
            said.ConfirmDeckTop: self._confirm_top,
            said.ConfirmExtraTop: self._confirm_top, said.NewTurn: self._turn, said.NewPhase: self._phase,
            said.SummonBegun: self._summons, said.SpecialSummoning: self._summons,
            said.FlipSummoning: self._flips, said.Summoned: self._summoned,
            said.SpecialSummoned: self._summoned, said.FlipSummoned: self._summoned,
            said.Chaining: self._chaining, said.BecomeTarget: self._targets, said.Chained: self._chained,
            said.ChainSolving: self._solving, said.ChainSolved: self._solved, said.ChainEnd: self._chain_end,
            said.ChainNegated: self._negated, said.ChainDisabled: self._negated, said.Damage: self._damage,
            said.Recover: self._recover, said.PayLife: self._pay, said.LifeUpdate: self._life,
            said.Equipped: self._equip, said.Unequip: self._unequip, said.CardTarget: self._tie,
            said.CancelTarget: self._untie, said.AttackDeclared: self._attack, said.Battle: self._battle,
            said.AttackDisabled: self._attack_negated, said.DamageStepStart: self._damage_step,
            said.DamageStepEnd: self._damage_step_end, said.AddCounter: self._counters,
            said.RemoveCounter: self._counters, said.TossCoin: self._coins, said.TossDice: self._dice,
            said.Win: self._win, said.Hint: self._hinted, said.RemoveCards: self._remove,
            said.Set: self._was_set, prompts.SortCards: self.showing.sort,
        }  # fmt: skip

    # --- the whole of what one call said --------------------------------------------------------------------

    def lay(self, player: int, location: int, cards: Sequence[Card]) -> None:
        """What lies in a pile when the duel begins, in the core's order."""
        self.lists[(player, location)] = list(cards)

    def take(
        self, told: Sequence[Any], asked: Sequence[QueryResult],
        before: Callable[[Any], Iterable[DuelPrompt | Show]] = lambda message: (),
    ) -> Play[None]:  # fmt: skip
        """Carry out what one call said, with what was asked behind it. `before`: what goes first.

        When the duel is over nothing counts any more: the core clears its chain away behind that.
        """
        answers = {(one.player, one.location): [*queries.read(one.cards)] for one in asked}
        for leaving, run in groupby(told, leaves):  # the first word of an end is the end, whatever follows
            if not leaving:
                for message in run:
                    if self.ended is None:
                        self.showing.cover(message)
                        if type(message) in prompts.KINDS:  # windows before it see what it sees
                            self._look(answers)
                        yield from before(message)
                        yield from self._take(message, answers)
            elif self.ended is None:
                moved = [*run]
                self.showing.cover(moved[0])
                yield from before(moved[0])
                self._move_at_once(moved)
        if self.ended is None:
            self._look(answers)

    def _take(self, message: Any, answers: dict[tuple[int, int], list[Any]]) -> Shows:
        kind = type(message)
        if kind is said.ShuffleDeck:
            self._orders.shuffle_deck(message.player, answers)
        elif kind is said.ShuffleSet:
            self._orders.mix(message, answers)
        elif kind is said.SwapGraveDeck:
            self._orders.swap_piles(message.player, answers)
        elif (step := self._moves.get(kind)) is not None:
            yield from step(message) or ()
        self.sources.hear(message)

    @property
    def is_chaining(self) -> bool:
        """Whether something is being activated, or stands on the chain."""
        return bool(self._pending or self.state.chain)

    # --- cards and places -----------------------------------------------------------------------------------

    def card(self, spot: CoreSpot) -> Card | None:
        """The card at a place of the core's, or None."""
        cards = self.lists.get((spot.player, spot.location & ~OVERLAY), ())
        found: Card | None = cards[spot.sequence] if spot.sequence < len(cards) else None
        if spot.location & OVERLAY and found is not None:
            return self._materials.at(found, spot.position)
        return found

    def _at(self, spot: CoreSpot, code: int) -> Card:
        """The same, where there must be one of this passcode. Raises OutOfStep."""
        found = self.card(spot)
        if code and found is not None and found.code != code and spot.location in (DECK, EXTRA):
            found = self._bring(spot, code)
        if found is None or (code and found.code != code):
            raise OutOfStep(f"{code} is not at {spot}, but {found}")
        return found

    def _bring(self, spot: CoreSpot, code: int) -> Card | None:
        """A pile that nobody sees lies otherwise than we know: an effect put it in an order and said nothing.
        A face-down card of this passcode comes to where the core has it, for another one."""
        cards: list[Card] = self.lists[(spot.player, spot.location)]
        for index, card in enumerate(cards):
            if card.code == code and not card.face_up:
                cards[index], cards[spot.sequence] = cards[spot.sequence], card
                return card
        return None

    def _facts(self, code: int) -> Facts:
        found = self.pool.get(code)
        return found if found is not None else Facts(code=code, name=f"passcode {code}", kinds=("monster",))

    def _out(self, spot: CoreSpot, card: Card) -> None:
        """A card leaves the core's list."""
        if spot.location & OVERLAY:
            self._materials.remove(self._bearer(spot), card)
            return
        cards = self.lists[(spot.player, spot.location)]
        if spot.location in SLOTS:
            cards[spot.sequence] = None
        else:
            del cards[spot.sequence]

    def _bearer(self, spot: CoreSpot) -> Card:
        bearer: Card = self.lists[(spot.player, spot.location & ~OVERLAY)][spot.sequence]
        return bearer

    def _in(self, spot: CoreSpot, card: Card) -> None:
        cards = self.lists[(spot.player, spot.location)]
        if spot.location in SLOTS:
            cards[spot.sequence] = card
        else:
            cards.insert(spot.sequence, card)

    def _draw(self, message: said.CardsDrawn) -> None:
        deck, seat = self.lists[(message.player, DECK)], self.places.seat(message.player)
        for drawn in message.cards:
            card = self._topmost(deck, drawn.code)
            deck.remove(card)
            self.lists[(message.player, HAND)].append(card)
            ops.move(self.state, card, Place(seat, "hand"), face_up=False, cause="draw", kind="draw")

    @staticmethod
    def _topmost(deck: list[Card], code: int) -> Card:
        for card in reversed(deck):
            if card.code == code:
                return card
        raise OutOfStep(f"{code} is drawn, and is not in the Deck")

    def _move(self, message: said.CardMoved) -> None:
        if not message.start.location:
            facts, owner = self._facts(message.code), self.places.seat(message.start.player)
            self._arrive(ops.create(self.state, facts, owner, token="token" in facts.kinds), message)
        else:
            self._arrive(self._leave(message), message)

    def _move_at_once(self, run: Sequence[said.CardMoved]) -> None:
        """Cards go somewhere off the field one right after the other: in an order that tells nothing."""
        moves: list[tuple[Card, Callable[[], None]]] = []
        for message in run:
            card = self._leave(message)
            moves.append((card, self._enter(card, message)))
        order = {card: at_once(self.state, card) for card, _ in moves}
        for _, carry_out in sorted(moves, key=lambda move: order[move[0]]):
            carry_out()

    def _leave(self, message: said.CardMoved) -> Card:
        """A card leaves where the core had it."""
        card = self._at(message.start, message.code)
        if not message.goal.location & OVERLAY:
            self._materials.attach_waiting(card)
        self._out(message.start, card)
        if message.reason & move_reasons.MATERIAL:
            self._used |= message.reason
        return card

    def _arrive(self, card: Card, message: said.CardMoved) -> None:
        goal = message.goal
        if goal.location in SLOTS and self.lists[(goal.player, goal.location)][goal.sequence] is not None:
            self._make_way(goal)
        enter = self._enter(card, message)
        if goal.location in SLOTS:
            self._materials.attach_waiting(card, self.places.place(goal))
        enter()

    def _enter(self, card: Card, message: said.CardMoved) -> Callable[[], None]:
        """A card comes to where the core has it from now on; gives what carries that out in our State."""
        start, goal = message.start, message.goal
        if not goal.location:
            return lambda: self._vanish(card, message.reason)
        if goal.location & OVERLAY:
            bearer = self.card(goal._replace(location=goal.location & ~OVERLAY))
            if bearer is None:
                raise OutOfStep(f"nothing lies at {goal} to be a material of")
            self._materials.add(bearer, card)
            return lambda: self._materials.attach(bearer, card)
        self._in(goal, card)
        bottom = goal.location == DECK and goal.sequence == 0 and len(self.lists[(goal.player, DECK)]) > 1
        return lambda: self._lay(card, start, goal, message.reason, bottom=bottom)

    def _vanish(self, card: Card, reason: int) -> None:
        ops.vanish(self.state, card, cause=move_reasons.cause(reason))

    def _make_way(self, goal: CoreSpot) -> None:
        """Two cards change places one after the other: the second waits beside the field meanwhile."""
        other: Card = self.lists[(goal.player, goal.location)][goal.sequence]
        free = next(slot for slot, one in enumerate(self._row(other.place)) if one is None)
        ops.move(
            self.state, other, other.place._replace(slot=free), face_up=other.face_up,
            defense_position=other.defense_position, cause="moving", controller=other.controller,
        )  # fmt: skip

    def _row(self, place: Place) -> list[Any]:
        return self.state.pile(place.seat, place.zone)

    def _lay(self, card: Card, start: CoreSpot, goal: CoreSpot, reason: int, *, bottom: bool) -> None:
        place, face_up = self.places.place(goal), bool(goal.position & FACE_UP)
        on_field = goal.location in SLOTS
        if goal.location == GRAVEYARD:
            face_up = True
        elif goal.location in (DECK, HAND):
            face_up = False
        changes = on_field and start.location in SLOTS and start.location != goal.location
        came_set = on_field and not face_up and start.location in (HAND, DECK, GRAVEYARD, EXTRA, BANISHED)
        kind: EventKind = "set" if came_set else "move"
        cause: Cause = (
            "set" if came_set else "banish" if goal.location == BANISHED else move_reasons.cause(reason)
        )
        if goal.location == SPELLS and start.location in UNSEEN and not came_set:
            cause = "rule"  # the core's reason is still how it came to where nobody sees it
        if goal.location == MONSTERS and start.location not in SLOTS and face_up:
            used, self._used = self._used, 0
            by_hand = start.location == HAND and not reason & move_reasons.SPECIAL
            cause = move_reasons.summon(card.facts, used, by_rule=by_hand, scaling=self.is_scaling)
        ops.move(
            self.state, card, place, face_up=face_up,
            defense_position=goal.location == MONSTERS and bool(goal.position & DEFENSE),
            cause=cause,
            controller=self.places.seat(goal.player) if on_field else card.owner, bottom=bottom, kind=kind,
            anew=changes,
        )  # fmt: skip
        if on_field and (changes or not start.location & (MONSTERS | SPELLS)):
            scales = goal.location == SPELLS and goal.sequence in SCALES
            scale = scales and "pendulum" in card.facts.kinds and face_up
            ops.mark(self.state, card, arrived=self.state.turn, **({"summoned": "scale"} if scale else {}))

    def _position(self, message: said.PositionChange) -> None:
        card = self._at(message.spot, message.code)
        self._turn_card(card, message.now, "position")

    def _turn_card(self, card: Card, position: int, cause: Cause) -> None:
        face_up, defense = bool(position & FACE_UP), bool(position & DEFENSE) and card.in_monster_zone
        if (card.face_up, card.defense_position) != (face_up, defense):
            ops.turn_card(self.state, card, face_up=face_up, defense_position=defense, cause=cause)

    def _swap(self, message: said.Swap) -> None:
        one, other = self._at(message.spot, message.code), self._at(message.other, message.other_code)
        here, there = one.place, other.place
        self._out(message.spot, one)
        self._out(message.other, other)
        self._in(message.other, one)
        self._in(message.spot, other)
        ops.exchange(self.state, (one, there), (other, here))

    def _remove(self, message: said.RemoveCards) -> None:
        for spot, card in [(spot, self.card(spot)) for spot in message.spots]:
            if card is not None:
                cards = self.lists[(spot.player, spot.location & ~OVERLAY)]
                if spot.location in SLOTS:
                    cards[spot.sequence] = None
                elif not spot.location & OVERLAY:
                    cards.remove(card)
                ops.vanish(self.state, card)

    # --- what is shown --------------------------------------------------------------------------------------

    def _confirm(self, message: said.ConfirmCards) -> Shows:
        cards = [self._at(row.spot, row.code) for row in message.cards if row.spot.location]
        yield from self.showing.confirm(message, cards)

    def _confirm_top(self, message: said.ConfirmDeckTop) -> Shows:
        cards = [self._at(row.spot, row.code) for row in message.cards]
        yield from self.showing.show(cards, ops.ALL_CLASSES_MASK)

    # --- turn and Summons -----------------------------------------------------------------------------------

    def _turn(self, message: said.NewTurn) -> None:
        ops.turn(self.state, self.places.seat(message.player))

    def _phase(self, message: said.NewPhase) -> None:
        name = PHASES.get(message.phase)
        if name is not None and name != self.state.phase:
            ops.next_moment(self.state)
            ops.phase(self.state, name)
        if name in LASTING:
            self.about = About(LASTING[name], self.state.turn_player)
        elif message.phase == BATTLE_END_PHASE_BITS:
            self.about = About("battle_ends", self.state.turn_player)
            self._end_battle()
        else:
            self.about = About("main_phase_ends", self.state.turn_player)

    def _summons(self, message: said.SummonBegun) -> None:
        card = self._at(message.spot, 0)
        special = type(message) is said.SpecialSummoning
        self._summoning.append((card, "special" if special else "normal"))
        self.about = About("summon", self.places.seat(message.spot.player))

    def _flips(self, message: said.FlipSummoning) -> None:
        card = self._at(message.spot, message.code)
        self._turn_card(card, message.spot.position, "flip_summon")
        self._summoning.append((card, "flip"))

    def _summoned(self, message: object) -> None:
        for card, word in self._summoning:
            if card.in_monster_zone:
                seat = card.controller
                ops.mark(self.state, card, summoned=word)
                ops.note(self.state, "summoned", seat=seat, card=card, word=word, by=seat, place=card.place)
                self.about = About("summon", seat)
        self._summoning.clear()

    def _was_set(self, message: said.Set) -> None:
        self.about = About("act", self.state.turn_player)

    # --- the chain ------------------------------------------------------------------------------------------

    def _chaining(self, message: said.Chaining) -> None:
        self.is_scaling = False
        card = self._at(message.spot, message.code)
        seat = self.places.seat(message.player)
        if not card.face_up and not card.revealed:
            ops.reveal(self.state, (card,), cause="activate")
        place = self.places.place(CoreSpot(message.player, message.location & ~OVERLAY, message.sequence))
        link = ChainLink(seat, card, card.handles, self._effect(message.text), (), place)
        self._pending.append((link, message.link))

    @staticmethod
    def _effect(text: int) -> Words:
        return NOTHING

    def _targets(self, message: said.BecomeTarget) -> None:
        found = [card for spot in message.spots if (card := self.card(spot)) is not None]
        targets = tuple(sorted(found, key=lambda card: at_once(self.state, card)))
        if self._pending:
            link, number = self._pending[-1]
            merged = (*link.targets, *targets)
            self._pending[-1] = (
                ChainLink(link.seat, link.card, link.handles, link.words, merged, link.place), number,
            )  # fmt: skip

    def _chained(self, message: said.Chained | said.Win) -> None:
        if self._pending:
            link, number = self._pending.pop()
            ops.link(self.state, link, f"core:{number}")
            self.about = About("activation", link.seat)

    def _solving(self, message: said.ChainSolving) -> None:
        if len(self.state.chain) >= message.link:
            ops.resolving(self.state, self.state.chain[message.link - 1])

    def _solved(self, message: said.ChainSolved) -> None:
        while len(self.state.chain) >= message.link:
            ops.unlink(self.state)

    def _chain_end(self, message: said.ChainEnd) -> None:
        while self.state.chain:
            ops.unlink(self.state)
        self._pending.clear()
        self.showing.chain_ends()
        if not (self.about and self.about.what == "summon"):
            self.about = About("chain_resolved", self.state.turn_player)

    def _negated(self, message: said.ChainNegated) -> None:
        if len(self.state.chain) >= message.link:
            link = self.state.chain[message.link - 1]
            word = "activation" if type(message) is said.ChainNegated else "effect"
            ops.negate_link(self.state, link, word, SHARED_SEAT_INDEX)

    # --- life, battle, ties, throws -------------------------------------------------------------------------

    def _damage(self, message: said.Damage) -> None:
        cause: Cause = (
            "battle damage" if self.state.battle is not None and not self.state.chain else "effect damage"
        )
        ops.life(self.state, self.places.seat(message.player), -message.amount, cause=cause)

    def _recover(self, message: said.Recover) -> None:
        ops.life(self.state, self.places.seat(message.player), message.amount, cause="gain")

    def _pay(self, message: said.PayLife) -> None:
        ops.life(self.state, self.places.seat(message.player), -message.amount, cause="cost")

    def _life(self, message: said.LifeUpdate) -> None:
        seat = self.places.seat(message.player)
        ops.life(self.state, seat, message.amount - self.state.life(seat), cause="effect")

    def _equip(self, message: said.Equipped) -> None:
        card, monster = self.card(message.spot), self.card(message.target)
        if card is not None and monster is not None:
            ops.equip(self.state, card, monster)

    def _unequip(self, message: said.Unequip) -> None:
        if (card := self.card(message.spot)) is not None:
            ops.unequip(self.state, card)

    def _tie(self, message: said.CardTarget) -> None:
        card, target = self.card(message.spot), self.card(message.target)
        if card is not None and target is not None and target not in card.targets:
            ops.tie(self.state, card, target)

    def _untie(self, message: said.CancelTarget) -> None:
        card, target = self.card(message.spot), self.card(message.target)
        if card is not None and target in card.targets:
            left = [one for one in card.targets if one is not target]
            ops.untie(self.state, card)
            for one in left:
                ops.tie(self.state, card, one)

    def _counters(self, message: said.AddCounter) -> None:
        """Told at once: after the last message of a duel nothing is asked any more."""
        card, name = self.card(message.spot), values.counter(message.counter)
        if card is not None:
            gone = type(message) is said.RemoveCounter
            change = -min(message.many, card.counters.get(name, 0)) if gone else message.many
            if change:
                ops.counters(self.state, card, name, change)

    def _attack(self, message: said.AttackDeclared) -> None:
        attacker = self._at(message.attacker, 0)
        target = self.card(message.target) if message.target.location else None
        ops.battle(self.state, (attacker, target))
        others = (target,) if target is not None else ()
        seat = attacker.controller
        ops.note(self.state, "attack", seat=seat, card=attacker, others=others, by=seat)
        self.about = About("attack", seat)

    def _battle(self, message: said.Battle) -> None:
        attacker = self.card(message.attacker)
        dies = message.dies + message.other_dies
        ops.note(self.state, "battled", seat=self.state.turn_player, card=attacker, amount=dies)

    def _attack_negated(self, message: said.AttackDisabled) -> None:
        if self.state.battle is not None:
            attacker = self.state.battle[0]
            ops.note(self.state, "attack_negated", seat=attacker.controller, card=attacker)
        self._end_battle()

    def _damage_step(self, message: said.DamageStepStart) -> None:
        self.about = About("damage_step", self.state.turn_player)

    def _damage_step_end(self, message: said.DamageStepEnd) -> None:
        self._end_battle()

    def _end_battle(self) -> None:
        if self.state.battle is not None:
            ops.battle(self.state, None)

    def _coins(self, message: said.TossCoin) -> None:
        for value in message.values:
            word = "heads" if value else "tails"
            ops.note(self.state, "coin", seat=self.places.seat(message.player), word=word)

    def _dice(self, message: said.TossDice) -> None:
        for value in message.values:
            ops.note(self.state, "die", seat=self.places.seat(message.player), amount=value)

    def _win(self, message: said.Win) -> None:
        self._chained(message)  # what was paid for with the last Life Points was activated all the same
        winner = None if message.player == NO_PLAYER_CODE else self.places.seat(message.player)
        self.ended = Result(winner, WINS.get(message.reason, "effect" if winner is not None else "lp"))

    def _hinted(self, message: said.Hint) -> None:
        if message.kind == SELECT_MESSAGE_HINT_CODE:
            self.hint = message.value

    # --- what was asked -------------------------------------------------------------------------------------

    def _look(self, answers: dict[tuple[int, int], list[Any]]) -> None:
        """Write what the core computes, and what of hands everybody may read."""
        for (player, location), found in answers.items():
            cards = self.lists[(player, location)]
            if location in SLOTS:
                for card, told in zip(cards, found, strict=True):
                    if (card is None) is not (told is None):
                        raise OutOfStep(f"{card} stands where the core has {told and told[queries.CODE]}")
                    if card is not None and queries.TYPE in told.values:
                        self._renew(card, told)
            elif location == HAND:
                self._show_hand(cards, found)

    def _renew(self, card: Card, told: queries.CardQuery) -> None:
        if card.code != told[queries.CODE]:
            raise OutOfStep(f"{card} is {told[queries.CODE]} to the core")
        if changed := values.changes(card, told, self.pool):
            ops.set_values(self.state, card, changed)
        now = values.counters(told)
        for name in sorted({*now, *card.counters}):
            if change := now.get(name, 0) - card.counters.get(name, 0):
                ops.counters(self.state, card, name, change)

    def _show_hand(self, cards: list[Card], found: list[Any]) -> None:
        if [card.code for card in cards] != [told[queries.CODE] for told in found]:
            raise OutOfStep("a hand holds other cards than the core's")
        public = [card for card, told in zip(cards, found, strict=True) if told.get(queries.PUBLIC)]
        self.showing.hand(cards, public)


SELECT_MESSAGE_HINT_CODE = 3
UNSEEN = frozenset({DECK, HAND, EXTRA})
"""Where a card lies that others have not seen come there."""


def leaves(message: Any) -> int:
    """Why a card that is there goes somewhere off the field; 0 for anything else."""
    if type(message) is not said.CardMoved or not message.start.location or message.goal.location in SLOTS:
        return 0
    reason: int = message.reason
    return LEAVING_REASON_FLAG | reason
