"""The fault matrix of docs/reliability.md: each row a test, over real processes where that adds anything."""
