"""Declaring the name of a card in a terminal: typed to search, listed, read, and answered by its number.

Law: lines and messages; the server finds the cards and checks the answer.
"""

from __future__ import annotations

from facedown_client.model import card_catalogue
from facedown_client.model.words.text import facts_lines
from facedown_shared.protocol.card_search import MAX_SEARCH_LETTERS
from facedown_shared.protocol.messages import Answer, CardsFound, Prompt, SearchCards, ToServer
from facedown_shared.text import BadInput, Code, _, gettext_noop

HOW = gettext_noop("Type search and a part of the name: search dark magician.")
PICK = gettext_noop("Type the number of the card that you declare; read NUMBER shows what is printed on it.")
HELP = (
    gettext_noop(
        "search WORDS: the cards with these words in their names.  read NUMBER: what is printed on one."
    ),
)


def handle_line(
    line: str, prompt: Prompt, found: CardsFound | None
) -> tuple[list[str], list[ToServer]] | None:  # fmt: skip
    """Return (lines to print, messages to send) for a typed line, or None if it is about something else.

    Raises BadInput for a line that is invalid.
    """
    word, __, rest = line.strip().partition(" ")
    match word.lower():
        case "search":
            return [], [SearchCards(prompt.ask, rest.strip()[:MAX_SEARCH_LETTERS])]
        case "read" if rest.strip().isdecimal():
            facts = card_catalogue.find_facts(_code_with_number(rest, prompt, found))
            return facts_lines(facts) if facts is not None else [_("That card is unknown.")], []
        case number if number.isdecimal() and not rest:
            return [], [Answer(prompt.ask, code=_code_with_number(number, prompt, found))]
    return None


def _code_with_number(number: str, prompt: Prompt, found: CardsFound | None) -> int:
    """Return the passcode of the card with this number in the list.

    Raises BadInput if there is no such number.
    """
    cards = found.cards if found is not None and found.ask == prompt.ask else ()
    if not cards:
        raise BadInput(Code.NOT_OFFERED, _(HOW))
    if not 0 < int(number) <= len(cards):
        raise BadInput(Code.NOT_OFFERED, _("There are only {count} options.", count=len(cards)))
    return cards[int(number) - 1].code


def found_lines(found: CardsFound) -> list[str]:
    """Return the cards that a search has found, as numbered lines."""
    if not found.cards:
        return [_('No card that may be declared has "{text}" in its name.', text=found.text)]
    lines = [f"  {number}. {card.name}" for number, card in enumerate(found.cards, 1)]
    more = [_("There are more: type more of the name.")] if found.more else []
    return [*lines, *(f"  {line}" for line in (*more, _(PICK)))]
