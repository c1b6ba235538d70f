"""The refusals both ends speak of, each with a code a program can read.

    FacedownError
    ├── Malformed        bytes or a message that is no message: the connection's fault
    ├── Illegal          well-formed, but not offered now: the player's slip, nothing changed
    ├── BadInput         a file, flag, link or setting a person gave us
    └── Gone             the thing spoken of is over: an old prompt, a closed table

A bug of ours is none of these: it is an ordinary exception and ends its own table alone.
"""

from __future__ import annotations

from enum import StrEnum

from shared.words import Words


class Code(StrEnum):
    """Why something was refused. The wire carries these words; docs/protocol.md lists them."""

    MALFORMED = "malformed"
    TOO_LARGE = "too_large"
    TOO_FAST = "too_fast"
    OLD_PROTOCOL = "old_protocol"
    NOT_OFFERED = "not_offered"
    OLD_PROMPT = "old_prompt"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_NOW = "not_now"
    NOT_ALLOWED = "not_allowed"
    AGAINST_RULES = "against_rules"
    NEEDS_EFFECT = "needs_effect"
    NOT_TAKEN_BACK = "not_taken_back"
    SEAT_TAKEN = "seat_taken"
    WRONG_LINK = "wrong_link"
    WRONG_TOKEN = "wrong_token"  # noqa: S105 - a code, no secret
    WRONG_PASSWORD = "wrong_password"  # noqa: S105 - a code, no secret
    NO_SUCH_TABLE = "no_such_table"
    TABLE_CLOSED = "table_closed"
    TABLE_FULL = "table_full"
    SERVER_FULL = "server_full"
    BAD_DECK = "bad_deck"
    BAD_NAME = "bad_name"
    BAD_FILE = "bad_file"
    BAD_SETTING = "bad_setting"
    UNREACHABLE = "unreachable"
    BROKEN = "broken"


class FacedownError(Exception):
    """A refusal: `code` for programs, `words` for whoever reads it elsewhere, `str(error)` one sentence.

    What only the person at this computer reads (a flag, a file of theirs) may be a sentence from the start.
    """

    def __init__(self, code: Code, words: Words | str) -> None:
        super().__init__(str(words))
        self.code = code
        self.words = words if isinstance(words, Words) else Words("plain", (words,))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code!s}, {str(self)!r})"


class Malformed(FacedownError):
    """Bytes that are no known message of the right shape and size."""

    def __init__(self, words: Words | str, code: Code = Code.MALFORMED) -> None:
        super().__init__(code, words)


class Illegal(FacedownError):
    """A well-formed wish that is not among the offered ones; nothing has changed."""

    def __init__(self, words: Words | str, code: Code = Code.NOT_OFFERED) -> None:
        super().__init__(code, words)


class BadInput(FacedownError):
    """A file, flag, link or setting that a person can mend; the sentence says how."""


class Gone(FacedownError):
    """What was spoken of is no longer there: an old prompt, a closed table."""

    def __init__(self, code: Code, words: Words) -> None:
        super().__init__(code, words)


def first_of(group: BaseExceptionGroup[FacedownError]) -> FacedownError:
    """The first refusal of a group, however deep it lies."""
    error = group.exceptions[0]
    return first_of(error) if isinstance(error, BaseExceptionGroup) else error
