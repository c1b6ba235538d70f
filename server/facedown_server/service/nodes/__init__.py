"""Several servers on one database: who is there, which has which table, and where clients find it."""
