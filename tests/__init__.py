"""Tests mirror the packages; besides them: arch, laws, scenarios, replays."""
