"""When players are asked to respond: duels of bots in mode smart, each window checked a second time."""
