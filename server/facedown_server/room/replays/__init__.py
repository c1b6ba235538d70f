"""The public replays of matches: made of their logs once they are over, kept for a while, handed out by link.

Law: what stands in one is what spectators were shown, by `server/facedown_server/table/sight.py` like all
that is sent.
"""
