"""Monsters of the Main Deck with effects that take more than one instruction."""

from facedown_server.games.duel.script import (
    EITHER,
    OPPONENT,
    SUMMONS_BY_HAND,
    YOU,
    Body,
    Card,
    Fx,
    Limit,
    Rule,
    Selection,
    activation_of,
    add_to_hand,
    all_monsters,
    allow_counters,
    apply_to_self,
    at_same_time,
    choose_word,
    continuous,
    damage,
    destroy,
    draw,
    half_rounded_up,
    has_link_kind,
    ignition,
    instruction_body,
    is_end_phase_start,
    place_counters,
    quick,
    reacts,
    remove_counter,
    search,
    shuffle_deck,
    store_note,
    the_targets,
    toss_coin,
    trigger,
    was_summoned,
    words,
)

# --- Breaker the Magical Warrior ----------------------------------------------------------------------------

allow_counters("Breaker the Magical Warrior", "spell", 1)


continuous("Breaker the Magical Warrior", Rule.ATTACK, lambda fx, card: 300 * card.counters.get("spell", 0))


trigger("Breaker the Magical Warrior", "summoned", when=was_summoned("normal", "tribute"), must=True)(
    instruction_body(
        "If this card is Normal Summoned: place 1 Spell Counter on it (no more than 1).",
        lambda fx: place_counters(fx.card, "spell"),
        here=True,
    )
)


ignition(
    "Breaker the Magical Warrior",
    cost=remove_counter("spell"),
    target=Selection("spell_trap", EITHER),
    destroys=the_targets,
)(
    instruction_body(
        "Remove 1 Spell Counter from this card and target 1 Spell or Trap on the field; destroy it.",
        lambda fx: destroy(fx.targets),
    )
)


# --- Karate Man ---------------------------------------------------------------------------------------------


@ignition("Karate Man", limit=Limit.TURN)
def double_attack(fx: Fx) -> Body:
    """Once per turn: double this card's original ATK until the end of this turn; destroy it in the End
    Phase."""
    if fx.is_in_place:
        yield store_note(fx.card, "strained", fx.state.turn)
        yield apply_to_self(Rule.SET_ATTACK, 2 * (fx.card.facts.attack or 0), turns=0)


trigger(
    "Karate Man",
    "phase",
    when=lambda fx: is_end_phase_start(fx) and fx.card.memory.get("strained") == fx.state.turn,
    must=True,
    destroys=lambda fx: [fx.card],
)(
    instruction_body(
        "In the End Phase of a turn in which its ATK was doubled: destroy this card.",
        lambda fx: destroy([fx.card]),
        here=True,
    )
)


# --- Royal Magical Library ----------------------------------------------------------------------------------

MAX_SPELL_COUNTERS = 3

allow_counters("Royal Magical Library", "spell", MAX_SPELL_COUNTERS)


def _seen_activations(fx: Fx) -> tuple[int, ...]:
    return tuple(fx.card.memory.get("seen", ()))


def _was_spell_activated(fx: Fx) -> bool:
    link = fx.state.chain[-1]
    return activation_of(link).is_card and has_link_kind(link, "spell")


reacts("Royal Magical Library", "activate", when=_was_spell_activated, even_negated=True)(
    instruction_body(
        "Watch a Spell Card that is activated while this card is face-up, be it negated then or not.",
        lambda fx: store_note(fx.card, "seen", (*_seen_activations(fx), len(fx.state.chain))),
    )
)


@reacts(
    "Royal Magical Library",
    "resolved",
    when=lambda fx: fx.event is not None and fx.event.amount in _seen_activations(fx),
)
def place_spell_counter(fx: Fx) -> Body:
    """Each time such a Spell has resolved: place 1 Spell Counter on this card, up to 3."""
    event = fx.event
    if event is not None:
        yield store_note(
            fx.card, "seen", tuple(number for number in _seen_activations(fx) if number != event.amount)
        )
        if event.word != "activation":
            yield place_counters(fx.card, "spell")


ignition(
    "Royal Magical Library",
    cost=remove_counter("spell", MAX_SPELL_COUNTERS),
    only=lambda fx: fx.can_draw(fx.you, 1),
    from_deck=True,
)(instruction_body("Remove 3 Spell Counters from this card; draw 1 card.", lambda fx: draw(fx.you)))


# --- Sonic Bird ---------------------------------------------------------------------------------------------


def _ritual_spell(card: Card) -> bool:
    return card.facts.is_spell and card.facts.is_a("ritual")


@trigger(
    "Sonic Bird",
    "summoned",
    when=was_summoned(*SUMMONS_BY_HAND),
    can_miss_timing=True,
    only=lambda fx: bool(fx.cards("deck", YOU, _ritual_spell)),
    from_deck=True,
)
def add_ritual_spell(fx: Fx) -> Body:
    """When this card is Normal or Flip Summoned: you can add 1 Ritual Spell from your Deck to your hand."""
    yield add_to_hand((yield search(_ritual_spell)), show=True)
    yield shuffle_deck(fx.you)


# --- Speed Warrior ------------------------------------------------------------------------------------------


def _is_first_battle(fx: Fx) -> bool:
    fresh = any(
        event.card is fx.card and event.life == fx.card.incarnation and event.word in ("normal", "tribute")
        for event in fx.events_of("summoned")
    )
    return fresh and fx.is_battle_step and not fx.state.chain


quick("Speed Warrior", only=_is_first_battle, limit=Limit.TURN)(
    instruction_body(
        "Once per turn, in the Battle Step of the turn this card was Normal Summoned, as the first"
        " effect of a chain: double its original ATK until the end of the Battle Phase.",
        lambda fx: apply_to_self(Rule.SET_ATTACK, 2 * (fx.card.facts.attack or 0), turns=0, phase="battle"),
        here=True,
    )
)


# --- Time Wizard --------------------------------------------------------------------------------------------


@ignition("Time Wizard", limit=Limit.TURN, destroys=all_monsters)
def destroy_attackers(fx: Fx) -> Body:
    """Once per turn: toss a coin and call it. Called right, destroy all monsters the opponent controls.
    Called wrong, destroy all monsters you control, and take damage equal to half of the ATK they had
    together."""
    call = yield choose_word(["heads", "tails"], words("call_the_coin"))
    if (call == "heads") == (yield toss_coin()):
        yield destroy(fx.monsters(OPPONENT))
        return
    strength = {card.id: card.attack or 0 for card in fx.monsters(YOU) if card.face_up}
    destroyed = yield destroy(fx.monsters(YOU))
    yield at_same_time(damage(fx.you, half_rounded_up(sum(strength.get(card.id, 0) for card in destroyed))))
