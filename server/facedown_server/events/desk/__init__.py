"""The organizer's desk: typed lines in, sentences out, at a keyboard and on the organizer's page."""
