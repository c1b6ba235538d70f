"""Spells about hands and Decks: looks, new hands, choices of what is drawn."""

from facedown_server.games.duel.script import (
    EITHER,
    OPPONENT,
    YOU,
    Body,
    Card,
    Fx,
    activation,
    choose,
    choose_blind,
    choose_number,
    discard,
    draw,
    none_of,
    show,
    words,
)

# --- Ancient Telescope --------------------------------------------------------------------------------------


@activation("Ancient Telescope", only=lambda fx: bool(fx.cards("deck", OPPONENT)))
def ancient_telescope(fx: Fx) -> Body:
    """Name a number up to 5; look at that many cards on top of the opponent's Deck and put them back."""
    deck = fx.cards("deck", OPPONENT)
    if deck:
        count = yield choose_number(range(1, min(5, len(deck)) + 1), words("how_many_to_look_at"))
        yield show(deck[:count], to=YOU)


# --- Card Destruction ---------------------------------------------------------------------------------------


def _hands(fx: Fx) -> list[Card]:
    return fx.cards("hand", EITHER, none_of([fx.card]))


def _hand_sizes(fx: Fx) -> dict[int, int]:
    hands = _hands(fx)
    return {seat: sum(card.owner == seat for card in hands) for seat in fx.seats(EITHER)}


def _possible(fx: Fx) -> bool:
    held = _hand_sizes(fx)
    return any(held.values()) and fx.can_draw(fx.you, held[fx.you])


@activation("Card Destruction", only=_possible, from_deck=True)
def card_destruction(fx: Fx) -> Body:
    """Both players discard their hands, then draw as many cards as they discarded."""
    held = _hand_sizes(fx)
    yield discard(_hands(fx))
    for seat, count in held.items():
        yield draw(seat, count)


# --- Graceful Charity ---------------------------------------------------------------------------------------


@activation("Graceful Charity", only=lambda fx: fx.can_draw(fx.you, 3), from_deck=True)
def graceful_charity(fx: Fx) -> Body:
    """Draw 3 cards, then discard 2 cards."""
    if len((yield draw(fx.you, 3))) == 3:
        chosen = yield choose(fx.cards("hand", YOU), 2, 2, words("choose_2_to_discard"))
        yield discard(chosen)


# --- The Inexperienced Spy ----------------------------------------------------------------------------------


@activation("The Inexperienced Spy", only=lambda fx: bool(fx.cards("hand", OPPONENT)))
def the_inexperienced_spy(fx: Fx) -> Body:
    """Choose 1 card in the opponent's hand without seeing it, and look at it."""
    hand = fx.cards("hand", OPPONENT)
    if hand:
        yield show((yield choose_blind(hand)), to=YOU)
