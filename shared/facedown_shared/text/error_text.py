"""Explain what is wrong with a file or a value, without the wording of the library that found it."""

from __future__ import annotations

KINDS = {
    "int": "a whole number", "float": "a number", "str": "a text", "bool": "true or false",
    "array": "a list", "object": "a table", "null": "nothing",
}  # fmt: skip
"""Our names of types, by msgspec's names."""

MAX_REASON_LETTERS = 200
"""Maximum letters of a reason: an error quotes untrusted text."""


def explain_error(error: Exception) -> str:
    """Return the reason of an error as the end of a sentence, without full stop."""
    text, where = _split_path(str(error).rstrip("."))
    reason = _reason(text, where) or (f"{where}: {text}" if where else text).replace("`", "")
    return (
        reason
        if len(reason) <= MAX_REASON_LETTERS
        else f"{reason[:MAX_REASON_LETTERS]}\N{HORIZONTAL ELLIPSIS}"
    )


def _split_path(text: str) -> tuple[str, str]:
    """Return the message of an error, and the path of the value it refers to."""
    said, at, where = text.rpartition(" - at `$")
    return (said, where[:-1].removeprefix(".")) if at and where.endswith("`") else (text, "")


def _reason(text: str, where: str) -> str:
    """Return the reason in our words; "" if we have none."""
    quoted = text.split("`")
    match quoted:
        case ["Expected ", wanted, ", got ", found, ""] if wanted.isidentifier():
            return f"{where or 'it'} is {KINDS.get(found, found)}, not {KINDS.get(wanted, wanted)}"
        case ["Expected ", "int" | "float", bound] if bound.startswith((" <= ", " >= ")):
            which = "larger" if "<" in bound else "smaller"
            return f"{where or 'it'} is {which} than {bound[4:]}, which it cannot be"
        case ["Object contains unknown field ", *names]:
            return f"nothing is called {''.join(names)} there"
        case ["Object missing required field ", name, ""]:
            return f"{name} is missing"
    if text.startswith("Invalid enum value "):
        return f"{where or 'it'} is {text.removeprefix('Invalid enum value ')}, which it cannot be"
    if text == "Input data was truncated" or text.endswith(" (at end of document)"):
        return "it is cut short"
    _, line, number = text.rpartition(" (at line ")
    if line:
        return f"line {number.partition(',')[0]} is not written as in such a file"
    return "it is not written as in such a file" if text.startswith("JSON is malformed: ") else ""
