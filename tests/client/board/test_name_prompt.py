"""A name is declared from a list of search results; one search is under way at a time."""

from __future__ import annotations

import math

from facedown_client.board import PromptActions, Shape
from facedown_client.board.name_prompt import RETRY_DELAY_S, NamePrompt
from facedown_shared.protocol.messages import (
    Answer,
    CardsFound,
    FoundCard,
    Option,
    Prompt,
    Refused,
    SearchCards,
    ToServer,
)
from facedown_shared.text.errors import Code
from facedown_shared.text.words import words
from tests.client.views import small_board

ASKED = Prompt(7, "choice", words("declare_a_name"), declare=True)
FOUND = CardsFound(7, "dar", (FoundCard(11, "Dark Hole"), FoundCard(12, "Dark Magician")))


def make_prompt() -> tuple[NamePrompt, list[ToServer]]:
    """Return searches, and their messages."""
    sent: list[ToServer] = []
    return NamePrompt(sent.append), sent


def test_the_cards_found_are_its_options_and_any_other_prompt_stays_as_it_is() -> None:
    names, _ = make_prompt()
    other = Prompt(8, "choice", options=(Option("choose", 1),))
    assert names.with_found_cards(other, FOUND) is other
    assert names.with_found_cards(None, FOUND) is None
    listed = names.with_found_cards(ASKED, FOUND)
    assert listed is not None
    assert [option.code for option in listed.options] == [11, 12]
    assert names.with_found_cards(ASKED, FOUND) is listed
    without = names.with_found_cards(ASKED, CardsFound(6, "", FOUND.cards))
    assert without is not None
    assert without.options == ()


def test_what_is_typed_meanwhile_is_searched_when_the_answer_is_there() -> None:
    names, sent = make_prompt()
    names.search(ASKED, "", None, None, 0.0)
    names.search(ASKED, "d", None, None, 0.1)
    names.search(ASKED, "da", None, None, 0.2)
    assert sent == [SearchCards(7)]
    names.search(ASKED, "dar", CardsFound(7, ""), None, 0.3)
    assert sent == [SearchCards(7), SearchCards(7, "dar")]
    for now in (0.4, 9.0):
        names.search(ASKED, "dar", FOUND, None, now)
    assert len(sent) == 2
    names.search(None, "dar", FOUND, None, 10.0)
    names.search(ASKED, "", FOUND, None, 11.0)
    assert len(sent) == 3, "asked again after a lost connection"


def test_a_search_that_was_too_fast_is_sent_again_after_a_while() -> None:
    names, sent = make_prompt()
    names.search(ASKED, "dar", None, None, 1.0)
    refused = Refused(Code.TOO_FAST, ask=7)
    names.search(ASKED, "dar", None, refused, 1.1)
    assert (len(sent), names.next_search_time(1.1)) == (1, 1.0 + RETRY_DELAY_S)
    names.search(ASKED, "dark", None, refused, 1.0 + RETRY_DELAY_S)
    assert sent[1:] == [SearchCards(7, "dark")]
    assert make_prompt()[0].next_search_time(5.0) == math.inf


def test_the_answer_is_the_passcode_of_what_was_picked() -> None:
    sent: list[ToServer] = []
    acting, (names, _) = PromptActions(sent.append), make_prompt()
    view = small_board()
    acting.take_prompt(names.with_found_cards(ASKED, None), view)
    acting.doing.set_search("dar")
    acting.take_prompt(names.with_found_cards(ASKED, FOUND), view)
    assert acting.choices.shape is Shape.CARDS
    assert acting.doing.search == "dar", "what is typed stays while other cards are found"
    assert acting.choices.listed == (0, 1)
    acting.mark(1)
    assert acting.confirm()
    assert sent == [Answer(7, code=12)]
    acting.take_prompt(names.with_found_cards(ASKED, CardsFound(7, "x", (FoundCard(13, "X"),))), view)
    assert not acting.is_asked, "a late answer to a search asks nothing again"
    acting.take_prompt(names.with_found_cards(ASKED, FOUND), view, Refused(Code.NOT_OFFERED, ask=7))
    assert acting.is_asked
