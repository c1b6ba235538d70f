"""The remarks of a saved line (.duel). They are for people; a file is sent without them."""

from __future__ import annotations

import re

_REMARK = re.compile(r"""(  (['"]).*\2,)  # (\d{1,6})(?=\. |$)""")
"""Pattern of a step's remark, which begins with the step's number."""


def strip_remarks(text: str) -> str:
    """Return the text of a saved line without its remarks, because messages have a size limit."""
    rows = text.split("\n")
    return "\n".join(found[1] if (found := _REMARK.match(row)) else row for row in rows)


def remarks(text: str) -> dict[int, str]:
    """Return the remarks of a file by step number. Steps without a remark are missing."""
    found = ((row, _REMARK.match(row)) for row in text.split("\n"))
    said = {int(step[3]): row[step.end() + 2 :] for row, step in found if step}
    return {number: words for number, words in said.items() if words}
