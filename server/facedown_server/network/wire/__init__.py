"""The network: bytes in and out of sockets (or memory), bounded and counted. Knows no tables, no rules."""
