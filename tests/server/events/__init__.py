"""Tests of events: `facedown_server.events`."""
