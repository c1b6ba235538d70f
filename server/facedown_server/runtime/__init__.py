"""What every part of a server runs on: clock and entropy, its folder, logs, the watchdog. Knows no tables."""
