"""The version has one place, pyproject.toml, and every command of both programs prints it."""

from __future__ import annotations

import tomllib

import click
import pytest
from click.testing import CliRunner

from facedown_client.commands.command import cli as player
from facedown_server.service.command import cli as host
from facedown_shared.text.localized_help import installed_version
from tests.arch.source import ROOT

PROGRAMS = {"facedown": player, "facedown-server": host}
COMMANDS = [(name, word) for name, group in PROGRAMS.items() for word in ("", *group.commands)]


def test_the_installed_version_is_that_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert installed_version() == project["version"]


@pytest.mark.parametrize(("program", "word"), COMMANDS, ids=str)
def test_every_command_prints_the_version(program: str, word: str) -> None:
    """Seen to fail: only the programs themselves knew the option, `facedown bot` did not."""
    group: click.Group = PROGRAMS[program]
    answer = CliRunner().invoke(group, [*([word] if word else []), "--version"])
    assert answer.exit_code == 0, answer.output
    assert answer.output.endswith(f"version {installed_version()}\n")
