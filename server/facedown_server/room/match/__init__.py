"""What runs a match at a table: its lifecycle, its runner, prompts, clocks, pace, throws and log."""
