"""Packed rows equal a plain list of rows, whatever is added and removed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from facedown_shared.tables.packed_rows import BLOCK_ROWS, PackedRows

ROWS = st.lists(st.binary(max_size=3), max_size=4)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("append"), st.integers(0, 3 * BLOCK_ROWS), ROWS),
        st.tuples(st.just("truncate"), st.integers(0, 5 * BLOCK_ROWS), st.just([])),
        st.tuples(st.just("remove"), st.just(0), st.just([])),
    ),
    max_size=6,
)


@given(STEPS, st.integers(0, 5 * BLOCK_ROWS))
def test_packed_rows_equal_a_list(steps: list[tuple[str, int, list[bytes]]], start: int) -> None:
    packed, plain = PackedRows(), list[bytes]()
    for do, number, rows in steps:
        if do == "append":
            for row in [*rows, *(b"%d" % count for count in range(number))]:
                packed.append(row)
                plain.append(row)
        elif do == "truncate":
            packed.truncate(min(number, len(plain)))
            del plain[number:]
        elif len(plain) >= BLOCK_ROWS:
            packed.remove_oldest_block()
            del plain[:BLOCK_ROWS]
        assert len(packed) == len(plain)
        assert list(packed) == plain
    assert packed.join(min(start, len(plain))) == b"".join(plain[start:])


def test_reading_changes_nothing() -> None:
    packed = PackedRows()
    for number in range(3 * BLOCK_ROWS + 7):
        packed.append(b"%d" % number)
    rows = iter(packed)
    assert [next(rows) for _ in range(3)] == [b"0", b"1", b"2"]
    assert len(list(packed)) == len(packed) == 3 * BLOCK_ROWS + 7
    assert packed.join(3 * BLOCK_ROWS) == b"".join(b"%d" % (3 * BLOCK_ROWS + last) for last in range(7))


def test_past_rows_take_less_memory_than_their_bytes() -> None:
    packed = PackedRows()
    for number in range(8 * BLOCK_ROWS):
        packed.append(b'0 person hand {"do":"life","text":"-%d"}' % number)
    assert sum(map(len, packed._blocks)) * 5 < sum(map(len, packed))
