"""Tables of the proof that play by the field's core: the engine is called within this process, synchronously.

Nothing of the field's is in here; the caller passes the cards and scripts that a host has installed, or its
own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from msgspec import structs

from facedown_server.games.edopro.core_referee import CoreReferee, Engines
from facedown_server.network.crowd.printed_cards import CardTexts
from facedown_server.table import RandomStreams, Setup
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.banlists import Limits
from facedown_shared.decks.decks import Deck
from facedown_shared.decks.edopro_database import MAX_LINES
from facedown_shared.tables import FORMATS


class PartialCardTexts:
    """Texts in which every second card has words, in any language."""

    languages: Iterable[str] = ()

    def translated_facts(self, facts: Facts, language: str) -> Facts | None:
        """Return these facts in other words; None for every other card."""
        return None if facts.code % 2 else structs.replace(facts, name=f"{language}:{facts.code:x}")

    def card_lines(self, code: int, language: str) -> tuple[str, ...]:
        """Return as many lines of every card as a database may have."""
        return tuple(f"{language}:{code:x}:{number}" for number in range(MAX_LINES))


@dataclass(frozen=True)
class CoreTables:
    """A core as the tables of a run use it. `deck`: a random one."""

    pool: Pool
    deck: Callable[[RandomStreams], Deck]
    engines: Engines
    digest: str = "core"
    source: str = "the field's core"
    banlists: Mapping[str, Limits] = field(default_factory=dict)
    scriptless: frozenset[int] = frozenset()
    texts: CardTexts = field(default_factory=PartialCardTexts)

    def plays(self, codes: Iterable[int], format_name: str) -> bool:
        """Return whether it plays these cards by this format's rules."""
        return bool(FORMATS[format_name].core_rules) and all(code in self.pool for code in codes)

    def referee(self, setup: Setup, pool: Pool) -> CoreReferee:
        """Return a fresh referee for one duel."""
        return CoreReferee(FORMATS[setup.format], pool, self.engines)
