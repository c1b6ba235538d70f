"""A relay: a spectator that tells others. It watches one table of a server, or of another relay, and tells
any number of spectators the same bytes.

Law: nothing here reaches the truth, the rules or the journal, not even through others. A relay knows what any
spectator is sent, so it can tell nothing else, whatever its spectators ask.

`upstream.py` is the one connection up, `relayed_table.py` what was told of the table and to whom it is told,
`spectators.py` who they are for those above, `reception.py` what their messages come to, and
`service/relay_server.py` puts it together. `peer_tables.py` does the same within a server, for tables of the
other servers of its service.
"""
