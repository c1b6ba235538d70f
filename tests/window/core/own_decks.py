"""Two decks of our own, of cards of the field: one of Pendulum Scales, one for long Chains; and their
players.

Passcodes alone, three copies of each. No texts and no lists of others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from facedown_shared.cards.facts import Facts
from facedown_shared.decks.decks import Deck, to_ydk
from tests.window.core.deciding import Decider, card_of
from tests.window.windows import NarratedPrompt, WindowPlayer

LOW = (19474136, 43785278, 73779005, 45103815, 15146890)
"""Normal Pendulum Monsters of Scales 1 and 2; their Levels are between these and those of `HIGH`."""
HIGH = (17390179, 83980492, 48940337, 68182934, 82114013)
"""The same of Scale 7."""
ANY_TIME = (83968380, 30461781, 9744376, 8842266)
"""Traps and Quick-Play Spells without conditions, which can be used in every window."""
MORE = (
    37576645, 39526584, 12607053, 50470982, 23471572, 98299011, 74270067, 68170903, 49998907, 35316708,
)  # fmt: skip
"""More such."""

PAIR = ("scales", "responses")
OWN = {"scales": (*LOW, *HIGH, *ANY_TIME), "responses": (*ANY_TIME, *MORE)}
"""The decks: each card three times."""
LONG_CHAIN_LINKS = 4
"""Chain Links of a long Chain."""
WANTED = ("Pendulum Summon", f"Chain Link {LONG_CHAIN_LINKS}")
"""What such a duel must show before it may end: both players work towards it."""


def write(name: str, folder: Path) -> Path:
    """Write the file of one of these decks."""
    path = folder / f"{name}.ydk"
    path.write_text(to_ydk(Deck(tuple(code for code in OWN[name] for _ in range(3)), ())))
    return path


class OwnPlayer(Decider):
    """Plays one of these decks, and takes pictures of what they show. `known`: cards by their names."""

    def __init__(
        self, person: WindowPlayer, turn: Callable[[], int], gives_up: Callable[[], bool] = lambda: False, *,
        attacks: Callable[[], bool], known: Mapping[str, Facts], shots: Path,
    ) -> None:  # fmt: skip
        super().__init__(person, turn, gives_up, attacks=attacks)
        self._known, self._shots, self._taken = known, shots, set[str]()

    async def answer(self, asked: NarratedPrompt) -> None:
        """Give one answer, after a picture."""
        if asked.offered("Pendulum Summon"):
            await self._take_picture("pendulum-summon")
        if len(self._links()) >= LONG_CHAIN_LINKS and "was activated" in asked.words:
            await self._take_picture("chain-of-four")
        await super().answer(asked)

    def is_left_for_later(self, asked: NarratedPrompt, option: str) -> bool:
        """Return whether to leave an option for later. A Scale goes beside none of its own side, else a
        Pendulum Summon would be impossible. What can be used at any time is used into a Chain, or where
        enough is ready for a long one.
        """
        card = self._card_of_option(option)
        if not option.startswith("Activate") or card is None:
            return False
        if card.scales:
            placed = re.compile(f"^news: {self.person.name} brings out (.+)$")
            told = filter(None, map(placed.search, self.person.lines))
            lying = (self._known.get(line[1]) for line in told)
            return any(_side(other) == _side(card) for other in lying if other)
        ready = [one for one in map(self._card_of_option, asked.options) if one and not one.is_monster]
        return "was activated" not in asked.words and len(ready) < LONG_CHAIN_LINKS

    def _card_of_option(self, option: str) -> Facts | None:
        """Return the card that an option would activate."""
        wish = "Activate"
        return self._known.get(card_of(option, wish)) if option.startswith(wish) else None

    def _links(self) -> list[str]:
        """Return what was activated and did not resolve yet."""
        links = list[str]()
        for line in self.person.lines:
            if re.search("^news: Chain Link \\d+ resolves", line):
                links.clear()
            elif re.search("^news: \\w+ activates ", line):
                links.append(line)
        return links

    async def _take_picture(self, name: str) -> None:
        if name not in self._taken:
            self._taken.add(name)
            await self.person.shot(f"real-{name}-{self.person.name}", self._shots)


def _side(card: Facts) -> str:
    """Return for which of both Scales it is."""
    return "low" if card.code in LOW else "high" if card.code in HIGH else card.name
