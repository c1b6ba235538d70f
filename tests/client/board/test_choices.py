"""Every option of every prompt is found in exactly one place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown_client.board.choices import NOTHING, Shape, sort_options
from facedown_shared.protocol.messages import Option, Prompt
from facedown_shared.tables.zones import Place
from facedown_shared.text.words import NOTHING as UNSAID
from facedown_shared.text.words import words
from tools import samples

BOARD = samples.BusyBoard()
VIEW = BOARD.view()


def shape(*options: Option, kind: str = "choice", least: int = 1, most: int = 1) -> Shape:
    return sort_options(Prompt(1, kind, UNSAID, options, least, most), VIEW).shape


def test_nothing_is_asked() -> None:
    assert sort_options(None, VIEW) == NOTHING
    assert sort_options(Prompt(1, "turn"), None).pass_option is None
    assert not NOTHING.is_modal


def test_the_open_state_is_sorted_by_card_and_phase() -> None:
    choices = sort_options(samples.open_prompt(BOARD), VIEW)
    assert choices.shape is Shape.ACT
    assert len(choices.by_card[BOARD.hand[2]]) == 3
    assert set(choices.phases) == {"battle", "end"}
    assert not choices.buttons


def test_a_response_keeps_its_pass_for_a_button() -> None:
    board = samples.BusyBoard(chain=True)
    choices = sort_options(samples.response_prompt(board), board.view())
    assert choices.shape is Shape.ACT
    assert choices.pass_option == 3
    assert choices.buttons == (3,)
    assert board.tools in choices.by_card


def test_shapes() -> None:
    card, other, dead = BOARD.elf, BOARD.aqua, BOARD.grave[0]
    zone = Place(0, "monster", 1)
    places = [Option("zone", card, place=zone._replace(slot=slot)) for slot in (1, 3)]
    assert shape(*places) is Shape.ZONE
    positions = [Option("position", card, text=word) for word in ("attack", "defense")]
    assert shape(*positions) is Shape.POSITION
    assert shape(Option("tribute", card), Option("tribute", other)) is Shape.PICK
    assert shape(Option("target", card), Option("target", dead)) is Shape.CARDS
    assert shape(Option("choose", code=5), Option("choose", code=6)) is Shape.CARDS
    assert shape(Option("no", card), Option("yes", card)) is Shape.QUESTION
    assert shape(Option("word", text="fire")) is Shape.ASK
    assert shape(Option("number", amount=3)) is Shape.ASK
    assert shape(Option("activate", card, text="one"), Option("activate", card, text="other")) is Shape.ASK


def test_an_attack_is_aimed_on_the_board_and_its_direct_form_by_a_button() -> None:
    prompt = Prompt(1, "choice", UNSAID, (Option("attack", BOARD.dragon), Option("direct")))
    choices = sort_options(prompt, VIEW)
    assert choices.shape is Shape.PICK
    assert choices.by_card == {BOARD.dragon: (0,)}
    assert choices.buttons == (1,)


def test_the_other_hand_is_chosen_from_in_a_dialog() -> None:
    board = samples.BusyBoard()
    shown = board.card("Kuriboh", 1, face_up=False, revealed=True)
    board.pile("hand", 1, [shown], 4)
    assert (
        sort_options(Prompt(1, "choice", UNSAID, (Option("choose", shown),)), board.view()).shape
        is Shape.CARDS
    )


@pytest.mark.parametrize(("least", "most", "many"), [(1, 1, False), (0, 1, True), (2, 2, True), (1, 3, True)])
def test_picking_and_confirming_are_two_steps_where_several_are_asked_for(
    least: int, most: int, many: bool
) -> None:
    prompt = Prompt(1, "choice", UNSAID, (Option("tribute", BOARD.elf),), least, most)
    assert sort_options(prompt, VIEW).is_multiple is many


OPTIONS = st.builds(
    Option,
    st.sampled_from(
        ["activate", "summon", "zone", "position", "phase", "pass", "yes", "no", "done", "choose", "x"]
    ),
    st.sampled_from([0, BOARD.elf, BOARD.hand[0], BOARD.grave[0], 999]),
    st.sampled_from([0, 46986414]),
    st.sampled_from([None, Place(0, "monster", 1), Place(0, "spell_trap", 2)]),
    st.integers(0, 3),
    st.sampled_from(["", "battle", "attack"]),
)


@given(
    st.sampled_from(["turn", "response", "choice", "order"]),
    st.lists(OPTIONS, min_size=1, max_size=8, unique=True),
)
def test_no_option_is_ever_lost(kind: str, options: list[Option]) -> None:
    choices = sort_options(Prompt(1, kind, UNSAID, tuple(options)), VIEW)
    found = [index for indices in choices.by_card.values() for index in indices]
    found += [*choices.by_place.values(), *choices.listed, *choices.phases.values(), *choices.buttons]
    lost = set(range(len(options))) - set(found)
    # Two options for one zone, or for one phase, are the same pick.
    same = [options[index].place for index in lost] + [options[index].text for index in lost]
    assert not lost or all(options[index].place or options[index].verb == "phase" for index in lost), same
    assert len(found) == len(set(found))


def test_optional_effects_stand_in_the_middle() -> None:
    """One is a question; of several one is chosen. A window that asks about one effect is a question too."""
    use, other = Option("activate", BOARD.elf), Option("activate", BOARD.aqua)
    assert shape(Option("pass"), use, kind="trigger") is Shape.QUESTION
    assert shape(Option("pass"), use, other, kind="trigger") is Shape.CARDS
    assert shape(Option("pass"), use, kind="response") is Shape.ACT
    at_once = Prompt(1, "response", words("use_it_at_once"), (Option("pass"), use))
    assert sort_options(at_once, VIEW).shape is Shape.QUESTION
    assert sort_options(at_once, VIEW).yes_no_options == (1, 0)
