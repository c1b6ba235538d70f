"""Thousand Dragon: Time Wizard and Baby Dragon."""

from server.duel.script import FusionMaterials, materials, named

NAME = "Thousand Dragon"

materials(NAME, FusionMaterials((named("Time Wizard"), named("Baby Dragon"))))
