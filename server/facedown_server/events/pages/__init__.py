"""The pages of an event: for players, the organizer, and a projector. Plain values in, HTML out."""
