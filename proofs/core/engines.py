"""The core with the cache of `core`, within this process; its requests and responses can be recorded.

Only what opens an engine imports what needs wasmtime, so that a check whether there is one works without it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from facedown_server.games.edopro import engine_protocol
from facedown_server.games.edopro.card_texts import TextFile
from facedown_server.games.edopro.core_registry import registered_core
from facedown_server.games.edopro.edition import SUFFIX, CardSource, Edition
from facedown_server.games.edopro.engine_protocol import CoreSteps, DropDuel, PlayRequest, Reply
from facedown_server.games.edopro.installation import BASE
from facedown_server.games.edopro.wasm import engine_file
from facedown_server.refereeing.referee import ExternalWork
from facedown_server.table import RandomStreams
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.decks.core_location import FOLDER, find_core_folder
from facedown_shared.decks.decks import Deck, check
from facedown_shared.tables.formats import MASTER
from proofs.play.player import choose_one

if TYPE_CHECKING:
    from facedown_server.games.edopro.wasm.engine_worker import Desk

RETRY_MESSAGE_CODE = 1
"""The kind of message with which the core rejects an answer."""


MIN_ARCHETYPE_CARDS = 12
"""Cards that an archetype must have for a Deck to be made of it."""


class ProvidedCore:
    """Engine and edition that are stored in a folder, opened once in each process."""

    def __init__(self, folder: Path) -> None:
        from facedown_server.games.edopro.wasm.engine import Engine

        found = registered_core(folder)
        assert found is not None, "callers have checked this"
        place = folder / FOLDER
        self.files = (
            str(place / found.engine),
            str(place / f"{found.edition}{SUFFIX}"),
            str(place / "cache"),
        )
        engine = engine_file.read_engine(place / found.engine)
        self.engine = Engine(engine.wasm, engine.exports, engine.imports, place / "cache")
        self.edition = Edition(place / f"{found.edition}{SUFFIX}")
        self.texts = TextFile(place / found.texts if found.texts else None)
        facts = self.edition.facts()
        self.pool = Pool(facts)
        playable = [one for one in facts if self._is_playable(one)]
        self.main = [one.code for one in playable if not one.belongs_in_extra_deck]
        self.extra = [one.code for one in playable if one.belongs_in_extra_deck]
        self.played = Pool([one for one in facts if "token" in one.kinds or self._is_playable(one)])
        """Cards that a Deck may be made of, and tokens."""
        self._themes = self._archetypes(playable)

    def desk(self, edition: CardSource | None = None, base: tuple[str, ...] = BASE) -> Desk:
        """Return the desk that plays duels, within this process; with another edition where one is named."""
        from facedown_server.games.edopro.wasm.engine_worker import Desk

        return Desk(self.engine, edition or self.edition, base)

    def _is_playable(self, facts: Facts) -> bool:
        if "token" in facts.kinds or not {"monster", "spell", "trap"} & set(facts.kinds):
            return False
        plain = "normal" in facts.kinds and "effect" not in facts.kinds
        return plain or self.edition.script(f"c{facts.code}.lua") is not None

    @staticmethod
    def _archetypes(playable: Sequence[Facts]) -> list[list[Facts]]:
        """Return cards by archetype, of those that have some."""
        found: dict[int, list[Facts]] = {}
        for facts in playable:
            for number in facts.archetypes:
                found.setdefault(number & 0xFFF, []).append(facts)
        return [cards for _, cards in sorted(found.items()) if len(cards) >= MIN_ARCHETYPE_CARDS]

    def themed_deck(self, dice: RandomStreams) -> Deck:
        """Return a deck of the same sizes, mostly of two archetypes, whose cards work together."""
        while check(deck := self._themed_cards(dice), MASTER, self.played):
            continue
        return deck

    def _themed_cards(self, dice: RandomStreams) -> Deck:
        cards = [*choose_one(self._themes, dice, "theme"), *choose_one(self._themes, dice, "theme")]
        main = [facts.code for facts in cards if not facts.belongs_in_extra_deck]
        extra = [facts.code for facts in cards if facts.belongs_in_extra_deck]
        some, few = min(30, 2 * len(set(main))), min(12, 2 * len(set(extra)))
        return Deck(
            tuple(self._choose_codes(self.main, 40, dice, self._choose_codes(main, some, dice))),
            tuple(self._choose_codes(self.extra, 15, dice, self._choose_codes(extra, few, dice))),
        )

    def is_known(self, code: int) -> bool:
        """Return whether a card is in the database and works here."""
        return code in self.pool and self.edition.plays(self.pool[code])

    def replace_cards(self, deck: Deck, strange: Container[int], dice: RandomStreams) -> Deck:
        """Return the same deck without some cards; others replace them in the Main Deck."""
        main, extra, side = ([code for code in part if code not in strange] for part in deck.parts)
        return Deck(
            tuple(self._choose_codes(self.main, max(40, len(main)), dice, main)), tuple(extra), tuple(side)
        )

    def deck(self, dice: RandomStreams) -> Deck:
        """Return 40 cards and 15 of the Extra Deck, of the whole pool, at most three of a name."""
        return Deck(
            tuple(self._choose_codes(self.main, 40, dice)), tuple(self._choose_codes(self.extra, 15, dice))
        )

    @staticmethod
    def _choose_codes(
        codes: list[int], count: int, dice: RandomStreams, begun: Sequence[int] = ()
    ) -> list[int]:  # fmt: skip
        found = [*begun]
        while len(found) < count:
            code = choose_one(codes, dice, "card")
            copies = min(1 + dice.draw_below(3, "copies"), 3 - found.count(code), count - len(found))
            found += [code] * copies
        return found


def place_of(folder: Path | None) -> Path | None:
    """Return where `core` has stored one: this folder, or else the default one; None where there is none."""
    place = find_core_folder(*([folder] if folder else []))
    return None if place is None or registered_core(place) is None else place


@cache
def at_hand(folder: Path | None) -> ProvidedCore:
    """Return the core stored there, opened once in each process: processes share no open files."""
    place = place_of(folder)
    assert place is not None, "callers have checked this"
    return ProvidedCore(place)


class InProcessEngine:
    """Duels in the engine of this process, called synchronously."""

    def __init__(
        self, core: ProvidedCore, edition: CardSource | None = None, base: tuple[str, ...] = BASE
    ) -> None:  # fmt: skip
        self.desk = core.desk(edition, base)
        self._duels, self._said = 0, dict[int, CoreSteps]()

    def number(self) -> int:
        """Return the number of a new duel."""
        self._duels += 1
        return self._duels

    def call(self, request: PlayRequest) -> Iterator[ExternalWork]:
        """Send a request."""
        self._said[request.duel] = self.desk.handle(request)
        return iter(())

    def last_response(self, duel: int) -> CoreSteps:
        """Return the response to the last call."""
        return self._said.pop(duel)

    def forget_duel(self, request: DropDuel) -> None:
        """Close a duel that is over for us."""
        self.desk.handle(request)


class RecordingEngine(InProcessEngine):
    """Records every request, and a digest of each answer. `refused`: how many answers the core rejected.

    `look` is called before each answer, once all output of the core has been read.
    """

    def __init__(self, core: ProvidedCore) -> None:
        super().__init__(core)
        self.asked: list[PlayRequest] = []
        self.digests: list[bytes] = []
        self.refused = 0
        self.look: Callable[[], None] = lambda: None
        self.handle: Callable[[CoreSteps], None] = lambda said: None
        """Called with each answer."""

    def call(self, request: PlayRequest) -> Iterator[ExternalWork]:
        """Send a request, and record it."""
        if isinstance(request, Reply):
            self.look()
        waited = super().call(request)
        said = self._said[request.duel]
        self.asked.append(request)
        self.digests.append(digest(said))
        self.handle(said)
        self.refused += sum(step.messages[4] == RETRY_MESSAGE_CODE for step in said.steps)
        return waited


def digest(said: CoreSteps) -> bytes:
    """Return the digest of a response."""
    return hashlib.sha256(engine_protocol.frame(said)).digest()
