"""A guided referee answers what belongs to a decision, whatever options are offered for it."""

from __future__ import annotations

from collections.abc import Sequence

from facedown_server.refereeing.prompted_referee import PromptedReferee
from facedown_server.refereeing.prompts import DuelPrompt, Offer, Play
from facedown_server.refereeing.referee import PromptKind
from facedown_server.table.state import State
from facedown_shared.tables import TABLES
from facedown_shared.tables.formats import FORMATS
from facedown_shared.text.words import words
from proofs.differs.guided_duel import DuelAction, LedDuel
from tests.play import Cards, Game, code


class ChoiceReferee(PromptedReferee):
    """A referee that prompts for a choice, and then for a phase. `picked`: the choice."""

    def __init__(self, offers: Sequence[Offer], least: int, most: int) -> None:
        super().__init__(State(TABLES[FORMATS["MR5"].table]))
        self.picked: list[str] = []
        self._run = self._play(offers, least, most)
        list(self._advance(None))

    def _play(self, offers: Sequence[Offer], least: int, most: int) -> Play[None]:
        self.picked += yield DuelPrompt(
            0, PromptKind.CHOICE, words("choose_cards"), lambda: offers, least, most, one=False
        )
        end = Offer("phase:end", 0, "phase", text="end")
        yield DuelPrompt(0, PromptKind.TURN, words("your_battle_phase"), lambda: [end], default=(end.key,))


def test_a_search_that_finds_nothing_is_answered_with_nothing() -> None:
    referee = ChoiceReferee((), 0, 0)
    found = LedDuel(referee, "salt").advance()
    assert found is not None
    assert (found.what, found.seat, found.deeds) == ("turn", 0, frozenset({DuelAction("phase", 0, "end")}))
    assert referee.picked == []


def test_one_is_picked_where_none_need_be() -> None:
    referee = ChoiceReferee([Offer("option:1", "one", "choose"), Offer("option:2", "two", "choose")], 0, 2)
    assert LedDuel(referee, "salt").advance() is not None
    assert len(referee.picked) == 1


def test_what_can_be_used_only_since_something_in_the_phase_is_among_what_waits_behind_a_window() -> None:
    """Stardust Dragon Tributed itself; in the End Phase the core offers its return beside the Typhoon."""
    dragon, typhoon = "Stardust Dragon", "Mystical Space Typhoon"
    you = Cards(monsters=["Karate Man"], extra_monster=dragon, spells=[f"{typhoon}:set", "Dark Hole:set"])
    game = Game(you, first=1).do("activate", "Karate Man")
    game.choose("phase:end").respond(dragon, seat=0)
    while game.duel.state.chain:
        game.choose("pass")
    duel, back = LedDuel(game.referee, "salt"), DuelAction("activate", code(dragon), "0:graveyard")
    found = duel.advance()
    assert found is not None
    assert {deed.code for deed in found.deeds} == {code(typhoon), code(dragon)}
    duel.do(back)
    duel.advance()
    assert [link.card.name for link in game.duel.state.chain] == [dragon]
