"""Spells that destroy: all cards of a kind, or one target."""

from server.duel.script import (
    EITHER,
    OPPONENT,
    Selection,
    activation,
    another,
    destroy,
    destroys_all,
    discard_cost,
    does,
    everything_but_this,
    the_targets,
)

destroys_all("Dark Hole", "Destroy all monsters on the field.", lambda fx: fx.monsters())

destroys_all(
    "Eternal Rest",
    "Destroy all monsters on the field that are equipped with a card.",
    lambda fx: fx.monsters(EITHER, lambda card: bool(card.equips)),
)

destroys_all("Heavy Storm", "Destroy all other Spells and Traps on the field.", everything_but_this)

activation("Mystical Space Typhoon", target=Selection("spell_trap", EITHER, another), destroys=the_targets)(
    does("Target 1 Spell/Trap on the field; destroy it.", lambda fx: destroy(fx.targets))
)

destroys_all("Raigeki", "Destroy all monsters the opponent controls.", lambda fx: fx.monsters(OPPONENT))

activation(
    "Remove Trap",
    target=Selection("field", EITHER, lambda card, fx: card.face_up and card.is_trap),
    destroys=the_targets,
)(does("Target 1 face-up Trap on the field; destroy it.", lambda fx: destroy(fx.targets)))

activation("Tribute to The Doomed", cost=discard_cost(), target=Selection("monster"), destroys=the_targets)(
    does("Discard 1 card and target 1 monster on the field; destroy it.", lambda fx: destroy(fx.targets))
)
