"""Refusals have a code for programs and a sentence for users."""

from __future__ import annotations

import pytest

from facedown_shared.text.errors import BadInput, Code, FacedownError, Illegal, MalformedMessage, TargetGone
from facedown_shared.text.words import words


@pytest.mark.parametrize(
    ("refusal", "code"),
    [
        (MalformedMessage("No message."), Code.MALFORMED),
        (MalformedMessage("Too much.", Code.TOO_LARGE), Code.TOO_LARGE),
        (Illegal(words("not_offered")), Code.NOT_OFFERED),
        (Illegal(words("not_asked_now"), Code.NOT_NOW), Code.NOT_NOW),
        (BadInput(Code.BAD_DECK, "No deck."), Code.BAD_DECK),
        (TargetGone(Code.OLD_PROMPT, words("prompt_closed")), Code.OLD_PROMPT),
    ],
    ids=repr,
)
def test_a_refusal_tells_its_code_and_its_sentence(refusal: FacedownError, code: Code) -> None:
    assert refusal.code == code
    assert repr(refusal) == f"{type(refusal).__name__}({code!s}, {str(refusal)!r})"


def test_codes_are_the_words_of_the_wire() -> None:
    assert all(code == code.name.lower() for code in Code)
