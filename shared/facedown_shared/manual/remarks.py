"""The remarks of a saved line (.duel): for people; a sent file leaves them out."""

from __future__ import annotations

import re

_REMARK = re.compile(r"""(  (['"]).*\2,)  # (\d{1,6})(?=\. |$)""")
"""A step's row, and the number that its remark begins with."""


def without_remarks(text: str) -> str:
    """Return the same line without remarks, since messages have a size limit."""
    rows = text.split("\n")
    return "\n".join(found[1] if (found := _REMARK.match(row)) else row for row in rows)


def remarks(text: str) -> dict[int, str]:
    """Return a file's remarks on its steps, by number; steps without one are missing."""
    found = ((row, _REMARK.match(row)) for row in text.split("\n"))
    said = {int(step[3]): row[step.end() + 2 :] for row, step in found if step}
    return {number: words for number, words in said.items() if words}
