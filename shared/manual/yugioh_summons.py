"""The Summons of Yu-Gi-Oh! as gestures: what is Summoned of what, and what the print says about it.

A check that an effect may overrule has True at its end. Sources: YGO-MOVE-05 to 43, YGO-XYZ-12, YGO-XYZ-13,
YGO-TOK-04 to 08, CLS-SUM rows.
"""

from __future__ import annotations

from collections.abc import Callable

from shared.manual.board import PlacedCard
from shared.manual.game import Check, Summoning, SummonRow
from shared.protocol.gestures import (
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

FIELD = ("monster", "extra_monster")
SMALL, LARGE = 4, 6
"""Levels up to which a Normal Summon needs no Tribute, and one (YGO-MOVE-05 to 07)."""


def level(card: PlacedCard) -> int:
    """The printed Level, 0 for a card without one."""
    return card.facts.level if card.facts else 0


def tributes_needed(card: PlacedCard) -> int:
    """How many Tributes the printed Level asks for."""
    return (level(card) > SMALL) + (level(card) > LARGE)


def _main(card: PlacedCard) -> bool:
    return card.facts is not None and card.facts.is_monster and not card.facts.belongs_in_extra_deck


def _normal(card: PlacedCard) -> bool:
    return _main(card) and not card.is_a("ritual")


def _kind(word: str) -> Callable[[PlacedCard], bool]:
    return lambda card: card.is_a(word)


def _fewer_or_more_tributes(summoning: Summoning) -> bool:
    return len(summoning.materials) != tributes_needed(summoning.cards[0])


def _theirs(summoning: Summoning) -> bool:
    return any(card.controller != summoning.by for card in summoning.materials)


def _face_down(summoning: Summoning) -> bool:
    return any(card.zone in FIELD and not card.face_up for card in summoning.materials)


def _levels_too_low(summoning: Summoning) -> bool:
    return sum(map(level, summoning.materials)) < level(summoning.cards[0])


def _levels_apart(summoning: Summoning) -> bool:
    return sum(map(level, summoning.materials)) != level(summoning.cards[0])


def _tuners(summoning: Summoning) -> bool:
    tuners = sum(card.is_a("tuner") for card in summoning.materials)
    return tuners != 1 or len(summoning.materials) < 2


def _without_level(summoning: Summoning) -> bool:
    return any(not level(card) for card in summoning.materials)


def _ranks_up(summoning: Summoning) -> bool:
    return len(summoning.materials) == 1 and summoning.materials[0].is_a("xyz")


def _other_level_than_rank(summoning: Summoning) -> bool:
    facts = summoning.cards[0].facts
    rank = facts.rank if facts else 0
    return not _ranks_up(summoning) and any(level(card) != rank for card in summoning.materials)


def _one_material(summoning: Summoning) -> bool:
    return len(summoning.materials) < 2 and not _ranks_up(summoning)


def _rating_apart(summoning: Summoning) -> bool:
    """YGO-MOVE-26, YGO-MOVE-30: a Link Monster counts as one or as its Rating.

    Sums and no combinations: whoever names eighty materials must not keep the server busy.
    """
    facts = summoning.cards[0].facts
    sums = {0}
    for card in summoning.materials:
        worth = (1, card.facts.link) if card.facts and card.is_a("link") else (1,)
        sums = {total + one for total in sums for one in worth}
    return facts is not None and facts.link not in sums


def _scales(summoning: Summoning) -> list[int]:
    lying = summoning.board.on_field()
    return [
        card.facts.scales[0] for card in lying
        if card.mark == "scale" and card.controller == summoning.by and card.facts and card.facts.scales
    ]  # fmt: skip


def _no_scales(summoning: Summoning) -> bool:
    return len(_scales(summoning)) != 2


def _outside_scales(summoning: Summoning) -> bool:
    scales = _scales(summoning)
    return len(scales) == 2 and any(not min(scales) < level(card) < max(scales) for card in summoning.cards)


def _closed_pendulum(summoning: Summoning) -> bool:
    return any(
        card.zone == "extra_deck" and not (card.face_up and card.is_a("pendulum"))
        for card in summoning.cards
    )  # fmt: skip


TRIBUTES: tuple[Check, ...] = (
    (_theirs, "You Tribute your own monsters, unless a card's effect says otherwise.", True),
    (_fewer_or_more_tributes, "Level 5 and 6 need one Tribute, Level 7 and more two, smaller ones none.",
     True),
)  # fmt: skip
MATERIALS: tuple[Check, ...] = (
    (_theirs, "Materials are your own cards, unless a card's effect says otherwise.", True),
    (_face_down, "A face-down monster is no material of this Summon.", True),
)

_ALL = (
    SummonRow(NormalSummon, "Normal Summon", "normal", ("hand",), _normal, FIELD, positions=("attack",),
           needs_materials=False, cause="tribute", word_with_materials="tribute", checks=TRIBUTES),
    SummonRow(SetMonster, "Set", "set", ("hand",), _normal, FIELD, positions=("set",), needs_materials=False,
           cause="tribute", checks=TRIBUTES),
    SummonRow(FusionSummon, "Fusion Summon", "fusion", ("extra_deck",), _kind("fusion"), ("hand", *FIELD),
           checks=((_theirs, MATERIALS[0][1], True),)),
    SummonRow(RitualSummon, "Ritual Summon", "ritual", ("hand",), _kind("ritual"), ("hand", *FIELD),
           cause="tribute", checks=((_theirs, MATERIALS[0][1], True),
                   (_levels_too_low, "The Levels of what is Tributed must reach the Ritual Monster's.",
                    True))),
    SummonRow(SynchroSummon, "Synchro Summon", "synchro", ("extra_deck",), _kind("synchro"), FIELD,
           checks=(*MATERIALS,
                   (_tuners, "A Synchro Summon takes one Tuner and one or more other monsters.", True),
                   (_without_level, "A monster without a Level is no Synchro Material.", True),
                   (_levels_apart, "The Levels of the materials must add up to the Synchro Monster's.",
                    True))),
    SummonRow(XyzSummon, "Xyz Summon", "xyz", ("extra_deck",), _kind("xyz"), FIELD,
           lambda card: not card.token, goes="material",
           checks=(*MATERIALS,
                   (lambda s: any(card.token for card in s.materials), "A Token is no Xyz Material.", False),
                   (_one_material, "An Xyz Summon takes two or more monsters, or one Xyz Monster.", True),
                   (_other_level_than_rank, "Xyz Materials have the Level that is the Xyz Monster's Rank.",
                    True))),
    SummonRow(LinkSummon, "Link Summon", "link", ("extra_deck",), _kind("link"), FIELD,
           positions=("attack",),
           checks=(*MATERIALS,
                   (_rating_apart, "The materials must add up to the Link Rating.", True))),
    SummonRow(PendulumSummon, "Pendulum Summon", "pendulum", ("hand", "extra_deck"), _main, most=6,
           needs_materials=False,
           checks=((_closed_pendulum, "Of the Extra Deck only face-up Pendulum Monsters are Summoned so.",
                    False),
                   (_no_scales, "A Pendulum Summon needs a Scale in both Pendulum Zones.", True),
                   (_outside_scales, "Only Levels between the two Scales can be Pendulum Summoned.", True))),
)  # fmt: skip

SUMMONS: dict[type[Gesture], SummonRow] = {row.gesture: row for row in _ALL}
_CLASSIC = (NormalSummon, SetMonster, FusionSummon, RitualSummon)
CLASSIC_SUMMONS: dict[type[Gesture], SummonRow] = {
    kind: row for kind, row in SUMMONS.items() if kind in _CLASSIC
}
