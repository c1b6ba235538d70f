"""Translation of the core's prompts into ours, and of picked options into the core's answers.

Each prompt of the core becomes a generator of our prompts: mostly one, or several if a choice is made card by
card. Answers that the core would reject are not offered. Keys name our cards, so a log does not depend on the
core's order.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from facedown_server.games.edopro import declarations, hints, trigger_windows
from facedown_server.games.edopro.declarations import AdmittedCards, DeclarableCards
from facedown_server.games.edopro.locations import (
    FACE_DOWN_ATTACK_FLAG,
    FACE_DOWN_DEFENSE_FLAG,
    FACE_UP_ATTACK_FLAG,
    FACE_UP_DEFENSE_FLAG,
    MONSTERS_FLAG,
    SPELLS_FLAG,
)
from facedown_server.games.edopro.mirror import Mirror
from facedown_server.games.edopro.phase_windows import DISCARD_TEXT_CODE, automatic_effect, has_secrets
from facedown_server.games.edopro.pile_orders import place_sort_key
from facedown_server.games.edopro.stream import prompts as asked
from facedown_server.games.edopro.stream.decoding import CoreSpot
from facedown_server.games.edopro.trigger_windows import ONE_TRIGGER_CODE, SEVERAL_TRIGGERS_CODE
from facedown_server.refereeing.prompts import SHOW, DuelOver, DuelPrompt, Offer, Play, Verb, prompt_for_offer
from facedown_server.refereeing.referee import WORKING, PromptKind, Result
from facedown_server.table import Card, ops, sight
from facedown_shared.cards.database_bits import ATTRIBUTES, RACES
from facedown_shared.protocol.asking import About
from facedown_shared.tables import Seat
from facedown_shared.text import NOTHING, Words, words

CHOICE, TURN, RESPONSE = PromptKind.CHOICE, PromptKind.TURN, PromptKind.RESPONSE
TRIGGER = PromptKind.TRIGGER
POSITIONS = (
    (FACE_UP_ATTACK_FLAG, "face_up_attack", "attack"),
    (FACE_DOWN_ATTACK_FLAG, "face_down_attack", "face_down_attack"),
    (FACE_UP_DEFENSE_FLAG, "face_up_defense", "defense"),
    (FACE_DOWN_DEFENSE_FLAG, "face_down_defense", "face_down"),
)
"""Battle positions: the core's bit, our name for the log, and our text."""
_INT, _PAIR, _LONG = struct.Struct("<i"), struct.Struct("<iI"), struct.Struct("<Q")
CANCEL, NO = _INT.pack(-1), _INT.pack(0)
FINISHED_INDEX, CANCELLED_INDEX = -1, -2
"""Values of the option "done": finish with the chosen cards, or cancel the action."""
KEEPING_HINT = (
    asked.SelectChain, asked.SelectEffect, asked.SelectYes, asked.SelectOption, asked.SelectUnselect,
)  # fmt: skip
"""Prompts that leave the core's hint for the next choice of cards valid."""
REPLACEMENT_TEXT_CODE = 96
"""Text code of the question whether an effect replaces a destruction. Such an effect starts no Chain Link."""
OPEN_QUESTIONS = frozenset({30, 31})
"""Text codes of the questions whether an attack that was declared continues and whether it is direct."""
MAX_SUMS_TRIED = 50_000
"""Maximum number of sums to try for one card. After that it is offered without proof."""


class Questions:
    """Translator of the prompts of one duel. `cards`: the cards whose names may be declared."""

    def __init__(self, mirror: Mirror, cards: DeclarableCards) -> None:
        self._mirror, self._cards_by_name = mirror, cards
        self._asks: dict[type[Any], Callable[[Any, Seat], Play[bytes]]] = {
            asked.SelectIdle: self._idle, asked.SelectBattle: self._battle, asked.SelectChain: self._chain,
            asked.SelectEffect: self._effect, asked.SelectYes: self._yes, asked.SelectOption: self._option,
            asked.SelectCard: self._cards, asked.SelectUnselect: self._unselect,
            asked.SelectTribute: self._tribute, asked.SelectSum: self._sum,
            asked.SelectCounter: self._counter, asked.SelectPlace: self._places,
            asked.SelectDisabled: self._places,
            asked.SelectPosition: self._position, asked.SortCards: self._sort, asked.SortChain: self._sort,
            asked.AnnounceRace: self._race, asked.AnnounceAttribute: self._attribute,
            asked.AnnounceNumber: self._number, asked.AnnounceCard: self._name,
            asked.RockPaperScissors: self._hands,
        }  # fmt: skip

    def prompt(self, message: Any) -> Play[bytes]:
        """Open the core's prompt and return the answer for the core. Every prompt names its source card."""
        seat, reply = self._mirror.places.seat(message.player), None
        play, source = self._asks[type(message)](message, seat), self._source(message, seat)
        while True:
            try:
                step = play.send(reply)
            except StopIteration as stop:
                if not isinstance(message, KEEPING_HINT):
                    self._mirror.progress.hint = 0
                answer: bytes = stop.value
                return answer
            if isinstance(step, DuelPrompt):
                step = msgspec.structs.replace(step, source=source)
            reply = yield step

    def _source(self, message: Any, seat: Seat) -> Card | int:
        """Return the card or passcode that a prompt comes from, as far as the seat may know it, or 0.

        Returns 0 for the prompts for an act in the turn, where each option names its own card.
        """
        mirror, sources = self._mirror, self._mirror.sources
        match message:
            case asked.SelectIdle() | asked.SelectBattle():
                return 0
            case asked.SelectChain():
                return mirror.state.chain[-1].card if mirror.state.chain else 0
            case asked.SelectEffect():
                return mirror.card(message.spot) or 0
            case asked.SelectYes():
                return sources.source_of_text(message.text, seat)
            case asked.SelectOption():
                return sources.source_of_text(max(message.texts), seat)
            case asked.SelectPosition():
                return sources.source_of_passcode(message.code, seat)
            case asked.SelectCard() if self._is_hand_limit():
                return 0
        return sources.source_of_text(mirror.progress.hint, seat)

    def _is_hand_limit(self) -> bool:
        """Return whether the prompt is the discard for the hand size limit, which comes from a rule."""
        mirror = self._mirror
        return (
            mirror.state.phase == "end"
            and mirror.progress.hint == DISCARD_TEXT_CODE
            and not mirror.is_chaining
        )

    # --- acts in the turn -----------------------------------------------------------------------------------

    def _idle(self, message: asked.SelectIdle, seat: Seat) -> Play[bytes]:
        rows: list[tuple[int, Verb, Sequence[Any]]] = [
            (0, "summon", message.summons), (1, "special_summon", message.specials),
            (2, "change_position", message.turns), (3, "set", message.monster_sets),
            (4, "set", message.spell_sets), (5, "activate", message.effects),
        ]  # fmt: skip
        offers = [offer for kind, verb, cards in rows for offer in self._commands(seat, kind, verb, cards)]
        phase = self._mirror.state.phase
        ends = [("battle", 6, message.battle), ("end", 7, message.end)]
        offers += [
            Offer(f"phase:{goal}", kind, "phase", text=goal)
            for goal, kind, may in ends
            if may and (goal != "battle" or phase == "main1")
        ]
        return (yield from self._command(seat, words("your_phase", hints.main_phase(self._mirror)), offers))

    def _battle(self, message: asked.SelectBattle, seat: Seat) -> Play[bytes]:
        offers = [*self._commands(seat, 0, "activate", message.effects)]
        offers += self._commands(seat, 1, "attack", message.attackers)
        offers += [
            Offer(f"phase:{goal}", kind, "phase", text=goal)
            for goal, kind, may in (("main2", 2, message.main2), ("end", 3, message.end))
            if may
        ]
        return (yield from self._command(seat, words("your_battle_phase"), offers))

    def _command(self, seat: Seat, title: Words, offers: Sequence[Offer]) -> Play[bytes]:
        default = tuple(offer.key for offer in offers if offer.verb == "phase")[-1:]
        picked = yield DuelPrompt(
            seat, TURN, title, lambda: offers, default=default or (offers[0].key,), one=True
        )
        chosen = next(offer for offer in offers if offer.value == picked)
        mirror = self._mirror
        mirror.progress.is_scaling = chosen.verb == "pendulum_summon"
        mirror.sources.note_choice(chosen.card)
        leaves = {"battle": "before_battle"}.get(chosen.text, "main_phase_ends")
        ends = chosen.verb == "phase" and mirror.state.phase in ("main1", "main2")
        mirror.progress.about = About(leaves if ends else "act", seat)
        return _INT.pack(picked)

    def _commands(self, seat: Seat, kind: int, verb: Verb, rows: Sequence[Any]) -> Iterator[Offer]:
        seen: dict[str, int] = {}
        cards = [(number, row, self._mirror.card(row.spot)) for number, row in enumerate(rows)]
        there = [(number, row, card) for number, row, card in cards if card is not None]
        for number, row, card in sorted(there, key=lambda one: place_sort_key(self._mirror.state, one[2])):
            flips = verb == "change_position" and not card.face_up
            scale = verb == "special_summon" and card.is_on_field and not card.is_in_monster_zone
            word: Verb = "flip_summon" if flips else "pendulum_summon" if scale else verb
            key = f"{word}:{card.id}"
            seen[key] = seen.get(key, 0) + 1
            of_several = seen[key] if sum(other is card for _, _, other in there) > 1 else 0
            text = getattr(row, "text", 0)
            said = hints.effect(self._mirror, seat, text, card, of_several) if verb == "activate" else NOTHING
            if seen[key] > 1:
                key = f"{key}:{seen[key]}"
            yield Offer(key, kind | number << 16, word, card, words=said)

    # --- response windows -----------------------------------------------------------------------------------

    def _chain(self, message: asked.SelectChain, seat: Seat) -> Play[bytes]:
        """Open a response window, or prompt for the next effect if some are mandatory.

        `special` counts the optional triggers (those in a hand appear only here) and effects whose hint
        timing fits. The core does not say which they are, so the window stays a response.
        """
        offers = [
            Offer(offer.key, offer.value >> 16, "activate", offer.card, words=offer.words)
            for offer in self._commands(seat, 0, "activate", message.effects)
            if trigger_windows.is_offered(self._mirror, message, offer.card)
        ]
        mirror, before_draw = self._mirror, self._mirror.progress.is_before_draw
        if message.forced:
            only = automatic_effect(message)
            if only is None:  # prompt for a single one too if hidden cards could have been others
                forced = not has_secrets(mirror.state, seat)
                only = yield from prompt_for_offer(seat, offers, words("choose_next_effect"), forced=forced)
            return _INT.pack(only)
        if before_draw and not offers:
            return CANCEL
        offers.append(Offer("pass", -1, "pass"))
        triggers = message.special == SEVERAL_TRIGGERS_CODE
        picked = yield DuelPrompt(
            seat, TRIGGER if triggers else RESPONSE, hints.window(mirror), lambda: offers, default=("pass",),
            public=RESPONSE, leads_on=triggers or before_draw, about=mirror.progress.about,
            named=lambda: message.special > 0,
        )  # fmt: skip
        if picked >= 0:
            mirror.sources.note_choice(next(offer.card for offer in offers if offer.value == picked))
        return _INT.pack(picked)

    def _effect(self, message: asked.SelectEffect, seat: Seat) -> Play[bytes]:
        card = self._mirror.card(message.spot)
        text = hints.question(self._mirror, seat, message.text, card or 0)
        kind = CHOICE if message.text == REPLACEMENT_TEXT_CODE else TRIGGER
        answer = yield from self._yes_or_no(seat, text, card, kind, leads_on=message.text == ONE_TRIGGER_CODE)
        if answer != NO:
            self._mirror.sources.note_choice(card)
        return answer

    def _yes(self, message: asked.SelectYes, seat: Seat) -> Play[bytes]:
        """Ask a yes/no question.

        Outside a Chain a hidden card may ask it; the prompt then looks like the next response window.
        """
        hidden = not self._mirror.is_chaining and message.text not in OPEN_QUESTIONS
        source = self._mirror.sources.source_of_text(message.text, seat)
        text = hints.question(self._mirror, seat, message.text, source)
        kind = TRIGGER if hidden else CHOICE
        return (yield from self._yes_or_no(seat, text, None, kind, leads_on=hidden))

    def _yes_or_no(
        self, seat: Seat, text: Words, card: Card | None, kind: PromptKind, *, leads_on: bool = False
    ) -> Play[bytes]:  # fmt: skip
        offers = [
            Offer("yes", 1, "yes", card),
            Offer("no", 0, "no", card),
        ]  # yes comes first: most players use their own effect
        public = RESPONSE if kind is TRIGGER else None  # with several effects to use, the core opens a window
        subject = self._mirror.progress.about if kind is TRIGGER else None
        about = subject if subject is not None and subject.what == "attack" else None
        picked = yield DuelPrompt(
            seat, kind, text, lambda: offers, default=("no",), public=public, leads_on=leads_on, about=about
        )
        return _INT.pack(picked)

    def _option(self, message: asked.SelectOption, seat: Seat) -> Play[bytes]:
        offers = [self._choice(seat, number, text) for number, text in enumerate(message.texts)]
        return _INT.pack((yield from prompt_for_offer(seat, offers, words("choose_one"), forced=False)))

    def _choice(self, seat: Seat, number: int, text: int) -> Offer:
        key = f"option:{number}"
        if word := hints.printed_word(text):
            return Offer(key, number, "word", text=word)
        return Offer(key, number, "word", words=hints.option(self._mirror, seat, text, number))

    # --- cards ----------------------------------------------------------------------------------------------

    def _offers(self, rows: Sequence[Any], seat: Seat, verb: Verb = "choose", kind: str = "") -> list[Offer]:
        """Return one offer per card, with its index. Cards that the seat cannot tell apart are numbered
        copies.
        """
        made, copies = [], dict[str, int]()
        for number, row in enumerate(rows):
            card = self._mirror.card(row.spot)
            if card is None:
                key, said = f"{kind}named:{number}", words("the_card_named", row.code)
            else:
                is_known = bool(card.handles[seat])
                key, said = f"{kind}card:{card.id}" if is_known else f"{kind}copy:{card.code}", NOTHING
            copies[key] = copies.get(key, 0) + 1
            if copies[key] > 1 or (card is not None and not card.handles[seat]):
                key = f"{key}:{copies[key] - 1}"
            made.append(Offer(key, number, verb, card, words=said))
        return sorted(made, key=self._sight_order(seat))

    def _is_public(self, offers: Sequence[Offer]) -> bool:
        """Return whether all offered cards are public. If not, skipping a forced choice would disclose
        their number.
        """
        state = self._mirror.state
        cards = [offer.card for offer in offers]
        return all(
            card is not None and sight.readers(state, card) == sight.ALL_CLASSES_MASK for card in cards
        )

    def _sight_order(self, seat: Seat) -> Callable[[Offer], tuple[Any, ...]]:
        """Return a sort key for offers that discloses nothing to the prompted seat (law 2).

        Cards of a Deck sort by name, cards of the opponent's hand and the like by handle, and all others by
        place.
        """
        state = self._mirror.state

        def order(offer: Offer) -> tuple[Any, ...]:
            card = offer.card
            if card is not None and card.zone == "deck":
                return (1, card.name, card.code, offer.value)
            if card is not None and card.zone in sight.UNORDERED and card.place.seat != seat:
                return (0, "", (card.handles[seat],), offer.value)
            return (0, "", () if card is None else place_sort_key(state, card), offer.value)

        return order

    def _cards(self, message: asked.SelectCard, seat: Seat) -> Play[bytes]:
        offers = self._offers(message.cards, seat)
        most = min(message.most, len(offers))
        least = min(message.least, most)
        text = self._text(seat)
        if self._is_hand_limit():
            text = words("discard_to_keep", least, len(offers) - least)
        if least == len(offers) and not message.cancel and self._is_public(offers):
            return indices([offer.value for offer in offers])
        if message.cancel and (least, most) == (1, 1):
            return (yield from self._prompt_one_or_cancel(seat, offers))
        if message.cancel and least > 1:  # card by card: fewer would be no valid answer
            return (yield from self._gather(
                seat, offers, lambda chosen, one: len(chosen) < most, lambda chosen: len(chosen) >= least,
                text, cancel=True,
            ))  # fmt: skip
        default = () if message.cancel and least else tuple(offer.key for offer in offers[:least])
        picked: list[int] = yield DuelPrompt(
            seat, CHOICE, text, lambda: offers, 0 if message.cancel else least, most, default,
            one=False,
        )  # fmt: skip
        if len(picked) < least or (message.cancel and not picked):
            return CANCEL
        return indices(picked)

    def _prompt_one_or_cancel(self, seat: Seat, offers: Sequence[Offer]) -> Play[bytes]:
        """Prompt for one card or to cancel. An attack target is prompted for as in our own rules."""
        attacks = self._mirror.progress.hint == hints.ATTACK_TARGET_TEXT_CODE
        rows = [msgspec.structs.replace(offer, verb="attack") for offer in offers] if attacks else [*offers]
        rows.append(cancel_offer())
        picked = yield DuelPrompt(seat, CHOICE, self._text(seat), lambda: rows, default=("done",))
        return CANCEL if picked == CANCELLED_INDEX else indices([picked])

    def _unselect(self, message: asked.SelectUnselect, seat: Seat) -> Play[bytes]:
        """Prompt to choose another card, take one back, finish or cancel."""
        offers = self._offers(message.cards, seat)
        back = self._offers(message.chosen, seat, kind="back:")
        count = len(message.cards)
        offers += [
            Offer(offer.key, offer.value + count, "choose", offer.card, words=words("take_it_back"))
            for offer in back
        ]
        if message.finish or message.cancel:
            offers.append(Offer("done", FINISHED_INDEX, "done") if message.finish else cancel_offer())
        done = message.finish or message.cancel
        picked = yield DuelPrompt(
            seat, CHOICE, self._text(seat), lambda: offers, default=("done",) if done else (offers[0].key,)
        )
        return CANCEL if picked < 0 else struct.pack("<ii", 1, picked)

    def _tribute(self, message: asked.SelectTribute, seat: Seat) -> Play[bytes]:
        """Prompt for Tributes one by one. Some cards count as two."""
        offers = self._offers(message.cards, seat, "tribute")
        worth = [row.worth for row in message.cards]

        def so_far(chosen: Sequence[int]) -> int:
            return sum(worth[index] for index in chosen)

        def can_end(chosen: Sequence[int]) -> bool:
            return so_far(chosen) >= message.least

        def can_add(chosen: Sequence[int], one: int) -> bool:
            return len(chosen) < message.most and not can_end(chosen)

        cancel, limits = bool(message.cancel), (so_far, message.least) if message.least > 1 else None
        return (
            yield from self._gather(seat, offers, can_add, can_end, self._text(seat), limits, cancel=cancel)
        )

    def _sum(self, message: asked.SelectSum, seat: Seat) -> Play[bytes]:
        """Prompt for materials whose numbers add up to a goal. A card with two numbers counts as either."""
        forced = [row.worth for row in message.forced]
        worth = [row.worth for row in message.cards]
        sums = Sums(message, forced, worth)
        offers = self._offers(message.cards, seat, "material")
        return (
            yield from self._gather(
                seat, offers, sums.can_add, sums.is_valid, self._text(seat), (sums.so_far, message.goal)
            )
        )

    def _gather(
        self, seat: Seat, offers: Sequence[Offer], may_add: Callable[[Sequence[int], int], bool],
        may_end: Callable[[Sequence[int]], bool], text: Words,
        bounds: tuple[Callable[[Sequence[int]], int], int] | None = None, *, cancel: bool = False,
    ) -> Play[bytes]:  # fmt: skip
        """Prompt for cards one by one while they can lead to an answer.

        `bounds`: a function that returns the sum so far, and the goal; shown in the prompt's text.
        """
        chosen: list[int] = []
        while True:
            left = [offer for offer in offers if offer.value not in chosen and may_add(chosen, offer.value)]
            ends = may_end(chosen)
            if ends and not left:
                return indices(chosen)
            if ends or (cancel and not chosen):
                left = [*left, Offer("done", FINISHED_INDEX, "done") if ends else cancel_offer()]
            said = words("so_far", text, bounds[0](chosen), bounds[1]) if bounds is not None else text
            picked = yield from prompt_for_offer(
                seat, left, said, forced=not cancel and self._is_public(offers)
            )
            if picked < 0:
                return indices(chosen) if ends else CANCEL
            chosen.append(picked)

    def _counter(self, message: asked.SelectCounter, seat: Seat) -> Play[bytes]:
        """Prompt for counters one by one, from cards that have some left."""
        taken = [0] * len(message.cards)
        offers = self._offers(message.cards, seat)
        for _ in range(message.many):
            left = [offer for offer in offers if taken[offer.value] < message.cards[offer.value].many]
            taken[(yield from prompt_for_offer(seat, left, words("choose_counter")))] += 1
        return struct.pack(f"<{len(taken)}h", *taken)

    def _sort(self, message: asked.SortCards, seat: Seat) -> Play[bytes]:
        """Prompt for the order of cards or effects, first to last."""
        offers = self._offers(message.cards, seat, "order")
        chosen: list[int] = []
        while len(chosen) < len(offers):
            left = [offer for offer in offers if offer.value not in chosen]
            chosen.append((yield from prompt_for_offer(seat, left, words("choose_next"))))
        order = [chosen.index(index) for index in range(len(chosen))]
        return bytes(order)

    # --- places, positions, declarations --------------------------------------------------------------------

    def _places(self, message: asked.SelectPlace, seat: Seat) -> Play[bytes]:
        mirror, taken, answer = self._mirror, message.taken, b""
        for _ in range(message.many):
            offers = []
            for bit, spot in _spots(message.player):
                if not taken >> bit & 1:
                    place = mirror.places.to_place(spot)
                    offers.append(Offer(f"zone:{place}:{spot.player}", (bit, spot), "zone", place=place))
            offers.sort(key=lambda offer: offer.value[0])
            bit, spot = yield from prompt_for_offer(seat, offers, words("choose_a_zone"))
            taken |= 1 << bit
            answer += bytes((spot.player, spot.location, spot.sequence))
        return answer

    def _position(self, message: asked.SelectPosition, seat: Seat) -> Play[bytes]:
        offers = [
            Offer(f"position:{name}", bit, "position", text=text) for bit, name, text in POSITIONS
            if message.positions & bit
        ]  # fmt: skip
        return _INT.pack((yield from prompt_for_offer(seat, offers, words("choose_a_position"))))

    def _race(self, message: asked.AnnounceRace, seat: Seat) -> Play[bytes]:
        picked = yield from self._pick(seat, RACES, message.races, message.many, words("declare_a_type"))
        return _LONG.pack(picked)

    def _attribute(self, message: asked.AnnounceAttribute, seat: Seat) -> Play[bytes]:
        title = words("declare_an_attribute")
        picked = yield from self._pick(seat, ATTRIBUTES, message.attributes, message.many, title)
        return struct.pack("<I", picked)

    def _pick(self, seat: Seat, names: Sequence[str], allowed: int, count: int, title: Words) -> Play[int]:
        chosen = 0
        for _ in range(count):
            left = [bit for bit in range(64) if allowed >> bit & 1 and not chosen >> bit & 1]
            offers = [
                Offer(f"word:{bit}", bit, "word", text=names[bit] if bit < len(names) else str(bit))
                for bit in left
            ]
            bit = yield from prompt_for_offer(seat, offers, title)
            ops.declare(self._mirror.state, seat, word=names[bit] if bit < len(names) else str(bit))
            chosen |= 1 << bit
        return chosen

    def _number(self, message: asked.AnnounceNumber, seat: Seat) -> Play[bytes]:
        offers = [
            Offer(f"number:{number}", index, "number", amount=number)
            for index, number in enumerate(message.numbers)
        ]
        index = yield from prompt_for_offer(seat, offers, words("choose_a_number"), forced=False)
        ops.declare(self._mirror.state, seat, amount=message.numbers[index])
        return _INT.pack(index)

    def _name(self, message: asked.AnnounceCard, seat: Seat) -> Play[bytes]:
        """Prompt for the name of any card that satisfies the condition, even a card that the seat does
        not know.
        """
        work = self._cards_by_name.admitted_cards(message.codes)
        try:
            while True:
                next(work)
                yield type(SHOW)(WORKING)
        except StopIteration as done:
            admitted: AdmittedCards = done.value
        if not len(admitted):  # the core would repeat the prompt forever
            raise DuelOver(Result(None, "core_lost"))
        code = yield DuelPrompt(seat, CHOICE, _declaration_title(message.codes), tuple, names=admitted)
        ops.declare(self._mirror.state, seat, facts=self._mirror.pool[code])
        return struct.pack("<I", code)

    def _hands(self, message: asked.RockPaperScissors, seat: Seat) -> Play[bytes]:
        offers = [Offer(f"number:{number}", number, "number", amount=number) for number in (1, 2, 3)]
        return _INT.pack((yield from prompt_for_offer(seat, offers, words("choose_one"))))

    def _text(self, seat: Seat) -> Words:
        return hints.choice(self._mirror, seat)


class Sums:
    """Checker of choices whose numbers must add up, as the core counts them. Each card has one number or
    two.
    """

    def __init__(self, message: asked.SelectSum, forced: Sequence[int], worth: Sequence[int]) -> None:
        self._goal, self._least, self._most = message.goal, message.least, message.most
        self._forced, self._worth, self._tried = forced, worth, 0

    def is_valid(self, chosen: Sequence[int]) -> bool:
        """Return whether the chosen cards are a valid answer."""
        values = [*self._forced, *(self._worth[index] for index in chosen)]
        if not chosen and not (self._forced and self._least == 0):
            return False
        if self._most:
            return self._least <= len(chosen) <= self._most and can_add_up(values, self._goal)
        pairs = [(value & 0xFFFF, value >> 16) for value in values]
        lows = [two if two and two < one else one for one, two in pairs]
        highs = [max(pair) for pair in pairs]
        return sum(highs) >= self._goal and sum(lows) - min(lows) < self._goal

    def so_far(self, chosen: Sequence[int]) -> int:
        """Return the sum of the chosen cards. A card with two numbers counts as its first."""
        values = [*self._forced, *(self._worth[index] for index in chosen)]
        return sum(value & 0xFFFF for value in values)

    def can_add(self, chosen: Sequence[int], one: int) -> bool:
        """Return whether the chosen cards plus this one are a valid answer or can lead to one."""
        self._tried = 0
        return self._can_lead([*chosen, one])

    def _can_lead(self, chosen: list[int]) -> bool:
        self._tried += 1
        if self.is_valid(chosen) or self._tried > MAX_SUMS_TRIED:
            return True
        if self._most and len(chosen) >= self._most:
            return False
        if self._lowest_sum(chosen) >= self._goal:
            return False
        left = [index for index in range(len(self._worth)) if index not in chosen]
        return any(
            self._can_lead([*chosen, index]) for index in left if index > chosen[-1] or len(chosen) == 1
        ) or (any(self._can_lead([*chosen, index]) for index in left if index < chosen[-1]))

    def _lowest_sum(self, chosen: Sequence[int]) -> int:
        values = [*self._forced, *(self._worth[index] for index in chosen)]
        return sum(min(filter(None, (value & 0xFFFF, value >> 16)), default=0) for value in values)


def can_add_up(values: Sequence[int], goal: int) -> bool:
    """Return whether the values can add up to exactly the goal. A value with two numbers counts as either."""
    if not values:
        return goal == 0
    one, two = values[0] & 0xFFFF, values[0] >> 16
    return can_add_up(values[1:], goal - one) or (two > 0 and can_add_up(values[1:], goal - two))


def _declaration_title(program: Sequence[int]) -> Words:
    """Return the title of a prompt that declares a card name, with its condition if there is one."""
    said = declarations.condition(program)
    return words("declare_a_name_of", said) if said else words("declare_a_name")


def cancel_offer() -> Offer:
    """Return an offer that cancels the action these choices prepare."""
    return Offer("done", CANCELLED_INDEX, "no", words=words("not_after_all"))


def indices(picked: Sequence[int]) -> bytes:
    """Encode the indices of picked cards as an answer for the core."""
    return _PAIR.pack(0, len(picked)) + struct.pack(f"<{len(picked)}I", *picked)


def _spots(player: int) -> Iterator[tuple[int, CoreSpot]]:
    """Yield every slot of the field with its bit, the prompted player's slots first."""
    for shift, whose in ((0, player), (16, 1 - player)):
        for sequence in range(7):
            yield shift + sequence, CoreSpot(whose, MONSTERS_FLAG, sequence)
        for sequence in range(8):
            yield shift + 8 + sequence, CoreSpot(whose, SPELLS_FLAG, sequence)
