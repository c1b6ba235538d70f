"""The file with a server's password: its first line, or one sentence that says what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from facedown_shared.network.server_password import MAX_PASSWORD_LETTERS, read_password
from facedown_shared.text import BadInput, Code


def test_the_first_line_is_the_password(tmp_path: Path) -> None:
    path = tmp_path / "password"
    path.write_bytes("\ufeffKuriboh's friends \r\nnot this\n".encode())
    assert read_password(str(path)) == "Kuriboh's friends"
    path.write_text("ü" * MAX_PASSWORD_LETTERS, encoding="utf-8")
    assert read_password(str(path)) == "ü" * MAX_PASSWORD_LETTERS
    assert read_password("") == ""


@pytest.mark.parametrize(("content", "said"), [
    (None, "cannot be read: No such file"), (b"", "1 to 64 letters"), (b"\nsecret", "1 to 64 letters"),
    (b"x" * (MAX_PASSWORD_LETTERS + 1), "1 to 64 letters"), (b"\xff\xfe", "no text in UTF-8"),
])  # fmt: skip
def test_a_file_without_a_password_gets_one_sentence(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    path = tmp_path / "password"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BadInput, match=said) as refused:
        read_password(str(path))
    assert refused.value.code is Code.BAD_SETTING
    assert str(path) in str(refused.value)
