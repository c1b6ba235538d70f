"""Activation of effects, Chains and response windows."""
