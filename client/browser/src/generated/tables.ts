// Written by `python -m tools.browser` from the Python sources: change those.

/** Of each table its zones: name, title, whether shared, slots (null: a pile), tags. */
export const ZONES: Readonly<Record<string, readonly (readonly [string, string, boolean, number | null, readonly string[]])[]>> = {
  "master": [["monster", "Main Monster Zone", false, 5, ["field", "monster"]], ["extra_monster", "Extra Monster Zone", true, 2, ["field", "monster"]], ["spell_trap", "Spell & Trap Zone", false, 5, ["field", "spell_trap"]], ["field", "Field Zone", false, 1, ["field"]], ["graveyard", "Graveyard", false, null, []], ["deck", "Deck", false, null, []], ["extra_deck", "Extra Deck", false, null, []], ["hand", "Hand", false, null, []], ["banished", "Banished", false, null, []]],
  "master3": [["monster", "Main Monster Zone", false, 5, ["field", "monster"]], ["spell_trap", "Spell & Trap Zone", false, 5, ["field", "spell_trap"]], ["field", "Field Zone", false, 1, ["field"]], ["pendulum", "Pendulum Zone", false, 2, ["field", "spell_trap"]], ["graveyard", "Graveyard", false, null, []], ["deck", "Deck", false, null, []], ["extra_deck", "Extra Deck", false, null, []], ["hand", "Hand", false, null, []], ["banished", "Banished", false, null, []]],
  "master1": [["monster", "Main Monster Zone", false, 5, ["field", "monster"]], ["spell_trap", "Spell & Trap Zone", false, 5, ["field", "spell_trap"]], ["field", "Field Zone", false, 1, ["field"]], ["graveyard", "Graveyard", false, null, []], ["deck", "Deck", false, null, []], ["extra_deck", "Extra Deck", false, null, []], ["hand", "Hand", false, null, []], ["banished", "Banished", false, null, []]],
  "classic": [["monster", "Monster Card Zone", false, 5, ["field", "monster"]], ["spell_trap", "Spell & Trap Card Zone", false, 5, ["field", "spell_trap"]], ["field", "Field Card Zone", false, 1, ["field"]], ["graveyard", "Graveyard", false, null, []], ["deck", "Deck", false, null, []], ["extra_deck", "Fusion Deck", false, null, []], ["hand", "Hand", false, null, []], ["banished", "Removed from play", false, null, []]],
  "genesys": [["monster", "Main Monster Zone", false, 5, ["field", "monster"]], ["spell_trap", "Spell & Trap Zone", false, 5, ["field", "spell_trap"]], ["field", "Field Zone", false, 1, ["field"]], ["graveyard", "Graveyard", false, null, []], ["deck", "Deck", false, null, []], ["extra_deck", "Extra Deck", false, null, []], ["hand", "Hand", false, null, []], ["banished", "Banished", false, null, []]],
  "fab": [["head", "Head", false, 1, ["arena", "equipment", "field", "public"]], ["chest", "Chest", false, 1, ["arena", "equipment", "field", "public"]], ["arms", "Arms", false, 1, ["arena", "equipment", "field", "public"]], ["legs", "Legs", false, 1, ["arena", "equipment", "field", "public"]], ["weapon", "Weapon", false, 2, ["arena", "field", "public", "weapon"]], ["hero", "Hero", false, 1, ["arena", "field", "hero", "public"]], ["permanent", "Permanents", true, null, ["arena", "field", "public"]], ["combat_chain", "Combat chain", true, null, ["arena", "field", "public"]], ["stack", "Stack", true, null, ["field", "public"]], ["arsenal", "Arsenal", false, 1, ["private"]], ["pitch", "Pitch", false, null, ["public"]], ["graveyard", "Graveyard", false, null, ["public"]], ["deck", "Deck", false, null, ["private"]], ["hand", "Hand", false, null, ["private"]], ["banished", "Banished", false, null, ["public"]]],
  "companion": [],
};

export const SEEN = ["owner", "controller", "code", "face_up", "defense_position", "attack", "defense", "level", "rank", "link", "scale", "attribute", "race", "counters", "materials", "equipped_to", "targets", "negated", "revealed", "token", "name", "kinds"] as const;

export const KINDS_ASKED = ["response", "turn", "choice", "trigger", "order", "side", "by_hand", "confirm", "search"] as const;

export const EVENT_KINDS = ["turn", "phase", "draw", "move", "set", "attach", "vanish", "summoned", "summon_negated", "flip", "face_down", "position", "activate", "resolving", "resolved", "negate", "attack", "attack_negated", "battled", "life", "points", "zone", "combat", "equip", "counter", "reveal", "declare", "point", "search", "signal", "objection", "rewind", "shuffle", "arrange", "coin", "die", "lasting", "result", "declared"] as const;

export const EVENT_WORDS = ["draw", "special", "mill", "random", "deck", "hand", "standby", "main1", "battle", "main2", "end", "set", "spent", "material", "place", "fusion", "normal", "destroy", "link", "tribute", "activate", "flip_summon", "flip", "discard", "banish", "add", "cost", "gain", "effect", "position", "battle damage", "negated", "synchro", "xyz", "ritual", "pendulum", "control", "equip", "return", "search", "heads", "tails", "action", "pitch", "resource", "attacked", "activation", "by hand"] as const;

export const MODES = ["always", "smart", "able", "never"] as const;

export const COLUMN_WORDS = ["column", "纵列", "縦列", "colonne", "spalte", "columna", "colonna", "coluna", "세로열"] as const;

export const EXTRA_ZONE_WORDS = ["extramonsterzone", "额外怪兽区", "エクストラモンスターゾーン", "zonemonstreextra", "zonademonstruosextra", "zonamostriextra", "zonademonstrosextra", "엑스트라몬스터존"] as const;

export const LEADING = ["attack", "special_summon", "flip_summon", "summon", "activate", "apply", "by_hand", "pendulum_summon", "change_position", "set"] as const;

export const LOOSE = ["direct", "done", "no", "pass", "yes"] as const;

export const ONE_BY_ONE = ["choose_next_effect"] as const;

export const ORDERING = ["arrange", "order"] as const;

export const AT_ONCE = ["use_it_at_once"] as const;

export const SEAT_PURPOSES = ["deck", "hand", "random", "blind", "field"] as const;
