"""Replays in the client: recorded, listed, played back.

Law: no pygame and no network. `shared/facedown_shared/replay/` has the format; only `recorder` makes files
here, only `Player` plays one. A replay feeds a `Model` of its own, so that every view of a duel shows it. A
file holds what this client was shown, which is written nowhere else.
"""
