"""Bot of the level `hard`: `normal`, whose acts of the open state are compared by a search.

The search plays the candidates in our rules, with hidden cards sampled. It runs in a process of its own
(`search/process_link.py`), or in this one for benchmarks. Without a result the bot plays what `normal` would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from facedown_client.bot.board_worth import clash
from facedown_client.bot.bot import MAX_ACTS_PER_TURN, MAX_REPEATS, act_key
from facedown_client.bot.declined import is_cancel
from facedown_client.bot.normal_bot import NormalBot
from facedown_client.bot.plans import TurnPlanner
from facedown_client.bot.reading import Reading
from facedown_client.bot.search.search_calls import Candidate, SearchRequest, SearchResult
from facedown_client.bot.tactics import DuelBoard
from facedown_shared.protocol.messages import Answer, Option, Prompt
from facedown_shared.tables import View

MAX_CANDIDATES = 5
MAX_SEARCHES_PER_TURN = 12

Searching = Callable[[SearchRequest], SearchResult]


class HardBot(NormalBot):
    """Bot of the level `hard`. `search`: what searches in this process; None: results are brought to it."""

    def __init__(self, seat: int, seed: int = 0, search: Searching | None = None) -> None:
        super().__init__(seat, seed)
        self.format = ""
        """Name of the table's format."""
        self._search, self._seed = search, seed
        self._brought: tuple[int, Candidate] | None = None
        """The prompt of the last result, and the act to take at it."""
        self._stood: tuple[int, ...] = ()
        """Handles on the field when the turn began."""
        self._seen_turn = -1
        self._summoned = False
        self._searches = 0

    def answer(self, prompt: Prompt, view: View | None) -> Answer:
        """Return a legal answer, after a search in this process if there is one."""
        if self._search is not None and (request := self.search_request(prompt, view)) is not None:
            self.note_result(request, self._search(request))
        return super().answer(prompt, view)

    def search_request(self, prompt: Prompt, view: View | None) -> SearchRequest | None:
        """Return what to search for before the answer; None if there is nothing to compare."""
        if view is None or view.viewer != self.seat or self._refused[prompt.ask]:
            return None
        if view.turn != self._seen_turn:
            self._begin_turn(view)
        phases = any(option.verb == "phase" for option in prompt.options)
        if prompt.kind != "turn" or not phases or view.chain or view.turn_player != self.seat:
            return None
        if view.phase not in ("main1", "battle", "main2") or self._searches >= MAX_SEARCHES_PER_TURN:
            return None
        candidates = self._candidates(prompt, DuelBoard(view, self.seat))
        if len(candidates) < 2:
            return None
        self._searches += 1
        return SearchRequest(
            self.seat, prompt, view, candidates, self.format, self._stood, self._summoned,
            self._seed * 7919 + prompt.ask,
        )  # fmt: skip

    def note_result(self, request: SearchRequest, result: SearchResult | None) -> None:
        """Record the result of a search, for the answer to its prompt."""
        if result is not None and 0 <= result.chosen < len(request.candidates):
            self._brought = (request.prompt.ask, request.candidates[result.chosen])

    def _begin_turn(self, view: View) -> None:
        self._seen_turn, self._summoned, self._searches = view.turn, False, 0
        board = DuelBoard(view, self.seat)
        rows = [*board.own_monsters, *board.back_row(self.seat)]
        self._stood = tuple(sorted({handle for handle, _ in rows}))

    def _note_choice(self, option: Option, prompt: Prompt, board: DuelBoard) -> None:
        super()._note_choice(option, prompt, board)
        if prompt.kind == "turn" and option.verb in ("summon", "set"):
            facts = board.facts(option)
            self._summoned = self._summoned or (facts is not None and facts.is_monster)

    def _open_state(self, prompt: Prompt, board: DuelBoard) -> list[int]:
        brought = self._brought
        if brought is None or brought[0] != prompt.ask:
            return super()._open_state(prompt, board)
        self._aims = brought[1].aims
        return [brought[1].option]

    # --- candidates -----------------------------------------------------------------------------------------

    def _candidates(self, prompt: Prompt, board: DuelBoard) -> tuple[Candidate, ...]:
        """Return what `normal` would do, then the other acts, the most promising first."""
        if sum(self._acts.values()) >= MAX_ACTS_PER_TURN:
            return ()
        aims, brought, self._brought = self._aims, self._brought, None
        first = Candidate(super()._open_state(prompt, board)[0], self._aims)
        self._aims, self._brought = aims, brought
        found = {first: None}
        for one in self._other_acts(prompt, board):
            found.setdefault(one)
        return tuple(found)[:MAX_CANDIDATES]

    def _other_acts(self, prompt: Prompt, board: DuelBoard) -> Iterator[Candidate]:
        reading = Reading(board, prompt)
        allowed = frozenset(
            index for index, option in enumerate(prompt.options)
            if not self._declined.times(prompt, option) and self._acts[act_key(option)] < MAX_REPEATS
            and not is_cancel(option)
        )  # fmt: skip
        planner = TurnPlanner(reading, allowed)
        for index, option in enumerate(prompt.options):
            if option.verb == "phase":
                yield Candidate(index)
        if board.view.phase == "battle":
            yield from self._attacks(prompt, planner, allowed)
        rows = [(planner.context.value_of(act.after), act) for act in planner.single_acts()]
        rows.sort(key=lambda row: -row[0])
        for _, act in rows:
            yield Candidate(act.option, act.aims)
        for index in sorted(allowed):
            if prompt.options[index].verb in ("set", "activate", "special_summon"):
                yield Candidate(index)

    @staticmethod
    def _attacks(prompt: Prompt, planner: TurnPlanner, allowed: frozenset[int]) -> Iterator[Candidate]:
        at = planner.start
        units = {unit.handle: unit for unit in at.mine}
        facing = {unit.handle: unit for unit in at.theirs}
        rows = []
        for index in allowed:
            option = prompt.options[index]
            unit = units.get(option.card)
            if option.verb != "attack" or unit is None:
                continue
            for aim in option.targets or (0,):
                value = clash(unit, facing.get(aim), at.my_life, at.their_life).value
                rows.append((value, Candidate(index, (aim,) if aim else ())))
        rows.sort(key=lambda row: (-row[0], row[1].option, row[1].aims))
        yield from (one for _, one in rows)
