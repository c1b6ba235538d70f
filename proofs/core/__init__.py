"""Random duels in the field's core, as a host has installed it: without one there is nothing to prove."""
