"""The archetypes of a server's cards, each named by the words that the names of its cards share: card
databases have only their numbers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence

from facedown_shared.cards.facts import Facts

MIN_ARCHETYPE_CARDS = 2
"""Cards that an archetype must have to be offered."""
MIN_NAMED_SHARE = 0.5
"""Share of the names that must have the shared words."""
MIN_LONGER_SHARE = 0.9
"""Longer words are preferred if they occur this often, compared with the most frequent ones."""
MAX_RUN_WORDS = 5
MAX_RUN_CHARACTERS = 8
"""Length of a run in a language without spaces."""
MIN_RUN_CHARACTERS = 2
MAX_NAME_PARTS = 24
"""Words or characters of a name that are compared."""
FIRST_WIDE_CHARACTER = "\u2e80"
"""From here on are the characters of languages without spaces."""
_QUOTES = "\"'“”‘’«»「」『』,.:;!?()"
_SMALL_WORDS = frozenset({"the", "of", "a", "an", "and", "to", "in", "for", "with", "-", "&", "from"})
"""Words that no archetype's name begins or ends with."""


def archetypes_of_cards(facts: Iterable[Facts]) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return the archetypes of each combination of set codes: a card of a part belongs to the whole too."""
    combinations = {one.archetypes for one in facts if one.archetypes}
    by_base = defaultdict[int, set[int]](set)
    for code in {code for codes in combinations for code in codes}:
        by_base[code & 0xFFF].add(code)
    return {
        codes: tuple(sorted({code for own in codes for code in by_base[own & 0xFFF] if own & code == code}))
        for codes in combinations
    }


def archetype_names(names: Mapping[int, Sequence[str]]) -> Generator[None, None, dict[int, str]]:
    """Return a name for each archetype, from the names of its cards. Yields whenever other tasks may run.

    An archetype of one card, or of cards whose names share nothing, has none.
    """
    found: dict[int, str] = {}
    for code, of_cards in names.items():
        if len(of_cards) >= MIN_ARCHETYPE_CARDS and (name := shared_words(of_cards)):
            found[code] = name
        yield
    return found


def shared_words(names: Sequence[str]) -> str:
    """Return the longest words in a row that most of these names have; "" if there are none."""
    counts = Counter(run for name in names for run in {*_runs(name)})
    most = max(counts.values(), default=0)
    if most < max(MIN_ARCHETYPE_CARDS, MIN_NAMED_SHARE * len(names)):
        return ""
    frequent = (run for run, count in counts.items() if count >= MIN_LONGER_SHARE * most)
    return max(frequent, key=lambda run: (len(run), counts[run], run))


def _runs(name: str) -> Iterator[str]:
    """Yield all words in a row of a name; in a language without spaces, all characters in a row."""
    if max(name, default="") >= FIRST_WIDE_CHARACTER:
        yield from _character_runs(name)
        return
    words = [_plain(word) for word in name.split()[:MAX_NAME_PARTS]]
    for start, first in enumerate(words):
        if not first or first.casefold() in _SMALL_WORDS:
            continue
        for end in range(start + 1, min(len(words), start + MAX_RUN_WORDS) + 1):
            if words[end - 1] and words[end - 1].casefold() not in _SMALL_WORDS:
                yield " ".join(words[start:end])


def _character_runs(name: str) -> Iterator[str]:
    text = name[:MAX_NAME_PARTS]
    for start in range(len(text)):
        for end in range(start + MIN_RUN_CHARACTERS, min(len(text), start + MAX_RUN_CHARACTERS) + 1):
            run = text[start:end]
            if run.strip() == run and all(one not in _QUOTES and one != "·" for one in (run[0], run[-1])):
                yield run


def _plain(word: str) -> str:
    """Return a word without punctuation around it, and without the ending of a possessive."""
    plain = word.replace("’", "'").strip(_QUOTES)
    return plain.removesuffix("'s")
