"""Words of tables moved by hand that belong to no game."""

from __future__ import annotations

SIGNALS: dict[str, str] = {
    "ok": "OK",
    "no_response": "No response",
    "thinking": "Thinking",
    "wait": "Wait, please",
    "your_move": "Your move",
}
"""Quick words, as everybody is told them; they change nothing and are no step."""
