"""Differences documented in docs/reference/differences.md: the row of each, and how it is recognized."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from facedown_server.games.duel.core import zones
from facedown_server.table import Card
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.tables import FORMATS
from proofs.differs.comparing import Disagreement, name
from proofs.differs.guided_duel import FORMAT, DuelAction, LedDuel, state_values

SNATCH, ARMOR, BIND = "Snatch Steal", "Sakuretsu Armor", "Gravity Bind"
JIGEN, KURIBOH = "Jigen Bakudan", "Kuriboh"
Known = Callable[[Disagreement, LedDuel, LedDuel], bool]


def _is_fake_trap(found: Disagreement, ours: LedDuel, theirs: LedDuel) -> bool:
    """Only the core lets it answer a link that negates the Trap below."""
    links = theirs.state.chain
    answers = len(links) > 1 and links[-2].card.facts.is_trap
    return answers and _concerns_only(_extra_actions(found.theirs, found.ours), "Fake Trap")


def _last_will(found: Disagreement, ours: LedDuel, theirs: LedDuel) -> bool:
    """Only ours lets it Summon in a window."""
    more = _extra_actions(found.ours, found.theirs)
    return found.ours is not None and found.ours.what == "window" and _concerns_only(more, "Last Will")


def _is_over(found: Disagreement, ours: LedDuel, theirs: LedDuel) -> bool:
    """Return whether ours is over by Life Points or an empty Deck while the core first prompts a player.

    Life Points and Decks are equal; what falls after it (a Messenger of Peace whose upkeep took the last of
    them) falls there alone.
    """
    result = ours.referee.result()
    if found.ours is not None or found.theirs is None or result is None:
        return False
    one, other = state_values(ours.state), state_values(theirs.state)
    counts = [what for what in one if what.startswith(("life", "deck"))]
    return result.reason in ("lp", "deckout") and all(one[what] == other[what] for what in counts)


def _returns_only_here(found: Disagreement, ours: LedDuel, theirs: LedDuel) -> bool:
    """Return whether a face-down monster returns to its owner here, as its Snatch Steal is gone, and stays in
    the core.
    """
    away = [
        card for card in theirs.state.field_cards()
        if card.is_in_monster_zone and not card.face_up and card.owner != card.controller
    ]  # fmt: skip
    home = [card for card in ours.state.field_cards() if card.is_in_monster_zone and not card.face_up]
    return _is_in_graveyard(theirs, SNATCH) and any(
        one.code == card.code and one.owner == one.controller == card.owner for card in away for one in home
    )


def _prompts_after_discard(found: Disagreement, ours: LedDuel, theirs: LedDuel) -> bool:
    """Return whether ours prompts once more after the discard for the hand limit; in the core the turn is
    over by then.
    """
    state = ours.state
    full = len(state.pile(state.turn_player, "hand")) == FORMATS[FORMAT].hand_limit
    window = found.ours is not None and found.ours.what == "window"
    return window and full and state.phase == "end" and theirs.state.turn == state.turn + 1


def _is_deck_order(found: Disagreement, ours: LedDuel, theirs: LedDuel) -> bool:
    """Return whether the same cards went to the top or bottom of a Deck, in another order."""
    one, other = state_values(ours.state), state_values(theirs.state)
    decks = [what for what in one if what.startswith("deck")]
    alike = all(sorted(one[what]) == sorted(other[what]) for what in decks)
    return found.cause[0] == "deck" and alike


def _has_no_free_zone(found: Disagreement, ours: LedDuel, theirs: LedDuel) -> bool:
    """Return whether a monster stayed with its player here, as the other has no free zone for it, and was
    destroyed in the core.
    """
    gone = Counter(card.code for seat in (0, 1) for card in theirs.state.pile(seat, "graveyard"))
    gone.subtract(card.code for seat in (0, 1) for card in ours.state.pile(seat, "graveyard"))
    return any(
        card.is_in_monster_zone and gone[card.code] > 0 and theirs.state.card_at(card.place) is None
        and not zones.has_free_main(ours.state, 1 - card.controller)
        for card in ours.state.field_cards()
    )  # fmt: skip


def _idle_last(found: Disagreement, ours: LedDuel, theirs: LedDuel) -> bool:
    """Only ours lets something in a Graveyard be used, as the Chain Link that came after it did nothing."""
    more = _extra_actions(found.ours, found.theirs)
    late = bool(more) and all(deed.verb == "activate" and deed.place.endswith("graveyard") for deed in more)
    return late and ours.last_idle


def _is_second_revival(found: Disagreement, ours: LedDuel, theirs: LedDuel) -> bool:
    """Only ours lets Stardust Dragon come back once more in an End Phase."""
    more = _extra_actions(found.ours, found.theirs)
    from_graveyard = all(deed.place.endswith("graveyard") for deed in more)
    return ours.state.phase == "end" and from_graveyard and _concerns_only(more, "Stardust Dragon")


def _cannot_attack(found: Disagreement, ours: LedDuel, theirs: LedDuel) -> bool:
    """Only the core lets a Toon attack while a Ring of Magnetism is equipped to a monster."""
    more = _extra_actions(found.theirs, found.ours)
    toons = bool(more) and all(
        deed.verb == "attack" and deed.code in bundled_pool() and bundled_pool()[deed.code].is_a("toon")
        for deed in more
    )
    rings = [
        card for card in ours.state.field_cards() if card.name == "Ring of Magnetism" and card.equipped_to
    ]
    return toons and bool(rings)


def _lost_its_attacker(found: Disagreement, ours: LedDuel, theirs: LedDuel) -> bool:
    """Return whether an attacker was destroyed by Sakuretsu Armor here, and stays in the core, where Gravity
    Bind binds it.
    """
    stood = [
        card for card in theirs.state.field_cards()
        if card.is_in_monster_zone and card.face_up and (card.level or card.rank) > 3
        and ours.state.card_at(card.place) is None and _is_gone(ours, card)
    ]  # fmt: skip
    binds = any(card.name == BIND and card.face_up for card in theirs.state.field_cards())
    spent = all(_is_in_graveyard(side, ARMOR) for side in (ours, theirs))
    return ours.state.phase == "battle" and bool(stood) and binds and spent


def _is_countdown(found: Disagreement, ours: LedDuel, theirs: LedDuel) -> bool:
    """Return whether Jigen Bakudan, taken by the opponent, goes off on one side, and not on the other."""
    bombs = [
        [
            card.place for card in side.state.field_cards()
            if card.name == JIGEN and card.face_up and card.owner != card.controller
        ]
        for side in (ours, theirs)
    ]  # fmt: skip
    went = bombs[0] != bombs[1] and any(_is_in_graveyard(side, JIGEN) for side in (ours, theirs))
    goes = _extra_actions(found.ours, found.theirs) | _extra_actions(found.theirs, found.ours)
    return went or (any(bombs) and ours.state.phase == "standby" and _concerns_only(goes, JIGEN))


def _is_kuriboh(found: Disagreement, ours: LedDuel, theirs: LedDuel) -> bool:
    """Return whether only the core dealt damage by a direct attack at which Kuriboh was discarded."""
    seat = 1 - ours.state.turn_player
    less = theirs.state.life(seat) < ours.state.life(seat)
    return found.cause in (("end", KURIBOH), ("life", KURIBOH)) and less


def _is_gone(side: LedDuel, card: Card) -> bool:
    """Return whether a card of this name is in its owner's Graveyard."""
    return any(one.code == card.code for one in side.state.pile(card.owner, "graveyard"))


def _is_in_graveyard(side: LedDuel, card: str) -> bool:
    return any(one.name == card for seat in (0, 1) for one in side.state.pile(seat, "graveyard"))


def _extra_actions(one: object, other: object) -> frozenset[DuelAction]:
    """Return what only the first side may do; where it alone has a window, all of that."""
    mine: frozenset[DuelAction] = getattr(one, "deeds", frozenset())
    same = getattr(one, "what", "") == getattr(other, "what", "")
    return mine - getattr(other, "deeds", frozenset()) if same else mine


def _concerns_only(deeds: Iterable[DuelAction], card: str) -> bool:
    return {name(deed.code) for deed in deeds} == {card}


DOCUMENTED: dict[str, Known] = {
    "Cards that come to a Graveyard together": _is_deck_order,
    "Fake Trap answers an effect that negates the activation of a Trap Card and destroys it": _is_fake_trap,
    "At which moments may a player Summon by Last Will once it has resolved?": _last_will,
    "A hand was cut to six cards": _prompts_after_discard,
    "A monster taken by Snatch Steal is turned face-down": _returns_only_here,
    "A player has lost by Life Points or an empty Deck": _is_over,
    "Control of a monster would change to a player whose Main Monster Zones are full": _has_no_free_zone,
    "Kuriboh is discarded at a direct attack": _is_kuriboh,
    "Stardust Dragon returns in an End Phase and Tributes itself again in that phase": _is_second_revival,
    "A Toon monster and Ring of Magnetism ask for different targets of one attack": _cannot_attack,
    "Sakuretsu Armor was activated at an attack, and Gravity Bind in the same Chain keeps that monster from "
    "attacking": _lost_its_attacker,
    "Jigen Bakudan was flipped and then taken by the opponent: when does it go off?": _is_countdown,
    "A Chain Link did nothing: is what came before it still the last thing that happened?": _idle_last,
}
"""The row of docs/reference/differences.md that gives the reason, and how such a difference is recognized."""


def row(found: Disagreement, ours: LedDuel, theirs: LedDuel) -> str:
    """Return the row that gives the reason for a difference; "" where none does."""
    return next((said for said, known in DOCUMENTED.items() if known(found, ours, theirs)), "")
