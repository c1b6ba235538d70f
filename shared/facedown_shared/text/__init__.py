"""Texts: languages, sentences with typed values, error texts, bounded parsing."""
