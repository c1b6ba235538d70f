"""Monsters whose Flip effect is one thing: destroy, return, take back, look, burn."""

from server.duel.script import (
    EITHER,
    OPPONENT,
    YOU,
    Selection,
    damage,
    destroy,
    does,
    flip,
    flip_bounces,
    flip_recovers,
    flip_unmasks,
    show,
    the_targets,
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
    does("FLIP: Target 1 monster on the field; destroy that target.", lambda fx: destroy(fx.targets))
)

flip_recovers("Mask of Darkness", "FLIP: Target 1 Trap in your Graveyard; add it to your hand.", "trap")

flip_bounces(
    "Penguin Soldier",
    "FLIP: You can target 1 or 2 monsters on the field; return them to their owners' hands.",
    most=2,
    must=False,
)

flip("Princess of Tsurugi")(
    does(
        "FLIP: The opponent takes 500 damage for each Spell and Trap they control.",
        lambda fx: damage(fx.opponent, 500 * len(fx.spells_traps(OPPONENT))),
    )
)

flip("The Stern Mystic")(
    does(
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
