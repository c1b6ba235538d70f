"""Clean names and lines of chat before others see them.

Control and formatting characters are removed (they could reverse a line or imitate a name), a letter keeps
at most two combining marks, and spaces are folded. Names that look alike get numbers, in any script.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from facedown_shared.text import Code, Illegal, words
from facedown_shared.text.plain_text import EMPTY_LETTERS, ZWJ, ZWNJ, is_visible, strip_controls

MAX_NAME_LETTERS = 24
MAX_CHAT_LETTERS = 400

_LOOK_ALIKES = """
AΑАᎪꓮⲀᗅ𐊠𖽀 BΒВᏴꓐꞴⲂ𐊂𐌁ᗷ𐊡 CϹСᏟꓚⲤ𑣩𐌂𐊢𐔜🝌𑣲𐐕 DᎠꓓᗪᗞ EΕЕᎬꓰⲈⴹ𐊆𑢦𑢮⋿ FϜᖴꓝꞘ𑣂𐊇𑢢𐊥𐔥𝈓 GԌᏀᏳꓖ HΗНᎻꓧⲎ𐋏ᕼ IΙІӀꓲⲒ JЈᎫꓙͿꞲᒍ KΚКᏦꓗⲔᛕ𐔘
LᏞꓡⳐԼ𑢲ᒪ𐐛𝈪𑢣𐔦𖼖 MΜМᎷꓟⲘϺᗰ𐌑𐊰ᛖ NΝꓠⲚ𐔓 OΟОՕꓳⲞⵔ𐔖𐊫𐓂𐊒𐐄𑢵〇ଠዐ PΡРᏢꓑⲢᑭ𐊕 Qⵕ RᎡᏒꓣƦ𖼵𝈖ᖇ𐒴 SЅՏᏕᏚꓢ𐊖𖼺𐐠 TΤТᎢꓔⲦ𑢼𐊗𖼊⟙𐊱⊤🝨𐌕 UՍꓴ𖽂⋃𑢸ሀ∪𐓎ᑌ
VѴᏙꓦꛟ𐔝𑢠۷𖼈ⴸ𝈍ᐯ WԜᎳᏔꓪ𑣦𑣯 XΧХꓫⲬꞳ𐊴𐌗ⵝᚷ╳𑣬𐊐𐔧᙭𐌢 YΥУҮᎩᎽꓬⲨ𐊲𖽃𑢤 ZΖᏃꓜ𑣥𑢩𐋵 aαаɑⲁᴀ⍺ bЬьƄƅᏏꮟвᖯᑲ cсϲⲥᴄꮯ𐐽 dԁꓒᏧᴅᑯ e℮еҽєꬲεᴇ fքꬵẝſ
gɡցƍԍ hһհᏂʜнꮋ iіιıɩɪӏꭵᎥⲓꙇ˛𑣃⍳ͺ jјϳᴊ kкκⲕᴋĸ lʟꮮ۱ⵏ𐌠𖼨￨𐌉∣ᛁ⏽ǀ𐊊 mмᴍꮇ𑜀𑣣 nոռпηɴꞃ oоοօσⲟᴏᴑꬽ۵𑣗ഠංဝ𐓪𐐬𑣈ಂంჿം pрρⲣᴘ⍴ qԛգզ
rгⲅꭇꭈᴦʀꮁ sѕꜱꮪƽ𑣁𐑈 tтτᴛ uսυʋᴜꞟц𐓶𑣘 vνѵᴠꮩ𑣀∨𑜆⋁ wԝѡաωшᴡꮃ𑜎ɯ𑜊𑜏 xхχⲭ⤫⤬×⨯᙮ᕁᕽ yуүγⲩʏყꭚɣᶌ𑣜 zᴢꮓ𑣄 2ᒿꛯꙄꝚƧϨ 3ЗӠƷȜⳌ𝈆𑣊ꞫꝪ𖼻
4Ꮞ𑢯 5𑢻Ƽ 6б𑣕ⳒᏮ 7𐓒𑣆𝈒 8ଃ𐌚੪ȣ৪Ȣ 9੧৭Ⳋ୨𑣖𑣌Ꝯ൭𑢬 口ロ 工エ 力カ 二ニ 卜ト 八ハ 夕タ 一ー へヘ
""".split()
"""Rows of letters that look alike: a plain letter, then those of Greek, Cyrillic, Armenian, Cherokee, Coptic,
Lisu, rarer scripts and Latin letters, and symbols (all single letters that UTS 39 has for a Latin letter or a
digit, and those that Japanese has twice). A capital is compared by its own shape, before it becomes a small
letter.
"""

_SHAPES = {ord(other): row[0] for row in _LOOK_ALIKES for other in row[1:]}
_SHAPES |= {0xFDFA: "صلى", 0xFDFB: "جل"}
"""Two ligatures of 18 and 8 letters count as their first word: otherwise names full of them would cost a
server ten times as much as others.
"""

_LATIN = {"LATIN", "REGIONAL"}
_CASES = (
    ["SMALL", "LETTER"], ["CAPITAL", "LETTER"], ["LETTER", "SMALL", "CAPITAL"], ["SYMBOL", "LETTER"],
    ["SMALL", "LIGATURE"], ["CAPITAL", "LIGATURE"],
)  # fmt: skip
_ROUND = str.maketrans("01i|", "olll")
"""Letters that many typefaces do not distinguish."""

MAX_CACHED_SKELETONS = 4_096
"""Names whose skeletons are cached."""

_SUFFIX = re.compile(r" \([0-9]+\)$")
"""The number that `unlike` puts behind a name."""

ADDRESS_SHAPE = re.compile(
    r"[0-9]+(\.[0-9]+){3}([.:/].*)?|[0-9]+(\.[0-9]+)+/[0-9]+"
    r"|(?=.*[0-9])[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*([%/].*)?",
    re.IGNORECASE,
)
"""What looks like an IP address or a network, also with a typing error."""

_IDEOGRAPHS = (range(0x3400, 0xA000), range(0x20000, 0x40000))
_UNASSIGNED = {"Cn", "Co", "Cs"}
_NO_SHAPE = dict.fromkeys(map(ord, EMPTY_LETTERS))


def clean(text: str, longest: int) -> str:
    """Return the text in composed form, without invisible characters, cut to `longest` letters."""
    seen = strip_controls(unicodedata.normalize("NFC", text), lines=False)
    return " ".join(seen.split())[:longest].rstrip(f" {ZWJ}{ZWNJ}")


def clean_name(text: str, longest: int = MAX_NAME_LETTERS) -> str:
    """Return a name as shown to others: letters, digits or emoji.

    Raises Illegal if nothing is left.
    """
    name = clean(text, min(longest, MAX_NAME_LETTERS))
    if not any(map(is_visible, name)):
        raise Illegal(words("name_needs_letter"), Code.BAD_NAME)
    return name


def person_name(text: str, longest: int = MAX_NAME_LETTERS) -> str:
    """Return the name of a newcomer. It does not look like an address: an operator bans both by the
    same command.

    Raises Illegal.
    """
    name = clean_name(text, longest)
    if ADDRESS_SHAPE.fullmatch(name):
        raise Illegal(words("name_is_no_address"), Code.BAD_NAME)
    return name


def _base_letter(char: str) -> str:
    """Return the base letter of a character, derived from its Unicode name.

    Covers Latin letters with a stroke or a hook, in a dark circle or square, or two in one, and zeros of any
    script.
    """
    if unicodedata.digit(char, None) == 0:
        return "0"
    words = unicodedata.name(char, "").partition(" WITH ")[0].split()
    *before, last = words or [""]
    is_latin = not _LATIN.isdisjoint(before) and any(before[-len(case) :] == case for case in _CASES)
    return last.lower() if is_latin and len(last) <= 2 else char


class _Looks(dict[int, str]):
    """Table for `str.translate` that maps each letter of a decomposed name to its look-alike, computed once
    per letter.

    Ideographs map to themselves, and unassigned characters to nothing. Neither are cached, so the cache
    holds at most some 40,000 letters (5 MB).
    """

    def __missing__(self, ordinal: int) -> str:
        char, category = chr(ordinal), unicodedata.category(chr(ordinal))
        if category == "Lo" and any(ordinal in block for block in _IDEOGRAPHS):
            return char
        if category in _UNASSIGNED:
            return ""
        look = "".join(one for one in _base_letter(char) if unicodedata.category(one)[0] in "LNPS")
        look = look.translate(_NO_SHAPE).translate(_SHAPES).casefold().translate(_SHAPES).translate(_ROUND)
        self[ordinal] = look
        return look


_LOOKS = _Looks()


@lru_cache(maxsize=MAX_CACHED_SKELETONS)
def skeleton(name: str) -> str:
    """Return a key that is equal for names that a reader may mistake for one another (after UTS 39).

    Compatibility forms (full-width, mathematical) become plain letters. Marks, characters without width,
    strokes, hooks and circles are removed. Letters of other scripts become the Latin letters they look like,
    capitals by their own shape.
    """
    seen = unicodedata.normalize("NFKC", name.translate(_SHAPES))
    return unicodedata.normalize("NFD", seen).translate(_LOOKS).replace("rn", "m").replace("vv", "w")


def without_number(name: str) -> str:
    """Return the name without an appended number. A number that belongs to the name may be removed too."""
    return _SUFFIX.sub("", name)


def unlike(
    name: str, is_taken: Callable[[str], bool], following: Callable[[int], int] = lambda tried: tried + 1
) -> tuple[str, int]:
    """Return the name, with a number appended if a similar name is taken, and that number (1 for none).

    `following` returns the number to try after another.
    """
    number, found = 1, name
    while is_taken(skeleton(found)):
        number = following(number)
        tail = f" ({number})"
        found = name[: MAX_NAME_LETTERS - len(tail)] + tail
    return found, number
