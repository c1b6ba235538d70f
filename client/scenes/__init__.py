"""What fills the window: one scene at a time. A scene shows values, hands out messages, never meets the net."""
