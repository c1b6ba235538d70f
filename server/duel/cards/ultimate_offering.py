"""Ultimate Offering: Life Points for more Normal Summons."""

from server.duel.script import YOU, Body, Fx, normal_summon_afterwards, pay, quick, summons_left, takes_effect

NAME = "Ultimate Offering"
PRICE = 500

takes_effect(NAME)


def in_time(fx: Fx) -> bool:
    return fx.phase in ("main1", "main2") if fx.your_turn else fx.phase == "battle"


def may_offer(fx: Fx) -> bool:
    waiting = sum(link.card is fx.card and not link.activation.is_card for link in fx.state.chain)
    return in_time(fx) and summons_left(fx) > waiting


def seems_to(fx: Fx) -> bool:
    """As far as everybody can see."""
    return in_time(fx) and bool(fx.cards("hand", YOU)) and fx.state.life(fx.you) >= PRICE


@quick(NAME, only=may_offer, cost=pay(PRICE), zones={"spell_trap"}, joins=seems_to)
def offering(fx: Fx) -> Body:
    """In your Main Phase or your opponent's Battle Phase: pay 500 LP; immediately after this effect resolves,
    Normal Summon or Set 1 monster beyond the one of the turn."""
    if fx.here:
        yield normal_summon_afterwards()
