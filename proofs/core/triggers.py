"""`python run.py prove triggers`: no optional trigger in the hand is passed silently in *smart*.

Every script of the host's folder that may have such an effect is loaded in the engine, which lists what it
registers: type, range and code (as an error of the script, the only channel for it). Each effect is then
driven in a duel of its own: a card of ours raises its event (for a card added to the hand, it adds the card),
and the windows that follow are examined. Where an effect's own condition, cost or target is not met on the
bare table, it is driven once more with all three answered by yes: whether it *could* be used then is not the
question, only in which window.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from facedown_server.games.edopro.card_rows import CoreCard
from facedown_server.games.edopro.card_rows import row as row_of
from facedown_server.games.edopro.core_referee import CoreReferee
from facedown_server.games.edopro.edition import Edition
from facedown_server.refereeing.referee import Act, Choice, Conceded, PromptKind, SeatPrompt
from facedown_server.room.match.pending_prompts import is_auto_passed
from facedown_server.table import Card, RandomStreams, StartingPosition, StartingSide
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.tables.formats import MASTER
from proofs.core.engines import InProcessEngine, ProvidedCore, at_hand
from proofs.figures import Figures
from proofs.play.player import exhaust

RAISER_PASSCODE, FILLER_PASSCODE = 900_101, 900_102
"""Our own cards: a Spell that raises an event, and a monster without effects that fills the Decks."""
CARDS = (
    Facts(code=RAISER_PASSCODE, name="Event Raiser", kinds=("spell",)),
    Facts(code=FILLER_PASSCODE, name="Filler", kinds=("monster", "normal"), attribute="earth", race="warrior",
          level=4, attack=1000, defense=1000),
)  # fmt: skip
MAX_PROMPTS = 120
"""Prompts after which a duel is abandoned; two turns have fewer."""
LAST_TURN = 2
TO_HAND_CODE, DRAW_CODE, PHASE_FLAG = 1012, 1110, 0x1000
SINGLE_FLAG, HAND_FLAG = 0x1, 0x2
"""The core's numbers: events, a phase's bit in an event, types of effects and the hand as a range."""
MARK = "facedown trigger "
LISTED = re.compile(rf"{MARK}(\d+) (\d+) (\d+) (\d+)")
MAY_HAVE = re.compile(rb"EFFECT_TYPE_TRIGGER_O")
FROM_HAND = re.compile(rb"LOCATION_HAND|LOCATION_ALL|EVENT_TO_HAND|EVENT_DRAW")
NEED = {"able": 330, "old": 300}
"""Effects that are to be driven, and of these, those that the old classification must fail."""

EPILOGUE = """
facedown_of = function(t, code, wanted, opened)
  local init, register, number, found = t.initial_effect, Card.RegisterEffect, 0, ""
  t.initial_effect = function(c)
    Card.RegisterEffect = function(card, e, ...)
      if e:GetType() & 0x80 ~= 0 then
        number = number + 1
        found = found .. ("facedown trigger %d %d %d %d;"):format(
          number, e:GetType(), e:GetRange() or 0, e:GetCode())
        if wanted > 0 and number ~= wanted then return 0 end
        if opened and number == wanted then
          local yes = function() return true end
          e:SetCondition(yes) e:SetCost(yes) e:SetTarget(yes) e:SetOperation(function() end)
        end
      end
      return register(card, e, ...)
    end
    local fine, why = pcall(init, c)
    Card.RegisterEffect, t.initial_effect = register, init
    if not fine or wanted == 0 then error(why or found, 0) end
  end
end
"""
RAISES = """
function c900101.initial_effect(c)
  local e = Effect.CreateEffect(c)
  e:SetType(0x10)
  e:SetCode(1002)
  e:SetOperation(function(e, tp)
    local is = function(card) return card:IsOriginalCode({code}) end
    local g = Duel.GetMatchingGroup(is, tp, 0x3, 0, nil)
    local c = g:GetFirst()
    if not c then return end
    if {event} == 1012 then
      Duel.SendtoHand(c, nil, 0x40)
    else
      Duel.RaiseSingleEvent(c, {event}, e, 0x40, tp, tp, 0)
      Duel.RaiseEvent(c, {event}, e, 0x40, tp, tp, 0)
    end
  end)
  c:RegisterEffect(e)
end
"""


class HandTrigger(NamedTuple):
    """An optional trigger of a card: which of the card's triggers, and what it is."""

    code: int
    number: int
    type: int
    range: int
    event: int

    @property
    def is_in_hand(self) -> bool:
        """Whether it can be used in the hand."""
        of_itself = bool(self.type & SINGLE_FLAG) and self.event in (TO_HAND_CODE, DRAW_CODE)
        return bool(self.range & HAND_FLAG) or of_itself


class DrivenEdition:
    """The host's edition with our two cards; one card's triggers are listed, or one of them is driven."""

    def __init__(self, core: ProvidedCore, tested: HandTrigger, *, is_opened: bool) -> None:
        self._edition: Edition = core.edition
        self._tested, self._is_opened = tested, is_opened

    def row(self, code: int) -> CoreCard | None:
        """Return a card's row."""
        ours = next((facts for facts in CARDS if facts.code == code), None)
        return row_of(ours) if ours is not None else self._edition.row(code)

    def script(self, name: str) -> bytes | None:
        """Return a script by the last part of its name."""
        last, (code, number, _type, _range, event) = name.rpartition("/")[2], self._tested
        if last == f"c{RAISER_PASSCODE}.lua":
            return RAISES.format(code=code, event=event).encode()
        found = self._edition.script(last)
        if last != f"c{code}.lua" or found is None:
            return found
        opened = "true" if self._is_opened else "false"
        return found + f"\n{EPILOGUE}\nfacedown_of(c{code}, {code}, {number}, {opened})\n".encode()


@dataclass
class Windows:
    """The windows of one drive in which the effect was offered: by kind, and in which modes."""

    offered: int = 0
    able: int = 0
    smart: int = 0
    old: int = 0
    """How many *smart* would have asked in by the old classification."""
    listed: list[HandTrigger] = field(default_factory=list)
    error: str = ""

    @property
    def passed_windows(self) -> int:
        """Windows that *able* asks in and *smart* passes."""
        return self.able - self.smart


@dataclass
class TriggerFigures(Figures):
    """Figures of some effects."""

    effects: int = 0
    driven: int = 0
    by_themselves: int = 0
    """Driven by their own condition, cost and target."""
    old_failed: int = 0
    """Effects that the old classification passes in some window in which *able* offers them."""
    kinds: Counter[str] = field(default_factory=Counter)
    left: list[str] = field(default_factory=list)
    """Effects that were not driven, and why."""

    def lines(self) -> list[str]:
        """Return the figures, and each effect that was not driven."""
        kinds = (f"  {kind}: {count}" for kind, count in self.kinds.most_common())
        return [
            "by type, range and event:", *kinds, *(f"not driven: {one}" for one in self.left),
            (
                f"effects {self.effects}, driven {self.driven} "
                f"({self.by_themselves} by their own conditions), "
                f"offered in able and passed in smart {len(self.complaints)}, "
                f"passed by the old classification {self.old_failed}"
            ),
        ]  # fmt: skip

    @property
    def is_enough(self) -> bool:
        """Whether enough were driven for the figures to mean something, and the old rule is seen to fail."""
        return self.driven >= NEED["able"] and self.old_failed >= NEED["old"]


@cache
def candidates(folder: Path | None) -> list[int]:
    """Return cards whose scripts may have an optional trigger in the hand."""
    core = at_hand(folder)
    found = []
    for code in sorted(core.edition.codes):
        script = core.edition.script(f"c{code}.lua") or b""
        if MAY_HAVE.search(script) and FROM_HAND.search(script):
            found.append(code)
    return found


def drive_numbered_card(number: int, folder: Path | None) -> TriggerFigures:
    """List one card's triggers in the hand, and drive each."""
    core, code = at_hand(folder), candidates(folder)[number]
    figures = TriggerFigures(duels=1)
    listed = drive(core, HandTrigger(code, 0, 0, 0, 0), is_opened=False).listed
    for trigger in (one for one in dict.fromkeys(listed) if one.is_in_hand):
        figures.effects += 1
        figures.kinds[f"type {trigger.type:#x}, range {trigger.range:#x}, event {_event(trigger, code)}"] += 1
        found = drive(core, trigger, is_opened=False)
        figures.by_themselves += bool(found.able)
        if not found.able:
            found = drive(core, trigger, is_opened=True)
        name = f"{core.pool[code].name} ({code}), trigger {trigger.number}, event {trigger.event:#x}"
        if not found.able:
            figures.left.append(f"{name}: {found.error or _reason(trigger)}")
            continue
        figures.driven += 1
        figures.old_failed += found.old < found.able
        if found.passed_windows:
            figures.complaints.append(
                f"{name}: passed in smart in {found.passed_windows} of {found.able} windows"
            )
    return figures


def _event(trigger: HandTrigger, code: int) -> str:
    """Return an event by its number; one of a card's own without the passcode in it."""
    return (
        "the card's own"
        if trigger.event > 0x10000000 or trigger.event & 0xFFFFFFF == code
        else hex(trigger.event)
    )


def _reason(trigger: HandTrigger) -> str:
    if trigger.event & PHASE_FLAG:
        return "its phase passed, and it was not offered"
    return "its event was raised, and it was not offered"


def drive(core: ProvidedCore, tested: HandTrigger, *, is_opened: bool) -> Windows:
    """Play a duel in which our card raises the event of this trigger; return the windows in which it was
    offered.
    """
    engine = InProcessEngine(core, DrivenEdition(core, tested, is_opened=is_opened))
    pool = _pool(core)
    referee, windows = CoreReferee(MASTER, pool, engine), Windows()
    if tested.event == TO_HAND_CODE:
        side = StartingSide(
            hand=(RAISER_PASSCODE,), deck=(FILLER_PASSCODE,) * 10 + (tested.code,) + (FILLER_PASSCODE,) * 10
        )
    else:
        side = StartingSide(hand=(RAISER_PASSCODE, tested.code), deck=(FILLER_PASSCODE,) * 20)
    other = StartingSide(hand=(FILLER_PASSCODE,), deck=(FILLER_PASSCODE,) * 20)
    secret = f"trigger {tested.code}".encode().ljust(32, b".")
    exhaust(referee.start_from(StartingPosition((side, other)), RandomStreams(secret)))
    for _ in range(MAX_PROMPTS):
        prompts = referee.prompts()
        if not prompts or referee.state.turn > LAST_TURN:
            break
        cards = {card.id: card for card in referee.state.cards}
        count_window(prompts[0], cards, tested.code, windows)
        act = Act(prompts[0].seat, Choice(answer_to(prompts[0], cards)))
        referee.check(act)
        exhaust(referee.apply(act))
    for log in referee.errors:
        found = [HandTrigger(tested.code, *map(int, row.groups())) for row in LISTED.finditer(log)]
        windows.listed += found
        windows.error = windows.error or ("" if found else log)
    result = referee.result()
    if result is not None and result.reason.startswith("core_"):
        windows.error = windows.error or result.reason
    if result is None:  # its engine is released
        exhaust(referee.apply(Act(0, Conceded())))
    return windows


@cache
def _pool(core: ProvidedCore) -> Pool:
    return Pool([*core.pool, *CARDS])


def count_window(prompt: SeatPrompt, cards: dict[int, Card], code: int, windows: Windows) -> None:
    """Count this window, if the tested card is offered in it. `cards`: by the numbers in keys."""
    if prompt.kind not in (PromptKind.RESPONSE, PromptKind.TRIGGER):
        return
    if not any(_card_of(key, cards) == code for key, _ in prompt.options) and not _is_question_about(
        prompt, code
    ):
        return
    windows.offered += 1
    is_able = not is_auto_passed(prompt, "able")
    windows.able += is_able
    windows.smart += is_able and not is_auto_passed(prompt, "smart")
    windows.old += is_able and not is_auto_passed(msgspec.structs.replace(prompt, named=bool), "smart")


def _card_of(key: str, cards: dict[int, Card]) -> int:
    """Return the passcode of the card that an option activates; 0 for another option."""
    verb, _, rest = key.partition(":")
    number = rest.partition(":")[0]
    return cards[int(number)].code if verb == "activate" and number.isdecimal() else 0


def _is_question_about(prompt: SeatPrompt, code: int) -> bool:
    """Return whether it asks with yes and no about a card of this passcode."""
    named = [value for value in prompt.words.values if value == code]
    return {key for key, _ in prompt.options} == {"yes", "no"} and bool(named)


def answer_to(prompt: SeatPrompt, cards: dict[int, Card]) -> tuple[str, ...]:
    """Return the answer that activates our card and does nothing else."""
    keys = [key for key, _ in prompt.options]
    raises = next((key for key in keys if _card_of(key, cards) == RAISER_PASSCODE), None)
    if prompt.kind is PromptKind.TURN and raises is not None:
        return (raises,)
    return prompt.default or tuple(keys[: prompt.least])
