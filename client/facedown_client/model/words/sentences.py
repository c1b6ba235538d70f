"""Sentences as data: for every kind of event, verb, prompt, phase and ending.

Reasons why a card cannot be played and the words printed on cards stand here too.

Law: rows only, marked for translation, and functions that look one up. `phrases` defines the placeholders in
braces; {does:draws} is the verb in the form for its subject: "Wren draws", "you draw".
"""

from __future__ import annotations

import re

from facedown_shared.protocol.messages import LobbyRow
from facedown_shared.tables import FORMATS, WAYS_OF_PLAY, way_of_play
from facedown_shared.text import _, gettext_noop, words

HAPPENINGS: dict[str, str] = {
    "turn": gettext_noop("Turn {amount}: {who}"),
    "phase": gettext_noop("{who}: {phase}"),
    "phase draw": "",
    "phase standby": "",
    "phase main1": "",
    "phase end": "",
    "draw": gettext_noop("{who} {does:draws} {card}"),
    "set": gettext_noop("{who} {does:Sets} {hidden}"),
    "set_from": gettext_noop("{who} {does:Sets} {hidden} from {start}"),
    "move": gettext_noop("{card} goes {goal}"),
    "move destroy": gettext_noop("{card} is destroyed"),
    "move battle": gettext_noop("{card} is destroyed in battle"),
    "elsewhere destroy": gettext_noop("{card} is destroyed and goes {goal}"),
    "elsewhere battle": gettext_noop("{card} is destroyed in battle and goes {goal}"),
    "removed destroy": gettext_noop("{card} is destroyed and banished"),
    "removed battle": gettext_noop("{card} is destroyed in battle and banished"),
    "move tribute": gettext_noop("{who} {does:Tributes} {card}"),
    "move discard": gettext_noop("{who} {does:discards} {card}"),
    "move hand limit": gettext_noop("{who} {does:discards} {card}: the hand was too large"),
    "move cost": gettext_noop("{card} goes {goal} as a cost"),
    "move material": gettext_noop("{card} is used as material"),
    "move banish": gettext_noop("{card} is banished"),
    "move mill": gettext_noop("{card} goes from the Deck {goal}"),
    "move random": gettext_noop("{who} {does:discards} {card}, picked by chance"),
    "move return": gettext_noop("{card} returns {goal}"),
    "move pitch": gettext_noop("{who} {does:pitches} {card}"),
    "move clear": gettext_noop("{card} is cleared {goal}"),
    "move pitched": gettext_noop("{card} goes to the bottom of the deck"),
    "move add": gettext_noop("{who} {does:adds} {card} to the hand"),
    "arrive": gettext_noop("{who} {does:brings} out {card}"),
    "arrive normal": gettext_noop("{who} Normal {does:Summons} {card}"),
    "arrive tribute": gettext_noop("{who} Tribute {does:Summons} {card}"),
    "arrive special": gettext_noop("{who} Special {does:Summons} {card}"),
    "arrive_over": gettext_noop("{card} is Special Summoned to {whose} side"),
    "arrive fusion": gettext_noop("{who} Fusion {does:Summons} {card}"),
    "arrive ritual": gettext_noop("{who} Ritual {does:Summons} {card}"),
    "arrive synchro": gettext_noop("{who} Synchro {does:Summons} {card}"),
    "arrive xyz": gettext_noop("{who} Xyz {does:Summons} {card}"),
    "arrive link": gettext_noop("{who} Link {does:Summons} {card}"),
    "arrive pendulum": gettext_noop("{who} Pendulum {does:Summons} {card}"),
    "arrive place": gettext_noop("{who} {does:plays} {card}"),
    "arrive home": gettext_noop("{card} is back in its place"),
    "arrive equip": gettext_noop("{who} {does:equips} {card}"),
    "arrive opening": gettext_noop("{who} {does:begins} with {card}"),
    "arrive play": gettext_noop("{who} {does:plays} {card}"),
    "arrive resolve": gettext_noop("{card} resolves and stays"),
    "arrive attack": gettext_noop("{card} attacks"),
    "arrive defend": gettext_noop("{who} {does:defends} with {card}"),
    "arrive token": gettext_noop("{who} {does:makes} {card}"),
    "arrive control": gettext_noop("{who} {does:takes} control of {card}"),
    "attach": gettext_noop("{card} becomes material beneath {others}"),
    "vanish": gettext_noop("{card} is gone"),
    "vanish clear": gettext_noop("{card} is cleared"),
    "summoned": "",
    "summon_negated": gettext_noop("The Summon of {others} is negated"),
    "flip": gettext_noop("{card} is turned face-up"),
    "flip flip_summon": gettext_noop("{who} Flip {does:Summons} {card}"),
    "flip attacked": gettext_noop("{card} is attacked and turned face-up"),
    "face_down moving": "",
    "face_down": gettext_noop("{card} is turned face-down"),
    "position": gettext_noop("{card} goes to {position} Position"),
    "shuffle": gettext_noop("{whose} {word} is shuffled"),
    "order": gettext_noop("{whose} {word} is put in an order"),
    "arrange": gettext_noop("{amount} cards are put on top of {whose} {word} in an order"),
    "reveal": gettext_noop("{who} {does:shows} {card}"),
    "reveal moving": "",
    "declare": gettext_noop("{who} {does:declares} {card}{at}"),
    "declared": gettext_noop("{who} {does:declares} {amount}"),
    "declared_card": gettext_noop("{who} {does:declares} {card}"),
    "declared_word": gettext_noop("{who} {does:declares} {word}"),
    "point": gettext_noop("{card} points at {others}"),
    "search": gettext_noop("{who} {does:looks} through the {word}"),
    "points": gettext_noop("{who}: {points}"),
    "zone": gettext_noop("{who}: {signed} {word} zone"),
    "combat": gettext_noop("Chain link {amount}"),
    "combat closed": gettext_noop("The combat chain closes"),
    "signal": gettext_noop("{who}: {word}"),
    "signal ok": gettext_noop("{who}: OK"),
    "signal no_response": gettext_noop("{who}: No response"),
    "signal thinking": gettext_noop("{who} {does:is} thinking"),
    "signal wait": gettext_noop("{who}: Wait, please"),
    "signal your_move": gettext_noop("{who}: Your move"),
    "objection": gettext_noop("{who}: {card} is not carried out like that"),
    "rewind": gettext_noop("{who} {does:takes} the table to step {amount}"),
    "activate": gettext_noop("{who} {does:activates} {card}{at}"),
    "resolving": gettext_noop("Chain Link {amount} resolves: {card}"),
    "resolved": "",
    "negate": gettext_noop("{card} is negated"),
    "negate activation": gettext_noop("The activation of {card} is negated"),
    "negate effect": gettext_noop("The effect of {card} is negated"),
    "attack": gettext_noop("{card} attacks {others}"),
    "direct_attack": gettext_noop("{card} attacks {opponent} directly"),
    "attack_negated": gettext_noop("The attack is negated"),
    "battled": "",
    "life": gettext_noop("{who} {life}{left}"),
    "life cost": gettext_noop("{who} {does:pays} {size} Life Points{left}"),
    "life battle damage": gettext_noop("{who} {does:takes} {size} battle damage{left}"),
    "life effect damage": gettext_noop("{who} {does:takes} {size} damage{left}"),
    "equip": gettext_noop("{card} is equipped to {others}"),
    "counter": gettext_noop("{card}: {signed} {word} counter"),
    "numbered_counter": gettext_noop("{card}: {signed} counter 0x{word}"),
    "coin": gettext_noop("{who} {does:tosses} a coin: {word}"),
    "die": gettext_noop("{who} {does:rolls} a die: {amount}"),
    "numbers": gettext_noop("{card} now has {numbers}"),
    "lasting": "{card}{now}",
    "lasting attack": gettext_noop("{card} changes ATK"),
    "lasting defense": gettext_noop("{card} changes DEF"),
    "lasting level": gettext_noop("{card} changes a Level"),
    "lasting swap_original": gettext_noop("{card} swaps original ATK and DEF"),
    "lasting base_attack": gettext_noop("{card} changes original ATK"),
    "lasting base_defense": gettext_noop("{card} changes original DEF"),
    "lasting set_attack": gettext_noop("{card} sets ATK"),
    "lasting set_defense": gettext_noop("{card} sets DEF"),
    "lasting reverse": gettext_noop("{card} turns gains of ATK and DEF into losses, and losses into gains"),
    "lasting defense_position": gettext_noop("{card} keeps monsters in Defense Position"),
    "lasting scale": gettext_noop("{card} changes a Pendulum Scale"),
    "lasting attacks_only": gettext_noop("{card} says what may be attacked"),
    "lasting attack_cost": gettext_noop("{card} makes each attack cost Life Points"),
    "lasting lent": gettext_noop("{card} gives a monster to the other player to Tribute"),
    "lasting treated_as": gettext_noop("{card} changes a name"),
    "lasting attribute": gettext_noop("{card} changes an Attribute"),
    "lasting race": gettext_noop("{card} changes a Type"),
    "lasting negate": gettext_noop("{card} negates effects for a while"),
    "lasting negate_link": gettext_noop("{card} negates a Chain Link"),
    "lasting no_attack": gettext_noop("{card} keeps monsters from attacking"),
    "lasting no_attack_declaration": gettext_noop("{card} keeps monsters from declaring attacks"),
    "lasting no_attack_target": gettext_noop("{card} keeps monsters from being attacked"),
    "lasting direct_attack": gettext_noop("{card} allows direct attacks"),
    "lasting no_direct_attack": gettext_noop("{card} allows no direct attacks"),
    "lasting extra_attacks": gettext_noop("{card} gives more attacks"),
    "lasting attacks_all": gettext_noop("{card} lets a monster attack all monsters, once each"),
    "lasting must_be_attacked": gettext_noop("{card} says what must be attacked"),
    "lasting piercing": gettext_noop("{card} gives piercing battle damage"),
    "lasting no_battle_destruction": gettext_noop("{card} protects from being destroyed in battle"),
    "lasting no_effect_destruction": gettext_noop("{card} protects from being destroyed by effects"),
    "lasting no_battle_damage": gettext_noop("{card} protects from battle damage"),
    "lasting no_target": gettext_noop("{card} protects from being targeted"),
    "lasting no_position_change": gettext_noop("{card} keeps monsters in their positions"),
    "lasting no_activation": gettext_noop("{card} keeps cards from being activated"),
    "lasting no_tribute": gettext_noop("{card} keeps monsters from being Tributed"),
    "lasting no_tribute_summon": gettext_noop("{card} allows no Tribute Summons"),
    "lasting no_normal_summon": gettext_noop("{card} allows no Normal Summons"),
    "lasting no_flip_summon": gettext_noop("{card} allows no Flip Summons"),
    "lasting no_special_summon": gettext_noop("{card} allows no Special Summons"),
    "lasting no_set": gettext_noop("{card} allows no Setting"),
    "lasting no_battle_phase": gettext_noop("{card} allows no Battle Phase"),
    "lasting later": gettext_noop("{card} stays"),
    "lasting revealed": gettext_noop("{card} keeps cards of a hand shown"),
    "lasting banish_instead": gettext_noop("{card} has cards banished that would go to the Graveyard"),
    "lasting banish_when_leaving": gettext_noop("{card} is banished when it leaves the field"),
    "lasting double_tribute": gettext_noop("{card} counts as two Tributes"),
    "lasting extra_summons": gettext_noop("{card} allows one more Normal Summon"),
    "lasting unaffected": gettext_noop("{card} protects from effects"),
    "lasting control": gettext_noop("{card} changes who controls a monster"),
    "result": "{result}",
}
"""Sentences by the kind of event, or by kind and word if the word changes the sentence.

A `move` onto the field has the kind "arrive", arranging a whole pile the kind "order". "" means no line,
because the line before says it.
"""

WAYS = {
    "rules": gettext_noop("by the rules"),
    "half": gettext_noop("half and half"),
    "free": gettext_noop("free, by hand"),
    "core": gettext_noop("by EDOPro's core"),
    "paper": gettext_noop("with cards on paper"),
}
"""Descriptions of how a table is played, by its mode; "paper" in place of a mode, if cards are on paper."""


def way_words(mode: str, format_name: str) -> str:
    """Return how a table is played, in words."""
    rules = FORMATS.get(format_name)
    way = "paper" if rules is not None and rules.on_paper else mode
    return _(WAYS.get(way, way))


def can_play(row: LobbyRow) -> bool:
    """Return whether this client plays the table of a row."""
    return way_of_play(row.format, row.mode) in WAYS_OF_PLAY


def client_words(row: LobbyRow) -> str:
    """Return what keeps a table from being played: this client, or that of a player there; else ""."""
    if not can_play(row):
        return _("this client does not play it: update it")
    return _("the client of a player there does not play it") if row.cannot_play else ""


def unable_words(name: str, you: bool) -> str:
    """Return the sentence about a player whose client does not play the table."""
    if you:
        return str(words("client_cannot_play"))
    return _("{name}'s client does not play this table: it needs a browser, or a newer client.", name=name)


ASKS = {
    "pause": gettext_noop("asks for a pause"),
    "resume": gettext_noop("asks to go on"),
    "draw": gettext_noop("offers a draw"),
    "rematch": gettext_noop("asks for a rematch"),
    "open": gettext_noop("asks to open both hands and Decks to each other"),
    "rewind": gettext_noop("asks to take the table to step {step}"),
    "mode": gettext_noop("asks to play this table {way}"),
    "core": gettext_noop("has a deck with cards that only EDOPro's core plays: play this table by it?"),
}
"""Proposals of a player, worded for the other player."""

ASKED = {
    "pause": gettext_noop("Asked {name} for a pause"),
    "resume": gettext_noop("Asked {name} to go on"),
    "draw": gettext_noop("Offered {name} a draw"),
    "rematch": gettext_noop("Asked {name} for a rematch"),
    "open": gettext_noop("Asked {name} to open both hands and Decks to each other"),
    "rewind": gettext_noop("Asked {name} to take it back, to step {step}"),
    "mode": gettext_noop("Asked {name} to play this table {way}"),
    "core": gettext_noop(
        "Your deck has cards that only EDOPro's core plays: {name} decides how this table plays"
    ),
}
"""Proposals of a player, worded for the proposer."""

OWN_CORE = gettext_noop("Your deck has cards that only EDOPro's core plays: play this table by it?")
"""Question to a host about the host's own deck."""

PHASES = {
    "draw": gettext_noop("Draw Phase"),
    "standby": gettext_noop("Standby Phase"),
    "main1": gettext_noop("Main Phase 1"),
    "main": gettext_noop("Main Phase"),
    "battle": gettext_noop("Battle Phase"),
    "main2": gettext_noop("Main Phase 2"),
    "end": gettext_noop("End Phase"),
    "start": gettext_noop("Start Step"),
    "battle_step": gettext_noop("Battle Step"),
    "damage": gettext_noop("Damage Step"),
    "end_step": gettext_noop("End Step"),
    "declaration": gettext_noop("Battle Step"),
}

VERBS: dict[str, str] = {
    "summon": gettext_noop("Normal Summon {card}"),
    "set": gettext_noop("Set {card}"),
    "special_summon": gettext_noop("Special Summon {card}"),
    "pendulum_summon": gettext_noop("Pendulum Summon"),
    "scale": gettext_noop("Place {card} as a Pendulum Scale"),
    "flip_summon": gettext_noop("Flip Summon {card}"),
    "change_position": gettext_noop("Change the position of {card}"),
    "activate": gettext_noop("Activate {card}"),
    "by_hand": gettext_noop("Activate {card}, by hand"),
    "apply": gettext_noop("Carry out {card}, by hand"),
    "confirm": gettext_noop("Yes, that is what it does"),
    "object": gettext_noop("No, it does something else"),
    "attack": gettext_noop("Attack with {card}"),
    "attacked": gettext_noop("Attack {card}"),
    "direct": gettext_noop("Attack directly"),
    "phase": "{phase}",
    "choose": "{card}",
    "order": gettext_noop("{card} next"),
    "arrange": gettext_noop("{card} next"),
    "word": "{word}",
    "target": gettext_noop("Target {card}"),
    "tribute": gettext_noop("Tribute {card}"),
    "material": gettext_noop("Use {card} as material"),
    "pay": gettext_noop("Pay with {card}"),
    "discard": gettext_noop("Discard {card}"),
    "zone": "{place}",
    "position": "{position}",
    "number": "{amount}",
    "yes": gettext_noop("Yes"),
    "no": gettext_noop("No"),
    "pass": gettext_noop("Pass"),
    "done": gettext_noop("Done"),
    "first": gettext_noop("Go first"),
    "second": gettext_noop("Go second"),
    "keep": gettext_noop("Keep the deck as it is"),
    "equip": gettext_noop("Equip {card}"),
}
"""Descriptions of options, by their verb."""

POSITIONS = {
    "attack": gettext_noop("Face-up Attack Position"),
    "defense": gettext_noop("Face-up Defense Position"),
    "face_down": gettext_noop("Face-down Defense Position"),
    "face_down_attack": gettext_noop("Face-down Attack Position"),
}

PROMPTS = {
    "turn": gettext_noop("Your turn: what do you do?"),
    "response": gettext_noop("You may respond."),
    "choice": gettext_noop("Choose."),
    "trigger": gettext_noop("Use an effect?"),
    "by_hand": gettext_noop("Move cards as you like."),
    "search": gettext_noop("Take cards out of your Deck, then close it."),
    "confirm": gettext_noop("Was that carried out correctly?"),
    "order": gettext_noop("You decide: who goes first?"),
    "side": gettext_noop("Change cards with your Side Deck, or keep the deck as it is."),
}
"""Questions of prompts without words of their own, by the public kind."""

NUMBERED = re.compile(r"(?=.*\d)[0-9a-f]{1,4}")
"""Name of a kind of counter that EDOPro's core gives only by number."""

SAID = {
    "deck": gettext_noop("deck"),
    "hand": gettext_noop("hand"),
    "extra_deck": gettext_noop("Extra Deck"),
    "graveyard": gettext_noop("graveyard"),
    "banished": gettext_noop("banished"),
    "pitch": gettext_noop("pitch"),
    "inventory": gettext_noop("inventory"),
    "heads": gettext_noop("heads"),
    "tails": gettext_noop("tails"),
    "action": gettext_noop("action"),
    "resource": gettext_noop("resource"),
    "spell": gettext_noop("spell"),
}
"""Words of events as they appear in a sentence."""

THIS_TURN = {
    "end": gettext_noop("to the end of this turn"),
    "end_phase": gettext_noop("until the End Phase"),
    "battle": gettext_noop("to the end of this Battle Phase"),
    "attack": gettext_noop("to the end of this attack"),
}
"""Ends of effects in this turn."""

OTHER_TURN = {
    "end": gettext_noop("to the end of turn {turn}"),
    "end_phase": gettext_noop("until the End Phase of turn {turn}"),
}
"""Ends of effects in a later turn."""


REASONS: dict[str, str] = {
    "not_asked": gettext_noop("You have nothing to decide now."),
    "not_yours": gettext_noop("It is not your card to play."),
    "no_effect": gettext_noop("Nothing on it can be used from there."),
    "main_phase": gettext_noop("Only in your Main Phase."),
    "battle_phase": gettext_noop("Only in your Battle Phase."),
    "answering": gettext_noop("You can only respond now."),
    "not_set": gettext_noop("It must be Set first."),
    "damage_step": gettext_noop("Not in this part of the Damage Step."),
    "speed": gettext_noop("Its Spell Speed is too low to respond."),
    "nothing_to_answer": gettext_noop("What it responds to has not just happened."),
    "summon_declared": gettext_noop("A Summon that is declared can only be negated."),
    "forbidden": gettext_noop("An effect or a rule forbids it."),
    "used": gettext_noop("It has been used the maximum number of times."),
    "negated": gettext_noop("Its effects do not work now."),
    "face_down": gettext_noop("It is face-down."),
    "face_up": gettext_noop("It is already face-up."),
    "set_this_turn": gettext_noop("It was Set this turn."),
    "came_this_turn": gettext_noop("It arrived, was Set or changed position this turn."),
    "position": gettext_noop("Not in this position."),
    "attacked": gettext_noop("It has attacked."),
    "no_zone": gettext_noop("No zone is free for it."),
    "no_summon_left": gettext_noop("You have used your Normal Summon of this turn."),
    "not_normal": gettext_noop("It cannot be Normal Summoned or Set."),
    "by_effect": gettext_noop("It can only be Summoned by a card's effect."),
    "tributes": gettext_noop("Not enough Tributes."),
    "materials": gettext_noop("Not enough suitable materials."),
    "condition": gettext_noop("Its condition is not met."),
    "cost": gettext_noop("Its cost cannot be paid."),
    "no_target": gettext_noop("It has nothing legal to choose."),
}
"""Sentences by code; `facedown_shared.protocol.reasons` lists the codes."""


def reason_words(code: str) -> str:
    """Return a reason as a sentence."""
    return _(REASONS[code]) if code in REASONS else f"{code.replace('_', ' ').capitalize()}."
