"""`python -m tests.replays`: play the kept logs anew, after the engine was changed on purpose.

Say in the commit what has changed, and count up ENGINE in server/facedown_server/room/server_context.py if a
version with the old engine was ever released: servers compare it when they bring back duels.
"""

from __future__ import annotations

from tests.replays import golden

for name, settings in golden.DUELS.items():
    log = golden.played(name, settings)
    golden.write(name, log)
    print(f"{name}: {len(log.rows)} acts")
