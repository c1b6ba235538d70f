"""The verbs of a card's body: each makes a Wish that the engine carries out when the body yields it.

`yield destroy(fx.targets)` answers with the cards destroyed; every verb's answer stands in its docstring.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from server.duel import acts, lasting, summon, zones
from server.duel.effect import YOU, Fx, Rule, Whose, Wish
from server.duel.engine import SHOW, Later, Offer, carry_out
from server.duel.procedures import fusion, ritual
from server.table import ops
from server.table.state import Card, ChainLink
from shared.zones import Place, Seat

P = ParamSpec("P")
Doing = Generator[Any, Any, Any]


def wish(act: Callable[Concatenate[Fx, P], Doing]) -> Callable[P, Wish]:
    """Make a verb of an act on an Fx."""

    @wraps(act)
    def make(*args: P.args, **kwargs: P.kwargs) -> Wish:
        return Wish(lambda fx: act(fx, *args, **kwargs))

    return make


def _done(value: Any = None) -> Doing:
    """A verb that asks nothing is a generator all the same."""
    yield from ()
    return value


# --- cards leave or move ------------------------------------------------------------------------------------


@wish
def destroy(fx: Fx, cards: Iterable[Card], to: str = "graveyard") -> Doing:
    """Destroy by card effect; the cards destroyed."""
    return (yield from acts.destroy(fx.duel, list(cards), by=fx.you, source=fx.card, to=to))


@wish
def send_to_graveyard(fx: Fx, cards: Iterable[Card], word: str = "") -> Doing:
    """Send to the Graveyard without destroying; the cards sent. word="cost" when it is a cost."""
    return (
        yield from acts.send(
            fx.duel, list(cards), "graveyard", cause="send", by=fx.you, source=fx.card, word=word
        )
    )


@wish
def send_as_material(fx: Fx, cards: Iterable[Card]) -> Doing:
    """Send Synchro or Link Materials to the Graveyard."""
    return (
        yield from acts.send(fx.duel, list(cards), "graveyard", cause="material", by=fx.you, source=fx.card)
    )


@wish
def banish(fx: Fx, cards: Iterable[Card], face_up: bool = True, word: str = "") -> Doing:
    """Banish; the cards banished."""
    return (
        yield from acts.send(
            fx.duel,
            list(cards),
            "banished",
            cause="banish",
            by=fx.you,
            source=fx.card,
            face_up=face_up,
            word=word,
        )
    )


@wish
def return_to_hand(fx: Fx, cards: Iterable[Card]) -> Doing:
    """Return to the owners' hands (Extra Deck monsters to the Extra Deck); the cards returned."""
    return (
        yield from acts.send(
            fx.duel, list(cards), "hand", cause="return", by=fx.you, source=fx.card, face_up=False
        )
    )


@wish
def return_to_deck(fx: Fx, cards: Iterable[Card], where: str = "shuffle") -> Doing:
    """Return to the owners' Decks: "top", "bottom" or "shuffle"; the cards returned."""
    chosen = list(cards)
    owners = sorted({card.owner for card in chosen})
    moved = yield from acts.send(
        fx.duel,
        chosen,
        "deck",
        cause="return",
        by=fx.you,
        source=fx.card,
        face_up=False,
        bottom=where == "bottom",
    )
    for owner in owners if where == "shuffle" else ():
        acts.shuffle(fx.duel, owner)
    return moved


@wish
def add_to_hand(fx: Fx, cards: Iterable[Card], show: bool = False) -> Doing:
    """Add cards from Deck, Graveyard or banished to their owner's hand; `show` them to the opponent (GAP-V3)."""
    chosen = list(cards)
    moved = yield from acts.send(
        fx.duel, chosen, "hand", cause="add", by=fx.you, source=fx.card, face_up=False
    )
    if show and chosen:
        ops.reveal(fx.state, chosen, by=fx.you)
        yield SHOW
        ops.conceal(fx.state, chosen)
    return moved


@wish
def tribute(fx: Fx, cards: Iterable[Card], word: str = "cost") -> Doing:
    """Tribute monsters; the cards Tributed."""
    return (
        yield from acts.send(
            fx.duel, list(cards), "graveyard", cause="tribute", by=fx.you, source=fx.card, word=word
        )
    )


@wish
def discard(fx: Fx, cards: Iterable[Card], word: str = "") -> Doing:
    """Discard from a hand; the cards discarded. word="cost" when it is a cost."""
    return (yield from acts.discard(fx.duel, list(cards), by=fx.you, source=fx.card, word=word))


@wish
def discard_at_random(fx: Fx, seat: Seat, count: int = 1) -> Doing:
    """A player discards cards at random; the cards discarded."""
    hand = fx.duel.lying("hand", seat)
    order = fx.duel.fate.order(len(hand), f"random:{seat}")
    chosen = [hand[index] for index in order[:count]]
    return (yield from acts.discard(fx.duel, chosen, by=fx.you, source=fx.card))


@wish
def mill(fx: Fx, seat: Seat, count: int) -> Doing:
    """Send the top cards of a Deck to the Graveyard; the cards sent."""
    cards = list(fx.state.pile(seat, "deck")[:count])
    return (yield from acts.send(fx.duel, cards, "graveyard", cause="mill", by=fx.you, source=fx.card))


@wish
def move_to_zone(fx: Fx, card: Card, place: Place) -> Doing:
    """Move a card on the field to another zone of its side."""
    ops.move(
        fx.state, card, place, face_up=card.face_up, defense_position=card.defense_position, cause="place",
        by=fx.you, source=fx.card, controller=card.controller,
    )  # fmt: skip
    return (yield from _done())


# --- Decks and hands ----------------------------------------------------------------------------------------


@wish
def draw(fx: Fx, seat: Seat, count: int = 1) -> Doing:
    """Draw; the cards drawn."""
    return (yield from _done(acts.draw(fx.duel, seat, count, by=fx.you, source=fx.card)))


@wish
def shuffle_deck(fx: Fx, seat: Seat) -> Doing:
    """Shuffle a Deck."""
    acts.shuffle(fx.duel, seat)
    return (yield from _done())


@wish
def search(
    fx: Fx, only: Callable[[Card], bool], where: str = "deck", count: int = 1, seat: Seat | None = None,
    up_to: bool = False,
) -> Doing:  # fmt: skip
    """Let the player choose cards of their Deck (GAP-V3: shown if the choice is limited); the cards chosen.

    The choice is always asked, even with one or no fitting card. The Deck is shuffled by the verb that moves
    the card on, or by `shuffle_deck`.
    """
    who = fx.you if seat is None else seat
    found = [card for card in fx.duel.lying(where, who) if only(card)]
    least = 0 if up_to else min(count, len(found))
    return (
        yield from fx.duel.ask_cards(
            who, found, "Choose from your Deck.", least=least, most=count, always=True
        )
    )


@wish
def show(fx: Fx, cards: Iterable[Card], to: Whose | None = None) -> Doing:
    """Show cards for a moment: to everybody, or to one player."""
    chosen = list(cards)
    classes = ops.EVERYBODY if to is None else sum(1 << seat for seat in fx.seats(to))
    ops.reveal(fx.state, chosen, classes, by=fx.you)
    yield SHOW
    ops.conceal(fx.state, [card for card in chosen if card.revealed])


@wish
def keep_revealed(fx: Fx, cards: Iterable[Card]) -> Doing:
    """Reveal cards to everybody until something conceals them."""
    ops.reveal(fx.state, list(cards), by=fx.you)
    return (yield from _done())


@wish
def put_on_top(fx: Fx, cards: Sequence[Card]) -> Doing:
    """Put cards of a Deck, looked at, back on its top in this order (first is topmost)."""
    if cards:
        ops.arrange(fx.state, cards[0].owner, "deck", cards)
    return (yield from _done())


# --- Summons ------------------------------------------------------------------------------------------------


@wish
def special_summon(
    fx: Fx, cards: Iterable[Card], position: str = "", to: Seat | None = None, places: Sequence[Place] | None = None,
    proper: bool = False,
) -> Doing:  # fmt: skip
    """Special Summon by effect: position "" asks, or "attack", "defense", "face_down", "any_defense"."""
    seat = fx.you if to is None else to
    return (
        yield from acts.special_summon(
            fx.duel,
            list(cards),
            to=seat,
            by=fx.you,
            source=fx.card,
            position=position,
            places=places,
            proper=proper,
        )
    )


@wish
def summon_token(fx: Fx, code: int, count: int = 1, position: str = "", to: Seat | None = None) -> Doing:
    """Special Summon Tokens by passcode of the bundled facts; the Tokens."""
    seat = fx.you if to is None else to
    tokens = [ops.create(fx.state, fx.duel.pool[code], fx.you, token=True) for _ in range(count)]
    free = zones.free_main(fx.state, seat)
    return (
        yield from acts.special_summon(
            fx.duel, tokens, to=seat, by=fx.you, source=fx.card, position=position, places=free
        )
    )


@wish
def normal_summon_again(fx: Fx, cards: Sequence[Card]) -> Doing:
    """Let the player Normal Summon or Set one of these hand cards now, besides the turn's own."""
    (card,) = yield from fx.duel.ask_cards(fx.you, cards, "Choose a monster to Normal Summon.")
    return (yield from summon.normal_summon(fx.duel, fx.you, card, counted=False))


@wish
def fusion_summon(fx: Fx, materials: Sequence[Card]) -> Doing:
    """Fusion Summon with materials among these cards; the monster or None."""
    return (yield from fusion.fusion_summon(fx, materials))


@wish
def ritual_summon(fx: Fx, fits: Callable[[Card], bool]) -> Doing:
    """Ritual Summon a fitting monster from the hand; the monster or None."""
    return (yield from ritual.ritual_summon(fx, fits))


@wish
def set_cards(fx: Fx, cards: Sequence[Card], ready: bool = False) -> Doing:
    """Set Spells or Traps on the field; `ready`: they may be activated this turn."""
    for card in cards:
        places = summon.set_places(fx.duel, fx.you, card)
        place = yield from acts.choose_zone(fx.duel, fx.you, card, fx.you, (), places)
        if place is not None:
            summon.lay_set(fx.duel, card, place, by=fx.you, source=fx.card)
            if ready:
                ops.remember(fx.state, card, "ready", True)
    return cards


# --- on the field -------------------------------------------------------------------------------------------


@wish
def change_position(fx: Fx, cards: Iterable[Card], to: str = "") -> Doing:
    """Change battle positions: "attack", "defense" (face-up both), "face_down"; "" turns to the other one."""
    for card in cards:
        defense = not card.defense_position if to == "" else to != "attack"
        acts.turn_card(
            fx.duel,
            card,
            face_up=to != "face_down",
            defense=defense,
            by=fx.you,
            source=fx.card,
            cause="effect",
        )
    return (yield from _done())


@wish
def turn_face_up(fx: Fx, cards: Iterable[Card], flips: bool = True) -> Doing:
    """Turn face-down monsters face-up where they lie; `flips`: their Flip effects are triggered."""
    for card in list(cards):
        acts.turn_card(
            fx.duel, card, face_up=True, defense=card.defense_position, by=fx.you, source=fx.card,
            cause="effect" if flips else "no flip",
        )  # fmt: skip
    return (yield from _done())


@wish
def take_control(fx: Fx, card: Card, until_end_of_turn: bool = False, seat: Seat | None = None) -> Doing:
    """Take control of a monster; whether it worked."""
    until = fx.state.turn if until_end_of_turn else None
    taker = fx.you if seat is None else seat
    return (yield from acts.take_control(fx.duel, card, taker, by=taker, source=fx.card, until=until))


@wish
def give_back(fx: Fx, card: Card, seat: Seat) -> Doing:
    """Control of a monster returns to a player."""
    return (yield from acts.give_back(fx.duel, card, seat))


@wish
def swap_control(fx: Fx, one: Card, other: Card) -> Doing:
    """Two monsters change sides, each into the other's zone when no other is free."""
    ops.exchange(fx.state, one, other, by=fx.you, source=fx.card)
    return (yield from _done())


@wish
def equip_this(fx: Fx, monster: Card) -> Doing:
    """Equip this card to a monster."""
    ops.equip(fx.state, fx.card, monster)
    ops.remember(fx.state, fx.card, "equipping", True)
    return (yield from _done())


@wish
def equip_card(fx: Fx, card: Card, monster: Card) -> Doing:
    """Equip any card to a monster, moving it to a Spell & Trap Zone of this player first; whether it worked."""
    if card.zone != "spell_trap":
        free = zones.free_spell_trap(fx.duel, fx.you)
        place = yield from acts.choose_zone(fx.duel, fx.you, card, fx.you, (), free)
        if place is None:
            return False
        ops.move(
            fx.state, card, place, face_up=True, cause="equip", by=fx.you, source=fx.card, controller=fx.you
        )
    ops.equip(fx.state, card, monster)
    ops.remember(fx.state, card, "equipping", True)
    return True


@wish
def tie_to(fx: Fx, card: Card) -> Doing:
    """Let this card keep pointing at another."""
    ops.tie(fx.state, fx.card, card)
    return (yield from _done())


@wish
def stay_on_field(fx: Fx) -> Doing:
    """This card stays on the field after its chain although its kind does not."""
    ops.remember(fx.state, fx.card, "stays", True)
    return (yield from _done())


@wish
def place_counters(fx: Fx, card: Card, name: str, count: int = 1) -> Doing:
    """Put counters on a card."""
    ops.counters(fx.state, card, name, count)
    return (yield from _done())


@wish
def remove_counters(fx: Fx, card: Card, name: str, count: int = 1) -> Doing:
    """Take counters off a card."""
    ops.counters(fx.state, card, name, -count)
    return (yield from _done())


@wish
def detach(fx: Fx, bearer: Card, materials: Sequence[Card], word: str = "cost") -> Doing:
    """Detach materials."""
    acts.detach(fx.duel, bearer, materials, by=fx.you, word=word)
    return (yield from _done())


@wish
def attach_to_this(fx: Fx, cards: Iterable[Card]) -> Doing:
    """Make cards materials of this one."""
    for card in list(cards):
        for material in list(card.materials):
            acts.detach(fx.duel, card, [material], by=fx.you, word="rule")
        ops.attach(fx.state, card, fx.card, by=fx.you)
    return (yield from _done())


@wish
def remember(fx: Fx, card: Card, key: str, value: Any = True) -> Doing:
    """Note something on this life of a card."""
    ops.remember(fx.state, card, key, value)
    return (yield from _done())


# --- players ------------------------------------------------------------------------------------------------


@wish
def damage(fx: Fx, seat: Seat, amount: int) -> Doing:
    """Effect damage to one player; the damage taken."""
    return (yield from _done(acts.damage(fx.duel, seat, amount, by=fx.you, source=fx.card)))


@wish
def damage_both(fx: Fx, amount: int) -> Doing:
    """The same effect damage to both players at once."""
    for seat in fx.duel.seat_order():
        acts.damage(fx.duel, seat, amount, by=fx.you, source=fx.card)
    return (yield from _done())


@wish
def gain_life(fx: Fx, seat: Seat, amount: int) -> Doing:
    """Gain Life Points."""
    ops.life(fx.state, seat, amount, cause="gain", by=fx.you, source=fx.card)
    return (yield from _done())


@wish
def pay_life(fx: Fx, amount: int) -> Doing:
    """Pay Life Points as a cost (or an upkeep)."""
    ops.life(fx.state, fx.you, -amount, cause="cost", by=fx.you, source=fx.card)
    return (yield from _done())


@wish
def lose_life(fx: Fx, seat: Seat, amount: int) -> Doing:
    """Lose Life Points: neither damage nor a cost."""
    ops.life(fx.state, seat, -amount, cause="lose", by=fx.you, source=fx.card)
    return (yield from _done())


@wish
def toss_coin(fx: Fx) -> Doing:
    """Toss a coin; True is heads."""
    heads = fx.duel.fate.below(2, "coin") == 0
    ops.note(fx.state, "coin", seat=fx.you, amount=int(heads), word="heads" if heads else "tails")
    return (yield from _done(heads))


@wish
def roll_die(fx: Fx) -> Doing:
    """Roll a six-sided die."""
    number = fx.duel.fate.below(6, "die") + 1
    ops.note(fx.state, "die", seat=fx.you, amount=number)
    return (yield from _done(number))


# --- chain and turn -----------------------------------------------------------------------------------------


@wish
def negate_activation(fx: Fx, link: ChainLink | None = None) -> Doing:
    """Negate the activation this effect answers; its card in a list, so that it can be destroyed next."""
    answered = link or fx.link
    if answered is not None:
        ops.negate_link(fx.state, answered, "activation", fx.you)
    return (yield from _done([answered.card] if answered else []))


@wish
def negate_effect(fx: Fx, link: ChainLink | None = None) -> Doing:
    """Negate the effect this effect answers; its card in a list."""
    answered = link or fx.link
    if answered is not None:
        ops.negate_link(fx.state, answered, "effect", fx.you)
    return (yield from _done([answered.card] if answered else []))


@wish
def negate_summon(fx: Fx) -> Doing:
    """Negate the Summon being declared; the monsters concerned."""
    attempt = fx.duel.summoning
    attempt.negated = True
    ops.note(
        fx.state, "summon_negated", seat=attempt.seat, others=tuple(attempt.cards), by=fx.you, source=fx.card
    )
    return (yield from _done(list(attempt.cards)))


@wish
def negate_attack(fx: Fx) -> Doing:
    """Negate the attack that is on."""
    if fx.duel.attack is not None:
        fx.duel.attack.negated = True
        ops.note(
            fx.state, "attack_negated", seat=fx.duel.attack.seat, card=fx.duel.attack.attacker, by=fx.you
        )
    return (yield from _done())


@wish
def end_battle_phase(fx: Fx) -> Doing:
    """End the Battle Phase after this."""
    fx.duel.this_turn.battle_ended = True
    return (yield from _done())


@wish
def lend_for_tribute(fx: Fx, card: Card) -> Doing:
    """Let the player use this opposing monster as a Tribute in this turn."""
    notes = fx.duel.this_turn.notes
    key = f"lent:{fx.you}"
    notes[key] = (*notes.get(key, ()), card)
    return (yield from _done())


@wish
def later(fx: Fx, phase: str, body: Callable[[Fx], Generator[Any, Any, Any]], turns: int = 0) -> Doing:
    """Do a body in the "standby" or "end" phase of the turn that comes `turns` turns from now."""
    fx.duel.later.append(Later(phase, fx.state.turn + turns, lambda: carry_out(fx, body(fx))))
    return (yield from _done())


# --- lasting rules ------------------------------------------------------------------------------------------


@wish
def give(
    fx: Fx, rule: Rule, value: Any = True, to: Iterable[Card] = (), turns: int | None = 0, phase: str = "end",
    follows_face: bool = True,
) -> Doing:  # fmt: skip
    """Let a rule hold for these cards until the end of the turn `turns` from now (None: as long as they stay)."""
    cards = tuple((card, card.incarnation) for card in to)
    _last(fx, rule, value, cards, (), None, turns, phase, follows_face)
    return (yield from _done())


@wish
def give_all(
    fx: Fx, rule: Rule, value: Any = True, fits: Callable[[Card], bool] = lambda card: True, turns: int | None = 0,
    phase: str = "end",
) -> Doing:  # fmt: skip
    """Let a rule hold for every card that fits, also later ones."""
    _last(fx, rule, value, None, (), fits, turns, phase, True)
    return (yield from _done())


@wish
def give_player(
    fx: Fx, rule: Rule, value: Any = True, whose: Whose = YOU, turns: int | None = 0, phase: str = "end"
) -> Doing:  # fmt: skip
    """Let a rule hold for players."""
    _last(fx, rule, value, None, tuple(fx.seats(whose)), None, turns, phase, True)
    return (yield from _done())


def _last(
    fx: Fx, rule: Rule, value: Any, cards: tuple[tuple[Card, int], ...] | None, seats: tuple[Seat, ...],
    fits: Callable[[Card], bool] | None, turns: int | None, phase: str, follows_face: bool,
) -> None:  # fmt: skip
    last_turn = lasting.FOREVER if turns is None else fx.state.turn + turns
    fx.duel.lasting.append(
        lasting.Lasting(rule, value, fx, cards, seats, fits, last_turn, fx.state.serial, phase, follows_face)
    )
    ops.note(fx.state, "lasting", seat=fx.you, card=fx.card, word=rule)


# --- choices ------------------------------------------------------------------------------------------------


@wish
def choose(
    fx: Fx, cards: Sequence[Card], least: int = 1, most: int = 1, text: str = "", seat: Seat | None = None,
    always: bool = False,
) -> Doing:  # fmt: skip
    """Let a player choose cards (a forced choice is made); the cards chosen."""
    who = fx.you if seat is None else seat
    return (
        yield from fx.duel.ask_cards(
            who, list(cards), text or "Choose.", least=least, most=most, always=always
        )
    )


@wish
def choose_word(fx: Fx, words: Sequence[str], text: str = "", seat: Seat | None = None) -> Doing:
    """Let a player choose one of these words; the word."""
    who = fx.you if seat is None else seat
    offers = [Offer(f"word:{word}", word, "word", text=word) for word in words]
    return (yield from fx.duel.ask_one(who, offers, text or "Choose one."))


@wish
def choose_number(fx: Fx, numbers: Sequence[int], text: str = "", seat: Seat | None = None) -> Doing:
    """Let a player choose one of these numbers; the number."""
    who = fx.you if seat is None else seat
    offers = [Offer(f"number:{number}", number, "number", amount=number) for number in numbers]
    return (yield from fx.duel.ask_one(who, offers, text or "Choose a number."))


@wish
def ask(fx: Fx, text: str, seat: Seat | None = None, card: Card | None = None) -> Doing:
    """Ask a player yes or no; the answer."""
    return (yield from fx.duel.ask_yes(fx.you if seat is None else seat, text, card))


@wish
def choose_place(fx: Fx, places: Sequence[Place], text: str = "") -> Doing:
    """Let the player choose a zone; the Place."""
    offers = [Offer(f"zone:{place}", place, "zone", place=place) for place in places]
    return (yield from fx.duel.ask_one(fx.you, offers, text or "Choose a zone."))
