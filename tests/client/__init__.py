"""Tests of client/facedown_client/, on SDL's dummy driver: no window, no network."""
