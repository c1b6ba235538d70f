"""The engine as WebAssembly: made ready, held by instances, one for a duel. Knows bytes and no rules."""
