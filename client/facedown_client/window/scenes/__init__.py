"""What fills the window, one scene at a time. A scene shows values and hands out messages, no more."""
