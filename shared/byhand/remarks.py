"""The remarks of a saved line (.duel): for people; whoever sends the file again leaves them out."""

from __future__ import annotations

import re

_REMARK = re.compile(r"""^(  (['"]).*\2,)  # (\d+)(?:\. (.*))?$""", re.MULTILINE)


def without_remarks(text: str) -> str:
    """The same line, shorter: a message to a server has its limits."""
    return _REMARK.sub(r"\1", text)


def remarks(text: str) -> dict[int, str]:
    """What such a file says of its steps, by number; a step that nothing is said of is missing."""
    return {int(found[3]): found[4] for found in _REMARK.finditer(text) if found[4]}
