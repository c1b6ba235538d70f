"""Reading of a View as the numbers that plans are made with. It uses the View and the open prompt alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from facedown_client.bot.board_worth import UNKNOWN_DEFENSE_POINTS, Position, Unit
from facedown_client.bot.card_roles import Role, role_of
from facedown_client.bot.tactics import DuelBoard
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.tables import VisibleCard

EFFECT_BONUS_POINTS = 120
EXTRA_DECK_BONUS_POINTS = 250
SET_FLIP_BONUS_POINTS = 350
"""Worth of an effect, of an Extra Deck Monster and of a Flip effect still to come."""


class Reading:
    """A board with the roles of its cards, for one prompt."""

    def __init__(self, board: DuelBoard, prompt: Prompt) -> None:
        self.board, self.view, self.prompt = board, board.view, prompt
        self.seat, self.foe = board.seat, 1 - board.seat
        self._locks = list(self._active_locks())

    def role(self, option: Option) -> Role:
        """Return the role of an option's card."""
        return role_of(self.board.facts(option), option.does)

    def role_at(self, handle: int) -> Role:
        """Return the role of a card that is seen."""
        return role_of(self.view.known_facts(handle))

    def hand(self) -> Iterator[tuple[int, Facts]]:
        """Yield the cards of the own hand with their facts."""
        for handle in self.view.pile(self.seat, "hand").handles:
            facts = self.view.known_facts(handle)
            if facts is not None:
                yield handle, facts

    def position(self) -> Position:
        """Return the position as a plan begins with it."""
        options = self.prompt.options
        fights = self.view.phase == "battle" or any(
            option.verb == "phase" and option.text == "battle" for option in options
        )
        attacks = {option.card for option in options if option.verb == "attack"}
        in_battle = self.view.phase == "battle"
        mine = tuple(
            self._unit(handle, seen, own=True, ready=handle in attacks if in_battle else fights)
            for handle, seen in self.board.own_monsters
        )
        theirs = tuple(
            self._unit(handle, seen, own=False, ready=False) for handle, seen in self.board.opponent_monsters
        )
        return Position(
            mine, theirs, self.board.life(self.seat), self.board.life(self.foe),
            len(self.board.back_row(self.seat)), self._hidden_back_row(),
            self.view.pile(self.foe, "hand").count,
            locked=self._locks_player(self.foe), can_battle=fights,
        )  # fmt: skip

    def _hidden_back_row(self) -> int:
        return sum(1 for _, seen in self.board.back_row(self.foe) if not seen.face_up)

    def _unit(self, handle: int, seen: VisibleCard, *, own: bool, ready: bool) -> Unit:
        facts = self.view.known_facts(handle)
        if not seen.face_up:
            if facts is None:
                return Unit(handle, 0, UNKNOWN_DEFENSE_POINTS, "set", known=False)
            return self.unit_of(facts, handle, position="set")
        kinds = seen.kinds or (facts.kinds if facts is not None else ())
        unit = Unit(
            handle, seen.attack or 0, seen.defense, "defense" if seen.defense_position else "attack",
            level=seen.level, bonus=self._bonus(facts, seen), kinds=kinds,
            code=seen.code, rank=seen.rank, race=seen.race, pierces=_pierces(facts),
        )  # fmt: skip
        may = ready and unit.position == "attack" and not (own and self.is_held(unit, self.seat))
        lent = own and seen.owner != self.seat and self._is_borrowed(handle)
        return unit._replace(attacks=int(may), lent=lent)

    def lent_to_tribute(self) -> frozenset[int]:
        """Return the opponent's monsters that the bot must Tribute as if it controlled them."""
        return frozenset(
            handle for effect in self.view.lasting if effect.rule == "lent" for handle in effect.cards
        )

    def _is_borrowed(self, handle: int) -> bool:
        """Return whether control of a monster ends with this turn."""
        return any(
            effect.rule == "control" and handle in effect.cards and 0 < effect.turn <= self.view.turn
            for effect in self.view.lasting
        )

    def unit_of(self, facts: Facts, handle: int = 0, position: str = "attack", attacks: int = 0) -> Unit:
        """Return a card as a monster on the field."""
        flip = SET_FLIP_BONUS_POINTS if position == "set" and facts.is_a("flip") else 0
        unit = Unit(
            handle, max(facts.attack or 0, 0), facts.defense, position, attacks, facts.level,
            self._bonus(facts, None) + flip, kinds=facts.kinds, code=facts.code, rank=facts.rank,
            race=facts.race, pierces=_pierces(facts),
        )  # fmt: skip
        return unit._replace(attacks=0) if self.is_held(unit, self.seat) else unit

    @staticmethod
    def _bonus(facts: Facts | None, seen: VisibleCard | None) -> int:
        if facts is None:
            return 0
        bonus = EFFECT_BONUS_POINTS if facts.is_a("effect") and not (seen is not None and seen.negated) else 0
        return bonus + EXTRA_DECK_BONUS_POINTS * facts.belongs_in_extra_deck

    # --- cards that keep monsters from attacking ------------------------------------------------------------

    def _active_locks(self) -> Iterator[tuple[int, Role]]:
        for seat in (self.seat, self.foe):
            for handle, seen in self.board.back_row(seat):
                if seen.face_up and not seen.negated:
                    role = self.role_at(handle)
                    if role.role == "lock":
                        yield seat, role

    def _locks_player(self, seat: int) -> bool:
        """Return whether a card keeps all monsters of a player from attacking."""
        return any(role.turns and controller != seat for controller, role in self._locks)

    def is_held(self, unit: Unit, seat: int) -> bool:
        """Return whether a card on the field keeps this monster of a player from attacking."""
        return self._locks_player(seat) or any(
            (role.attack and unit.attack >= role.attack) or (role.level and unit.level >= role.level)
            for _, role in self._locks
        )

    # --- other cards ----------------------------------------------------------------------------------------

    def graveyard_units(self, seats: Iterable[int]) -> Iterator[Unit]:
        """Yield the monsters in Graveyards that a card may revive."""
        for seat in seats:
            for handle in self.view.pile(seat, "graveyard").handles:
                facts = self.view.known_facts(handle)
                if facts is not None and facts.is_monster and not facts.is_a("special_summon_only"):
                    yield self.unit_of(facts, handle)

    def extra_deck(self) -> Iterator[tuple[int, Facts]]:
        """Yield the own Extra Deck."""
        for handle in self.view.pile(self.seat, "extra_deck").handles:
            facts = self.view.known_facts(handle)
            if facts is not None:
                yield handle, facts

    def scales(self) -> list[int]:
        """Return the own Pendulum Scales."""
        return [
            seen.scale for _, seen in self.board.cards(self.seat, "spell_trap", "field")
            if seen.scale is not None and seen.face_up
        ]  # fmt: skip


def _pierces(facts: Facts | None) -> bool:
    return facts is not None and (
        "piercing" in facts.text or "takes the difference as battle damage" in facts.text
    )
