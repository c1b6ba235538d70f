"""Sounds of the game: events when they are shown, chat and prompts when they arrive, a clock that runs out,
the end of a match.

Law: it only reads. A sound tells the player no more than the log does.
"""

from __future__ import annotations

from collections.abc import Iterable

from facedown_client.model.model import Model
from facedown_client.model.words.countdown import Countdown
from facedown_client.window.sound import Sounds
from facedown_shared.protocol.messages import AtTable, FromServer, Prompt, Said, Whole
from facedown_shared.tables import PUBLIC_CLASS_INDEX, Seat, VisibleEvent

HAPPENINGS = {
    "draw": "draw",
    "set": "set",
    "summoned": "summon",
    "flip": "set",
    "flip flip_summon": "summon",
    "activate": "activate",
    "negate": "negate",
    "attack": "attack",
    "attack_negated": "negate",
    "move destroy": "destroy",
    "move battle": "destroy",
    "shuffle": "shuffle",
    "coin": "toss",
    "die": "toss",
}
"""Sound by event kind, or by kind and word; other events are silent."""

ASKS = frozenset({"response", "trigger"})
"""Kinds of prompts that open while the opponent acts, so that the player may not be looking."""


def sound_of(event: VisibleEvent, seat: Seat) -> str:
    """Return the name of an event's sound for the player of this seat; "" for none."""
    if event.kind == "life":
        return "gain" if event.amount > 0 else "damage"
    if event.kind == "turn":
        return "turn" if seat in (PUBLIC_CLASS_INDEX, event.seat) else "their_turn"
    return HAPPENINGS.get(f"{event.kind} {event.word}", HAPPENINGS.get(event.kind, ""))


class SoundPlayer:
    """Player of the game's sounds."""

    def __init__(self, sounds: Sounds) -> None:
        self.sounds = sounds
        self._clock = Countdown()

    def heard(self, message: FromServer, model: Model, now: float) -> None:
        """Play the sound of a message that is already in the model. Duel events sound when they are shown."""
        match message:
            case AtTable() if model.table is not None:
                self._clock.set_clocks(model.table, now)
            case Whole(view=view, log=log) if (
                view.turn == 1
            ):  # the first View of a duel already contains the first draws
                self.shown(log, model.seat)
            case Prompt(kind=kind) if kind in ASKS:
                self.sounds.play("ask")
            case Said(seat=seat) if seat != model.seat or not model.is_player:
                self.sounds.play("chat")

    def shown(self, events: Iterable[VisibleEvent], seat: Seat) -> None:
        """Play the sounds of events that are shown together, each sound once."""
        for name in dict.fromkeys(sound_of(event, seat) for event in events):
            self.sounds.play(name)

    def tick(self, model: Model, now: float, *, connected: bool) -> None:
        """Warn when our own clock is about to run out."""
        if not connected:
            self._clock.stop(now)
        if self._clock.due_warning(model.seat, now):
            self.sounds.play("warning")

    def ended(self, model: Model) -> None:
        """Play the sound of the match result for the player of this seat."""
        one, other = (seat.wins for seat in model.table.seats) if model.table is not None else (0, 0)
        winner = PUBLIC_CLASS_INDEX if one == other else int(other > one)
        ours = not model.is_player or winner == model.seat
        self.sounds.play("even" if winner == PUBLIC_CLASS_INDEX else "win" if ours else "lose")
