"""The pages of events, in a browser."""
