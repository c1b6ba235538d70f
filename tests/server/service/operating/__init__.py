"""Tests of server/facedown_server/service/operating."""
