"""A database that the host names for the proof: a fault in it is reported in one sentence."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from proofs.command import prove
from tests import postgresql


@postgresql.needed
@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("nonsense", "Could not parse"),
        ("sqlite:///duels.sqlite3", "its address is of no PostgreSQL"),
        ("postgresql+psycopg://nobody@127.0.0.1:1/duels", "refused"),
    ],
)
def test_a_database_that_cannot_be_used_is_told_of_in_one_sentence(address: str, why: str) -> None:
    words = ["recovery", "--nodes", "3", "--kills", "1", "--database", address]
    run = CliRunner().invoke(prove, words)
    assert run.exit_code == 1
    assert run.output.startswith("Error: --database cannot be used: ")
    assert why in run.output
    assert run.output.count("\n") == 1
