"""What the docs, docstrings and comments must hold: plain words, links, paths and commands that exist."""
