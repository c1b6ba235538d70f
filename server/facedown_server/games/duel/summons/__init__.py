"""Rules for Summons and Sets."""
