"""A prompt names the card that it comes from."""

from __future__ import annotations

from facedown_server.games.edopro.locations import GRAVEYARD_FLAG
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream.prompt_sources import PromptSources
from tests.server.games.edopro.test_cut import ONE, OWNER_SEAT_INDEX, spot, truth

CONTINUE_ATTACK_TEXT_CODE = 30


def test_after_a_chain_in_an_attack_the_question_whether_it_goes_on_names_the_attacker() -> None:
    mirror = truth(ONE)
    attacker, other = mirror.state.cards[:2]
    cards = {spot(GRAVEYARD_FLAG, 0): attacker, spot(GRAVEYARD_FLAG, 1): other}
    sources = PromptSources(mirror.state, cards.get)
    sources.update(said.AttackDeclared(spot(GRAVEYARD_FLAG, 0), spot(GRAVEYARD_FLAG, 1)))
    sources.note_choice(other)  # a Chain Link of another card
    assert sources.source_of_text(CONTINUE_ATTACK_TEXT_CODE, OWNER_SEAT_INDEX) is other
    sources.update(said.ChainEnd())
    assert sources.source_of_text(CONTINUE_ATTACK_TEXT_CODE, OWNER_SEAT_INDEX) is attacker
    for over in (said.DamageStepEnd(), said.AttackDisabled(), said.NewPhase(16)):
        sources.update(said.AttackDeclared(spot(GRAVEYARD_FLAG, 0), spot(GRAVEYARD_FLAG, 1)))
        sources.update(over)
        sources.note_choice(other)
        sources.update(said.ChainEnd())
        assert sources.card is other
