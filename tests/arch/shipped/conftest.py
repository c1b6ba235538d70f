"""The wheel, which all tests of the release share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arch.shipped.wheels import build_wheel


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of this checkout."""
    return build_wheel(tmp_path_factory.mktemp("wheel"))
