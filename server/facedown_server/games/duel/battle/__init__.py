"""The Battle Phase: attacks, Replays and the Damage Step."""
