"""The host's command to drain: when it ends, and how."""

from __future__ import annotations

from pathlib import Path

import pytest
from trio.testing import MockClock

from facedown_server.service.config import Config
from facedown_server.service.operating import drain as draining
from facedown_server.service.operating.control import control_path
from facedown_server.service.operating.operator_messages import OperatorReply
from facedown_shared.text.errors import BadInput, Code


@pytest.mark.parametrize("is_new", [True, False])
async def test_another_server_in_its_place_means_that_the_drain_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, autojump_clock: MockClock, *, is_new: bool
) -> None:
    """Seen to fail: the command ended with an error where the next server had started at once."""
    config = Config(data=str(tmp_path))
    socket = control_path(config)
    socket.parent.mkdir(parents=True, exist_ok=True)
    socket.write_text("first")

    async def answer(config: Config, do: str, *, text: str) -> OperatorReply:
        if text != "look":
            return OperatorReply(("1 table is left, 0 handed over.",))
        if is_new:
            socket.rename(socket.with_name("old"))
            socket.write_text("second")
        raise BadInput(Code.NOT_NOW, "This server is not being drained.")

    monkeypatch.setattr(draining, "send_command", answer)
    said: list[str] = []
    if is_new:
        await draining.drain(config, said.append, cancel=False, wait=True)
        assert said[-1] == "All tables are handed over, and the server has stopped."
    else:
        with pytest.raises(BadInput):
            await draining.drain(config, said.append, cancel=False, wait=True)
