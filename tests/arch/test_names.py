"""A number has its unit, a class is a noun and no name is in our dialect; and each check finds a mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch import names
from tests.arch.source import ROOT, hold
from tests.arch.test_imports import put


def test_every_number_says_its_unit() -> None:
    hold(names.check_units(ROOT))


def test_no_name_is_in_our_dialect() -> None:
    hold(names.check_dialect(ROOT))


WITHOUT_UNIT = [
    ("TIMEOUT", "TIMEOUT = 3.0\n"),
    ("DELAY", "DELAY: Final = 5\n"),
    ("SIZE", "SIZE = 4 * 1024**2\n"),
    ("_OFFSET", "_OFFSET = -1\n"),
    ("BYTES", "BYTES = 64\n"),
    ("HALF", "SIZE_PX = 40\nHALF = SIZE_PX // 2\n"),
    ("LATER", "if True:\n    LATER = 3\n"),
    ("SECOND", "FIRST_S = SECOND = 3\n"),
    ("ATTACK", "NAME, ATTACK = 'a', 4\n"),
    ("HIGH", "LOW_PX, (HIGH, WORD) = 1, (2, 'a')\n"),
    ("WIDE", "if True:\n    [WIDE, HEIGHT_PX] = [3, 4]\n"),
    ("BIT", "BIT, FIRST_FLAG = (1 << number for number in range(2))\n"),
    ("KIND", "FIRST_CODE, KIND = range(2)\n"),
    ("FAR", "FAR: float = float('inf')\n"),
    ("ROUNDS", "ROUNDS: Final[int] = 3 if True else 4\n"),
    ("COUNTED", "COUNTED = len(NAMES)\n"),
]


@pytest.mark.parametrize(("name", "text"), WITHOUT_UNIT)
@pytest.mark.parametrize(
    "path", ["server/facedown_server/room/room.py", "tests/browser/a.py", "benchmarks/a.py", "proofs/a.py"]
)
def test_a_number_without_a_unit_is_seen(tmp_path: Path, path: str, name: str, text: str) -> None:
    put(tmp_path, path, text)
    (complaint,) = names.check_units(tmp_path)
    assert complaint.startswith(f"{path}:")
    assert f" {name} is a number of what?" in complaint


def test_a_unit_a_limit_a_rate_and_what_is_no_number_pass(tmp_path: Path) -> None:
    put(
        tmp_path,
        "shared/facedown_shared/limits.py",
        "TIMEOUT_S = 3.0\nMAX_WEIGHT = 4\nDEFAULT_LEVEL: int = 2\nNAMES_PER_MESSAGE = 170\n_GAP_PX = -2\n"
        'RULE = "-" * 40\nIS_FAST = True\nWORD, OTHER = "a", (1, 2)\nDELAYS = (1, 2)\nFLAG_BITS = 1 << 3\n'
        "ELF, HOLE = (code(name) for name in NAMES)\n*REST, LAST_INDEX = read()\n"
        "def late():\n    count = 3\nclass Size:\n    WIDE = 3\n",
    )
    assert names.check_units(tmp_path) == []


DIALECT = [
    "PATIENCE = frozenset()\n",
    "LONGEST_NAME = compute()\n",
    "MOST_CARDS = 3\n",
    "LARGEST_FILE: int\n",
    "A_S, HASTE = 1, 2\n",
    "(A_S, [_ENOUGH, *B]) = read()\n",
    "try:\n    AT_ONCE = 1\nexcept ValueError:\n    pass\n",
    'CLAIM_AGAIN = "INSERT"\n',
    "_beside = ()\n",
]


@pytest.mark.parametrize("text", DIALECT)
def test_a_name_in_dialect_is_seen(tmp_path: Path, text: str) -> None:
    put(tmp_path, "client/facedown_client/data/a.py", text)
    (complaint,) = names.check_dialect(tmp_path)
    assert "does not say what it is" in complaint


def test_a_word_within_a_name_is_no_dialect(tmp_path: Path) -> None:
    put(
        tmp_path,
        "client/facedown_client/data/a.py",
        "PAUSE_BETWEEN_SLICES_S = 1.0\nMAX_NAMES = 3\n_GO_AGAIN = 'a keyword'\ndef again():\n    most = 1\n",
    )
    assert names.check_dialect(tmp_path) == []


def test_every_class_is_a_noun() -> None:
    hold(names.check_classes(ROOT))


@pytest.mark.parametrize(
    "name", ["Boxed", "Holding", "Given", "_SeatKept", "Elsewhere", "ServiceWay", "HTTPBroken", "CardsRead"]
)
def test_a_class_that_is_no_noun_is_seen(tmp_path: Path, name: str) -> None:
    put(tmp_path, "server/facedown_server/room/a.py", f"def late():\n    class {name}(Row): ...\n")
    put(tmp_path, "tests/server/a.py", f"class {name}: ...\n")
    here, there = names.check_classes(tmp_path)
    assert here.startswith(f"server/facedown_server/room/a.py:2: {name} is no noun")
    assert there.startswith(f"tests/server/a.py:1: {name} is no noun")


def test_events_messages_errors_and_nouns_pass(tmp_path: Path) -> None:
    put(
        tmp_path,
        "shared/facedown_shared/protocol/a.py",
        "class Moved(envelope.ToClient): ...\nclass Why(ToServer): ...\nclass CardMoved(Moved): ...\n"
        "class StoreFailed(Exception): ...\nclass TableDamaged(StoreFailed): ...\nclass KeyBinding: ...\n"
        "class DeckEntry: ...\n",
    )
    put(tmp_path, "server/facedown_server/games/edopro/stream/a.py", "class Chained(NamedTuple): ...\n")
    assert names.check_classes(tmp_path) == []


def test_every_function_is_named_after_what_it_does() -> None:
    hold(names.check_functions(ROOT))


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("server/facedown_server/room/a.py", "hear"),
        ("shared/facedown_shared/text/a.py", "_is_told"),
        ("client/facedown_client/window/paint/a.py", "is_mine"),
        ("client/facedown_client/window/paint/a.py", "_drawn"),
        ("client/facedown_client/board/a.py", "answering"),
        ("client/facedown_client/commands/a.py", "chosen"),
        ("client/facedown_client/replays/a.py", "_back"),
        ("tests/server/a.py", "told"),
        ("proofs/a.py", "_say"),
        ("tools/a.py", "lay_out"),
        ("benchmarks/a.py", "hear"),
        ("server/facedown_server/room/a.py", "_spent"),
        ("shared/facedown_shared/text/a.py", "joined"),
        ("proofs/a.py", "running"),
        ("benchmarks/load/a.py", "used"),
        ("tools/a.py", "_dragged"),
    ],
)
def test_a_function_in_dialect_is_seen(tmp_path: Path, path: str, name: str) -> None:
    put(tmp_path, path, f"class Kettle:\n    async def {name}(self) -> None:\n        pass\n")
    (complaint,) = names.check_functions(tmp_path)
    assert complaint.startswith(f"{path}:2: {name} is no verb")


def test_verbs_questions_and_nouns_pass(tmp_path: Path) -> None:
    put(
        tmp_path,
        "client/facedown_client/window/a.py",
        "def __enter__(): ...\ndef draw_dragged(): ...\ndef is_stored(): ...\ndef string(): ...\n",
    )
    put(
        tmp_path,
        "server/facedown_server/room/a.py",
        "class Row:\n    @property\n    def chosen(self): ...\n    @functools.cached_property\n"
        "    def running(self): ...\n    def __missing__(self): ...\n    def read(self): ...\n"
        "@cli.command(hidden=True)\ndef ahead(): ...\ndef tellers(): ...\n",
    )
    put(tmp_path, "client/facedown_client/model/words/phrases.py", "def hidden(): ...\n")
    put(tmp_path, "tests/server/a.py", "def test_a_full_server_says_so(): ...\ndef offered(): ...\n")
    assert names.check_functions(tmp_path) == []


def test_every_local_says_what_it_holds() -> None:
    hold(names.check_locals(ROOT))


@pytest.mark.parametrize(
    "text",
    [
        "def note(told: int) -> None: ...\n",
        "def note(*given: int) -> None: ...\n",
        "async def note() -> None:\n    heard, row = 1, 2\n",
        "def note() -> None:\n    for _kept in (): ...\n",
        "class Row:\n    def note(self) -> list[int]:\n        return [fell for fell in ()]\n",
    ],
)
@pytest.mark.parametrize(
    "path",
    ["server/facedown_server/room/a.py", "client/facedown_client/bot/a.py", "proofs/a.py", "benchmarks/a.py"],
)
def test_a_local_in_dialect_is_seen(tmp_path: Path, path: str, text: str) -> None:
    put(tmp_path, path, text)
    (complaint,) = names.check_locals(tmp_path)
    assert complaint.startswith(f"{path}:")
    assert "does not say what it holds" in complaint


def test_fields_and_longer_names_pass(tmp_path: Path) -> None:
    put(
        tmp_path,
        "shared/facedown_shared/text/a.py",
        "class Row:\n    told: int = 0\n    def note(self, kept_rows: int) -> None:\n"
        "        self.heard = kept_rows\n",
    )
    put(tmp_path, "tests/server/a.py", "def test_it() -> None:\n    told = 3\n")
    assert names.check_locals(tmp_path) == []
