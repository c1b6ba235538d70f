"""Decisions on our side, written as a scenario, give the same result."""

from __future__ import annotations

import msgspec

from facedown_server.games.duel.engine import DuelReferee, start_duel
from facedown_server.games.scenarios import files
from facedown_server.games.scenarios.runner import Runner
from facedown_server.games.scenarios.scenario_rules import ScenarioRules
from facedown_server.table.random_streams import FixedStreams
from facedown_server.table.starting_position import StartingCard, StartingPosition, StartingSide
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.tables.formats import FORMATS
from facedown_shared.tables.zones import Place
from proofs.differs import scenario_writer
from proofs.differs.guided_duel import DuelAction, LedDuel
from tests.play import code

DARK_HOLE, ELF, GUARDIAN, SKULL = (
    code(name) for name in ("Dark Hole", "Mystical Elf", "Celtic Guardian", "Summoned Skull")
)
GUARDED = tuple(StartingCard(Place(1, "monster", slot), GUARDIAN, "attack", None, None) for slot in (2, 4))
POSITION = StartingPosition(
    (
        StartingSide(hand=(SKULL, DARK_HOLE), deck=(ELF, ELF), field=(
            StartingCard(Place(0, "monster", 1), ELF, "attack", None, None),
            StartingCard(Place(0, "monster", 3), GUARDIAN, "defense", None, None),
        )),
        StartingSide(deck=(ELF, ELF, ELF), field=GUARDED),
    ),
    1,
)  # fmt: skip
DEEDS = (
    None,
    DuelAction("summon", SKULL, "0:hand"),
    DuelAction("phase", 0, "battle"),
    DuelAction("attack", SKULL, "0:MZ1"),
    None,
    DuelAction("set", DARK_HOLE, "0:hand"),
)


def test_a_tribute_summon_an_attack_and_a_set_are_decisions_with_what_belongs_to_them() -> None:
    referee = DuelReferee(FORMATS["MR5"], bundled_pool())
    duel = LedDuel(referee, "salt")
    duel.take(start_duel(referee, POSITION, FixedStreams()))
    for deed in DEEDS:
        duel.advance()
        duel.do(deed)
    duel.advance()
    text = msgspec.json.encode(scenario_writer.scenario(POSITION, duel.picks, duel, "as-it-was"))
    told = files.parse(text, bundled_pool())
    assert [one.do for one in told.decisions] == ["phase", "normal_summon", "phase", "attack", "phase", "set"]
    assert told.decisions[1].tributes
    assert told.decisions[3].target
    found = Runner(told, ScenarioRules(told, bundled_pool())).run()
    assert found.shape["status"] == "ok"
    assert told.expect is not None
    assert found.shape["players"] == told.expect["players"]
