"""The authoritative server: the only place that knows the whole truth. Never imports client."""
