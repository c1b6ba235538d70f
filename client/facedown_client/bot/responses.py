"""Responses: what an answer to the opponent's act, or in a battle, is worth now, and what it is kept for.

A card is used when what it prevents or takes is worth more than keeping it (`Role.keep`) and its cost.
"""

from __future__ import annotations

from collections.abc import Callable

from facedown_client.bot.board_worth import (
    LETHAL_POINTS,
    Unit,
    best_battle,
    clash,
    life_weight,
    life_worth,
)
from facedown_client.bot.card_roles import Role, role_of
from facedown_client.bot.reading import Reading
from facedown_shared.protocol.messages import Option
from facedown_shared.tables import VisibleLink

SAVED_POINTS = 900
"""Value of using a card that the opponent is about to destroy anyway."""

OTHER_STAKE_POINTS = 450
LIFE_COST_RATIO = 2.5
"""Weight of Life Points paid: they are lost for certain."""

MIN_REVIVED_WORTH = 1600
ALL_BACK_ROW = ("wipe_back_row", "return_back_row")


class ResponseJudge:
    """Judge of the options of one response window."""

    def __init__(self, reading: Reading) -> None:
        self.reading, self.view = reading, reading.view
        self.at = reading.position()
        self.about = reading.prompt.about.what if reading.prompt.about is not None else ""
        self.aims: tuple[int, ...] = ()
        """What the option judged last should be aimed at."""

    def value(self, option: Option) -> float:
        """Return the value of this option above passing; up to 0: pass. Sets `aims`."""
        self.aims = ()
        role = self.reading.role(option)
        if role.role == "never":
            return 0.0
        cost = role.keep + self._cost(role)
        if self.view.chain:
            return self._in_chain(option, role, cost)
        if self._is_attacked():
            judge = _ATTACKED.get(role.role)
            if judge is not None:
                return judge(self, option, role) - cost
            return 0.0
        if self.about == "damage_step" or self.view.attack is not None:
            if role.role == "stop_attack" and role.hits == "damage":
                return max(0.0, self._damage_loss()) - cost
            return self._in_battle(option, role) - cost if role.role in ("boost", "guard") else 0.0
        if self.view.turn_player == self.reading.seat:
            return 0.0
        judge = _WINDOWS.get((self.about, role.role)) or _WINDOWS.get(("", role.role))
        return judge(self, option, role) - cost if judge is not None else 0.0

    def _cost(self, role: Role) -> float:
        life = self.at.my_life
        paid = life // 2 if role.half else role.life
        if paid >= life:
            return LETHAL_POINTS
        tributes = sorted(unit.worth for unit in self.at.mine)[: role.own]
        spent = LIFE_COST_RATIO * (life_worth(life) - life_worth(life - paid))
        return spent + 500 * role.cards + sum(tributes)

    # --- Chains ---------------------------------------------------------------------------------------------

    def _in_chain(self, option: Option, role: Role, cost: float) -> float:
        link = self.view.chain[-1]
        if link.seat == self.reading.seat:
            return 0.0
        theirs = role_of(self.view.facts.get(link.code), str(link.words))
        if role.role == "negate":
            return self.stake(link, theirs) - cost
        if role.role == "negate_monster":
            stake = self.stake(link, theirs) if link.card in option.targets else 0.0
            self.aims = (link.card,)
            return stake - cost
        if role.role == "answer":
            return self.stake(link, theirs)
        if self._is_doomed(option, link, theirs):
            return self._last_use(option, role, link)
        if role.role in ("remove_back_row", "remove_card") and link.card in option.targets:
            facts = self.view.facts.get(link.code)
            stays = facts is not None and any(map(facts.is_a, ("continuous", "field", "equip")))
            self.aims = (link.card,)
            return self.stake(link, theirs) + 300 - cost if stays else 0.0
        return 0.0

    def stake(self, link: VisibleLink, role: Role) -> float:
        """Return what a Chain Link of the opponent costs the bot."""
        hit = [unit for unit in self.at.mine if unit.handle in link.targets]
        worth = float(sum(unit.worth for unit in hit))
        all_mine = float(sum(unit.worth for unit in self.at.mine))
        match role.role:
            case "wipe_monsters":
                own = sum(unit.worth for unit in self.at.theirs) if role.side == "all" else 0
                return all_mine - 0.5 * own
            case "remove_monster":
                return worth or (
                    min((unit.worth for unit in self.at.mine), default=0) if not link.targets else 0
                )
            case "return_monster" | "to_face_down" | "to_defense" | "to_attack":
                return 0.6 * worth
            case "steal" | "absorb" | "swap":
                return 1.7 * worth
            case "draw" | "search":
                return 520.0 * max(role.amount, 1)
            case "wipe_back_row" | "return_back_row":
                return 600.0 * self.at.my_back
            case "remove_back_row":
                return 650.0
            case "revive" | "fusion" | "ritual" | "dragons" | "tokens":
                best = max((unit.worth for unit in self.reading.graveyard_units((0, 1))), default=1500)
                return float(best)
            case "burn":
                damage = role.amount * (len(self.at.mine) if role.each == "monster" else 1)
                return LETHAL_POINTS if damage >= self.at.my_life else damage * life_weight(self.at.my_life)
            case "stop_attack" if self.view.attack is None:
                return 150.0
            case "stop_attack" | "stop_summon" | "ring":
                return float(max((unit.worth for unit in self.at.mine), default=0))
            case "lock":
                return 900.0
            case "heal" | "look" | "never" | "answer":
                return 100.0
        return OTHER_STAKE_POINTS + worth

    def _is_doomed(self, option: Option, link: VisibleLink, theirs: Role) -> bool:
        """Return whether the opponent is about to remove this card from the field."""
        on_field = "field" in self.reading.board.tags(option.card)
        return on_field and (
            option.card in link.targets or (theirs.role in ALL_BACK_ROW and theirs.side in ("all", ""))
        )

    def _last_use(self, option: Option, role: Role, link: VisibleLink) -> float:
        """Return the value of using a card that is lost otherwise."""
        if role.role in ("remove_monster", "return_monster", "ring"):
            return self._aim_at_best(option, 1.0)
        if role.role in ("remove_back_row", "remove_card"):
            others = [aim for aim in option.targets if self._is_opponents(aim) and aim != link.card]
            self.aims = tuple(others[:1])
            return SAVED_POINTS if others else 0.0
        if role.role == "revive":
            return self._revive(option, role)
        uses = ("draw", "tokens", "burn", "lock", "stop_attack", "heal")
        return SAVED_POINTS if role.role in uses else 0.0

    # --- attacks --------------------------------------------------------------------------------------------

    def _is_attacked(self) -> bool:
        if self.view.attack is None or self.about == "damage_step":
            return False
        seen = self.view.cards.get(self.view.attack[0])
        return seen is not None and seen.controller != self.reading.seat

    def _fighters(self) -> tuple[Unit | None, Unit | None]:
        assert self.view.attack is not None
        units = {unit.handle: unit for unit in (*self.at.mine, *self.at.theirs)}
        return units.get(self.view.attack[0]), units.get(self.view.attack[1])

    def loss(self) -> float:
        """Return what the present attack costs the bot; 0 or less if nothing."""
        attacker, target = self._fighters()
        if attacker is None:
            return 0.0
        result = clash(attacker, target, self.at.their_life, self.at.my_life)
        if result.damage >= self.at.my_life:
            return LETHAL_POINTS
        if result.dies or result.cost:
            return 0.0
        return result.value + self._threat_of_the_rest(attacker, result.damage)

    def _damage_loss(self) -> float:
        attacker, target = self._fighters()
        if attacker is None or attacker in self.at.mine:
            return 0.0
        damage = clash(attacker, target, self.at.their_life, self.at.my_life).damage
        return LETHAL_POINTS if damage >= self.at.my_life else damage * life_weight(self.at.my_life)

    def _threat_of_the_rest(self, attacker: Unit, damage: int) -> float:
        """Return whether all attacks of this turn together may end the duel, as points."""
        seen = [unit for unit in self.at.theirs if unit.position == "attack" and unit is not attacker]
        facing = list(self.at.mine)
        if len(facing) > 1 or (facing and self.view.attack is not None and not self.view.attack[1]):
            return 0.0
        total = damage + sum(unit.attack for unit in seen)
        return 2500.0 if total >= self.at.my_life else 0.0

    def battle_loss(self) -> float:
        """Return what all attacks of the opponent that may follow cost."""
        ready = tuple(unit._replace(attacks=1) for unit in self.at.theirs if unit.position == "attack")
        plan = best_battle(ready, self.at.mine, self.at.their_life, self.at.my_life)
        return max(plan.value, self.loss())

    def _stop_attack(self, option: Option, role: Role) -> float:
        attacker, _ = self._fighters()
        loss = self.loss()
        if attacker is None or loss <= 0:
            return 0.0
        if option.targets and attacker.handle in option.targets:
            self.aims = (attacker.handle,)
        match role.hits:
            case "attacker":
                return attacker.worth + loss
            case "attackers":
                return loss + sum(unit.worth for unit in self.at.theirs if unit.position == "attack")
            case "player":
                back = attacker.attack * life_weight(self.at.their_life)
                return loss + (LETHAL_POINTS if attacker.attack >= self.at.their_life else back)
            case "phase" | "shield":
                return self.battle_loss()
            case "heal":
                return (
                    LETHAL_POINTS if loss >= LETHAL_POINTS else attacker.attack * life_weight(self.at.my_life)
                )
        return loss

    def _remove_attacker(self, option: Option, role: Role) -> float:
        attacker, _ = self._fighters()
        loss = self.loss()
        if attacker is None or loss <= 0 or (option.targets and attacker.handle not in option.targets):
            return 0.0
        self.aims = (attacker.handle,)
        costly = bool({"fusion", "synchro", "xyz", "link", "ritual"} & set(attacker.kinds))
        back = 0.9 if costly else 0.25
        share = {"remove_monster": 1.0, "ring": 1.0, "return_monster": back}.get(role.role, 0.0)
        return loss + share * attacker.worth

    def _ring(self, option: Option, role: Role) -> float:
        attacker, _ = self._fighters()
        if attacker is None or attacker.attack >= self.at.my_life:
            return 0.0
        return self._remove_attacker(option, role)

    def _tokens(self, option: Option, role: Role) -> float:
        return self.loss() if not self.at.mine else 0.0

    def _revive_blocker(self, option: Option, role: Role) -> float:
        attacker, target = self._fighters()
        loss = self.loss()
        if attacker is None or loss <= 0:
            return 0.0
        value = self._revive(option, role)
        revived = self.view.known_facts(self.aims[0]) if self.aims else None
        blocks = revived is not None and (revived.attack or 0) > attacker.attack
        return value + (loss if blocks and target is None else 0) if blocks or loss >= LETHAL_POINTS else 0.0

    def _lock(self, option: Option, role: Role) -> float:
        attacker, _ = self._fighters()
        held = attacker is not None and (
            (role.level and attacker.level >= role.level) or (role.attack and attacker.attack >= role.attack)
        )
        behind = sum(unit.worth for unit in self.at.theirs) > sum(unit.worth for unit in self.at.mine)
        return self.loss() + 300 if held and behind else 0.0

    def _in_battle(self, option: Option, role: Role) -> float:
        """Return the value of raising ATK or DEF in the present battle."""
        if self.view.attack is None:
            return 0.0
        attacker, target = self._fighters()
        if attacker is None or target is None or not target.known:
            return 0.0
        mine, theirs = (attacker, target) if attacker in self.at.mine else (target, attacker)
        if option.targets and mine.handle not in option.targets:
            return 0.0
        self.aims = (mine.handle,)
        raises_defense = role.role == "guard"
        if raises_defense != (mine.position != "attack"):
            return 0.0
        number, other = mine.guard, theirs.guard if theirs is target else theirs.attack
        if mine is attacker:
            number = mine.attack
        if number > other or number + role.amount < other:
            return 0.0
        saved = mine.worth if mine.position == "attack" or mine is target else 0
        return saved + (theirs.worth if number + role.amount > other and mine.position == "attack" else 0)

    # --- other windows --------------------------------------------------------------------------------------

    def _is_opponents(self, handle: int) -> bool:
        seen = self.view.cards.get(handle)
        return seen is not None and seen.controller == self.reading.foe

    def _aim_at_best(self, option: Option, share: float) -> float:
        among = [unit for unit in self.at.theirs if not option.targets or unit.handle in option.targets]
        best = max(among, key=lambda unit: unit.worth, default=None)
        if best is None:
            return 0.0
        self.aims = (best.handle,)
        return share * best.worth

    def _stop_summon(self, option: Option, role: Role) -> float:
        if role.side == "all":
            return float(
                sum(unit.worth for unit in self.at.theirs) - sum(unit.worth for unit in self.at.mine)
            )
        return self._aim_at_best(option, 1.0)

    def _negate_summon(self, option: Option, role: Role) -> float:
        return self._aim_at_best(option, 1.0) if self.about == "summon" else 0.0

    def _late_removal(self, option: Option, role: Role) -> float:
        """Remove a Set card in the End Phase, when the opponent cannot replace it."""
        rows = []
        for handle in option.targets:
            seen = self.view.cards.get(handle)
            if seen is None or seen.controller == self.reading.seat:
                continue
            facts = self.view.known_facts(handle)
            stays = facts is not None and any(map(facts.is_a, ("continuous", "field", "equip", "pendulum")))
            rows.append(((850 if stays else 0) if seen.face_up else 780, handle))
        worth, handle = max(rows, default=(0, 0))
        self.aims = (handle,)
        return float(worth)

    def _revive(self, option: Option, role: Role) -> float:
        units = [
            unit for unit in self.reading.graveyard_units((self.reading.seat,))
            if not option.targets or unit.handle in option.targets
        ]  # fmt: skip
        best = max(units, key=lambda unit: unit.worth, default=None)
        if best is None or best.worth < MIN_REVIVED_WORTH or len(self.at.mine) >= 5:
            return 0.0
        self.aims = (best.handle,)
        return float(best.worth)

    def _late_burn(self, option: Option, role: Role) -> float:
        damage = role.amount * (len(self.at.theirs) if role.each == "monster" else 1)
        return LETHAL_POINTS if damage >= self.at.their_life else damage * life_weight(self.at.their_life)

    def _late_tokens(self, option: Option, role: Role) -> float:
        return 700.0 if not self.at.mine else 0.0

    def _late_draw(self, option: Option, role: Role) -> float:
        return 650.0

    def _big_return(self, option: Option, role: Role) -> float:
        """Return a monster that cannot come back from the hand."""
        among = [
            unit for unit in self.at.theirs
            if (not option.targets or unit.handle in option.targets)
            and {"fusion", "synchro", "xyz", "link", "ritual"} & set(unit.kinds)
        ]  # fmt: skip
        best = max(among, key=lambda unit: unit.worth, default=None)
        if best is None:
            return 0.0
        self.aims = (best.handle,)
        return float(best.worth)


Judge = Callable[[ResponseJudge, Option, Role], float]

_ATTACKED: dict[str, Judge] = {
    "stop_attack": ResponseJudge._stop_attack,
    "remove_monster": ResponseJudge._remove_attacker,
    "return_monster": ResponseJudge._remove_attacker,
    "to_face_down": ResponseJudge._remove_attacker,
    "to_defense": ResponseJudge._remove_attacker,
    "ring": ResponseJudge._ring,
    "tokens": ResponseJudge._tokens,
    "revive": ResponseJudge._revive_blocker,
    "lock": ResponseJudge._lock,
    "burn": ResponseJudge._late_burn,
}
"""Judges of responses to an attack of the opponent, by role."""

_WINDOWS: dict[tuple[str, str], Judge] = {
    ("summon", "stop_summon"): ResponseJudge._stop_summon,
    ("summon", "negate"): ResponseJudge._negate_summon,
    ("end_phase", "remove_back_row"): ResponseJudge._late_removal,
    ("end_phase", "revive"): ResponseJudge._revive,
    ("end_phase", "tokens"): ResponseJudge._late_tokens,
    ("end_phase", "draw"): ResponseJudge._late_draw,
    ("end_phase", "burn"): ResponseJudge._late_burn,
    ("summon", "return_monster"): ResponseJudge._big_return,
    ("before_battle", "return_monster"): ResponseJudge._big_return,
}
"""Judges of responses in the opponent's turn, by what the window is about and by role."""
