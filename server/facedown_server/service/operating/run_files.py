"""`facedown-server scenario FILE…` and `facedown-server line FILE…`: run files and print their results.

Scenarios print one JSON object a line, in the order of the files; with `check`, the differences from each
file's `expect`, and in the last line the number of matches. Saved lines (.duel) and puzzles print one line of
text a file: its format, its mode, its end. For a file that cannot be run, the reason is printed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TextIO

import msgspec

from facedown_server.games.openings import open_file
from facedown_server.games.scenarios.compare import differences
from facedown_server.games.scenarios.files import Scenario, Unreadable, read_scenarios
from facedown_server.games.scenarios.runner import Runner, ScenarioOutcome
from facedown_server.games.scenarios.scenario_rules import ScenarioRules
from facedown_server.refereeing.undo import saved_lines
from facedown_shared.cards.facts import Pool, bundled_pool, every_game
from facedown_shared.text import BadInput, Code, _, gettext_noop, ngettext
from facedown_shared.text.plain_text import escape_unprintable, printable

PROGRESS_EVERY = {True: 20, False: 200}
"""Scenarios between two lines of progress, on a terminal (True) and on other outputs."""


def run_scenarios(
    paths: Iterable[Path | str], check: bool = False, *, pool: Pool | None = None, out: TextIO | None = None
) -> int:
    """Run scenario files one after the other; return 1 if `check` found a difference, else 0.

    An invalid scenario does not stop the others: its line has the reason (`status` "unreadable").

    Raises BadInput after all have run if any was invalid, with the first reason (with `check`: with their
    number).
    """
    pool, out = pool or bundled_pool(), out or sys.stdout
    failed = total = 0
    unreadable: list[BadInput] = []
    for found in _with_progress(found for path in paths for found in read_scenarios(Path(path), pool)):
        total += 1
        if isinstance(found, Unreadable):
            unreadable.append(found.reason)
            row = {"id": found.id, "status": "unreadable", "reason": str(found.reason)}
            _print_escaped(out, f"{found.id}: {found.reason}" if check else _result_line(row))
            continue
        outcome = _run_scenario(found, pool)
        lines = _differences(found, outcome) if check else []
        failed += bool(lines)
        for line in [f"{found.id}: {line}" for line in lines] if check else [_result_line(outcome.shape)]:
            _print_escaped(out, line)
    if check:
        _print_escaped(out, _counts(total, failed, len(unreadable)))
    if unreadable and check:  # their lines hold the reason
        heading = ngettext(
            "{count} of {total} is not a scenario.",
            "{count} of {total} are not scenarios.",
            len(unreadable),
            total=total,
        )
        raise BadInput(Code.BAD_FILE, heading)
    if unreadable:
        raise unreadable[0]
    return 1 if failed else 0


def _run_scenario(scenario: Scenario, pool: Pool) -> ScenarioOutcome:
    """Return the outcome of a scenario. A bug of ours gives `status` "broken" and stops no other scenario."""
    try:
        return Runner(scenario, ScenarioRules(scenario, pool)).run()
    except Exception as mistake:
        return ScenarioOutcome({"id": scenario.id, "status": "broken", "reason": repr(mistake)}, [], [])


def _with_progress(scenarios: Iterator[Scenario | Unreadable]) -> Iterator[Scenario | Unreadable]:
    """Yield the same scenarios, and report the progress on standard error: on a terminal in one line."""
    terminal = sys.stderr.isatty()
    start, end = ("\r", "") if terminal else ("", "\n")
    done = 0
    for done, found in enumerate(scenarios, 1):
        yield found
        if done % PROGRESS_EVERY[terminal] == 0:
            progress = _("{count} scenarios run …", count=done)
            _progress(f"{start}{progress}{end}")
    if terminal and done >= PROGRESS_EVERY[terminal]:
        _progress("\r" + " " * 30 + "\r")


def _progress(words: str) -> None:
    """Write progress to standard error; `words` may move the cursor."""
    sys.stderr.write(words)
    sys.stderr.flush()


def _counts(total: int, failed: int, unreadable: int) -> str:
    counts = [_("{count} of {total} as expected", count=total - failed - unreadable, total=total)]
    counts += [_("{count} different", count=failed)] if failed else []
    counts += [_("{count} unreadable", count=unreadable)] if unreadable else []
    return _(", ").join(counts)


def _result_line(row: dict[str, Any]) -> str:
    return escape_unprintable(msgspec.json.encode(row).decode())


def _print_escaped(out: TextIO, line: str) -> None:
    """Print one message that quotes files from others, with control characters escaped."""
    out.write(f"{printable(line)}\n")


def _differences(scenario: Scenario, outcome: ScenarioOutcome) -> list[str]:
    if scenario.expect is None:
        return [_("the file expects nothing, so there is nothing to compare")]
    return differences(scenario.expect, outcome.shape, outcome.together, outcome.together_in_snapshots)


# --- saved lines --------------------------------------------------------------------------------------------

HOW = {
    "free": gettext_noop("by hand"),
    "half": gettext_noop("by the rules, and by hand without a script"),
    "rules": gettext_noop("by the rules"),
}


def run_lines(paths: Iterable[Path], *, pool: Pool | None = None, out: TextIO | None = None) -> int:
    """Run each file and print its line; return 1 if one of them cannot be parsed or run, else 0."""
    pool, out, failed = pool or every_game(), out or sys.stdout, 0
    for path in paths:
        try:
            _print_escaped(out, f"{path.name}: {_run_line(_read_file(path), pool)}")
        except BadInput as refused:
            failed += 1
            _print_escaped(out, f"{path.name}: {refused}")
    return 1 if failed else 0


def _run_line(text: str, pool: Pool) -> str:
    setup = open_file(text, pool)
    line = saved_lines.parse_line(setup.line)
    return _(
        "{format}, {how}, {begins}, {steps} steps, stands after {at}",
        format=line.format, how=_(HOW[line.mode]), steps=len(line.steps), at=line.at,
        begins=_("from a scenario") if line.scenario else _("from two decks"),
    )  # fmt: skip


def _read_file(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BadInput(Code.BAD_FILE, _("There is no file {path}.", path=path)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(Code.BAD_FILE, _("{path} cannot be read.", path=path)) from error
