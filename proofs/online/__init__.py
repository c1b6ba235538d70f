"""Real servers and real clients for proofs, benchmarks and tests."""
