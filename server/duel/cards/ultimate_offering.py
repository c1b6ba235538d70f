"""Ultimate Offering: Life Points for more Normal Summons."""

from server.duel.script import Body, Fx, normal_summon_again, pay, quick, takes_effect

NAME = "Ultimate Offering"

takes_effect(NAME)


def may_offer(fx: Fx) -> bool:
    waiting = sum(link.card is fx.card and not link.activation.is_card for link in fx.state.chain)
    in_time = fx.phase in ("main1", "main2") if fx.your_turn else fx.phase == "battle"
    return in_time and fx.summons_left() > waiting


@quick(NAME, only=may_offer, cost=pay(500), zones={"spell_trap"})
def offering(fx: Fx) -> Body:
    """In your Main Phase or your opponent's Battle Phase: pay 500 LP; Normal Summon or Set 1 monster beyond
    the one of the turn."""
    if fx.here:
        yield normal_summon_again()
