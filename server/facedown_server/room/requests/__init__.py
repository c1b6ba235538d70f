"""Requests of people at a table: coming and going, card searches, undoing steps; also absences."""
