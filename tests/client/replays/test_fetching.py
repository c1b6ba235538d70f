"""The public replay of a match is opened by its link, stored here, and gone once a player has deleted it."""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown_client.connection.replay_download import download_replay
from facedown_client.replays import replay_list
from facedown_client.replays.player import Player
from facedown_shared.network import links
from facedown_shared.protocol.messages import DropReplay, ReplayGone
from facedown_shared.tables.zones import PUBLIC_CLASS_INDEX
from facedown_shared.text.errors import BadInput
from tests.client.house import ADDRESS
from tests.server.room.replays.test_replay_desk import match


async def test_a_link_leads_to_the_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, autojump_clock: object
) -> None:
    monkeypatch.setenv("FACEDOWN_HOME", str(tmp_path / "home"))
    async with match(tmp_path / "kept") as played:
        host, third = played.players[0].model, played.spectator.model
        text = third.replay_link(ADDRESS.base)
        assert text == host.replay_link("http://nobody.example")
        link = links.parse_link(text)
        assert (link.role, link.code, str(link)) == ("replay", "", text)
        path = await download_replay(link, "Sid", played.server.dial)
        (row,) = [row for row in replay_list.list_replays() if row.path == path]
        assert (row.seat, row.head.names) == (PUBLIC_CLASS_INDEX, ("Wren", "Halvard"))
        player = Player(replay_list.open_replay(path))
        player.seek(player.last)
        assert player.view == played.spectator.views[-1]
        assert host.replay is not None
        gone = await played.asks(DropReplay(host.replay.key))
        assert isinstance(gone, ReplayGone)
        host.handle_message(gone)
        assert host.replay_link(ADDRESS.base) == ""
        before = len(replay_list.list_replays())
        with pytest.raises(BadInput):
            await download_replay(link, "Sid", played.server.dial)
        assert len(replay_list.list_replays()) == before


async def test_a_link_to_a_table_is_none_to_a_replay() -> None:
    for text in ("http://server.example/t/R7K-42Q#watch=abc", "R7K-42Q"):
        with pytest.raises(BadInput):
            await download_replay(links.parse_link(text), "Sid")
