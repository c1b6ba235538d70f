"""A relay: a spectator of one table of a server, or of another relay, that passes the same bytes on to any
number of spectators.

Law: a relay cannot reach the state, the rules or the journal, not even through other modules. It knows only
what any spectator is sent, so it can send nothing else, whatever its spectators request.

`upstream.py` is the connection to the upstream server, `relayed_table.py` the table and its spectators here,
`spectators.py` their numbers and names for the upstream server, `reception.py` handles their messages, and
`service/relay_server.py` assembles these. `peer_tables.py` does the same within a server, for tables of the
other nodes of its service.
"""
