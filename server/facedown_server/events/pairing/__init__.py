"""The pairs of a round: costs, the cheapest matching, and the process that finds it."""
