"""Regular expressions that take no more time than their text is long."""
