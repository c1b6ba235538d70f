"""The Summons of Yu-Gi-Oh! as gestures: materials, and the printed conditions.

A check whose last value is True may be overruled by an effect. Sources: YGO-MOVE-05 to 43, YGO-XYZ-12,
YGO-XYZ-13, YGO-TOK-04 to 08, CLS-SUM rows.
"""

from __future__ import annotations

from collections.abc import Callable

from facedown_shared.manual.board import PlacedCard
from facedown_shared.manual.game import Check, SummonPlan, SummonRow
from facedown_shared.protocol.gestures import (
    FusionSummon,
    Gesture,
    LinkSummon,
    NormalSummon,
    PendulumSummon,
    RitualSummon,
    SetMonster,
    SynchroSummon,
    XyzSummon,
)
from facedown_shared.text import gettext_noop, words

FIELD = ("monster", "extra_monster")
MAX_LEVEL_WITHOUT_TRIBUTE, MAX_LEVEL_WITH_ONE_TRIBUTE = 4, 6
"""Maximum Levels of a Normal Summon without Tribute, and with one (YGO-MOVE-05 to 07)."""


def level(card: PlacedCard) -> int:
    """Return the printed Level, 0 for a card without one."""
    return card.facts.level if card.facts else 0


def tributes_needed(card: PlacedCard) -> int:
    """Return the number of Tributes for the monster's printed Level."""
    return (level(card) > MAX_LEVEL_WITHOUT_TRIBUTE) + (level(card) > MAX_LEVEL_WITH_ONE_TRIBUTE)


def _is_main_deck_monster(card: PlacedCard) -> bool:
    return card.facts is not None and card.facts.is_monster and not card.facts.belongs_in_extra_deck


def _normal(card: PlacedCard) -> bool:
    return _is_main_deck_monster(card) and not card.has_kinds("ritual")


def _kind(word: str) -> Callable[[PlacedCard], bool]:
    return lambda card: card.has_kinds(word)


def _has_opponents_material(summoning: SummonPlan) -> bool:
    return any(card.controller != summoning.by for card in summoning.materials)


def _tuners(summoning: SummonPlan) -> bool:
    return sum(card.has_kinds("tuner") for card in summoning.materials) != 1 or len(summoning.materials) < 2


def _ranks_up(summoning: SummonPlan) -> bool:
    return len(summoning.materials) == 1 and summoning.materials[0].has_kinds("xyz")


def _is_level_mismatched(summoning: SummonPlan) -> bool:
    facts = summoning.cards[0].facts
    rank = facts.rank if facts else 0
    return not _ranks_up(summoning) and any(level(card) != rank for card in summoning.materials)


def _is_rating_mismatched(summoning: SummonPlan) -> bool:
    """Return whether the materials cannot add up to the Link Rating. A Link Monster counts as one or as its
    Rating (YGO-MOVE-26, YGO-MOVE-30).

    The test uses sums, not combinations: a player who names eighty materials must not keep the server busy.
    """
    facts = summoning.cards[0].facts
    sums = {0}
    for card in summoning.materials:
        worth = (1, card.facts.link) if card.facts and card.has_kinds("link") else (1,)
        sums = {total + one for total in sums for one in worth}
    return facts is not None and facts.link not in sums


def _scales(summoning: SummonPlan) -> list[int]:
    lying = summoning.board.field_cards()
    return [
        card.facts.scales[0] for card in lying
        if card.mark == "scale" and card.controller == summoning.by and card.facts and card.facts.scales
    ]  # fmt: skip


def _outside_scales(summoning: SummonPlan) -> bool:
    scales = _scales(summoning)
    return len(scales) == 2 and any(not min(scales) < level(card) < max(scales) for card in summoning.cards)


TRIBUTES: tuple[Check, ...] = (
    (_has_opponents_material, words("tribute_your_own"), True),
    (lambda s: len(s.materials) != tributes_needed(s.cards[0]), words("tributes_by_level"), True),
)  # fmt: skip
MATERIALS: tuple[Check, ...] = (
    (_has_opponents_material, words("materials_your_own"), True),
    (lambda s: any(card.zone in FIELD and not card.face_up for card in s.materials),
     words("face_down_no_material"), True),
)  # fmt: skip

_ALL = (
    SummonRow(
        NormalSummon,
        gettext_noop("Normal Summon"),
        "normal",
        ("hand",),
        _normal,
        FIELD,
        positions=("attack",),
        needs_materials=False,
        cause="tribute",
        word_with_materials="tribute",
        checks=TRIBUTES,
    ),
    SummonRow(
        SetMonster,
        gettext_noop("Set"),
        "set",
        ("hand",),
        _normal,
        FIELD,
        positions=("set",),
        needs_materials=False,
        cause="tribute",
        checks=TRIBUTES,
    ),
    SummonRow(
        FusionSummon,
        gettext_noop("Fusion Summon"),
        "fusion",
        ("extra_deck",),
        _kind("fusion"),
        ("hand", *FIELD),
        checks=((_has_opponents_material, MATERIALS[0][1], True),),
    ),
    SummonRow(
        RitualSummon,
        gettext_noop("Ritual Summon"),
        "ritual",
        ("hand",),
        _kind("ritual"),
        ("hand", *FIELD),
        cause="tribute",
        checks=(
            (_has_opponents_material, MATERIALS[0][1], True),
            (
                lambda s: sum(map(level, s.materials)) < level(s.cards[0]),
                words("tributed_levels_too_low"),
                True,
            ),
        ),
    ),
    SummonRow(
        SynchroSummon,
        gettext_noop("Synchro Summon"),
        "synchro",
        ("extra_deck",),
        _kind("synchro"),
        FIELD,
        checks=(
            *MATERIALS,
            (_tuners, words("synchro_takes_one_tuner"), True),
            (lambda s: not all(map(level, s.materials)), words("no_level_no_synchro"), True),
            (
                lambda s: sum(map(level, s.materials)) != level(s.cards[0]),
                words("synchro_levels_add_up"),
                True,
            ),
        ),
    ),
    SummonRow(
        XyzSummon,
        gettext_noop("Xyz Summon"),
        "xyz",
        ("extra_deck",),
        _kind("xyz"),
        FIELD,
        lambda card: not card.token,
        goes="material",
        checks=(
            *MATERIALS,
            (lambda s: any(card.token for card in s.materials), words("token_no_xyz_material"), False),
            (lambda s: len(s.materials) < 2 and not _ranks_up(s), words("xyz_takes_two"), True),
            (_is_level_mismatched, words("xyz_levels_are_rank"), True),
        ),
    ),
    SummonRow(
        LinkSummon,
        gettext_noop("Link Summon"),
        "link",
        ("extra_deck",),
        _kind("link"),
        FIELD,
        positions=("attack",),
        checks=(*MATERIALS, (_is_rating_mismatched, words("link_rating_adds_up"), True)),
    ),
    SummonRow(
        PendulumSummon,
        gettext_noop("Pendulum Summon"),
        "pendulum",
        ("hand", "extra_deck"),
        _is_main_deck_monster,
        most=6,
        needs_materials=False,
        checks=(
            (
                lambda s: any(
                    card.zone == "extra_deck" and not (card.face_up and card.has_kinds("pendulum"))
                    for card in s.cards
                ),
                words("pendulum_from_extra_deck"),
                False,
            ),
            (lambda s: len(_scales(s)) != 2, words("pendulum_needs_scales"), True),
            (_outside_scales, words("pendulum_between_scales"), True),
        ),
    ),
)

SUMMONS: dict[type[Gesture], SummonRow] = {row.gesture: row for row in _ALL}
CLASSIC_SUMMONS: dict[type[Gesture], SummonRow] = {
    kind: SUMMONS[kind] for kind in (NormalSummon, SetMonster, FusionSummon, RitualSummon)
}
