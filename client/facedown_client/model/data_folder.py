"""The folder with a player's own files: settings, stored seats, decks, screenshots.

FACEDOWN_HOME names another one. Files are replaced atomically, so after a crash either the old or the new one
is there. If the disk cannot be written, functions raise BadInput with one sentence, never an OSError.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_data_path

from facedown_shared.text import BadInput, Code, _

MAX_STEM_LETTERS = 60
"""Letters of a file's name that come from a title."""
_DEVICE = re.compile(
    r"(con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])\s*(\..*)?", re.IGNORECASE
)
"""Names that are devices on Windows, in every folder and with every ending."""


def file_stem(title: str, default: str) -> str:
    """Return the name of a file for a title, without its ending, that every system can store."""
    stem = re.sub(r"[^\w .,'+-]", "", title).strip(" .")[:MAX_STEM_LETTERS].rstrip(" .") or default
    return f"{default} {stem}" if _DEVICE.fullmatch(stem) else stem


def home() -> Path:
    """Return the folder; create it if needed. Only its owner may read it, since pictures in it may show a
    hand.

    Raises BadInput if it cannot be created.
    """
    named = os.environ.get("FACEDOWN_HOME")
    folder = Path(named) if named else user_data_path("facedown", False, roaming=True)
    with explain_os_error(
        _("Nothing can be saved in {folder}", folder=folder), _("; name another folder in FACEDOWN_HOME")
    ):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def subfolder(name: str) -> Path:
    """Return a subfolder; create it if needed.

    Raises BadInput if it cannot be created.
    """
    folder = home() / name
    with explain_os_error(_("Nothing can be saved in {folder}", folder=folder)):
        folder.mkdir(parents=True, exist_ok=True)
    return folder


def write_private(path: Path, data: bytes) -> None:
    """Replace a file atomically; only its owner may read it, since it may contain a token.

    Raises BadInput if it cannot be written.
    """
    with explain_os_error(_("{path} cannot be saved", path=path)):
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
def explain_os_error(what: str, then: str = "") -> Iterator[None]:
    """Raise BadInput instead of OSError within this context, with a sentence that begins with this text."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise BadInput(Code.BAD_FILE, f"{what}: {reason}{then}.") from None
