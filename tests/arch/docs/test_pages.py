"""Links, anchors, paths, commands and options on pages exist; and each check finds a mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch.docs import pages
from tests.arch.source import hold
from tests.arch.test_imports import put


def test_links_and_anchors_lead_somewhere() -> None:
    hold(pages.check_links())


def test_paths_exist() -> None:
    hold(pages.check_paths())


def test_commands_exist() -> None:
    hold(pages.check_commands())


def test_options_exist() -> None:
    hold(pages.check_options())


@pytest.mark.parametrize(
    "link", ["[a](b.md)", "[a](b.md#what-it-is)", "[a](#here-too)", "[a](b.md#X-1)", "[a](https://b.example)"]
)
def test_good_links_pass(tmp_path: Path, link: str) -> None:
    put(tmp_path, "docs/b.md", '# What `it` is!\n\n<a id="X-1"></a>\n')
    put(tmp_path, "docs/a.md", f"# Here, too\n\n{link}\n\n```\n[a](nowhere)\n```\n")
    assert pages.check_links(tmp_path) == []


@pytest.mark.parametrize("target", ["c.md", "b.md#what-it-was", "#there", "../b.md"])
def test_a_link_that_leads_nowhere_is_seen(tmp_path: Path, target: str) -> None:
    put(tmp_path, "docs/b.md", "# What it is\n")
    put(tmp_path, "docs/a.md", f"# Here\n\n[a]({target})\n")
    assert pages.check_links(tmp_path) == [f"docs/a.md: {target} leads nowhere"]


def test_paths_may_have_stars_and_choices(tmp_path: Path) -> None:
    put(tmp_path, "tests/arch/a.py", "")
    put(tmp_path, "tests/arch/b.py", "")
    put(tmp_path, "README.md", "`tests/arch/`, `tests/*/a.py`, `tests/arch/{a,b}.py`, `other/x.py`\n")
    assert pages.check_paths(tmp_path) == []
    put(tmp_path, "README.md", "`tests/arch/{a,c}.py`, `tests/lost/`\n")
    assert pages.check_paths(tmp_path) == [
        "README.md: there is no tests/arch/c.py", "README.md: there is no tests/lost/",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "command",
    [
        "python run.py", "python run.py --help", "python run.py serve --port 7000", "python run.py LINK",
        "sudo python3 /opt/facedown/run.py list --data DIR", "python run.py test room -x -k clock",
        "python run.py bench load --tables 20 --mode rules", "python run.py prove secrecy --nodes",
        "python run.py setup --dev", "python -m tools.protocol", "python -m tests.ledger.pages",
    ],
)  # fmt: skip
def test_good_commands_pass(tmp_path: Path, command: str) -> None:
    put(tmp_path, "README.md", f"```\n{command}   # why --not\n```\n\n`{command}`\n")
    assert pages.check_commands(tmp_path) == []


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("python run.py serv", "run.py has no command serv"),
        ("python run.py serve --prt 7000", "run.py serve has no option --prt"),
        ("python run.py bench load --duels 3", "run.py bench has no option --duels"),
        ("python run.py prove timing --nodes", "run.py prove has no option --nodes"),
        ("python run.py style --mend", "run.py style has no option --mend"),
        ("python -m tools.protocols", "there is no module tools.protocols"),
        ("python -m lost.tools", "there is no module lost.tools"),
    ],
)
def test_a_command_that_is_not_there_is_seen(tmp_path: Path, command: str, complaint: str) -> None:
    put(tmp_path, "docs/host/a.md", f"`{command}`\n")
    assert pages.check_commands(tmp_path) == [f"docs/host/a.md: {complaint}"]


def test_an_option_that_no_command_has_is_seen(tmp_path: Path) -> None:
    put(tmp_path, "README.md", "`--port 7000`, `--spectators`, `--fix`, `--prt 7000`\n")
    assert pages.check_options(tmp_path) == ["README.md: no command has the option --prt"]
