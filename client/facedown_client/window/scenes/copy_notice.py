"""Notice on a button that its text was copied to the clipboard.

Law: the time is passed in, in seconds.
"""

from __future__ import annotations

import math

from facedown_client.window.widgets import to_clipboard

COPIED_NOTICE_S = 4.0
"""Seconds for which a button shows the notice."""


class CopyNotice:
    """The text copied last, while the notice is shown. Call `follow` once per frame."""

    def __init__(self) -> None:
        self.text = ""
        """The text copied last; "" once the notice is over."""
        self.ends = math.inf
        """The time at which the notice ends; infinity while there is none."""

    def copy(self, text: str) -> None:
        """Copy a text to the clipboard and show the notice from the next frame on."""
        to_clipboard(text)
        self.text, self.ends = text, math.inf

    def follow(self, now: float) -> None:
        """Hide the notice when its time is over."""
        if self.text and self.ends == math.inf:
            self.ends = now + COPIED_NOTICE_S
        elif now >= self.ends:
            self.text, self.ends = "", math.inf
