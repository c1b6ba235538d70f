"""What is wrong with a file or a value, said without the words of the library that found it."""

from __future__ import annotations

import re

KINDS = {
    "int": "a whole number", "float": "a number", "str": "a text", "bool": "true or false",
    "array": "a list", "object": "a table", "null": "nothing",
}  # fmt: skip
"""What msgspec calls a kind of value, and what a person does."""

_WHERE = r"(?: - at `\$\.?(?P<where>.*)`)?"
_AT = re.compile(r"(?P<what>.*) - at `\$\.?(?P<where>.+)`")
_OTHER_KIND = re.compile(rf"Expected `(?P<wanted>\w+)`, got `(?P<found>\w+)`{_WHERE}")
_UNKNOWN = re.compile(rf"Object contains unknown field `(?P<name>.*?)`{_WHERE}")
_OF_FEW = re.compile(rf"Invalid enum value (?P<found>.*?){_WHERE}")
_SHORT = re.compile(r"Input data was truncated|.* \(at end of document\)")
_WRITTEN = re.compile(r"JSON is malformed: .*|.* \(at line (?P<line>\d+), column \d+\)")
_MISSING = re.compile(rf"Object missing required field `(?P<name>.*?)`{_WHERE}")


def plainly(error: Exception) -> str:
    """The reason an error names, as the end of a sentence; no full stop."""
    text = str(error).rstrip(".")
    if found := _OTHER_KIND.fullmatch(text):
        is_now, wanted = (KINDS.get(found[kind], found[kind]) for kind in ("found", "wanted"))
        return f"{found['where'] or 'it'} is {is_now}, not {wanted}"
    if found := _UNKNOWN.fullmatch(text):
        return f"nothing is called {found['name']} there"
    if found := _MISSING.fullmatch(text):
        return f"{found['name']} is missing"
    if found := _OF_FEW.fullmatch(text):
        return f"{found['where'] or 'it'} is {found['found']}, which it cannot be"
    if _SHORT.fullmatch(text):
        return "it is cut short"
    if found := _WRITTEN.fullmatch(text):
        where = f"line {found['line']}" if found["line"] else "it"
        return f"{where} is not written as in such a file"
    if found := _AT.fullmatch(text):
        return f"{found['where']}: {found['what']}".replace("`", "")
    return text.replace("`", "")
