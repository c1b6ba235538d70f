"""A relay: a spectator that relays one table of a server, or of another relay, to any number of spectators,
with the same bytes.

Law: it cannot reach the state, the rules or the journal, not even through other modules. A relay knows
what any spectator is sent, so it can send nothing else, whatever its spectators request.

`upstream.py` is the one connection up, `relayed_table.py` the table and its spectators here,
`spectators.py` their names for the server above, `reception.py` handles their messages, and
`service/relay_server.py` assembles these. `peer_tables.py` does the same within a server, for tables of
the other nodes of its service.
"""
