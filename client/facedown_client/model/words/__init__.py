"""Texts for events and prompts. No pygame; nothing here decides or sends."""
