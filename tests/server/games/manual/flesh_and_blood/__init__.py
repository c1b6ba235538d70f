"""Flesh and Blood by hand, rule by rule."""
