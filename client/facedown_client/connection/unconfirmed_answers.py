"""Messages that may not have arrived: the last answer, sent again when its prompt comes again on another
connection; and messages sent during a handover.

Knows messages alone. A server takes an answer once: it repeats only unanswered prompts.
"""

from __future__ import annotations

from collections import deque

from facedown_shared.protocol.messages import (
    Answer,
    Chat,
    Ended,
    FromServer,
    Pong,
    Prompt,
    PromptOver,
    Refused,
    Said,
    ToServer,
)

MAX_QUEUED_MESSAGES = 64
"""Messages queued for the table's next owner; more are dropped."""


class LastAnswer:
    """What was asked last, and what was answered to that."""

    def __init__(self) -> None:
        self._asked: Prompt | None = None
        self._given: Answer | None = None
        self._is_lost = False
        """The connection was lost since, and perhaps the answer with it."""
        self._held: Prompt | None = None
        """The prompt that was answered again, and not handed on."""

    def give(self, answer: Answer, *, is_sent: bool = True) -> bool:
        """Remember an answer; return whether it answers the last prompt. One that is not sent now is sent
        when the prompt comes again.
        """
        if self._asked is None or self._asked.ask != answer.ask:
            return False
        self._given, self._is_lost = answer, self._is_lost or not is_sent
        return True

    def reconnect(self) -> None:
        """There is another connection."""
        self._is_lost = self._given is not None

    def hear(self, message: FromServer) -> tuple[Answer | None, tuple[FromServer, ...]]:
        """Handle a message: return the answer to repeat, and what to pass on in place of the message.

        A prompt that is answered again is passed on only if that answer is refused.
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


class HandoverQueue:
    """Messages for our table's next owner: everything sent between leaving one node and being seated at the
    other, and lines of chat that the first one did not take.

    A server handles messages in order and sends the results in that order, before the redirect: a line
    without a result or a following echo by then was not said.
    """

    def __init__(self) -> None:
        self.is_moving = False
        self._lines: deque[tuple[int, Chat]] = deque(maxlen=MAX_QUEUED_MESSAGES)
        """Lines that may not have been said, and how many echoes had been asked for when each was sent."""
        self._kept: list[ToServer] = []

    def said(self, line: Chat, echoes: int) -> None:
        """A line goes out; so many echoes were asked for before."""
        self._lines.append((echoes, line))

    def hear(self, message: FromServer) -> None:
        """Handle a message that confirms lines."""
        match message:
            case Pong(number=number):
                while self._lines and self._lines[0][0] < number:
                    self._lines.popleft()
            case Said(text=text) if self._lines and text == self._lines[0][1].text:
                self._lines.popleft()
            case Ended():
                self._lines.clear()
                self._kept.clear()

    def move(self) -> None:
        """The table is another server's from now on."""
        self.is_moving = True
        self._kept += [line for _, line in self._lines]
        self._lines.clear()

    def keep(self, message: ToServer) -> bool:
        """Queue this until we are seated; False if the queue is full, or for an answer without a prompt."""
        takes = len(self._kept) < MAX_QUEUED_MESSAGES and not isinstance(message, Answer)
        self._kept += [message] * takes
        return takes

    def lost(self) -> None:
        """There is no connection, and may be none for long: of what was to be sent only talk still is."""
        self.is_moving = False
        self._lines.clear()
        self._kept = [message for message in self._kept if isinstance(message, Chat)]

    def arrived(self) -> list[ToServer]:
        """We are at a table: what is to be sent there."""
        self.is_moving = False
        kept, self._kept = self._kept, []
        return kept
