"""Proofs by random legal play: that rules hold together and that nothing hidden reaches anybody.

Outside the duel: these modules drive a referee as a room would, and look at what comes out.
"""
