"""Tests of Yu-Gi-Oh! by hand."""
