"""Replays as each version of the format wrote them: every later version plays them."""
