"""Time Wizard: a coin decides whose monsters fall."""

from server.duel.script import (
    OPPONENT,
    YOU,
    Body,
    Fx,
    Limit,
    all_monsters,
    choose_word,
    damage,
    destroy,
    halved,
    ignition,
    toss_coin,
)  # fmt: skip

NAME = "Time Wizard"


@ignition(NAME, limit=Limit.TURN, destroys=all_monsters)
def turns_time(fx: Fx) -> Body:
    """Once per turn: toss a coin and call it. Called right, destroy all monsters the opponent controls.
    Called wrong, destroy all monsters you control, and take damage equal to half of the ATK they had
    together."""
    call = yield choose_word(["heads", "tails"], "Call the coin.")
    if (call == "heads") == (yield toss_coin()):
        yield destroy(fx.monsters(OPPONENT))
        return
    strength = {card.id: card.attack or 0 for card in fx.monsters(YOU) if card.face_up}
    destroyed = yield destroy(fx.monsters(YOU))
    yield damage(fx.you, halved(sum(strength.get(card.id, 0) for card in destroyed)))
