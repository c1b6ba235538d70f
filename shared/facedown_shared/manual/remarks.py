"""The remarks of a saved line (.duel): for people; whoever sends the file again leaves them out."""

from __future__ import annotations

import re

_REMARK = re.compile(r"""(  (['"]).*\2,)  # (\d{1,6})(?=\. |$)""")
"""A step's row, and the number that its remark begins with."""


def without_remarks(text: str) -> str:
    """The same line, shorter: a message to a server has its limits."""
    rows = text.split("\n")
    return "\n".join(found[1] if (found := _REMARK.match(row)) else row for row in rows)


def remarks(text: str) -> dict[int, str]:
    """What such a file says of its steps, by number; a step that nothing is said of is missing."""
    found = ((row, _REMARK.match(row)) for row in text.split("\n"))
    said = {int(step[3]): row[step.end() + 2 :] for row, step in found if step}
    return {number: words for number, words in said.items() if words}
