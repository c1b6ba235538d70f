"""Royal Magical Library: counts the Spells that are read, and draws for three."""

from server.duel.script import (
    Body,
    Fx,
    draw,
    holds_counters,
    ignition,
    is_of,
    place_counters,
    reacts,
    remember,
    remove_counter,
)  # fmt: skip

NAME = "Royal Magical Library"
MOST = 3

holds_counters(NAME, "spell", MOST)


def _seen(fx: Fx) -> tuple[int, ...]:
    return tuple(fx.card.memory.get("seen", ()))


def _spell_activated(fx: Fx) -> bool:
    link = fx.state.chain[-1]
    return bool(link.activation.is_card) and is_of(link, "spell")


@reacts(NAME, "activate", when=_spell_activated, even_negated=True)
def sees(fx: Fx) -> Body:
    """Watch a Spell Card that is activated while this card is face-up, be it negated then or not."""
    yield remember(fx.card, "seen", (*_seen(fx), len(fx.state.chain)))


@reacts(NAME, "resolved", when=lambda fx: fx.event is not None and fx.event.amount in _seen(fx))
def reads(fx: Fx) -> Body:
    """Each time such a Spell has resolved: place 1 Spell Counter on this card, up to 3."""
    told = fx.event
    if told is not None:
        yield remember(fx.card, "seen", tuple(number for number in _seen(fx) if number != told.amount))
        if told.word != "activation":
            yield place_counters(fx.card, "spell")


@ignition(NAME, cost=remove_counter("spell", MOST), only=lambda fx: fx.can_draw(fx.you, 1), from_deck=True)
def draws(fx: Fx) -> Body:
    """Remove 3 Spell Counters from this card; draw 1 card."""
    yield draw(fx.you)
