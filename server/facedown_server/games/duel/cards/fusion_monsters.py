"""Fusion Monsters, made of named ones."""

from facedown_server.games.duel.script import (
    OPPONENT,
    FusionMaterials,
    Selection,
    contact,
    destroy,
    discard_cost,
    has_name,
    ignition,
    instruction_body,
    is_face_up,
    materials,
    the_targets,
)

materials(
    "Flame Swordsman",
    FusionMaterials((has_name("Flame Manipulator"), has_name("Masaki the Legendary Swordsman"))),
)
materials(
    "Gaia the Dragon Champion",
    FusionMaterials((has_name("Gaia The Fierce Knight"), has_name("Curse of Dragon"))),
)
materials("Thousand Dragon", FusionMaterials((has_name("Time Wizard"), has_name("Baby Dragon"))))

# --- XY-Dragon Cannon ---------------------------------------------------------------------------------------

contact("XY-Dragon Cannon", FusionMaterials((has_name("X-Head Cannon"), has_name("Y-Dragon Head"))))


ignition(
    "XY-Dragon Cannon",
    cost=discard_cost(),
    target=Selection("spell_trap", OPPONENT, is_face_up, keep=is_face_up),
    destroys=the_targets,
)(
    instruction_body(
        "Discard 1 card, then target 1 face-up Spell or Trap your opponent controls; destroy it.",
        lambda fx: destroy(fx.targets),
    )
)
