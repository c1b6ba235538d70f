"""Tests of client/, on SDL's dummy driver: no window, no network."""
