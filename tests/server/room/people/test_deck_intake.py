"""Unknown cards: facts sent by players, cleaned, accepted at one table; and the mode."""

from __future__ import annotations

import msgspec
import pytest
import trio
from trio.testing import MockClock

from facedown_server.games.duel.library import playable_codes
from facedown_server.network.crowd.quotas import Bounds
from facedown_server.room.people.deck_intake import MAX_TOLD_LETTERS
from facedown_server.storage.memory_store import MemoryStore
from facedown_server.storage.store import StoredTable
from facedown_shared.cards.facts import Facts, bundled_pool
from facedown_shared.decks import decks
from facedown_shared.protocol.gestures import Reveal
from facedown_shared.protocol.messages import (
    ChangeMode,
    Clock,
    Consent,
    CreateTable,
    DeckReport,
    Leave,
    LineText,
    Ready,
    Said,
    SaveLine,
    Settings,
    UseDeck,
)
from facedown_shared.protocol.provided_facts import (
    MAX_CARDS_PER_MESSAGE,
    ProvidedFacts,
    TellFacts,
    placeholder,
    split_messages,
    to_provided,
    valid_facts,
)
from facedown_shared.text.errors import Code
from tests import strangers
from tests.rules import rule
from tests.server.tables import Player, Server, run_server

HALF = Settings(mode="half", pace="off")
QUIET = Settings(pace="off")


async def seat_two(server: Server, settings: Settings) -> tuple[Player, Player]:
    """Seat two players, without a deck of unknown cards so far."""
    anna = await server.host("Anna", settings)
    return anna, await server.guest(anna, "Ben")


async def bring(player: Player, number: int) -> DeckReport:
    """Bring a deck of unknown cards."""
    deck = strangers.decks()[number]
    await player.do(UseDeck(decks.to_ydk(deck), deck.name))
    return player.last(DeckReport)


async def send_facts(player: Player, report: DeckReport) -> DeckReport:
    """Send the database's facts of every unknown card."""
    await player.do(*split_messages(strangers.facts()[code] for code in report.unknown))
    return player.last(DeckReport)


async def test_the_server_asks_for_what_it_does_not_know_and_believes_what_it_is_told(
    autojump_clock: MockClock,
) -> None:
    async with run_server() as server:
        anna, ben = await seat_two(server, HALF)
        report = await bring(anna, 0)
        assert report.legal, "placeholders hold the places"
        assert set(report.unknown) == set(strangers.decks()[0].cards) - {card.code for card in bundled_pool()}
        assert f"Card {report.unknown[0]}" in report.unscripted
        told = await send_facts(anna, report)
        assert (told.legal, told.unknown) == (True, ())
        assert "Ember Squire" in told.unscripted
        assert not [message for message in ben.heard if "Ember" in repr(message)]


@rule("CLS-TOK-01", "CF-36")
async def test_tokens_of_a_deck_file_are_left_out_and_named(autojump_clock: MockClock) -> None:
    """Seen to fail: a deck that another program had saved with its Tokens was rejected."""
    token = next(card for card in bundled_pool() if card.name == "Sheep Token")
    ready = next(iter(decks.ready_decks_for("classic").values()))
    async with run_server() as server:
        anna, _ = await seat_two(server, Settings(format="classic", pace="off"))
        text = decks.to_ydk(ready.deck).replace("#extra", f"{token.code}\n#extra")
        await anna.do(UseDeck(text, "With a Token"))
        report = anna.last(DeckReport)
        assert report.legal, [str(reason) for reason in report.reasons]
        assert [str(note) for note in report.notes] == [
            "Sheep Token is a Token; it was left out of the deck."
        ]


async def test_by_the_rules_a_card_nobody_knows_is_refused_until_it_is_told(
    autojump_clock: MockClock,
) -> None:
    async with run_server() as server:
        anna, _ = await seat_two(server, QUIET)
        report = await bring(anna, 0)
        assert not report.legal
        assert report.unknown
        assert (await send_facts(anna, report)).legal
        named = tuple(ProvidedFacts(code=code, name="Something") for code in report.unknown[:1])
        await anna.do(TellFacts(named))
        assert not anna.last(DeckReport).legal
        assert "nothing but the name" in str(anna.last(DeckReport).reasons[-1])


async def test_facts_travel_with_a_card_and_never_before(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await seat_two(server, Settings(mode="free", pace="off"))
        for number, player in enumerate((anna, ben)):
            await send_facts(player, await bring(player, number))
        for player in (anna, ben):
            await player.do(Ready())
        await (anna if anna.prompt else ben).pick("first")
        assert anna.view
        assert ben.view
        own = {code for code in anna.view.facts if code in strangers.facts()}
        assert own
        assert not own & set(ben.view.facts)
        handle = next(
            handle for handle in anna.view.pile(0, "hand").handles if anna.view.cards[handle].code in own
        )
        await anna.do(Reveal((handle,)))
        assert set(ben.view.facts) & own == {anna.view.cards[handle].code}


async def test_what_was_told_is_there_after_a_restart_before_and_within_a_match(
    autojump_clock: MockClock,
) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna, ben = await seat_two(server, HALF)
        for number, player in enumerate((anna, ben)):
            await send_facts(player, await bring(player, number))
    async with run_server(store=store, seed="between") as server:
        anna, ben = await server.back(anna), await server.back(ben)
        for player in (anna, ben):
            await player.do(Ready())
        await (anna if anna.prompt else ben).pick("first")
        stood = (anna.view, ben.view)
    async with run_server(store=store, seed="after") as server:
        again, other = await server.back(anna), await server.back(ben)
        assert (again.view, other.view) == stood


async def test_nobody_learns_of_the_others_deck_by_what_is_told(autojump_clock: MockClock) -> None:
    heard = []
    for anna_tells in (True, False):
        async with run_server() as server:
            anna, ben = await seat_two(server, HALF)
            if anna_tells:
                await send_facts(anna, await bring(anna, 0))
            heap = "\n".join(["#main", *(str(card.code) for card in strangers.facts())])
            await ben.do(UseDeck(heap))
            unknown = ben.last(DeckReport).unknown
            await ben.do(TellFacts(tuple(ProvidedFacts(code=code, name=f"Mine {code}") for code in unknown)))
            heard.append((unknown, ben.all(DeckReport), ben.all(Said)))
    assert heard[0][0]
    assert heard[0] == heard[1]


async def test_one_who_is_away_is_not_reported_on_to_the_host(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await seat_two(server, HALF)
        await bring(ben, 0)
        await ben.hang_up()
        await anna.do(ChangeMode("free"))
        (report,) = anna.all(DeckReport)
        assert report.unknown == (), "it is of her own deck"


async def test_of_a_card_in_both_decks_each_copy_is_what_its_owner_told(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await seat_two(server, Settings(mode="free", pace="off"))
        await send_facts(anna, await bring(anna, 0))
        report = await bring(ben, 0)
        for name in ("Ben's", "Ben's after all"):
            printed = [to_provided(strangers.facts()[code]) for code in report.unknown]
            await ben.do(TellFacts(tuple(msgspec.structs.replace(card, name=name) for card in printed)))
        assert "Ben's after all" in ben.last(DeckReport).unscripted
        for player in (anna, ben):
            await player.do(Ready())
        await (anna if anna.prompt else ben).pick("first")
        for player, is_hers in ((anna, True), (ben, False)):
            assert player.view
            names = {player.view.facts[code].name for code in report.unknown if code in player.view.facts}
            assert names
            assert all(("Ember" in name) is is_hers for name in names), "nothing tells what the other has"


async def test_what_the_server_knows_always_stands(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, _ = await seat_two(server, HALF)
        known = bundled_pool().find_named("Sangan")
        assert known is not None
        await bring(anna, 0)
        await anna.do(TellFacts((ProvidedFacts(code=known.code, name="Sangan", attack=9000),)))
        room = next(iter(server.lobby.rooms.values()))
        assert room.table.pool(room.table.seats[0])[known.code] == known
        assert known.code not in room.table.seats[0].facts


async def test_nothing_is_told_of_cards_in_no_deck_or_while_a_match_is_on(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await seat_two(server, HALF)
        await anna.do(TellFacts((ProvidedFacts(code=123456789, name="Nobody's"),)))
        assert next(iter(server.lobby.rooms.values())).table.seats[0].facts == {}
        for player in (anna, ben):
            await player.do(Ready())
        await (anna if anna.prompt else ben).pick("first")
        await anna.do(TellFacts((ProvidedFacts(code=123456789, name="Nobody's"),)))
        assert anna.refusal is Code.NOT_NOW


class CountingStore(MemoryStore):
    """A store that counts how often a table is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = 0

    async def store_table(self, table: StoredTable) -> None:
        """Store it, and count."""
        self.written += 1
        await super().store_table(table)


@pytest.mark.parametrize("opponent", ["person", "nobody"])
async def test_only_what_a_deck_holds_is_kept_and_a_message_is_one_write(
    autojump_clock: MockClock, opponent: str
) -> None:
    store = CountingStore()
    async with run_server(store=store) as server:
        anna = await server.host("Anna", Settings(mode="free", opponent=opponent, listed=False, pace="off"))
        report = await bring(anna, 0)
        if opponent == "nobody":
            await anna.do(UseDeck(decks.to_ydk(strangers.decks()[1]), seat=1))
        own, known = report.unknown[0], next(iter(bundled_pool())).code
        foreign = [
            ProvidedFacts(code=code, name="Nobody's")
            for code in range(5_000_000, 5_000_000 + MAX_CARDS_PER_MESSAGE - 2)
        ]
        names = (ProvidedFacts(code=own, name="Mine"), ProvidedFacts(code=known, name="Mine too"))
        seat = next(iter(server.lobby.rooms.values())).table.seats[0]
        for _ in range(2):
            before = store.written
            await anna.do(TellFacts((*foreign, *names)))
            assert seat.facts[own].name == "Mine"
            assert set(seat.facts) == set(report.unknown)
        assert store.written == before, "the second time there was nothing new"
        await anna.do(
            TellFacts(
                tuple(
                    ProvidedFacts(code=code, name="Others") for code in report.unknown[:MAX_CARDS_PER_MESSAGE]
                )
            )
        )
        assert store.written == before + 1


async def test_decks_and_facts_are_not_brought_faster_than_they_are_read(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(bring_rate=1, bring_burst=3)) as server:
        anna, _ = await seat_two(server, HALF)
        report = await bring(anna, 0)
        told = TellFacts((ProvidedFacts(code=report.unknown[0], name="Mine"),))
        refused = []
        for _ in range(3):
            await anna.do(told)
            refused.append(anna.refusal)
        assert refused == [None, None, Code.TOO_FAST]
        await anna.do(UseDeck(decks.to_ydk(strangers.decks()[1])))
        assert anna.refusal is Code.TOO_FAST
        assert set(next(iter(server.lobby.rooms.values())).table.seats[0].facts) == set(report.unknown)
        await trio.sleep(1)
        await anna.do(told)
        assert anna.refusal is None


async def test_the_texts_that_a_player_sends_are_bounded_in_sum(autojump_clock: MockClock) -> None:
    """Seen to fail: long texts of every card made Views of megabytes, which all at the table are sent."""
    async with run_server() as server:
        anna, _ = await seat_two(server, HALF)
        codes = range(5_000_000, 5_000_150)
        await anna.do(UseDeck("#main\n" + "\n".join(map(str, codes))))
        for first in range(0, 150, 10):
            texts = "x" * 1_000
            facts = [ProvidedFacts(code=code, name=f"Card {code}", text=texts) for code in codes[first:][:10]]
            await anna.do(TellFacts(tuple(facts)))
            await trio.sleep(2)
        told = next(iter(server.lobby.rooms.values())).table.seats[0].facts
        assert len(told) == 150
        assert sum(len(one.text) for one in told.values()) == MAX_TOLD_LETTERS
        assert told[5_000_149].name == "Card 5000149", "only texts are left out"


@pytest.mark.parametrize(
    ("kinds", "left"),
    [
        (("spell", "monster", "normal"), ("spell", "normal")),
        (("monster", "trap", "flip"), ("monster", "flip")),
        (("trap", "counter", "tuner"), ("trap", "counter")), (("monster", "pendulum"), ("monster",)),
        (("quickplay",), ()), (("monster", "quickplay", "fusion"), ("monster", "fusion")),
    ],
)  # fmt: skip
def test_a_card_is_of_one_class(kinds: tuple[str, ...], left: tuple[str, ...]) -> None:
    """Seen to fail: after a restart a duel with a Spell that was a monster as well could not be restored."""
    assert valid_facts(ProvidedFacts(code=900_000_001, name="Ox", kinds=kinds), bundled_pool()).kinds == left


@rule("YGO-LNK-01")
def test_facts_are_cleaned() -> None:
    told = ProvidedFacts(
        code=77, name="Sangan\x07\u202e", kinds=("monster", "effect", "token", "godlike"), race="alien",
        attribute="dark", arrows=("top", "sideways"), alias=next(iter(bundled_pool())).code,
        text="Line one\r\nand\x00 two",
    )  # fmt: skip
    facts = valid_facts(told, bundled_pool())
    assert facts.name == "Sangan (77)", "it goes by no name of a known card"
    assert facts.kinds == ("monster", "effect")
    assert (facts.race, facts.attribute, facts.arrows, facts.alias) == ("", "dark", ("top",), 0)
    assert facts.text == "Line one \nand two"


@pytest.mark.parametrize(
    "raw",
    [
        {"code": 0, "name": "x"},
        {"code": 1, "name": ""},
        {"code": 1, "name": "x" * 81},
        {"code": 4_000_000_000, "name": "x"},
        {"code": 1, "name": "x", "attack": 100_000},
        {"code": 1, "name": "x", "text": "x" * 1_001},
        {"code": 1, "name": "x", "beside": {}},
    ],
)
def test_what_no_card_can_be_is_no_message(raw: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"facts": [raw]}, TellFacts)


def test_many_cards_go_in_messages_of_a_size_the_server_takes() -> None:
    cards = [Facts(code=code, name="n", kinds=("spell",), text="\u3042" * 3_000) for code in range(1, 200)]
    sent = list(split_messages(cards))
    assert [one.code for message in sent for one in message.facts] == list(range(1, 200))
    assert all(
        len(message.facts) <= MAX_CARDS_PER_MESSAGE and len(msgspec.json.encode(message)) < 32_000
        for message in sent
    )
    assert to_provided(placeholder(5)).name == "Card 5"


def test_cards_no_printer_ever_made_are_cut_to_what_may_be_told() -> None:
    beyond = Facts(
        code=5, name="n" * 200, kinds=("monster",) * 9, level=99, rank=99, link=99, attack=10**6,
        defense=10**6, scales=(99, 14), arrows=("top",) * 9, archetypes=(1,) * 9, alias=4_294_967_295,
    )  # fmt: skip
    told = to_provided(beyond)
    assert msgspec.convert(msgspec.to_builtins(told), ProvidedFacts) == told
    assert (told.scales, told.attack, told.alias) == ((13, 13), 99_999, 0)


# --- the mode -----------------------------------------------------------------------------------------------


async def test_the_host_changes_the_way_to_play_and_both_are_asked_again(autojump_clock: MockClock) -> None:
    async with run_server(pool=strangers.pool()) as server:
        anna, ben = await seat_two(server, QUIET)
        report = await bring(anna, 0)
        assert report.legal
        assert (report.total, len(report.unscripted)) == (43, 14)
        await ben.do(Ready())
        await anna.do(ChangeMode("half"))
        assert ben.table
        assert ben.table.mode == "half"
        assert not any(seat.ready for seat in ben.table.seats)
        assert "half" in ben.note


async def test_a_deck_that_was_refused_is_looked_at_again_when_the_way_to_play_changes(
    autojump_clock: MockClock,
) -> None:
    async with run_server() as server:
        anna, _ = await seat_two(server, QUIET)
        assert not (await bring(anna, 0)).legal
        await anna.do(ChangeMode("half"))
        assert anna.last(DeckReport).legal


async def test_a_guest_asks_and_the_host_grants_it(autojump_clock: MockClock) -> None:
    async with run_server(pool=strangers.pool()) as server:
        anna, ben = await seat_two(server, QUIET)
        await ben.do(ChangeMode("free"))
        assert anna.table
        assert (anna.table.mode, anna.table.proposal) == ("rules", "mode 1 free")
        await anna.do(Consent(yes=True))
        assert (anna.table.mode, anna.table.proposal) == ("free", "")
        await ben.do(ChangeMode("half"))
        await anna.do(Consent(yes=False))
        assert anna.table.mode == "free"


async def test_a_wish_leaves_with_those_who_had_it(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, ben = await seat_two(server, QUIET)
        await ben.do(ChangeMode("free"), Leave())
        assert anna.table
        assert anna.table.proposal == ""
        await anna.do(Consent(yes=True))
        assert (anna.refusal, anna.table.mode) == (Code.NOT_NOW, "rules")


async def test_a_clock_ends_where_a_table_becomes_free(autojump_clock: MockClock) -> None:
    async with run_server() as server:
        anna, _ = await seat_two(server, Settings(pace="off", clock=Clock(300)))
        await anna.do(ChangeMode("half"), ChangeMode("free"))
        room = next(iter(server.lobby.rooms.values()))
        assert (room.table.settings.mode, room.table.settings.clock) == ("free", Clock())


async def test_the_way_to_play_outlives_the_server_and_is_settled_before_a_match(
    autojump_clock: MockClock,
) -> None:
    store = MemoryStore()
    async with run_server(store=store, seed="before") as server:
        anna, ben = await seat_two(server, QUIET)
        await anna.do(ChangeMode("half"))
        await anna.do(ChangeMode("half"))
        assert anna.refusal is Code.NOT_NOW
    async with run_server(store=store, seed="after") as server:
        anna, ben = await server.back(anna), await server.back(ben)
        assert anna.table
        assert anna.table.mode == "half"
        for player in (anna, ben):
            await player.do(Ready())
        await (anna if anna.prompt else ben).pick("first")
        await anna.do(ChangeMode("rules"))
        assert anna.refusal is Code.NOT_NOW


async def test_with_a_bot_no_table_is_free(autojump_clock: MockClock) -> None:
    async with run_server(bounds=Bounds(practice=1)) as server:
        anna = await server.host("Anna", Settings(pace="off", opponent="bot"))
        await anna.do(ChangeMode("free"))
        assert anna.refusal is Code.BAD_SETTING


async def test_a_saved_line_names_the_cards_its_player_brought(autojump_clock: MockClock) -> None:
    alone = Settings(mode="free", opponent="nobody", listed=False, pace="off")
    async with run_server() as server:
        anna = await server.host("Anna", alone)
        await send_facts(anna, await bring(anna, 0))
        await anna.do(Ready(), SaveLine())
        saved = anna.last(LineText)
    async with run_server(seed="elsewhere") as other:
        ben = await other.connect("Ben")
        await ben.do(CreateTable(alone, line=saved.text))
        assert ben.view is not None
        assert ben.view == anna.view
        known = [ben.view.known_facts(card) for card in ben.view.pile(0, "hand").handles]
        assert not [facts for facts in known if facts is None or facts.name.startswith("Card 99")]


async def test_a_report_says_first_what_was_left_out_and_which_cards_names_stand_for() -> None:
    async with run_server() as server:
        anna = await server.host("Anna", QUIET)
        await anna.do(UseDeck("\n3x Dark Magician\nhello\n2 黑魔导\nSide\n1 Raigeki\n"))
        told = anna.last(DeckReport)
        assert [str(note) for note in told.notes] == ["6 cards read, 1 line not understood: 3."]
        assert decks.parse_to_deck(told.deck).parts == ((46986414,) * 5, (), (12580477,))
        await anna.do(UseDeck("46986414\n"))
        assert (anna.last(DeckReport).notes, anna.last(DeckReport).deck) == ((), "")


async def test_other_artworks_play_like_their_cards() -> None:
    ready = decks.ready_decks()["starter-yugi"].deck
    other = {46986414: 46986415}
    deck = decks.Deck(tuple(other.get(code, code) for code in ready.main), ready.extra, ready.side)
    assert 46986415 in deck.main
    async with run_server(scripted=playable_codes(bundled_pool())) as server:
        anna = await server.host("Anna", Settings(format="classic", pace="off"))
        await anna.do(UseDeck(decks.to_ydk(deck)))
        told = anna.last(DeckReport)
        assert told.legal
        assert (told.scripted, told.unknown) == (told.total, ())
