"""Yu-Gi-Oh! rules as generators: synchronous, without clock, input or output."""
