"""Bot for Flesh and Blood by hand: it pitches, attacks, defends, fills the arsenal, ends the turn.

The table is moved by hand, so the bot itself counts what the game allows: action and resource points, one use
of a weapon a turn, equipment as often as its text says. The defender takes the damage and says OK; until then
the attacker waits. A player without life concedes. It plays attacks, weapons and defenses; it uses other
cards to pitch or defend.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterable

from facedown_client.bot.fab_tactics import (
    EQUIPMENT,
    FabBoard,
    attacks_as_weapon,
    cheapest_pitch,
    cost,
    defence_count,
    defends,
    is_attack,
    pitch,
)
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.gestures import (
    ChangeLife,
    ChangePoints,
    DeclareAttack,
    Defend,
    EndTurn,
    Gesture,
    Move,
    Pitch,
    SendSignal,
)
from facedown_shared.protocol.messages import Answer, Concede, Prompt, ToServer
from facedown_shared.tables import Place, Seat, View, VisibleEvent

MAX_TURNS = 200
"""Turns after which the bot concedes a game that neither side can win."""

DANGER_LIFE_POINTS = 6
"""Life total at which a card is worth more for defending than for a later attack."""

MAX_DEFENDING_CARDS = 2
"""Limit of hand cards that defend one attack while life is not in danger."""

OK = SendSignal("ok")
ANSWERS = ("ok", "no_response", "your_move")
"""Quick chat words with which a defender lets the attacker continue."""


class FabBot:
    """Bot for one player in one game. `seed` settles ties."""

    def __init__(self, seat: Seat, seed: int = 0) -> None:
        self.seat = seat
        self._dice = random.Random(seed)
        self._plan: deque[ToServer] = deque()
        self._turn = -1
        self._worn: Counter[int] = Counter()
        """Number of defenses of each piece of equipment, by card identity."""
        self._tried: set[tuple[type[Gesture], tuple[int, ...]]] = set()
        """Gestures made or refused this turn: a weapon attacks once, and nothing is tried again."""
        self._settled = 0
        """Number of chain links already checked for another action."""

    def answer(self, prompt: Prompt) -> Answer:
        """Return the suggested answer to a prompt, else its first options."""
        return Answer(prompt.ask, prompt.usual or tuple(range(prompt.least)))

    def clear_plan(self) -> None:
        """Clear the plan after a refused gesture."""
        self._plan.clear()

    def next(self, view: View, events: Iterable[VisibleEvent]) -> ToServer | None:
        """Return the next gesture; None while the other player must act."""
        if view.turn != self._turn:
            self._turn, self._settled = view.turn, 0
            self._plan.clear()
            self._tried.clear()
        if not self._plan and not view.result:
            self._plan.extend(self._plan_turn(FabBoard(view, self.seat), [*events]))
        if not self._plan:
            return None
        act = self._plan.popleft()
        if isinstance(act, Gesture):
            self._tried.add(_key(act))
        return act

    def _plan_turn(self, board: FabBoard, events: list[VisibleEvent]) -> list[ToServer]:
        if board.tally("life") <= 0 or board.view.turn > MAX_TURNS:
            return [Concede()]
        waits = board.links > 0 and board.attack > 0 and not _has_answered(events, 1 - board.view.turn_player)
        if board.view.turn_player != self.seat:
            return self._defend(board) if waits else []
        if waits:
            return []
        if board.links > self._settled:
            self._settled = board.links
            facts = board.source(board.attack)
            if facts is not None and board.has_go_again(facts, board.links):
                return [ChangePoints("action +1")]
        return self._act(board)

    # --- the own turn ---------------------------------------------------------------------------------------

    def _act(self, board: FabBoard) -> list[ToServer]:
        """Return the next gestures of the turn: remove worn-out equipment, else the best affordable attack,
        else end the turn.
        """
        if worn := self._spent_equipment(board):
            away = Move((worn,), (Place(self.seat, "graveyard"),))
            if _key(away) not in self._tried:
                return [away]
        found = [row for row in self._attacks(board) if _key(row[1][-1]) not in self._tried]
        if board.tally("action") < 1 or not found:
            return self._end_turn(board)
        best = max(score for score, _ in found)
        return [*self._dice.choice([plan for score, plan in found if score == best])]

    def _attacks(self, board: FabBoard) -> list[tuple[float, list[Gesture]]]:
        """Return every affordable attack with its score and its gestures."""
        hand, link = board.cards_in("hand"), board.links + 1
        cards = [row for row in (*hand, *board.cards_in("arsenal")) if is_attack(row[1])]
        cards += [row for row in board.cards_in("weapon") if attacks_as_weapon(row[1])]
        found = []
        for handle, facts in cards:
            rest = [card for card in hand if card[0] != handle]
            pitched = cheapest_pitch(cost(facts) - board.tally("resource"), rest)
            power = board.power(facts, link)
            if pitched is None or not power:
                continue
            score = power + 2 * board.has_go_again(facts, link) - 1.5 * len(pitched)
            found.append((score, self._paid_attack(facts, pitched, DeclareAttack((handle,)))))
        return found

    def _paid_attack(self, facts: Facts, pitched: list[int], attack: Gesture) -> list[Gesture]:
        """Return the gestures that pitch, spend and attack."""
        plan: list[Gesture] = [Pitch((handle,)) for handle in pitched]
        if price := cost(facts):
            plan.append(ChangePoints(f"resource -{price}"))
        return [*plan, ChangePoints("action -1"), attack]

    def _end_turn(self, board: FabBoard) -> list[ToServer]:
        """Return gestures that fill an empty arsenal and end the turn; the server draws the cards."""
        hand = board.cards_in("hand")
        wishes: list[ToServer] = []
        if hand and not any(board.view.pile(self.seat, "arsenal").handles):
            best, _ = max(hand, key=lambda card: (is_attack(card[1]), card[1].attack or 0, -pitch(card[1])))
            wishes.append(Move((best,), (Place(self.seat, "arsenal"),)))
        return [*wishes, EndTurn()]

    def _spent_equipment(self, board: FabBoard) -> int:
        """Return equipment that its text now sends to the graveyard; 0 for none."""
        for zone in (*EQUIPMENT, "weapon"):
            for handle, facts in board.cards_in(zone):
                if self._worn[facts.code] >= defence_count(facts):
                    return handle
        return 0

    # --- the other's turn -----------------------------------------------------------------------------------

    def _defend(self, board: FabBoard) -> list[ToServer]:
        """Return gestures that defend with cards, take the remaining damage, and say OK."""
        damage, life = board.damage(), board.tally("life")
        chosen: list[int] = []
        for handle, facts, worn in self._defenders(board, life - damage <= DANGER_LIFE_POINTS):
            guard = facts.defense or 0
            lethal = damage >= life
            if damage <= 0 or (guard > damage + 1 and not lethal):
                continue
            chosen.append(handle)
            damage -= guard
            if worn:
                self._worn[facts.code] += 1
        wishes: list[ToServer] = [Defend(tuple(chosen))] if chosen else []
        if damage > 0:
            wishes.append(ChangeLife(f"-{damage}"))
        return [*wishes, Concede()] if damage >= life else [*wishes, OK]

    def _defenders(self, board: FabBoard, danger: bool) -> list[tuple[int, Facts, bool]]:
        """Return possible defenders in the order of use: equipment, then the weakest attackers."""
        worn = [
            (handle, facts, True)
            for zone in EQUIPMENT
            for handle, facts in board.cards_in(zone)
            if facts.defense and self._worn[facts.code] < defence_count(facts)
        ]
        free = [row for row in board.cards_in("arsenal") if _reacts(row[1])]
        hand = [row for row in board.cards_in("hand") if defends(row[1]) or _reacts(row[1])]
        hand.sort(key=lambda card: (is_attack(card[1]), card[1].attack or 0))
        available = hand if danger else hand[:MAX_DEFENDING_CARDS]
        return [
            *(worn if danger else worn[:1]),
            *((handle, facts, False) for handle, facts in (*free, *available)),
        ]


def _reacts(facts: Facts) -> bool:
    """Return whether a card is a free defense reaction: it defends like any card, from the arsenal too."""
    return facts.is_a("defense reaction") and bool(facts.defense) and not cost(facts)


def _has_answered(events: list[VisibleEvent], defender: Seat) -> bool:
    """Return whether the defender has said OK or "no response" since the last attack."""
    for happening in reversed(events):
        if happening.kind == "combat":
            return False
        if happening.kind == "signal" and happening.seat == defender and happening.word in ANSWERS:
            return True
    return False


def _key(gesture: Gesture) -> tuple[type[Gesture], tuple[int, ...]]:
    return type(gesture), gesture.cards
