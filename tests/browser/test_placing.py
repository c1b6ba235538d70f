"""A page places cards where Python's clients do, and says as they do where offered cards are. It takes no key
just after a prompt appears.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec

from facedown_client.board.placing import placed_zone
from facedown_client.model.words.offered_cards import origin_words
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import Option, Prompt, Whole
from facedown_shared.tables.geometry import ARROWS
from facedown_shared.tables.view import Pile, View, VisibleCard
from facedown_shared.tables.zones import SHARED_SEAT_INDEX, Place
from tests.browser.node import bundle_script, is_there, run
from tests.client.views import NAMES, small_board

BOARDS_COUNT = 200
TEXTS = (
    "Gain 500 LP.",
    "Negate cards in its column.",
    "If it is in the Extra Monster Zone.",
    "同一纵列的卡无效。",
)


def board(dice: random.Random) -> View:
    """Return the small board, with some more cards on both sides."""
    view = small_board()
    piles, cards, facts = {**view.piles}, {**view.cards}, {**view.facts}
    for handle in range(60, 60 + dice.randint(0, 4)):
        key = dice.choice(["0:monster", "1:monster", "0:spell_trap", "1:spell_trap", "-:extra_monster"])
        row = [*piles[key].handles]
        if 0 not in row:
            continue
        row[dice.choice([slot for slot, lies in enumerate(row) if not lies])] = handle
        piles[key] = Pile(piles[key].count + 1, tuple(row))
        arrows = tuple(dice.sample(sorted(ARROWS), dice.randint(0, 3))) if "monster" in key else ()
        facts[handle] = Facts(
            code=handle, name="Card", kinds=("monster",), arrows=arrows, text=dice.choice(TEXTS)
        )
        cards[handle] = VisibleCard(0, dice.randint(0, 1), handle, face_up=dice.random() < 0.8)
    return msgspec.structs.replace(view, piles=piles, cards=cards, facts=facts)


def prompt(dice: random.Random) -> Prompt:
    """Return a prompt for some zones, now and then others too, or a card that points itself."""
    slots = sorted(dice.sample(range(5), dice.randint(1, 4)))
    places = [Place(0, "monster", slot) for slot in slots]
    places += [Place(SHARED_SEAT_INDEX, "extra_monster", 1)] * dice.randint(0, 1)
    places += [Place(1, "monster", 0)] * (dice.random() < 0.1)
    options = tuple(Option("zone", place=place) for place in places)
    return Prompt(1, "choice", options=options, code=dice.choice([0, 1, 1, 2]))


CARDS = Prompt(3, "choice", options=(Option("choose", 77), Option("choose", 21), Option("choose", 1)))
YES = Prompt(4, "choice", options=(Option("yes"), Option("no")))


def offered_view() -> View:
    """Return the small board, on which a monster has a material."""
    view = small_board()
    elf = msgspec.structs.replace(view.cards[1], materials=(77,))
    return msgspec.structs.replace(view, cards={**view.cards, 1: elf, 77: view.cards[21]})


def read_prompts() -> list[list[str]]:
    """Return a choice among a material and other cards, and a question, each with its View."""
    whole = encode(Whole(0, offered_view())).hex()
    return [[whole, encode(asks).hex()] for asks in (CARDS, YES)]


def test_a_page_places_cards_as_python_does_and_takes_no_key_too_early(tmp_path: Path) -> None:
    if not is_there():
        return
    dice = random.Random(5)
    boards = [(board(dice), prompt(dice)) for _ in range(BOARDS_COUNT)]
    script = bundle_script(Path("tests/placing.ts"), tmp_path / "placing.js")
    asked = [[encode(Whole(0, view)).hex(), encode(asks).hex()] for view, asks in boards]
    found = json.loads(run("node", str(script), said=json.dumps({"boards": asked, "read": read_prompts()})))
    expected = [placed_zone(asks, view) for view, asks in boards]
    assert found["chosen"] == [-1 if one is None else one for one in expected]
    assert 20 < sum(one is None for one in expected) < BOARDS_COUNT - 60, "both come often"
    assert found["fresh"] == [True, True, True, False, False, False]
    assert found["later"] is False
    cards, yes = found["read"]
    assert cards["isRead"], "a card is read before it is taken"
    assert not yes["isRead"]
    view = offered_view()
    assert cards["origins"] == [origin_words(option.card, view, NAMES) for option in CARDS.options]
    assert cards["origins"][0].startswith("beneath Gemini Elf, ")
