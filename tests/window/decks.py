"""Two decks that end a duel by Life Points with any draw: one of strong monsters, one of weak ones.

Without Spells, Traps or effects nothing but Summons and attacks can happen, so a short driver can play them.
"""

from __future__ import annotations

from facedown_shared.cards.facts import Facts, bundled_pool, every_game
from facedown_shared.decks.decks import Deck, to_ydk

COPIES_COUNT = 3
NAMES_COUNT = 14


def strength_deck(*, strong: bool) -> str:
    """Return the text of a .ydk file: three copies each of the strongest or the weakest that need no
    Tribute.
    """
    able = [facts for facts in bundled_pool() if _is_playable(facts)]
    able.sort(key=lambda facts: (facts.attack or 0, facts.code), reverse=strong)
    chosen = able[:NAMES_COUNT]
    return to_ydk(Deck(tuple(facts.code for facts in chosen for _ in range(COPIES_COUNT)), (), ()))


def attacks_deck(*beside: str) -> str:
    """Return the text of a deck file of Flesh and Blood: attacks alone, so that every hand has some; and its
    player's starting cards, by name.
    """
    pool = every_game()
    attacks = sorted(facts.code for facts in pool if facts.is_a("attack"))
    extra = (pool.find_named(name) for name in beside)
    return to_ydk(Deck(tuple(attacks * 2), tuple(facts.code for facts in extra if facts is not None), ()))


def _is_playable(facts: Facts) -> bool:
    """Return whether it is a Normal Monster that can be Summoned at once, may be in a deck three times, and
    can attack.
    """
    return (
        facts.is_a("normal")
        and not facts.is_a("token")
        and 0 < facts.level <= 4
        and (facts.attack or 0) > 300
    )
