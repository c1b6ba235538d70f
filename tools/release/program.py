"""Where the frozen program begins: the game and its server in one file to start, without Python beside it."""

from __future__ import annotations

from facedown_client.__main__ import main

main()
