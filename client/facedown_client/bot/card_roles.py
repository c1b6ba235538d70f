"""What a card does for a plan: its role, with numbers. Data for our own cards, read from the text for others.

A role says what a card is used for (`wipe_monsters`, `draw`, `negate` …), never when: that is decided in
`client/facedown_client/bot/plans.py` and `client/facedown_client/bot/responses.py`.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib import resources

import msgspec

from facedown_shared.cards.facts import Facts

OTHER = "other"
"""Role of a card whose use is unknown."""

MAX_READ_LETTERS = 1_500
"""Limit of the letters of a text that are searched for a role."""


class Role(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What one card does.

    `keep`: what the card is worth in the hand, in points of `board_worth.py`. `side`: whose cards it reaches
    ("theirs", "own", "all"). `amount`: cards drawn, damage, ATK … `life`, `half`, `cards`, `own`: what it
    costs in Life Points, cards of the hand, own monsters. `itself`: the card is used up, or raises itself.
    `hand`: it is used from the hand. `flip`: it is a Flip effect.
    """

    role: str = OTHER
    code: int = 0
    name: str = ""
    keep: int = 500
    side: str = ""
    only: str = ""
    hits: str = ""
    each: str = ""
    until: str = ""
    amount: int = 0
    life: int = 0
    cards: int = 0
    own: int = 0
    attack: int = 0
    level: int = 0
    turns: int = 0
    half: bool = False
    itself: bool = False
    dies: bool = False
    hand: bool = False
    flip: bool = False
    races: tuple[str, ...] = ()
    weaker: tuple[str, ...] = ()


UNKNOWN = Role()


class TextRole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A role, and a regular expression of the texts that show it."""

    pattern: str
    role: str
    keep: int
    side: str = ""
    hits: str = ""
    until: str = ""
    amount: int = 0


class RoleSheet(msgspec.Struct, forbid_unknown_fields=True):
    """The data file: roles of cards, and roles by texts, the most telling first."""

    cards: list[Role]
    texts: list[TextRole]


@cache
def _sheet() -> RoleSheet:
    data = (resources.files("facedown_client") / "bot" / "card_roles.toml").read_bytes()
    return msgspec.toml.decode(data, type=RoleSheet)


@cache
def bundled_roles() -> dict[int, Role]:
    """Return the roles of our own cards by passcode; the file is read once."""
    return {role.code: role for role in _sheet().cards}


@cache
def _text_roles() -> list[tuple[re.Pattern[str], Role]]:
    return [
        (
            re.compile(one.pattern, re.IGNORECASE),
            Role(one.role, keep=one.keep, side=one.side, hits=one.hits, until=one.until, amount=one.amount),
        )
        for one in _sheet().texts
    ]  # fmt: skip


def role_of(facts: Facts | None, words: str = "") -> Role:
    """Return the role of a card: from the data file, else from its text, else from `words` of an option."""
    if facts is not None and (known := bundled_roles().get(facts.original)) is not None:
        return known
    text = facts.text if facts is not None and facts.text else words
    kinds = facts.kinds if facts is not None else ()
    return read_role(text[:MAX_READ_LETTERS], kinds)


_PAYS = re.compile(r"pay (?:(\d{3,4})|half)", re.IGNORECASE)
_DISCARDS = re.compile(r"discard (?:1|a) card|by discarding 1", re.IGNORECASE)


@lru_cache(maxsize=2048)
def read_role(text: str, kinds: tuple[str, ...] = ()) -> Role:
    """Return the role that a text shows, with its cost."""
    found = next((role for words, role in _text_roles() if words.search(text)), None)
    if found is None:
        return Role("equip", amount=400, keep=400) if "equip" in kinds else UNKNOWN
    paid = _PAYS.search(text)
    return msgspec.structs.replace(
        found,
        half=paid is not None and paid[1] is None,
        life=int(paid[1]) if paid and paid[1] else 0,
        cards=int(_DISCARDS.search(text) is not None and "hand" not in kinds),
        hand="monster" in kinds and found.role in ("negate", "stop_attack"),
    )
