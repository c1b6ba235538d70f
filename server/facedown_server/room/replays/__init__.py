"""Public replays of matches: made from their logs after the match, stored for a while, served by link.

Invariant: they contain what spectators were shown, as redacted by `server/facedown_server/table/sight.py`
like everything that is sent.
"""
