"""Why an act is refused: a code for programs, and the values that a sentence about it needs."""

from __future__ import annotations

from enum import StrEnum


class Fault(StrEnum):
    """Reason why an act is illegal now. Nothing changed."""

    ASK_THE_ORGANIZER = "ask_the_organizer"
    BANNED = "banned"
    BAD_NAME = "bad_name"
    BAD_PAIRS = "bad_pairs"
    BAD_SCORE = "bad_score"
    BAD_SETTING = "bad_setting"
    CLOCK_RUNS = "clock_runs"
    CLOCK_STOPPED = "clock_stopped"
    DROPPED = "dropped"
    FINISHED = "finished"
    HAS_RESULT = "has_result"
    NO_RESULT = "no_result"
    NO_SUCH_PLAYER = "no_such_player"
    NO_SUCH_ROUND = "no_such_round"
    NO_SUCH_TABLE = "no_such_table"
    NOT_AT_TABLE = "not_at_table"
    NOT_DROPPED = "not_dropped"
    NOT_UNDONE = "not_undone"
    OLD_ROUND = "old_round"
    OLD_SLIP = "old_slip"
    RESULTS_MISSING = "results_missing"
    PLAYER_SHARE = "player_share"
    ADDRESS_SHARE = "address_share"
    TOO_FAST = "too_fast"
    TOO_FEW_PLAYERS = "too_few_players"
    TOO_MANY_PLAYERS = "too_many_players"
    WRONG_PIN = "wrong_pin"


class IllegalAct(Exception):
    """An act that cannot happen now. The state is as before."""

    def __init__(self, fault: Fault, *values: object) -> None:
        super().__init__(fault.value, *values)
        self.fault, self.values = fault, values
