"""Tests of server/games/edopro/wasm."""
