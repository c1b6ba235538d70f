"""Summons of their own kind: Fusion, Ritual, Synchro, Xyz, Pendulum, Link."""
