"""Fusion Monsters, made of named ones."""

from facedown_server.games.duel.script import (
    OPPONENT,
    FusionMaterials,
    Selection,
    contact,
    destroy,
    discard_cost,
    does,
    face_up,
    ignition,
    materials,
    named,
    the_targets,
)

materials(
    "Flame Swordsman",
    FusionMaterials((named("Flame Manipulator"), named("Masaki the Legendary Swordsman"))),
)
materials(
    "Gaia the Dragon Champion", FusionMaterials((named("Gaia The Fierce Knight"), named("Curse of Dragon")))
)
materials("Thousand Dragon", FusionMaterials((named("Time Wizard"), named("Baby Dragon"))))

# --- XY-Dragon Cannon ---------------------------------------------------------------------------------------

contact("XY-Dragon Cannon", FusionMaterials((named("X-Head Cannon"), named("Y-Dragon Head"))))


ignition(
    "XY-Dragon Cannon",
    cost=discard_cost(),
    target=Selection("spell_trap", OPPONENT, face_up, keep=face_up),
    destroys=the_targets,
)(
    does(
        "Discard 1 card, then target 1 face-up Spell or Trap your opponent controls; destroy it.",
        lambda fx: destroy(fx.targets),
    )
)
