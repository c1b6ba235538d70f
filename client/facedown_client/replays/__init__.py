"""Duels to be seen again: kept as they are played, listed, played back.

Law: no pygame and no network. `shared/facedown_shared/replay/` has the format; `recorder` alone makes files
here, `Player` alone goes through one. A replay that is played feeds a `Model` of its own, so that whatever
shows a duel shows it, too. What is kept is what this client was shown, and nothing of it is written anywhere
else.
"""
