"""A bot's game of Flesh and Blood by hand: paid for, defended, and counted as a player would count it."""

from __future__ import annotations

import pytest
import trio
from msgspec.structs import replace
from trio.testing import MockClock

from facedown_client.bot.bot_player import Robot
from facedown_client.bot.fab_bot import OK, FabBot
from facedown_client.bot.fab_tactics import FabBoard, cheapest_pitch, cost, defence_count
from facedown_client.data import deck_entries
from facedown_client.model.model import Model
from facedown_shared.cards.facts import Facts, every_game
from facedown_shared.network.links import TableLink, parse_link
from facedown_shared.protocol.gestures import (
    ChangeLife,
    ChangePoints,
    DeclareAttack,
    Defend,
    EndTurn,
    Move,
    Pitch,
)
from facedown_shared.protocol.messages import Concede, FromServer, Settings, Update
from facedown_shared.tables.view import Pile, View, VisibleCard, VisibleEvent
from facedown_shared.tables.zones import Place
from facedown_shared.text.errors import FacedownError
from tests.client.house import ADDRESS, house

SONG, KILN = (deck for deck in deck_entries.ready("fab"))


class Ledger:
    """What a spectator counts: every change of points and life, by turn."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.model: Model | None = None
        self.attacks: list[tuple[int, int]] = []
        """(action points, resource points) of the turn player after each attack."""

    def record_message(self, message: FromServer, model: Model) -> None:
        """Record what has to be checked."""
        self.model = model
        if not isinstance(message, Update) or model.view is None:
            return
        for happening in model.told:
            if happening.kind == "combat" and happening.amount:
                seat = model.view.turn_player
                tallies = model.view.tallies
                self.attacks.append((tallies[f"{seat}:action"], tallies[f"{seat}:resource"]))


async def play_game(seed: int) -> Ledger:
    """Play a whole game of two bots over a server; return what the first one saw."""
    ledger, linked = Ledger(), trio.Event()
    found: list[TableLink] = []

    def record_message(message: FromServer, model: Model) -> None:
        ledger.record_message(message, model)
        if model.links and not found:
            found.append(parse_link(model.links["opponent"][0][1]))
            linked.set()

    async with house(f"fab {seed}") as server, trio.open_nursery() as nursery:
        first = Robot("Anna", KILN.text, seed, dial=server.dial, tell=record_message)
        nursery.start_soon(first.host, ADDRESS, Settings(format="fab", pace="off", listed=False))
        await linked.wait()
        await Robot("Ben", SONG.text, seed + 1, dial=server.dial).play_at(found[0])
    return ledger


@pytest.mark.parametrize("seed", range(4))
async def test_a_game_is_played_to_its_end(autojump_clock: MockClock, seed: int) -> None:
    ledger = await play_game(seed)
    assert ledger.model is not None
    view = ledger.model.view
    assert view is not None
    assert view.result.endswith(" conceded")
    loser = 1 - int(view.result[0])
    assert view.tallies[f"{loser}:life"] == 0, "who gives up has no life left"
    assert view.turn >= 4
    assert len(ledger.attacks) > view.turn // 2
    kinds = {entry.happening.word for entry in ledger.model.log if entry.happening.kind == "move"}
    assert {"pitch", "defend", "attack", "pitched"} <= kinds


ATTACK = Facts(
    code=1, name="Blow", kinds=("action", "attack"), attack=6, defense=3, extra={"cost": 2, "pitch": 1}
)
BLUE = Facts(
    code=2, name="Blue", kinds=("action",), defense=3, extra={"cost": 9, "pitch": 3, "color": "blue"}
)
HAMMER = Facts(
    code=3, name="Hammer", kinds=("weapon", "2h"), attack=4, text="Once each turn, 2 resources: attack."
)
PLATE = Facts(code=4, name="Plate", kinds=("equipment", "chest"), defense=2,
              text="Goes to the graveyard once it has defended twice.")  # fmt: skip
REACTION = Facts(code=5, name="Ward", kinds=("defense reaction",), defense=4, extra={"cost": 0, "pitch": 1})


def view(turn_player: int, *, links: int = 0, life: int = 20, resource: int = 0) -> View:
    """Return seat 0's View: Blow (1) and Blue (2) in hand, a Hammer (3), a Plate (4); perhaps Blow (9)
    attacks.
    """
    chain = (9,) if links else ()
    cards = {
        1: VisibleCard(code=1),
        2: VisibleCard(code=2),
        3: VisibleCard(code=3, face_up=True),
        4: VisibleCard(code=4, face_up=True),
    }
    if links:
        cards[9] = VisibleCard(1, 1, 1, face_up=True)
    return View(
        0, "fab", 3, turn_player, "action",
        {"0:life": life, "1:life": 20, "0:action": 1, "0:resource": resource, "links": links},
        {"0:hand": Pile(2, (1, 2)), "0:weapon": Pile(1, (3, 0)), "0:chest": Pile(1, (4,)),
         "-:combat_chain": Pile(len(chain), chain)},
        cards, facts={facts.code: facts for facts in (ATTACK, BLUE, HAMMER, PLATE, REACTION)},
    )  # fmt: skip


def does(board: View, *told: VisibleEvent, bot: FabBot | None = None) -> list[object]:
    """Return everything the bot plans on this View."""
    bot, done = bot or FabBot(0), list[object]()
    while (act := bot.next(board, told)) is not None:
        done.append(act)
        if act in (OK, EndTurn()) or isinstance(act, Concede | DeclareAttack):
            break
    return done


PITCH = Place(0, "pitch")
LINK, SAID_OK = VisibleEvent("combat", amount=1), VisibleEvent("signal", 1, word="ok")


def test_an_attack_is_paid_for_before_it_is_made() -> None:
    assert does(view(0)) == [
        Pitch((2,)), ChangePoints("resource -2"),
        ChangePoints("action -1"), DeclareAttack((1,)),
    ]  # fmt: skip
    assert does(view(0, resource=2))[:2] == [
        ChangePoints("resource -2"), ChangePoints("action -1")
    ]  # fmt: skip


def test_without_an_action_point_a_card_goes_to_the_arsenal_and_the_turn_ends() -> None:
    board = replace(view(0), tallies={"0:life": 20, "1:life": 20, "0:action": 0, "links": 0})
    assert does(board) == [Move((1,), (Place(0, "arsenal"),)), EndTurn()]


def test_an_attacker_waits_until_the_defender_has_said_so() -> None:
    ours = replace(view(0, links=1), cards={**view(0).cards, 9: VisibleCard(0, 0, 1, face_up=True)})
    assert does(ours, LINK) == []
    assert does(ours, SAID_OK, LINK) == [], "what was said before the attack does not count"
    assert does(ours, LINK, SAID_OK) != []


def test_a_defender_takes_what_is_left_and_says_ok() -> None:
    assert does(view(1, links=1), LINK) == [Defend((4, 2)), ChangeLife("-1"), OK]
    assert does(view(1, links=1), LINK, VisibleEvent("signal", 0, word="ok")) == []
    assert does(view(1), LINK) == [], "no attack, nothing to do"


def test_one_who_cannot_live_through_it_gives_up() -> None:
    bare = replace(view(1, links=1, life=3), piles={"-:combat_chain": Pile(1, (9,))})
    assert does(bare, LINK) == [ChangeLife("-6"), Concede()]


def test_equipment_defends_as_often_as_its_words_say() -> None:
    bot = FabBot(0)
    for turn in (3, 5):
        assert Defend((4, 2)) in does(replace(view(1, links=1), turn=turn), LINK, bot=bot)
    assert Defend((2, 1)) in does(replace(view(1, links=1), turn=7), LINK, bot=bot)
    assert does(replace(view(0), turn=8), bot=bot)[0] == Move((4,), (Place(0, "graveyard"),))


def test_words_of_cards_that_name_a_number_are_read() -> None:
    by_name = {facts.name: facts for facts in every_game() if facts.kinds}
    board = FabBoard(view(0), 0)
    breaker, second = by_name["Breaker (red)"], by_name["Second Wave (red)"]
    assert [board.power(breaker, link) for link in (1, 3)] == [5, 7]
    assert [board.has_go_again(second, link) for link in (1, 2)] == [False, True]
    assert [cost(by_name[name]) for name in ("Slagmaul", "Gull Knife", "Quench (red)")] == [2, 1, 1]
    assert [
        defence_count(by_name[name]) for name in ("Firebrick Plate", "Barnacle Sleeves", "Sooted Visor")
    ] == [
        2,
        1,
        99,
    ]
    blue = replace(view(0), piles={"0:pitch": Pile(1, (2,))})
    assert FabBoard(blue, 0).power(by_name["Stoke Till White (red)"], 1) == 7
    assert cheapest_pitch(4, [(1, ATTACK), (2, BLUE)]) == [2, 1]
    assert cheapest_pitch(5, [(1, ATTACK), (2, BLUE)]) is None


async def test_at_a_free_table_of_another_game_it_says_that_it_cannot_play(autojump_clock: MockClock) -> None:
    async with house("free") as server:
        robot = Robot("Anna", deck_entries.ready("master")[0].text, dial=server.dial)
        with pytest.RaisesGroup(
            pytest.RaisesExc(FacedownError, match="not at a free table"), flatten_subgroups=True
        ):
            await robot.host(ADDRESS, Settings(mode="free", pace="off", listed=False))
