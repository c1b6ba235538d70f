"""QR codes for phones: as modules to draw, and as text for terminals."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import segno

DEFAULT_QUIET_ZONE = 4
"""Width in modules of the light border that the standard asks for."""

MIN_QUIET_ZONE = 2
"""Width of the border in a terminal, where lines are scarce; scanners read it still."""

_BLOCKS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
"""Character for the upper and the lower half of a cell, each drawn or not."""


@lru_cache(maxsize=16)
def qr_code(link: str, quiet_zone: int = DEFAULT_QUIET_ZONE) -> tuple[tuple[bool, ...], ...]:
    """Return the modules of a link's QR code by rows, with the light border around it. True is dark."""
    code = segno.make_qr(link)
    return tuple(tuple(map(bool, row)) for row in code.matrix_iter(border=quiet_zone))


def qr_lines(link: str, *, is_light: bool = False) -> list[str]:
    """Return the QR code of a link as lines of text, two rows of modules a line.

    `is_light`: the terminal writes dark letters on a light ground.
    """
    rows = qr_code(link, MIN_QUIET_ZONE)  # their number is odd
    lower_rows = (*rows[1::2], (False,) * len(rows))
    return [
        "".join(_BLOCKS[upper == is_light, lower == is_light] for upper, lower in zip(*pair, strict=True))
        for pair in zip(rows[::2], lower_rows, strict=True)
    ]


def is_light_terminal(environment: Mapping[str, str]) -> bool:
    """Return whether the terminal says that its ground is light (COLORFGBG, such as 0;15)."""
    return environment.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15")
