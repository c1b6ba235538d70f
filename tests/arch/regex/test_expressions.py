"""No pattern takes more than linear time for a stranger's text; and the check finds one that does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch.regex.expressions import check_expressions
from tests.arch.regex.patterns import Automaton
from tests.arch.source import ROOT, hold
from tests.arch.test_imports import put


def test_no_pattern_takes_longer_than_its_text_is_long() -> None:
    hold(check_expressions(ROOT))


@pytest.mark.parametrize(
    "pattern",
    [
        r"(a+)+b", r"(a*)*b", r"(\w+\s?)*$", r"(a|b|ab)*c", r"([a-z]+)*[A-Z]", r"(?:x+x+)+y",
        r"^(([a-z])+.)+[A-Z]([a-z])+$",
    ],
)  # fmt: skip
def test_nested_repeats_are_seen(pattern: str) -> None:
    (risk,) = Automaton(pattern, search=False, whole=True).risks()
    assert "nested" in risk


@pytest.mark.parametrize(
    "pattern",
    [
        r"\s*\s+x", r"\d+\w*!", r".*,.*;", r"a*b?a*c", r"[\w-]*[^\W_]+\.", r"x*[xy]+[xz]*q",
        r"^\s*(?:\(?(\d{1,2})\)?\s*[x×]?\s+)?(.+?)\s*(?:[(\[]\s*(red|[ryb123])\s*[)\]])?\s*$",
        r"^[ \t]*\(?\d{1,2}\)?[ \t]*[x×]?[ \t]+[^\W\d_]", r"^\s*(hero|weapons?)\s*:\s*(.+)$",
    ],
)  # fmt: skip
def test_adjoining_repeats_are_seen(pattern: str) -> None:
    (risk,) = Automaton(pattern, search=False, whole=True).risks()
    assert "adjoining" in risk


def test_a_search_that_begins_with_a_repeat_is_seen() -> None:
    assert [*Automaton(r"[a-z][a-z0-9+.-]*://", search=True).risks()]
    assert not [*Automaton(r"[a-z][a-z0-9+.-]*://", search=False).risks()]
    assert not [*Automaton(r"\[[0-9a-f:.]+(%\w+)?\](:\d+|/)[^\s<>]*", search=True).risks()]
    assert not [*Automaton(r"\w+", search=True).risks()], "it finds one at once, and never goes back"


@pytest.mark.parametrize(
    "pattern",
    [
        r"[A-Za-z0-9_-]{1,128}", r"\d+\.\d+", r"(?:a|b)*c", r"\[ ?pendulum effect ?\]", r"(ab)*",
        r"^([0-9a-f]{2})*$", r"[-+*/]?[0-9]{1,6}(?:[-+*/][0-9]{1,6}){0,8}", r"x*[xy]?q", r"(?:[a-z]+,)*z",
    ],
)  # fmt: skip
def test_harmless_patterns_are_left_alone(pattern: str) -> None:
    assert [*Automaton(pattern, search=False, whole=True).risks()] == []


def test_a_risky_pattern_in_any_module_is_seen(tmp_path: Path) -> None:
    put(
        tmp_path,
        "shared/facedown_shared/lists.py",
        '"""Law."""\nimport re\nROW = re.compile(r"\\s*(\\d+)?\\s+x", re.I)\n',
    )
    put(
        tmp_path,
        "server/facedown_server/talk.py",
        '"""Law."""\nimport re\n\n\ndef f(x):\n    return re.sub(r" +$", "", x)\n',
    )
    put(
        tmp_path,
        "client/facedown_client/said.py",
        '"""Law."""\nfrom msgspec import Meta\nM = Meta(pattern="^(a+)+$")\n',
    )
    put(
        tmp_path,
        "client/facedown_client/fine.py",
        '"""Law."""\nimport re\n_A = re.compile(r"a+")\n_A.match("aa")\n',
    )
    assert len(check_expressions(tmp_path)) == 3
