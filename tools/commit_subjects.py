"""Check the subjects of commits: `area: what`, in the imperative, at most 72 characters.

`python -m tools.commit_subjects` checks what `origin/main` does not have yet, else the newest commit.
With a range (`main..HEAD`) it checks that; with `--message FILE` one message, as git's commit-msg hook does.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

MAX_SUBJECT_LETTERS = 72
SUBJECT = re.compile(r"(?P<areas>[a-z][\w./+-]*(?:, [a-z][\w./+-]*)*): (?P<verb>\S+)(?: .*\S)?")
GENERATED = ("Merge ", "Revert ", "fixup! ", "squash! ", "amend! ")
"""Beginnings of subjects that git writes itself."""

IMPERATIVES = frozenset(
    "address assess bless bring bypass cross discuss dismiss embed exceed express feed focus guess heed need"
    " pass ping press process proceed process reed seed shed speed spring string succeed suppress toss wed"
    " witness alias bias".split()
)
"""Verbs that end like a participle or like the third person, and are neither."""


def check_subject(subject: str) -> str:
    """Return what is wrong with a subject, or an empty text."""
    if subject.startswith(GENERATED):
        return ""
    if len(subject) > MAX_SUBJECT_LETTERS:
        return f"{len(subject)} characters, at most {MAX_SUBJECT_LETTERS}"
    if not (found := SUBJECT.fullmatch(subject)):
        return "write `area: what`, such as `relay: resume after a handover`"
    if subject.endswith("."):
        return "no full stop at the end"
    verb = found["verb"].lower()
    if verb not in IMPERATIVES and verb.endswith(("ed", "ing", "s")):
        return f"{found['verb']!r} is not imperative: write `add`, not `adds`, `added` or `adding`"
    return ""


def subjects(commits: str) -> list[str]:
    """Return the subjects of a range, without merges, newest first."""
    git = ["git", "log", "--no-merges", "--format=%s", *commits.split()]
    return subprocess.run(git, check=True, capture_output=True, encoding="utf-8").stdout.splitlines()


def default_range() -> str:
    """Return the range of commits that origin/main lacks, else the newest commit alone."""
    known = ["git", "rev-list", "--count", "origin/main..HEAD"]
    found = subprocess.run(known, capture_output=True, encoding="utf-8")
    has_new = found.returncode == 0 and found.stdout.strip() != "0"
    return "origin/main..HEAD" if has_new else "-1 HEAD"


def main(words: list[str]) -> int:
    """Check a message, a range, or what is new; exit code 1 if a subject is wrong."""
    if words[:1] == ["--message"]:
        found = Path(words[1]).read_text(encoding="utf-8").splitlines()[:1]
    else:
        found = subjects(words[0] if words else default_range())
    wrong = [f"{subject}\n  {why}" for subject in found if (why := check_subject(subject))]
    print(*wrong, sep="\n", file=sys.stderr, end="\n" if wrong else "")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
