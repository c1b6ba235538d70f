"""Names that an operator types: found in any case, with similar names in the error."""

from __future__ import annotations

from collections.abc import Collection
from difflib import get_close_matches

from facedown_server.network.crowd.names import skeleton
from facedown_shared.text import BadInput, Code, Words, _

MAX_SIMILAR_NAMES = 3
MIN_SIMILARITY_RATIO = 0.5


def find_name(typed: str, names: Collection[str], unknown: str | Words) -> str:
    """Return the one of these names that is typed, in any case, or else looks like what is typed.

    Raises BadInput if there is none, with the sentence `unknown`, or if there are several.
    """
    if typed in names:
        return typed
    for key in (str.casefold, skeleton):
        found = [name for name in names if key(name) == key(typed)]
        if len(found) == 1:
            return found[0]
        if found:
            break
    else:
        cased = {name.casefold(): name for name in names}
        near = get_close_matches(typed.casefold(), cased, MAX_SIMILAR_NAMES, MIN_SIMILARITY_RATIO)
        found = [cased[each] for each in near]
    if not found:
        raise BadInput(Code.BAD_SETTING, unknown)
    similar = ", ".join(found)
    raise BadInput(
        Code.BAD_SETTING, _("{unknown} Similar names: {similar}.", unknown=unknown, similar=similar)
    )
