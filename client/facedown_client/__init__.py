"""The thin client: shows what the server sent and asks for what the server offered. Never imports server."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # stdout is for what was asked for
