// Written by `python -m tools.browser` from the Python sources: change those.

/** A field of a row: its name, its name in a file, and what it is where it is left out. */
export type Field = readonly [name: string, key: string, usual?: unknown];
export type RowName = "Head" | "CardRow" | "LinkRow" | "LastingRow" | "EventRow" | "FactsRow" | "BoardRow" | "ChangeRow" | "ThrowsRow";
export const ROWS: Readonly<Record<RowName, readonly Field[]>> = {
  "Head": [["version", "version", 1], ["sides", "sides", [-1]], ["names", "names", ["", ""]], ["decks", "decks", ["", ""]], ["format", "format", "master"], ["mode", "mode", "rules"], ["best_of", "best_of", 1], ["made", "made", ""], ["results", "results", []], ["turns", "turns", []], ["frames", "frames", 0], ["is_opened", "is_opened", false], ["is_late", "is_late", false], ["match_result", "match_result", ""]],
  "CardRow": [["owner", "o", 0], ["controller", "p", 0], ["code", "c", 0], ["face_up", "u", false], ["defense_position", "d", false], ["attack", "a", null], ["defense", "f", null], ["level", "l", 0], ["rank", "r", 0], ["link", "k", 0], ["scale", "s", null], ["attribute", "t", ""], ["race", "e", ""], ["counters", "n", {}], ["materials", "m", []], ["equipped_to", "q", 0], ["targets", "g", []], ["negated", "x", false], ["revealed", "v", false], ["token", "b", false], ["name", "w", ""], ["kinds", "y", []]],
  "LinkRow": [["seat", "seat"], ["card", "card"], ["code", "code"], ["words", "words", []], ["targets", "targets", []], ["place", "place", null], ["negated", "negated", false]],
  "LastingRow": [["rule", "rule"], ["seat", "seat"], ["code", "code", 0], ["seats", "seats", []], ["cards", "cards", []], ["turn", "turn", 0], ["phase", "phase", "end"]],
  "EventRow": [["kind", "k"], ["seat", "s", -1], ["card", "c", 0], ["was", "h", 0], ["code", "i", 0], ["start", "f", null], ["goal", "t", null], ["amount", "n", 0], ["word", "w", ""], ["others", "o", []]],
  "FactsRow": [["code", "code"], ["name", "name"], ["kinds", "kinds", []], ["attribute", "attribute", ""], ["race", "race", ""], ["level", "level", 0], ["rank", "rank", 0], ["link", "link", 0], ["attack", "attack", null], ["defense", "defense", null], ["scales", "scales", null], ["arrows", "arrows", []], ["archetypes", "archetypes", []], ["alias", "alias", 0], ["text", "text", ""], ["pendulum_text", "pendulum_text", ""], ["extra", "extra", {}]],
  "BoardRow": [["table", "table"], ["turn", "turn", 0], ["turn_player", "turn_player", -1], ["phase", "phase", ""], ["tallies", "tallies", {}], ["piles", "piles", {}], ["cards", "cards", {}], ["chain", "chain", []], ["attack", "attack", null], ["waiting", "waiting", []], ["facts", "facts", []], ["result", "result", ""], ["lasting", "lasting", []]],
  "ChangeRow": [["turn", "t"], ["turn_player", "u"], ["phase", "h"], ["tallies", "n", {}], ["piles", "z", {}], ["cards", "c", {}], ["chain", "l"], ["attack", "a"], ["waiting", "w"], ["facts", "f", []], ["result", "r"], ["lasting", "s"], ["gone", "g", {}]],
  "ThrowsRow": [["commitments", "commitments", {}], ["seals", "seals", ["", ""]], ["shares", "shares", ["", ""]], ["secrets", "secrets", {}], ["limits", "limits", {}], ["trails", "trails", []]],
};

export const MAGIC = "facedown replay\n";

export const REPLAY_FORMAT_VERSION = 1;

export const MAX_FILE_BYTES = 4194304;

export const MAX_HEAD_BYTES = 16384;

export const MAX_UNPACKED_BYTES = 25165824;

export const MAX_RECORD_BYTES = 786432;

export const MAX_RECORDS = 100000;

export const MAX_ROWS = 8192;

export const MAX_DEPTH = 6;

export const MAX_EVENTS = 200000;

export const MAX_WORK = 4000000;

export const MAX_CARD_NAME_LETTERS = 200;

export const MAX_CARD_TEXT_LETTERS = 8000;
