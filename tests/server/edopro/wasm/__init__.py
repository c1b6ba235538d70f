"""Tests of server/edopro/wasm."""
