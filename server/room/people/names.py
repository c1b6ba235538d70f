"""What people type, made fit to be shown to others: names and lines of chat.

Control and formatting characters go (they could turn a line around or imitate somebody), spaces are folded.
Names that look alike are told apart by a number, whatever letters they are written in.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from shared.cards.told_facts import plain
from shared.errors import Code, Illegal

LONGEST_NAME = 24
LONGEST_LINE = 400

_LOOK_ALIKES = """
AΑАᎪꓮⲀᗅ BΒВᏴꓐꞴⲂ CϹСᏟꓚⲤ DᎠꓓ EΕЕᎬꓰⲈ FϜᖴꓝꞘ GԌᏀᏳꓖ HΗНᎻꓧⲎ IΙІӀꓲⲒ JЈᎫꓙͿꞲ KΚКᏦꓗⲔ LᏞꓡⳐԼ MΜМᎷꓟⲘϺ NΝꓠⲚ OΟОՕꓳⲞ
PΡРᏢꓑⲢ RᎡᏒꓣƦ SЅՏᏕᏚꓢ TΤТᎢꓔⲦ UՍꓴ VѴᏙꓦ WԜᎳᏔꓪ XΧХꓫⲬꞳ YΥУҮᎩᎽꓬⲨ ZΖᏃꓜ 3ЗӠƷȜ 4Ꮞ 6б aαаɑⲁᴀ bЬьƄƅᏏꮟв cсϲⲥᴄꮯ dԁꓒᏧᴅ
e℮еҽєꬲεᴇ fքꬵẝ gɡցƍԍ hһհᏂʜнꮋ iіιıɩɪӏꭵᎥⲓ jјϳᴊ kкκⲕᴋĸ lʟꮮ mмᴍꮇ nոռпηɴꞃ oоοօσⲟᴏᴑ pрρⲣᴘ qԛգզ rгⲅꭇꭈᴦʀ sѕꜱꮪƽ
tтτᴛ uսυʋᴜꞟц vνѵᴠꮩ wԝѡաωшᴡꮃ xхχⲭ yуүγⲩʏყꭚ zᴢꮓ
""".split()
"""Rows of letters that look alike: a plain one, then those of Greek, Cyrillic, Armenian, Cherokee, Coptic,
Lisu and the rarer Latin ones. A capital is known by its own shape, before it becomes a small letter."""

_SHAPES = {ord(other): row[0] for row in _LOOK_ALIKES for other in row[1:]}
_ROUND = str.maketrans("01i|", "olll")
"""What is too alike in many typefaces to tell apart at all."""

_EMPTY = "\u115f\u1160\u3164\uffa0\u2800"
"""Letters without a shape: fillers of Hangul, and the empty pattern of Braille."""


def clean(text: str, longest: int) -> str:
    """The text in its composed form, without what cannot be seen, at most so long."""
    seen = plain(unicodedata.normalize("NFC", text), lines=False)
    return " ".join(seen.split())[:longest].strip()


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """A name as others see it. Raises Illegal when nothing is left."""
    name = clean(text, min(longest, LONGEST_NAME))
    if not any(char.isalnum() for char in name):
        raise Illegal("A name needs at least one letter or digit.", Code.BAD_NAME)
    return name


def skeleton(name: str) -> str:
    """What a name looks like: equal for names that a reader may take for one another (after UTS 39).

    Compatibility forms (full-width, mathematical) become plain letters, marks and whatever takes no space go,
    and letters of other scripts become the Latin ones they look like, capitals by their own shape.
    """
    seen = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name.translate(_SHAPES)))
    seen = "".join(char for char in seen if unicodedata.category(char)[0] in "LNPS" and char not in _EMPTY)
    folded = seen.translate(_SHAPES).casefold().translate(_SHAPES).translate(_ROUND)
    return folded.replace("rn", "m").replace("vv", "w")


def unlike(name: str, taken: Iterable[str]) -> str:
    """The name, with a number behind it when somebody at the table has one that looks like it."""
    others = {skeleton(other) for other in taken}
    number, found = 1, name
    while skeleton(found) in others:
        number += 1
        tail = f" ({number})"
        found = name[: LONGEST_NAME - len(tail)] + tail
    return found
