"""Tests of server/facedown_server/games/edopro/wasm."""
