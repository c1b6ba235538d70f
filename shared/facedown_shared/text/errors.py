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

from facedown_shared.text.words import Words


class Code(StrEnum):
    """Why something was refused. The wire carries these words; docs/reference/protocol.md lists them."""

    MALFORMED = "malformed"
    """These bytes are not a message."""
    TOO_LARGE = "too_large"
    """Larger than a message may be."""
    TOO_FAST = "too_fast"
    """More messages a second than one connection may send, or more decks, files or tables than one address
    may."""
    OLD_PROTOCOL = "old_protocol"
    """The other side speaks another version."""
    NOT_OFFERED = "not_offered"
    """That was not among the options."""
    OLD_PROMPT = "old_prompt"
    """That prompt is no longer open."""
    OUTDATED = "outdated"
    """What that agrees to, or gives up, no longer stands: it has been replaced or is over."""
    NOT_YOUR_TURN = "not_your_turn"
    """You are not being asked anything."""
    NOT_NOW = "not_now"
    """Not at this stage."""
    NOT_ALLOWED = "not_allowed"
    """Only somebody else may do this."""
    AGAINST_RULES = "against_rules"
    """No rule and no card lets that be done by hand."""
    NEEDS_EFFECT = "needs_effect"
    """Only a card's effect does that; say that one does."""
    NOT_TAKEN_BACK = "not_taken_back"
    """Something hidden was shown since, or chance has spoken."""
    SEAT_TAKEN = "seat_taken"
    """Somebody sits there."""
    WRONG_LINK = "wrong_link"
    """The link or its secret is not (or no longer) right, at a table that is open to all."""
    WRONG_TOKEN = "wrong_token"  # noqa: S105 - a code, no secret
    """The token that brings you back is not the current one."""
    WRONG_PASSWORD = "wrong_password"  # noqa: S105 - a code, no secret
    """The table's password is another."""
    NO_SUCH_TABLE = "no_such_table"
    """No table has this code, or it is not open to all and this is nothing of its own."""
    TABLE_CLOSED = "table_closed"
    """The table is over."""
    TABLE_FULL = "table_full"
    """No more spectators fit."""
    SERVER_FULL = "server_full"
    """No more tables or connections fit, and no table has been left for long enough to give up its place."""
    BAD_DECK = "bad_deck"
    """The deck cannot be read."""
    BAD_NAME = "bad_name"
    """That name cannot be used."""
    BAD_FILE = "bad_file"
    """A file cannot be read."""
    BAD_SETTING = "bad_setting"
    """A setting is not one of the allowed values."""
    UNREACHABLE = "unreachable"
    """Nobody answers at that address."""
    BROKEN = "broken"
    """A mistake of ours; the table's log is kept."""


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


class MalformedMessage(FacedownError):
    """Bytes that are no known message of the right shape and size."""

    def __init__(self, words: Words | str, code: Code = Code.MALFORMED) -> None:
        super().__init__(code, words)


class Illegal(FacedownError):
    """A well-formed wish that is not among the offered ones; nothing has changed."""

    def __init__(self, words: Words, code: Code = Code.NOT_OFFERED) -> None:
        super().__init__(code, words)


class BadInput(FacedownError):
    """A file, flag, link or setting that a person can mend; the sentence says how."""


class TargetGone(FacedownError):
    """What was spoken of is no longer there: an old prompt, a closed table."""

    def __init__(self, code: Code, words: Words) -> None:
        super().__init__(code, words)


def first_of(group: BaseExceptionGroup[FacedownError]) -> FacedownError:
    """The first refusal of a group, however deep it lies."""
    error = group.exceptions[0]
    return first_of(error) if isinstance(error, BaseExceptionGroup) else error
