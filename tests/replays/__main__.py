"""`python -m tests.replays`: play the stored logs again, after the engine was changed on purpose.

Say in the commit what has changed, and increment ENGINE in server/facedown_server/room/server_context.py if a
version with the old engine was ever released: servers compare it when they restore duels.
"""

from __future__ import annotations

from tests.replays import golden

for name, settings in golden.DUELS.items():
    log = golden.play_log(name, settings)
    golden.write(name, log)
    print(f"{name}: {len(log.rows)} acts")
