"""`python run.py prove secrecy --core`: two alike duels in the core that a host has installed, byte by
byte.
"""

from __future__ import annotations

from pathlib import Path

from proofs.core.engines import InProcessEngine, at_hand
from proofs.secrecy import proof
from proofs.secrecy.compare import SecrecyFigures
from proofs.secrecy.run_settings import MAX_ACTS, CoreTables


def check_numbered_duel(
    number: int, seed: int, folder: Path | None, most: int = MAX_ACTS, *, explain: bool = True
) -> SecrecyFigures:
    """Play one duel of random decks, every second one of archetypes, with a twin for each viewer class."""
    core = at_hand(folder)
    deck = core.themed_deck if number % 2 else core.deck
    tables = CoreTables(core.played, deck, InProcessEngine(core))
    return proof.check_numbered_duel(number, seed, most, explain=explain, way="core", core=tables)
