"""Duels with known outcomes, played by the field's core through our referee.

The same files, decisions and comparison as by our own rules; the answers of the referee differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from facedown_server.games.duel.core.zones import location_piles
from facedown_server.games.edopro.core_referee import CoreReferee
from facedown_server.games.edopro.prompt_translation import FINISHED_INDEX
from facedown_server.games.scenarios import board
from facedown_server.games.scenarios.compare import differences
from facedown_server.games.scenarios.files import Decision, Scenario, Unreadable, read_scenarios
from facedown_server.games.scenarios.hints import Hints, is_about, is_target
from facedown_server.games.scenarios.offer_lookup import OfferLookup
from facedown_server.games.scenarios.prompt_answers import CannotDo, PromptAnswers
from facedown_server.games.scenarios.runner import Runner
from facedown_server.games.scenarios.scenario_rules import ScenarioRules
from facedown_server.refereeing.prompts import Offer
from facedown_server.refereeing.referee import Frame, PromptKind, SeatPrompt
from facedown_server.table import Card, RandomStreams, State
from facedown_shared.cards.facts import Pool, bundled_pool
from facedown_shared.tables import FORMATS, Seat
from proofs.core.engines import InProcessEngine, at_hand
from proofs.figures import Figures

MAX_SEEDS = 256
"""How often a duel with coins or dice is started again until the core's results are those of the file."""
POSITIONS = {"face_up_attack": "attack", "face_up_defense": "defense", "face_down_defense": "face_down"}
"""The core's positions in the words of a decision."""
TOKENS = {73915052 + picture: 73915052 for picture in range(1, 4)}
"""Pictures of the Tokens of Scapegoat, each with a passcode of its own."""
MAX_DIFFERENCES = 3
"""Differences of one duel that are reported."""


class MirroredDuel:
    """A duel in the core, with what is compared of it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._piles = dict(location_piles(state))

    def cards_at(self, where: str, seat: Seat) -> list[Card]:
        """Return a seat's cards by their place."""
        return [
            card for _, pile, shared in self._piles[where, seat] for card in pile
            if card is not None and (not shared or card.controller == seat)
        ]  # fmt: skip


class CoreRules(ScenarioRules):
    """The core's answers about a duel."""

    def __init__(self, scenario: Scenario, pool: Pool, folder: Path | None, seed: int = 0) -> None:
        self._seed, self._engine = seed, InProcessEngine(at_hand(folder))
        self._in_damage_step: tuple[Card, Card | None] | None = None
        super().__init__(scenario, pool)

    def begin(self, scenario: Scenario) -> Iterable[Frame]:
        self._core = referee = CoreReferee(FORMATS[scenario.ruleset], self.pool, self._engine)
        self.referee, self._mirrored = referee, MirroredDuel(referee.state)
        self.duel = self._mirrored
        secret = f"scenario {self._seed}".encode().ljust(32, b".")
        return referee.start_from(board.starting_position(scenario), RandomStreams(secret))

    @property
    def unhandled(self) -> Sequence[str]:
        """Messages that the referee could not follow, and errors of scripts."""
        return self._core.errors

    def must_activate(self, code: int) -> bool:
        return False

    def attack_targets(self) -> Sequence[Card | None]:
        return ()

    def targets(self, attacker: Card) -> Sequence[Card | None]:
        seat = 1 - attacker.controller
        return (None, *self._mirrored.cards_at("monster", seat))

    def battle_step(self) -> str:
        fights = self.duel.state.battle
        if fights is None:
            self._in_damage_step = None
            return ""
        about = self._core.mirror.progress.about
        if about is not None and about.what == "damage_step":
            self._in_damage_step = fights
        return "damage" if self._in_damage_step == fights else "declaration"

    def is_asked_for(self, offers: Sequence[Offer]) -> bool:
        return {offer.verb for offer in offers} != {"pass"}

    def is_unscripted(self, code: int) -> bool:
        return False


class CoreOffers(OfferLookup):
    """Decisions among the options that the core gives."""

    def offer(self, seat: Seat, action: Decision) -> Offer | None:
        """Return the offer for an action. The core asks about a single effect whether it is used, and Summons
        by a scale as by a procedure.
        """
        found = super().offer(seat, action)
        if found is not None or self.answers.open_prompt is None:
            return found
        offers = self.answers.offers
        if action.do == "activate" and self.answers.open_prompt.kind is PromptKind.TRIGGER:
            return next((one for one in offers if one.verb == "yes" and is_about(one, action, seat)), None)
        if action.do == "pendulum_summon":
            return next((one for one in offers if one.verb == "special_summon" and _is_scale(one.card)), None)
        return None

    def choose_attack_target(self, decision: Decision) -> None:
        """Choose the attack target: the core first asks whether to attack directly, and then which
        monster.
        """
        wanted = decision.target
        while (
            wanted is not None
            and (ask := self.answers.open_prompt) is not None
            and ask.kind is PromptKind.CHOICE
        ):
            offers = self.answers.offers
            verbs = {offer.verb: offer.key for offer in offers}
            if "yes" in verbs and offers[0].card is None:
                self.answers.pick(verbs["yes" if wanted == "direct" else "no"])
                continue
            for offer in offers:
                if is_target(offer.card, wanted, decision.player):
                    self.answers.pick(offer.key)
                    return
            raise CannotDo(f"{wanted} cannot be attacked.")


class CoreAnswers(PromptAnswers):
    """Answers to the prompts that the core gives."""

    def answer(self) -> None:
        """Answer; positions have the core's own words."""
        ask, offers = self.open_prompt, self.offers
        if ask is None or {offer.verb for offer in offers} != {"position"}:
            super().answer()
            return
        named = [
            msgspec.structs.replace(offer, value=POSITIONS.get(offer.text, offer.text)) for offer in offers
        ]
        self.pick(self.hints[ask.seat].position(None, named).key)

    def _is_open(self, offers: Sequence[Offer]) -> bool:
        """Return whether the prompt is an open decision. The materials of a Summon are chosen card by card,
        and belong to it.
        """
        summons = self.taken is not None and self.taken.do == "special_summon"
        done = any(event.kind == "summoned" for event in self.story.moved)
        return not ((summons and not done) or self._is_trigger(offers)) and super()._is_open(offers)

    def _is_trigger(self, offers: Sequence[Offer]) -> bool:
        """Return whether this is one effect that may be used: the core asks yes or no, and of several
        which.
        """
        asked = self.open_prompt is not None and self.open_prompt.kind is PromptKind.TRIGGER
        return asked and {offer.verb for offer in offers} == {"yes", "no"} and offers[0].card is not None

    def _keys(self, ask: SeatPrompt, offers: Sequence[Offer], hints: Hints) -> list[str]:
        """Return the keys to pick: cards are picked one by one, and an action once begun is never
        cancelled.
        """
        verbs = {offer.verb for offer in offers}
        if "no" in verbs:
            return list(ask.default)
        cards = [one for one in offers if one.verb != "done" and not one.key.startswith("back:")]
        keys = hints.take_keys(cards, ask.most)
        if not keys and verbs == {"activate"}:  # effects of face-up cards are mandatory
            cards.sort(key=lambda one: one.card is None or not one.card.face_up)
        enough = [one.key for one in offers if one.verb == "done" and one.value == FINISHED_INDEX]
        if not keys and enough:
            return enough
        least = max(ask.least, int(not keys))
        return keys + [one.key for one in cards if one.key not in keys][: max(0, least - len(keys))]


def _is_scale(card: Card | None) -> bool:
    return card is not None and card.place.zone in ("pendulum", "spell_trap") and card.facts.is_a("pendulum")


@dataclass
class ScenarioFigures(Figures):
    """Figures of some scenarios."""

    alike: int = 0
    otherwise: list[str] = field(default_factory=list)
    """Scenarios with another outcome."""

    def lines(self) -> list[str]:
        """Return the different outcomes, and the counts."""
        counts = f"scenarios {self.duels}, as expected {self.alike}, otherwise {self.duels - self.alike}"
        return [*self.otherwise, counts]


def files(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return every scenario file of these, folders searched."""
    found: list[Path] = []
    for path in paths:
        inside = sorted(path.rglob("*.json*")) if path.is_dir() else [path]
        found += [one for one in inside if not one.name.endswith(".md")]
    return tuple(found)


@cache
def parse_scenarios(paths: tuple[Path, ...]) -> list[Scenario | Unreadable]:
    """Return the scenarios of these files, parsed once in each process."""
    return [scenario for path in paths for scenario in read_scenarios(path, bundled_pool())]


def play_numbered_scenario(number: int, paths: tuple[Path, ...], folder: Path | None) -> ScenarioFigures:
    """Play one scenario; return its figures."""
    figures, scenario = ScenarioFigures(duels=1), parse_scenarios(paths)[number]
    if isinstance(scenario, Unreadable):
        figures.otherwise.append(f"{scenario.id}: {scenario.reason}")
        return figures
    lines = _differences(scenario, folder)
    figures.alike += not lines
    figures.otherwise += [f"{scenario.id}: {line}" for line in lines[:MAX_DIFFERENCES]]
    return figures


@cache
def _pool(folder: Path | None) -> Pool:
    return bundled_pool().joined_with(at_hand(folder).pool)


def _merge_token_codes(query: Any) -> Any:
    """Return the same with one passcode for all pictures of a Token: the core uses them in turn."""
    if isinstance(query, dict):
        return {name: _merge_token_codes(value) for name, value in query.items()}
    if isinstance(query, list):
        return [_merge_token_codes(value) for value in query]
    return TOKENS.get(query, query) if isinstance(query, int) else query


def _differences(scenario: Scenario, folder: Path | None) -> list[str]:
    """Return what differs from what the file expects."""
    lines: list[str] = []
    wanted: dict[str, list[int]] = board.coin_and_die_results(scenario)
    for seed in range(MAX_SEEDS if any(wanted.values()) else 1):
        rules = CoreRules(scenario, _pool(folder), folder, seed)
        try:
            outcome = Runner(scenario, rules, CoreAnswers, CoreOffers).run()
        except Exception as mistake:  # stops no other, and is reported
            return [f"broken: {mistake!r}"]
        shape = _merge_token_codes(outcome.shape)
        found = differences(
            _merge_token_codes(scenario.expect), shape, outcome.together, outcome.together_in_snapshots
        )
        if not found:
            return []
        if not lines or len(found) < len(lines):
            lines = [*found, *(f"the core: {text}" for text in rules.unhandled[:1])]
    return lines
