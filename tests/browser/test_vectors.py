"""A patch gives the same View in the browser as in Python, for Views of the same strategies; and throws are
alike.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from facedown_shared.protocol import fairness
from facedown_shared.protocol.brief_events import WORDS
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.messages import Update, Whole
from facedown_shared.protocol.visible_events import KINDS
from facedown_shared.tables.diff import zone_numbers
from facedown_shared.tables.view import View, VisibleEvent
from facedown_shared.tables.zones import Place
from tests.browser.node import bundle_script, is_there, run
from tests.shared.tables.test_diff import successors

VECTORS_COUNT = 60
FEW = st.integers(0, 9)
PLACES = st.builds(
    Place, st.integers(-1, 1), st.sampled_from(["hand", "monster", "extra_monster"]), st.integers(-1, 4)
)
EVENTS = st.lists(
    st.builds(
        VisibleEvent, st.sampled_from([*KINDS, "later_kind"]), st.integers(-1, 1), FEW, FEW, FEW,
        st.none() | PLACES, st.none() | PLACES, st.integers(-9, 9), st.sampled_from(["", *WORDS, "new"]),
        st.lists(FEW, max_size=2).map(tuple),
    ),
    min_size=1, max_size=4,
).map(tuple)  # fmt: skip
UNSENT = re.compile(r'\d{16}|"__proto__"')
"""Whole numbers from 2**53 on and a key that JavaScript cannot hold; no server sends either."""


def encode_plain(value: Any) -> Any:
    """Return a value as JSON has it: structs by the names of their fields."""
    if isinstance(value, msgspec.Struct):
        return {name: encode_plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: encode_plain(each) for name, each in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [encode_plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): encode_plain(each) for key, each in value.items()}
    return value


def draw_view_pairs() -> list[tuple[View, View, tuple[VisibleEvent, ...]]]:
    """Return pairs of Views, and the events between them, none in every third.

    What Hypothesis generates depends on the modules that are loaded: it takes constants from them.
    """
    found: list[tuple[View, View, tuple[VisibleEvent, ...]]] = []

    @settings(
        max_examples=VECTORS_COUNT, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck), deadline=None,
    )  # fmt: skip
    @given(successors(), EVENTS)
    def take(pair: tuple[View, View], events: tuple[VisibleEvent, ...]) -> None:
        assume(not UNSENT.search(json.dumps(encode_plain(pair))))
        found.append((*pair, events if len(found) % 3 else ()))

    take()
    return found


def test_patches_and_throws_come_out_alike(tmp_path: Path) -> None:
    if not is_there():
        return
    pairs = draw_view_pairs()
    assert len(pairs) > VECTORS_COUNT / 2
    assert any(old.piles and new.cards and events for old, new, events in pairs), "some have cards in piles"
    assert len(zone_numbers("master")) > 15
    journeys, expected = [], []
    for old, new, events in pairs:
        update = Update.between(1, old, new, events)
        view, told = update.apply_to(old)
        assert view == new
        whole = encode(Whole(0, old), bundled=False).hex()
        journeys.append({"whole": whole, "updates": [encode(update, bundled=False).hex()]})
        expected.append(
            [
                {"view": encode_plain(old), "events": []},
                {"view": encode_plain(view), "events": encode_plain(told)},
            ]
        )
    throws = [
        {"name": f"{number}/deck:0", "secret": (bytes([number]) * 32).hex(), "shares": shares}
        for number, shares in enumerate(
            [[], ["", ""], ["ab" * 32, ""], ["12" * 32, "34" * 32], ["00" * 32, "ff" * 32]]
        )
    ]
    script = bundle_script(
        Path(__file__).parents[2] / "client/browser/tests/vectors.ts", tmp_path / "vectors.cjs"
    )
    told_of = json.loads(run("node", str(script), said=json.dumps({"journeys": journeys, "throws": throws})))
    for found, wanted in zip(told_of["journeys"], json.loads(json.dumps(expected)), strict=True):
        assert found == wanted
    for row, found in zip(throws, told_of["throws"], strict=True):
        assert found == _throw_vector(str(row["name"]), str(row["secret"]), list(row["shares"]))


def _throw_vector(name: str, secret: str, shares: list[str]) -> dict[str, Any]:
    given_shares = [bytes.fromhex(share) for share in shares]
    stream = fairness.Stream(fairness.key(name, bytes.fromhex(secret), given_shares))
    return {
        "commitment": fairness.commitment(name, bytes.fromhex(secret)).hex(),
        "seals": [fairness.seal(share).hex() for share in given_shares],
        "numbers": [stream.draw_below(limit) for limit in (2, 6, 40, 4_294_967_295)],
        "order": stream.order(60),
    }
