"""Yu-Gi-Oh! rules as generators: sync, no clock, no input or output."""
