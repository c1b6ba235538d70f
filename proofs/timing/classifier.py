"""A small classifier for one question: do these times tell which of two things happened?

Logistic regression by gradient descent on standardised features, scored on rows it was not trained with. Its
score comes with how far from 1/2 chance alone takes it with so many rows.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from itertools import groupby
from statistics import fmean, pstdev
from typing import NamedTuple

PARTS_COUNT = 5
STEPS_COUNT = 150
LEARNING_RATIO = 0.5

Row = tuple[float, ...]


def features(elapsed: float, mean: float, before: float, since: float) -> Row:
    """Return what an opponent may observe: how long a window took, in several forms, how much longer than
    normal for its kind, how much longer than normal for its own the one before it was, and how long it
    took since its owner was back.
    """
    return (elapsed, math.log(elapsed + 1e-4), elapsed * elapsed, elapsed - mean, before, since)


class ClassifierScore(NamedTuple):
    """How well times tell the labels apart. `auc`: the area under the ROC curve, 0.5 is guessing, 1 is always
    right; `spread`: its standard error where times carry no information.
    """

    auc: float
    spread: float

    def interval(self, errors: float) -> tuple[float, float]:
        """Return so many standard errors to either side."""
        return self.auc - errors * self.spread, self.auc + errors * self.spread


def score_classifier(
    rows: Sequence[Row], labels: Sequence[bool], kinds: Sequence[Hashable]
) -> ClassifierScore:
    """Return how well the classifier tells the labels apart.

    The rows are dealt into parts; each but the first is scored by a model that saw only the parts before it,
    and a row is compared with rows of its own kind and part alone: what is public of a window says much about
    it, and is no secret, and scores of two models are no measure for each other. So, where times carry no
    information, any order of a part's labels is as likely as another, whatever the model has learnt, and the
    parts are independent: 1/2 is expected, and the spread is known.

    Raises ValueError unless both labels are there.
    """
    scores, asked, within = list[float](), list[bool](), list[Hashable]()
    for part in range(1, PARTS_COUNT):
        known = [index for index in range(len(rows)) if index % PARTS_COUNT < part]
        scored = range(part, len(rows), PARTS_COUNT)
        scaled = _scale_features(rows, [rows[index] for index in known])
        weights = _train([scaled[index] for index in known], [labels[index] for index in known])
        scores += [_sum(weights, scaled[index]) for index in scored]
        asked += [labels[index] for index in scored]
        within += [(part, kinds[index]) for index in scored]
    return area(scores, asked, within)


def area(scores: Sequence[float], labels: Sequence[bool], kinds: Sequence[Hashable]) -> ClassifierScore:
    """Return how often a true row outscores a false one of its kind, ties as half; Wilcoxon's rank sums
    by kind.
    """
    wins = pairs = variance = 0.0
    groups: dict[Hashable, list[tuple[float, bool]]] = {}
    for score, label, kind in zip(scores, labels, kinds, strict=True):
        groups.setdefault(kind, []).append((score, label))
    for group in groups.values():
        below = ties = 0.0
        for _, same in groupby(sorted(group), key=lambda pair: pair[0]):
            alike = [label for _, label in same]
            yes = sum(alike)
            wins += yes * below + yes * (len(alike) - yes) / 2
            below += len(alike) - yes
            ties += len(alike) ** 3 - len(alike)
        size, compared = len(group), below * (len(group) - below)
        pairs += compared
        variance += compared / 12 * (size + 1 - ties / max(1, size * (size - 1)))
    if not pairs:
        raise ValueError("there is nothing to tell apart")
    return ClassifierScore(wins / pairs, math.sqrt(variance) / pairs)


def mean_by_kind(values: Sequence[float], kinds: Sequence[Hashable]) -> list[float]:
    """Return for each value the mean of its kind."""
    groups: dict[Hashable, list[float]] = {}
    for value, kind in zip(values, kinds, strict=True):
        groups.setdefault(kind, []).append(value)
    means = {kind: fmean(group) for kind, group in groups.items()}
    return [means[kind] for kind in kinds]


def _scale_features(rows: Sequence[Row], known: Sequence[Row]) -> list[Row]:
    """Return every feature scaled to mean 0 and spread 1 by the known rows; before them a 1 for the
    constant.
    """
    measures = [(fmean(column), pstdev(column) or 1.0) for column in zip(*known, strict=True)]
    return [
        (1.0, *((value - mean) / spread for value, (mean, spread) in zip(row, measures, strict=True)))
        for row in rows
    ]


def _train(rows: Sequence[Row], labels: Sequence[bool]) -> list[float]:
    """Return weights by gradient descent; both labels count the same, however many there are of each."""
    share = sum(labels) / len(labels)
    weights = [0.0] * len(rows[0])
    for _ in range(STEPS_COUNT):
        slope = [0.0] * len(weights)
        for row, label in zip(rows, labels, strict=True):
            wrong = (_chance(_sum(weights, row)) - label) * ((1 - share) if label else share)
            for index, value in enumerate(row):
                slope[index] += wrong * value
        weights = [w - LEARNING_RATIO * 4 * s / len(rows) for w, s in zip(weights, slope, strict=True)]
    return weights


def _sum(weights: Sequence[float], row: Row) -> float:
    return sum(weight * value for weight, value in zip(weights, row, strict=True))


def _chance(score: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))
