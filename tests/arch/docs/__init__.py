"""Laws of the docs, docstrings and comments: plain words, links, paths and commands that exist."""
