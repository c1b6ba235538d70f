"""Every way to Summon or Set a card."""
