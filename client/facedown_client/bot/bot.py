"""Bot that plays by rules of thumb. It sees its own View and Prompt like any player, and plays to win.

`Bot.answer(prompt, view)` is pure, with a seeded die for ties. It answers every prompt legally, also unknown
kinds. It counts its own acts so that every turn ends: after `MAX_TURN_ANSWERS` answers it ends the turn, and
if that does not help, it concedes.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from facedown_client.board.choices import zone_rank
from facedown_client.bot.card_roles import Role, role_of
from facedown_client.bot.declined import DeclinedAnswers, is_cancel
from facedown_client.bot.tactics import BIG_WORTH_POINTS, DuelBoard, is_boost, is_harmful
from facedown_shared.protocol.card_search import MAX_SEARCH_LETTERS
from facedown_shared.protocol.messages import Answer, CardsFound, Option, Prompt, SearchCards
from facedown_shared.tables import View

MAX_ACTS_PER_TURN = 40
"""Limit of acts in one turn; then the bot moves on to the end of the turn."""

MAX_TURN_ANSWERS = 200
"""Limit of answers in one turn; then the bot only passes and ends phases."""

MAX_WAYS_OUT = 50
"""Limit of further answers that do not end the turn; then the bot concedes."""

MAX_REPEATS = 2
"""Limit of uses of the same option in one turn."""

STRONG_ATK_POINTS = 2000
"""ATK of an opposing monster against which a high cost is worth paying."""

USUAL_STAKES_POINTS = 1200
"""What an activation of the opponent is assumed to cost the bot, in Life Points."""

GIVE_AWAY = ("tribute", "pay", "discard", "material", "detach", "send", "return")
"""Verbs that cost a card of the bot's own: it gives the least valuable one."""

HARMS_TARGET = frozenset({"remove_monster", "remove_back_row", "return_monster", "remove_card"})
"""Roles whose effects are aimed at the opponent's cards."""

BY_HAND = "by_hand"
"""Verb of an activation that must then be resolved by hand."""

BAD_ASK = ("discard", "pay", "lose", "destroy", "tribute", "give")


class Bot:
    """Bot for one player in one duel. `seat` is its own; `seed` makes it repeatable."""

    def __init__(self, seat: int, seed: int = 0) -> None:
        self.seat = seat
        self._dice = random.Random(seed)
        self._turn = -1
        self._acts: Counter[tuple[str, int, int, str]] = Counter()
        self._answers = 0
        """Number of answers in this turn, of any kind."""
        self._declined = DeclinedAnswers()
        self._intent = ""
        """Text of the effect that is being declared: it decides whose cards to target."""
        self._attacker = 0
        """Handle of the monster whose attack needs a target."""
        self._refused: Counter[int] = Counter()

    def answer(self, prompt: Prompt, view: View | None) -> Answer:
        """Return a legal answer to the prompt."""
        if self._refused[prompt.ask] or view is None or view.viewer != self.seat:
            return self._random_answer(prompt)
        if view.turn != self._turn:
            self._turn = view.turn
            self.reset_turn()
        self._answers += 1
        if self._answers > MAX_TURN_ANSWERS:
            return self._end_turn_or_pass(prompt)
        board = DuelBoard(view, self.seat)
        picks = self._lawful(self._decide(prompt, board), prompt)
        self._declined.note(prompt, picks)
        for option in (prompt.options[pick] for pick in picks):
            self._note_choice(option, prompt, board)
        return Answer(prompt.ask, tuple(picks))

    @property
    def must_concede(self) -> bool:
        """Return whether the bot must concede because no answer ends the turn."""
        return self._answers > MAX_TURN_ANSWERS + MAX_WAYS_OUT

    def reset_turn(self) -> None:
        """Clear the counts of the turn, for a new turn or a new duel."""
        self._acts.clear()
        self._declined.clear()
        self._answers = 0

    def _end_turn_or_pass(self, prompt: Prompt) -> Answer:
        """End the turn or pass; a random answer if neither is offered."""
        ways = [index for index, option in enumerate(prompt.options) if option.verb in ("phase", "pass")]
        return Answer(prompt.ask, (ways[-1],)) if ways and prompt.least <= 1 else self._random_answer(prompt)

    def declare(
        self, prompt: Prompt, view: View | None, found: CardsFound | None
    ) -> Answer | SearchCards:  # fmt: skip
        """Declare the name of a card, or search for one.

        Prefer the opponent's strongest visible card, else take any card.
        """
        if found is not None and found.ask == prompt.ask and found.cards:
            refused = self._refused[prompt.ask]
            return Answer(prompt.ask, code=found.cards[refused % len(found.cards)].code)
        is_first = found is None or found.ask != prompt.ask
        return SearchCards(prompt.ask, self._target_name(view)[:MAX_SEARCH_LETTERS] if is_first else "")

    def _target_name(self, view: View | None) -> str:
        """Return the name of the opponent's strongest visible card; "" without one."""
        if view is None:
            return ""
        theirs = {seen.code for seen in view.cards.values() if seen.owner == 1 - self.seat and seen.code}
        facts = [view.facts[code] for code in sorted(theirs) if code in view.facts]
        return max(facts, key=lambda one: one.attack or 0).name if facts else ""

    def _decide(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        """Choose by the verbs of the options: a declaration keeps the kind of the prompt it began in."""
        if not prompt.options:
            return []
        verbs = {option.verb for option in prompt.options}
        if prompt.kind == "turn" and "phase" in verbs:
            self._declined.start_choices()
            return self._open_state(prompt, board)
        if prompt.kind == "response" and "pass" in verbs:
            self._declined.start_choices()
            return self._response(prompt, board)
        return self._declined.avoid(prompt, self._choose(prompt, board, verbs))

    def _note_choice(self, option: Option, prompt: Prompt, board: DuelBoard) -> None:
        if option.verb in ("activate", "special_summon"):
            facts = board.facts(option)
            self._intent = option.does or (facts.text if facts else "")
        if prompt.kind in ("turn", "response", "trigger"):
            self._acts[act_key(option)] += 1
        if any(other.verb == "phase" for other in prompt.options):
            self._attacker = option.card if option.verb == "attack" else 0

    def note_refusal(self, ask: int) -> None:
        """Record that the server refused the answer to this prompt: the next answer is random."""
        self._refused[ask] += 1

    def _lawful(self, picks: list[int], prompt: Prompt) -> list[int]:
        """Return a valid number of different options, keeping the preferred order."""
        picks = list(dict.fromkeys(picks))[: prompt.most]
        others = [index for index in range(len(prompt.options)) if index not in picks]
        return [*picks, *others[: max(0, prompt.least - len(picks))]]

    def _random_answer(self, prompt: Prompt) -> Answer:
        """Return a random legal answer."""
        most = min(prompt.most, len(prompt.options))
        count = self._dice.randint(min(prompt.least, most), most)
        return Answer(prompt.ask, tuple(self._dice.sample(range(len(prompt.options)), count)))

    # --- the open state -------------------------------------------------------------------------------------

    def _open_state(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        if sum(self._acts.values()) < MAX_ACTS_PER_TURN:
            scored = [
                (0 if self._declined.times(prompt, option) else self._score(option, board), index)
                for index, option in enumerate(prompt.options)
            ]
            score, index = max(scored, key=lambda pair: (pair[0], -pair[1]), default=(0, -1))
            if score > 0:
                return [index]
        return [self._last_phase_option(prompt)]

    def _score(self, option: Option, board: DuelBoard) -> int:
        if self._acts[act_key(option)] >= MAX_REPEATS:
            return 0
        judge = _OPEN.get(option.verb)
        return judge(self, option, board) if judge else 0

    def _last_phase_option(self, prompt: Prompt) -> int:
        """Return the option of the last phase offered; without one, the last option."""
        ways = [
            index for index, option in enumerate(prompt.options) if option.verb in ("phase", "pass", "end")
        ]
        return ways[-1] if ways else len(prompt.options) - 1

    def _phase(self, option: Option, board: DuelBoard) -> int:
        if option.text != "battle":
            return 0
        ready = [
            seen.attack or 0 for _, seen in board.own_monsters if seen.face_up and not seen.defense_position
        ]
        return 100 if any(board.best_gain(attack) > 0 for attack in ready) else 0

    def _activate(self, option: Option, board: DuelBoard) -> int:
        facts = board.facts(option)
        if self._is_wasted(option, board):
            return 0
        appeal = board.appeal(facts, option.does if facts is None else facts.text)
        if facts is not None and facts.is_trap:
            appeal = -1 if is_boost(facts.text) else appeal - 450
        return 0 if appeal <= 0 else 2000 + appeal

    def _is_wasted(self, option: Option, board: DuelBoard) -> bool:
        """Return whether an effect would do nothing for the bot, or would only hit its own cards."""
        facts = board.facts(option)
        role = role_of(facts, option.does)
        if role.role == "never" or (role.role == "toon_world" and not board.holds_kind("toon")):
            return True
        harms = is_harmful(facts.text if facts is not None else option.does) or role.role in HARMS_TARGET
        return harms and board.are_all_own(option.targets)

    def _special_summon(self, option: Option, board: DuelBoard) -> int:
        attack = board.attack_of(option)
        return 1900 if attack >= board.best_own or attack >= 2000 else 0

    def _flip_summon(self, option: Option, board: DuelBoard) -> int:
        facts = board.facts(option)
        flips = facts is not None and facts.is_a("flip")
        return 1500 if flips or board.best_gain(board.attack_of(option)) > 0 else 0

    def _summon(self, option: Option, board: DuelBoard) -> int:
        attack, cost = board.attack_of(option), self._cost(option, board)
        if cost < 0 or attack <= cost:
            return 0
        safe = attack >= board.strongest_foe or board.best_gain(attack) > 0
        return 1000 + attack - cost if safe else 0

    def _cost(self, option: Option, board: DuelBoard) -> int:
        """Return the total ATK of the monsters that a Tribute Summon would take; -1 for an unknown card."""
        facts = board.facts(option)
        if facts is None:
            return -1
        count = 0 if facts.level <= 4 else 1 if facts.level <= 6 else 2
        return sum(sorted(seen.attack or 600 for _, seen in board.own_monsters)[:count])

    def _set_score(self, option: Option, board: DuelBoard) -> int:
        facts = board.facts(option)
        if facts is None:
            return 0
        if not facts.is_monster:
            keep_free = len(board.back_row(self.seat)) < 4
            return 300 if keep_free and (facts.is_trap or facts.is_a("quickplay")) else 0
        if self._cost(option, board) > 0 and (facts.defense or 0) < 2000:
            return 0
        crowded = len(board.own_monsters) >= 3 and not facts.is_a("flip")
        return 0 if crowded else 600 + max(facts.defense or 0, 0) // 10 + 400 * facts.is_a("flip")

    def _change_position(self, option: Option, board: DuelBoard) -> int:
        seen = board.view.cards.get(option.card)
        if seen is None:
            return 0
        attack, defense = seen.attack or 0, seen.defense or 0
        if seen.defense_position:
            good = board.best_gain(attack) > 0 and attack >= board.strongest_foe
            return 900 if good and board.view.phase == "main1" else 0
        idle = board.view.phase == "main2" or board.best_gain(attack) <= 0
        return 200 if idle and attack < board.strongest_foe and defense >= attack else 0

    def _attack(self, option: Option, board: DuelBoard) -> int:
        attack = board.attack_of(option)
        gain = board.best_gain(attack)
        # The weakest monster that can win attacks first, to save strong ones for strong targets.
        return max(1, 4000 - attack) if gain > 0 else 0

    # --- answers to something -------------------------------------------------------------------------------

    def _response(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        scored = [
            (0 if self._declined.times(prompt, option) else self._reply(option, board), index)
            for index, option in enumerate(prompt.options)
            if option.verb != "pass"
        ]
        score, index = max(scored, key=lambda pair: (pair[0], -pair[1]), default=(0, -1))
        if score > 0 or not any(option.verb == "pass" for option in prompt.options):
            return [max(index, 0)]
        return [next(index for index, option in enumerate(prompt.options) if option.verb == "pass")]

    def _reply(self, option: Option, board: DuelBoard) -> int:
        """Return the value of responding with this card now; 0 for cards without a script."""
        if option.verb == BY_HAND or self._acts[act_key(option)] >= MAX_REPEATS:
            return 0
        view, facts = board.view, board.facts(option)
        words = facts.text if facts else option.does
        role = role_of(facts, option.does)
        if self._is_wasted(option, board) or self._is_too_dear(role, board):
            return 0
        if view.chain:
            # Never respond to our own Chain Link; nearly always to the opponent's.
            return board.appeal(facts) - 50 if view.chain[-1].seat != self.seat else 0
        if is_boost(words) and not (facts is not None and facts.is_a("equip")):
            return 800 if self._is_losing_battle(board) else 0
        if view.attack is not None:
            attacker = view.cards.get(view.attack[0])
            threatened = attacker is not None and attacker.controller != self.seat
            return board.appeal(facts) if threatened and self._may_hurt(board) else 0
        if view.turn_player == self.seat:
            return 0
        return board.appeal(facts) - (100 if board.strongest_foe < STRONG_ATK_POINTS else 0)

    def _is_too_dear(self, role: Role, board: DuelBoard) -> bool:
        """Return whether a response costs more Life Points than what it answers."""
        cost = board.life(self.seat) // 2 if role.half else role.life
        return cost > 0 and cost >= min(self._stakes(board), board.life(self.seat))

    def _stakes(self, board: DuelBoard) -> int:
        """Return what the opponent's last act may cost the bot, in points of ATK."""
        if not board.view.chain:
            return board.strongest_foe
        link = board.view.chain[-1]
        role = role_of(board.view.facts.get(link.code), str(link.words))
        if role.role == "wipe_monsters":
            return sum(seen.attack or 0 for _, seen in board.own_monsters)
        return {"draw": 500, "heal": 300, "look": 0}.get(role.role, USUAL_STAKES_POINTS)

    def _may_hurt(self, board: DuelBoard) -> bool:
        """Return whether the opponent's attack does anything to the bot."""
        return board.view.attack is None or not board.view.attack[1] or self._is_losing_battle(board)

    def _is_losing_battle(self, board: DuelBoard) -> bool:
        """Return whether the present battle costs the bot a monster."""
        if board.view.attack is None:
            return False
        attacker, target = (board.view.cards.get(handle) for handle in board.view.attack)
        if attacker is None or target is None or attacker.attack is None:
            return False
        guard = (target.defense if target.defense_position else target.attack) or 0
        mine, theirs = (
            (attacker.attack, guard) if attacker.controller == self.seat else (guard, attacker.attack)
        )
        return mine <= theirs

    # --- choices --------------------------------------------------------------------------------------------

    def _choose(self, prompt: Prompt, board: DuelBoard, verbs: set[str]) -> list[int]:
        if verbs <= {"attack", "direct", "no"} and verbs & {"attack", "direct"}:
            return self._choose_attack_target(prompt, board)
        if "yes" in verbs and "no" in verbs:
            return self._yes_or_no(prompt, board)
        if "pass" in verbs:
            return [next((index for index, option in enumerate(prompt.options) if option.verb != "pass"), 0)]
        return _CHOICES.get(prompt.options[0].verb, Bot._cards)(self, prompt, board)

    def _choose_attack_target(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        attacker = board.view.attack[0] if board.view.attack else self._attacker
        attack = board.attack_of(Option("attack", attacker)) or board.best_own
        aims = [0 if option.verb == "direct" else option.card for option in prompt.options]
        gains = [
            0 if option.verb == "no" else board.gain(attack, aim)
            for option, aim in zip(prompt.options, aims, strict=True)
        ]
        return [gains.index(max(gains))]

    def _yes_or_no(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        costly = any(word in prompt.text.lower() for word in BAD_ASK)
        wish = "no" if costly and board.life(self.seat) < 2500 else "yes"
        return [next(index for index, option in enumerate(prompt.options) if option.verb == wish)]

    def _position(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        attack = max((board.attack_of(option) for option in prompt.options), default=0)
        fights = attack >= board.strongest_foe or board.best_gain(attack) > 0
        wish = "attack" if fights else "defense"
        return [next((index for index, option in enumerate(prompt.options) if option.text == wish), 0)]

    def _cards(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        """Return cards to target, take or give up.

        For harm: the opponent's best or the bot's worst. For help: the bot's best.
        """
        words = f"{prompt.text} {self._intent}"
        verb = prompt.options[0].verb
        harm = verb in GIVE_AWAY or is_harmful(prompt.text) or (verb == "target" and is_harmful(words))

        def preference(index: int) -> int:
            option = prompt.options[index]
            if is_cancel(option):  # finish the action that was begun
                return -50 * BIG_WORTH_POINTS
            if option.verb == "done":
                return 0
            if option.words.id == "take_it_back":  # keep earlier picks
                return -100 * BIG_WORTH_POINTS
            worth = board.value_of(option)
            if board.is_opponents(option):
                return (
                    worth + BIG_WORTH_POINTS
                    if harm
                    else worth - BIG_WORTH_POINTS
                    if "field" in board.tags(option.card)
                    else worth
                )
            return -worth if harm else worth + BIG_WORTH_POINTS * (verb == "target")

        ranked = sorted(range(len(prompt.options)), key=preference, reverse=True)
        useful = [index for index in ranked if preference(index) > 0]
        begun = (
            prompt.words.id == "choose_what_to_attack"
        )  # after a cancel, a forced attack would be prompted for again
        return ranked[: max(prompt.least, min(prompt.most, max(len(useful), begun)))]


def act_key(option: Option) -> tuple[str, int, int, str]:
    """Return what counts as the same option within a turn."""
    return option.verb, option.card, option.code, option.does


Judge = Callable[[Bot, Option, DuelBoard], int]
Decide = Callable[[Bot, Prompt, DuelBoard], list[int]]

_OPEN: dict[str, Judge] = {
    "activate": Bot._activate,
    "special_summon": Bot._special_summon,
    "pendulum_summon": lambda bot, option, board: 1950,
    "scale": lambda bot, option, board: 1980,
    "summon": Bot._summon,
    "flip_summon": Bot._flip_summon,
    "set": Bot._set_score,
    "change_position": Bot._change_position,
    "attack": Bot._attack,
    "phase": Bot._phase,
}
"""Functions that score each act of the open state; the best score above 0 is chosen."""

_CHOICES: dict[str, Decide] = {
    "zone": lambda bot, prompt, board: [
        min(range(len(prompt.options)), key=lambda index: zone_rank(prompt.options[index]))
    ],
    "position": Bot._position,
    "number": lambda bot, prompt, board: [
        max(range(len(prompt.options)), key=lambda index: prompt.options[index].amount)
    ],
    "first": lambda bot, prompt, board: [0],
    "confirm": lambda bot, prompt, board: [0],
    "keep": lambda bot, prompt, board: [0],
}
