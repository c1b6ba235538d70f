"""What the core says a choice is for, in our own words: its texts are the field's, and stay with it."""

from __future__ import annotations

from server.edopro.mirror import Mirror
from server.table import sight
from server.table.state import Card, card_words
from shared.cards.edopro import ATTRIBUTES, KINDS, MOST_LINES, RACES
from shared.words import LINE, NOTHING, Words, words

OWN_TEXTS = 1 << 20
"""Numbers above it are a card's own texts: its passcode and which of them."""

CHOICES = {
    500: "choose_a_tribute", 501: "choose_what_to_discard", 502: "choose_what_to_destroy",
    503: "choose_what_to_banish", 504: "choose_what_to_send", 505: "choose_what_to_take_back",
    506: "choose_what_to_add", 507: "choose_what_to_put_back", 509: "choose_what_to_summon",
    511: "choose_materials", 512: "choose_materials", 513: "choose_materials", 514: "choose_face_up_card",
    518: "choose_to_equip", 519: "choose_what_to_detach", 526: "choose_what_to_show",
    508: "choose_what_to_normal_summon", 510: "choose_what_to_set", 515: "choose_face_down_card",
    520: "choose_what_to_control", 527: "choose_what_to_place", 528: "choose_what_to_turn",
    531: "choose_a_tribute", 532: "choose_what_to_detach", 533: "choose_materials",
    549: "choose_what_to_attack", 551: "choose_a_target", 575: "choose_what_to_negate",
    578: "choose_what_to_attach",
}  # fmt: skip
"""The core's numbers of what is chosen, and our words."""

ATTACKED = 549
"""The number of what an attack is aimed at."""

QUESTIONS = {
    30: "go_on_attacking", 31: "attack_directly", 90: "summon_without_tributes",
    93: "choose_another_material",
}  # fmt: skip
"""Questions of the core's own, to be answered with yes or no."""

OPTIONS = {
    1: "its_normal_summon", 60: "heads", 61: "tails", 70: "kind_monster", 71: "kind_spell", 72: "kind_trap",
    573: "its_adding", 1150: "its_activation", 1151: "its_normal_summon", 1152: "its_special_summon",
    1153: "its_setting",
}  # fmt: skip
"""What the core's own choices offer."""

PRINTED = (
    (1010, ATTRIBUTES), (1020, RACES),
    (1050, tuple(KINDS.get(1 << bit, "") for bit in range(max(KINDS).bit_length()))),
)  # fmt: skip
"""Where the core's own words for what is printed on cards begin, and ours in the order of their bits."""

WINDOWS = {
    "summon": "respond_summoned", "attack": "respond_attacked", "damage_step": "respond_damage_step",
    "draw_phase": "respond_draw_phase", "standby_phase": "respond_standby_phase",
    "battle_begins": "respond_battle_begins", "battle_ends": "respond_battle_ends",
    "end_phase": "respond_end_phase", "chain_resolved": "respond_chain_resolved",
}  # fmt: skip


def window(mirror: Mirror) -> Words:
    """What a window to respond is about."""
    if mirror.state.chain:
        return card_words("respond_activated", mirror.state.chain[-1].card)
    about = mirror.about
    return words(WINDOWS.get(about.what if about else "", "respond"))


def choice(mirror: Mirror) -> Words:
    """What the next choice of cards is for."""
    return words(CHOICES.get(mirror.hint, "choose_cards"))


def effect(text: int, card: Card) -> Words:
    """Which of a card's effects this is, where it says so."""
    number = text & (OWN_TEXTS - 1)
    if text >= OWN_TEXTS and number < 16:
        return words("its_effect", number + 1)
    return NOTHING


def question(text: int, card: Card | None) -> Words:
    """What is to be answered with yes or no."""
    if text in QUESTIONS:
        return words(QUESTIONS[text])
    return card_words("use_effect_of", card) if card is not None else words("use_the_effect")


def printed(text: int) -> str:
    """The Attribute, Type or kind of card that one of the core's own words means; "" for any other."""
    return next((words[text - first] for first, words in PRINTED if 0 <= text - first < len(words)), "")


def option(mirror: Mirror, seat: int, text: int, number: int) -> Words:
    """One of several things an effect can do: as the host's database says it, where the seat may read a card
    of that name, so that no passcode is told which the seat does not see."""
    if text in OPTIONS:
        return words(OPTIONS[text])
    instead = words("its_option", number + 1)
    code, line = divmod(text, OWN_TEXTS)
    if text < OWN_TEXTS or line >= MOST_LINES or not _reads(mirror, seat, code):
        return instead
    return words(LINE, code, line, instead)


def _reads(mirror: Mirror, seat: int, code: int) -> bool:
    """Whether this seat may read a card of this passcode now."""
    state = mirror.state
    return any(card.code == code and sight.readers(state, card) >> seat & 1 for card in state.cards)
