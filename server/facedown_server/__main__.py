"""Where the command `facedown-server` begins; what it can do is in `command`."""

from __future__ import annotations

from facedown_shared.startup import exit_on_interrupt, replace_unknown_letters, run_frozen_module


def main() -> None:
    """The entry point."""
    replace_unknown_letters()
    if run_frozen_module():
        return
    with exit_on_interrupt():
        from facedown_server.service.command import main as run
    run()


if __name__ == "__main__":
    main()
