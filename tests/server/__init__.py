"""Tests of the server: the wire and its pages, rooms and stores, and the rules in folders of their own."""
