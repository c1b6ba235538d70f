"""Flame Swordsman: Flame Manipulator and Masaki the Legendary Swordsman."""

from server.duel.script import FusionMaterials, materials, named

NAME = "Flame Swordsman"

materials(NAME, FusionMaterials((named("Flame Manipulator"), named("Masaki the Legendary Swordsman"))))
