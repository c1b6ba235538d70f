"""Where the command `facedown-server` begins; what it can do is in `command`."""

from __future__ import annotations

from shared.text.startup import starting


def main() -> None:
    """The entry point."""
    with starting():
        from server.service.command import main as run
    run()


if __name__ == "__main__":
    main()
