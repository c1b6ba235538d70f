"""The stored hash of a table's password: enough to verify it, not to read it (scrypt, RFC 7914)."""

from __future__ import annotations

import base64
import hashlib
import hmac

SCRYPT_COST_ITERATIONS = 2**12
"""scrypt's N: 4 MiB and about ten milliseconds an attempt. The rate of an address is limited by the lobby
(new passwords) and the entrance (guesses).
"""


def hash_password(password: str, salt: bytes) -> str:
    """Return the hash of a password as text; "" when there is none."""
    return f"{_text(salt)}${_text(_derive_key(password, salt))}" if password else ""


def opens(seal: str, password: str) -> bool:
    """Return whether the password matches, in constant time."""
    salt, _, wanted = seal.partition("$")
    return hmac.compare_digest(_text(_derive_key(password, base64.b64decode(salt))), wanted)


def _derive_key(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, n=SCRYPT_COST_ITERATIONS, r=8, p=1, dklen=32)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
