"""The database itself checks the writer: whether each act, note of clocks and line of chat comes from the
server that owns the table at the moment of its commit.

It reads the rows that say which server owns which table when a transaction is about to be committed: a
late commit of an old owner after a takeover is found even where it does no harm.
"""

from __future__ import annotations

import sqlalchemy as sql

from facedown_server.storage.postgresql import PROGRAM

WATCHED = (("acts", "INSERT", "log"), ("clocks", "UPDATE", "log"), ("chat", "INSERT", "code"))

TABLE = "CREATE TABLE trespasses (what text, name text, by_whom text, owner text)"
FUNCTION = """
CREATE FUNCTION look_who_writes() RETURNS trigger AS $$
DECLARE
    name text := to_jsonb(NEW)->>TG_ARGV[0];
    owner text;
BEGIN
    SELECT node INTO owner FROM owners
    WHERE code = CASE TG_ARGV[0] WHEN 'log' THEN regexp_replace(name, '-[^-]*$', '') ELSE name END;
    IF owner <> '' AND '{program}' || owner <> current_setting('application_name') THEN
        INSERT INTO trespasses VALUES (TG_TABLE_NAME, name, current_setting('application_name'), owner);
    END IF;
    RETURN NULL;
END $$ LANGUAGE plpgsql
"""
TRIGGER = (
    "CREATE CONSTRAINT TRIGGER look_at_{table} AFTER {event} ON {table} DEFERRABLE INITIALLY DEFERRED "
    "FOR EACH ROW EXECUTE FUNCTION look_who_writes('{column}')"
)
FOUND = "SELECT what, name, by_whom, owner, count(*) FROM trespasses GROUP BY 1, 2, 3, 4 ORDER BY 1, 2"


def watch(connection: sql.Connection) -> None:
    """Audit writes from now on, in a database that has its tables. Raises SQLAlchemyError."""
    connection.exec_driver_sql(TABLE)
    connection.exec_driver_sql(FUNCTION.format(program=PROGRAM))
    for table, event, column in WATCHED:
        connection.exec_driver_sql(TRIGGER.format(table=table, event=event, column=column))


def read_violations(connection: sql.Connection) -> list[str]:
    """Return the violations, a sentence each."""
    return [
        f"{by_whom.removeprefix(PROGRAM)} wrote {count} of {what} to {name}, which {owner} had"
        for what, name, by_whom, owner, count in connection.exec_driver_sql(FOUND).all()
    ]
