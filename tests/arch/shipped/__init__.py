"""What is shipped: dependencies, their locks, the wheel and the image."""
