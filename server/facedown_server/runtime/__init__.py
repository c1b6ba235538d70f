"""The base of every part of a server: clock and entropy, data folder, logs, watchdog. It knows no tables."""
