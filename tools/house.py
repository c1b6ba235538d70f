"""Draw packages and their groups from the imports: `python -m tools.house` writes docs/pictures/house.svg.

A box is a group of a package, with its folders in small letters. Single files of a package at one height
share a box. What a box uses is below it; an arrow that others imply is left out. The same tree gives the same
picture.
"""

from __future__ import annotations

import sys
from html import escape
from itertools import groupby
from pathlib import Path

from tests.arch.source import PACKAGES, ROOT, Module, modules

FLOORS = (("tools", "proofs"), ("facedown_client", "facedown_server"), ("facedown_shared",))
"""The wings, from those that use most to the one that all use."""
PICTURE = "docs/pictures/house.svg"
LETTER_WIDTH_PX, SMALL_LETTER_WIDTH_PX, BOX_HEIGHT_PX, ROW_HEIGHT_PX, GAP_PX, HEAD_HEIGHT_PX = (
    8.4,
    6.6,
    44,
    76,
    14,
    38,
)
"""Widths of letters; heights of a box, of a row of them and of a wing's name; the space between boxes."""

MIN_WING_WIDTH_PX, MARGIN_PX = 150.0, 20.0

Uses = dict[str, set[str]]
Place = tuple[float, float, float, float]
"""Left, top, width, height."""


def rooms(root: Path) -> Uses:
    """Return what each group (`facedown_server.games`) and each single file (`facedown_server.app.py`) of the
    packages uses, and each wing of the checkout as a whole (`proofs`)."""
    wings = [wing for floor in FLOORS for wing in floor]
    known = {module.name: module for module in modules(root, *wings) if _is_drawn(module)}
    uses: Uses = {_room(module): set() for module in known.values()}
    for module in known.values():
        for _, name in module.uses:
            while name and name not in known:
                name = name.rpartition(".")[0]
            if name and _room(known[name]) != _room(module):
                uses[_room(module)].add(_room(known[name]))
    return uses


def folders(root: Path) -> Uses:
    """Return the folders of each group."""
    found: Uses = {}
    for module in modules(root, *PACKAGES):
        parts = module.path.relative_to(root).parts[1:-1]
        if len(parts) > 2:
            found.setdefault(".".join(parts[:2]), set()).add(parts[2])
    return found


def _is_drawn(module: Module) -> bool:
    """Return whether a module counts: a package's own `__init__` and `__main__` say nothing of its
    groups.
    """
    parts = module.path.relative_to(module.root).parts
    return not (parts[1] in PACKAGES and parts[2] in {"__init__.py", "__main__.py"})


def _room(module: Module) -> str:
    parts = module.path.relative_to(module.root).parts
    return ".".join(parts[1:3]) if parts[1] in PACKAGES else parts[0]


def reachable(uses: Uses) -> Uses:
    """Return each box, and all it uses directly or through others."""
    found = {name: set(used) for name, used in uses.items()}
    for through in found:
        for reached in found.values():
            if through in reached:
                reached |= found[through]
    return found


def heights(uses: Uses) -> dict[str, int]:
    """Return how many boxes are below each, one beneath the other; those of one circle have one height."""
    reach, known = reachable(uses), dict[str, int]()

    def height(name: str) -> int:
        if name not in known:
            below = [other for other in reach[name] if name not in reach[other]]
            known[name] = max((height(other) + 1 for other in below), default=0)
        return known[name]

    return {name: height(name) for name in uses}


def arrows(uses: Uses) -> list[tuple[str, str]]:
    """Return which module uses which, without what others imply."""
    reach = reachable(uses)
    return [
        (name, to)
        for name, used in sorted(uses.items())
        for to in sorted(used)
        if not any(
            to in reach[via] and via not in reach[to] and name not in reach[via] for via in used - {to}
        )
    ]


def join_label(uses: Uses, label: dict[str, str]) -> Uses:
    """Return the same, with all of one label as one."""
    found: Uses = {text: set() for text in label.values()}
    for name, text in label.items():
        found[text] |= {label[to] for to in uses[name] if to in label} - {text}
    return found


def rows(uses: Uses, wing: str) -> tuple[list[list[str]], Uses]:
    """Return the rows of a wing's boxes, highest first, with what each uses; single files of one height share
    one.
    """
    inside = {name: used for name, used in uses.items() if _wing(name) == wing != name}
    level = heights({name: {to for to in used if to in inside} for name, used in inside.items()})
    label = {name: name.partition(".")[2] for name in inside}
    for number in set(level.values()):
        single = sorted(name for name in inside if name.endswith(".py") and level[name] == number)
        label |= dict.fromkeys(single, ", ".join(label[name] for name in single))
    highest_first = sorted({(-level[name], text) for name, text in label.items()})
    lines = [[text for _, text in row] for _, row in groupby(highest_first, key=lambda pair: pair[0])]
    return lines, join_label(inside, label)


def _wing(room: str) -> str:
    return room.partition(".")[0]


def draw(uses: Uses, inner: Uses) -> str:
    """Return the picture. `inner`: the folders of each box, by its name in `uses`."""
    floors = [[(wing, *_contents(uses, inner, wing)) for wing in floor] for floor in FLOORS]
    wides = [sum(_wing_width(lines) + 3 * GAP_PX for _, lines, _ in floor) - 3 * GAP_PX for floor in floors]
    parts: list[str] = []
    wings: dict[str, Place] = {}
    top = MARGIN_PX
    for floor, wide in zip(floors, wides, strict=True):
        left, bottom = MARGIN_PX + (max(wides) - wide) / 2, top
        for wing, lines, inside in floor:
            high = (
                HEAD_HEIGHT_PX
                + ROW_HEIGHT_PX * len(lines)
                - (ROW_HEIGHT_PX - BOX_HEIGHT_PX - GAP_PX if lines else -GAP_PX)
            )
            wings[wing] = (left, top, _wing_width(lines), high)
            parts += _wing_parts(wing, wings[wing], lines, inside)
            left, bottom = left + wings[wing][2] + 3 * GAP_PX, max(bottom, top + high)
        top = bottom + 4 * GAP_PX
    return _page(max(wides) + 2 * MARGIN_PX, top - 4 * GAP_PX + MARGIN_PX, [*_between(uses, wings), *parts])


Box = tuple[str, str]
"""The name of a box, and its folders in small letters."""


def _contents(uses: Uses, inner: Uses, wing: str) -> tuple[list[list[Box]], Uses]:
    lines, inside = rows(uses, wing)
    boxes = [[(text, ", ".join(sorted(inner.get(f"{wing}.{text}", ())))) for text in line] for line in lines]
    return boxes, inside


def _width(box: Box) -> float:
    name, small = box
    return max(LETTER_WIDTH_PX * len(name), SMALL_LETTER_WIDTH_PX * len(small)) + 2 * GAP_PX


def _wing_width(lines: list[list[Box]]) -> float:
    wide = max((sum(_width(box) + GAP_PX for box in line) + GAP_PX for line in lines), default=0.0)
    return max(wide, MIN_WING_WIDTH_PX)


def _wing_parts(wing: str, place: Place, lines: list[list[Box]], inside: Uses) -> list[str]:
    left, top, wide, high = place
    parts = [
        f'<rect class="wing" x="{left:.0f}" y="{top:.0f}" width="{wide:.0f}" height="{high:.0f}" rx="8"/>',
        f'<text class="name" x="{left + GAP_PX:.0f}" y="{top + 24:.0f}">{escape(wing)}</text>',
    ]
    middle: dict[Box, tuple[float, float]] = {}
    for number, line in enumerate(lines):
        x = left + (wide - sum(_width(box) + GAP_PX for box in line) + GAP_PX) / 2
        for box in line:
            middle[box] = (x + _width(box) / 2, top + HEAD_HEIGHT_PX + ROW_HEIGHT_PX * number)
            x += _width(box) + GAP_PX
    places = {name: at for (name, _), at in middle.items()}
    for name, to in arrows(inside):
        (x1, y1), (x2, y2) = places[name], places[to]
        parts.append(_arrow(x1, y1 + BOX_HEIGHT_PX, x2, y2 if y2 > y1 else y2 + BOX_HEIGHT_PX))
    for box, (x, y) in middle.items():
        parts += _box_parts(box, x, y)
    return parts


def _box_parts(box: Box, x: float, y: float) -> list[str]:
    name, small = box
    left, wide = x - _width(box) / 2, _width(box)
    parts = [
        f'<rect class="box" x="{left:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{BOX_HEIGHT_PX}" rx="4"/>',
        f'<text x="{x:.0f}" y="{y + (19 if small else 27):.0f}">{escape(name)}</text>',
    ]
    if small:
        parts.append(f'<text class="small" x="{x:.0f}" y="{y + 35:.0f}">{escape(small)}</text>')
    return parts


def _between(uses: Uses, wings: dict[str, Place]) -> list[str]:
    """Return the arrows from wing to wing."""
    found = []
    for name, to in arrows(join_label(uses, {room: _wing(room) for room in uses})):
        (x1, y1, wide1, high1), (x2, y2, wide2, _) = wings[name], wings[to]
        found.append(_arrow(x1 + wide1 / 2, y1 + high1, x2 + wide2 / 2, y2))
    return found


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path class="arrow" marker-end="url(#tip)" d="M{x1:.0f} {y1:.0f}L{x2:.0f} {y2 - 2:.0f}"/>'


def _page(wide: float, high: float, parts: list[str]) -> str:
    head = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}">
<style>text{{font:14px monospace;text-anchor:middle;fill:#222}} .name{{font-weight:bold;text-anchor:start}}
.small{{font-size:11px;fill:#666}}
.wing{{fill:#f4f1ea;stroke:#9a917f}} .box{{fill:#fff;stroke:#556}} .arrow{{stroke:#778;fill:none}}</style>
<marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
<path d="M0 0L8 4L0 8z" fill="#778"/></marker>
<rect width="100%" height="100%" fill="#fff"/>
"""
    return head + "\n".join(parts) + "\n</svg>\n"


def main(words: list[str]) -> None:
    """Write the picture of this house, or to the file named."""
    place = Path(words[0]) if words else ROOT / PICTURE
    place.write_text(draw(rooms(ROOT), folders(ROOT)), encoding="utf-8")
    print(f"Drawn: {place}")


if __name__ == "__main__":
    main(sys.argv[1:])
