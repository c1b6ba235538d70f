"""Tests of the board in a page: its layout, what it says, and how cards are chosen."""
