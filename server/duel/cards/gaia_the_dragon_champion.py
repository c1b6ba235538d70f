"""Gaia the Dragon Champion: Gaia The Fierce Knight and Curse of Dragon."""

from server.duel.script import FusionMaterials, materials, named

NAME = "Gaia the Dragon Champion"

materials(NAME, FusionMaterials((named("Gaia The Fierce Knight"), named("Curse of Dragon"))))
