"""Everything a table sends to its viewers: Views for each viewer group, table state, news, data about
throws.
"""
