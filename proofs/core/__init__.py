"""Random duels in the field's core, as a host has brought it: without one there is nothing to prove."""
