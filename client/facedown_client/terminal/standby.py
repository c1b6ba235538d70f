"""Texts for a host who is no longer at the table: the server stays up for others, and the possible
commands.
"""

from __future__ import annotations

from facedown_client.model.model import Model
from facedown_client.model.words import exit_texts
from facedown_client.model.words.exit_texts import Keeps
from facedown_shared.network.links import TableLink
from facedown_shared.text import _


class HostStandby:
    """State of a host's program that stays only to keep its server up for others."""

    def __init__(self, model: Model, server: TableLink, *, hosts: bool) -> None:
        """Prepare the state. `hosts`: the server ends with this program, and others may play there."""
        self._model, self._server, self._hosts = model, server, hosts
        self.is_on = False
        """True if we are no longer at the table, but stay because others are."""
        self.takes_back = False
        """True if our seat, now used by another connection, is to be resumed here."""
        self._is_taken = False

    def ended_lines(self) -> list[str]:
        """Return the message if we stay after the table has ended for us; empty if we do not."""
        ended = self._model.ended
        self._is_taken = ended is not None and ended.taken
        self.is_on = self._hosts and self._model.has_continued_without_us
        return self.standby_lines() if self.is_on else []

    def disconnected_lines(self) -> list[str]:
        """Return the message for staying after the connection to the table is lost; empty if we do not
        stay.
        """
        self.is_on, self._is_taken = self._hosts and bool(self._model.code), False
        return self.standby_lines() if self.is_on else []

    def standby_lines(self) -> list[str]:
        """Return lines which say that the server stays up, and what to type."""
        return [_(exit_texts.PLAYED_ELSEWHERE if self._is_taken else exit_texts.SERVER_GOES_ON)]

    def handle_word(self, word: str) -> list[str]:
        """Return the lines for a typed word that does not end the program."""
        if word != "back" or not self._is_taken:
            return self.standby_lines()
        self.takes_back = True
        return []

    def last_words(self) -> str:
        """Return what happens to the server, and to a match in which we have a seat."""
        table = self._model.table
        runs = self._is_taken and table is not None and table.stage not in ("gathering", "over")
        text = exit_texts.stored_match_text(Keeps.HERE, self._server, self._model.code) if runs else ""
        return text or _(exit_texts.SERVER_STOPS)
