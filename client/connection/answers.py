"""The last answer, until it is known to have arrived: given again when its prompt comes again on another
connection.

Knows messages alone. A server takes an answer once: it asks again only what it has no answer to.
"""

from __future__ import annotations

from shared.protocol.messages import Answer, Ended, FromServer, Prompt, PromptOver, Refused


class LastAnswer:
    """What was asked last, and what was answered to that."""

    def __init__(self) -> None:
        self._asked: Prompt | None = None
        self._given: Answer | None = None
        self._is_lost = False
        """The connection was lost since, and perhaps the answer with it."""
        self._held: Prompt | None = None
        """The prompt that was answered again, and not handed on."""

    def give(self, answer: Answer) -> bool:
        """Remember an answer; whether it is one to what was asked last."""
        if self._asked is None or self._asked.ask != answer.ask:
            return False
        self._given = answer
        return True

    def reconnect(self) -> None:
        """There is another connection."""
        self._is_lost = self._given is not None

    def hear(self, message: FromServer) -> tuple[Answer | None, tuple[FromServer, ...]]:
        """Take in a message: the answer to give again, and what to hand on instead of the message.

        A prompt that is answered again is handed on only if that answer is refused.
        """
        match message:
            case Prompt() if message != self._asked:
                self._forget(message)
            case Prompt() if self._is_lost and self._given is not None:
                self._is_lost, self._held = False, message
                return self._given, ()
            case PromptOver(ask=ask) if self._asked is not None and self._asked.ask == ask:
                self._forget()
            case Refused(ask=ask) if self._given is not None and self._given.ask == ask:
                held = self._held
                self._given = self._held = None
                return None, (message,) if held is None else (held, message)
            case Ended():
                self._forget()
        return None, (message,)

    def _forget(self, asked: Prompt | None = None) -> None:
        self._asked, self._given, self._held, self._is_lost = asked, None, None, False
