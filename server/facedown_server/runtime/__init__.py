"""What every part of a server runs on: clock and entropy, data folder, logs, watchdog. It knows no tables."""
