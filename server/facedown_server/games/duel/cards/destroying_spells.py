"""Spells that destroy: all cards of a kind, one target, one that is chosen."""

from facedown_server.games.duel.script import (
    EITHER,
    OPPONENT,
    Body,
    Card,
    Fx,
    Selection,
    activation,
    another,
    banish,
    choose,
    destroy,
    discard_cost,
    everything_but_this,
    instruction_body,
    register_destroy_all,
    show,
    shuffle_deck,
    the_targets,
    words,
)

register_destroy_all("Dark Hole", "Destroy all monsters on the field.", lambda fx: fx.monsters())

register_destroy_all(
    "Eternal Rest",
    "Destroy all monsters on the field that are equipped with a card.",
    lambda fx: fx.monsters(EITHER, lambda card: bool(card.equips)),
)

register_destroy_all("Heavy Storm", "Destroy all other Spells and Traps on the field.", everything_but_this)

activation("Mystical Space Typhoon", target=Selection("spell_trap", EITHER, another), destroys=the_targets)(
    instruction_body("Target 1 Spell/Trap on the field; destroy it.", lambda fx: destroy(fx.targets))
)

register_destroy_all(
    "Raigeki", "Destroy all monsters the opponent controls.", lambda fx: fx.monsters(OPPONENT)
)

activation(
    "Remove Trap",
    target=Selection("field", EITHER, lambda card, fx: card.face_up and card.is_trap),
    destroys=the_targets,
)(instruction_body("Target 1 face-up Trap on the field; destroy it.", lambda fx: destroy(fx.targets)))

activation("Tribute to The Doomed", cost=discard_cost(), target=Selection("monster"), destroys=the_targets)(
    instruction_body(
        "Discard 1 card and target 1 monster on the field; destroy it.", lambda fx: destroy(fx.targets)
    )
)

# --- De-Spell -----------------------------------------------------------------------------------------------


@activation(
    "De-Spell",
    target=Selection(
        "spell_trap", EITHER, lambda card, fx: card is not fx.card and (card.is_spell or not card.face_up)
    ),
    destroys=lambda fx: [card for card in fx.targets if card.face_up],
)
def de_spell(fx: Fx) -> Body:
    """Target 1 Spell or Set Spell/Trap on the field; show it if it is Set; destroy it if it is a Spell."""
    for card in fx.targets:
        if not card.face_up:
            yield show([card])
        if card.is_spell:
            yield destroy([card])


# --- Fissure ------------------------------------------------------------------------------------------------


def _weakest(fx: Fx) -> list[Card]:
    monsters = fx.monsters(OPPONENT, lambda card: card.face_up)
    lowest = min((card.attack or 0 for card in monsters), default=0)
    return [card for card in monsters if (card.attack or 0) == lowest]


@activation("Fissure", only=lambda fx: bool(_weakest(fx)), destroys=_weakest)
def fissure(fx: Fx) -> Body:
    """Destroy the face-up monster with the lowest ATK the opponent controls (your choice, if tied)."""
    chosen = yield choose(_weakest(fx), text=words("choose_what_to_destroy"))
    yield destroy(chosen)


# --- Nobleman of Crossout -----------------------------------------------------------------------------------


def _is_face_down(card: Card, fx: Fx) -> bool:
    return not card.face_up


@activation(
    "Nobleman of Crossout",
    target=Selection("monster", EITHER, _is_face_down, keep=_is_face_down),
    destroys=the_targets,
)
def nobleman_of_crossout(fx: Fx) -> Body:
    """Target 1 face-down monster on the field; destroy it and banish it. If it is a Flip monster, each player
    shows their Deck and banishes all cards of that name from it."""
    for card in (yield destroy(fx.targets, to="banished")):
        if card.facts.is_a("flip"):
            yield show(fx.cards("deck"))
            yield banish([other for other in fx.cards("deck") if other.name == card.name])
            for seat in fx.seats(EITHER):
                yield shuffle_deck(seat)
