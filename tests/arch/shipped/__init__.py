"""The release: dependencies, their locks, the wheel and the image."""
