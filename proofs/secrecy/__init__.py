"""Law 2 as an experiment, to the byte: deal the hidden rest again, play the same public duel, compare.

Two runs are alike for a viewer class if its own inputs and their times are equal, and so are the public acts
of all others. A whole server plays both in virtual time; every byte that class is sent must be equal.

    witness.py         what the truth was in a run        actions.py    what people do, and how a choice looks
    dealing.py         another truth for a viewer class   first_run.py  a random run
    server_harness.py  a whole server in memory           twin_run.py   the run that follows it
    compare.py         the two side by side, and figures  proof.py      many of them, and the smallest example
"""
