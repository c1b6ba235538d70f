"""Tests of client/facedown_client/model/verify."""
