"""Sentences as data: for every kind of happening, every verb, prompt, phase and ending there is.

Law: rows only. What stands in braces is a word that `phrases` knows how to find.
"""

from __future__ import annotations

HAPPENINGS: dict[str, str] = {
    "turn": "Turn {amount}: {who}",
    "phase": "{who}: {phase}",
    "phase draw": "",
    "phase standby": "",
    "phase main1": "",
    "phase end": "",
    "draw": "{who} draws {card}",
    "set": "{who} Sets {hidden}",
    "move": "{card} goes {goal}",
    "move destroy": "{card} is destroyed",
    "move battle": "{card} is destroyed in battle",
    "move tribute": "{who} Tributes {card}",
    "move discard": "{who} discards {card}",
    "move hand limit": "{who} discards {card}: the hand was too large",
    "move cost": "{card} goes {goal} as a cost",
    "move material": "{card} is used as material",
    "move banish": "{card} is banished",
    "move mill": "{card} goes from the Deck {goal}",
    "move return": "{card} returns {goal}",
    "move add": "{who} adds {card} to the hand",
    "arrive": "{who} brings out {card}",
    "arrive normal": "{who} Normal Summons {card}",
    "arrive tribute": "{who} Tribute Summons {card}",
    "arrive special": "{who} Special Summons {card}",
    "arrive fusion": "{who} Fusion Summons {card}",
    "arrive ritual": "{who} Ritual Summons {card}",
    "arrive synchro": "{who} Synchro Summons {card}",
    "arrive xyz": "{who} Xyz Summons {card}",
    "arrive link": "{who} Link Summons {card}",
    "arrive pendulum": "{who} Pendulum Summons {card}",
    "arrive place": "{who} plays {card}",
    "arrive control": "{who} takes control of {card}",
    "attach": "{card} becomes material beneath {others}",
    "vanish": "{card} is gone",
    "summoned": "",
    "summon_negated": "The Summon of {others} is negated",
    "flip": "{card} is turned face-up",
    "flip flip_summon": "{who} Flip Summons {card}",
    "flip attacked": "{card} is attacked and turned face-up",
    "face_down": "{card} is turned face-down",
    "position": "{card} goes to {position} Position",
    "shuffle": "{whose} {word} is shuffled",
    "reveal": "{who} shows {card}",
    "activate": "{who} activates {card}{at}",
    "resolving": "Chain Link {amount} resolves: {card}",
    "resolved": "",
    "negate": "{card} is negated",
    "negate activation": "The activation of {card} is negated",
    "negate effect": "The effect of {card} is negated",
    "attack": "{card} attacks {opponents}",
    "attack_negated": "The attack is negated",
    "battled": "",
    "life": "{who} {life}",
    "life cost": "{who} pays {size} Life Points",
    "life battle damage": "{who} takes {size} battle damage",
    "life effect damage": "{who} takes {size} damage",
    "equip": "{card} is equipped to {others}",
    "counter": "{card}: {signed} {word} counter",
    "coin": "{who} tosses a coin: {word}",
    "die": "{who} rolls a die: {amount}",
    "lasting": "{lasting}",
    "result": "{result}",
}
"""By kind, or by kind and word where the word makes another sentence of it; a card that comes onto the field
by a `move` arrives. "" is not worth a line: the line before has said it."""

PHASES = {
    "draw": "Draw Phase",
    "standby": "Standby Phase",
    "main1": "Main Phase 1",
    "main": "Main Phase",
    "battle": "Battle Phase",
    "main2": "Main Phase 2",
    "end": "End Phase",
    "start": "Start Step",
    "battle_step": "Battle Step",
    "damage": "Damage Step",
    "end_step": "End Step",
    "declaration": "Battle Step",
}

VERBS: dict[str, str] = {
    "summon": "Normal Summon {card}",
    "set": "Set {card}",
    "special_summon": "Special Summon {card}",
    "pendulum_summon": "Pendulum Summon",
    "scale": "Place {card} as a Pendulum Scale",
    "flip_summon": "Flip Summon {card}",
    "change_position": "Change the position of {card}",
    "activate": "Activate {card}",
    "attack": "Attack with {card}",
    "attacked": "Attack {card}",
    "direct": "Attack directly",
    "phase": "{phase}",
    "choose": "{card}",
    "target": "Target {card}",
    "tribute": "Tribute {card}",
    "pay": "Pay with {card}",
    "discard": "Discard {card}",
    "zone": "{place}",
    "position": "{position}",
    "number": "{amount}",
    "yes": "Yes",
    "no": "No",
    "pass": "Pass",
    "done": "Done",
    "first": "Go first",
    "second": "Go second",
    "keep": "Keep the deck as it is",
}
"""What an option does, in words."""

POSITIONS = {
    "attack": "Face-up Attack Position",
    "defense": "Face-up Defense Position",
    "face_down": "Face-down Defense Position",
}

PROMPTS = {
    "turn": "Your turn: what do you do?",
    "response": "You may respond.",
    "choice": "Choose.",
    "by_hand": "Move cards as you like.",
    "order": "You won the toss. Who goes first?",
    "side": "Change cards with your Side Deck, or keep the deck as it is.",
}
"""What a prompt without words of its own asks, by its public kind."""

REASONS = {
    "lp": "{loser} has no Life Points left",
    "deckout": "{loser} had to draw from an empty Deck",
    "exodia": "{winner} holds all five pieces of Exodia",
    "time": "{loser} ran out of time",
    "conceded": "{loser} gave up",
    "concede": "{loser} gave up",
    "left": "{loser} left",
    "agreed": "both agreed to it",
    "abandoned": "nobody came back",
    "match": "more duels won",
}
"""Why a duel or match ended, by the one word the server gives."""
