"""Where the frozen program begins: the game and its server in one file to start, without Python beside it."""

from __future__ import annotations

import sys

from facedown_client.__main__ import main

if sys.platform == "darwin" and len(sys.argv) == 2 and "://" in sys.argv[1]:
    sys.argv.insert(
        1, "open-link"
    )  # macOS hands a link of a browser over as an event, which became this word
main()
