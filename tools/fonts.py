"""The Chinese and the Korean font that come with the game, cut from the published ones: `python -m
tools.fonts FOLDER` (which holds NotoSansSC-Regular.otf and NotoSansKR-Regular.ttf) writes both into
`client/facedown_client/window/look/fonts`. Without a FOLDER it prints what each holds.

They contain: GB 2312 with kana, symbols and full-width forms; the 2,350 syllables and the letters of KS X
1001; no character twice, and no tables for layout, which the client does not use.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[1] / "client" / "facedown_client" / "window" / "look" / "fonts"
FIRST = "NotoSans-Regular.ttf"
"""The font that is used first for a character."""

BLOCKS = ((0x2000, 0x2C00), (0x3000, 0x3100), (0x31F0, 0x3200), (0xFF00, 0xFFF0))
DROPPED = ["GSUB", "GPOS", "GDEF", "BASE", "VORG", "vhea", "vmtx", "DSIG"]


def plane(codec: str, rows: range) -> set[str]:
    """Return the characters of some rows of an encoding of two bytes."""
    pairs = (bytes((row, cell)) for row in rows for cell in range(0xA1, 0xFF))
    return set("".join(pair.decode(codec, "ignore") for pair in pairs))


def chinese_letters() -> set[str]:
    """Return both levels of GB 2312 (6,763 characters, kana among its signs), and the signs beside them."""
    return plane("gb2312", range(0xA1, 0xF8)) | {
        chr(code) for first, end in BLOCKS for code in range(first, end)
    }


def korean() -> set[str]:
    """Return syllables and letters of KS X 1001."""
    return {
        char for char in plane("euc_kr", range(0xA1, 0xFF)) if "가" <= char <= "힣" or "ㄱ" <= char <= "ㆎ"
    }


WANTED = {"NotoSansSC-Regular.otf": chinese_letters, "NotoSansKR-Regular.ttf": korean}


def font_letters(path: Path) -> set[str]:
    """Return the characters of a font."""
    with TTFont(path, lazy=True) as font:
        return {chr(code) for code in font.getBestCmap()}


def write_subset(source: Path, target: Path, wanted: set[str]) -> None:
    """Write the part of a font that holds these characters."""
    options = subset.Options(layout_features=[], name_IDs=["*"], notdef_outline=True, recalc_timestamp=False)
    options.drop_tables += DROPPED
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=map(ord, wanted))
    cutter.subset(font)
    subset.save_font(font, str(target), options)


def main(words: list[str]) -> int:
    """Cut both fonts; print what they hold."""
    for name, wanted in WANTED.items():
        target = FONTS / name
        if words:
            write_subset(Path(words[0]) / name, target, wanted() - font_letters(FONTS / FIRST))
        print(f"{name}: {len(font_letters(target)):,} characters, {target.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
