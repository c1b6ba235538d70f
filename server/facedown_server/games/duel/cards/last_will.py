"""Last Will: when a monster of yours has fallen, a weak one follows from the Deck."""

from facedown_server.games.duel.script import (
    YOU,
    Body,
    Card,
    Fx,
    activation,
    ask,
    can_special_summon_here,
    monster_was_sent,
    oath,
    permit,
    search,
    shuffle_deck,
    special_summon,
    words,
)

NAME = "Last Will"
WORDS = words("last_will_summon")


def _is_weak_enough(card: Card, fx: Fx) -> bool:
    attack = card.facts.attack
    return (
        card.facts.is_monster and attack is not None and attack <= 1500 and can_special_summon_here(fx, card)
    )


def _is_possible(fx: Fx) -> bool:
    return monster_was_sent(fx, fx.you) and bool(fx.cards("deck", YOU) and fx.free_monster_zones(fx.you))


def _can_summon(fx: Fx) -> bool:
    return _is_possible(fx) and any(_is_weak_enough(card, fx) for card in fx.cards("deck", YOU))


def _summon(fx: Fx) -> Body:
    yield special_summon((yield search(lambda card: _is_weak_enough(card, fx))))
    yield shuffle_deck(fx.you)


def _note(fx: Fx) -> Body:
    fx.chosen["fallen"] = monster_was_sent(fx, fx.you)
    yield from ()


@activation(NAME, cost=oath(lambda fx: True, _note), from_deck=lambda fx: bool(fx.chosen["fallen"]))
def resolve(fx: Fx) -> Body:
    """If a monster goes from your field to your Graveyard this turn (before or after this), you can Special
    Summon 1 monster with 1500 or less ATK from your Deck, once."""
    if fx.chosen["fallen"] and _can_summon(fx) and (yield ask(words("last_will_now"))):
        yield from _summon(fx)
    else:
        yield permit(WORDS, _is_possible, _can_summon, _summon)
