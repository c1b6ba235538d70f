"""Tests of the browser's client: built and typed with node, played in headless Chromium on a real server."""
