"""Everything that is said: languages, sentences with typed values, error texts, parsing that is bounded."""
