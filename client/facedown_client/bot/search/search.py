"""Choice among candidates by rollouts in the same determinizations; each round leaves out the worse half."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from statistics import fmean, stdev

from facedown_client.bot.search.determinization import Determinization, determinize
from facedown_client.bot.search.rollouts import Rollout
from facedown_client.bot.search.search_calls import Candidate, SearchRequest, SearchResult

ROLLED_TURNS_COUNT = 1
"""Turns after the present one that a rollout plays."""
FIRST_ROUND_COUNT = 2
"""Determinizations that every candidate is tried in."""
MIN_LEAD_POINTS = 60.0
MIN_COMPARED_COUNT = 4
"""Determinizations in which a candidate must have been compared with the first one."""
LEAD_DEVIATIONS_RATIO = 1.5
"""Standard errors by which a candidate must be better than the first one."""


class CandidateSearch:
    """Comparison of the candidates of one request."""

    def __init__(self, request: SearchRequest, is_late: Callable[[], bool] = lambda: False) -> None:
        self.request, self.is_late = request, is_late
        self.rows: dict[Candidate, list[float]] = {}
        self.rollouts = 0
        self._assumed: list[Determinization] = []

    def run(self) -> SearchResult:
        """Return the best candidate; the first one where the View cannot be played on."""
        request = self.request
        first = request.candidates[0]
        probe = Rollout(request, self._determinization(0), 0)
        if not probe.is_faithful or probe.find_act(first) is None:
            return SearchResult()
        left = [one for one in request.candidates if probe.find_act(one) is not None]
        self.rows = {one: [] for one in left}
        wanted = FIRST_ROUND_COUNT
        while len(left) > 1 and self.rollouts < request.max_rollouts and not self.is_late():
            for number in range(len(self.rows[first]), wanted):
                for one in left:
                    self._play(one, number)
                if self.is_late() or self.rollouts >= request.max_rollouts:
                    break
            ranked = sorted(left, key=lambda one: -fmean(self.rows[one]) if self.rows[one] else math.inf)
            better = ranked[: max(2, len(left) // 2)]
            left = [first, *(one for one in better if one != first)]
            wanted += max(FIRST_ROUND_COUNT, wanted)
        return self._result(left)

    def _result(self, left: list[Candidate]) -> SearchResult:
        first = self.request.candidates[0]
        base, best, lead = self.rows[first], first, 0.0
        for one in left[1:]:
            mine = self.rows[one]
            gains = [mine[at] - base[at] for at in range(min(len(mine), len(base)))]
            if len(gains) < MIN_COMPARED_COUNT:
                continue
            mean = fmean(gains)
            error = stdev(gains) / math.sqrt(len(gains))
            if mean > max(MIN_LEAD_POINTS, LEAD_DEVIATIONS_RATIO * error) and mean > lead:
                best, lead = one, mean
        return SearchResult(self.request.candidates.index(best), self.rollouts, lead)

    def _determinization(self, number: int) -> Determinization:
        while len(self._assumed) <= number:
            dice = random.Random(self.request.seed * 1009 + len(self._assumed))
            self._assumed.append(determinize(self.request, dice))
        return self._assumed[number]

    def _play(self, one: Candidate, number: int) -> None:
        rollout = Rollout(self.request, self._determinization(number), number)
        value = rollout.play(one, self.request.view.turn + ROLLED_TURNS_COUNT)
        self.rollouts += 1
        # An act that this determinization does not offer counts as the first one did.
        first = self.rows[self.request.candidates[0]]
        self.rows[one].append(value if value is not None else first[number] if len(first) > number else 0.0)


def search(request: SearchRequest) -> SearchResult:
    """Search with the limits of the request, in this process."""
    begun = time.process_time()

    def is_late() -> bool:
        return bool(request.max_time_s) and time.process_time() - begun > request.max_time_s

    return CandidateSearch(request, is_late).run()
