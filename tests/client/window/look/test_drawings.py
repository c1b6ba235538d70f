"""The notation of drawings: the meaning of every line of one."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from facedown_client.window.look.brush import Stroke
from facedown_client.window.look.drawings import INK, read_drawings


def strokes(tmp_path: Path, *lines: str, seed: int = 0) -> list[Stroke]:
    """Return the strokes of a drawing with these lines, its points rounded."""
    path = tmp_path / "drawings.txt"
    path.write_text("\n".join(("# a file", "one, other: A drawing.", *(f"  {line}" for line in lines), "")))
    read_drawings.cache_clear()
    found = read_drawings(path)
    assert list(found) == ["one", "other"]
    assert found["one"] is found["other"]
    drawn = found["one"].strokes(Random(seed))
    return [stroke._replace(spots=[(round(x, 6), round(y, 6)) for x, y in stroke.spots]) for stroke in drawn]


def test_a_stroke_has_a_shade_numbers_and_points_in_any_order(tmp_path: Path) -> None:
    assert strokes(tmp_path, "ring pale .5 .1 0,-.25 1/4,2*.5") == [
        Stroke("ring", "pale", [(0, -0.25), (0.25, 1)], [0.5, 0.1])
    ]
    assert strokes(tmp_path, "fill 0,0 1,0 0,1")[0].shade == INK


def test_values_have_names_and_points_are_taken_apart(tmp_path: Path) -> None:
    lines = ("half = 0,0 1,2", "half = half 3,4", "x,y = pick(1,half)", "fill dim half x+y,-y")
    assert strokes(tmp_path, *lines)[0].spots == [(0, 0), (1, 2), (3, 4), (3, -2)]


def test_loops_count_both_ways_and_take_tuples_apart(tmp_path: Path) -> None:
    down = ("for x in 2..0", "  disc dim .1 x,0")
    found = strokes(tmp_path, *down, "for shade,size in pale,.1 light,.2", "  disc shade size 0,0")
    assert [stroke.spots[0][0] for stroke in found] == [2, 1, 0, 0, 0]
    assert [(stroke.shade, stroke.numbers) for stroke in found[3:]] == [("pale", [0.1]), ("light", [0.2])]


def test_a_list_is_made_of_what_a_loop_gives_each_time(tmp_path: Path) -> None:
    row = "row = for x in 0..1 : x,0 x,1"
    assert strokes(tmp_path, row, "line base .1 reversed(row)")[0].spots == [(1, 1), (1, 0), (0, 1), (0, 0)]


def test_a_block_with_a_condition_is_drawn_only_where_it_holds(tmp_path: Path) -> None:
    found = strokes(tmp_path, "for x in 0..3", "  if x%2", "    if x>2", "      disc dim .1 x,0")
    assert [stroke.spots for stroke in found] == [[(3, 0)]]


@pytest.mark.parametrize(
    ("block", "spot"),
    [
        (("turn pi/2",), (0, 1)),
        (("move .5,-1",), (1.5, -1)),
        (("scale 2",), (2, 0)),
        (("scale -1,3",), (-1, 0)),
        (("move 1,0", "turn pi"), (0, 0)),
        (("turn pi", "move 1,0"), (-2, 0)),
    ],
)
def test_blocks_change_points_the_innermost_first(
    tmp_path: Path, block: tuple[str, ...], spot: tuple[float, float]
) -> None:
    lines = [*block, "disc dim .1 1,0"]
    found = strokes(tmp_path, *(f"{'  ' * depth}{line}" for depth, line in enumerate(lines)), "fill dim 1,0")
    assert found == [Stroke("disc", "dim", [spot], [0.1]), Stroke("fill", "dim", [(1, 0)], [])]


def test_mirrored_shapes_are_drawn_on_both_sides(tmp_path: Path) -> None:
    found = strokes(tmp_path, "mirror", "  disc dim .1 1,2")
    assert [stroke.spots for stroke in found] == [[(1, 2)], [(-1, 2)]]
    found = strokes(tmp_path, "both pale base 1,0 2,0 1,1")
    assert [(stroke.shade, stroke.spots[0]) for stroke in found] == [("base", (1, 0)), ("pale", (-1, 0))]


def test_a_diamond_stays_upright_when_its_place_is_turned(tmp_path: Path) -> None:
    left, right = strokes(tmp_path, "turn pi/2", "  diamond .1 .2 0,-1")
    assert left == Stroke("fill", "pale", [(1, -0.2), (0.9, 0), (1, 0.2)], [])
    assert right == Stroke("fill", "light", [(1, -0.2), (1.1, 0), (1, 0.2)], [])


def test_curves(tmp_path: Path) -> None:
    curves = ("arc(0,0,1,0,.25,1)", "around(1,0,1,2)", "star(0,0,2,1,2)", "at(0,0,1,.5)")
    assert [stroke.spots for stroke in strokes(tmp_path, *(f"fill dim {curve}" for curve in curves))] == [
        [(0, -1), (1, 0)],
        [(1, -1), (1, 1)],
        [(0, -2), (1, 0), (0, 2), (-1, 0)],
        [(0, 1)],
    ]


def test_the_same_dice_give_the_same_drawing(tmp_path: Path) -> None:
    lines = ("side = choice(1,-1)", "disc dim uniform(.1,.9) side,0")
    drawn = [strokes(tmp_path, *lines, seed=seed) for seed in range(20)]
    assert drawn == [strokes(tmp_path, *lines, seed=seed) for seed in range(20)]
    assert {stroke.spots[0][0] for (stroke,) in drawn} == {1, -1}
    assert len({stroke.numbers[0] for (stroke,) in drawn}) == 20
    assert all(0.1 <= stroke.numbers[0] <= 0.9 for (stroke,) in drawn)


@pytest.mark.parametrize("word", ["__import__", "choice.real", "[1]", "lambda:1"])
def test_a_drawing_may_not_name_anything_else(tmp_path: Path, word: str) -> None:
    with pytest.raises((KeyError, ValueError)):
        strokes(tmp_path, f"fill dim {word}")
