"""Decks of today's kind, half by hand: clients know their cards, the server does not, sockets are real."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
import trio

from facedown_client.connection.link import Link, LinkState
from facedown_client.connection.visit import Visit
from facedown_client.model import card_catalogue
from facedown_server.runtime.world import RealWorld
from facedown_server.service.app import Parts, serve
from facedown_server.service.config import Config
from facedown_shared.cards.facts import bundled_pool
from facedown_shared.decks import decks
from facedown_shared.decks.decks import Deck
from facedown_shared.network import links
from facedown_shared.protocol.messages import (
    Answer,
    CreateTable,
    JoinTable,
    Ready,
    Refused,
    Settings,
    ToServer,
    UseDeck,
)
from facedown_shared.text.errors import Code
from tests import strangers
from tests.server.games.manual.yugioh.half.duelists import Duelist

HALF = Settings(mode="half", pace="off", listed=False)
DUEL_TIMEOUT_S = 100
"""Seconds: a duel takes a few; a machine may be busy."""


class Client:
    """One headless client: sends a deck, is ready, answers and moves cards until the match is over."""

    def __init__(self, name: str, server: links.TableLink, wish: ToServer, deck: Deck, seed: bytes) -> None:
        self.visit = Visit(Link(server, name, wish=wish))
        self.mind = Duelist(seed)
        self._deck = deck
        self._brought = self._ready = False
        self._acted = -1

    async def play(self) -> None:
        """Play to the end of the match."""
        model = self.visit.model
        while model.table is None or model.table.stage != "over":
            message = await self.visit.next()
            if isinstance(message, LinkState) or model.table is None or self.visit.has_more:
                continue
            refused = isinstance(message, Refused)
            if isinstance(message, Refused) and message.code is Code.OUTDATED:
                self._ready = False  # the other player sat down meanwhile
            if not self._brought:
                self._brought = self.visit.send(UseDeck(decks.to_ydk(self._deck), self._deck.name))
            elif not self._ready and model.report is not None and not model.report.unknown:
                self._ready = self.visit.send(Ready())
            elif model.prompt is not None and (refused or model.prompt.ask != self._acted):
                self._acted = model.prompt.ask
                self._act(refused=refused)

    def _act(self, *, refused: bool) -> None:
        model = self.visit.model
        assert model.prompt is not None
        if model.view is None:
            self.visit.send(Answer(model.prompt.ask, (0,)))
        else:
            self.visit.send(self.mind.act(model.prompt, model.view, refused=refused))


@pytest.fixture
def unknown_cards_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder of cards that the clients know, and the server does not."""
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "home"))
    folder = tmp_path / "edopro"
    strangers.database(folder)
    card_catalogue.load_folder(str(folder))
    yield folder
    card_catalogue.load_folder("")


async def test_two_decks_of_strangers_are_dueled_to_the_end(
    unknown_cards_folder: Path, tmp_path: Path
) -> None:
    for deck in strangers.decks():
        assert sum(code not in bundled_pool() for code in deck.main) >= 20
    settings = {
        "bind": ["127.0.0.1"], "port": 0, "data": str(tmp_path / "data"), "messages_per_second": 5000.0,
    }  # fmt: skip
    config, stop = msgspec.convert(settings, Config), trio.Event()

    async def begin(task_status: trio.TaskStatus[Parts]) -> None:
        await serve(config, RealWorld(), say=lambda line: None, stop=stop, task_status=task_status)

    with trio.fail_after(DUEL_TIMEOUT_S):
        async with trio.open_nursery() as nursery:
            parts = await nursery.start(begin)
            server = links.TableLink("127.0.0.1", parts.port)
            one, other = strangers.decks()
            wren = Client("Wren", server, CreateTable(HALF), one, b"wren")
            nursery.start_soon(wren.visit.run_link)
            while "opponent" not in wren.visit.model.links:
                await wren.visit.next()
            link = links.parse_link(wren.visit.model.links["opponent"][0][1])
            robin = Client("Robin", server, JoinTable(link.code, link.secret), other, b"robin")
            nursery.start_soon(robin.visit.run_link)
            async with trio.open_nursery() as both:
                both.start_soon(wren.play)
                both.start_soon(robin.play)
            stop.set()
            nursery.cancel_scope.cancel()
    assert wren.mind.carried_out + robin.mind.carried_out >= 5
    view = robin.visit.model.view
    assert view is not None
    assert any(code not in bundled_pool() and facts.text for code, facts in view.facts.items())
