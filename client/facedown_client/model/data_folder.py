"""The one folder in which a player's own things lie: settings, places to return to, decks, screenshots.

FACEDOWN_HOME names another one. Files are replaced whole, so that a crash leaves the old or the new one.
Where the disk takes nothing, that is one sentence: BadInput, never an OSError.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path

from facedown_shared.text.errors import BadInput, Code
from facedown_shared.text.language import _


def home() -> Path:
    """Return the folder, made if it is missing: for its owner alone, since pictures in it may show a hand.

    Raises BadInput.
    """
    named = os.environ.get("FACEDOWN_HOME")
    folder = Path(named) if named else user_data_path("facedown", False, roaming=True)
    with said(
        _("Nothing can be saved in {folder}", folder=folder), _("; name another folder in FACEDOWN_HOME")
    ):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def within(name: str) -> Path:
    """Return a folder in it, made if it is missing.

    Raises BadInput.
    """
    folder = home() / name
    with said(_("Nothing can be saved in {folder}", folder=folder)):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def write(path: Path, data: bytes) -> None:
    """Replace a file whole, readable by its owner alone (it may hold a token). Raises BadInput."""
    with said(_("{path} cannot be saved", path=path)):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise


@contextmanager
def said(what: str, then: str = "") -> Iterator[None]:
    """What the disk refuses within this, as a sentence that begins so. Raises BadInput."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise BadInput(Code.BAD_FILE, f"{what}: {reason}{then}.") from None
