"""The browser's client parses a deck's text as Python does."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from facedown_shared.decks.decks import parse_deck
from facedown_shared.text.errors import BadInput
from tests.browser.node import bundle_script, is_there, run
from tests.shared.cards.deck_vectors import DeckVector, deck_vectors

PIECES = (
    "#",
    "!",
    "main",
    "Main",
    "extra",
    "side",
    "deck",
    " ",
    "  ",
    "\t",
    "\n",
    "\n",
    "\r\n",
    "3",
    "12",
    "46986414",
    "0046986414",
    "4294967296",
    "x",
    "X",
    "\xd7",
    "*",
    "(",
    ")",
    "-",
    "--",
    "//",
    "card",
    "Nobody",
    "7 Cups",
    ".",
    ",",
    "$",
    "cards",
    "\u602a\u517d",
    "\xe9",
    "spare",
    ":",
    "=",
    "\xb2",
    "\u0663",
    "ydke://",
    "AQAAAA==!",
    "%21",
    "!desc",
    "\u3000",
    "\ufeff",
    "created",
)
RANDOM_TEXTS_COUNT = 1_500


def _parse_deck(tmp_path: Path, given: str) -> list[dict[str, Any] | None]:
    script = bundle_script(
        Path(__file__).parents[2] / "client/browser/tests/decks.ts", tmp_path / "decks.cjs"
    )
    return list(json.loads(run("node", str(script), said=given)))


def test_texts_put_together_at_random_are_read_alike(tmp_path: Path) -> None:
    if not is_there():
        return
    random = Random(11)
    texts = ["".join(random.choices(PIECES, k=random.randint(1, 25))) for _ in range(RANDOM_TEXTS_COUNT)]
    decks = 0
    for text, found in zip(
        texts, _parse_deck(tmp_path, json.dumps([{"text": text} for text in texts])), strict=True
    ):
        try:
            parsed = parse_deck(text)
        except BadInput:
            assert found is None or found["hasNames"], text
            continue
        if parsed.listed:  # a list of another game, which this client does not play
            continue
        assert found is not None, text
        main, extra, side = map(list, parsed.deck.parts)
        assert found["deck"] == {"main": main, "extra": extra, "side": side}, text
        assert found["unread"] == [*parsed.unread], text
        assert found["leftOut"] == [[*one] for one in parsed.left_out], text
        decks += 1
    assert decks > RANDOM_TEXTS_COUNT / 20


def test_every_text_is_read_alike(tmp_path: Path) -> None:
    if not is_there():
        return
    vectors = deck_vectors()
    given = json.dumps([{"text": one.text} if one.hex is None else {"hex": one.hex} for one in vectors])
    found = _parse_deck(tmp_path, given)
    assert len(found) == len(vectors) > 40
    for vector, parsed in zip(vectors, found, strict=True):
        _compare(vector, parsed)


def _compare(vector: DeckVector, parsed: dict[str, Any] | None) -> None:
    if vector.refused:
        assert parsed is None, vector.case
        return
    assert parsed is not None, vector.case
    if vector.names:
        assert parsed["hasNames"], f"{vector.case}: the server looks names up"
        return
    deck = {"main": [*vector.main], "extra": [*vector.extra], "side": [*vector.side]}
    assert parsed["deck"] == deck, vector.case
    assert parsed["unread"] == [*vector.unread], vector.case
    assert parsed["leftOut"] == [[*one] for one in vector.left_out], vector.case
