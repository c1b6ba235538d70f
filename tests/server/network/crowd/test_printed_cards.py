"""Card texts are sent to those who may read the card, once, in their language, and to no other client."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import msgspec
import pytest

from facedown_server.network.crowd.guest import Guest
from facedown_server.network.crowd.printed_cards import PrintedCards
from facedown_shared.cards.facts import Facts, Pool, every_game
from facedown_shared.protocol.codec import decode_from_server
from facedown_shared.protocol.messages import Option, Printed, Prompt, Update
from facedown_shared.tables.diff import Patch, RareChanges
from facedown_shared.text.words import LINE, words

WALKER = Facts(code=900001, name="Mini Walker", kinds=("monster",))
DRAWER = Facts(code=900002, name="Mini Drawer", kinds=("spell",))
OURS = next(iter(every_game()))
POOL: Pool = every_game().joined_with((WALKER, DRAWER))


@dataclass
class ChineseTexts:
    """One card in another language."""

    languages: Iterable[str] = ("zh_CN",)
    names: Mapping[int, str] = field(default_factory=lambda: {WALKER.code: "小小行者"})

    def translated_facts(self, facts: Facts, language: str) -> Facts | None:
        name = self.names.get(facts.code) if language == "zh_CN" else None
        return None if name is None else msgspec.structs.replace(facts, name=name)

    def card_lines(self, code: int, language: str) -> tuple[str, ...]:
        said = {"zh_CN": ("走", "留")}.get(language, ("Walk", "Stay"))
        return said if code == WALKER.code else ()


@dataclass
class RecordingConnection:
    """A connection that records what it is sent."""

    peer: str = "here"
    accepted: float = 0.0
    on_recover: Callable[[], None] | None = None
    frames: list[bytes] = field(default_factory=list)

    def push(self, frame: bytes) -> bool:
        self.frames.append(frame)
        return True

    def close(self, code: int = 1000, reason: str = "") -> None:
        raise AssertionError("it stays open")

    def printed_cards(self) -> list[Printed]:
        """Return all card texts that were sent."""
        found = []
        for frame in self.frames:
            message = decode_from_server(frame[4 if frame[1] == 126 else 2 :])
            assert isinstance(message, Printed)
            found.append(message)
        return found

    def names(self) -> list[str]:
        """Return the names on the cards that were sent."""
        return [facts.name for message in self.printed_cards() for facts in message.facts]


def reader(language: str, *, has_cards: bool = True) -> tuple[Guest, RecordingConnection]:
    line = RecordingConnection()
    return Guest(line, "Anna", has_cards=has_cards, reads=language), line


def update_showing(*cards: Facts) -> Update:
    """Return an update that shows these cards for the first time."""
    return Update(1, Patch(rare=RareChanges(facts={facts.code: facts for facts in cards})))


def search_prompt(codes: Iterable[int]) -> Prompt:
    """Return a prompt that names cards by passcode alone, one of them in a sentence."""
    first, *rest = codes
    return Prompt(1, "choice", options=(
        Option("word", words=words("the_card_named", first)), *(Option("choose", code=code) for code in rest),
    ))  # fmt: skip


def test_a_view_is_told_in_the_readers_language_where_there_are_words_in_it() -> None:
    printing = PrintedCards(POOL, ChineseTexts())
    (anna, line), (ben, other) = reader("zh_CN"), reader("en")
    for _ in range(2):  # once is enough
        printing.send_new_texts(update_showing(WALKER, DRAWER), (anna, ben))
    assert line.names() == ["小小行者"]
    assert other.names() == []


@pytest.mark.parametrize(
    ("language", "names"), [("zh_CN", ["小小行者", "Mini Drawer"]), ("de", ["Mini Walker", "Mini Drawer"])]
)
def test_cards_of_a_prompt_and_of_a_deck_are_told_in_some_language(language: str, names: list[str]) -> None:
    printing = PrintedCards(POOL, ChineseTexts())
    (anna, line), (ben, other) = reader(language), reader(language)
    printing.send_prompt_texts(search_prompt((WALKER.code, DRAWER.code, OURS.code)), (anna,))
    printing.deck((WALKER.code, DRAWER.code, 77), ben)
    assert line.names() == other.names() == names


def test_lines_that_a_prompt_names_are_told_and_of_a_card_without_lines_nothing() -> None:
    printing = PrintedCards(POOL, ChineseTexts())
    (anna, line), (ben, other), (bot, none) = reader("zh_CN"), reader("en"), reader("")
    options = tuple(
        Option("word", words=words(LINE, card.code, 1, words("its_option", 1))) for card in (WALKER, DRAWER)
    )
    printing.send_prompt_texts(Prompt(1, "choice", options=options), (anna, ben, bot))
    assert [message.lines for message in line.printed_cards()] == [{WALKER.code: ("走", "留")}]
    assert [message.lines for message in other.printed_cards()] == [{WALKER.code: ("Walk", "Stay")}]
    assert none.frames == []


def test_the_card_of_a_prompt_and_lines_within_its_words_are_told() -> None:
    printing = PrintedCards(POOL, ChineseTexts())
    anna, line = reader("zh_CN")
    asks = words("so_far", words(LINE, WALKER.code, 0, words("choose_cards")), 1, 2)
    printing.send_prompt_texts(Prompt(1, "choice", asks, code=DRAWER.code), (anna,))
    assert line.names() == ["Mini Drawer"]
    assert [message.lines for message in line.printed_cards() if message.lines] == [
        {WALKER.code: ("走", "留")}
    ]


def test_who_has_not_the_cards_of_the_program_is_told_of_them_too() -> None:
    anna, line = reader("en", has_cards=False)
    PrintedCards(POOL).deck((OURS.code,), anna)
    assert line.names() == [OURS.name]


def test_who_reads_nothing_is_told_nothing() -> None:
    bot, line = reader("")
    printing = PrintedCards(POOL, ChineseTexts())
    printing.send_new_texts(update_showing(WALKER), (bot,))
    printing.send_prompt_texts(search_prompt((WALKER.code,)), (bot,))
    printing.deck((WALKER.code,), bot)
    assert line.frames == []
