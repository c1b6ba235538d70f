"""A server with another version of the rules: a duel begins with other Life Points, so no log of another
server gives the same duel here.

    python -m tests.reliability.other_rules serve …
"""

from __future__ import annotations

import sys
from dataclasses import replace

from facedown_server.service.command import run
from facedown_shared.tables import formats


def change() -> None:
    """Let every duel begin with 1 Life Point more."""
    for name, rules in tuple(formats.FORMATS.items()):
        formats.FORMATS[name] = replace(rules, life=rules.life + 1)


if __name__ == "__main__":
    change()
    sys.exit(run(sys.argv[1:]))
