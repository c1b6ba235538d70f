"""The network: bytes in and out of sockets (or memory), limited and counted. Knows no tables, no rules."""
