"""A server with another build of the browser client: the same files under other names, as after an update."""

from __future__ import annotations

import re

from facedown_server.network.pages import browser_assets
from facedown_server.service import command

OTHER_DIGEST = b"ZZZZ"
DIGEST = re.compile(rb"(?<=-)[0-9A-Z]{4}(?=[0-9A-Z]{4}\.(?:js|css)\b)")


def renamed_files() -> dict[str, bytes]:
    """Return the files with other digests in their names, and in what refers to them."""
    return {
        DIGEST.sub(OTHER_DIGEST, name.encode()).decode(): DIGEST.sub(OTHER_DIGEST, data) + b"\n"
        for name, data in _read_files().items()
    }


_read_files = browser_assets._read_files

if __name__ == "__main__":
    vars(browser_assets)["_read_files"] = renamed_files
    command.main()
