"""The stable part of `facedown_client.bot`, for programs of others: a seat, prompts and answers."""

from __future__ import annotations
