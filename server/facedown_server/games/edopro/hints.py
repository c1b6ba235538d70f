"""Titles for the core's choices, in our own words.

EDOPro's own texts are not shown; ours replace them. The texts of a card come from the host's database, and
only for a seat that may read that card.
"""

from __future__ import annotations

from facedown_server.games.edopro.mirror import Mirror
from facedown_server.games.edopro.stream.prompt_sources import can_read_passcode, own_text
from facedown_server.table import Card, card_sentence
from facedown_shared.cards.database_bits import ATTRIBUTES, KINDS, RACES
from facedown_shared.tables import Seat
from facedown_shared.text import LINE, NOTHING, Words, words

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
"""Text key for each of the core's codes of what a choice of cards is for."""

ATTACK_TARGET_TEXT_CODE = 549
"""Code of the choice of an attack target."""

QUESTIONS = {
    30: "go_on_attacking", 31: "attack_directly", 90: "summon_without_tributes",
    93: "choose_another_material",
}  # fmt: skip
"""Text key for each of the core's own yes/no questions."""

OPTIONS = {
    1: "its_normal_summon", 60: "heads", 61: "tails", 70: "kind_monster", 71: "kind_spell", 72: "kind_trap",
    573: "its_adding", 1150: "its_activation", 1151: "its_normal_summon", 1152: "its_special_summon",
    1153: "its_setting",
}  # fmt: skip
"""Text key for each option of the core's own choices."""

ACTIVATIONS = {1160: "activate_as_scale"}
"""Text key for each of the core's own descriptions of an activation."""

PRINTED = (
    (1010, ATTRIBUTES), (1020, RACES),
    (1050, tuple(KINDS.get(1 << bit, "") for bit in range(max(KINDS).bit_length()))),
)  # fmt: skip
"""First code of the core's words for Attributes, Types and kinds of cards, each with our words in bit
order.
"""

WINDOWS = {
    "summon": "respond_summoned", "attack": "respond_attacked", "damage_step": "respond_damage_step",
    "draw_phase": "respond_draw_phase", "standby_phase": "respond_standby_phase",
    "battle_begins": "respond_battle_begins", "battle_ends": "respond_battle_ends",
    "end_phase": "respond_end_phase", "chain_resolved": "respond_chain_resolved",
    "before_battle": "respond_before_battle",
}  # fmt: skip


def window(mirror: Mirror) -> Words:
    """Return the title of a response window: the event or activation to respond to."""
    if mirror.state.chain:
        return card_sentence("respond_activated", mirror.state.chain[-1].card)
    about = mirror.progress.about
    if about and about.what == "main_phase_ends":
        return words("respond_phase_ends", main_phase(mirror))
    return words(WINDOWS.get(about.what if about else "", "respond"))


def main_phase(mirror: Mirror) -> Words:
    """Return the name of the current Main Phase."""
    return words("main_phase_2" if mirror.state.phase == "main2" else "main_phase_1")


def choice(mirror: Mirror, seat: Seat) -> Words:
    """Return the title of the next choice of cards: what the cards are for."""
    return card_line(
        mirror, seat, mirror.progress.hint, words(CHOICES.get(mirror.progress.hint, "choose_cards"))
    )


def effect(mirror: Mirror, seat: Seat, text: int, card: Card, number: int = 0) -> Words:
    """Return the text of a card's effect that can be activated, from the host's database. The text may be
    another card's: a monster gains effects of its Xyz Materials, or of a card that it copies.

    `number`: counts the effects of this card, to distinguish them if the database has no line; 0 for a single
    effect.
    """
    if text in ACTIVATIONS:
        return words(ACTIVATIONS[text])
    return card_line(mirror, seat, text, words("its_effect", number) if number else NOTHING, card)


def question(mirror: Mirror, seat: Seat, text: int, source: Card | int) -> Words:
    """Return the text of a yes/no question. `source`: the card whose effect asks, or 0 if the seat may not
    know that card.
    """
    if text in QUESTIONS:
        return words(QUESTIONS[text])
    if isinstance(source, Card):
        return card_line(mirror, seat, text, card_sentence("use_effect_of", source), source)
    instead = words("use_effect_of", source) if source else words("use_the_effect")
    return card_line(mirror, seat, text, instead)


def card_line(mirror: Mirror, seat: Seat, text: int, instead: Words, source: Card | None = None) -> Words:
    """Return a card's own line from the host's database if the seat may read a card of that name, else
    `instead`.

    Otherwise the passcode would disclose a hidden card. `source`: a card that prompts this seat itself.
    """
    code, index = own_text(text)
    if not code:
        return instead
    is_own = source is not None and code in (source.code, source.facts.alias)
    return (
        words(LINE, code, index, instead)
        if is_own or can_read_passcode(mirror.state, seat, code)
        else instead
    )


def printed_word(text: int) -> str:
    """Return the Attribute, Type or kind of card for one of the core's own words, or "" for other texts."""
    return next((words[text - first] for first, words in PRINTED if 0 <= text - first < len(words)), "")


def option(mirror: Mirror, seat: Seat, text: int, number: int) -> Words:
    """Return the text of one of several options of an effect."""
    if text in OPTIONS:
        return words(OPTIONS[text])
    return card_line(mirror, seat, text, words("its_option", number + 1))
