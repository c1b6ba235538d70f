"""Prompts of the core disclose no hidden card to other viewers: not by whether there is one, nor by its
form.
"""

from __future__ import annotations

from typing import Any

import pytest

from facedown_server.games.edopro import declarations
from facedown_server.games.edopro.declarations import declarable_cards
from facedown_server.games.edopro.locations import DECK_FLAG, GRAVEYARD_FLAG, HAND_FLAG, MONSTERS_FLAG
from facedown_server.games.edopro.mirror import Mirror
from facedown_server.games.edopro.phase_windows import PhaseWindows
from facedown_server.games.edopro.prompt_translation import Questions
from facedown_server.games.edopro.stream import messages as said
from facedown_server.games.edopro.stream import prompts as asked
from facedown_server.games.edopro.trigger_windows import ONE_TRIGGER_CODE, SEVERAL_TRIGGERS_CODE
from facedown_server.refereeing.prompts import DuelOver, DuelPrompt, Play, Show
from facedown_server.refereeing.referee import WORKING, PromptKind, Result, SeatPrompt
from facedown_server.room.match.pending_prompts import is_auto_passed
from facedown_server.table import sight
from facedown_shared.cards.facts import Facts, Pool
from facedown_shared.protocol.asking import MODES, About
from facedown_shared.protocol.messages import Option
from facedown_shared.tables.zones import CLASSES
from facedown_shared.text.words import LINE, words
from tests.server.games.edopro.test_cut import ONE, OPEN, OWNER_SEAT_INDEX, spot, truth


def translate(mirror: Mirror, message: Any) -> DuelPrompt | bytes:
    """Return the prompt made of the core's question, or the answer that is given without one."""
    try:
        prompt = next(Questions(mirror, declarable_cards(mirror.pool)).prompt(message))
    except StopIteration as done:
        given: bytes = done.value
        return given
    assert isinstance(prompt, DuelPrompt)
    return prompt


@pytest.mark.parametrize(("location", "code"), [(DECK_FLAG, OPEN), (HAND_FLAG, ONE), (MONSTERS_FLAG, ONE)])
def test_a_choice_of_one_hidden_card_is_asked(location: int, code: int) -> None:
    """Otherwise the number of candidates would be disclosed to all."""
    row = asked.LocatedCard(code, spot(location))
    prompt = translate(truth(ONE), asked.SelectCard(OWNER_SEAT_INDEX, 0, 1, 1, (row,)))
    assert isinstance(prompt, DuelPrompt)
    assert len(prompt.options().offers_by_key()) == 1


@pytest.mark.parametrize(("code", "reads"), [(OPEN, True), (ONE, False)])
def test_an_option_is_a_line_of_a_card_that_its_reader_may_read(code: int, reads: bool) -> None:
    """Otherwise its passcode would disclose a hidden card."""
    message = asked.SelectOption(1 - OWNER_SEAT_INDEX, (code << 20 | 3, code << 20 | 99, 1150))
    prompt = translate(truth(ONE), message)
    assert isinstance(prompt, DuelPrompt)
    first, second, third = (offer.words for offer in prompt.options().offers_by_key().values())
    instead = words("its_option", 1)
    assert first == (words(LINE, code, 3, instead) if reads else instead)
    assert (second, third) == (words("its_option", 2), words("its_activation"))
    assert first.text(lambda _: None) == "Option 1"
    if reads:
        assert first.text(lambda _: None, lambda told: ("", "", "", "Draw") * (told == code)) == "Draw"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (1010, "earth"),
        (1016, "divine"),
        (1020, "warrior"),
        (1045, "illusion"),
        (1052, "trap"),
        (1076, "link"),
    ],
)
def test_an_attribute_a_type_or_a_kind_among_options_is_said(text: int, word: str) -> None:
    prompt = translate(truth(ONE), asked.SelectOption(OWNER_SEAT_INDEX, (text, 1046, 1053)))
    assert isinstance(prompt, DuelPrompt)
    first, *others = prompt.options().offers_by_key().values()
    assert (first.verb, first.text, [one.text for one in others]) == ("word", word, ["", ""])


def test_how_much_is_needed_is_said_and_how_much_there_is() -> None:
    """Of values that add up, and of Tributes, of which one may count for two."""
    rows = tuple(asked.Summand(OPEN, spot(GRAVEYARD_FLAG, number), 4) for number in (0, 1))
    tributes = tuple(asked.Tribute(OPEN, spot(GRAVEYARD_FLAG, number), 1) for number in (0, 1))
    for message, least in (
        (asked.SelectSum(OWNER_SEAT_INDEX, 0, 8, 1, 2, (), rows), (0, 8)),
        (asked.SelectTribute(OWNER_SEAT_INDEX, 1, 2, 2, tributes), (0, 2)),
    ):
        prompt = translate(truth(ONE), message)
        assert isinstance(prompt, DuelPrompt)
        assert prompt.text == words("so_far", words("choose_cards"), *least)
        assert str(prompt.text) == f"Choose. Together 0 of {least[1]} so far."


def test_a_choice_of_one_open_card_is_made() -> None:
    row = asked.LocatedCard(OPEN, spot(GRAVEYARD_FLAG))
    assert isinstance(translate(truth(ONE), asked.SelectCard(OWNER_SEAT_INDEX, 0, 1, 1, (row,))), bytes)


def test_an_effect_that_must_be_used_is_asked_for_where_a_hidden_card_could_be_used_instead() -> None:
    row = asked.Chainable(OPEN, spot(GRAVEYARD_FLAG), 0, 0)
    assert isinstance(
        translate(truth(ONE), asked.SelectChain(OWNER_SEAT_INDEX, 0, 1, 0, 0, (row,))), DuelPrompt
    )


@pytest.mark.parametrize(
    "message",
    [
        asked.SelectEffect(OWNER_SEAT_INDEX, OPEN, spot(GRAVEYARD_FLAG), ONE_TRIGGER_CODE),
        asked.SelectChain(
            OWNER_SEAT_INDEX,
            SEVERAL_TRIGGERS_CODE,
            0,
            0,
            0,
            (asked.Chainable(OPEN, spot(GRAVEYARD_FLAG), 0, 0),),
        ),
    ],
)
def test_a_trigger_and_the_window_behind_it_are_one_to_everybody_else(message: Any) -> None:
    prompt = translate(truth(ONE), message)
    assert isinstance(prompt, DuelPrompt)
    assert (prompt.kind, prompt.public, prompt.leads_on) == (PromptKind.TRIGGER, PromptKind.RESPONSE, True)


@pytest.mark.parametrize("special", [0, 1, 2])
def test_a_window_with_a_trigger_in_the_hand_is_asked_in_smart_and_looks_like_any_other(special: int) -> None:
    """The core counts it as special in a window for fast effects, here one in which the setting smart does
    not prompt.
    """
    mirror = truth(ONE)
    mirror.progress.about = About("chain_resolved", OWNER_SEAT_INDEX)
    row = asked.Chainable(ONE, spot(HAND_FLAG), 0, 0)
    prompt = translate(mirror, asked.SelectChain(OWNER_SEAT_INDEX, special, 0, 0, 0, (row,)))
    assert isinstance(prompt, DuelPrompt)
    seen = as_seat(prompt)
    asks = {mode for mode in MODES if not is_auto_passed(seen, mode)}
    assert asks == {"always", "able"} | ({"smart"} if special else set())
    public = (seen.kind, seen.public, seen.leads_on, seen.possible, seen.about)
    assert public == (PromptKind.RESPONSE, PromptKind.RESPONSE, False, True, mirror.progress.about)


def as_seat(prompt: DuelPrompt) -> SeatPrompt:
    """Return the prompt as the room gets it."""
    options = [(key, Option(offer.verb)) for key, offer in prompt.options().offers_by_key().items()]
    return SeatPrompt(
        prompt.seat, 1, prompt.kind, prompt.text, lambda: options, default=prompt.default,
        public=prompt.public, leads_on=prompt.leads_on, about=prompt.about, named=prompt.named,
    )  # fmt: skip


def test_a_phases_own_window_is_one_of_its_own() -> None:
    prompt = translate(truth(ONE), asked.SelectEffect(OWNER_SEAT_INDEX, OPEN, spot(GRAVEYARD_FLAG), 0))
    assert isinstance(prompt, DuelPrompt)
    assert not prompt.leads_on


def test_what_takes_effect_by_itself_is_not_asked_for() -> None:
    """The core asks only because a hidden card could be activated as well."""
    rows = (
        asked.Chainable(ONE, spot(MONSTERS_FLAG), 0, 0),
        asked.Chainable(OPEN, spot(GRAVEYARD_FLAG), 0, 2),
    )
    message = asked.SelectChain(OWNER_SEAT_INDEX, 0, 1, 0, 0, rows)
    assert translate(truth(ONE), message) == (1).to_bytes(4, "little")
    windows = PhaseWindows(truth(ONE))
    assert [*windows.open_before(said.Hint(1, OWNER_SEAT_INDEX, 26)), *windows.open_before(message)] == []


@pytest.mark.parametrize(
    ("text", "kind"), [(30, PromptKind.CHOICE), (31, PromptKind.CHOICE), (0, PromptKind.TRIGGER)]
)
def test_whether_an_attack_goes_on_or_is_direct_is_no_response(text: int, kind: PromptKind) -> None:
    """The attack's start was public; any other question outside a Chain may be a hidden card's."""
    prompt = translate(truth(ONE), asked.SelectYes(OWNER_SEAT_INDEX, text))
    assert isinstance(prompt, DuelPrompt)
    assert prompt.kind is kind


IS_MONSTER = (0x1, declarations.OPCODE_FLAG + (declarations.IS_TYPE_OPCODE << 32))
UNSEEN = Facts(code=77, name="Seen by nobody", kinds=("monster", "normal"))


def begin_declaring(program: tuple[int, ...], *more: Facts) -> tuple[Mirror, Play[bytes], DuelPrompt]:
    """Return a duel in which a name is declared, of these cards too; and the prompt."""
    mirror = truth(ONE)
    mirror.pool = Pool([*mirror.pool, *more])
    play = Questions(mirror, declarable_cards(mirror.pool)).prompt(
        asked.AnnounceCard(OWNER_SEAT_INDEX, program)
    )
    while isinstance(step := next(play), Show):
        assert step.frame is WORKING
    return mirror, play, step


def test_any_card_that_satisfies_the_condition_may_be_declared_and_none_is_listed() -> None:
    """Also a card not seen in this duel: that is what Prohibition is for."""
    spell = Facts(code=78, name="A Spell", kinds=("spell",))
    _, _, prompt = begin_declaring(IS_MONSTER, UNSEEN, spell)
    options = prompt.options()
    assert [*options.offers_by_key()] == []
    assert (found := options.find("named:77")) is not None
    assert found.value == 77
    assert [options.find(key) for key in ("named:78", "named:79", "named:077", "named:", "card:77")] == [
        None
    ] * 5
    assert str(prompt.text) == "Declare the name of a card: monster."


def test_a_declared_name_is_told_to_everybody_with_what_is_printed_on_the_card() -> None:
    mirror, play, _ = begin_declaring(IS_MONSTER, UNSEEN)
    with pytest.raises(StopIteration) as done:
        play.send(77)
    assert done.value.value == (77).to_bytes(4, "little")
    told = mirror.state.events[-1]
    for viewer in CLASSES:
        seen = sight.redact(told, viewer)
        assert (seen.kind, seen.seat, seen.code) == ("declared", OWNER_SEAT_INDEX, 77)
        assert sight.view(mirror.state, viewer).facts[77] == UNSEEN
    assert all(77 not in known for known in mirror.state.known), "nobody has seen it"


def test_a_declared_number_or_word_is_told_to_everybody() -> None:
    for message, picked, told in (
        (asked.AnnounceNumber(OWNER_SEAT_INDEX, (3, 8)), 1, ("", 8)),
        (asked.AnnounceRace(OWNER_SEAT_INDEX, 1, 0x3), 0, ("warrior", 0)),
        (asked.AnnounceAttribute(OWNER_SEAT_INDEX, 1, 0x30), 5, ("dark", 0)),
    ):
        mirror = truth(ONE)
        play = Questions(mirror, declarable_cards(mirror.pool)).prompt(message)
        next(play)
        with pytest.raises(StopIteration):
            play.send(picked)
        event = mirror.state.events[-1]
        assert (event.kind, event.word, event.amount) == ("declared", *told)


def test_a_name_that_no_card_has_ends_the_duel_and_is_not_asked_for_ever() -> None:
    mirror = truth(ONE)
    nothing = (0x4000, declarations.OPCODE_FLAG + (declarations.IS_TYPE_OPCODE << 32))
    with pytest.raises(DuelOver) as over:
        [
            *Questions(mirror, declarable_cards(mirror.pool)).prompt(
                asked.AnnounceCard(OWNER_SEAT_INDEX, nothing)
            )
        ]
    assert over.value.result == Result(None, "core_lost")


def test_a_choice_that_can_be_called_off_says_so_and_an_attack_names_its_target_as_ever() -> None:
    mirror, row = truth(ONE), asked.LocatedCard(OPEN, spot(GRAVEYARD_FLAG))
    mirror.progress.hint = 549
    prompt = translate(mirror, asked.SelectCard(OWNER_SEAT_INDEX, 1, 1, 1, (row,)))
    assert isinstance(prompt, DuelPrompt)
    assert (prompt.least, prompt.most) == (1, 1)
    target, off = prompt.options().offers_by_key().values()
    assert (target.verb, off.verb, off.words) == ("attack", "no", words("not_after_all"))


def test_positions_types_and_attributes_are_asked_for_in_words_that_clients_say() -> None:
    mirror = truth(ONE)
    prompts = [
        translate(mirror, asked.SelectPosition(OWNER_SEAT_INDEX, OPEN, 0xD)),
        translate(mirror, asked.AnnounceRace(OWNER_SEAT_INDEX, 1, 0x201)),
        translate(mirror, asked.AnnounceAttribute(OWNER_SEAT_INDEX, 1, 0x30)),
    ]
    said = [
        [offer.text for offer in prompt.options().offers_by_key().values()]
        for prompt in prompts
        if isinstance(prompt, DuelPrompt)
    ]
    assert said == [["attack", "defense", "face_down"], ["warrior", "winged_beast"], ["light", "dark"]]
