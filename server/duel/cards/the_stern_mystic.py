"""The Stern Mystic: his Flip effect shows what the opponent hides."""

from server.duel.script import OPPONENT, YOU, Body, Fx, flip, show

NAME = "The Stern Mystic"


@flip(NAME)
def flipped(fx: Fx) -> Body:
    """FLIP: Look at all face-down cards the opponent controls; they stay as they are."""
    yield show(fx.cards("field", OPPONENT, lambda card: not card.face_up), to=YOU)
