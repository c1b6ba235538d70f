"""What drives a page in a test: browsers, a screen reader, another build."""
