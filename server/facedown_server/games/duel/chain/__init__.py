"""Activating effects, building Chains and resolving them; who may respond when."""
