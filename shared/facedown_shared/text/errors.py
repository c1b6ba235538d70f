"""The errors of both ends, each with a code for programs.

    FacedownError
    ├── Malformed        bytes or a message that is no message: the connection's fault
    │   └── Unknown      a message of a newer server, which a client ignores
    ├── Illegal          well-formed, but not offered now: the player's mistake, nothing changed
    ├── BadInput         a file, flag, link or setting of a person
    └── Gone             its target no longer exists: an old prompt, a closed table

A bug of ours is none of these: it is an ordinary exception and ends its own table alone.
"""

from __future__ import annotations

from enum import StrEnum

from facedown_shared.text.words import Words


class Code(StrEnum):
    """Reason why a request was refused. These words are sent; docs/reference/protocol.md lists them."""

    MALFORMED = "malformed"
    """Not a message."""
    TOO_LARGE = "too_large"
    """Too large a message."""
    TOO_FAST = "too_fast"
    """Over a rate limit, of the connection or its IP address."""
    OLD_PROTOCOL = "old_protocol"
    """The other side speaks another version."""
    NOT_OFFERED = "not_offered"
    """The answer is not among the options."""
    OLD_PROMPT = "old_prompt"
    """The prompt is no longer open."""
    OUTDATED = "outdated"
    """It names terms or a proposal that have changed."""
    NOT_YOUR_TURN = "not_your_turn"
    """No prompt is open for you."""
    NOT_NOW = "not_now"
    """Not possible at this stage."""
    NOT_ALLOWED = "not_allowed"
    """Not in this role."""
    AGAINST_RULES = "against_rules"
    """Nothing allows this gesture."""
    NEEDS_EFFECT = "needs_effect"
    """Only a card's effect allows this gesture: set `effect`."""
    NOT_TAKEN_BACK = "not_taken_back"
    """The step cannot be undone: since then a hidden card was shown or a random number drawn."""
    SEAT_TAKEN = "seat_taken"
    """The seat is taken."""
    WRONG_LINK = "wrong_link"
    """The table is listed, but the link is not valid."""
    WRONG_TOKEN = "wrong_token"  # noqa: S105 - a code, no secret
    """The token is outdated."""
    WRONG_PASSWORD = "wrong_password"  # noqa: S105 - a code, no secret
    """The password is wrong."""
    SERVER_PASSWORD = "server_password"  # noqa: S105 - a code, no secret
    """The server's own password is missing from hello, or wrong."""
    NO_SUCH_TABLE = "no_such_table"
    """No table has this code, or it is unlisted and the credential is wrong."""
    TABLE_CLOSED = "table_closed"
    """The table is closed."""
    TABLE_FULL = "table_full"
    """Too many spectators."""
    SERVER_FULL = "server_full"
    """Too many tables or connections."""
    BAD_DECK = "bad_deck"
    """The deck is illegal or cannot be read."""
    BAD_NAME = "bad_name"
    """The name cannot be used."""
    BAD_FILE = "bad_file"
    """A file cannot be read."""
    BAD_SETTING = "bad_setting"
    """A setting has a value that is not allowed."""
    UNREACHABLE = "unreachable"
    """No server answers at this address."""
    BROKEN = "broken"
    """A bug of the server."""


class FacedownError(Exception):
    """Base of our errors: `code` for programs, `words` for the other end, `str(error)` as one sentence.

    Errors that only the person at this computer reads (a flag, a file of theirs) may be given as a sentence.
    """

    def __init__(self, code: Code, words: Words | str) -> None:
        super().__init__(str(words))
        self.code = code
        self.words = words if isinstance(words, Words) else Words("plain", (words,))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code!s}, {str(self)!r})"


class MalformedMessage(FacedownError):
    """Error for bytes that are no known message of the right shape and size."""

    def __init__(self, words: Words | str, code: Code = Code.MALFORMED) -> None:
        super().__init__(code, words)


class UnknownMessage(MalformedMessage):
    """Error for a message of a newer server, which a client ignores."""


class Illegal(FacedownError):
    """Error for a well-formed request that is not among the offered options; nothing has changed."""

    def __init__(self, words: Words, code: Code = Code.NOT_OFFERED) -> None:
        super().__init__(code, words)


class BadInput(FacedownError):
    """Error in a file, flag, link or setting that a person can correct; the sentence says how."""


class TargetGone(FacedownError):
    """Error for a target that no longer exists: an old prompt, a closed table."""

    def __init__(self, code: Code, words: Words) -> None:
        super().__init__(code, words)


def first_error(group: BaseExceptionGroup[FacedownError]) -> FacedownError:
    """Return the first error of a group, at any depth."""
    error = group.exceptions[0]
    return first_error(error) if isinstance(error, BaseExceptionGroup) else error
