"""Printed texts of cards, sent right before the message that names the card, to guests who request texts.

Law: texts are sent only of cards that the next message names anyway: of a guest's View, prompt, own deck, or
search of all cards. A guest without a language (a bot, a relay) is sent none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from facedown_server.network.crowd.guest import Guest
from facedown_shared.cards.facts import Facts, Pool, every_game
from facedown_shared.protocol.messages import Printed, Prompt, Update, Whole
from facedown_shared.tables import View
from facedown_shared.text import LINE, Words


class CardTexts(Protocol):
    """Names and texts of cards in several languages."""

    @property
    def languages(self) -> Iterable[str]:
        """Return the languages of the texts."""

    def translated_facts(self, facts: Facts, language: str) -> Facts | None:
        """Return these facts with the texts of a language; None if the card has no text in it."""

    def card_lines(self, code: int, language: str) -> tuple[str, ...]:
        """Return a card's lines, in this language or else another; () if there are none."""


NAMING = "the_card_named"
"""The catalogue's sentence for a card's name, by its passcode."""


class OneLanguage:
    """Texts of a server that has no other language than that of its card facts."""

    languages: Iterable[str] = ()

    def translated_facts(self, facts: Facts, language: str) -> Facts | None:
        """Return None."""
        return None

    def card_lines(self, code: int, language: str) -> tuple[str, ...]:
        """Return ()."""
        return ()


class PrintedCards:
    """Sender of card texts for one server. `said`: the texts in other languages, if the server has any."""

    def __init__(self, pool: Pool, said: CardTexts | None = None) -> None:
        self._pool, self._said = pool, OneLanguage() if said is None else said

    def send_new_texts(self, message: Whole | Update, guests: Iterable[Guest]) -> None:
        """Send the texts of a View's new cards in the guests' languages."""
        if isinstance(message, Update):
            rare = message.patch.rare
            facts = rare.facts if rare is not None else {}
        else:
            facts = message.view.facts
        if facts:
            for guest in guests:
                self._send_texts(guest, facts, named=False)

    def send_view_texts(self, view: View, guest: Guest) -> None:
        """Send the texts of a whole View's cards to a guest."""
        self._send_texts(guest, view.facts, named=False)

    def send_prompt_texts(self, prompt: Prompt, guests: Iterable[Guest]) -> None:
        """Send the texts of cards that a prompt names by passcode alone, such as those of a searched Deck."""
        codes = [option.code for option in prompt.options if option.code]
        codes += [code for option in prompt.options if (code := _named_code(option.words))]
        codes += [prompt.code] if prompt.code else []
        codes += _codes_in_condition(prompt.words) if prompt.declare else ()
        if codes:
            for guest in guests:
                self._send_texts(guest, codes, named=True)
        said = (prompt.words, *(option.words for option in prompt.options))
        if of_lines := {code for one in said for code in _codes_with_lines(one)}:
            for guest in guests:
                self._send_lines(guest, of_lines)

    def _send_lines(self, guest: Guest, codes: Iterable[int]) -> None:
        """Send a guest the lines of cards, if there are any."""
        if guest.reads:
            found = {
                code: lines for code in sorted(codes) if (lines := self._said.card_lines(code, guest.reads))
            }
            if found:
                guest.send(Printed((), found))

    def send_found_texts(self, codes: Iterable[int], guest: Guest) -> None:
        """Send the texts of cards found by a search, which depends on nothing hidden."""
        self._send_texts(guest, codes, named=True)

    def deck(self, codes: Iterable[int], guest: Guest) -> None:
        """Send the texts of a player's deck."""
        self._send_texts(guest, codes, named=True)

    def _send_texts(self, guest: Guest, codes: Iterable[int], *, named: bool) -> None:
        """Send a guest the texts that were not sent yet. `named`: also those in the server's language."""
        if not guest.reads:
            return
        rows = []
        for code in sorted({*codes} - guest.printed):
            facts = self._pool.get(code)
            if facts is None or (guest.has_cards and every_game().get(code) == facts):
                continue
            said = self._said.translated_facts(facts, guest.reads)
            if said is not None or named:
                rows.append(facts if said is None else said)
                guest.printed.add(code)
        if rows:
            guest.send(Printed(tuple(rows)))


def _codes_with_lines(said: Words) -> Iterator[int]:
    """Yield the passcodes of cards whose lines occur in these words."""
    if said.id == LINE:
        yield from [value for value in said.values[:1] if isinstance(value, int)]
    for value in said.values:
        if isinstance(value, Words):
            yield from _codes_with_lines(value)


def _codes_in_condition(said: Words) -> Iterator[int]:
    """Yield the passcodes named in the condition of a declaration."""
    for value in said.values:
        if isinstance(value, Words):
            yield from _codes_in_condition(value)
        elif isinstance(value, int):
            yield value


def _named_code(said: Words) -> int:
    """Return the passcode of the card whose name these words are; 0 for other words."""
    return next((value for value in said.values if isinstance(value, int)), 0) if said.id == NAMING else 0
