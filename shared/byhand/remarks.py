"""The remarks of a saved line (.duel): for people; whoever sends the file again leaves them out."""

from __future__ import annotations

import re

_REMARK = re.compile(r"""^(  (['"]).*\2,)  # \d+(?:\. .*)?$""", re.MULTILINE)


def without_remarks(text: str) -> str:
    """The same line, shorter: a message to a server has its limits."""
    return _REMARK.sub(r"\1", text)
