"""Cards of our own for every kind of Special Summon and for long Chains, with scripts of ours, on the raw
engine.

Any hand will do: all cards of the Main Deck but one do the same, and the monsters that they Summon are in the
Extra Deck. Nothing here is from EDOPro, not even its library of procedures.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from facedown_server.games.edopro import core_registry, edition
from facedown_server.games.edopro.wasm import engine_file
from facedown_shared.cards.facts import Facts
from facedown_shared.decks.core_location import FOLDER
from facedown_shared.decks.decks import Deck, to_ydk
from tests.server.games.edopro.mini import find_engine

HELPERS = tuple(range(900101, 900114))
FUSION_PASSCODE, SYNCHRO_PASSCODE, XYZ_PASSCODE, LINK_PASSCODE, RITUAL_PASSCODE = (
    900121,
    900122,
    900123,
    900124,
    900125,
)
NUMBERS = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve",
           "Thirteen")  # fmt: skip

_HELPER = Facts(
    code=0, name="", kinds=("monster", "effect", "pendulum"), attribute="light", race="fairy", level=4,
    attack=1000, defense=1000, scales=(1, 8), text="It comes from the hand by itself, and calls the others.",
)  # fmt: skip
_BIG = Facts(
    code=0, name="", attribute="dark", race="machine", attack=2500, defense=2000, text="It is large."
)
CARDS = (
    *(
        msgspec.structs.replace(_HELPER, code=code, name=f"Mini Helper {name}")
        for code, name in zip(HELPERS, NUMBERS, strict=True)
    ),
    msgspec.structs.replace(
        _BIG, code=FUSION_PASSCODE, name="Mini Fusion", kinds=("monster", "effect", "fusion"), level=6
    ),
    msgspec.structs.replace(
        _BIG, code=SYNCHRO_PASSCODE, name="Mini Synchro", kinds=("monster", "effect", "synchro"), level=8
    ),
    msgspec.structs.replace(
        _BIG, code=XYZ_PASSCODE, name="Mini Xyz", kinds=("monster", "effect", "xyz"), rank=4
    ),
    msgspec.structs.replace(
        _BIG,
        code=LINK_PASSCODE,
        name="Mini Link",
        kinds=("monster", "effect", "link"),
        link=1,
        defense=None,
        arrows=("bottom",),
    ),
    msgspec.structs.replace(
        _BIG, code=RITUAL_PASSCODE, name="Mini Ritual", kinds=("monster", "effect", "ritual"), level=6
    ),
)

COMMON = b"""
Mini = {}
function Mini.any() return true end
function Mini.code(n) return function(c) return c:IsCode(n) end end
function Mini.comes(c, where, count, reason, kind, xyz)
    local e = Effect.CreateEffect(c)
    e:SetType(0x2)
    e:SetCode(34)
    e:SetProperty(0x40000)
    e:SetRange(where)
    e:SetCondition(function(e, c)
        if c == nil then return true end
        local tp = c:GetControler()
        return Duel.GetMatchingGroupCount(Mini.any, tp, 0x4, 0, nil) >= count
            and (count > 0 or Duel.GetLocationCount(tp, 0x4) > 0)
    end)
    if count > 0 then
        e:SetOperation(function(e, tp, eg, ep, ev, re, r, rp, c)
            local g = Duel.SelectMatchingCard(tp, Mini.any, tp, 0x4, 0, count, count, nil)
            c:SetMaterial(g)
            if xyz then Duel.Overlay(c, g) else Duel.SendtoGrave(g, 0x8 | reason) end
        end)
    end
    e:SetValue(kind)
    c:RegisterEffect(e)
end
function Mini.calls(c, code, from, reason, kind)
    local e = Effect.CreateEffect(c)
    e:SetType(0x40)
    e:SetRange(0x4)
    e:SetTarget(function(e, tp, eg, ep, ev, re, r, rp, chk)
        if chk == 0 then return Duel.IsExistingMatchingCard(Mini.code(code), tp, from, 0, 1, nil) end
    end)
    e:SetOperation(function(e, tp)
        local c, g = e:GetHandler(), Duel.GetMatchingGroup(Mini.code(code), tp, from, 0, nil)
        if not c:IsRelateToEffect(e) or #g == 0 then return end
        Duel.SendtoGrave(c, 0x40 | 0x8 | reason)
        Duel.SpecialSummon(g:GetFirst(), kind, tp, tp, true, true, 0x1)
    end)
    c:RegisterEffect(e)
end
function Mini.helper(c)
    Mini.comes(c, 0x2, 0, 0, 0x40000000)
    Mini.calls(c, 900121, 0x40, 0x40000, 0x43000000)
    Mini.calls(c, 900125, 0x1 | 0x2, 0x100000, 0x45000000)
    local quick = Effect.CreateEffect(c)
    quick:SetType(0x100)
    quick:SetCode(1002)
    quick:SetRange(0x2)
    quick:SetCondition(function() return Duel.GetCurrentChain() > 0 end)
    quick:SetCost(function(e, tp, eg, ep, ev, re, r, rp, chk)
        if chk == 0 then return true end
        Duel.SendtoGrave(e:GetHandler(), 0x80 | 0x4000)
    end)
    quick:SetOperation(function(e, tp) Duel.Damage(1 - tp, 100, 0x40) end)
    c:RegisterEffect(quick)
    local scale = Effect.CreateEffect(c)
    scale:SetType(0x10)
    scale:SetCode(1002)
    scale:SetRange(0x2)
    c:RegisterEffect(scale)
    local summon = Effect.CreateEffect(c)
    summon:SetType(0x2)
    summon:SetCode(320)
    summon:SetProperty(0x40000 | 0x400)
    summon:SetRange(0x200)
    summon:SetCountLimit(1)
    summon:SetCondition(function(e, c)
        if c == nil then return true end
        local tp = c:GetControler()
        local held = Duel.GetMatchingGroupCount(Mini.any, tp, 0x2, 0, nil)
        return held > 0 and Duel.GetLocationCount(tp, 0x4) > 0
    end)
    summon:SetOperation(function(e, tp, eg, ep, ev, re, r, rp, c, sg)
        sg:Merge(Duel.SelectMatchingCard(tp, Mini.any, tp, 0x2, 0, 1, 1, nil))
    end)
    summon:SetValue(0x4a000000)
    c:RegisterEffect(summon)
end
"""
SCRIPTS = {
    "constant.lua": COMMON,
    **{f"c{code}.lua": f"function c{code}.initial_effect(c) Mini.helper(c) end".encode() for code in HELPERS},
    **{
        f"c{code}.lua": f"function c{code}.initial_effect(c) end".encode()
        for code in (FUSION_PASSCODE, RITUAL_PASSCODE)
    },
    f"c{SYNCHRO_PASSCODE}.lua": f"function c{SYNCHRO_PASSCODE}.initial_effect(c) "
    "Mini.comes(c, 0x40, 2, 0x80000, 0x46000000) end".encode(),
    f"c{XYZ_PASSCODE}.lua": f"function c{XYZ_PASSCODE}.initial_effect(c) "
    "Mini.comes(c, 0x40, 2, 0x200000, 0x49000000, true) end".encode(),
    f"c{LINK_PASSCODE}.lua": f"function c{LINK_PASSCODE}.initial_effect(c) "
    "Mini.comes(c, 0x40, 1, 0x10000000, 0x4c000000) end".encode(),
}

DECK = Deck(
    main=(*(code for code in HELPERS for _ in range(3)), RITUAL_PASSCODE, RITUAL_PASSCODE, RITUAL_PASSCODE)[
        :42
    ],
    extra=(FUSION_PASSCODE, SYNCHRO_PASSCODE, XYZ_PASSCODE, LINK_PASSCODE) * 3,
)
YDK = to_ydk(DECK)


def install(folder: Path) -> None:
    """Make a server's data folder with these cards and the engine that FACEDOWN_CORE names."""
    place, engine = folder / FOLDER, Path(find_engine())
    place.mkdir(parents=True, exist_ok=True)
    kept = edition.store_edition(place, SCRIPTS.items(), CARDS)
    core_registry.store_core(folder, engine_file.read_engine(engine), engine, kept)
