"""The password of a server, from a file: a command line would show it to everyone on the computer."""

from __future__ import annotations

from pathlib import Path

from facedown_shared.text import BadInput, Code, _

MAX_PASSWORD_LETTERS = 64
MAX_FILE_BYTES = 4_096


def read_password(path: str) -> str:
    """Return the first line of a file; "" without a path.

    Raises BadInput if the file cannot be read, or if its first line is empty or too long.
    """
    if not path:
        return ""
    try:
        with Path(path).expanduser().open("rb") as file:
            text = file.read(MAX_FILE_BYTES).decode("utf-8-sig")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        sentence = _("The password file {path} cannot be read: {reason}.", path=path, reason=reason)
        raise BadInput(Code.BAD_SETTING, sentence) from None
    except UnicodeDecodeError:
        raise BadInput(
            Code.BAD_SETTING, _("The password file {path} is no text in UTF-8.", path=path)
        ) from None
    password = text.partition("\n")[0].strip()
    if not 0 < len(password) <= MAX_PASSWORD_LETTERS:
        sentence = _(
            "The first line of the password file {path} is the password: 1 to {most} letters.",
            path=path, most=MAX_PASSWORD_LETTERS,
        )  # fmt: skip
        raise BadInput(Code.BAD_SETTING, sentence)
    return password
