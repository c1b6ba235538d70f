"""Where the frozen server begins, in the same folder as the frozen game."""

from __future__ import annotations

from facedown_server.__main__ import main

main()
