"""The bot answers every prompt, legally and the same each time; and plays with some sense."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from facedown_client.bot.bot import MAX_ACTS_PER_TURN, MAX_TURN_ANSWERS, MAX_WAYS_OUT, Bot
from facedown_shared.cards.facts import Facts
from facedown_shared.protocol.messages import Answer, CardsFound, FoundCard, Option, Prompt, SearchCards
from facedown_shared.tables.view import Pile, View, VisibleCard, VisibleLink
from facedown_shared.tables.zones import Place
from facedown_shared.text.words import NOTHING, words

VERBS = (
    "summon set flip_summon change_position special_summon activate phase pass attack direct zone position "
    "tribute pay target choose discard yes no first second keep number scale pendulum_summon unheard_of"
).split()
KINDS = ("turn", "response", "choice", "order", "side", "by_hand", "unheard_of")

places = st.builds(
    Place, st.sampled_from((-1, 0, 1)), st.sampled_from(("monster", "spell_trap", "extra_monster", "moon")),
    st.integers(-1, 6),
)  # fmt: skip
options = st.builds(
    Option,
    verb=st.sampled_from(VERBS),
    card=st.integers(0, 6),
    code=st.sampled_from((0, 1, 2, 99)),
    place=st.none() | places,
    amount=st.integers(-5, 5),
    text=st.sampled_from(("", "battle", "end", "attack", "Destroy 1 monster.", "Pay 700 Life Points?")),
)


@st.composite
def prompts(draw: st.DrawFn) -> Prompt:
    offered = tuple(draw(st.lists(options, max_size=8)))
    most = draw(st.integers(0, len(offered)))
    least = draw(st.integers(0, most))
    return Prompt(draw(st.integers(0, 50)), draw(st.sampled_from(KINDS)), NOTHING, offered, least, most)


def visible_card(
    owner: int, attack: int | None, *, code: int = 1, defense_position: bool = False
) -> VisibleCard:
    return VisibleCard(
        owner, owner, code if attack is not None else 0, attack is not None, defense_position, attack, attack
    )


def board(
    mine: list[VisibleCard], theirs: list[VisibleCard], *, hand: tuple[int, ...] = (),
    facts: tuple[Facts, ...] = (),
    phase: str = "main1",
) -> View:  # fmt: skip
    """Own monsters have handles from 1, theirs from 11, the hand from 21, each in the order given."""
    cards = {1 + index: card for index, card in enumerate(mine)}
    cards |= {11 + index: card for index, card in enumerate(theirs)}
    cards |= {21 + index: VisibleCard(code=code) for index, code in enumerate(hand)}
    rows = [[*range(1, 1 + len(mine))], [*range(11, 11 + len(theirs))]]
    piles = {
        f"{seat}:monster": Pile(len(row), tuple(row + [0] * (5 - len(row)))) for seat, row in enumerate(rows)
    }
    piles["0:hand"] = Pile(len(hand), tuple(range(21, 21 + len(hand))))
    known = {card.code: card for card in facts}
    return View(
        0, "master", 3, 0, phase, {"0:life": 8000, "1:life": 8000}, piles, cards, facts=known
    )  # fmt: skip


views = st.none() | st.builds(
    board,
    st.lists(st.builds(visible_card, st.just(0), st.none() | st.integers(0, 3000)), max_size=5),
    st.lists(st.builds(visible_card, st.just(1), st.none() | st.integers(0, 3000)), max_size=5),
)


def is_lawful(answer: Answer, prompt: Prompt) -> bool:
    within = all(0 <= pick < len(prompt.options) for pick in answer.picks)
    return (
        answer.ask == prompt.ask
        and within
        and len(set(answer.picks)) == len(answer.picks)
        and prompt.least <= len(answer.picks) <= prompt.most
        and not answer.back
    )


@given(st.lists(st.tuples(prompts(), views), max_size=12), st.integers(0, 5))
def test_every_answer_is_lawful(asked: list[tuple[Prompt, View | None]], seed: int) -> None:
    bot = Bot(0, seed)
    for prompt, view in asked:
        assert is_lawful(bot.answer(prompt, view), prompt)
        bot.note_refusal(prompt.ask)
        assert is_lawful(bot.answer(prompt, view), prompt)


@given(st.lists(st.tuples(prompts(), views), max_size=8))
def test_the_same_seed_plays_the_same(asked: list[tuple[Prompt, View | None]]) -> None:
    one, other = Bot(0, 7), Bot(0, 7)
    assert [one.answer(*row) for row in asked] == [other.answer(*row) for row in asked]


WEAK = Facts(code=1, name="Weak", kinds=("monster", "normal"), level=4, attack=800, defense=500)
STRONG = Facts(code=2, name="Strong", kinds=("monster", "normal"), level=4, attack=1900, defense=500)
HUGE = Facts(code=3, name="Huge", kinds=("monster", "normal"), level=8, attack=3000, defense=2500)
TRAP = Facts(code=4, name="Pit", kinds=("trap",), text="Destroy 1 monster your opponent summoned.")
HOLE = Facts(code=5, name="Hole", kinds=("spell",), text="Destroy all monsters on the field.")
WALL = Facts(code=6, name="Wall", kinds=("monster", "normal"), level=4, attack=300, defense=1900)
ALL = (WEAK, STRONG, HUGE, TRAP, HOLE, WALL)
END = Option("phase", text="end")


def pick(view: View, *offered: Option, kind: str = "turn", text: str = "") -> Option:
    prompt = Prompt(1, kind, words("plain", text), offered)
    return offered[Bot(0).answer(prompt, view).picks[0]]


def test_the_strongest_monster_comes_first() -> None:
    view = board([], [], hand=(1, 2), facts=ALL)
    assert pick(view, Option("summon", 21), Option("summon", 22), END) == Option("summon", 22)


def test_a_strong_monster_is_not_tributed_for_a_little_more() -> None:
    view = board([visible_card(0, 1900), visible_card(0, 1800)], [], hand=(3,), facts=ALL)
    assert pick(view, Option("summon", 21), END) == END


def test_two_weak_ones_are_tributed_for_a_huge_one() -> None:
    view = board([visible_card(0, 300), visible_card(0, 400)], [visible_card(1, 2500)], hand=(3,), facts=ALL)
    assert pick(view, Option("summon", 21), END) == Option("summon", 21)


def test_a_wall_is_set_against_something_stronger() -> None:
    view = board([], [visible_card(1, 2400)], hand=(6,), facts=ALL)
    assert pick(view, Option("summon", 21), Option("set", 21), END) == Option("set", 21)


def test_traps_are_set() -> None:
    view = board([], [], hand=(4,), facts=ALL)
    assert pick(view, Option("set", 21), END) == Option("set", 21)


def test_everything_is_destroyed_only_when_the_other_side_loses_more() -> None:
    behind = board(
        [visible_card(0, 500)], [visible_card(1, 2500), visible_card(1, 2000)], hand=(5,), facts=ALL
    )
    ahead = board(
        [visible_card(0, 2500), visible_card(0, 2000)], [visible_card(1, 500)], hand=(5,), facts=ALL
    )
    assert pick(behind, Option("activate", 21), END) == Option("activate", 21)
    assert pick(ahead, Option("activate", 21), END) == END


def test_attacks_are_those_it_wins() -> None:
    view = board(
        [visible_card(0, 1500), visible_card(0, 2600)], [visible_card(1, 2500)], facts=ALL, phase="battle"
    )
    go_on = Option("phase", text="main2")
    assert pick(view, Option("attack", 1), Option("attack", 2), go_on) == Option("attack", 2)
    assert pick(view, Option("attack", 1), go_on) == go_on


def test_the_strongest_beatable_monster_is_attacked() -> None:
    view = board(
        [visible_card(0, 2000)],
        [visible_card(1, 1200), visible_card(1, 1900), visible_card(1, 2500)],
        facts=ALL,
        phase="battle",
    )
    bot = Bot(0)
    bot.answer(Prompt(1, "turn", NOTHING, (Option("attack", 1), Option("phase", text="main2"))), view)
    targets = (Option("attack", 11), Option("attack", 12), Option("attack", 13))
    assert bot.answer(Prompt(2, "choice", NOTHING, targets), view).picks == (1,)


def test_harm_is_aimed_at_their_best_and_costs_take_the_own_worst() -> None:
    view = board(
        [visible_card(0, 1900), visible_card(0, 300)],
        [visible_card(1, 1000), visible_card(1, 2400)],
        facts=ALL,
    )
    targets = tuple(Option("target", handle) for handle in (1, 2, 11, 12))
    assert pick(view, *targets, kind="choice", text="Choose 1 monster to destroy.").card == 12
    tributes = (Option("tribute", 1), Option("tribute", 2))
    assert pick(view, *tributes, kind="choice").card == 2


def test_what_was_chosen_is_not_taken_back() -> None:
    view = board([visible_card(0, 2500), visible_card(0, 300)], [])
    back = Option("choose", card=2, words=words("take_it_back"))
    for text in ("Choose what to destroy.", "Choose what to add."):
        assert pick(view, back, Option("choose", card=1), kind="choice", text=text).card == 1


def test_an_attack_that_was_begun_has_a_target() -> None:
    view = board([visible_card(0, 300)], [visible_card(1, 2500)])
    asked = Prompt(1, "choice", words("choose_what_to_attack"), (Option("choose", card=11),), 0, 1)
    assert Bot(0).answer(asked, view).picks == (0,)


def test_a_trap_answers_their_link_and_never_the_own() -> None:
    view = board([], [visible_card(1, 1800)], hand=(4,), facts=ALL)
    offered = (Option("pass"), Option("activate", 21))
    theirs = msgspec.structs.replace(view, chain=(VisibleLink(1, 11, 2),))
    own = msgspec.structs.replace(view, chain=(VisibleLink(0, 11, 2),))
    assert pick(theirs, *offered, kind="response").verb == "activate"
    assert pick(own, *offered, kind="response").verb == "pass"


def test_no_turn_goes_on_for_ever() -> None:
    view = board([], [], hand=(2,), facts=ALL)
    bot, offered = Bot(0), (*(Option("activate", 21, text=str(n)) for n in range(99)), END)
    taken = [
        bot.answer(Prompt(n, "turn", NOTHING, offered), view).picks[0] for n in range(MAX_ACTS_PER_TURN + 2)
    ]
    assert taken[-1] == len(offered) - 1


@pytest.mark.parametrize(
    ("kind", "verbs", "picked"),
    [
        ("turn", ("by_hand", "apply", "phase"), "phase"),
        ("response", ("pass", "by_hand", "by_hand"), "pass"),
        ("confirm", ("confirm", "object"), "confirm"),
        ("by_hand", ("done",), "done"),
    ],
)
def test_what_nobody_has_written_is_left_alone(kind: str, verbs: tuple[str, ...], picked: str) -> None:
    strong = Facts(code=7, name="Ember", kinds=("trap",), text="Destroy all monsters your opponent controls.")
    view = board([], [visible_card(1, 2500)], hand=(7, 7), facts=(strong,))
    offered = tuple(
        Option(verb, 21 if verb in ("by_hand", "apply") else 0, text="end" if verb == "phase" else "")
        for verb in verbs
    )
    answer = Bot(0).answer(Prompt(1, kind, NOTHING, offered), view)
    assert [offered[pick].verb for pick in answer.picks] == [picked]


# --- what was cancelled -------------------------------------------------------------------------------------

OFF = Option("no", words=words("not_after_all"))


class FusionScript:
    """A script that asks for a Fusion Monster, then for its materials, and begins again when cancelled."""

    def __init__(self, view: View, materials: tuple[Option, ...], *, works: bool = True) -> None:
        self.bot, self.view = Bot(0), view
        self.materials, self.works = materials, works
        self.answers: list[tuple[Option, ...]] = []
        self.ends = False
        """Whether the last answer was the end of the turn, or passed."""

    def ask(self, text: str, *options: Option, kind: str = "choice", least: int = 1, most: int = 1) -> Option:
        prompt = Prompt(len(self.answers), kind, words(text), options, least, most)
        picks = self.bot.answer(prompt, self.view).picks
        self.answers.append(tuple(options[pick] for pick in picks))
        return options[picks[0]] if picks else OFF

    def play(self) -> str:
        """Return the result of the Fusion Summon, within so many answers."""
        while len(self.answers) < 1_000:
            if self.bot.must_concede:
                return "given up"
            if self.ask("choose_what_to_summon", Option("choose", 31), Option("choose", 32), OFF) == OFF:
                return "called off"
            left = list(self.materials)
            while len(left) > len(self.materials) - 2:
                picked = self.ask("choose_materials", *left, OFF)
                if picked == OFF:
                    break
                left.remove(picked)
            else:
                if self.works:
                    return "summoned"
        return "for ever"


FIELD = [visible_card(0, 1900), visible_card(0, 1800), visible_card(0, 1700)]


def test_a_fusion_summon_is_gone_through_with() -> None:
    """Materials are a cost, but after cancelling the prompt is repeated for ever."""
    script = FusionScript(board(FIELD, []), tuple(Option("material", card) for card in (1, 2, 3)))
    assert script.play() == "summoned"
    assert (OFF,) not in script.answers


def test_what_was_declined_is_not_answered_again_while_there_is_anything_else() -> None:
    """Without materials only cancelling is left; then another monster is tried, then everything is
    cancelled.
    """
    script = FusionScript(board(FIELD, []), ())
    script.materials = (OFF,)
    asked: list[Option] = []
    for _ in range(3):
        picked = script.ask("choose_what_to_summon", Option("choose", 31), Option("choose", 32), OFF)
        asked.append(picked)
        if picked != OFF:
            assert script.ask("choose_materials", OFF) == OFF
    assert sorted(option.card for option in asked) == [0, 31, 32]
    assert asked[-1] == OFF


def test_nothing_chosen_where_nothing_need_be_is_not_repeated() -> None:
    view = board(FIELD, [])
    bot = Bot(0)
    costs = tuple(Option("discard", card) for card in (1, 2))
    asked = Prompt(1, "choice", words("choose_what_to_discard"), costs, 0, 1)
    assert bot.answer(asked, view).picks == ()
    assert len(bot.answer(asked, view).picks) == 1


def test_after_two_hundred_answers_the_turn_is_ended() -> None:
    view = board(FIELD, [], hand=(2,), facts=ALL)
    bot = Bot(0)
    asked = Prompt(1, "choice", words("choose_cards"), (Option("choose", 1), Option("choose", 2)))
    for _ in range(MAX_TURN_ANSWERS):
        bot.answer(asked, view)
    offered = (Option("activate", 21), Option("phase", text="battle"), END)
    assert bot.answer(Prompt(2, "turn", NOTHING, offered), view).picks == (2,)
    window = (Option("activate", 21), Option("pass"))
    assert bot.answer(Prompt(3, "response", NOTHING, window), view).picks == (1,)
    assert not bot.must_concede
    later = msgspec.structs.replace(view, turn=view.turn + 1)
    assert bot.answer(Prompt(4, "turn", NOTHING, offered), later).picks == (0,)


def test_a_turn_that_never_ends_is_given_up_and_the_next_duel_is_played() -> None:
    script = FusionScript(
        board(FIELD, []), tuple(Option("material", card) for card in (1, 2, 3)), works=False
    )
    assert script.play() in ("given up", "called off")
    asked = Prompt(1, "choice", words("choose_cards"), (Option("choose", 1), Option("choose", 2)))
    for _ in range(MAX_TURN_ANSWERS + MAX_WAYS_OUT + 1):
        assert is_lawful(script.bot.answer(asked, script.view), asked)
    assert script.bot.must_concede
    script.bot.reset_turn()
    assert not script.bot.must_concede


# --- names --------------------------------------------------------------------------------------------------


def test_a_name_is_searched_and_one_that_was_found_is_declared() -> None:
    view = board([], [visible_card(1, 1900, code=2), visible_card(1, 800, code=1)], facts=ALL)
    bot, asked = Bot(0), Prompt(7, "choice", words("declare_a_name"), declare=True)
    assert bot.declare(asked, view, None) == SearchCards(7, "Strong")
    assert bot.declare(asked, view, CardsFound(7, "Strong")) == SearchCards(7, "")
    assert bot.declare(asked, None, CardsFound(6, "", (FoundCard(2, "Strong"),))) == SearchCards(7, "")
    found = CardsFound(7, "Strong", (FoundCard(2, "Strong"), FoundCard(9, "Strong too")))
    assert bot.declare(asked, view, found) == Answer(7, code=2)
    bot.note_refusal(7)
    assert bot.declare(asked, view, found) == Answer(7, code=9)
