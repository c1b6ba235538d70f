"""The helper verbs of half-manual duels: a Game whose made-up cards are carried out by gestures, by name.

game = HalfGame(Cards(hand=["Ember Call"]), Cards(monsters=["Tide Diver"]))
game.begin_act("by_hand", "Ember Call").until("by_hand")
game.hand("move", "Tide Diver", to="1:graveyard", text="destroy").done()
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import pytest

from facedown_server.games.duel.engine import DuelReferee
from facedown_server.games.manual.yugioh.half.referee import HalfDuelReferee
from facedown_server.games.manual.yugioh.half.scripts import deck_scripts
from facedown_server.refereeing.referee import Act, ByHand
from facedown_server.table.random_streams import RandomStreams
from facedown_server.table.state import Card
from facedown_shared.cards.facts import Pool, TokenPrint
from facedown_shared.protocol.gestures import Gesture
from facedown_shared.tables.formats import Format
from facedown_shared.tables.zones import Place, Seat
from facedown_shared.text.errors import Code, Illegal
from tests import strangers
from tests.play import Cards, Game
from tests.server.games.manual.manual_table import gesture


class HalfGame(Game):
    """A duel from a laid-out board in which unknown cards are carried out by hand."""

    referee: HalfDuelReferee

    def __init__(
        self, you: Cards | None = None, them: Cards | None = None, *, rules: str = "master", first: int = 1,
        alone: bool = False, pool: Pool | None = None,
    ) -> None:  # fmt: skip
        self.alone = alone
        super().__init__(
            you, them, rules=rules, first=first, pool=pool or strangers.pool(),
            streams=RandomStreams(b"half by hand" * 3),
        )  # fmt: skip

    def make(self, rules: Format) -> DuelReferee:
        referee = HalfDuelReferee(rules, self.pool, alone=self.alone)
        referee.duel.confirms = True
        strange = deck_scripts(self.pool, [facts.code for facts in strangers.facts()])
        referee.duel.deck_scripts = (strange, strange)
        return referee

    # --- acting by hand -------------------------------------------------------------------------------------

    def until(self, kind: str) -> Self:
        """Pass and choose by default until a prompt of this kind."""
        for _ in range(40):
            if self.over or self.ask.kind == kind:
                break
            self._default()
        assert self.ask.kind == kind, self.ask
        return self

    def hand(
        self, do: str, *cards: str | Card, to: str = "", others: Iterable[str | Card] = (), seat: Seat = -1,
        by: Seat | None = None, position: str = "", amount: int = 0, text: str = "", viewer: Seat = -1,
        token: TokenPrint | None = None,
    ) -> Self:  # fmt: skip
        """Perform one gesture, by the player who carries out a card or by the seat named. Raises Illegal."""
        by = self.ask.seat if by is None else by
        said = gesture(
            do, cards=self._handles(cards, by), places=(Place.parse(to),) if to else (), position=position,
            others=self._handles(others, by), amount=amount, text=text, seat=seat, viewer=viewer, token=token,
        )  # fmt: skip
        before = self.referee.digest()
        act = Act(by, ByHand(said))
        self.referee.check(act)
        assert self.referee.digest() == before, "checking changed something"
        self._take(self.referee.apply(act))
        return self

    def send(self, gesture: Gesture, by: Seat = 0) -> Self:
        """Do one given gesture."""
        act = Act(by, ByHand(gesture))
        self.referee.check(act)
        self._take(self.referee.apply(act))
        return self

    def declare_done(self, *, agree: bool = True) -> Self:
        """Declare it carried out; the opponent agrees, or objects."""
        self._pick("done")
        if not self.over and self.ask.kind == "confirm":
            self._pick("confirm" if agree else "object")
        return self

    def answer_consent(self, *, agree: bool) -> Self:
        """Answer the opponent's question whether a gesture may show their cards."""
        assert self.ask.kind == "confirm"
        self._pick("confirm" if agree else "object")
        return self

    def apply(self, card: str) -> Self:
        """Carry out an effect of a card that starts no Chain."""
        self._pick(self._found("apply", card)[0])
        return self

    def activate(self, card: str, *targets: str) -> Self:
        """Activate a card that is carried out by hand, pay nothing, and continue to its resolution without a
        response.
        """
        self._pick(self._found("by_hand", card)[0])
        while self.ask.kind != "by_hand":
            self._answer_one([*targets], "")
        self._pick("done")
        return self.until("by_hand")

    def _handles(self, cards: Iterable[str | Card], by: Seat) -> tuple[int, ...]:
        return tuple((self.card(card) if isinstance(card, str) else card).handles[by] for card in cards)


def refusal_sentence(code: Code, game: HalfGame, do: str, *cards: str | Card, **rest: Any) -> str:
    """Return the sentence of a gesture's refusal, with this code."""
    with pytest.raises(Illegal) as caught:
        game.hand(do, *cards, **rest)
    assert caught.value.code is code
    return str(caught.value)
