"""The public replays of matches: made from their logs after the match, stored for a while, served by link.

Law: they hold what spectators were shown, made by `server/facedown_server/table/sight.py` like everything
that is sent.
"""
