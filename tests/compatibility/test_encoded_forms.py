"""Renaming a class, a field or a module in the code changes nothing that is stored or sent."""

from __future__ import annotations

import subprocess
import sys

from tests.compatibility.encoded_forms import FORMS

LIST = "from tests.compatibility.encoded_forms import encoded_forms; print('\\n'.join(encoded_forms()))"


def test_stored_and_sent_forms_are_those_that_were_released() -> None:
    """In a process of its own: other tests define structs and enums too."""
    listed = subprocess.run(
        [sys.executable, "-c", LIST], capture_output=True, encoding="utf-8", check=True, timeout=120
    )
    now, kept = listed.stdout.splitlines(), FORMS.read_text(encoding="utf-8").splitlines()
    assert [line for line in kept if line not in now] == [], "no longer encoded"
    assert [line for line in now if line not in kept] == [], "new: write the list again"
    assert now == kept
