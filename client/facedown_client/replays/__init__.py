"""Replays in the client: recorded, listed, played back.

Law: no pygame and no network. `shared/facedown_shared/replay/` has the format; only `recorder` makes files
here, only `Player` plays one. A replay feeds a `Model` of its own, so that every display of a duel can show
it. A file contains what this client was shown, which is stored in no other file.
"""
