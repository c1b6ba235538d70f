"""Tests of events on a server, over real sockets."""
