"""Proofs by random legal play: that rules hold together and that nothing hidden reaches anybody.

Part of a checkout, never of the wheel: these modules may import server and client, and neither imports them.
"""
