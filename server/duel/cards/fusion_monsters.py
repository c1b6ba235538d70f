"""Fusion Monsters that are made of two named ones and have no effect."""

from server.duel.script import FusionMaterials, materials, named

materials(
    "Flame Swordsman",
    FusionMaterials((named("Flame Manipulator"), named("Masaki the Legendary Swordsman"))),
)
materials(
    "Gaia the Dragon Champion", FusionMaterials((named("Gaia The Fierce Knight"), named("Curse of Dragon")))
)
materials("Thousand Dragon", FusionMaterials((named("Time Wizard"), named("Baby Dragon"))))
