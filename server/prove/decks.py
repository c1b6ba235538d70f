"""Random legal decks from a pool, the same for the same secret."""

from __future__ import annotations

import re
from collections.abc import Sequence

from server.table.fate import Fate
from shared.cards import Facts, Pool
from shared.decks import Deck, check
from shared.formats import FORMATS

MAIN, EXTRA = 40, 15
TRIES = 50
NAMES = re.compile(r'"([^"]+)"')
FUSION = ("Polymerization",)


def random_deck(pool: Pool, format_name: str, secret: bytes, about: Facts | None = None) -> Deck:
    """A legal deck: a few names in one to three copies each, half of them monsters that need no Tribute.

    A deck `about` a card holds three of it and of its friends, so that combinations come up.
    """
    dice = Fate(secret + b"deck")
    wanted = friends(pool, about) if about is not None else []
    rules = FORMATS[format_name]
    usable = [facts for facts in pool if not facts.is_a("token")]
    main = [facts for facts in usable if not facts.belongs_in_extra_deck]
    extra = [facts for facts in usable if set(facts.kinds) & set(rules.extra_kinds)]
    small = [facts for facts in main if facts.is_monster and facts.level <= 4]
    for _ in range(TRIES):
        cards = [code for facts in wanted if facts in main for code in [facts.code] * 3][: MAIN // 2]
        cards += _copies(small, MAIN // 4, dice, taken=cards)
        cards += _copies(main, MAIN - len(cards), dice, taken=cards)
        first = [facts.code for facts in wanted if facts in extra][:EXTRA]
        rest = _copies(extra, EXTRA - len(first), dice, taken=first * 3) if extra else []
        deck = Deck(tuple(cards), (*first, *rest))
        if not check(deck, rules, pool):
            return deck
    raise RuntimeError(f"no legal {format_name} deck could be drawn from this pool")


def friends(pool: Pool, about: Facts) -> list[Facts]:
    """A card, the cards its text names, those that name it, and what a Fusion Monster needs besides."""
    named = set(NAMES.findall(about.text))
    found = [
        facts for facts in pool
        if facts is about or facts.name in named or f'"{about.name}"' in facts.text
    ]  # fmt: skip
    needs = [pool.named(name) for name in FUSION] if about.is_a("fusion") else []
    return found + [facts for facts in needs if facts is not None and facts not in found]


def _copies(choice: Sequence[Facts], count: int, dice: Fate, taken: Sequence[int] = ()) -> list[int]:
    """`count` passcodes, each name in one to three copies, none over three with what is taken."""
    cards: list[int] = []
    for index in dice.order(len(choice), "choice"):
        code = choice[index].code
        room = min(3 - taken.count(code), count - len(cards))
        cards += [code] * min(room, 1 + dice.below(3, "copies"))
        if len(cards) == count:
            break
    return cards
