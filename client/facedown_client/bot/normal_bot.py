"""Bot that plans its turn, keeps its Traps for what matters, and aims at what is worth most.

The plan is made again for each prompt of the open state (`plans.py`); responses are judged one by one
(`responses.py`). It uses its View and the prompt, like every bot.
"""

from __future__ import annotations

from facedown_client.bot.board_worth import Unit
from facedown_client.bot.bot import MAX_ACTS_PER_TURN, MAX_REPEATS, Bot, act_key
from facedown_client.bot.card_roles import UNKNOWN, Role
from facedown_client.bot.declined import is_cancel
from facedown_client.bot.plans import FULL_DEPTH, TurnPlanner
from facedown_client.bot.reading import Reading
from facedown_client.bot.responses import ResponseJudge
from facedown_client.bot.tactics import DuelBoard
from facedown_shared.protocol.messages import Option, Prompt

MAX_SET_CARDS = 4
"""Spells and Traps that the bot Sets at most; one zone stays free."""

HARMFUL_ROLES = frozenset({
    "remove_monster", "return_monster", "remove_back_row", "remove_card", "steal", "absorb", "lend", "ring",
    "to_defense", "to_attack", "to_face_down", "negate_monster", "stop_attack", "stop_summon", "bounce_all",
})  # fmt: skip
HELPFUL_ROLES = frozenset({"equip", "boost", "guard", "revive", "recover", "search", "fusion", "ritual"})
SET_ROLES = frozenset({"to_face_down", "tokens", "remove_back_row", "boost", "guard"})
"""Quick-Play Spells of these roles are Set for the opponent's turn."""

GIVE_AWAY_IDS = frozenset({
    "choose_monster_to_give", "choose_what_is_destroyed_instead", "choose_what_to_put_back",
    "choose_what_to_discard", "choose_2_to_discard", "discard_to_keep", "choose_what_to_send",
    "choose_what_to_pay", "choose_what_to_detach", "choose_a_tribute",
})  # fmt: skip
"""Prompts in which the bot gives up a card of its own."""


class NormalBot(Bot):
    """Bot of the level `normal`. `depth`: how far it searches for plans."""

    depth = FULL_DEPTH

    def __init__(self, seat: int, seed: int = 0) -> None:
        super().__init__(seat, seed)
        self._aims: tuple[int, ...] = ()
        """Handles that the act begun is meant for."""
        self._role: Role = UNKNOWN
        """Role of the effect that is declared or resolves."""

    def _decide(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        if prompt.kind == "turn" and any(option.verb == "phase" for option in prompt.options):
            self._aims = ()
        return super()._decide(prompt, board)

    def _note_choice(self, option: Option, prompt: Prompt, board: DuelBoard) -> None:
        super()._note_choice(option, prompt, board)
        if option.verb == "activate":
            self._role = Reading(board, prompt).role(option)
        elif prompt.kind == "turn":
            self._role = UNKNOWN

    # --- the open state -------------------------------------------------------------------------------------

    def _open_state(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        if sum(self._acts.values()) >= MAX_ACTS_PER_TURN:
            return [self._last_phase_option(prompt)]
        reading = Reading(board, prompt)
        allowed = frozenset(
            index for index, option in enumerate(prompt.options)
            if not self._declined.times(prompt, option) and self._acts[act_key(option)] < MAX_REPEATS
        )  # fmt: skip
        planner = TurnPlanner(reading, allowed, self.depth)
        plan = planner.best_plan()
        if plan.acts and (board.view.phase != "battle" or plan.is_lethal):
            act = plan.first(planner.roles)
            self._aims = act.aims
            return [act.option]
        if board.view.phase == "battle":
            return self._attack_or_leave(prompt, planner, allowed)
        return self._go_on(prompt, planner, reading, allowed)

    def _attack_or_leave(self, prompt: Prompt, planner: TurnPlanner, allowed: frozenset[int]) -> list[int]:
        for unit, target in planner.battle_of(planner.start).attacks:
            index = self._attack_option(prompt, unit, target, allowed)
            if index is not None:
                self._aims = () if target is None else (target.handle,)
                return [index]
        return [self._phase_option(prompt, "main2")]

    @staticmethod
    def _attack_option(
        prompt: Prompt, unit: Unit, target: Unit | None, allowed: frozenset[int]
    ) -> int | None:
        aim = 0 if target is None else target.handle
        for index in sorted(allowed):
            option = prompt.options[index]
            if option.verb == "attack" and option.card == unit.handle and (
                not option.targets or aim in option.targets
            ):  # fmt: skip
                return index
        return None

    def _go_on(
        self, prompt: Prompt, planner: TurnPlanner, reading: Reading, allowed: frozenset[int]
    ) -> list[int]:
        fights = planner.start.can_battle and planner.battle_of(planner.start).attacks
        if fights:
            return [self._phase_option(prompt, "battle")]
        best, chosen = 0, -1
        for index in sorted(allowed):
            worth = self._set_worth(prompt.options[index], reading)
            if worth > best:
                best, chosen = worth, index
        return [chosen] if chosen >= 0 else [self._last_phase_option(prompt)]

    def _set_worth(self, option: Option, reading: Reading) -> int:
        """Return the value of Setting a Spell or Trap for the opponent's turn; 0: keep it."""
        facts = reading.board.facts(option)
        if option.verb != "set" or facts is None or facts.is_monster:
            return 0
        if len(reading.board.back_row(self.seat)) >= MAX_SET_CARDS:
            return 0
        role = reading.role(option)
        if facts.is_trap:
            return 0 if role.role in ("never", "answer") else 100 + role.keep
        quick = facts.is_a("quickplay") and role.role in SET_ROLES
        return 50 + role.keep if quick else 0

    def _phase_option(self, prompt: Prompt, name: str) -> int:
        named = (
            index for index, option in enumerate(prompt.options)
            if option.verb == "phase" and option.text == name
        )  # fmt: skip
        return next(named, self._last_phase_option(prompt))

    # --- responses ------------------------------------------------------------------------------------------

    def _response(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        reading = Reading(board, prompt)
        judge = ResponseJudge(reading)
        best, chosen = 0.0, -1
        aims: tuple[int, ...] = ()
        for index, option in enumerate(prompt.options):
            if option.verb in ("pass", "by_hand") or self._declined.times(prompt, option):
                continue
            if self._acts[act_key(option)] >= MAX_REPEATS:
                continue
            value = judge.value(option)
            if reading.role(option).role == "other":
                value = float(self._reply(option, board))
            if value > best:
                best, chosen, aims = value, index, judge.aims
        self._aims = aims
        if chosen >= 0:
            return [chosen]
        passes = (index for index, option in enumerate(prompt.options) if option.verb == "pass")
        return [next(passes, 0)]

    # --- choices --------------------------------------------------------------------------------------------

    def _choose(self, prompt: Prompt, board: DuelBoard, verbs: set[str]) -> list[int]:
        meant = [
            index for index, option in enumerate(prompt.options)
            if option.card and option.card in self._aims and not is_cancel(option)
        ]  # fmt: skip
        if meant and not verbs & {"zone", "yes", "pass"}:
            chosen = meant[: max(prompt.least, min(prompt.most, len(meant)))]
            if len(chosen) >= prompt.least:
                return chosen
        if "pass" in verbs and prompt.kind == "trigger":
            return self._trigger(prompt, board)
        return super()._choose(prompt, board, verbs)

    def _trigger(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        """Use a trigger, unless it can only harm the bot's own cards."""
        for index, option in enumerate(prompt.options):
            if option.verb != "pass" and not self._is_wasted(option, board):
                return [index]
        return [next(index for index, option in enumerate(prompt.options) if option.verb == "pass")]

    def _choose_attack_target(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        for index, option in enumerate(prompt.options):
            aim = 0 if option.verb == "direct" else option.card
            if aim in self._aims and option.verb != "no":
                return [index]
        return super()._choose_attack_target(prompt, board)

    def _cards(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        reading = Reading(board, prompt)
        if prompt.options[0].verb in _GIVE_VERBS or prompt.words.id in GIVE_AWAY_IDS:
            return self._give(prompt, reading)
        role = self._role if self._role is not UNKNOWN else self._flipped_role(reading)
        if role.role in HARMFUL_ROLES and prompt.options[0].verb == "target":
            return self._harm(prompt, reading)
        return super()._cards(prompt, board)

    @staticmethod
    def _flipped_role(reading: Reading) -> Role:
        """Return the role of a Flip effect that must be used, so that no act began it."""
        roles = (reading.role_at(handle) for handle, seen in reading.board.own_monsters if seen.face_up)
        return next((role for role in roles if role.flip), UNKNOWN)

    def _give(self, prompt: Prompt, reading: Reading) -> list[int]:
        """Give up the cards that are worth least."""

        def worth(index: int) -> float:
            option = prompt.options[index]
            if is_cancel(option) or option.words.id == "take_it_back":
                return 1e9
            if option.verb == "done":
                return 1e6
            return own_worth(option, reading)

        ranked = sorted(range(len(prompt.options)), key=worth)
        return ranked[: max(prompt.least, 0)]

    def _harm(self, prompt: Prompt, reading: Reading) -> list[int]:
        """Aim at the opponent's cards that are worth most."""

        def worth(index: int) -> float:
            option = prompt.options[index]
            if is_cancel(option):
                return -1e6
            value = own_worth(option, reading)
            return value if reading.board.is_opponents(option) else -1e4 - value

        ranked = sorted(range(len(prompt.options)), key=worth, reverse=True)
        useful = [index for index in ranked if worth(index) > 0]
        return ranked[: max(prompt.least, min(prompt.most, len(useful)))]


_GIVE_VERBS = frozenset({"tribute", "pay", "discard", "material", "detach", "send"})


def own_worth(option: Option, reading: Reading) -> float:
    """Return the value of an option's card where it is now."""
    view = reading.view
    position = reading.position()
    for unit in (*position.mine, *position.theirs):
        if unit.handle == option.card and option.card:
            return unit.worth if not unit.lent else 0
    facts = reading.board.facts(option)
    if facts is None:
        return 700.0
    place = view.place_of(option.card)
    if place is not None and place.zone == "hand":
        return hand_worth(facts.level, facts.attack or 0, reading.role(option), is_monster=facts.is_monster)
    if facts.is_monster:
        return 350 + 0.85 * max(facts.attack or 0, 0)
    return 300.0 + reading.role(option).keep


def hand_worth(level: int, attack: int, role: Role, *, is_monster: bool) -> float:
    """Return the value of keeping a card in the hand."""
    if not is_monster:
        return {"draw": 1500.0}.get(role.role, 200.0 + role.keep)
    if role.hand:
        return 300.0 + role.keep
    return 300 + attack / 3 - (450 if level > 6 else 150 if level > 4 else 0)
