"""Messages that may not have arrived, for retransmission.

These are the last answer, sent again when its prompt comes again on another connection, and messages sent
during a handover. This module knows messages alone. A server accepts an answer once: it repeats only
unanswered prompts.
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
    """Last prompt and its answer."""

    def __init__(self) -> None:
        self._asked: Prompt | None = None
        self._given: Answer | None = None
        self._is_lost = False
        """True if the connection was lost after the answer, so that the answer may be lost too."""
        self._held: Prompt | None = None
        """Repeated prompt that was answered again and not passed on."""

    def store_answer(self, answer: Answer, *, is_sent: bool = True) -> bool:
        """Store an answer; return whether it answers the last prompt.

        An answer that cannot be sent now is sent when the prompt comes again.
        """
        if self._asked is None or self._asked.ask != answer.ask:
            return False
        self._given, self._is_lost = answer, self._is_lost or not is_sent
        return True

    def reconnect(self) -> None:
        """Record a new connection."""
        self._is_lost = self._given is not None

    def handle_message(self, message: FromServer) -> tuple[Answer | None, tuple[FromServer, ...]]:
        """Handle a message: return the answer to repeat, and the messages to pass on in its place.

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
    """Queue of messages for the table's next owner.

    It holds everything sent between leaving one node and being seated at the next, and chat lines that the
    first node did not accept. A server handles messages in order and sends the results in that order, before
    the redirect: a chat line without a result or a following echo by then was not accepted.
    """

    def __init__(self) -> None:
        self.is_moving = False
        self._lines: deque[tuple[int, Chat]] = deque(maxlen=MAX_QUEUED_MESSAGES)
        """Chat lines without confirmation, each with the number of echoes requested before it."""
        self._kept: list[ToServer] = []

    def note_chat(self, line: Chat, echoes: int) -> None:
        """Record a sent chat line and the number of echoes requested before it."""
        self._lines.append((echoes, line))

    def handle_message(self, message: FromServer) -> None:
        """Handle a message that confirms chat lines."""
        match message:
            case Pong(number=number):
                while self._lines and self._lines[0][0] < number:
                    self._lines.popleft()
            case Said(text=text) if self._lines and text == self._lines[0][1].text:
                self._lines.popleft()
            case Ended():
                self._lines.clear()
                self._kept.clear()

    def start_queueing(self) -> None:
        """Start queueing: the table moves to another server."""
        self.is_moving = True
        self._kept += [line for _, line in self._lines]
        self._lines.clear()

    def queue_message(self, message: ToServer) -> bool:
        """Queue a message until we are seated.

        Return False if the queue is full, or for an answer without a prompt.
        """
        takes = len(self._kept) < MAX_QUEUED_MESSAGES and not isinstance(message, Answer)
        self._kept += [message] * takes
        return takes

    def handle_disconnect(self) -> None:
        """Handle a lost connection: keep only the queued chat."""
        self.is_moving = False
        self._lines.clear()
        self._kept = [message for message in self._kept if isinstance(message, Chat)]

    def take_queued(self) -> list[ToServer]:
        """Return the queued messages after we are seated."""
        self.is_moving = False
        queued, self._kept = self._kept, []
        return queued
