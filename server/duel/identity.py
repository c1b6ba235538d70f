"""What a stored duel depends on, as a short text: facts and scripts both decks can reach.

A log can be run again by a changed program as long as its digests match; this says beforehand whether the
cards themselves have changed.
"""

from __future__ import annotations

import hashlib
import pkgutil
from collections.abc import Mapping
from functools import cache

import msgspec

from server.duel import cards
from server.duel.library import written
from server.referee import Setup
from shared.cards.facts import Pool


def fingerprint(setup: Setup, pool: Pool) -> str:
    """32 hex digits over the facts and the card files of every card in both decks, tokens aside."""
    seal = hashlib.blake2b(digest_size=16)
    codes = sorted({code for deck in setup.decks for code in (*deck.main, *deck.extra, *deck.side)})
    known = pool.joined(setup.brought)
    for code in codes:
        facts = known.get(code)
        if facts is not None:
            seal.update(msgspec.json.encode(facts))
            seal.update(_files().get(facts.name, b""))
    return seal.hexdigest()


@cache
def _files() -> Mapping[str, bytes]:
    """The text of every card file that names a card, by the card's name."""
    found: dict[str, bytes] = {}
    for module in sorted(each.name for each in pkgutil.iter_modules(cards.__path__)):
        text = pkgutil.get_data(cards.__name__, f"{module}.py") or b""
        for name in written():
            if f'"{name}"'.encode() in text:
                found[name] = found.get(name, b"") + text
    return found
