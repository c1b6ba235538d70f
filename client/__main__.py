"""Where the command `facedown` begins; what it can do is in `command`."""

from __future__ import annotations

from shared.text.startup import starting


def main() -> None:
    """The entry point."""
    with starting():
        from client.commands.command import main as run
    run()


if __name__ == "__main__":
    main()
