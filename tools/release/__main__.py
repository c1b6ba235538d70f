"""`python run.py release`: builds, checks and lists the files of a release, each step with a line.

Only what this machine can build is built: the program of its own system, and the image where docker is there.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import click

from tools.release import artefacts, notes, trial


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--folder", type=click.Path(path_type=Path), default=artefacts.ROOT / "build" / "release",
    help="Where the files go; what it held is deleted.",
)  # fmt: skip
@click.option("--with-changes", is_flag=True, help="Build although the checkout has changes (to try it).")
@click.option("--without-image", is_flag=True, help="Build no container image.")
def release(folder: Path, *, with_changes: bool, without_image: bool) -> None:
    """Build everything that a release needs: packages, program, image, list of parts, checksums, notes."""
    changed = artefacts.changed_files(artefacts.ROOT)
    if changed and not with_changes:
        raise click.ClickException(
            f"The checkout has changes ({', '.join(changed[:3])} …), so no commit gives the same files. "
            "Commit them, or pass --with-changes to try it."
        )
    begun = time.monotonic()
    artefacts.clear_folder(folder)
    build = artefacts.Build(artefacts.ROOT, folder)
    steps: list[tuple[str, Callable[[], object]]] = [
        ("sdist and wheel", build.packages),
        ("checks of both", build.check_packages),
        ("source as a zip file", build.source),
        ("program", build.program),
        ("trial of the program", lambda: trial.try_program(build.program_folder)),
        ("list of parts", build.parts),
        ("release notes", lambda: notes.write(artefacts.ROOT, folder)),
        *(() if without_image else (("image", build.image),)),
        ("checksums", build.checksums),
    ]
    for number, (name, step) in enumerate(steps, 1):
        since = time.monotonic()
        click.echo(f"{number} of {len(steps)}: {name} …")
        try:
            said = step()
        except (artefacts.StepFailed, LookupError) as failed:
            raise click.ClickException(f"{name}: {failed}") from failed
        click.echo(f"  {said or 'done'} ({time.monotonic() - since:.0f} s)")
    click.echo(f"\n{folder} holds, after {time.monotonic() - begun:.0f} s:")
    for file in sorted(path for path in folder.iterdir() if path.is_file()):
        click.echo(f"  {file.name:<48}{file.stat().st_size / 1e6:>8.1f} MB")


if __name__ == "__main__":
    sys.exit(release())
