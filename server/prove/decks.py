"""Random legal decks from a pool, the same for the same secret."""

from __future__ import annotations

from collections.abc import Sequence

from server.table.fate import Fate
from shared.cards import Facts, Pool
from shared.decks import Deck, check
from shared.formats import FORMATS

MAIN, EXTRA = 40, 15
TRIES = 50


def random_deck(pool: Pool, format_name: str, secret: bytes) -> Deck:
    """A legal deck: a few names in one to three copies each, half of them monsters that need no Tribute."""
    dice = Fate(secret + b"deck")
    rules = FORMATS[format_name]
    usable = [facts for facts in pool if not facts.is_a("token")]
    main = [facts for facts in usable if not facts.belongs_in_extra_deck]
    extra = [facts for facts in usable if set(facts.kinds) & set(rules.extra_kinds)]
    small = [facts for facts in main if facts.is_monster and facts.level <= 4]
    for _ in range(TRIES):
        cards = _copies(small, MAIN // 2, dice)
        cards += _copies(main, MAIN - len(cards), dice, taken=cards)
        deck = Deck(tuple(cards), tuple(_copies(extra, EXTRA, dice)) if extra else ())
        if not check(deck, rules, pool):
            return deck
    raise RuntimeError(f"no legal {format_name} deck could be drawn from this pool")


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
