"""When players are asked to respond: duels of bots in mode smart, each window looked at a second time."""
