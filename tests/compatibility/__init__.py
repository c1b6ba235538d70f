"""Stored and sent data keep their encoded form: names in the code may change, encoded bytes may not."""
