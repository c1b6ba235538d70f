"""Matches at a table: lifecycle, runner, prompts, clocks, pace, throws and log."""
