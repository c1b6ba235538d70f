"""Proofs by random legal play: that rules hold together, and that no viewer is sent what is hidden from them.

Part of a checkout, never of the wheel: these modules may import server and client, and neither imports them.
"""
