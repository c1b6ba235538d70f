"""The companion for cards on paper in pages."""
