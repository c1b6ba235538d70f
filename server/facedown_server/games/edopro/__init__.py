"""The field's own core as a referee: a host brings engine, scripts and databases; nothing of them is here."""
