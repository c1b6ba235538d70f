"""The self-check: every card in one place, no impossible state; and it notices mistakes."""

from __future__ import annotations

import pytest

from facedown_server.table.state import Card
from proofs.invariants import InvariantViolation, check, complaints
from tests.laws.duels import duel
from tests.play import Cards, Game
from tests.rules import rule


@rule("YGO-FLD-01")
def test_random_duels_keep_every_card_in_one_place() -> None:
    assert not list(complaints(duel(0).state))


def board() -> Game:
    return Game(Cards(monsters=["Feral Imp"], spells=["Trap Hole:set"]))


def duplicate_card(game: Game, card: Card) -> None:
    game.duel.state.pile(0, "graveyard").append(card)


def attack_face_down(game: Game, card: Card) -> None:
    card.face_up = card.defense_position = False


def put_token_in_hand(game: Game, card: Card) -> None:
    card.token = True
    game.duel.state.pile(0, "monster")[0] = None
    game.duel.state.pile(0, "hand").append(card)
    card.place = card.place._replace(zone="hand", slot=-1)


def rename_card(game: Game, card: Card) -> None:
    card.handles = (99, *card.handles[1:])


@pytest.mark.parametrize("mistake", [duplicate_card, attack_face_down, put_token_in_hand, rename_card])
def test_a_seeded_mistake_is_noticed(mistake: object) -> None:
    game = board()
    assert callable(mistake)
    mistake(game, game.card("Feral Imp"))
    with pytest.raises(InvariantViolation):
        check(game.duel.state)


def test_negative_life_is_noticed() -> None:
    game = board()
    game.duel.state.tallies["0:life"] = -1
    with pytest.raises(InvariantViolation):
        check(game.duel.state)
