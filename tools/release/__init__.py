"""The files of a release, built from a clean checkout: `python run.py release`."""
