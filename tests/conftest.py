"""Settings of every test: no real window, no sound, Hypothesis profiles, and the count of the rules shown.

In-process tests draw on SDL's dummy driver. A test that opens a real window starts the client as a child and
sets the child's own SDL_VIDEODRIVER.
"""

from __future__ import annotations

import os
import platform
import signal

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.ledger.plugin", "tests.postgresql"]

# A shell starts background jobs with Ctrl+C ignored, and programs that tests start inherit it.
signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

# A deadline would make a busy machine fail; random plays build large inputs slowly, and may.
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The same examples in every run, so that a red build means a change and never chance.
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    max_examples=50,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", settings.get_profile("dev"), max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the tests of real windows where Xvfb and xdotool, which are Linux's, are missing, and report
    that.
    """
    if platform.system() == "Linux":
        return
    left_out = [item for item in items if item.get_closest_marker("window")]
    if left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)
        print(f"{len(left_out)} tests of real windows are left out: they need Xvfb and xdotool, on Linux.")
