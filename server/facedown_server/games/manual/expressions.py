"""Parser of numbers as players write them: "-500", "+1000", "=4000", "8000/2", "/2", "-1000*3"."""

from __future__ import annotations

import re

from facedown_shared.text import Illegal, words

_PARTS = re.compile(r"[0-9]{1,6}|[-+*/]")
_SHAPE = re.compile(r"[-+*/]?[0-9]{1,6}(?:[-+*/][0-9]{1,6}){0,8}")


def evaluate(text: str, before: int) -> int:
    """Evaluate an expression; the result is at least 0. An expression that begins with an operator continues
    from `before`.

    Multiplication and division bind tighter than addition. A quotient is rounded up, like half of odd Life
    Points.

    Raises Illegal if the text is not an expression or divides by zero.
    """
    written = "".join(text.split())
    absolute = written.startswith("=")
    written = written.removeprefix("=")
    if not _SHAPE.fullmatch(written) or (absolute and not written[0].isdecimal()):
        raise Illegal(words("write_a_number"))
    if not written[0].isdecimal():
        written = f"{before}{written}"
    return max(0, _sum(_PARTS.findall(written)))


def _sum(parts: list[str]) -> int:
    terms = [int(parts[0])]
    signs = ["+"]
    for operator, number in zip(parts[1::2], parts[2::2], strict=True):
        value = int(number)
        if operator == "*":
            terms[-1] *= value
        elif operator == "/":
            if not value:
                raise Illegal(words("division_by_zero"))
            terms[-1] = -(-terms[-1] // value)
        else:
            signs.append(operator)
            terms.append(value)
    return sum(term if sign == "+" else -term for sign, term in zip(signs, terms, strict=True))
