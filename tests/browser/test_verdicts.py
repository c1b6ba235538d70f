"""The browser on a duel in EDOPro's core: the core's shuffles are reported, and are no complaint."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from facedown_shared.protocol import fairness
from facedown_shared.protocol.codec import encode
from facedown_shared.protocol.fairness import Trail
from facedown_shared.protocol.messages import Opened
from tests.browser.node import bundle_script, is_there, run

SECRET, SHARES = bytes(range(32)), (b"a" * 32, b"b" * 32)


def stored_match(**other: Any) -> dict[str, Any]:
    """Return what the browser of seat 0 has stored of a match that was pledged honestly."""
    return {
        "seat": 0, "share": SHARES[0].hex(), "shares": [share.hex() for share in SHARES],
        "commitments": {"0/coin": fairness.commitment("0/coin", SECRET).hex()},
        "seals": [fairness.seal(share).hex() for share in SHARES],
        "decks": [], "chapters": {}, "tosses": {}, "caught": [],
    } | other  # fmt: skip


def make_opening(stirred: int) -> str:
    """Return the opening, with a Deck that the core has shuffled so often."""
    steps = (("in", "deck", (0, 0)), *[("stir", "deck", (0,))] * stirred)
    return encode(Opened({"0/coin": SECRET}, trails=(Trail(1, 0, (7,), steps),))).hex()


def test_what_the_fields_core_shuffled_is_said_and_a_false_pledge_still_found(tmp_path: Path) -> None:
    if not is_there():
        return
    script = bundle_script(Path("tests/verdicts.ts"), tmp_path / "verdicts.js")
    false = {"commitments": {"0/coin": fairness.commitment("0/coin", bytes(32)).hex()}}
    given = [
        {"kept": stored_match(), "opened": make_opening(0)},
        {"kept": stored_match(), "opened": make_opening(2)},
        {"kept": stored_match(**false), "opened": make_opening(2)},
    ]  # fmt: skip
    plain, stirred, cheated = json.loads(run("node", str(script), said=json.dumps(given)))
    assert "EDOPro" not in plain["line"]
    assert (stirred["shuffles"], stirred["throws"], stirred["complaints"]) == (0, 0, plain["complaints"])
    assert "2 shuffles by EDOPro's core were fixed in advance, not computed again" in stirred["line"]
    assert cheated["line"].startswith("Shuffles NOT verified: ")
