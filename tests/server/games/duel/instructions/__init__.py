"""Tests of server/facedown_server/games/duel/instructions."""
