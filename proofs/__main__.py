"""Where `python run.py prove` begins; the proofs as commands are in `command`."""

from __future__ import annotations

from facedown_shared.startup import exit_on_interrupt


def main() -> None:
    """Run the proof that the command line names."""
    with exit_on_interrupt():
        from proofs.command import main as run
    run()


if __name__ == "__main__":
    main()
