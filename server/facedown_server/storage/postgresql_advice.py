"""Advice for a host about an error of PostgreSQL, shown after its own message. Data; reads no database.

PostgreSQL's message is in its own language. Without an English message there is no advice.
"""

from __future__ import annotations

import re

ADVICE: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(", no encryption$"),
        "add ?sslmode=require to the address: it wants TLS",
    ),
    (re.compile("pg_hba.conf"), "let this user in from this machine there (a line of pg_hba.conf)"),
    (re.compile("password authentication failed"), "correct the name or the password in the address"),
    (
        re.compile("no password supplied"),
        "the address carries it: postgresql+psycopg://name:password@host/duels",
    ),
    (
        re.compile('role "[^"]*" does not exist'),
        "make that user there (createuser), or name another one in the address",
    ),
    (
        re.compile('database "(?P<name>[^"]*)" does not exist'),
        "make it with: createdb -E UTF8 -T template0 {name}; or name another one in the address",
    ),
    (
        re.compile('permission denied for database "(?P<name>[^"]*)"'),
        "there: ALTER DATABASE {name} OWNER TO this user",
    ),
    (
        re.compile("permission denied|must be owner of"),
        "make this user its owner there: ALTER DATABASE … OWNER TO …",
    ),
    (
        re.compile("read-only transaction"),
        "let this user write there (default_transaction_read_only), or name a server that takes writes",
    ),
    (re.compile("not currently accepting connections"), "there: ALTER DATABASE … ALLOW_CONNECTIONS true"),
    (
        re.compile("too many connections|connection slots"),
        "raise that limit there: each of our servers takes up to 15",
    ),
    (re.compile("starting up|shutting down|in recovery mode"), "wait until it is ready, and start again"),
    (re.compile("does not support SSL"), "turn TLS on there (ssl), or take sslmode out of the address"),
    (
        re.compile("certificate|SSL error|sslrootcert"),
        "name the file of the authority that signed its certificate in the address: ?sslrootcert=FILE",
    ),
    (re.compile("invalid port number"), "a port is a number from 1 to 65535"),
    (
        re.compile("invalid connection option|invalid \\w+ value"),
        "correct what stands behind the ? in the address",
    ),
    (re.compile("(?i)connection refused"), "start PostgreSQL there, or correct host and port in the address"),
    (re.compile("resolve host|translate host"), "correct the host in the address"),
    (
        re.compile("(?i)timeout expired|timed out|unreachable|no route to host"),
        "look whether PostgreSQL answers at that host and port, and whether a firewall is between",
    ),
    (
        re.compile("server closed the connection|terminating connection|connection is (lost|closed)"),
        "look whether PostgreSQL runs there; it is tried again",
    ),
    (re.compile("(?i)no space left"), "make room on its disk"),
)
"""Text of an error -> advice, in the order of the search."""

TEMPORARY = re.compile(
    "(?i)connection refused|timeout expired|timed out|unreachable|no route to host|no such file or directory"
    "|starting up|shutting down|in recovery mode|no space left"
    "|server closed the connection|terminating connection|connection is (lost|closed)"
    "|too many connections|connection slots"
)
"""Texts of errors that may pass by themselves, for example while the machine boots."""

BEFORE = re.compile(r"^connection (failed|is bad): |(?<=failed: )FATAL:  ")
"""Prefixes of the driver and of PostgreSQL."""


def add_advice(message: str) -> str:
    """Return PostgreSQL's own message, one line without its full stop, followed by the advice."""
    message = BEFORE.sub("", message)
    for pattern, advice in ADVICE:
        if found := pattern.search(message):
            return f"{message}; {advice.format(**found.groupdict())}"
    return message
