"""Speed and size, measured against what a table of players needs. Run with `python run.py bench`."""
