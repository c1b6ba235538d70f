"""Monsters whose effect is a Flip effect."""

from facedown_server.games.duel.script import (
    EITHER,
    OPPONENT,
    YOU,
    Body,
    Fx,
    Selection,
    at_same_time,
    choose_order,
    damage,
    destroy,
    discard,
    draw,
    flip,
    flip_bounces,
    flip_recovers,
    flip_unmasks,
    half_rounded_up,
    instruction_body,
    is_standby_start,
    put_on_top,
    show,
    store_note,
    the_targets,
    tribute_this_cost,
    trigger,
    words,
)

flip_unmasks(
    "Armed Ninja",
    "FLIP: Target 1 Spell, or 1 Set card in a Spell & Trap Zone; show it if it is Set; destroy it if it is a"
    " Spell.",
    "spell",
)

flip_bounces("Hane-Hane", "FLIP: Target 1 monster on the field; return it to its owner's hand.")

flip_recovers("Magician of Faith", "FLIP: Target 1 Spell in your Graveyard; add it to your hand.", "spell")

flip("Man-Eater Bug", target=Selection("monster", EITHER), destroys=the_targets)(
    instruction_body(
        "FLIP: Target 1 monster on the field; destroy that target.", lambda fx: destroy(fx.targets)
    )
)

flip_recovers("Mask of Darkness", "FLIP: Target 1 Trap in your Graveyard; add it to your hand.", "trap")

flip_bounces(
    "Penguin Soldier",
    "FLIP: You can target 1 or 2 monsters on the field; return them to their owners' hands.",
    most=2,
    must=False,
)

flip("Princess of Tsurugi")(
    instruction_body(
        "FLIP: The opponent takes 500 damage for each Spell and Trap they control.",
        lambda fx: damage(fx.opponent, 500 * len(fx.spells_traps(OPPONENT))),
    )
)

flip("The Stern Mystic")(
    instruction_body(
        "FLIP: Look at all face-down cards the opponent controls; they stay as they are.",
        lambda fx: show(fx.cards("field", OPPONENT, lambda card: not card.face_up), to=YOU),
    )
)

flip_unmasks(
    "Trap Master",
    "FLIP: Target 1 Trap on the field, or 1 Set card in a Spell & Trap Zone; show it if it is Set; destroy it"
    " if it is a Trap.",
    "trap",
)

# --- Big Eye ------------------------------------------------------------------------------------------------


@flip("Big Eye")
def big_eye(fx: Fx) -> Body:
    """FLIP: Look at the top 5 cards of your Deck; put them back on top in any order."""
    cards = fx.cards("deck", YOU)[:5]
    yield show(cards, to=YOU)
    yield put_on_top((yield choose_order(cards, words("which_lies_on_top"))))


# --- Hiro's Shadow Scout ------------------------------------------------------------------------------------


@flip("Hiro's Shadow Scout", from_deck=True)
def hiros_shadow_scout(fx: Fx) -> Body:
    """FLIP: The opponent draws 3 cards and shows them to you; they discard the Spells among them."""
    drawn = yield draw(fx.opponent, 3)
    yield show(drawn, to=YOU)
    yield discard([card for card in drawn if card.facts.is_spell])


# --- Jigen Bakudan ------------------------------------------------------------------------------------------


flip("Jigen Bakudan")(
    instruction_body(
        "FLIP: While this card stays face-up, its other effect is used in your next Standby Phase.",
        lambda fx: store_note(fx.card, "ticking", fx.state.turn),
        here=True,
    )
)


def _is_countdown_over(fx: Fx) -> bool:
    return is_standby_start(fx, fx.you) and fx.state.turn - fx.card.memory.get("ticking", -9) <= 2


@trigger(
    "Jigen Bakudan",
    "phase",
    when=_is_countdown_over,
    must=True,
    cost=tribute_this_cost(),
    destroys=lambda fx: fx.monsters(YOU),
)
def explode(fx: Fx) -> Body:
    """Tribute this card; destroy all monsters you control, and the opponent takes damage equal to half of the
    ATK they had together."""
    strength = {card.id: card.attack or 0 for card in fx.monsters(YOU)}
    destroyed = yield destroy(fx.monsters(YOU))
    yield at_same_time(damage(fx.opponent, half_rounded_up(sum(strength[card.id] for card in destroyed))))


# --- Morphing Jar -------------------------------------------------------------------------------------------


@flip("Morphing Jar", from_deck=True)
def morphing_jar(fx: Fx) -> Body:
    """FLIP: Both players discard their hands, then draw 5 cards."""
    yield discard(fx.cards("hand", EITHER))
    for seat in fx.seats(EITHER):
        yield draw(seat, 5)
