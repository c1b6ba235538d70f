"""The log of every kind of Special Summon and of a Chain of four on the real engine, with cards of our
own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from facedown_server.games.edopro import edition
from facedown_server.games.edopro.core_referee import CoreReferee
from facedown_server.games.edopro.edition import Edition
from facedown_server.refereeing.referee import Act, Choice, Frame
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.setup import Setup
from facedown_shared.cards.facts import Pool
from facedown_shared.tables.formats import MASTER
from tests.server.games.edopro import mini, mini_summons

pytestmark = pytest.mark.skipif(not mini.find_engine(), reason="FACEDOWN_CORE names no engine")


class Hands:
    """Plays a duel of two decks of helper cards; where passing is the only option, it passes."""

    def __init__(self, folder: Path) -> None:
        from facedown_server.games.edopro.wasm.engine_worker import Desk

        held = Edition(edition.store_edition(folder, mini_summons.SCRIPTS.items(), mini_summons.CARDS))
        desk = Desk(mini.compiled_engine(mini.find_engine()), held, ("constant.lua",))
        self.referee = CoreReferee(MASTER, Pool(mini_summons.CARDS), mini.InProcessEngine.of(desk))
        self.summons: list[tuple[str, str]] = []
        """How monsters were Summoned: the reason, and their names."""
        self.longest = 0
        """Links of the longest Chain."""
        decks = (mini_summons.DECK, mini_summons.DECK)
        self._take(mini.exhaust(self.referee.start(Setup("master", decks), RandomStreams(bytes(32)))))
        self._rest()

    def offered(self) -> Iterator[tuple[str, str]]:
        """Yield the key of every option, with its verb and the name of its card."""
        state = self.referee.state
        (prompt,) = self.referee.prompts()
        for key, option in prompt.options:
            seen = (one for one in state.cards if option.card and option.card == one.handles[prompt.seat])
            card = next(seen, None)
            yield key, f"{option.verb} {card.name} {card.zone}" if card is not None else option.verb

    def pick(self, wanted: str, zone: str = "", which: str = "") -> None:
        """Take the first option with this title, of a card in that zone, whose key ends so; and the first
        option of each prompt until the next window or open state.
        """
        fits = (
            key for key, name in self.offered()
            if name.startswith(wanted) and name.endswith(zone) and key.endswith(which)
        )  # fmt: skip
        self._answer(next(fits))
        while self.referee.result() is None and self.referee.prompts()[0].kind == "choice":
            least = self.referee.prompts()[0].least
            self._answer(*[key for key, _ in self.offered()][: max(1, least)])
        self._rest()

    def _answer(self, *keys: str) -> None:
        (prompt,) = self.referee.prompts()
        act = Act(prompt.seat, Choice(keys))
        self.referee.check(act)
        self._take(mini.exhaust(self.referee.apply(act)))

    def _rest(self) -> None:
        while self.referee.result() is None and [key for key, _ in self.offered()] == ["pass"]:
            self._answer("pass")

    def _take(self, frames: Iterable[Frame]) -> None:
        events = [event for frame in frames for event in frame.events]
        self.summons += [
            (event.cause, event.card.facts.name) for event in events
            if event.kind == "move" and event.card and event.goal
            and event.goal.zone in ("monster", "extra_monster")
        ]  # fmt: skip
        self.longest = max([self.longest, *(event.amount for event in events if event.kind == "activate")])

    def pass_on(self) -> None:
        """Pass until the next prompt of the open state."""
        while any(key == "pass" for key, _ in self.offered()):
            self.pick("pass")


def test_the_log_says_of_every_summon_what_it_is(tmp_path: Path) -> None:
    hands = Hands(tmp_path)
    hands.pick("summon Mini Helper")
    hands.pick("activate Mini Helper", "monster")
    hands.pass_on()
    hands.pick("special_summon Mini Helper")
    hands.pick("activate Mini Helper", "monster", ":2")
    hands.pass_on()
    hands.pick("special_summon Mini Xyz")
    hands.pick("special_summon Mini Link")
    hands.pick("special_summon Mini Helper")
    hands.pick("special_summon Mini Synchro")
    hands.pick("activate Mini Helper", "hand")  # as a Pendulum Scale
    hands.pass_on()
    hands.pick("pendulum_summon Mini Helper")
    big = [(why, name) for why, name in hands.summons if "Helper" not in name]
    helpers = [why for why, name in hands.summons if "Helper" in name]
    assert helpers == ["normal", "special", "special", "pendulum"]
    assert big == [
        ("fusion", "Mini Fusion"), ("ritual", "Mini Ritual"), ("xyz", "Mini Xyz"), ("link", "Mini Link"),
        ("synchro", "Mini Synchro"),
    ]  # fmt: skip


def test_both_players_add_to_a_chain_until_it_has_four_links(tmp_path: Path) -> None:
    hands = Hands(tmp_path)
    hands.pick("special_summon Mini Helper")
    hands.pick("activate Mini Helper", "monster", ":2")
    for _ in range(3):
        hands.pick("activate Mini Helper")
    hands.pass_on()
    assert hands.longest == 4
    state = hands.referee.state
    assert (state.life(0), state.life(1)) == (7800, 7900)
