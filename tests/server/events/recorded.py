"""A recorded evening of 32 players and 5 rounds in which much goes wrong. Its log: `evening32.jsonl`.

    python -m tests.server.events.recorded      writes the log

30 players begin, 2 come late, 3 drop. A result of round 2 is corrected in round 3, "next round" is undone
with two results in, a phone dies and its player gets a new link.
"""

from __future__ import annotations

import random
from pathlib import Path

from facedown_server.events.pairing.costs import request_for
from facedown_server.events.pairing.matching import best_pairs
from facedown_server.events.rules import acts
from facedown_server.events.rules.acts import EventLogRow, Score, decode_row, encode_row
from tests.server.events.evening import Evening

LOG = Path(__file__).with_name("evening32.jsonl")
SEED_CODE = 41


def recorded_rows() -> list[EventLogRow]:
    """Return the rows of the recorded log."""
    return [decode_row(line) for line in LOG.read_text(encoding="utf-8").splitlines()]


def record() -> Evening:
    """Play the evening."""
    chance, evening = random.Random(SEED_CODE), Evening(30)
    for number in range(1, 6):
        if number == 3:
            evening.do(acts.PlayerDropped(7), "player")
            evening.do(acts.PlayerDropped(12))
        if number == 5:
            evening.do(acts.PlayerDropped(21), "player")
        pair(evening)
        if number == 2:
            evening.register("Late One", "organizer")
            evening.register("Late Two", "player")
            evening.do(acts.LinkRenewed(4))
        if number == 4:
            for table in (1, 2):
                report(evening, table, chance, "phones")
            evening.undo()
            pair(evening)
        evening.do(acts.ClockStarted(number))
        for one in evening.state.rounds[-1].pairings:
            if not one.is_bye:
                report(evening, one.table, chance, chance.choice(["phones", "slip", "organizer", "referee"]))
        if number == 3:
            before = evening.table(5, 2).result
            assert before is not None
            evening.do(acts.ResultCorrected(2, 5, before.score.reversed))
    evening.do(acts.EventFinished())
    return evening


def pair(evening: Evening) -> None:
    """Begin the next round with the best pairs."""
    reply = best_pairs(request_for(evening.state, evening.course.next_pairing))
    evening.pair(*reply.pairs, bye=reply.bye)


def report(evening: Evening, table: int, chance: random.Random, way: str) -> None:
    """Give a table a result in one of the four ways."""
    score, played = Score(*chance.choice([(2, 0), (2, 1), (1, 2), (0, 2)])), evening.state.rounds[-1]
    one = evening.table(table)
    if way == "phones":
        evening.do(acts.ResultClaimed(played.pairing, one.one, score), "player")
        evening.do(acts.ResultClaimed(played.pairing, one.two, score.reversed), "player")
    elif way == "slip":
        evening.do(acts.SlipSubmitted(played.number, table, (one.two, one.one), score.reversed), "slip")
    elif way == "referee":
        evening.do(acts.MatchFinished(played.pairing, table, score), "referee")
    else:
        evening.do(acts.ResultEntered(played.number, table, score))


def main() -> None:
    """Write the log."""
    LOG.write_text("".join(f"{encode_row(row)}\n" for row in record().course.rows), encoding="utf-8")


if __name__ == "__main__":
    main()
