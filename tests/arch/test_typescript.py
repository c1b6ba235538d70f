"""The browser client's names follow the rules of the others; and each check finds a mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch import typescript
from tests.arch.source import ROOT, hold
from tests.arch.test_imports import put


def test_every_number_of_the_browser_client_says_its_unit() -> None:
    hold(typescript.check_units(ROOT))


def test_every_type_and_component_of_the_browser_client_is_a_noun() -> None:
    hold(typescript.check_nouns(ROOT))


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("const PATIENCE = 10_000;", "PATIENCE"),
        ("export const SIZE = 4 * 1024;", "SIZE"),
        ("const share: number = 0.4;", "share"),
        ("let count = -1;", "count"),
        ("const MAX_LETTERS = 3;\nconst TWICE = 2 * MAX_LETTERS;", "TWICE"),
    ],
)
def test_a_number_without_a_unit_is_seen(tmp_path: Path, line: str, name: str) -> None:
    put(tmp_path, "client/browser/src/room/room.tsx", f"// a file\n{line}\n")
    complaints = typescript.check_units(tmp_path)
    assert complaints
    assert complaints[0].startswith("client/browser/src/room/room.tsx:")
    assert f": {name} is a number of what?" in complaints[0]


def test_a_name_in_dialect_is_seen(tmp_path: Path) -> None:
    put(tmp_path, "client/browser/src/a.ts", "export const MOST_LINES = read();\n")
    (complaint,) = typescript.check_units(tmp_path)
    assert complaint.startswith("client/browser/src/a.ts:1: MOST_LINES does not say")


@pytest.mark.parametrize(
    "line",
    [
        "const RETRY_MS = 500;",
        "const MAX_FILE_BYTES = 4 * MAX_DECK_LETTERS;",
        'const NAME = "3";',
        "const SIZES = [1, 2];",
        "const half = (all: number) => all / 2;",
        "const share = all / 2;",
        "function late() {\n  const wide = 3;\n}",
    ],
)
def test_units_limits_and_what_is_no_number_pass(tmp_path: Path, line: str) -> None:
    put(tmp_path, "client/browser/src/a.ts", f"{line}\n")
    put(tmp_path, "client/browser/src/generated/rows.ts", "export const MOST = 3;\n")
    assert typescript.check_units(tmp_path) == []


@pytest.mark.parametrize(
    "line",
    [
        "class Kept extends Thing {}",
        "export interface Found {",
        "type Told = string;",
        "export function Asked({ game }: Props) {",
        "export default class LineRead {",
    ],
)
def test_a_type_or_component_that_is_no_noun_is_seen(tmp_path: Path, line: str) -> None:
    put(tmp_path, "client/browser/src/a.tsx", f"{line}\n")
    (complaint,) = typescript.check_nouns(tmp_path)
    assert complaint.endswith("is no noun: what is it?")


def test_errors_functions_and_nouns_pass(tmp_path: Path) -> None:
    put(
        tmp_path,
        "client/browser/src/a.ts",
        "class Malformed extends Error {}\nclass Later extends ReplayError {}\nclass Kettle {}\n"
        "function made() {}\n",
    )
    assert typescript.check_nouns(tmp_path) == []


def test_no_name_of_the_browser_client_is_in_our_dialect() -> None:
    hold(typescript.check_dialect(ROOT))


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("function hearPrinted(): void {", "hearPrinted"),
        ("export async function drawn() {", "drawn"),
        ("class KeptSeat {", "KeptSeat"),
        ("  const mine = new Set();", "mine"),
        ("  private tell(view: View): Numbers {", "tell"),
        ("  private async opened(", "opened"),
        ("  private looked = 0;", "looked"),
        ("  constructor(private readonly hearer: Listener) {", "hearer"),
    ],
)
def test_a_declaration_in_dialect_is_seen(tmp_path: Path, line: str, name: str) -> None:
    put(tmp_path, "client/browser/src/a.ts", f"// a file\n{line}\n")
    (complaint,) = typescript.check_dialect(tmp_path)
    assert complaint == f"client/browser/src/a.ts:2: {name} does not say what it is or does"


def test_fields_that_are_stored_verbs_and_nouns_pass(tmp_path: Path) -> None:
    put(
        tmp_path,
        "client/browser/src/a.ts",
        "interface Draft {\n  readonly told: number;\n}\nexport class Link {\n  private openPrompt = null;\n"
        "  handleMessage(message: Message): void {\n    const seat = this.storage.loadSeat();\n  }\n}\n",
    )
    assert typescript.check_dialect(tmp_path) == []
