"""The Battle Phase: attacks, replays and the Damage Step."""
