"""A duel that waits for this player, in words: whose it is, its format, its turn. In the present language."""

from __future__ import annotations

from facedown_client.connection.return_places import DuelState, Return
from facedown_client.model.words.sentences import way_words
from facedown_shared.manual.games import terms_of
from facedown_shared.tables import FORMATS
from facedown_shared.text import _


def opponent_words(place: Return) -> str:
    """Return the opponent of the duel: a name, or that it is a practice."""
    if place.practice:
        return _("Practice against the bot")
    return place.opponent or _("Table {code} at {netloc}", code=place.code, netloc=place.address.netloc)


def format_words(place: Return) -> str:
    """Return the format of the duel, how it is played, and its number in the match; "" if not known."""
    state = place.state
    if state is None:
        return ""
    title = state.banlist or (_(FORMATS[state.format].title) if state.format in FORMATS else state.format)
    parts = [title] if state.mode == "rules" else [title, way_words(state.mode, state.format)]
    if state.best_of > 1:
        parts.append(_("duel {duel} of {best_of}", duel=state.duel, best_of=state.best_of))
    return " · ".join(parts)


def turn_words(place: Return) -> str:
    """Return the turn and the life of both players; for a seat without a duel, where it is."""
    state = place.state
    if state is None:
        return place.summary or _("Table {code} at {netloc}", code=place.code, netloc=place.address.netloc)
    return _turn_words(state)


def _turn_words(state: DuelState) -> str:
    own, theirs = state.life
    return _(
        "turn {turn}, {whose} · {own} to {others} {life}",
        turn=state.turn, whose=_("yours") if state.is_own_turn else _("theirs"),
        own=own, others=theirs, life=_(terms_of(state.table).life),
    )  # fmt: skip
