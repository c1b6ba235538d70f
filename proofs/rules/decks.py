"""Random legal decks from a pool, the same for the same secret."""

from __future__ import annotations

import re
from collections.abc import Sequence

from facedown_server.table import RandomStreams
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.decks import Deck, check, is_allowed
from facedown_shared.tables import FORMATS
from proofs.rules.play_plans import PLANS, plan

MAIN_DECK_CARDS, EXTRA_DECK_CARDS = 40, 15
MAX_WANTED_CARDS, MAX_FOIL_CARDS = 24, 12
"""How many cards of a deck may be chosen for its own subject, and for that of the other deck."""

MAX_ATTEMPTS = 50
NAMES = re.compile(r'"([^"]+)"')
FUSION = ("Polymerization",)


def random_deck(
    pool: Pool, format_name: str, secret: bytes, about: Facts | None = None, against: Facts | None = None
) -> Deck:
    """Return a legal deck: a few names in one to three copies each, half of them monsters that need no
    Tribute.

    A deck `about` a card holds three of it and of its friends, so that combinations occur; with a plan for
    it, no other Extra Deck monsters use them up. A deck `against` a card holds what triggers it.
    """
    dice = RandomStreams(secret + b"deck")
    rules = FORMATS[format_name]
    usable = [facts for facts in pool if is_allowed(facts, rules)]
    main = [facts for facts in usable if not facts.belongs_in_extra_deck]
    extra = [facts for facts in usable if facts.belongs_in_extra_deck]
    small = [facts for facts in main if facts.is_monster and facts.level <= 4]
    wanted = related_cards(pool, about) if about is not None else []
    foils = _cards_by_name(pool, plan(against.name).foils) if against is not None else []
    for _ in range(MAX_ATTEMPTS):
        cards = _three_copies([facts for facts in wanted if facts in main], MAX_WANTED_CARDS)
        cards += _three_copies(
            [facts for facts in foils if facts in main and facts not in wanted], MAX_FOIL_CARDS
        )
        cards += _copies(small, MAIN_DECK_CARDS // 4, dice, taken=cards)
        cards += _copies(main, MAIN_DECK_CARDS - len(cards), dice, taken=cards)
        first = [facts.code for facts in wanted if facts in extra][:EXTRA_DECK_CARDS]
        more = 0 if about is not None and about.name in PLANS else EXTRA_DECK_CARDS - len(first)
        rest = _copies(extra, more, dice, taken=first * 3) if extra and more else []
        deck = Deck(tuple(cards), (*first, *rest))
        if not check(deck, rules, pool):
            return deck
    raise RuntimeError(f"no legal {format_name} deck could be drawn from this pool")


def related_cards(pool: Pool, about: Facts) -> list[Facts]:
    """Return a card, the cards its text names, those that name it, and what it needs besides."""
    named = set(NAMES.findall(about.text))
    found = [
        facts for facts in pool
        if facts is about or facts.name in named or f'"{about.name}"' in facts.text
    ]  # fmt: skip
    needs = _cards_by_name(pool, (FUSION if about.is_a("fusion") else ()) + plan(about.name).brings)
    together = found + [facts for facts in needs if facts not in found]
    return [facts for facts in together if facts.name not in plan(about.name).lacks]


def _cards_by_name(pool: Pool, names: Sequence[str]) -> list[Facts]:
    return [facts for name in names if (facts := pool.find_named(name)) is not None]


def _three_copies(cards: Sequence[Facts], most: int) -> list[int]:
    return [facts.code for facts in cards for _ in range(3)][:most]


def _copies(choice: Sequence[Facts], count: int, dice: RandomStreams, taken: Sequence[int] = ()) -> list[int]:
    """Return `count` passcodes, each name in one to three copies, none over three with what is taken."""
    cards: list[int] = []
    for index in dice.order(len(choice), "choice"):
        code = choice[index].code
        room = min(3 - taken.count(code), count - len(cards))
        cards += [code] * min(room, 1 + dice.draw_below(3, "copies"))
        if len(cards) == count:
            break
    return cards
