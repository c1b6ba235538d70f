"""The core that `core` has remembered, within this process; what it was asked and what it said is noted."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from proofs.play.player import one_of
from server.edopro import brought, requests
from server.edopro.edition import SUFFIX, Edition
from server.edopro.offered import remembered
from server.edopro.requests import Begin, CoreSteps, DropDuel, Reply
from server.edopro.wasm.child import Desk
from server.edopro.wasm.engine import Engine
from server.referee import Elsewhere
from server.table.random_streams import RandomStreams
from shared.cards.decks import Deck
from shared.cards.facts import Facts, Pool
from shared.offered_core import FOLDER

RETRY = 1
"""The kind of message that says that an answer was refused."""


class BroughtCore:
    """Engine and edition that are remembered in a folder, opened once in each process."""

    def __init__(self, folder: Path) -> None:
        found = remembered(folder)
        assert found is not None, "whoever asks has looked"
        place = folder / FOLDER
        self.files = (
            str(place / found.engine),
            str(place / f"{found.edition}{SUFFIX}"),
            str(place / "cache"),
        )
        engine = brought.read(place / found.engine)
        self.engine = Engine(engine.wasm, engine.exports, engine.imports, place / "cache")
        self.edition = Edition(place / f"{found.edition}{SUFFIX}")
        facts = self.edition.facts()
        self.pool = Pool(facts)
        playable = [one for one in facts if self._is_playable(one)]
        self.main = [one.code for one in playable if not one.belongs_in_extra_deck]
        self.extra = [one.code for one in playable if one.belongs_in_extra_deck]

    def _is_playable(self, facts: Facts) -> bool:
        if "token" in facts.kinds or not {"monster", "spell", "trap"} & set(facts.kinds):
            return False
        plain = "normal" in facts.kinds and "effect" not in facts.kinds
        return plain or self.edition.script(f"c{facts.code}.lua") is not None

    def deck(self, dice: RandomStreams) -> Deck:
        """40 cards and 15 of the Extra Deck, of the whole pool, at most three of a name."""
        return Deck(tuple(self._some(self.main, 40, dice)), tuple(self._some(self.extra, 15, dice)))

    @staticmethod
    def _some(codes: list[int], count: int, dice: RandomStreams) -> list[int]:
        found: list[int] = []
        while len(found) < count:
            code = one_of(codes, dice, "card")
            copies = min(1 + dice.below(3, "copies"), 3 - found.count(code), count - len(found))
            found += [code] * copies
        return found


@cache
def brought_core(folder: Path) -> BroughtCore:
    """The core of a folder."""
    return BroughtCore(folder)


class NotingEngine:
    """The engine in this process. `requests` and `said`: every request, and a digest of each answer."""

    def __init__(self, core: BroughtCore) -> None:
        self.desk = Desk(core.engine, core.edition)
        self.asked: list[Begin | Reply] = []
        self.digests: list[bytes] = []
        self.size = self.refused = 0
        self.stopped = ""
        self._said: CoreSteps | None = None

    def number(self) -> int:
        """The number of its one duel."""
        return 1

    def call(self, request: Begin | Reply) -> Iterator[Elsewhere]:
        """Ask, at once."""
        said = self.desk.handle(request)
        self.asked.append(request)
        self.digests.append(digest(said))
        self.refused += sum(step.messages[4] == RETRY for step in said.steps)
        self.stopped = self.stopped or said.stopped
        self._said = said
        return iter(())

    def said(self, duel: int) -> CoreSteps:
        """What the last call gave."""
        assert self._said is not None
        return self._said

    def drop(self, request: DropDuel) -> None:
        """The duel is over."""
        self.desk.handle(request)


def digest(said: CoreSteps) -> bytes:
    """What was said, in short."""
    return hashlib.sha256(requests.frame(said)).digest()
